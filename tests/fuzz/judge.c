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

static void judge_methods(struct judge *j, struct cf_class *in,
                          struct cf_class *out) {
    if (in->n_methods != out->n_methods || in->n_fields != out->n_fields ||
        in->attrs.n > out->attrs.n) {
        BUG("members or attributes are lost");
    }
    for (u4 m = 0; m < in->n_methods; m++) {
        const struct cf_attrs *was = &in->methods[m].attrs;
        const struct cf_attrs *is = &out->methods[m].attrs;
        for (u4 i = 0; i < was->n; i++) {
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

void judge_class(struct bytes before, struct bytes after) {
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
    judge_methods(&j, &in, &out);
    arena_release(&j.arena);
    arena_release(&j.method);
    diag_release(&j.d);
}
