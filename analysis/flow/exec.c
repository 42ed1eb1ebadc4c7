// SPDX-License-Identifier: MIT
// The walk: each reached block is executed once, and says where it leads.
//
// Which values stand in a block's locals and on its stack when it begins is
// not known then, nor needed (merge.c); only how deep the stack is.
#include "analysis/flow/flow_priv.h"

#include "analysis/classfile/opcode.h"

u4 fb_value(struct fb *b, enum flow_decl decl, u2 ref) {
    FB_ROOM(b, b->value, b->n_values, b->room_values, 1);
    // By the statement that was made last, if by any.
    b->value[b->n_values] = (struct flow_value){
        .stmt = b->n_stmts - 1, .ref = ref, .decl = (u1)decl};
    return b->n_values++;
}

struct fb_local *fb_local(struct fb *b, u4 i) {
    struct fb_local **page = &b->page[i / FB_PAGE];
    if (!*page) {
        u4 left = b->code->max_locals - i / FB_PAGE * FB_PAGE;
        *page = ARENA_ZARRAY(b->arena, struct fb_local,
                             left < FB_PAGE ? left : FB_PAGE);
    }
    return &(*page)[i % FB_PAGE];
}

void fb_define(struct fb *b, u4 local, u4 block, u4 value) {
    struct fb_local *l = fb_local(b, local);
    FB_ROOM(b, b->def, b->n_defs, b->room_defs, 1);
    b->def[b->n_defs] = (struct fb_def){
        local, block, b->at_insn + 1 == b->end_insn, value, l->def};
    l->def = b->n_defs++;
    l->n_defs++;
}

static bool reach(struct fb *b, u4 block, u4 depth) {
    struct fb_block *to = &b->block[block];
    if (to->depth == FB_NONE) {
        to->depth = depth;
        b->todo[block / 64] |= (u8)1 << block % 64;
        return true;
    }
    return to->depth == depth ||
           fb_bad(b, to->insn, "reached with stacks of different depths");
}

static bool lead(struct fb *b, u4 to) {
    FB_ROOM(b, b->edge, b->n_edges, b->room_edges, 1);
    b->edge[b->n_edges++] = (struct fb_edge){b->at_block, to};
    return reach(b, to, b->depth);
}

static bool jump(struct fb *b, u4 pc) {
    u4 to = fb_block_at(b, pc);
    return to == FB_NONE
               ? fb_bad(b, b->at_insn, "jumps to what is no instruction")
               : lead(b, to);
}

static bool jump_switch(struct fb *b, const struct insn *i) {
    const struct code_switch *s = &b->code->sw[i->b];
    bool ok = jump(b, s->otherwise);
    for (u4 n = 0; ok && n < s->n; n++) {
        ok = jump(b, s->target[n]);
    }
    return ok;
}

// Back to behind each jsr that calls a subroutine of this block.
static bool return_from(struct fb *b, const struct insn *i) {
    if (!fb_work(b, b->n_jsrs)) {
        return false;
    }
    bool found = false;
    for (u4 j = 0; j < b->n_jsrs; j++) {
        const struct fb_jsr *jsr = &b->jsr[j];
        if (!b->sub_seen[jsr->block] ||
            !fb_returns_from(b, b->at_block, jsr->sub, i->a)) {
            continue;
        }
        if (jsr->block + 1 == b->n_blocks) {
            return fb_bad(b, b->at_insn, "returns to behind the code");
        }
        found = true;
        if (!lead(b, jsr->block + 1)) {
            return false;
        }
    }
    return found || fb_bad(b, b->at_insn, "ret outside of a subroutine");
}

static bool leave(struct fb *b, u4 end) {
    const struct insn *i = &b->code->insn[b->at_insn];
    if (insn_is_switch(i)) {
        return jump_switch(b, i);
    }
    if (insn_is_branch(i) && !jump(b, (u4)i->b)) {
        return false;
    }
    if (i->op == OPC_ret) {
        return return_from(b, i);
    }
    if (op_is(i->op, OP_END) || op_is(i->op, OP_JSR)) {
        return true;
    }
    return end == b->code->n_insn
               ? fb_bad(b, b->at_insn, "falls off the end of the code")
               : lead(b, b->at_block + 1);
}

// The handlers of this block: each begins with what it has caught.
static bool reach_handlers(struct fb *b) {
    if (b->code->n_handlers == 0) {
        return true;
    }
    ranges_find(b->ranges, b->at_block, true);
    for (u4 i = 0; i < b->ranges->n_found; i++) {
        u4 h = b->ranges->found[i];
        struct fb_row *r = &b->row[h];
        if (r->reached) {
            continue;
        }
        r->reached = true;
        struct fb_block *to = &b->block[r->block];
        u2 type = b->code->handler[h].type;
        if (b->code->max_stack == 0) {
            return fb_bad(b, to->insn, "stack overflow");
        }
        if (!to->caught) {
            to->caught = fb_value(b, FLOW_T_CLASS, type);
        } else if (b->value[to->caught].ref != type) {
            b->value[to->caught].ref = 0;
        }
        if (!reach(b, r->block, 1)) {
            return false;
        }
    }
    return true;
}

static bool exec(struct fb *b, u4 block) {
    struct fb_block *row = &b->block[block];
    u4 end = fb_block_end(b, block);
    b->at_block = block;
    b->end_insn = end;
    b->depth = b->low = row->depth;
    row->stmt = b->n_stmts;
    for (b->at_insn = row->insn;; b->at_insn++) {
        const struct insn *i = &b->code->insn[b->at_insn];
        fb_insn(b, i);
        if (b->bad) {
            return false;
        }
        if (op_is(i->op, OP_END) || b->at_insn + 1 == end) {
            break;
        }
    }
    row->n_stmts = b->n_stmts - row->stmt;
    row->out_depth = b->depth;
    row->low = b->low;
    row->out = b->n_out;
    u4 own = b->depth - b->low;
    if (own && b->block_at) {
        FB_ROOM(b, b->out, b->n_out, b->room_out, own);
        memcpy(b->out + b->n_out, b->stack + b->low, own * sizeof *b->out);
        b->n_out += own;
    }
    return leave(b, end) && reach_handlers(b);
}

// Takes the next block behind `from` that is to be executed, in code order.
static u4 take(struct fb *b, u4 from) {
    u8 behind = ~(u8)0 << from % 64;
    for (u4 w = from / 64; w < b->n_blocks / 64 + 1; w++) {
        u8 here = b->todo[w] & behind;
        if (here) {
            b->todo[w] &= ~(here & -here);
            return w * 64 + (u4)__builtin_ctzll(here);
        }
        behind = ~(u8)0;
    }
    return FB_NONE;
}

static void list_ranges(struct fb *b) {
    u4 n = b->code->n_handlers;
    b->ranges = ARENA_NEW(b->arena, struct ranges);
    ranges_init(b->ranges, b->n_blocks, n, b->arena);
    for (u4 h = 0; h < n; h++) {
        ranges_add(b->ranges, h, b->row[h].from, b->row[h].to);
    }
}

bool fb_walk(struct fb *b) {
    b->todo = ARENA_ZARRAY(b->arena, u8, b->n_blocks / 64 + 1);
    if (b->code->n_handlers) {
        list_ranges(b);
    }
    reach(b, 0, 0);
    b->in_order = true;
    for (u4 next = take(b, 0); next != FB_NONE;) {
        if (!exec(b, next)) {
            return false;
        }
        next = take(b, next + 1);
        if (next == FB_NONE) {
            next = take(b, 0);
            b->in_order &= next == FB_NONE;
        }
    }
    return true;
}
