// SPDX-License-Identifier: MIT
// Which jars and folders on the path of a java command are the component.
#ifndef CCINSTR_REWRITER_LAUNCH_RUNPART_H
#define CCINSTR_REWRITER_LAUNCH_RUNPART_H

#include "rewriter/launch/javapath.h"

// Sets is_component by element; how many there are.
//
// With --component those that hold a class which matches. Without: with -jar that
// jar; else folders of classes, which are what is being worked on, and what holds
// the main class, unless that runs tests.
u4 runpart_choose(bool *is_component, const struct javapath *path,
                  const struct javapath_spec *spec);
// Is the main class one of the component's?
bool runpart_has_main(const bool *is_component, const struct javapath *path,
                      const struct javapath_spec *spec);
// Does the path hold what is started at all?
bool runpart_is_there(const struct javapath *path,
                      const struct javapath_spec *spec);

#endif
