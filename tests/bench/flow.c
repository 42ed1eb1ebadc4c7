// SPDX-License-Identifier: MIT
// Value-flow forms of all methods of some archives: MB of bytecode per second
// of this thread's CPU time, best of several rounds.
//
//     flow JAR...
//
// "code" is taking the Code attributes apart alone, which is a part of "flow".
#include "analysis/base/limits.h"
#include "analysis/classfile/attr.h"
#include "analysis/classfile/code.h"
#include "analysis/flow/flow.h"

#include <stdlib.h>
#include <time.h>
#include <zip.h>

enum { MAX_CLASSES = 1 << 20 };

struct one {
    char *name;
    struct bytes in;
};

struct sums {
    u4 methods, failed;
    size_t code, stmts, values, args, phis;
    size_t scratch;  // bytes, of the largest method
};

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static _Noreturn void die(const char *what, const char *name) {
    fprintf(stderr, "flow: %s %s\n", what, name);
    exit(2);
}

// Appends all class entries, inflated.
static size_t load(const char *path, struct one *v, size_t n) {
    int error = 0;
    zip_t *z = zip_open(path, ZIP_RDONLY, &error);
    if (!z) {
        die("cannot open", path);
    }
    zip_int64_t entries = zip_get_num_entries(z, 0);
    for (zip_int64_t i = 0; i < entries && n < MAX_CLASSES; i++) {
        struct zip_stat st;
        zip_stat_index(z, (zip_uint64_t)i, 0, &st);
        if (!str_ends(str_of(st.name), STR(".class"))) {
            continue;
        }
        char *bytes = malloc(st.size + 1);
        zip_file_t *f = zip_fopen_index(z, (zip_uint64_t)i, 0);
        if (!bytes || !f ||
            zip_fread(f, bytes, st.size) != (zip_int64_t)st.size) {
            die("cannot read", st.name);
        }
        zip_fclose(f);
        v[n].name = strdup(st.name);
        v[n++].in = (struct bytes){(const u1 *)bytes, st.size};
    }
    zip_close(z);
    return n;
}

struct bench {
    struct arena classes, result, scratch;
    struct diag d;
    bool code_only;
    struct sums s;
    double seconds;
};

static void build(struct bench *b, struct cf_class *c,
                  const struct cf_member *m, const struct place *at) {
    const struct cf_attr *a = attr_find(&m->attrs, ATTR_Code);
    if (!a) {
        return;
    }
    b->s.methods++;
    b->s.code += a->len > 8 ? be4(c->in.p + a->at + 4) : 0;
    arena_reset(&b->scratch);
    if (b->code_only) {
        struct code k;
        code_parse_body(&k, c, a, &b->scratch, at, &b->d);
        return;
    }
    struct flow f;
    arena_reset(&b->result);
    if (!flow_build(&f, c, m,
                    &(struct flow_env){&b->result, &b->scratch, at, &b->d})) {
        b->s.failed++;
        return;
    }
    b->s.stmts += f.n_stmts;
    b->s.values += f.n_values;
    b->s.args += f.n_args;
    for (u4 i = 0; i < f.n_stmts; i++) {
        b->s.phis += f.stmt[i].kind == FLOW_PHI;
    }
}

static void round_of(struct bench *b, const struct one *v, size_t n) {
    b->s = (struct sums){0};
    b->seconds = 0;
    for (size_t i = 0; i < n; i++) {
        struct place at = {.entry = str_of(v[i].name), .byte = NO_BYTE};
        struct cf_class c;
        arena_reset(&b->classes);
        if (!cf_parse(&c, v[i].in, CF_ALL, &b->classes, &at, &b->d)) {
            continue;
        }
        double t = cpu_seconds();
        for (u4 m = 0; m < c.n_methods; m++) {
            build(b, &c, &c.methods[m], &at);
        }
        b->seconds += cpu_seconds() - t;
    }
}

static double best_of(struct bench *b, const struct one *v, size_t n) {
    double best = 1e9, start = cpu_seconds();
    for (int round = 0; round < 3 || cpu_seconds() - start < 1; round++) {
        round_of(b, v, n);
        best = b->seconds < best ? b->seconds : best;
        diag_flush(&b->d, stderr);
        b->d.shown = DIAG_ERROR;
    }
    return best;
}

int main(int argc, char **argv) {
    struct one *v = calloc(MAX_CLASSES, sizeof *v);
    size_t n = 0;
    for (int i = 1; v && i < argc; i++) {
        n = load(argv[i], v, n);
    }
    if (n == 0) {
        die("no classes:", "usage: flow JAR...");
    }
    static struct bench b;
    arena_init(&b.classes);
    arena_init(&b.result);
    arena_init(&b.scratch);
    diag_init(&b.d, DIAG_WARNING, false);
    double flow = best_of(&b, v, n);
    struct sums s = b.s;
    b.code_only = true;
    double code = best_of(&b, v, n);
    double mb = (double)s.code / 1e6;
    printf("%zu classes, %u methods with code (%u failed), %.1f MB of code\n",
           n, s.methods, s.failed, mb);
    printf("flow %.3f s, %.1f MB/s, %.2f us a method\n", flow, mb / flow,
           flow * 1e6 / s.methods);
    printf("code %.3f s, %.1f MB/s\n", code, mb / code);
    printf("%zu statements (%zu phis), %zu values, %zu arguments: %.2f bytes "
           "a byte of code; largest scratch %zu kB\n",
           s.stmts, s.phis, s.values, s.args,
           (double)(s.stmts * 16 + s.values * 8 + s.args * 4) / (double)s.code,
           b.scratch.held >> 10);
    return 0;
}
