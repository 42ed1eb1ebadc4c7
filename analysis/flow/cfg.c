// SPDX-License-Identifier: MIT
// The code of a method cut into blocks.
//
// A block begins at the start, at targets, behind jumps, at handlers, and
// where the range of a handler begins or ends: so a range is a run of blocks.
// Blocks are numbered in code order. A jump that makes no sense is an error
// only where it is reached.
#include "analysis/flow/flow_priv.h"

#include "analysis/classfile/opcode.h"

// Where blocks are to begin, by pc; one more, for the end of the code.
struct marks {
    u1 *at;
    u4 n;
};

static void mark(struct marks *m, u4 pc) {
    m->n += !m->at[pc];
    m->at[pc] = 1;
}

static void mark_jump(const struct fb *b, struct marks *m, u4 insn) {
    const struct insn *i = &b->code->insn[insn];
    mark(m, (u4)i->pc + i->len);
    if (!insn_is_switch(i)) {
        mark(m, (u4)i->b);
        return;
    }
    const struct code_switch *s = &b->code->sw[i->b];
    mark(m, s->otherwise);
    for (u4 n = 0; n < s->n; n++) {
        mark(m, s->target[n]);
    }
}

static bool mark_handlers(struct fb *b, struct marks *m) {
    const struct code *code = b->code;
    for (u4 h = 0; h < code->n_handlers; h++) {
        const struct code_handler *row = &code->handler[h];
        if (row->start > code->length || row->end > code->length ||
            row->handler >= code->length) {
            return fb_bad(b, 0, "handler beyond the end of the code");
        }
        mark(m, row->start);
        mark(m, row->end);
        mark(m, row->handler);
    }
    return true;
}

static struct fb_block block_of(u4 insn) {
    return (struct fb_block){
        .insn = insn, .depth = FB_NONE, .row = FB_NONE, .phi = FB_NONE};
}

static void cut(struct fb *b, const struct marks *m) {
    const struct code *code = b->code;
    b->block = ARENA_ARRAY(b->arena, struct fb_block, m->n);
    b->block_at = ARENA_ARRAY(b->arena, u2, code->length);
    memset(b->block_at, 0xFF, code->length * sizeof *b->block_at);
    for (u4 i = 0; i < code->n_insn; i++) {
        u4 pc = code->insn[i].pc;
        if (m->at[pc]) {
            b->block_at[pc] = (u2)b->n_blocks;
            b->block[b->n_blocks++] = block_of(i);
        }
    }
}

static u4 range_end(const struct fb *b, u4 pc) {
    return pc == b->code->length ? b->n_blocks : fb_block_at(b, pc);
}

static bool make_rows(struct fb *b) {
    const struct code *code = b->code;
    b->row = ARENA_ARRAY(b->arena, struct fb_row, code->n_handlers);
    // From the last, so that those of one handler are chained in order.
    for (u4 h = code->n_handlers; h-- > 0;) {
        const struct code_handler *from = &code->handler[h];
        struct fb_row *r = &b->row[h];
        *r = (struct fb_row){.from = range_end(b, from->start),
                             .to = range_end(b, from->end),
                             .block = fb_block_at(b, from->handler),
                             .n_entries = FB_NONE};
        if (r->from == FB_NONE || r->to == FB_NONE || r->block == FB_NONE) {
            return fb_bad(b, 0, "handler that is in no instruction");
        }
        r->next = b->block[r->block].row;
        b->block[r->block].row = h;
    }
    return true;
}

bool fb_blocks(struct fb *b) {
    const struct code *code = b->code;
    if (code->n_jumps == 0 && code->n_handlers == 0) {
        b->n_blocks = 1;
        b->block = ARENA_ARRAY(b->arena, struct fb_block, 1);
        b->block[0] = block_of(0);
        return true;
    }
    struct marks m = {ARENA_ZARRAY(b->arena, u1, code->length + 1), 0};
    mark(&m, 0);
    bool has_subs = false;
    for (u4 j = 0; j < code->n_jumps; j++) {
        mark_jump(b, &m, code->jump[j]);
        has_subs |= op_is(code->insn[code->jump[j]].op, OP_JSR);
    }
    if (!mark_handlers(b, &m)) {
        return false;
    }
    cut(b, &m);
    return make_rows(b) && (!has_subs || fb_subs(b));
}
