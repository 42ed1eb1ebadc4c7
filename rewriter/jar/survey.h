// SPDX-License-Identifier: MIT
// The fate of each entry, decided by its name before anything is read.
#ifndef CCINSTR_REWRITER_JAR_SURVEY_H
#define CCINSTR_REWRITER_JAR_SURVEY_H

#include "rewriter/jar/jar_priv.h"

#define NO_ENTRY UINT32_MAX

struct survey {
    struct str *name;  // by entry; borrowed from the archive
    u1 *fate;          // by entry
    u4 n;
    u4 *todo;  // the classes and nested archives, in order
    u4 n_todo;
    u4 manifest;  // the entry, or NO_ENTRY
};

// Reads the names. The fate of entries in META-INF/versions depends on the manifest: read
// it before survey_decide if survey_has_versions.
void survey_init(struct survey *s, struct zipr *zip);
bool survey_has_versions(const struct survey *s);
void survey_decide(struct survey *s, const struct jar_rules *rules,
                   const struct jar_layout *layout);
void survey_release(struct survey *s);

#endif
