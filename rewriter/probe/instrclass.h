// SPDX-License-Identifier: MIT
// One class in, one class out: the work on each class entry.
#ifndef CCINSTR_REWRITER_PROBE_INSTRCLASS_H
#define CCINSTR_REWRITER_PROBE_INSTRCLASS_H

#include "analysis/base/diag.h"
#include "analysis/base/emit.h"
#include "rewriter/probe/needs.h"

enum instr_probes {
    INSTR_NONE,   // read into the model, written from it, compared
    INSTR_NOP,    // harmless code in every method
    INSTR_PROBE,  // what instr_set_needs has said
};

enum instr_result {
    INSTR_SAME,     // the output would be the input
    INSTR_CHANGED,  // out holds the new class
    INSTR_REFUSED,  // already reported; the input is to be kept
};

struct instr;  // one per worker

struct instr *instr_new(enum instr_probes probes);
void instr_free(struct instr *w);
// For INSTR_PROBE: where probes go, and the package of class Probe. Both stay
// with the caller.
void instr_set_needs(struct instr *w, const struct needs *needs,
                     struct str package);
// Calls f for each method that needs probes and is left as it was, with the id that
// needs->find has for its class, and its number there. Not for a class that is refused as
// a whole.
typedef void instr_refused_fn(void *context, u4 class, u4 method);
void instr_tell_refused(struct instr *w, instr_refused_fn *f, void *context);
// Modules require this one, which has that package, instead of having it
// themselves.
void instr_set_module(struct instr *w, struct str module);
// For development. With probes, every class that is written is read again and checked
// (edit/check.h), and refused if it has an error of ours. Without probes, every class is
// written from the model and handed on, so that others can compare it with the input.
void instr_set_check(struct instr *w, bool on);
// Entry i of those so far, in any order, that hold another version of a class than the
// one that was analysed; false behind the last.
bool instr_variant(const struct instr *w, size_t i, struct str *entry);
void instr_forget_variants(struct instr *w);
enum instr_result instr_class(struct instr *w, const struct place *at,
                              struct bytes in, struct emit *out,
                              struct diag *d);

#endif
