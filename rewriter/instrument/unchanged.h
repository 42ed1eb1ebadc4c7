// SPDX-License-Identifier: MIT
// Whether there is nothing to do, because all is as it was left.
//
// Builds call instrument each time. Beside its outputs stands a list of all that made
// them, .ccinstr-made: the program, its options, and size and times of each file that was
// read or written, also of files in folders. While a new list would be the same there is
// nothing to do. Files that were looked for in vain are listed as well, so that a jar
// which appears on the class path counts. Times are enough, as for make: to read the
// contents takes longer than to instrument them.
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

// Release u afterwards.
void unchanged_init(struct unchanged *u, const struct instrument_spec *spec,
                    const struct inputs *inputs);
void unchanged_release(struct unchanged *u);

bool unchanged_is(struct unchanged *u);
// Outputs that earlier commands have written into that folder, as they named them, NULL
// behind the last; NULL if that is not known. In arena a.
const char *const *unchanged_written(const char *output, struct arena *a);
// Makes the list one of names only: they say which outputs may be replaced, and those to
// be written now are among them. Call it before an output is written, and again if there
// was no folder for the list then.
void unchanged_forget(struct unchanged *u);
// Call it when the command has failed. Removes the list if no output is there, of this
// command or an earlier one.
void unchanged_drop(const struct unchanged *u);
// Tells of outputs that an earlier command left and this one did not write: they are of a
// plan that is no more.
void unchanged_tell_left(const struct unchanged *u, struct diag *d);
// Writes the list. Call it when all is written, with u->warned set. read: the files that
// the analysis looked at; written: files besides the outputs of the inputs; NULL behind
// the last of each. If that fails it is no error: without a list the next run does all
// again.
void unchanged_note(struct unchanged *u, const char *const *read,
                    const char *const *written);

#endif
