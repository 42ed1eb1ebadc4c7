// SPDX-License-Identifier: MIT
// ownfile.c - is what stands at the place of an output a file that we wrote?
#include "rewriter/driver/ownfile.h"

#include "analysis/base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { HEAD = 512 };

// What a file begins with; *n is 0 if nothing is there to be lost: no file, an empty
// one, a pipe or a device. False, reported, if that cannot be told: it is nobody's.
static bool read_head(const char *path, char *head, size_t *n, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    struct stat s;
    enum file_found found = file_look(path, &s, d);
    *n = 0;
    if (found != FILE_FOUND || !S_ISREG(s.st_mode) || s.st_size == 0) {
        return found != FILE_UNKNOWN;
    }
    FILE *f = fopen(path, "rb");
    if (!f) {
        diag_report(d, FILE_OPEN, &at, strerror(errno));
        return false;
    }
    *n = fread(head, 1, HEAD, f);
    bool ok = !ferror(f);
    if (!ok) {
        diag_report(d, FILE_READ, &at, strerror(errno));
    }
    fclose(f);
    return ok;
}

bool ownfile_has(const char *path, const char *mark, bool *is, struct diag *d) {
    char head[HEAD];
    size_t n;
    bool ok = read_head(path, head, &n, d);
    *is = n == 0 || memmem(head, n, mark, strlen(mark)) != NULL;
    return ok;
}

bool ownfile_begins(const char *path, const char *mark, bool *is,
                    struct diag *d) {
    char head[HEAD];
    size_t n, m = strlen(mark);
    bool ok = read_head(path, head, &n, d);
    *is = n == 0 || (n >= m && memcmp(head, mark, m) == 0);
    return ok;
}
