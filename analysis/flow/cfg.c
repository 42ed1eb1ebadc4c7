// SPDX-License-Identifier: MIT
// The code of a method cut into blocks.
//
// A block begins at the start, at targets, behind jumps, at handlers, and
// where the range of a handler begins or ends: so a range is a run of blocks.
// Blocks are numbered in code order. Nothing is checked here; what makes no
// sense is found where it can be reached.
#include "analysis/flow/flow_priv.h"

// The first instruction at or behind pc.
static u4 insn_from(const struct fb *b, u4 pc) {
    if (pc < b->k->length && b->insn_at[pc] != CODE_NO_INSN) {
        return b->insn_at[pc];
    }
    return code_index(b->k, pc);
}

static void mark_pc(const struct fb *b, u1 *leads, u4 pc) {
    if (pc < b->k->length && b->insn_at[pc] != CODE_NO_INSN) {
        leads[b->insn_at[pc]] = 1;
    }
}

static void mark_jump(const struct fb *b, u1 *leads, u4 insn) {
    const struct insn *i = &b->k->insn[insn];
    leads[insn + 1] = 1;
    if (!insn_is_switch(i)) {
        mark_pc(b, leads, (u4)i->b);
        return;
    }
    const struct code_switch *s = &b->k->sw[i->b];
    mark_pc(b, leads, s->otherwise);
    for (u4 n = 0; n < s->n; n++) {
        mark_pc(b, leads, s->target[n]);
    }
}

static u1 *mark_leaders(struct fb *b) {
    const struct code *k = b->k;
    // One more, for the end of the code.
    u1 *leads = ARENA_ZARRAY(b->arena, u1, k->n_insn + 1);
    leads[0] = 1;
    for (u4 j = 0; j < k->n_jumps; j++) {
        mark_jump(b, leads, k->jump[j]);
    }
    for (u4 h = 0; h < k->n_handlers; h++) {
        leads[insn_from(b, k->handler[h].start)] = 1;
        leads[insn_from(b, k->handler[h].end)] = 1;
        mark_pc(b, leads, k->handler[h].handler);
    }
    return leads;
}

static struct fb_block block_at(u4 insn) {
    return (struct fb_block){
        .insn = insn, .depth = FB_NONE, .row = FB_NONE, .phi = FB_NONE};
}

static void cut(struct fb *b, const u1 *leads) {
    u4 n_insn = b->k->n_insn;
    u4 n = 0;
    for (u4 i = 0; i < n_insn; i++) {
        n += leads[i];
    }
    b->block = ARENA_ARRAY(b->arena, struct fb_block, n);
    b->block_at = ARENA_ARRAY(b->arena, u4, n_insn + 1);
    for (u4 i = 0; i < n_insn; i++) {
        b->block_at[i] = FB_NONE;
        if (leads[i]) {
            b->block_at[i] = b->n_blocks;
            b->block[b->n_blocks++] = block_at(i);
        }
    }
    b->block_at[n_insn] = b->n_blocks;
}

static void make_rows(struct fb *b) {
    const struct code *k = b->k;
    b->row = ARENA_ARRAY(b->arena, struct fb_row, k->n_handlers);
    // From the last, so that those of one handler are chained in order.
    for (u4 h = k->n_handlers; h-- > 0;) {
        const struct code_handler *from = &k->handler[h];
        struct fb_row *r = &b->row[h];
        *r = (struct fb_row){.from = b->block_at[insn_from(b, from->start)],
                             .to = b->block_at[insn_from(b, from->end)],
                             .block = fb_block_at(b, from->handler),
                             .next = FB_NONE,
                             .n_entries = FB_NONE};
        if (r->block != FB_NONE) {
            r->next = b->block[r->block].row;
            b->block[r->block].row = h;
        }
    }
}

u4 fb_block_at(const struct fb *b, u4 pc) {
    if (pc >= b->k->length || b->insn_at[pc] == CODE_NO_INSN) {
        return FB_NONE;
    }
    return b->block_at[b->insn_at[pc]];
}

bool fb_blocks(struct fb *b) {
    const struct code *k = b->k;
    if (k->n_jumps == 0 && k->n_handlers == 0) {
        b->n_blocks = 1;
        b->block = ARENA_ARRAY(b->arena, struct fb_block, 1);
        b->block[0] = block_at(0);
        return true;
    }
    b->insn_at = code_offsets(k, b->arena);
    cut(b, mark_leaders(b));
    make_rows(b);
    for (u4 j = 0; j < k->n_jumps; j++) {
        if (op_is(k->insn[k->jump[j]].op, OP_JSR)) {
            return fb_subs(b);
        }
    }
    return true;
}
