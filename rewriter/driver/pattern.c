// SPDX-License-Identifier: MIT
// Patterns of methods.
#include "rewriter/driver/pattern.h"

#include "analysis/classfile/desc.h"
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

// --- Methods as they are printed ---------------------------------------------

// Of com/acme/Foo.bar:(I)V. Lists have it as it is, or without its descriptor; reports
// have Foo.bar(int).
struct written {
    struct str class, name, args;
};

static bool split_method(struct str text, struct written *w) {
    const char *dot = memchr(text.p, '.', text.n);
    const char *colon =
        dot ? memmem(dot, text.n - (size_t)(dot - text.p), ":(", 2) : NULL;
    struct desc_method d = {.args = STR("")};
    if (!colon ||
        !desc_method(
            (struct str){colon + 1, text.n - (size_t)(colon + 1 - text.p)},
            &d)) {
        return false;
    }
    *w = (struct written){{text.p, (size_t)(dot - text.p)},
                          {dot + 1, (size_t)(colon - dot - 1)},
                          d.args};
    return true;
}

// Is com/acme/Foo what com.acme.Foo, acme.Foo or Foo means?
static bool is_class(struct str class, struct str shown) {
    size_t from = class.n - shown.n;
    if (!shown.n || shown.n > class.n || (from && class.p[from - 1] != '/')) {
        return false;
    }
    for (size_t i = 0; i < shown.n; i++) {
        char c = class.p[from + i] == '/' ? '.' : class.p[from + i];
        if (c != shown.p[i]) {
            return false;
        }
    }
    return true;
}

// Is that type, of a descriptor, shown so: int, Foo, Foo[]?
static bool is_type(struct str type, struct str shown) {
    static const char *const primitive[] = {
        ['B'] = "byte", ['C'] = "char", ['D'] = "double", ['F'] = "float",
        ['I'] = "int",  ['J'] = "long", ['S'] = "short",  ['Z'] = "boolean"};
    while (type.n && type.p[0] == '[' && str_ends(shown, STR("[]"))) {
        type = (struct str){type.p + 1, type.n - 1};
        shown.n -= 2;
    }
    u1 c = type.n ? (u1)type.p[0] : 0;
    if (c == 'L') {
        return is_class((struct str){type.p + 1, type.n - 2}, shown);
    }
    return c < sizeof primitive / sizeof *primitive && primitive[c] &&
           str_eq(shown, str_of(primitive[c]));
}

static struct str next_type(struct str *shown) {
    const char *comma = memchr(shown->p, ',', shown->n);
    size_t n = comma ? (size_t)(comma - shown->p) : shown->n;
    struct str type = {shown->p, n};
    n += comma != NULL;
    *shown = (struct str){shown->p + n, shown->n - n};
    while (type.n && type.p[0] == ' ') {
        type = (struct str){type.p + 1, type.n - 1};
    }
    return type;
}

static bool are_types(struct str args, struct str shown) {
    while (args.n && shown.n) {
        if (!is_type(desc_next(&args), next_type(&shown))) {
            return false;
        }
    }
    return !args.n && !shown.n;
}

// Foo.bar(int): behind its last dot in front of the parameters is the name.
static bool is_shown(struct str shown) {
    const char *open = memchr(shown.p, '(', shown.n);
    return open && str_ends(shown, STR(")")) &&
           memchr(shown.p, '.', (size_t)(open - shown.p)) &&
           !memmem(shown.p, shown.n, ":(", 2) && !memchr(shown.p, '#', shown.n);
}

static bool is_as_shown(struct str shown, const struct written *w) {
    const char *open = memchr(shown.p, '(', shown.n);
    const char *dot = memrchr(shown.p, '.', (size_t)(open - shown.p));
    size_t n = (size_t)(dot - shown.p);
    struct str name = {dot + 1, (size_t)(open - dot - 1)};
    struct str args = {open + 1, shown.n - (size_t)(open + 1 - shown.p) - 1};
    return str_eq(name, w->name) &&
           is_class(w->class, (struct str){shown.p, n}) &&
           are_types(w->args, args);
}

// com/acme/Foo.bar:(I)V, com/acme/Foo.bar or Foo.bar(int): no pattern, which has # in front
// of its method.
static bool is_method_text(const char *pattern) {
    struct str text = str_of(pattern + pattern_excludes(pattern));
    const char *dot = memchr(text.p, '.', text.n);
    return is_shown(text) ||
           (dot && (strstr(dot, ":(") || memchr(text.p, '/', text.n)) &&
            !memchr(text.p, '#', text.n));
}

static bool is_that_method(struct str shown, struct str method) {
    struct written w;
    return str_eq(shown, method) ||
           (str_starts(method, shown) &&
            str_starts((struct str){method.p + shown.n, method.n - shown.n},
                       STR(":("))) ||
           (is_shown(shown) && split_method(method, &w) &&
            is_as_shown(shown, &w));
}

// --- Patterns ----------------------------------------------------------------

bool pattern_is_text(const char *pattern) {
    char class[LONGEST_PATTERN];
    const char *method;
    return is_method_text(pattern) ||
           (class_part(pattern, class, &method) && select_is_pattern(class));
}

bool pattern_matches(const char *pattern, struct str class, struct str name) {
    char of[LONGEST_PATTERN];
    const char *method;
    return class_part(pattern, of, &method) && select_matches(of, class) &&
           (!method || is_like(method, name));
}

bool pattern_matches_text(const char *pattern, struct str method) {
    if (is_that_method(str_of(pattern + pattern_excludes(pattern)), method)) {
        return true;
    }
    if (is_method_text(pattern)) {
        return false;
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
