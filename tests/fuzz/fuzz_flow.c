// SPDX-License-Identifier: MIT
// fuzz_flow.c - any bytes as a class: each method has a value-flow form that
// holds together, or is refused with a message.

#include "analysis/base/limits.h"
#include "analysis/flow/flow.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

static void check_value(const struct flow *f, u4 v) {
    if (v >= f->n_values) {
        BUG("value %u of %u", v, f->n_values);
    }
}

// Values are defined in order, each by the statement that it names.
static void check(const struct flow *f) {
    u4 defined = f->n_params;
    for (u4 i = 0; i < f->n_stmts; i++) {
        const struct flow_stmt *s = &f->stmt[i];
        check_value(f, s->v);
        if (i && f->stmt[i - 1].pc > s->pc) {
            BUG("statement %u is out of order", i);
        }
        if (flow_role_v[s->kind] == 'D' && s->v &&
            (s->v != ++defined || f->value[s->v].stmt != i)) {
            BUG("statement %u defines %u", i, s->v);
        }
        if (flow_role_a[s->kind] == 'U') {
            check_value(f, s->a);
        }
        for (u4 n = 0; flow_role_a[s->kind] == 'L' && n < s->n; n++) {
            check_value(f, f->args[s->a + n]);
        }
        if (s->kind == FLOW_PHI && s->n < 2) {
            BUG("statement %u is no phi", i);
        }
    }
    if (defined + 1 != f->n_values) {
        BUG("%u values, %u defined", f->n_values, defined);
    }
    for (u4 h = 0; h < f->n_handlers; h++) {
        check_value(f, f->handler[h].v);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena a, scratch;
    struct diag d;
    struct emit text;
    struct cf_class c;
    arena_init(&a);
    arena_init(&scratch);
    diag_init(&d, DIAG_NOTE, false);
    emit_init(&text, LIMIT_EDITED_BYTES);
    const struct flow_env env = {&a, &scratch, &here, &d};
    if (cf_parse(&c, (struct bytes){data, size}, CF_ALL, &a, &here, &d)) {
        for (u4 m = 0; m < c.n_methods; m++) {
            struct flow f;
            u4 said = d.n_level[DIAG_WARNING];
            arena_reset(&scratch);
            if (flow_build(&f, &c, &c.methods[m], &env)) {
                check(&f);
                emit_reset(&text);
                flow_print(&f, &c, &c.methods[m], &text);
            } else if (d.n_level[DIAG_WARNING] == said) {
                BUG("refused without a word");
            }
        }
    }
    arena_release(&a);
    arena_release(&scratch);
    diag_release(&d);
    emit_release(&text);
    return 0;
}
