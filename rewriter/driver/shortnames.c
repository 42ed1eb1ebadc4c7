// SPDX-License-Identifier: MIT
// The last parts of paths, as many as it takes.
#include "rewriter/driver/shortnames.h"

#include "analysis/base/arena.h"
#include "analysis/base/mem.h"
#include "analysis/base/types.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static struct str real_path(const char *path, struct arena *a) {
    char *real = realpath(path, NULL);
    struct str s = real ? arena_str(a, str_of(real)) : STR("");
    mem_free(real);
    return s;
}

// From the root, as it was given: of links in it the names are wanted, not where they
// lead. But for "..", which leads on from there.
static struct str full_path(const char *path, struct arena *a) {
    struct str rest = str_of(path);
    char *here = path[0] == '/' ? NULL : getcwd(NULL, 0);
    char *to = arena_printf(a, "%s/%s", here ? here : "", path);
    size_t n = here ? strlen(here) : 0;
    mem_free(here);
    while (rest.n) {
        const char *slash = memchr(rest.p, '/', rest.n);
        struct str part = {rest.p, slash ? (size_t)(slash - rest.p) : rest.n};
        if (str_eq(part, STR(".."))) {
            return real_path(path, a);
        }
        if (part.n && !str_eq(part, STR("."))) {
            to[n++] = '/';
            memcpy(to + n, part.p, part.n);
            n += part.n;
        }
        rest.p += part.n + (slash != NULL);
        rest.n -= part.n + (slash != NULL);
    }
    return (struct str){to, n};
}

static struct str last_part(const char *path, struct arena *a) {
    struct str s = str_of(path);
    while (s.n > 1 && s.p[s.n - 1] == '/') {
        s.n--;
    }
    struct str base = str_base(s);
    if (str_eq(base, STR(".")) || str_eq(base, STR(".."))) {
        base = str_base(real_path(path, a));
    }
    return str_eq(base, STR("/")) ? STR("") : base;
}

// Of a path without "." and "..": of /shop/core/target/classes 2 are target/classes.
// Empty if it has not so many.
static struct str last_parts(struct str path, u4 parts) {
    for (size_t i = path.n; i > 0; i--) {
        if (path.p[i - 1] == '/' && --parts == 0) {
            return (struct str){path.p + i, path.n - i};
        }
    }
    return STR("");
}

bool names_meet(struct str one, struct str other) {
    struct str less = one.n < other.n ? one : other,
               more = one.n < other.n ? other : one;
    return str_starts(more, less) &&
           (more.n == less.n || more.p[less.n] == '/');
}

struct short_names {
    size_t n;
    struct str *name;
    struct str *path;  // of a folder, from the root; else empty
    bool *is_shared;
};

static bool is_shared(const struct short_names *names, size_t i) {
    for (size_t j = 0; j < names->n; j++) {
        if (i != j && names->path[i].n && names->path[j].n &&
            str_eq(names->name[i], names->name[j])) {
            return true;
        }
    }
    return false;
}

// Which folders have the name of another? Says whether any has.
static bool find_shared(struct short_names *names) {
    bool any = false;
    for (size_t i = 0; i < names->n; i++) {
        names->is_shared[i] = is_shared(names, i);
        any = any || names->is_shared[i];
    }
    return any;
}

struct str *names_of(const struct arg_list *operands, struct arena *a) {
    size_t n = operands->n;
    struct stat st;
    struct short_names names = {n, ARENA_ARRAY(a, struct str, n),
                                ARENA_ARRAY(a, struct str, n),
                                ARENA_ARRAY(a, bool, n)};
    for (size_t i = 0; i < n; i++) {
        const char *path = operands->item[i];
        names.name[i] = last_part(path, a);
        names.path[i] = stat(path, &st) == 0 && S_ISDIR(st.st_mode)
                            ? full_path(path, a)
                            : STR("");
    }
    bool more = true;
    for (u4 parts = 2; more && find_shared(&names); parts++) {
        more = false;
        for (size_t i = 0; i < n; i++) {
            struct str longer = last_parts(names.path[i], parts);
            if (names.is_shared[i] && longer.n) {
                names.name[i] = longer;
                more = true;
            }
        }
    }
    return names.name;
}
