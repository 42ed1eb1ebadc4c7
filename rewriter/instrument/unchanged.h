// SPDX-License-Identifier: MIT
// Is there nothing to do, because all is as it was left?
//
// Builds call instrument each time. Beside its outputs stands a list of all that made
// them, .ccinstr-made: the program, its options, and of each file that was read or
// written its size and times, of folders those of all files in them. While a new list
// would be the same there is nothing to do. What was looked for in vain is listed as
// well, so that a jar which appears on the class path counts. Times are enough, as for
// make; contents would have to be read, which takes longer than to instrument them.
#ifndef CCINSTR_REWRITER_INSTRUMENT_UNCHANGED_H
#define CCINSTR_REWRITER_INSTRUMENT_UNCHANGED_H

#include "analysis/base/arena.h"
#include "rewriter/instrument/inputs.h"
#include "rewriter/instrument/instrument.h"

#include <time.h>

struct unchanged {
    const struct instrument_spec *spec;
    const struct inputs *inputs;
    const char *path;       // of the list
    struct timespec start;  // what is younger changed while it was read
    u4 warned;              // warnings when the outputs were made
    const char *const
        *before;     // outputs that an earlier command left, then NULL
    bool forgotten;  // the list is of names only
    struct arena arena;
};

// To be released.
void unchanged_init(struct unchanged *u, const struct instrument_spec *spec,
                    const struct inputs *inputs);
void unchanged_release(struct unchanged *u);

bool unchanged_is(struct unchanged *u);
// Outputs that earlier commands have written into that folder, as they named them, NULL
// behind the last; NULL if that is not known. In arena a.
const char *const *unchanged_written(const char *output, struct arena *a);
// Before an output is written, and again if there was no folder for it then: the list is of
// what is no more. Of it remains which outputs may be replaced, and so it is with those
// that are written now.
void unchanged_forget(struct unchanged *u);
// It has failed: if no output is there, of earlier commands neither, nor is the list.
void unchanged_drop(const struct unchanged *u);
// Of outputs that an earlier command left and this one did not write: they are of a plan
// that is no more.
void unchanged_tell_left(const struct unchanged *u, struct diag *d);
// Afterwards, with u->warned. read: what the analysis looked at; written: besides the
// outputs of the inputs; NULL behind the last of each. Without a list the next run does all
// again, so what fails is no error.
void unchanged_note(struct unchanged *u, const char *const *read,
                    const char *const *written);

#endif
