// SPDX-License-Identifier: MIT
// Patterns of methods: a class pattern, as --component takes it, or
// CLASS#METHOD, where METHOD may hold * and ?; with ! in front it excludes.
#ifndef CCINSTR_REWRITER_DRIVER_PATTERN_H
#define CCINSTR_REWRITER_DRIVER_PATTERN_H

#include "analysis/base/str.h"

#include <stdbool.h>

// Could a method match that pattern in pattern_matches_text?
bool pattern_is_text(const char *pattern);
static inline bool pattern_excludes(const char *pattern) {
    return pattern[0] == '!';
}
// Does a method of class com/acme/Foo match? A ! in front makes no difference.
bool pattern_matches(const char *pattern, struct str class, struct str name);
// Does a method match that is written com/acme/Foo.bar:(I)V? A ! in front makes no
// difference. The pattern may be a method as lists and reports print it, too: so, without
// its descriptor, as Foo.bar(int) or com.acme.Foo.bar(int).
bool pattern_matches_text(const char *pattern, struct str method);

#endif
