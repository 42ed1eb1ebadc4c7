// SPDX-License-Identifier: MIT
// flowdump.c - the value-flow form of methods as text: flowdump FILE [ENTRY]
//
// FILE is a class, or an archive: then ENTRY is dumped, or all its classes.
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
    const struct flow_env env = {&a, &scratch, at, d};
    bool ok = cf_parse(&c, in, CF_ALL, &a, at, d);
    for (u4 m = 0; ok && m < c.n_methods; m++) {
        struct flow f;
        arena_reset(&scratch);
        if (flow_build(&f, &c, &c.methods[m], &env)) {
            flow_print(&f, &c, &c.methods[m], out);
        }
    }
    arena_release(&a);
    arena_release(&scratch);
    return ok && d->n_level[DIAG_WARNING] == 0;
}

// An entry of an archive; *in is used for its bytes.
static bool dump_entry(zip_t *z, zip_uint64_t i, struct place *at,
                       struct emit *in, struct diag *d, struct emit *out) {
    zip_file_t *f = zip_fopen_index(z, i, 0);
    u1 part[4096];
    zip_int64_t n = -1;
    emit_reset(in);
    while (f && (n = zip_fread(f, part, sizeof part)) > 0) {
        emit_bytes(in, part, (size_t)n);
    }
    if (f) {
        zip_fclose(f);
    }
    at->entry = str_of(zip_get_name(z, i, 0));
    return n == 0 && dump((struct bytes){in->p, in->n}, at, d, out);
}

static bool dump_jar(const char *path, const char *entry, struct emit *in,
                     struct diag *d, struct emit *out) {
    int error = 0;
    zip_t *z = zip_open(path, ZIP_RDONLY, &error);
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    bool ok = z != NULL;
    u4 found = 0;
    zip_int64_t n = z ? zip_get_num_entries(z, 0) : 0;
    for (zip_int64_t i = 0; i < n; i++) {
        const char *name = zip_get_name(z, (zip_uint64_t)i, 0);
        if (entry ? strcmp(name, entry) == 0
                  : str_ends(str_of(name), STR(".class"))) {
            found++;
            ok = dump_entry(z, (zip_uint64_t)i, &at, in, d, out) && ok;
        }
    }
    if (z) {
        zip_close(z);
    }
    if (!found) {
        fprintf(stderr, "flowdump: %s: no such class\n", path);
    }
    return ok && found;
}

static bool is_class(struct bytes in) {
    return in.n >= 4 && be4(in.p) == CF_MAGIC;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fputs("usage: flowdump CLASS | JAR [ENTRY]\n", stderr);
        return 2;
    }
    struct diag d;
    struct emit in, out;
    diag_init(&d, DIAG_NOTE, false);
    emit_init(&in, LIMIT_CLASS_BYTES);
    emit_init(&out, SIZE_MAX / 2);
    struct place at = {.file = str_of(argv[1]), .byte = NO_BYTE};
    bool ok = file_read(argv[1], LIMIT_CLASS_BYTES, &in, &d);
    if (ok && argc == 2 && is_class((struct bytes){in.p, in.n})) {
        ok = dump((struct bytes){in.p, in.n}, &at, &d, &out);
    } else if (ok) {
        ok = dump_jar(argv[1], argc > 2 ? argv[2] : NULL, &in, &d, &out);
    }
    if (out.n) {
        fwrite(out.p, 1, out.n, stdout);
    }
    diag_flush(&d, stderr);
    emit_release(&in);
    emit_release(&out);
    diag_release(&d);
    return ok ? 0 : 1;
}
