// SPDX-License-Identifier: MIT
// sources.c - what analysis/sources finds, as text, for tests and measurements.
//
// usage: sources [-c COMPONENT]... [-p CLASSPATH] [-j JDK] [-x] ACTION
//     home              release, home, main class of the first component
//     component, library, jdk
//                       names of that part
//     crc               for each name on standard input: its checksum, size,
//                       part and origin, or "none"
//     has               for each name: yes or no
//     services          origin, service, provider
//     modules           for each line of a class and perhaps a module: the class's module
//                       ("-" for none), and whether its package is exported to the other
//     bench             times on standard output, for the names on input
// -x: the component patches the JDK.

#include "analysis/base/arena.h"
#include "analysis/base/mem.h"
#include "analysis/sources/sources.h"
#include "analysis/zip/inflate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *const PARTS[] = {
    [SRC_COMPONENT] = "component",
    [SRC_TESTS] = "tests",
    [SRC_LIBRARY] = "library",
    [SRC_JDK] = "jdk",
};

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void print_home(struct sources *s) {
    printf("%u %.*s %.*s\n", (unsigned)src_release(s), STR_F(src_jdk_home(s)),
           STR_F(src_main_class(s, 0)));
}

static void print_names(struct sources *s, enum src_part part) {
    struct src_iter it = src_each(s, part);
    struct str name;
    while (src_next(&it, &name)) {
        printf("%.*s\n", STR_F(name));
    }
}

static void print_crc(struct sources *s, struct str name) {
    struct src_class c;
    if (!src_find(s, name, &c)) {
        printf("%.*s none\n", STR_F(name));
        return;
    }
    printf("%.*s %08x %zu %s %.*s\n", STR_F(name), (unsigned)crc_of(c.bytes),
           c.bytes.n, PARTS[c.part], STR_F(src_origin_name(s, c.origin)));
    struct place at = src_place(s, c.origin, name);
    if (at.file.n == 0 || !str_ends(at.entry, STR(".class"))) {
        BUG("no place for %.*s", STR_F(name));
    }
}

static void print_services(struct sources *s) {
    u4 n;
    const struct src_service *v = src_services(s, &n);
    for (u4 i = 0; i < n; i++) {
        printf("%.*s %.*s %.*s\n", STR_F(src_origin_name(s, v[i].origin)),
               STR_F(v[i].service), STR_F(v[i].provider));
    }
}

static void print_module(struct sources *s, struct str line) {
    const char *blank = memchr(line.p, ' ', line.n);
    struct str name = {line.p, blank ? (size_t)(blank - line.p) : line.n};
    struct str to =
        blank ? (struct str){blank + 1, line.n - name.n - 1} : STR("");
    struct str module = src_module(s, name);
    printf("%.*s %.*s\n", STR_F(module.n ? module : STR("-")),
           STR_F(src_is_exported(s, name, to) ? STR("yes") : STR("no")));
}

// All lines of standard input.
struct lines {
    struct str *v;
    size_t n;
};

static struct lines read_lines(struct arena *a) {
    struct lines l = {0};
    size_t cap = 0;
    char line[70000];
    while (fgets(line, sizeof line, stdin)) {
        if (l.n == cap) {
            cap = cap ? 2 * cap : 1024;
            l.v = mem_grow(l.v, cap, sizeof *l.v);
        }
        line[strcspn(line, "\n")] = '\0';
        l.v[l.n++] = arena_str(a, str_of(line));
    }
    return l;
}

static void time_round(struct sources *s, const struct lines *l,
                       const char *what) {
    double start = now();
    size_t found = 0;
    for (size_t i = 0; i < l->n; i++) {
        found += src_has(s, l->v[i]);
    }
    double has = now() - start;
    start = now();
    size_t sum = 0;
    for (size_t i = 0; i < l->n; i++) {
        struct src_class c;
        sum += src_find(s, l->v[i], &c) ? c.bytes.p[c.bytes.n - 1] : 0;
    }
    double find = now() - start;
    printf("%s: %zu names, %zu found (%zu); src_has %.0f us, %.1f ns each; "
           "src_find and a touch %.0f us, %.1f ns each\n",
           what, l->n, found, sum, has, 1e3 * has / (double)l->n, find,
           1e3 * find / (double)l->n);
}

static bool act(struct sources *s, const char *action) {
    struct arena a;
    arena_init(&a);
    bool ok = true;
    struct lines l = {0};
    if (strcmp(action, "home") == 0) {
        print_home(s);
    } else if (strcmp(action, "services") == 0) {
        print_services(s);
    } else if (strcmp(action, "crc") == 0) {
        l = read_lines(&a);
        for (size_t i = 0; i < l.n; i++) {
            print_crc(s, l.v[i]);
        }
    } else if (strcmp(action, "has") == 0) {
        l = read_lines(&a);
        for (size_t i = 0; i < l.n; i++) {
            puts(src_has(s, l.v[i]) ? "yes" : "no");
        }
    } else if (strcmp(action, "modules") == 0) {
        l = read_lines(&a);
        for (size_t i = 0; i < l.n; i++) {
            print_module(s, l.v[i]);
        }
    } else if (strcmp(action, "bench") == 0) {
        l = read_lines(&a);
        time_round(s, &l, "cold");
        time_round(s, &l, "warm");
    } else {
        ok = false;
        for (int i = 0; i < SRC_N_PARTS; i++) {
            if (strcmp(action, PARTS[i]) == 0) {
                print_names(s, (enum src_part)i);
                ok = true;
            }
        }
    }
    mem_free(l.v);
    arena_release(&a);
    return ok;
}

int main(int argc, char **argv) {
    struct str component[64];
    struct src_spec spec = {
        .component = component, .classpath = STR(""), .jdk = STR("")};
    int o;
    while ((o = getopt(argc, argv, "c:p:j:x")) != -1) {
        if (o == 'c' && spec.n_component < 64) {
            component[spec.n_component++] = str_of(optarg);
        } else if (o == 'p') {
            spec.classpath = str_of(optarg);
        } else if (o == 'j') {
            spec.jdk = str_of(optarg);
        } else if (o == 'x') {
            spec.patch_jdk = true;
        } else {
            return 2;
        }
    }
    if (optind + 1 != argc) {
        return 2;
    }
    struct diag d;
    diag_init(&d, DIAG_NOTE, false);
    double start = now();
    struct sources *s = src_open(&spec, &d);
    int status = s ? 0 : 3;
    if (s) {
        if (strcmp(argv[optind], "bench") == 0) {
            printf("src_open %.0f us\n", now() - start);
        }
        status = act(s, argv[optind]) ? 0 : 2;
        src_close(s);
    }
    diag_flush(&d, stderr);
    diag_release(&d);
    return status;
}
