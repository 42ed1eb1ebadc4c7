// SPDX-License-Identifier: MIT
// castsites.c - what analysis/dynamic/casts.h answers for every call that loads a class
// by name or makes an object of one, as text.
//
// usage: castsites [-c COMPONENT]... [-j JDK] list | count
//     list      class, method, number of the instruction, "dyno" or "new", and what
//               the object is cast to, by code order, or "-". Methods with
//               subroutines are left out, as in tests/java/CastSites.java,
//               which writes the same from other code.
//     count     how many there are, and how many of them are cast; CPU seconds
//
// Of the component, or of the whole JDK when there is none.
#include "analysis/base/arena.h"
#include "analysis/classfile/classfile.h"
#include "analysis/dynamic/casts.h"
#include "analysis/sources/sources.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum site { FOR_NAME, LOAD_CLASS, NEW_OF_CLASS, NEW_OF_CONSTRUCTOR, N_SITES };

static const char *const SITES[] = {
    "Class.forName",
    "loadClass, findClass",
    "Class.newInstance",
    "Constructor.newInstance",
};

struct tool {
    struct arena class, method, scratch;
    struct diag d;
    struct cf_class c;
    bool print;
    u4 n[N_SITES], cast[N_SITES];
    double casts_seconds;
};

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool is(struct str s, const char *text) {
    return str_eq(s, str_of(text));
}

static enum site site_of(const struct cf_class *c, const struct flow_stmt *st) {
    if (!flow_is_call(st)) {
        return N_SITES;
    }
    struct cp_ref r = cp_ref_of(c, st->ref);
    bool gives_class = str_ends(r.desc, STR(")Ljava/lang/Class;"));
    if (is(r.owner, "java/lang/Class") && gives_class &&
        is(r.name, "forName")) {
        return FOR_NAME;
    }
    if (gives_class && st->kind != FLOW_STATIC && st->kind != FLOW_DYNAMIC &&
        str_starts(r.desc, STR("(Ljava/lang/String;)")) &&
        (is(r.name, "loadClass") || is(r.name, "findClass"))) {
        return LOAD_CLASS;
    }
    return !is(r.name, "newInstance")                     ? N_SITES
           : is(r.owner, "java/lang/Class")               ? NEW_OF_CLASS
           : is(r.owner, "java/lang/reflect/Constructor") ? NEW_OF_CONSTRUCTOR
                                                          : N_SITES;
}

static void print_site(struct tool *t, const struct cf_member *m,
                       const struct casts *k, const struct flow_stmt *st,
                       const struct cast_to *to) {
    enum site site = site_of(&t->c, st);
    struct str name = cp_name_of(&t->c, t->c.this_class);
    printf("%.*s %.*s%.*s %u %s", STR_F(name), STR_F(cp_str(&t->c, m->name)),
           STR_F(cp_str(&t->c, m->desc)), code_index(&k->code, st->pc),
           site <= LOAD_CLASS ? "dyno" : "new");
    for (u4 i = 0; i < to->n; i++) {
        printf(" %.*s", STR_F(cp_name_of(&t->c, to->class[i])));
    }
    printf("%s\n", to->n ? "" : " -");
}

static bool has_subroutines(const struct code *code) {
    for (u4 j = 0; j < code->n_jumps; j++) {
        if (op_is(code->insn[code->jump[j]].op, OP_JSR)) {
            return true;
        }
    }
    return false;
}

static void ask(struct tool *t, const struct cf_member *m, struct casts *k) {
    for (u4 i = 0; i < k->f.n_stmts; i++) {
        const struct flow_stmt *st = &k->f.stmt[i];
        enum site site = site_of(&t->c, st);
        if (site == N_SITES) {
            continue;
        }
        struct cast_to to = {.n = 0};
        bool ok = site <= LOAD_CLASS ? cast_of_dyno(k, st->pc, &to)
                                     : cast_of_new(k, st->pc, &to);
        t->n[site]++;
        t->cast[site] += ok;
        if (t->print && !has_subroutines(&k->code)) {
            print_site(t, m, k, st, &to);
        }
    }
}

// By its names alone: most classes have no such call.
static bool may_have_sites(const struct cf_class *c) {
    for (u4 i = 1; i < c->n_pool; i++) {
        if (cp_is(c, i, CP_UTF8)) {
            struct str s = cp_str(c, i);
            if (is(s, "newInstance") || is(s, "forName") ||
                is(s, "loadClass") || is(s, "findClass")) {
                return true;
            }
        }
    }
    return false;
}

static void see_class(struct tool *t, struct bytes in, const struct place *at) {
    arena_reset(&t->class);
    if (!cf_parse(&t->c, in, CF_HEADERS, &t->class, at, &t->d) ||
        !may_have_sites(&t->c)) {
        return;
    }
    for (u4 m = 0; m < t->c.n_methods; m++) {
        struct casts k;
        arena_reset(&t->method);
        arena_reset(&t->scratch);
        const struct flow_env env = {&t->method, &t->scratch, at, &t->d};
        double from = cpu_seconds();
        if (casts_init(&k, &t->c, &t->c.methods[m], &env)) {
            ask(t, &t->c.methods[m], &k);
        }
        t->casts_seconds += cpu_seconds() - from;
    }
}

static void see_all(struct tool *t, struct sources *src, enum src_part part) {
    struct src_iter it = src_each(src, part);
    for (struct str name; src_next(&it, &name);) {
        struct src_class c;
        if (src_find(src, name, &c)) {
            struct place at = src_place(src, c.origin, name);
            see_class(t, c.bytes, &at);
        }
    }
}

static int run(struct sources *src, enum src_part part, const char *action) {
    static struct tool t;
    arena_init(&t.class);
    arena_init(&t.method);
    arena_init(&t.scratch);
    diag_init(&t.d, DIAG_WARNING, false);
    t.print = strcmp(action, "list") == 0;
    see_all(&t, src, part);
    for (u4 i = 0; i < N_SITES && !t.print; i++) {
        printf("%-24s %5u, cast %5u\n", SITES[i], t.n[i], t.cast[i]);
    }
    if (!t.print) {
        printf("%.3f s\n", t.casts_seconds);
    }
    diag_flush(&t.d, stderr);
    diag_release(&t.d);
    arena_release(&t.class);
    arena_release(&t.method);
    arena_release(&t.scratch);
    return 0;
}

int main(int argc, char **argv) {
    struct str component[16];
    struct src_spec spec = {.component = component, .classpath = STR("")};
    int o;
    while ((o = getopt(argc, argv, "c:j:")) != -1) {
        if (o == 'c' && spec.n_component < 16) {
            component[spec.n_component++] = str_of(optarg);
        } else if (o == 'j') {
            spec.jdk = str_of(optarg);
        } else {
            return 2;
        }
    }
    if (optind + 1 != argc) {
        return 2;
    }
    struct diag d;
    diag_init(&d, DIAG_ERROR, false);
    struct sources *src = src_open(&spec, &d);
    int status = 1;
    if (src) {
        status =
            run(src, spec.n_component ? SRC_COMPONENT : SRC_JDK, argv[optind]);
        src_close(src);
    }
    diag_flush(&d, stderr);
    diag_release(&d);
    return status;
}
