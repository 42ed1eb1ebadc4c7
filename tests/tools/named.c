// SPDX-License-Identifier: MIT
// named.c - which classes resource files name, as text, for tests and measurements.
//
// usage: named [-c COMPONENT]... [-p CLASSPATH] [-j JDK] [-t]
// Lines: origin, entry and line, class, its part. -t: the milliseconds of processor time
// that opening the sources and searching took, on standard error.

#include "analysis/world/resourcenames.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { MOST_COMPONENTS = 64 };

static void print(void *context, const struct resource_name *n) {
    static const char *const parts[] = {"component", "tests", "library", "jdk"};
    const struct world *w = context;
    printf("%.*s!%.*s:%u %.*s %s\n", STR_F(src_origin_name(w->src, n->origin)),
           STR_F(n->entry), (unsigned)n->line, STR_F(w->class.v[n->class].name),
           parts[n->part]);
}

static double now(void) {
    return 1e3 * (double)clock() / CLOCKS_PER_SEC;
}

int main(int argc, char **argv) {
    struct str component[MOST_COMPONENTS];
    struct src_spec spec = {
        .component = component, .classpath = STR(""), .jdk = STR("")};
    bool timed = false;
    int o;
    while ((o = getopt(argc, argv, "c:p:j:t")) != -1) {
        if (o == 'c' && spec.n_component < MOST_COMPONENTS) {
            component[spec.n_component++] = str_of(optarg);
        } else if (o == 'p') {
            spec.classpath = str_of(optarg);
        } else if (o == 'j') {
            spec.jdk = str_of(optarg);
        } else if (o == 't') {
            timed = true;
        } else {
            return 2;
        }
    }
    struct diag d;
    diag_init(&d, DIAG_NOTE, false);
    double start = now();
    struct sources *s = src_open(&spec, &d);
    double opened = now();
    if (s) {
        struct world w;
        world_init(&w, s, &d);
        resource_names(&w, print, &w);
        world_release(&w);
        src_close(s);
    }
    if (timed) {
        fprintf(stderr, "%.1f %.1f\n", opened - start, now() - opened);
    }
    diag_flush(&d, stderr);
    diag_release(&d);
    return s ? 0 : 3;
}
