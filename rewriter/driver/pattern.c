// SPDX-License-Identifier: MIT
// Patterns of methods.
#include "rewriter/driver/pattern.h"

#include "analysis/classfile/desc.h"
#include "analysis/text/near.h"
#include "rewriter/jar/select.h"
#include "rt-native/shared.h"

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

// Is com/acme/Foo$Bar what com.acme.Foo$Bar or com.acme.Foo.Bar means?
static bool is_same_class(struct str class, struct str shown) {
    for (size_t i = 0; i < shown.n; i++) {
        char c = class.p[i];
        if (c != shown.p[i] && (shown.p[i] != '.' || (c != '/' && c != '$'))) {
            return false;
        }
    }
    return true;
}

static struct str behind(struct str s, struct str begin) {
    return (struct str){s.p + begin.n, s.n - begin.n};
}

// Is com/acme/Foo what com.acme.Foo, acme.Foo or Foo means? What is nested, by one of
// `before` in front of its name; of a client, client:com/acme/Foo is client:Foo, too.
static bool is_class(struct str class, struct str shown, const char *before) {
    struct str client = str_of(CLIENT_PREFIX);
    if (str_starts(class, client) && str_starts(shown, client)) {
        class = behind(class, client);
        shown = behind(shown, client);
    }
    size_t from = class.n - shown.n;
    return shown.n && shown.n <= class.n &&
           (!from || strchr(before, class.p[from - 1])) &&
           is_same_class((struct str){class.p + from, shown.n}, shown);
}

// Is that type, of a descriptor, shown so: int, Foo, Foo[], Foo...?
static bool is_type(struct str type, struct str shown) {
    static const char *const primitive[] = {
        ['B'] = "byte", ['C'] = "char", ['D'] = "double", ['F'] = "float",
        ['I'] = "int",  ['J'] = "long", ['S'] = "short",  ['Z'] = "boolean"};
    bool dots = str_ends(shown, STR("..."));
    while (type.n && type.p[0] == '[' && (dots || str_ends(shown, STR("[]")))) {
        type = (struct str){type.p + 1, type.n - 1};
        shown.n -= dots ? 3 : 2;
        dots = false;
    }
    u1 c = type.n ? (u1)type.p[0] : 0;
    if (c == 'L') {
        return is_class((struct str){type.p + 1, type.n - 2}, shown, "/$");
    }
    return c < sizeof primitive / sizeof *primitive && primitive[c] &&
           str_eq(shown, str_of(primitive[c]));
}

static struct str trim(struct str s) {
    while (s.n && s.p[0] == ' ') {
        s = (struct str){s.p + 1, s.n - 1};
    }
    while (s.n && s.p[s.n - 1] == ' ') {
        s.n--;
    }
    return s;
}

static struct str next_type(struct str *shown) {
    const char *comma = memchr(shown->p, ',', shown->n);
    size_t n = comma ? (size_t)(comma - shown->p) : shown->n;
    struct str type = {shown->p, n};
    n += comma != NULL;
    *shown = (struct str){shown->p + n, shown->n - n};
    return trim(type);
}

static bool are_types(struct str args, struct str shown) {
    while (args.n && shown.n) {
        if (!is_type(desc_next(&args), next_type(&shown))) {
            return false;
        }
    }
    return !args.n && !shown.n;
}

// Foo.bar(int), Foo#bar(int), Foo.bar, bar: what stands there, without blanks.
struct said {
    struct str class, name, args;  // the class may be empty
    bool has_args;
};

static bool read_said(struct str text, struct said *s) {
    // A name may have a bracket, too; types have none.
    const char *open = memrchr(text.p, '(', text.n);
    struct str front = {text.p, open ? (size_t)(open - text.p) : text.n};
    if ((open && !str_ends(text, STR(")"))) ||
        memmem(text.p, text.n, ":(", 2)) {
        return false;
    }
    const char *at = memchr(front.p, '#', front.n);
    at = at ? at : memrchr(front.p, '.', front.n);
    size_t n = at ? (size_t)(at - front.p) : 0, skip = n + (at != NULL);
    *s = (struct said){.class = {front.p, n},
                       .name =
                           trim((struct str){front.p + skip, front.n - skip}),
                       .has_args = open != NULL};
    if (open) {
        s->args = trim(
            (struct str){open + 1, text.n - (size_t)(open + 1 - text.p) - 1});
    }
    return s->name.n != 0 && !memchr(s->name.p, '#', s->name.n);
}

static struct str text_of(const char *pattern) {
    return str_of(pattern + pattern_excludes(pattern));
}

// Foo.bar(int) or bar(int).
static bool is_shown(struct str text, struct said *s) {
    return read_said(text, s) && s->has_args;
}

static bool is_said_class(const struct said *s, struct str class,
                          const char *before) {
    return !s->class.n || is_class(class, s->class, before);
}

// com/acme/Foo.bar:(I)V, com/acme/Foo.bar or Foo.bar(int): no pattern, which has # in front
// of its method.
static bool is_method_text(const char *pattern) {
    struct str text = text_of(pattern);
    struct said s;
    const char *dot = memchr(text.p, '.', text.n);
    return is_shown(text, &s) ||
           (dot && (strstr(dot, ":(") || memchr(text.p, '/', text.n)) &&
            !memchr(text.p, '#', text.n));
}

static bool is_that_method(struct str shown, struct str method) {
    struct written w;
    struct said s;
    return str_eq(shown, method) ||
           (str_starts(method, shown) &&
            str_starts((struct str){method.p + shown.n, method.n - shown.n},
                       STR(":("))) ||
           (is_shown(shown, &s) && split_method(method, &w) &&
            str_eq(s.name, w.name) && is_said_class(&s, w.class, "/") &&
            are_types(w.args, s.args));
}

// Shop#sell of any package, com.acme.Shop.Part#run of a nested class.
static bool is_by_hash(struct str text, struct str class, struct str name) {
    struct said s;
    char of[LONGEST_PATTERN];
    if (!memchr(text.p, '#', text.n) || !read_said(text, &s) || s.has_args ||
        s.class.n >= sizeof of || !str_eq(s.name, name)) {
        return false;
    }
    if (memchr(s.class.p, '.', s.class.n)) {
        return s.class.n == class.n && is_same_class(class, s.class);
    }
    memcpy(of, s.class.p, s.class.n);
    of[s.class.n] = '\0';
    return !strpbrk(of, "*?") && select_matches(of, str_base(class));
}

// --- What is no pattern ------------------------------------------------------

// Foo.bar and bar, or Foo.bar() for any types, too.
static bool is_loosely(struct str text, struct str method) {
    struct written w;
    struct said s;
    return read_said(text, &s) && split_method(method, &w) &&
           str_eq(s.name, w.name) && is_said_class(&s, w.class, "/$") &&
           (!s.args.n || are_types(w.args, s.args));
}

// No class has the name of a constructor.
static bool is_loose_text(struct str text) {
    struct said s;
    return read_said(text, &s) && !memchr(text.p, '/', text.n) &&
           (str_eq(s.name, STR("<init>")) || str_eq(s.name, STR("<clinit>")));
}

struct pattern pattern_among(const char *text,
                             const struct pattern_methods *all) {
    struct pattern p = {.text = text};
    for (u4 both = 0; both < 2; both++) {
        p.loose = both;
        for (u4 i = 0; i < all->n; i++) {
            if (pattern_takes(&p, all->name(all->context, i))) {
                p.any = true;
                return p;
            }
        }
    }
    return p;
}

bool pattern_takes(const struct pattern *p, struct str method) {
    return p->loose ? is_loosely(text_of(p->text), method)
                    : pattern_matches_text(p->text, method);
}

// The less, the nearer; UINT32_MAX: not near.
static u4 distance(const struct said *s, struct str method) {
    struct written w;
    if (!split_method(method, &w)) {
        return UINT32_MAX;
    }
    u4 d = near_distance(s->name, w.name);
    bool is = is_class(w.class, s->class, "/$");
    const char *dot = memrchr(s->class.p, '.', s->class.n);
    size_t skip = dot ? (size_t)(dot + 1 - s->class.p) : 0;
    struct str simple = {s->class.p + skip, s->class.n - skip};
    u4 of_class =
        is || !simple.n ? 0 : near_distance(simple, str_base(w.class));
    if (!near_enough(d, w.name) ||
        (d && !near_enough(of_class, str_base(w.class)))) {
        return UINT32_MAX;
    }
    // What has the name, in whatever class, comes before what only looks like it.
    return d * (2 * NEAR_LETTERS) + of_class;
}

u4 pattern_near(const char *text, const struct pattern_methods *all, u4 *near,
                u4 most) {
    struct said s;
    u4 least = UINT32_MAX, n = 0;
    if (strpbrk(text, "*?/") || !read_said(text_of(text), &s)) {
        return 0;
    }
    for (u4 i = 0; i < all->n; i++) {
        u4 d = distance(&s, all->name(all->context, i));
        n = d < least ? 0 : n;
        least = d < least ? d : least;
        if (d == least && d != UINT32_MAX && n < most) {
            near[n++] = i;
        }
    }
    return n;
}

// --- Patterns ----------------------------------------------------------------

bool pattern_is_text(const char *pattern) {
    char class[LONGEST_PATTERN];
    const char *method;
    return is_method_text(pattern) || is_loose_text(text_of(pattern)) ||
           (class_part(pattern, class, &method) && select_is_pattern(class));
}

static bool matches(const char *pattern, struct str class, struct str name) {
    char of[LONGEST_PATTERN];
    const char *method;
    return class_part(pattern, of, &method) && select_matches(of, class) &&
           (!method || is_like(method, name));
}

bool pattern_matches_text(const char *pattern, struct str method) {
    if (is_that_method(text_of(pattern), method)) {
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
    struct str class = {method.p, n};
    return matches(pattern, class, name) ||
           is_by_hash(text_of(pattern), class, name);
}
