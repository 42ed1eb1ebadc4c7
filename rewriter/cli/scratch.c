// SPDX-License-Identifier: MIT
// scratch.c - a temporary folder that goes with all that is in it.
#include "rewriter/cli/scratch.h"

#include "analysis/base/mem.h"
#include "rewriter/jar/tree.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void report(const char *path, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_report(d, FILE_WRITE, &at, strerror(errno));
}

const char *scratch_make(struct arena *a, struct diag *d) {
    const char *below = getenv("TMPDIR");
    char *path = arena_printf(a, "%s/ccinstr-run.XXXXXX",
                              below && *below ? below : "/tmp");
    if (!mkdtemp(path)) {
        report(path, d);
        return NULL;
    }
    char *real = realpath(path, NULL);
    const char *whole = real ? arena_cstr(a, str_of(real)) : path;
    mem_free(real);
    return whole;
}

bool scratch_remove(const char *path, struct diag *d) {
    if (!tree_remove(path)) {
        report(path, d);
        return false;
    }
    return true;
}
