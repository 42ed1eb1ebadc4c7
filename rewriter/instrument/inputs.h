// SPDX-License-Identifier: MIT
// The inputs that the operands name, and where each goes in the output folder.
//
// All of it is decided, and refused if need be, before anything is written.
#ifndef CCINSTR_REWRITER_INSTRUMENT_INPUTS_H
#define CCINSTR_REWRITER_INSTRUMENT_INPUTS_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/text/arglist.h"

#include <sys/stat.h>

enum input_kind {
    INPUT_MISSING,
    INPUT_ARCHIVE,
    INPUT_CLASS,
    INPUT_FOLDER,
    INPUT_JDK,  // jrt:/MODULE or jrt:/MODULE/PACKAGE
};

struct input {
    struct str shown;  // as it was given
    const char *path;
    const char *out;
    enum input_kind kind;  // INPUT_MISSING: that was reported
    struct stat st;
    struct str module;  // of INPUT_JDK
    bool is_implied;    // no operand: the run time goes there
};

struct inputs {
    struct input *item;
    size_t n;
};

enum inputs_result {
    INPUTS_FINE,
    INPUTS_CLASH,   // two have one name: the command line makes no sense
    INPUTS_UNSAFE,  // an output would be an input, or destroy one
};

// Does an operand name a part of the JDK?
bool inputs_is_part(const char *operand);

struct inputs_spec {
    struct arg_list operands;
    const char *output;  // the folder
    struct arg_list
        names;  // where below it each operand goes; or none: by its own name
};
enum inputs_result inputs_find(struct inputs *inputs,
                               const struct inputs_spec *spec, struct arena *a,
                               struct diag *d);

// Makes the folders that an output is to be in. False, reported, if that fails.
bool inputs_make_room(const struct input *input, struct arena *a,
                      struct diag *d);

#endif
