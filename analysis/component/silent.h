// SPDX-License-Identifier: MIT
// Call sites at which nothing is known to run.
#ifndef CCINSTR_ANALYSIS_COMPONENT_SILENT_H
#define CCINSTR_ANALYSIS_COMPONENT_SILENT_H

#include "analysis/component/calls.h"

// Puts them among the others, without labels, and numbers all anew.
void silent_add(struct calls *c);

#endif
