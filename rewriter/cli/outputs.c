// SPDX-License-Identifier: MIT
// outputs.c - where reports are written: never over something else.
//
// What a command reads cannot always be listed (run: all that is on a class path), so
// what stands at the place of a file is asked what it is: an earlier report of the
// kind is replaced, nothing else.
#include "rewriter/cli/outputs.h"

#include "analysis/base/file.h"
#include "analysis/base/mem.h"
#include "rewriter/driver/ownfile.h"
#include "rewriter/options/options.h"

#include <stdlib.h>
#include <string.h>

// Where a file would be, if it is not there yet.
static const char *real(const char *path, struct arena *a) {
    struct str s = str_of(path), base = str_base(s);
    s.n -= base.n;
    char *folder = realpath(s.n ? arena_cstr(a, s) : ".", NULL);
    const char *is =
        folder ? arena_printf(a, "%s/%.*s", folder, STR_F(base)) : path;
    mem_free(folder);
    return is;
}

static bool is_one(const char *x, const char *y) {
    struct arena a;
    arena_init(&a);
    bool is = file_is_same(x, y) || strcmp(real(x, &a), real(y, &a)) == 0;
    arena_release(&a);
    return is;
}

bool outputs_check(const struct options *opt, struct diag *d) {
    const char *const *path = opt->report_file;
    bool ok = true;
    for (size_t i = 0; i < N_REPORT_FILES; i++) {
        if (!path[i]) {
            continue;
        }
        struct place at = {.file = str_of(path[i]), .byte = NO_BYTE};
        bool is_ours;
        if (!ownfile_has(path[i], report_formats[i].mark, &is_ours, d)) {
            ok = false;
        } else if (!is_ours) {
            diag_report(d, OUTPUT_FOREIGN, &at);
            ok = false;
        }
        for (size_t k = 0; k < i; k++) {
            if (path[k] && is_one(path[i], path[k])) {
                diag_report(d, OUTPUT_TWICE, &at);
                ok = false;
            }
        }
    }
    return ok;
}

static bool make_folder_of(const char *path, struct arena *a, struct diag *d) {
    struct str s = str_of(path ? path : "");
    while (s.n && s.p[s.n - 1] == '/') {
        s.n--;
    }
    s.n -= str_base(s).n;
    return s.n == 0 || file_make_folder(arena_cstr(a, s), a, d);
}

bool outputs_make_folders(const struct options *opt, struct diag *d) {
    struct arena a;
    arena_init(&a);
    bool ok = true;
    for (size_t i = 0; i < N_REPORT_FILES && ok; i++) {
        ok = make_folder_of(opt->report_file[i], &a, d);
    }
    ok = ok && make_folder_of(opt->html, &a, d);
    arena_release(&a);
    return ok;
}
