// SPDX-License-Identifier: MIT
// Archives in, archives out: classes transformed, everything else as it was.
//
// This folder knows archives, folders and files, and calls a function for each class. It
// does not know what becomes of a class.
#ifndef CCINSTR_REWRITER_JAR_JAR_H
#define CCINSTR_REWRITER_JAR_JAR_H

#include "analysis/base/diag.h"
#include "analysis/base/str.h"
#include "rewriter/jar/crew.h"
#include "rewriter/jar/select.h"

enum jar_result {
    JAR_SAME,     // nothing to change
    JAR_CHANGED,  // the class is in out now
    JAR_REFUSED   // reported; the class stays as it was
};

// Called by any thread, with that thread's context; out is empty. The result
// may depend on nothing but the class.
typedef enum jar_result (*jar_transform_fn)(void *context, struct place *at,
                                            struct bytes in, struct emit *out,
                                            struct diag *d);

struct new_file;

// Rules for all inputs of a run.
struct jar_rules {
    jar_transform_fn transform;
    struct select component;
    bool nested;  // archives in archives and folders are rewritten too
    // Files (analysis/base/folder.h) for each archive and folder in which classes have
    // changed, by their paths from where the packages begin.
    const struct new_file *extra;
    size_t n_extra;
    // Not "": no extra files; archives whose packages begin at their root name that jar
    // in their Class-Path instead, and modules nothing.
    struct str beside;
    bool native;  // manifests with a Main-Class allow it to load libraries
    // Called now and then by the main thread: so many of the input's classes are done.
    // NULL: nobody watches.
    void (*progress)(void *watcher, struct str input, size_t done, size_t all);
    void *watcher;
    // Called by the main thread between two entries: is the run to be given up? NULL:
    // never.
    bool (*stop)(void);
};

struct jar_counts {
    u4 n_classes;    // of the component
    u4 n_changed;    // of these
    u4 n_refused;    // of these, as reported
    u4 n_archives;   // nested, rewritten
    bool unsigned_;  // signatures or digests were dropped
    bool allowed;    // a manifest allows the program to load libraries
    u8 bytes_in;
    u8 bytes_out;
};

// One input and its place in the output.
struct jar_way {
    struct str shown;  // the input in messages
    const char *in;
    const char *out;  // not the input by any other name
};

// Rewrites the archive way->in, or copies it when no class changes. False when
// it can't be done; that was reported, and way->out is as it was before.
bool jar_rewrite(struct crew *crew, const struct jar_rules *rules,
                 const struct jar_way *way, struct jar_counts *counts,
                 struct diag *d);

void jar_counts_add(struct jar_counts *to, const struct jar_counts *from);

#endif
