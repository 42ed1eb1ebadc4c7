// SPDX-License-Identifier: MIT
// judge.c - a class that was edited beside what it was.
#include "tests/fuzz/judge.h"

#include "analysis/base/diag.h"
#include "rewriter/edit/check.h"

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

struct judge {
    struct arena arena;
    struct arena method;
    struct diag d;
};

enum verdict { UNREADABLE, UNSOUND, SOUND };

static enum verdict judge_code(struct judge *j, struct cf_class *c,
                               const struct cf_attr *a,
                               struct check_result *r) {
    arena_reset(&j->method);
    struct code *k = ARENA_NEW(&j->method, struct code);
    if (!code_parse(k, c, a, &j->method, &here, &j->d)) {
        return UNREADABLE;
    }
    *r = check_code(c, k, &j->method);
    return r->bad ? UNSOUND : SOUND;
}

static void judge_members(const struct cf_class *in, const struct cf_class *out,
                          bool marks) {
    if (in->n_methods != out->n_methods || in->n_fields != out->n_fields) {
        BUG("%u methods and %u fields became %u and %u", in->n_methods,
            in->n_fields, out->n_methods, out->n_fields);
    }
    u4 n = out->attrs.n;
    n -= marks && n > in->attrs.n && out->attrs.v[n - 1].kind == ATTR_CcInstr;
    if (n != in->attrs.n) {
        BUG("%u attributes became %u", in->attrs.n, out->attrs.n);
    }
}

static void judge_methods(struct judge *j, struct cf_class *in,
                          struct cf_class *out) {
    for (u4 m = 0; m < in->n_methods; m++) {
        const struct cf_attrs *was = &in->methods[m].attrs;
        const struct cf_attrs *is = &out->methods[m].attrs;
        if (was->n != is->n) {
            BUG("method %u: %u attributes became %u", m, was->n, is->n);
        }
        for (u4 i = 0; i < was->n; i++) {
            if (was->v[i].kind != is->v[i].kind) {
                BUG("method %u: attribute %u became another", m, i);
            }
            if (was->v[i].kind != ATTR_Code) {
                continue;
            }
            struct check_result r = {NULL, 0};
            enum verdict before = judge_code(j, in, &was->v[i], &r);
            enum verdict after = judge_code(j, out, &is->v[i], &r);
            if (after < before) {
                BUG("method %u: %s at %u", m, r.bad ? r.bad : "unreadable",
                    r.pc);
            }
        }
    }
}

void judge_class(struct bytes before, struct bytes after, bool marks) {
    struct judge j = {0};
    struct cf_class in, out;
    arena_init(&j.arena);
    arena_init(&j.method);
    diag_init(&j.d, DIAG_ERROR, false);
    if (!cf_parse(&in, before, CF_ALL, &j.arena, &here, &j.d)) {
        BUG("what is no class was edited");
    }
    if (!cf_parse(&out, after, CF_ALL, &j.arena, &here, &j.d)) {
        BUG("what was written is no class");
    }
    judge_members(&in, &out, marks);
    judge_methods(&j, &in, &out);
    arena_release(&j.arena);
    arena_release(&j.method);
    diag_release(&j.d);
}
