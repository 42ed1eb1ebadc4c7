// SPDX-License-Identifier: MIT
// A Code attribute from the model: header, instructions, handlers, and the
// list of attributes. The tables in it are written by tables.c and frames.c.
//
// One encoder serves both: without a layout every instruction stands where it
// stood, so the offsets it writes are those it read.
#include "rewriter/edit/codewrite.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/opcode.h"
#include "rewriter/edit/edit.h"
#include "rewriter/edit/frames.h"
#include "rewriter/edit/pooledit.h"
#include "rewriter/edit/tables.h"

struct encoder {
    const struct code *code;
    const struct layout *l;  // NULL: as it was
    u1 *q;                   // where the next byte goes
};

static u4 target(const struct encoder *c, u4 pc) {
    return c->l ? c->l->bar[layout_insn(c->l, pc)] : pc;
}

static u1 *put_switch(const struct encoder *c, const struct insn *i, u1 *q,
                      u4 pc) {
    const struct code_switch *s = &c->code->sw[i->b];
    u4 n_pad = 3 - pc % 4;
    if (c->l) {
        memset(q, 0, n_pad);
    } else {
        memcpy(q, s->pad, n_pad);
    }
    q += n_pad;
    put4(q, target(c, s->otherwise) - pc);
    if (s->key) {
        put4(q + 4, s->n);
        q += 8;
    } else {
        put4(q + 4, (u4)s->low);
        put4(q + 8, (u4)s->low + s->n - 1);
        q += 12;
    }
    for (u4 k = 0; k < s->n; k++) {
        if (s->key) {
            put4(q, (u4)s->key[k]);
            q += 4;
        }
        put4(q, target(c, s->target[k]) - pc);
        q += 4;
    }
    return q;
}

// A branch that sixteen bits do not reach any more.
static u1 *put_wide_branch(const struct insn *i, u1 *q, u4 from, u4 to) {
    if (op_is(i->op, OP_COND)) {
        // The opposite condition jumps over the goto_w.
        q[0] = i->op >= OPC_ifnull ? i->op ^ 1
                                   : (u1)(((i->op - OPC_ifeq) ^ 1) + OPC_ifeq);
        put2(q + 1, 8);
        q += 3;
        from += 3;
        *q = OPC_goto_w;
    } else {
        *q = i->op == OPC_jsr ? OPC_jsr_w : OPC_goto_w;
    }
    put4(q + 1, to - from);
    return q + 5;
}

static u1 *put_wide(const struct insn *i, u1 *q) {
    q[0] = OPC_wide;
    q[1] = i->op;
    put2(q + 2, i->a);
    if (op_table[i->op].format == 'i') {
        put2(q + 4, (u4)i->b);
        return q + 6;
    }
    return q + 4;
}

static u1 *put_operands(const struct encoder *c, const struct insn *i, u1 *q,
                        u4 pc) {
    // table switch: one case for each operand format
    switch (op_table[i->op].format) {
    case 'b':
        *q = (u1)i->b;
        return q + 1;
    case 's':
        put2(q, (u4)i->b);
        return q + 2;
    case 'v':
    case 'k':
    case 'n':
        *q = (u1)i->a;
        return q + 1;
    case 'i':
        q[0] = (u1)i->a;
        q[1] = (u1)i->b;
        return q + 2;
    case 'K':
    case 'f':
    case 'm':
    case 'c':
        put2(q, i->a);
        return q + 2;
    case 'M':
        put2(q, i->a);
        q[2] = (u1)i->b;
        return q + 3;
    case 'J':
        put2(q, i->a);
        q[2] = (u1)i->b;
        q[3] = 0;
        return q + 4;
    case 'D':
        put2(q, i->a);
        put2(q + 2, 0);
        return q + 4;
    case 'o':
        put2(q, target(c, (u4)i->b) - pc);
        return q + 2;
    case 'O':
        put4(q, target(c, (u4)i->b) - pc);
        return q + 4;
    default:
        return put_switch(c, i, q, pc);
    }
}

// Instruction n at offset pc.
static void put_insn(struct encoder *c, u4 n, u4 pc) {
    const struct insn *i = &c->code->insn[n];
    if (i->len == 1) {
        *c->q++ = i->op;
    } else if (c->l && c->l->wide && c->l->wide[n]) {
        c->q = put_wide_branch(i, c->q, pc, target(c, (u4)i->b));
    } else if (i->wide) {
        c->q = put_wide(i, c->q);
    } else {
        *c->q = i->op;
        c->q = put_operands(c, i, c->q + 1, pc);
    }
}

static void put_seq(struct encoder *c, struct seq s) {
    if (s.n) {
        memcpy(c->q, c->l->e->bytes->p + s.at, s.n);
        c->q += s.n;
    }
}

static void put_edited(struct encoder *c) {
    const struct edit *e = c->l->e;
    const struct insertion *ins = e->insertion;
    const struct insertion *end = ins ? ins + e->n_insertions : ins;
    while (ins < end && ins->where == EDIT_ENTRY) {
        put_seq(c, ins++->seq);
    }
    for (u4 i = 0; i < c->code->n_insn; i++) {
        while (ins < end && ins->insn == i && ins->where == EDIT_BEFORE) {
            put_seq(c, ins++->seq);
        }
        put_insn(c, i, c->l->at[i]);
        while (ins < end && ins->insn == i) {
            put_seq(c, ins++->seq);
        }
    }
    for (u4 h = 0; h < e->n_handlers; h++) {
        put_seq(c, e->handler[h].seq);
    }
}

static void write_insns(const struct code *code, const struct layout *l,
                        struct emit *out) {
    u4 length = l ? l->length : code->length;
    if (!emit_room(out, length)) {
        return;
    }
    struct encoder c = {code, l, out->p + out->n};
    if (l) {
        put_edited(&c);
    } else {
        for (u4 i = 0; i < code->n_insn; i++) {
            put_insn(&c, i, code->insn[i].pc);
        }
    }
    if (c.q != out->p + out->n + length) {
        BUG("code of %u bytes was written as %td", length,
            c.q - (out->p + out->n));
    }
    out->n += length;
}

static void write_head(const struct code *code, u4 max_stack, u4 max_locals,
                       u4 length, struct emit *out) {
    if (code->narrow) {
        emit_u1(out, max_stack);
        emit_u1(out, max_locals);
        emit_u2(out, length);
    } else {
        emit_u2(out, max_stack);
        emit_u2(out, max_locals);
        emit_u4(out, length);
    }
}

static void write_handler(struct emit *out, u4 start, u4 end, u4 handler,
                          u4 type) {
    emit_u2(out, start);
    emit_u2(out, end);
    emit_u2(out, handler);
    emit_u2(out, type);
}

static void write_handlers(const struct code *code, struct emit *out) {
    emit_u2(out, code->n_handlers);
    for (u4 i = 0; i < code->n_handlers; i++) {
        const struct code_handler *h = &code->handler[i];
        write_handler(out, h->start, h->end, h->handler, h->type);
    }
}

static bool attr_is_table(const struct code_attr *t) {
    return !t->a->bad && t->a->kind != ATTR_OTHER;
}

static void write_attr(const struct cf_class *c, const struct code_attr *t,
                       struct emit *out) {
    emit_u2(out, t->a->name);
    size_t hole = emit_hole4(out);
    if (attr_is_table(t)) {
        if (t->a->kind == ATTR_StackMapTable) {
            frames_write(t, out);
        } else {
            table_write(t, out);
        }
    } else {
        emit_bytes(out, c->in.p + t->a->at, t->a->len);
    }
    emit_fill4(out, hole);
}

void code_write(const struct cf_class *c, const struct code *code,
                struct emit *out) {
    write_head(code, code->max_stack, code->max_locals, code->length, out);
    write_insns(code, NULL, out);
    write_handlers(code, out);
    emit_u2(out, code->attrs.n);
    for (u4 i = 0; i < code->attrs.n; i++) {
        write_attr(c, &code->attr[i], out);
    }
}

// ---- edited ----------------------------------------------------------------

// Ranges of ours that stand first, or last; empty ones are left out, because
// the JVM refuses them. Returns how many were written.
static u4 write_ranges(const struct layout *l, bool first, struct emit *out) {
    const struct edit *e = l->e;
    u4 n = 0;
    for (u4 i = 0; i < e->n_ranges; i++) {
        const struct edit_range *r = &e->range[i];
        u4 from = layout_pos(l, r->from), to = layout_pos(l, r->to);
        if (r->first == first && from < to) {
            write_handler(out, from, to, l->handler[r->handler], r->type);
            n++;
        }
    }
    return n;
}

// Returns how many entries were put in front of the input's.
static u4 write_handlers_edited(const struct layout *l, struct emit *out) {
    const struct code *code = l->code;
    size_t count = out->n;
    emit_u2(out, 0);
    u4 first = write_ranges(l, true, out);
    for (u4 i = 0; i < code->n_handlers; i++) {
        const struct code_handler *h = &code->handler[i];
        write_handler(out, l->bar[layout_insn(l, h->start)],
                      l->bar[layout_insn(l, h->end)],
                      l->bar[layout_insn(l, h->handler)], h->type);
    }
    u4 last = write_ranges(l, false, out);
    if (emit_ok(out)) {
        put2(out->p + count, first + code->n_handlers + last);
    }
    return first;
}

static bool write_frames_attr(struct edit *e, const struct layout *l, u2 name,
                              struct emit *out) {
    if (name == 0) {
        e->refused = REFUSED_POOL_FULL;
        return false;
    }
    emit_u2(out, name);
    size_t hole = emit_hole4(out);
    bool ok = frames_write_edited(l, e, out);
    emit_fill4(out, hole);
    return ok;
}

struct attr_writer {
    struct edit *e;
    const struct layout *l;
    struct emit *out;
    const struct place *at;
    struct diag *d;
    struct table_map map;
    u4 n;  // attributes written
};

static void dropped(const struct attr_writer *w, const struct code_attr *t) {
    struct str name = cp_str(w->e->c, t->a->name);
    if (attr_is_table(t) && t->a->kind != ATTR_StackMapTable) {
        diag_report(w->d, TABLE_DROPPED, w->at, STR_F(name));
    } else {
        diag_report(w->d, ATTR_DROPPED, w->at, STR_F(name));
    }
}

// False when the method is refused.
static bool write_attr_edited(struct attr_writer *w,
                              const struct code_attr *t) {
    if (t->a->kind == ATTR_StackMapTable && edit_has_frames(w->e)) {
        if (t->a->bad) {
            w->e->refused = REFUSED_BAD_FRAMES;
            return false;
        }
        w->n++;
        return write_frames_attr(w->e, w->l, t->a->name, w->out);
    }
    if (!attr_is_table(t) || t->a->kind == ATTR_StackMapTable ||
        !table_can_move(&w->map, t)) {
        dropped(w, t);
        return true;
    }
    emit_u2(w->out, t->a->name);
    size_t hole = emit_hole4(w->out);
    table_write_moved(&w->map, t, w->out);
    emit_fill4(w->out, hole);
    w->n++;
    return true;
}

static bool write_attrs_edited(struct attr_writer *w) {
    const struct code *code = w->e->k;
    size_t count = w->out->n;
    emit_u2(w->out, 0);
    for (u4 i = 0; i < code->attrs.n; i++) {
        if (!write_attr_edited(w, &code->attr[i])) {
            return false;
        }
    }
    if (edit_has_frames(w->e) && !code_find(code, ATTR_StackMapTable) &&
        frames_needed(w->l)) {
        if (w->n == 65535) {
            w->e->refused = REFUSED_ATTRS_FULL;
            return false;
        }
        u2 name = pool_utf8(w->e->pool, STR("StackMapTable"));
        if (!write_frames_attr(w->e, w->l, name, w->out)) {
            return false;
        }
        w->n++;
    }
    if (emit_ok(w->out)) {
        put2(w->out->p + count, w->n);
    }
    return true;
}

bool code_write_edited(struct edit *e, const struct layout *l, struct emit *out,
                       const struct place *at, struct diag *d) {
    const struct code *code = e->k;
    u4 max_stack = code->max_stack + e->stack_more;
    max_stack = e->stack_least > max_stack ? e->stack_least : max_stack;
    write_head(code, max_stack,
               code->max_locals + e->local_slots + e->scratch_slots, l->length,
               out);
    write_insns(code, l, out);
    u4 first = write_handlers_edited(l, out);
    struct attr_writer w = {
        .e = e,
        .l = l,
        .out = out,
        .at = at,
        .d = d,
        .map = table_map(l, first),
    };
    return write_attrs_edited(&w);
}
