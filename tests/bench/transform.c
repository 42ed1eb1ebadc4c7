// SPDX-License-Identifier: MIT
// Class transformation without the zip part: MB of class bytes per second of
// this thread's CPU time, best of several rounds over one jar.
//
//     transform none|nop JAR
#include "rewriter/probe/instrclass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zip.h>

struct one {
    struct str name;
    struct bytes in;
};

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// All class entries, inflated; exits on failure.
static struct one *load(const char *path, size_t *n, size_t *total) {
    int error = 0;
    zip_t *z = zip_open(path, ZIP_RDONLY, &error);
    if (!z) {
        fprintf(stderr, "transform: cannot open %s\n", path);
        exit(2);
    }
    zip_int64_t entries = zip_get_num_entries(z, 0);
    struct one *v = calloc((size_t)entries + 1, sizeof *v);
    for (zip_int64_t i = 0; v && i < entries; i++) {
        struct zip_stat st;
        zip_stat_index(z, (zip_uint64_t)i, 0, &st);
        struct str name = str_of(st.name);
        if (!str_ends(name, STR(".class"))) {
            continue;
        }
        char *bytes = malloc(st.size + 1);
        zip_file_t *f = zip_fopen_index(z, (zip_uint64_t)i, 0);
        if (!bytes || !f ||
            zip_fread(f, bytes, st.size) != (zip_int64_t)st.size) {
            fprintf(stderr, "transform: cannot read %s\n", st.name);
            exit(2);
        }
        zip_fclose(f);
        v[*n].name = str_of(strdup(st.name));
        v[*n].in = (struct bytes){(const u1 *)bytes, st.size};
        *n += 1;
        *total += st.size;
    }
    zip_close(z);
    return v;
}

static void round_of(struct instr *w, const struct one *v, size_t n,
                     struct emit *out, struct diag *d, unsigned *counts) {
    for (size_t i = 0; i < n; i++) {
        struct place at = {.entry = v[i].name, .byte = NO_BYTE};
        counts[instr_class(w, &at, v[i].in, out, d)]++;
    }
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: transform none|nop JAR\n");
        return 2;
    }
    bool nop = strcmp(argv[1], "nop") == 0;
    size_t n = 0, total = 0;
    struct one *v = load(argv[2], &n, &total);
    struct instr *w = instr_new(nop ? INSTR_NOP : INSTR_NONE);
    struct emit out;
    emit_init(&out, SIZE_MAX / 2);
    struct diag d;
    diag_init(&d, DIAG_WARNING, false);
    unsigned counts[3] = {0};
    double best = 1e9, start = cpu_seconds();
    for (int round = 0; round < 3 || cpu_seconds() - start < 1; round++) {
        memset(counts, 0, sizeof counts);
        double t = cpu_seconds();
        round_of(w, v, n, &out, &d, counts);
        t = cpu_seconds() - t;
        best = t < best ? t : best;
        if (round == 0) {
            diag_flush(&d, stderr);
        }
        emit_reset(&d.text);
    }
    printf("%.1f MB/s  (%zu classes, %.1f MB, %u same, %u changed, "
           "%u refused)\n",
           (double)total / 1e6 / best, n, (double)total / 1e6,
           counts[INSTR_SAME], counts[INSTR_CHANGED], counts[INSTR_REFUSED]);
    for (size_t i = 0; i < n; i++) {
        free((char *)v[i].name.p);
        free((u1 *)v[i].in.p);
    }
    free(v);
    instr_free(w);
    emit_release(&out);
    diag_release(&d);
    return 0;
}
