// SPDX-License-Identifier: MIT
// Int from tests: the members that classes of a test suite use.
#ifndef CCINSTR_ANALYSIS_INTERFACE_INTTESTS_H
#define CCINSTR_ANALYSIS_INTERFACE_INTTESTS_H

#include "analysis/interface/interface.h"

// Adds the members that the classes of SRC_TESTS refer to, of the component and of
// libraries, directly or by inheritance; the arrays that they make and use; and the test
// classes themselves, whose objects may come to the component. Their methods that make
// lambdas are called, since a lambda has no class that could be made.
void inttests_add(struct interface *interface, struct world *w);

#endif
