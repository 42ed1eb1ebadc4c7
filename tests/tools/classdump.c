// SPDX-License-Identifier: MIT
// classdump.c - a class file as text, for golden files: classdump FILE...
#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/classfile/dump.h"

static bool dump(const char *path, struct diag *d, struct emit *out) {
    struct emit in;
    struct arena a;
    struct cf_class c;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    emit_init(&in, LIMIT_CLASS_BYTES);
    arena_init(&a);
    bool ok = file_read(path, LIMIT_CLASS_BYTES, &in, d) &&
              cf_parse(&c, (struct bytes){in.p, in.n}, CF_ALL, &a, &at, d);
    if (ok) {
        dump_class(&c, &a, &at, d, out);
    }
    arena_release(&a);
    emit_release(&in);
    return ok;
}

int main(int argc, char **argv) {
    struct diag d;
    struct emit out;
    bool ok = argc > 1;
    diag_init(&d, DIAG_NOTE, false);
    emit_init(&out, SIZE_MAX / 2);
    for (int i = 1; i < argc; i++) {
        ok = dump(argv[i], &d, &out) && ok;
    }
    if (out.n) {
        fwrite(out.p, 1, out.n, stdout);
    }
    diag_flush(&d, stderr);
    emit_release(&out);
    diag_release(&d);
    return ok ? 0 : 1;
}
