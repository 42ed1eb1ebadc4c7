// SPDX-License-Identifier: MIT
// The files that an instrumented archive or folder gets: the classes of the run time, in a
// package of the plan's, the plan, and the native library.
//
// The package and the files are named after the plan, so two instrumented
// components in one program never meet.
#ifndef CCINSTR_REWRITER_PROBE_PAYLOAD_H
#define CCINSTR_REWRITER_PROBE_PAYLOAD_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/emit.h"
#include "rt-native/plan.h"

// The run time as a jar of its own: this, the id of the plan, ".jar".
#define PAYLOAD_JAR "ccinstr-rt-"

struct payload {
    struct arena arena;
    struct str id;       // the first 16 digits of the plan's identity
    struct str package;  // ccinstr/rt/p<id>
    struct str module;   // ccinstr.rt.p<id>
    struct str jar;      // ccinstr-rt-<id>.jar
    struct payload_file *file;
    size_t n;
};

// Makes the payload of a plan, which must stay as it is.
void payload_init(struct payload *p, const struct plan *plan);
void payload_release(struct payload *p);
// The i-th file: its path in the archive and its bytes; false behind the last.
bool payload_entry(const struct payload *p, size_t i, struct str *name,
                   struct bytes *content);

// The i-th file of a jar with the payload, for modules to require: an explicit module, or
// an automatic one.
bool payload_jar_entry(struct payload *p, bool is_explicit, size_t i,
                       struct str *name, struct bytes *content);

// Writes a class of package ccinstr/rt to out (after a reset) as one of that package: every
// constant that names the old one is changed. False when it is no class.
bool payload_rename_class(struct bytes in, struct str package,
                          struct emit *out);

#endif
