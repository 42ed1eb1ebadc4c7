// SPDX-License-Identifier: MIT
// Patterns of methods: a class pattern, as --component takes it, or
// CLASS#METHOD, where METHOD may hold * and ?; with ! in front it excludes.
#ifndef CCINSTR_REWRITER_DRIVER_PATTERN_H
#define CCINSTR_REWRITER_DRIVER_PATTERN_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"

#include <stdbool.h>

// Could a method match that pattern in pattern_matches_text?
bool pattern_is_text(const char *pattern);
static inline bool pattern_excludes(const char *pattern) {
    return pattern[0] == '!';
}
// Does a method match that is written com/acme/Foo.bar:(I)V? A ! in front makes no
// difference. The pattern may be a method as lists and reports print it, too: so, without
// its descriptor, as Foo.bar(int) or com.acme.Foo.bar(int); and with # for its last dot.
bool pattern_matches_text(const char *pattern, struct str method);

// The methods that could be meant, each written com/acme/Foo.bar:(I)V, from 0.
struct pattern_methods {
    u4 n;
    struct str (*name)(void *context, u4 i);
    void *context;
};
// How a text is meant among some methods. If none of them matches it as
// pattern_matches_text has it, it is loose: Foo.bar or bar, and Foo.bar() with any
// parameters.
struct pattern {
    const char *text;
    bool loose;
    bool any;  // a method matches
};
struct pattern pattern_among(const char *text,
                             const struct pattern_methods *all);
bool pattern_takes(const struct pattern *p, struct str method);
// The methods that are nearest to a text that none matches, at most that many: those of
// its name, else of one like it. Returns how many.
u4 pattern_near(const char *text, const struct pattern_methods *all, u4 *near,
                u4 most);

#endif
