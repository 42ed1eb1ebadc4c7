// SPDX-License-Identifier: MIT
// htmlreport - the pages that html_report writes of plans and data.
//
// usage: htmlreport DIR SOURCES|- PLAN... DATA...

#include "rewriter/coverage/loaded.h"
#include "rewriter/html/html.h"
#include "rewriter/report/report.h"

#include <stdio.h>
#include <string.h>

enum { TOP = 10 };

static bool write_pages(char **argv, const struct loaded *l, struct diag *d) {
    const char *sources[] = {argv[2]};
    struct report r = {.cover = l->list,
                       .n = l->n,
                       .top = TOP,
                       .sources = sources,
                       .n_sources = strcmp(argv[2], "-") != 0,
                       .mem = l->mem};
    figures_make(&r.figures, l->list, l->n, l->mem);
    return html_report(&r, argv[1], d);
}

int main(int argc, char **argv) {
    struct diag d;
    struct arena mem;
    struct loaded l;
    if (argc < 4) {
        fputs("usage: htmlreport DIR SOURCES|- PLAN... DATA...\n", stderr);
        return 2;
    }
    diag_init(&d, DIAG_WARNING, false);
    arena_init(&mem);
    bool ok = load_covers(&l, (const char *const *)argv + 3, (size_t)argc - 3,
                          &mem, &d) &&
              write_pages(argv, &l, &d);
    diag_flush(&d, stderr);
    load_release(&l);
    arena_release(&mem);
    diag_release(&d);
    return ok ? 0 : 1;
}
