// SPDX-License-Identifier: MIT
// Operands that are packages of the JDK: their classes instrumented, as
// folders for java --patch-module.
#ifndef CCINSTR_REWRITER_INSTRUMENT_PATCH_H
#define CCINSTR_REWRITER_INSTRUMENT_PATCH_H

#include "rewriter/instrument/inputs.h"
#include "rewriter/instrument/modules.h"
#include "rewriter/driver/spec.h"
#include "rewriter/jar/jar.h"
#include "rewriter/probe/instrclass.h"

// The module that has the run time, if any operand is a part of the JDK.
#define PATCH_HOME "java.base"

bool patch_is_needed(const struct inputs *inputs);
// Call it before anything is analysed, if a patch is needed. False, reported: the run time
// itself runs on one of these packages.
bool patch_check(const struct analysis_spec *spec, struct diag *d);

struct patch {
    const struct analysis_spec *spec;
    struct instr *instr;
    const struct new_file *extra;  // the run time, for PATCH_HOME
    size_t n_extra;
};

// Writes the folder `out` of a module, with those of its classes that change. False,
// reported, if that fails.
bool patch_write(const struct patch *p, struct str module, const char *out,
                 struct jar_counts *counts, struct diag *d);
// The options that java must be given. package: that of the run time.
struct arg_list patch_options(const struct inputs *inputs,
                              const struct modules *m, const char *output,
                              struct str package, struct arena *a);
// Tells the user these options.
void patch_tell(struct arg_list options);

#endif
