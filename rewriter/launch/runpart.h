// SPDX-License-Identifier: MIT
// Which jars and folders on the path of a java command are the component.
#ifndef CCINSTR_REWRITER_LAUNCH_RUNPART_H
#define CCINSTR_REWRITER_LAUNCH_RUNPART_H

#include "rewriter/launch/javapath.h"

// Sets is_component by element; returns how many are.
//
// With --component these are the elements that hold a class which matches. Without it:
// with -jar that jar; else folders of classes, since people work on these, and the
// element that holds the main class, unless that class runs tests. If these are tests
// alone: what has classes in their packages, if there is such.
u4 runpart_choose(bool *is_component, const struct javapath *path,
                  const struct javapath_spec *spec);
// Is it what tests are in? It is none of the component if --tests names it; if the words
// of a test runner name a class in it or the folder, it is if nothing else is.
bool runpart_is_tests(const struct element *e, const struct javapath *path);
// Is the main class one of the component's?
bool runpart_has_main(const bool *is_component, const struct javapath *path,
                      const struct javapath_spec *spec);
// Does the path hold what is started at all?
bool runpart_is_there(const struct javapath *path,
                      const struct javapath_spec *spec);

#endif
