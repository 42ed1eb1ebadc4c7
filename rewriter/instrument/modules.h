// SPDX-License-Identifier: MIT
// Which inputs are modules, so that where they share one run time it
// is a module of its own.
#ifndef CCINSTR_REWRITER_INSTRUMENT_MODULES_H
#define CCINSTR_REWRITER_INSTRUMENT_MODULES_H

#include "rewriter/instrument/inputs.h"

struct modules {
    size_t n_explicit;   // inputs with a module-info
    size_t n_automatic;  // archives without: on a module path they are modules
    struct str *name;    // of the explicit ones whose module-info can be read
    struct str *main_class;  // theirs: what ModuleMainClass names, or ""
    size_t n_named;
};

// Finds the modules among the inputs. Damaged inputs are none; they are reported
// elsewhere. False, reported, if something could not be read.
bool modules_find(struct modules *m, const struct inputs *inputs,
                  struct arena *a, struct diag *d);
// No package may be in two modules that meet, nor in one and on the class path:
// is there a module, and another input?
bool modules_share(const struct modules *m, const struct inputs *inputs);

#endif
