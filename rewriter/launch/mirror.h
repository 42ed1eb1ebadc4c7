// SPDX-License-Identifier: MIT
// A folder in which instrumented copies stand to one another as the
// originals do.
//
// A jar names others in Class-Path, relative to where it is itself. So the files that an
// instrumented jar names stand beside its copy in the same way: as instrumented copies
// too, or as links to the originals. A jar that is not instrumented, but leads to one
// that is, is copied. An absolute URL leads to the original from anywhere, so it is
// replaced.
#ifndef CCINSTR_REWRITER_LAUNCH_MIRROR_H
#define CCINSTR_REWRITER_LAUNCH_MIRROR_H

#include "analysis/base/diag.h"
#include "rewriter/launch/javapath.h"

enum mirror_way {
    MIRROR_NOT,           // stays where it is
    MIRROR_INSTRUMENTED,  // cmd_instrument writes it
    MIRROR_COPY,
    MIRROR_LINK,  // only what others name
};

struct mirror {
    const struct javapath *path;
    struct arena *arena;
    const char *output;          // absolute
    enum mirror_way *way;        // by element
    const char **name;           // by element, below output; where way says so
    const char *const *written;  // by earlier commands (unchanged.h)
    bool only_looks;             // whether all may be written
};

// is_component: by element.
void mirror_plan(struct mirror *m, const struct javapath *path,
                 const bool *is_component, const char *output,
                 struct arena *arena);
// Makes folders, links and copies, and the folders of instrumented elements. False,
// reported, if that fails. If something is in the way that is neither ours nor an output
// of an earlier command, it fails before anything is written.
bool mirror_make(struct mirror *m, struct diag *d);
// Replaces absolute URLs in the copies by those of copies. Call it when all copies are
// there. False, reported, if that fails.
bool mirror_relink(const struct mirror *m, struct diag *d);
// Puts the run time's jar, which lies in output, beside each instrumented jar, which
// names it in its Class-Path. False, reported, if that fails.
bool mirror_run_time(const struct mirror *m, const char *jar, struct diag *d);
// Where the program finds that element.
const char *mirror_path(const struct mirror *m, u4 element);

#endif
