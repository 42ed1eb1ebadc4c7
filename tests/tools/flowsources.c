// SPDX-License-Identifier: MIT
// flowsources.c - what can flow into each use of a reference, as text:
// flowsources JAR...
//
// One line for each statement that uses references: class, method, number of
// the instruction, and for each of them where it can come from: instructions,
// parameters (p and the local), caught exceptions (c and the instruction).
// tests/java/FlowSources.java writes the same with ASM's analyser. Methods
// with subroutines are left out, since that takes their callers apart.
#include "analysis/base/limits.h"
#include "analysis/classfile/attr.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/desc.h"
#include "analysis/flow/flow.h"

#include <stdlib.h>
#include <zip.h>

struct lister {
    struct arena classes, method;
    struct diag d;
    struct cf_class c;
    const struct cf_member *m;
    struct code code;
    struct flow f;
    bool *empty;  // [value]: nothing can flow into it
    u4 *seen;     // [value]: by the operand of that number
    u4 n_seen;
    u4 *found, *todo;
};

// The values that are no phis behind v, in k->found.
static u4 sources(struct lister *k, u4 v) {
    u4 n = 0, n_todo = 0;
    k->n_seen++;
    k->todo[n_todo++] = v;
    while (n_todo) {
        u4 at = k->todo[--n_todo];
        if (at == 0 || k->empty[at] || k->seen[at] == k->n_seen) {
            continue;
        }
        k->seen[at] = k->n_seen;
        u4 by = k->f.value[at].stmt;
        const struct flow_stmt *s = by == FLOW_NO_STMT ? NULL : &k->f.stmt[by];
        if (!s || s->kind != FLOW_PHI) {
            k->found[n++] = at;
            continue;
        }
        for (u4 i = 0; i < s->n; i++) {
            // One that is there twice costs room, but is followed once.
            u4 in = k->f.args[s->a + i];
            if (k->seen[in] != k->n_seen) {
                k->todo[n_todo++] = in;
            }
        }
    }
    return n;
}

// What is loaded from nothing is nothing.
static void find_empty(struct lister *k) {
    for (bool changed = true; changed;) {
        changed = false;
        for (u4 i = 0; i < k->f.n_stmts; i++) {
            const struct flow_stmt *s = &k->f.stmt[i];
            if (flow_role_v[s->kind] == 'D' && flow_role_a[s->kind] == 'U' &&
                !k->empty[s->v] && sources(k, s->a) == 0) {
                k->empty[s->v] = changed = true;
            }
        }
    }
}

// The local of a parameter.
static u4 local_of(const struct lister *k, u4 v) {
    u4 local = k->m->access_flags & ACC_STATIC ? 0 : 1;
    if (local && v == 1) {
        return 0;
    }
    struct str rest = cp_str(&k->c, k->m->desc);
    const char *start = rest.p;
    rest.p++;
    rest.n--;
    while ((u4)(rest.p - start) < k->f.value[v].ref) {
        local += desc_slots(*desc_next(&rest).p);
    }
    return local;
}

// Sorts as the words would.
static u4 word_of(const struct lister *k, u4 v) {
    if (v <= k->f.n_params) {
        return 1u << 31 | local_of(k, v);
    }
    const struct flow_stmt *s = &k->f.stmt[k->f.value[v].stmt];
    return code_index(&k->code, s->pc) | (s->kind == FLOW_CATCH ? 1u << 30 : 0);
}

static int compare(const void *a, const void *b) {
    u4 x = *(const u4 *)a, y = *(const u4 *)b;
    return x < y ? -1 : x > y;
}

static void print_operand(struct lister *k, u4 v) {
    u4 n = sources(k, v);
    for (u4 i = 0; i < n; i++) {
        k->found[i] = word_of(k, k->found[i]);
    }
    if (n) {
        qsort(k->found, n, sizeof *k->found, compare);
    }
    printf(" {");
    for (u4 i = 0; i < n; i++) {
        u4 w = k->found[i];
        printf("%s%s%u", i ? " " : "",
               w >> 31        ? "p"
               : w >> 30 != 0 ? "c"
                              : "",
               w & ~(3u << 30));
    }
    printf("}");
}

static void print_stmt(struct lister *k, const struct flow_stmt *s) {
    u4 insn = code_index(&k->code, s->pc);
    bool uses_v = flow_role_v[s->kind] == 'U' && s->v;
    bool uses_a = flow_role_a[s->kind] == 'U';
    bool call = flow_is_call(s) && s->n;
    if ((!uses_v && !uses_a && !call) ||
        k->code.insn[insn].op == OPC_multianewarray ||
        (uses_a && sources(k, s->a) == 0) ||
        (uses_v && sources(k, s->v) == 0)) {
        return;
    }
    struct str name = cp_name_of(&k->c, k->c.this_class);
    struct str method = cp_str(&k->c, k->m->name);
    struct str desc = cp_str(&k->c, k->m->desc);
    printf("%.*s %.*s%.*s %u", STR_F(name), STR_F(method), STR_F(desc), insn);
    for (u4 i = 0; call && i < s->n; i++) {
        print_operand(k, k->f.args[s->a + i]);
    }
    if (uses_a) {
        print_operand(k, s->a);
    }
    if (uses_v) {
        print_operand(k, s->v);
    }
    printf("\n");
}

static bool has_subroutines(const struct code *code) {
    for (u4 j = 0; j < code->n_jumps; j++) {
        if (op_is(code->insn[code->jump[j]].op, OP_JSR)) {
            return true;
        }
    }
    return false;
}

static void list_method(struct lister *k, const struct place *at) {
    arena_reset(&k->method);
    const struct cf_attr *a = attr_find(&k->m->attrs, ATTR_Code);
    struct arena scratch;
    if (!a || !code_parse(&k->code, &k->c, a, &k->method, at, &k->d) ||
        has_subroutines(&k->code)) {
        return;
    }
    arena_init(&scratch);
    bool ok = flow_build(&k->f, &k->c, k->m,
                         &(struct flow_env){&k->method, &scratch, at, &k->d});
    arena_release(&scratch);
    if (!ok) {
        return;
    }
    k->empty = ARENA_ZARRAY(&k->method, bool, k->f.n_values);
    k->seen = ARENA_ZARRAY(&k->method, u4, k->f.n_values);
    k->found = ARENA_ARRAY(&k->method, u4, k->f.n_values);
    k->todo = ARENA_ARRAY(&k->method, u4, k->f.n_values + k->f.n_args);
    k->n_seen = 0;
    find_empty(k);
    for (u4 i = 0; i < k->f.n_stmts; i++) {
        print_stmt(k, &k->f.stmt[i]);
    }
}

static bool list_jar(struct lister *k, const char *path) {
    int error = 0;
    zip_t *z = zip_open(path, ZIP_RDONLY, &error);
    if (!z) {
        fprintf(stderr, "flowsources: cannot open %s\n", path);
        return false;
    }
    zip_int64_t n = zip_get_num_entries(z, 0);
    for (zip_int64_t i = 0; i < n; i++) {
        struct zip_stat st;
        if (zip_stat_index(z, (zip_uint64_t)i, 0, &st) != 0 ||
            !str_ends(str_of(st.name), STR(".class"))) {
            continue;
        }
        u1 *bytes = malloc(st.size + 1);
        zip_file_t *f = zip_fopen_index(z, (zip_uint64_t)i, 0);
        struct place at = {.entry = str_of(st.name), .byte = NO_BYTE};
        arena_reset(&k->classes);
        if (bytes && f && zip_fread(f, bytes, st.size) == (s8)st.size &&
            cf_parse(&k->c, (struct bytes){bytes, st.size}, CF_ALL, &k->classes,
                     &at, &k->d)) {
            for (u4 m = 0; m < k->c.n_methods; m++) {
                k->m = &k->c.methods[m];
                list_method(k, &at);
            }
        }
        if (f) {
            zip_fclose(f);
        }
        free(bytes);
    }
    zip_close(z);
    return true;
}

int main(int argc, char **argv) {
    static struct lister k;
    bool ok = argc > 1;
    arena_init(&k.classes);
    arena_init(&k.method);
    diag_init(&k.d, DIAG_WARNING, false);
    for (int i = 1; i < argc; i++) {
        ok = list_jar(&k, argv[i]) && ok;
    }
    diag_flush(&k.d, stderr);
    ok = ok && k.d.n_level[DIAG_WARNING] == 0;
    arena_release(&k.classes);
    arena_release(&k.method);
    diag_release(&k.d);
    return ok ? 0 : 1;
}
