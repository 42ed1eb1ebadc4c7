// SPDX-License-Identifier: MIT
// Probes inserted where they are needed.
#ifndef CCINSTR_REWRITER_PROBE_INSERT_H
#define CCINSTR_REWRITER_PROBE_INSERT_H

#include "rewriter/probe/needs.h"

struct insert {
    const struct needs *needs;
    struct str owner;  // class Probe, by its internal name
    u4 class;          // that is edited, as needs->find has it
    bool unmeasured;   // nobody has analysed the class; `class` says nothing
};

// An edit_method_fn; insert: a struct insert.
void insert_probes(void *insert, struct edit *e);

#endif
