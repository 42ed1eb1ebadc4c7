// SPDX-License-Identifier: MIT
// What instrument inserts, and what it adds: the plan of its
// operands, and the run time that goes with it.
#ifndef CCINSTR_REWRITER_INSTRUMENT_PLANNED_H
#define CCINSTR_REWRITER_INSTRUMENT_PLANNED_H

#include "rewriter/instrument/inputs.h"
#include "rewriter/instrument/modules.h"
#include "rewriter/instrument/instrument.h"
#include "rewriter/jar/jar.h"
#include "rewriter/probe/payload.h"
#include "rewriter/probe/planneeds.h"

// The plan, in the output folder.
#define PLAN_FILE_NAME "ccinstr.plan"

struct planned {
    struct needs needs;
    struct str package;  // of class Probe
    const struct new_file *extra;
    size_t n_extra;
    struct arena arena;
    // Empty if there is no plan:
    const char *path;  // where it is written
    struct emit bytes;
    struct plan plan;
    struct planneeds answers;
    struct payload payload;
    // Where modules share one run time, and for single class files: the jar that
    // has it. Else empty.
    struct modules modules;
    const char *jar_path;
    struct str beside;  // its name, if it takes the place of all others
    struct str module;  // that modules require; "": the run time is in each
    // What the analysis looked at, NULL behind the last; NULL without a plan.
    const char **read;
};

// Makes what the spec asks for: for a plan, the operands are analysed. False, reported,
// if that fails. Release p either way.
bool planned_make(struct planned *p, const struct instrument_spec *spec,
                  const struct inputs *inputs, struct diag *d);
// Writes the plan, if there is one, into the output folder, and the jar for modules.
bool planned_write(struct planned *p, struct diag *d);
void planned_release(struct planned *p);

#endif
