// SPDX-License-Identifier: MIT
// Needs all that can be inserted, everywhere, to prove the inserter on classes that nobody
// has analysed.
#ifndef CCINSTR_REWRITER_PROBE_ALLNEEDS_H
#define CCINSTR_REWRITER_PROBE_ALLNEEDS_H

#include "rewriter/probe/needs.h"

// Each method is an entry, each call has a probe, whose form varies with its
// offset; so have `new` and accesses to static fields; each lambda is told of,
// and each handler.
struct needs allneeds(void);

#endif
