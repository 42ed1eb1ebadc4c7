// SPDX-License-Identifier: MIT
// A temporary folder that goes with all that is in it.
#include "rewriter/launch/scratch.h"

#include "analysis/base/mem.h"
#include "analysis/base/temps.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void report(const char *path, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_report(d, FILE_WRITE, &at, strerror(errno));
}

const char *scratch_make(struct arena *a, struct diag *d) {
    const char *named = getenv("TMPDIR");
    const char *below = named && *named ? named : "/tmp";
    char *real = realpath(below, NULL);
    char *path = arena_printf(a, "%s/ccinstr-run.XXXXXX", real ? real : below);
    mem_free(real);
    if (!real || !temps_folder(path)) {
        report(path, d);
        return NULL;
    }
    return path;
}

bool scratch_remove(const char *path, struct diag *d) {
    bool ok = temps_remove(path);
    if (!ok) {
        struct place at = {.file = str_of(path), .byte = NO_BYTE};
        diag_report(d, DIR_LEFT, &at, strerror(errno));
    }
    temps_forget(path);
    return ok;
}
