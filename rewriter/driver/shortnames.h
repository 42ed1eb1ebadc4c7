// SPDX-License-Identifier: MIT
// Names of operands, in the output folder and in plans.
//
// A name is the last part of a path, so neither depends on where things lie. Folders of
// one name, as the parts of a build have them, keep as many of the folders above them as
// tell them apart: core/target/classes and web/target/classes.
#ifndef CCINSTR_REWRITER_DRIVER_SHORTNAMES_H
#define CCINSTR_REWRITER_DRIVER_SHORTNAMES_H

#include "analysis/base/str.h"
#include "analysis/text/arglist.h"

// One for each operand; empty if it has none, as "/" has not.
struct str *names_of(const struct arg_list *operands, struct arena *a);
// Is one of these names the other, or that of a folder that would hold it?
bool names_meet(struct str one, struct str other);

#endif
