// SPDX-License-Identifier: MIT
// outputs.c - where reports are written: never over something else.
//
// What a command reads cannot always be listed (run: all that is on a class path), so
// what stands at the place of a file is asked what it is: an earlier report of the
// kind is replaced, nothing else.
#include "rewriter/cli/outputs.h"

#include "analysis/base/file.h"
#include "rewriter/cli/inputs.h"

#include <stdio.h>
#include <string.h>

struct output {
    const char *path;
    const char *starts;  // as all files of the kind do
};

enum { N_OUTPUTS = 5, N_PATHS = 6, MOST_START = 16 };

static bool is_such(const struct output *o) {
    struct stat s;
    char start[MOST_START];
    size_t n = strlen(o->starts);
    if (stat(o->path, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size == 0) {
        return true;  // nothing is lost; if it cannot be written that is told later
    }
    FILE *f = fopen(o->path, "rb");
    if (!f) {
        return true;
    }
    bool is = fread(start, 1, n, f) == n && memcmp(start, o->starts, n) == 0;
    fclose(f);
    return is;
}

bool outputs_check(const struct options *opt, struct diag *d) {
    const struct output all[N_OUTPUTS] = {
        {opt->json, "{\""},         {opt->csv, "kind,"},
        {opt->xml, "<?xml"},        {opt->cobertura, "<?xml"},
        {opt->sarif, "{\"$schema"},
    };
    bool ok = true;
    for (size_t i = 0; i < N_OUTPUTS; i++) {
        if (!all[i].path) {
            continue;
        }
        struct place at = {.file = str_of(all[i].path), .byte = NO_BYTE};
        if (!is_such(&all[i])) {
            diag_report(d, OUTPUT_FOREIGN, &at);
            ok = false;
        }
        for (size_t k = 0; k < i; k++) {
            if (all[k].path && (strcmp(all[i].path, all[k].path) == 0 ||
                                file_is_same(all[i].path, all[k].path))) {
                diag_report(d, OUTPUT_TWICE, &at);
                ok = false;
            }
        }
    }
    return ok;
}

bool outputs_make_folders(const struct options *opt, struct diag *d) {
    const char *const path[N_PATHS] = {
        opt->json, opt->csv, opt->xml, opt->cobertura, opt->sarif, opt->html,
    };
    struct arena a;
    arena_init(&a);
    bool ok = true;
    for (size_t i = 0; i < N_PATHS && ok; i++) {
        struct str s = str_of(path[i] ? path[i] : "");
        while (s.n && s.p[s.n - 1] == '/') {
            s.n--;
        }
        s.n -= str_base(s).n;
        ok = s.n == 0 || inputs_make_output(arena_cstr(&a, s), &a, d);
    }
    arena_release(&a);
    return ok;
}
