// SPDX-License-Identifier: MIT
// The classes on the path: all, those below a type, those whose names fit a pattern.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/base/order.h"
#include "analysis/sources/sources.h"
#include "analysis/world/world.h"

static void load_part(struct dynamic *d, enum src_part part) {
    struct str name;
    for (struct src_iter it = src_each(d->w->src, part);
         src_next(&it, &name);) {
        world_load(d->w, world_class(d->w, name));
    }
}

void path_load(struct dynamic *d) {
    if (d->n_path) {
        return;
    }
    for (enum src_part part = 0; part < SRC_N_PARTS; part++) {
        load_part(d, part);
    }
    d->n_path = d->w->class.n;
    vec_cover(&d->next_class_in, d->n_path);
    for (class_id c = 1; c < d->n_path; c++) {
        u4 package = package_of(d, c);
        vec_cover(&d->class_in, package + 1);
        d->next_class_in.v[c] = d->class_in.v[package];
        d->class_in.v[package] = c;
    }
}

// --- Below a type ------------------------------------------------------------

// A cast tells what is made if so few classes outside the JDK fit it.
enum { MOST_BELOW = 16 };

static bool is_below(const struct dynamic *d, class_id c, class_id top) {
    const struct world *w = d->w;
    return w->class.v[c].state == CLASS_LOADED && world_is_concrete(w, c) &&
           !(w->class.v[c].flags & CLASS_ARRAY) && world_is_subtype(w, c, top);
}

// Of all classes.
static void list_below(struct dynamic *d, class_id top) {
    path_load(d);
    world_load(d->w, top);
    for (class_id c = 1; c < d->w->class.n; c++) {
        if (is_below(d, c, top)) {
            vec_push(&d->found, c);
        }
    }
}

// Of those of a part, which are only looked at.
static void list_below_in(struct dynamic *d, enum src_part part, class_id top) {
    struct str name;
    for (struct src_iter it = src_each(d->w->src, part);
         src_next(&it, &name);) {
        bool is = supertypes_has(&d->supertypes, name, d->w->class.v[top].name);
        if (is && !(supertypes_access_flags(&d->supertypes, name) &
                    (ACC_INTERFACE | ACC_ABSTRACT))) {
            vec_push(&d->found, world_class(d->w, name));
        }
    }
}

static struct below find_below(struct dynamic *d, class_id top) {
    d->found.n = 0;
    if (d->spec.level == DYNAMIC_RESOLVED) {
        list_below_in(d, SRC_COMPONENT, top);
        list_below_in(d, SRC_TESTS, top);
        list_below_in(d, SRC_LIBRARY, top);
    } else {
        list_below(d, top);
    }
    u4 n = d->found.n;
    class_id *class = ARENA_ARRAY(&d->arena, class_id, n + 1);
    for (u4 i = 0; i < n; i++) {
        class[i] = d->found.v[i];
    }
    return (struct below){
        class, n, d->spec.level != DYNAMIC_RESOLVED || (n && n <= MOST_BELOW)};
}

struct below path_below(struct dynamic *d, class_id top) {
    u4 *known = idmap_at(&d->below_of, idmap_key(top, 1));
    if (!*known) {
        *known = d->below.n + 1;
        struct below found = find_below(d, top);
        vec_push(&d->below, found);
        return found;
    }
    return d->below.v[*known - 1];
}

u4 path_n_below(const struct dynamic *d, class_id top) {
    u4 known = idmap_find(&d->below_of, idmap_key(top, 1));
    return known ? d->below.v[known - 1].n : 0;
}

// --- By a pattern ------------------------------------------------------------

static void name_part(struct dynamic *d, enum src_part part) {
    struct str name;
    for (struct src_iter it = src_each(d->w->src, part);
         src_next(&it, &name);) {
        vec_push(&d->name, name);
    }
}

static int name_order(const void *a, const void *b) {
    const struct str *x = a, *y = b;
    return str_order(*x, *y);
}

static void find_names(struct dynamic *d) {
    if (d->name.n == 0) {
        for (enum src_part part = 0; part < SRC_N_PARTS; part++) {
            name_part(d, part);
        }
        SORT(d->name.v, d->name.n, name_order);
    }
}

// A name of Java's as class files have it.
static struct str binary_name(struct dynamic *d, struct str text) {
    char *binary = arena_cstr(&d->scratch, text);
    for (size_t i = 0; i < text.n; i++) {
        binary[i] = binary[i] == '.' ? '/' : binary[i];
    }
    return (struct str){binary, text.n};
}

bool path_begins(struct dynamic *d, struct str text) {
    struct str prefix = binary_name(d, text);
    u4 at = 0;
    find_names(d);
    SEARCH(at, d->name.n, i, str_order(d->name.v[i], prefix) < 0);
    return at < d->name.n && str_starts(d->name.v[at], prefix);
}

void path_each_begun(struct dynamic *d, u4 about, struct str text,
                     void (*found)(struct dynamic *d, u4 about, class_id c)) {
    struct str prefix = binary_name(d, text);
    u4 at = 0;
    find_names(d);
    SEARCH(at, d->name.n, i, str_order(d->name.v[i], prefix) < 0);
    for (; at < d->name.n && str_starts(d->name.v[at], prefix); at++) {
        if (!at || !str_eq(d->name.v[at], d->name.v[at - 1])) {
            found(d, about, world_class(d->w, d->name.v[at]));
        }
    }
}

// '*' stands for whatever.
bool path_fits(struct str pattern, struct str text) {
    size_t p = 0, t = 0, star = pattern.n, from = 0;
    while (t < text.n) {
        if (p < pattern.n && pattern.p[p] == '*') {
            star = p++;
            from = t;
        } else if (p < pattern.n && pattern.p[p] == text.p[t]) {
            p++;
            t++;
        } else if (star < pattern.n) {
            p = star + 1;
            t = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.n && pattern.p[p] == '*') {
        p++;
    }
    return p == pattern.n;
}

// What has no package in front fits too much to be of use; no name of a class has a '/',
// but a text that will be one may.
static struct fitting find_fitting(struct dynamic *d, struct str pattern) {
    struct fitting found = {.is_known = memchr(pattern.p, '/', pattern.n)};
    u4 n = 0;
    const char *star = memchr(pattern.p, '*', pattern.n);
    struct str prefix = {pattern.p, (size_t)(star - pattern.p)};
    class_id class[MOST_FITTING];
    u4 at = 0;
    if (found.is_known || !memchr(prefix.p, '.', prefix.n)) {
        return found;
    }
    pattern.p = prefix.p = binary_name(d, pattern).p;
    find_names(d);
    SEARCH(at, d->name.n, i, str_order(d->name.v[i], prefix) < 0);
    for (; at < d->name.n && str_starts(d->name.v[at], prefix); at++) {
        struct str name = d->name.v[at];
        if (!path_fits(pattern, name) ||
            (at && str_eq(name, d->name.v[at - 1]))) {
            continue;
        }
        if (n == MOST_FITTING) {
            return found;
        }
        class[n++] = world_class(d->w, name);
    }
    class_id *kept = ARENA_ARRAY(&d->arena, class_id, n + 1);
    memcpy(kept, class, n * sizeof *class);
    return (struct fitting){kept, n, true};
}

struct fitting path_fitting(struct dynamic *d, text_id pattern) {
    u4 *known = idmap_at(&d->fitting_of, pattern);
    if (!*known) {
        struct fitting found = find_fitting(d, text_of(d, pattern));
        vec_push(&d->fitting, found);
        *known = d->fitting.n;
    }
    return d->fitting.v[*known - 1];
}
