// SPDX-License-Identifier: MIT
// Call sites at which nothing is known to run.
#ifndef CCINSTR_ANALYSIS_COMPONENT_SILENT_H
#define CCINSTR_ANALYSIS_COMPONENT_SILENT_H

#include "analysis/component/calls.h"

// Adds the silent sites to c, without labels, and numbers all sites anew.
void silent_add(struct calls *c);

#endif
