// SPDX-License-Identifier: MIT
// dumpflow.h - graph --dump-method: the value-flow form of methods.
#ifndef CCINSTR_REWRITER_STATS_DUMPFLOW_H
#define CCINSTR_REWRITER_STATS_DUMPFLOW_H

#include "analysis/sources/sources.h"

// Prints the methods that `which` says, com/acme/A.name:descriptor or without
// the descriptor, and without the name all of the class. False, reported, if
// there is none or it can't be read.
bool dump_methods(struct sources *src, struct str which, struct diag *d);

#endif
