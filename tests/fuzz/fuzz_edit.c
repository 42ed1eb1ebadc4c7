// SPDX-License-Identifier: MIT
// fuzz_edit.c - a class, and what to insert into it, both from the input.
//
// The input is one byte n, a script of n bytes, and a class. With an empty
// script the nop editor is used; otherwise its bytes choose edits of all
// kinds. What comes out must be a class again, and each method of it must pass
// the structural check if it did before.

#include "analysis/base/limits.h"
#include "rewriter/edit/classwrite.h"
#include "rewriter/probe/nop.h"
#include "tests/fuzz/judge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

// ---- random edits ----------------------------------------------------------

struct script {
    const u1 *p;
    size_t n, at;
};

// The next number below limit; 0 when the script has ended.
static u4 next(struct script *s, u4 limit) {
    u4 v = 0;
    for (u4 max = 1; max < limit && s->at < s->n; max *= 256) {
        v = v * 256 + s->p[s->at++];
    }
    return limit ? v % limit : 0;
}

static const struct local_kind {
    u1 tag, constant, store, load, pop;
} local_kinds[] = {
    {VT_INT, OPC_iconst_0, OPC_istore, OPC_iload, OPC_pop},
    {VT_FLOAT, OPC_fconst_1, OPC_fstore, OPC_fload, OPC_pop},
    {VT_LONG, OPC_lconst_1, OPC_lstore, OPC_lload, OPC_pop2},
    {VT_DOUBLE, OPC_dconst_0, OPC_dstore, OPC_dload, OPC_pop2},
    {VT_OBJECT, OPC_aconst_null, OPC_astore, OPC_aload, OPC_pop},
};
enum { N_KINDS = 5 };

static void invoke(struct edit *e, struct seq *q, struct script *s) {
    if (next(s, 2)) {
        seq_op(e, q, OPC_aconst_null);
        seq_int(e, q, (s4)next(s, 65536));
        seq_invokestatic(e, q,
                         pool_methodref(e->pool, STR("r/P"), STR("p"),
                                        STR("(Ljava/lang/Object;I)V")));
    } else {
        seq_invokestatic(
            e, q, pool_methodref(e->pool, STR("r/P"), STR("q"), STR("()J")));
        seq_op(e, q, OPC_pop2);
    }
}

// Straight-line code that leaves the stack as it was.
static struct seq sequence(struct edit *e, struct script *s) {
    static const s4 numbers[] = {3, 100, -30000, 1 << 20, INT32_MIN};
    struct seq q = seq_begin(e);
    for (u4 n = 1 + next(s, 4); n; n--) {
        switch (next(s, 5)) {
        case 0:
            seq_int(e, &q, numbers[next(s, 5)]);
            seq_op(e, &q, OPC_pop);
            break;
        case 1:
            seq_op(e, &q, OPC_lconst_0);
            seq_op(e, &q, OPC_dup2);
            seq_op(e, &q, OPC_lcmp);
            seq_op(e, &q, OPC_pop);
            break;
        case 2:
            invoke(e, &q, s);
            break;
        case 3:
            for (u4 k = next(s, 40000); k; k--) {
                seq_op(e, &q, OPC_nop);
            }
            break;
        default:
            seq_op(e, &q, OPC_nop);
        }
    }
    return q;
}

static void add_local(struct edit *e, struct script *s) {
    const struct local_kind *kind = &local_kinds[next(s, N_KINDS)];
    if (e->n_locals == EDIT_MAX_LOCALS) {
        return;
    }
    struct vtype type = {.tag = kind->tag};
    if (kind->tag == VT_OBJECT) {
        type.a = e->c->this_class;
    }
    u4 index = edit_add_local(e, type);
    struct seq q = seq_begin(e);
    seq_op(e, &q, kind->constant);
    seq_local(e, &q, kind->store, index);
    seq_local(e, &q, kind->load, index);
    seq_op(e, &q, kind->pop);
    edit_entry(e, q);
}

static struct edit_pos position(struct edit *e, struct script *s) {
    struct edit_pos p = {next(s, e->k->n_insn + 1), (enum edit_side)next(s, 3)};
    if (p.insn == e->k->n_insn) {
        p.side = EDIT_BAR;
    }
    return p;
}

static void add_range(struct edit *e, struct script *s) {
    u2 type = pool_class(e->pool, STR("java/lang/Throwable"));
    if (type == 0) {
        e->refused = REFUSED_POOL_FULL;
        return;
    }
    struct seq q = sequence(e, s);
    seq_op(e, &q, OPC_athrow);
    u4 h = edit_add_handler(
        e, (struct edit_handler){
               .seq = q, .type = type, .this_uninit = next(s, 8) == 7});
    for (u4 n = 1 + next(s, 3); n; n--) {
        struct edit_range r = {.handler = h};
        r.from = position(e, s);
        r.to = position(e, s);
        r.type = next(s, 2) ? type : 0;
        r.first = next(s, 2);
        edit_add_range(e, r);
    }
}

static void edit_once(struct edit *e, struct script *s) {
    u4 i = next(s, e->k->n_insn);
    switch (next(s, 9)) {
    case 0:
        edit_entry(e, sequence(e, s));
        break;
    case 1:
        edit_before(e, i, sequence(e, s));
        break;
    case 2:
        if (!op_is(e->k->insn[i].op, OP_END) &&
            e->k->insn[i].op != OPC_monitorenter) {
            edit_after(e, i, sequence(e, s));
        }
        break;
    case 3:
        edit_exits(e, sequence(e, s));
        break;
    case 4:
        edit_handler_entries(e, sequence(e, s));
        break;
    case 5:
        add_local(e, s);
        break;
    case 6:
        add_range(e, s);
        break;
    case 7:
        edit_wrap(e, sequence(e, s));
        break;
    default:
        for (u4 n = 0; n < e->k->n_insn; n += 1 + next(s, 3)) {
            edit_before(e, n, sequence(e, s));
        }
    }
}

static void random_edit(void *ctx, struct edit *e) {
    struct script *s = ctx;
    s->at = s->at < s->n ? s->at : 0;  // each method has something done to it
    for (u4 n = next(s, 8); n && e->refused == REFUSED_NOT; n--) {
        edit_once(e, s);
    }
}

static void edit_class(struct class_writer *w, struct bytes in,
                       const struct class_edit *edit, struct emit *out) {
    struct cf_class c;
    struct diag d;
    diag_init(&d, DIAG_ERROR, false);
    if (cw_parse(w, &c, in, &here, &d) &&
        cw_write(w, &c, edit, out, &here, &d)) {
        judge_class(in, (struct bytes){out->p, out->n}, false);
    }
    diag_release(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0 || size - 1 < data[0]) {
        return 0;
    }
    struct script s = {data + 1, data[0], 0};
    struct bytes in = {data + 1 + s.n, size - 1 - s.n};
    struct class_edit edit = {
        .method = s.n ? random_edit : nop_edit,
        .ctx = &s,
        .add_package = STR("ccinstr/rt"),
    };
    struct class_writer w;
    cw_init(&w);
    struct emit out;
    emit_init(&out, LIMIT_EDITED_BYTES);
    edit_class(&w, in, &edit, &out);
    emit_release(&out);
    cw_release(&w);
    return 0;
}
