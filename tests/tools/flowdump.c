// SPDX-License-Identifier: MIT
// flowdump.c - the value-flow form of methods as text: flowdump FILE [ENTRY]
//
// FILE is a class, or an archive of which ENTRY is a class.
#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/flow/flow.h"

#include <zip.h>

static bool dump(struct bytes in, const struct place *at, struct diag *d,
                 struct emit *out) {
    struct arena a, scratch;
    struct cf_class c;
    arena_init(&a);
    arena_init(&scratch);
    bool ok = cf_parse(&c, in, CF_ALL, &a, at, d);
    for (u4 m = 0; ok && m < c.n_methods; m++) {
        struct flow f;
        arena_reset(&scratch);
        if (flow_build(&f, &c, &c.methods[m], &a, &scratch, at, d)) {
            flow_print(&f, &c, &c.methods[m], out);
        }
    }
    arena_release(&a);
    arena_release(&scratch);
    return ok && d->n_level[DIAG_WARNING] == 0;
}

// An entry of an archive, appended to `in`.
static bool read_entry(const char *path, const char *entry, struct emit *in) {
    int error = 0;
    zip_t *z = zip_open(path, ZIP_RDONLY, &error);
    zip_file_t *f = z ? zip_fopen(z, entry, 0) : NULL;
    u1 part[4096];
    zip_int64_t n = 0;
    while (f && (n = zip_fread(f, part, sizeof part)) > 0) {
        emit_bytes(in, part, (size_t)n);
    }
    if (f) {
        zip_fclose(f);
    }
    if (z) {
        zip_close(z);
    }
    return f && n == 0;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fputs("usage: flowdump CLASS | JAR ENTRY\n", stderr);
        return 2;
    }
    struct diag d;
    struct emit in, out;
    diag_init(&d, DIAG_NOTE, false);
    emit_init(&in, LIMIT_CLASS_BYTES);
    emit_init(&out, SIZE_MAX / 2);
    struct place at = {.file = str_of(argv[1]), .byte = NO_BYTE};
    bool ok;
    if (argc > 2) {
        at.entry = str_of(argv[2]);
        ok = read_entry(argv[1], argv[2], &in);
        if (!ok) {
            fprintf(stderr, "flowdump: %s: no entry %s\n", argv[1], argv[2]);
        }
    } else {
        ok = file_read(argv[1], LIMIT_CLASS_BYTES, &in, &d);
    }
    ok = ok && dump((struct bytes){in.p, in.n}, &at, &d, &out);
    if (out.n) {
        fwrite(out.p, 1, out.n, stdout);
    }
    diag_flush(&d, stderr);
    emit_release(&in);
    emit_release(&out);
    diag_release(&d);
    return ok ? 0 : 1;
}
