// SPDX-License-Identifier: MIT
// Patterns of methods.
#include "rewriter/driver/pattern.h"

#include "rewriter/jar/select.h"

enum { LONGEST_PATTERN = 1000 };

// The class part of a pattern, without ! and #METHOD.
static bool class_part(const char *pattern, char *out, const char **method) {
    const char *p = pattern + (*pattern == '!');
    const char *hash = strchr(p, '#');
    size_t n = hash ? (size_t)(hash - p) : strlen(p);
    if (n >= LONGEST_PATTERN) {
        return false;
    }
    memcpy(out, p, n);
    out[n] = '\0';
    *method = hash ? hash + 1 : NULL;
    return true;
}

// * is any run of characters, ? any one. The last * is all that needs retrying.
static bool is_like(const char *p, struct str s) {
    const char *star = NULL;
    size_t i = 0, from = 0;
    while (i < s.n) {
        if (*p == '*') {
            star = ++p;
            from = i;
        } else if (*p && (*p == '?' || *p == s.p[i])) {
            p++;
            i++;
        } else if (star) {
            p = star;
            i = ++from;
        } else {
            return false;
        }
    }
    while (*p == '*') {
        p++;
    }
    return *p == '\0';
}

// com/acme/Foo.bar:(I)V
static bool is_method_text(const char *pattern) {
    const char *dot = strchr(pattern, '.');
    return dot && strstr(dot, ":(");
}

bool pattern_is(const char *pattern) {
    char class[LONGEST_PATTERN];
    const char *method;
    return class_part(pattern, class, &method) && select_is_pattern(class);
}

bool pattern_is_text(const char *pattern) {
    return is_method_text(pattern) || pattern_is(pattern);
}

bool pattern_matches(const char *pattern, struct str class, struct str name) {
    char of[LONGEST_PATTERN];
    const char *method;
    return class_part(pattern, of, &method) && select_matches(of, class) &&
           (!method || is_like(method, name));
}

bool pattern_matches_text(const char *pattern, struct str method) {
    if (is_method_text(pattern)) {
        return str_eq(str_of(pattern + pattern_excludes(pattern)), method);
    }
    const char *dot = memchr(method.p, '.', method.n);
    if (!dot) {
        return false;
    }
    size_t n = (size_t)(dot - method.p);
    struct str name = {dot + 1, method.n - n - 1};
    size_t end = 0;
    while (end < name.n &&
           !str_starts((struct str){name.p + end, name.n - end}, STR(":("))) {
        end++;
    }
    name.n = end;
    return pattern_matches(pattern, (struct str){method.p, n}, name);
}
