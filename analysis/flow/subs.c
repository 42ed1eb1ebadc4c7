// SPDX-License-Identifier: MIT
// Subroutines (jsr and ret, JVMS 4.10.2.5): where a ret returns to.
//
// A ret goes back to all that call the subroutine it belongs to: callers are
// merged. To which it belongs is found by following control flow from each
// target of a jsr: a block may belong to several, since code can leave a
// subroutine by a jump, and then the local that holds the address tells them
// apart. This runs before the walk and knows nothing of values. It visits all
// blocks until nothing changes; methods with jsr are few, and small.
#include "analysis/flow/flow_priv.h"

#include "analysis/classfile/opcode.h"

static u8 *set_of(const struct fb *b, u4 block) {
    return b->in_sub + (size_t)block * b->sub_words;
}

static bool has_sub(const struct fb *b, u4 block, u4 s) {
    return set_of(b, block)[s / 64] >> (s % 64) & 1;
}

// The local that a subroutine begins by storing its address in.
static u4 address_local(const struct fb *b, u4 block) {
    const struct insn *i = &b->code->insn[b->block[block].insn];
    struct op_local l;
    if (!op_local(i->op, &l) || l.type != 'A' || !l.store) {
        return FB_NONE;
    }
    return l.implied ? l.index : i->a;
}

static void find_subs(struct fb *b) {
    const struct code *code = b->code;
    u4 *sub_at = ARENA_ARRAY(b->arena, u4, b->n_blocks);
    memset(sub_at, 0xFF, b->n_blocks * sizeof *sub_at);
    b->sub = ARENA_ARRAY(b->arena, struct fb_sub, code->n_jumps);
    b->jsr = ARENA_ARRAY(b->arena, struct fb_jsr, code->n_jumps);
    u4 block = 0;
    for (u4 j = 0; j < code->n_jumps; j++) {
        const struct insn *i = &code->insn[code->jump[j]];
        while (fb_block_end(b, block) <= code->jump[j]) {
            block++;
        }
        u4 to = op_is(i->op, OP_JSR) ? fb_block_at(b, (u4)i->b) : FB_NONE;
        if (to == FB_NONE) {
            continue;
        }
        if (sub_at[to] == FB_NONE) {
            sub_at[to] = b->n_subs;
            b->sub[b->n_subs++] =
                (struct fb_sub){.block = to, .local = address_local(b, to)};
        }
        b->jsr[b->n_jsrs++] = (struct fb_jsr){block, sub_at[to]};
    }
}

// Adds the subroutines of `from`, or s alone, to those of `to`.
static bool flow_to(struct fb *b, u4 from, u4 to, u4 s) {
    if (to >= b->n_blocks) {
        return false;
    }
    bool changed = !b->sub_seen[to];
    b->sub_seen[to] = true;
    u8 *into = set_of(b, to);
    if (s != FB_NONE) {
        changed |= !has_sub(b, to, s);
        into[s / 64] |= (u8)1 << s % 64;
        return changed;
    }
    const u8 *more = set_of(b, from);
    for (u4 w = 0; w < b->sub_words; w++) {
        changed |= (more[w] & ~into[w]) != 0;
        into[w] |= more[w];
    }
    return changed;
}

// The last instruction of a block that is executed.
static u4 terminator(const struct fb *b, u4 block) {
    u4 i = b->block[block].insn;
    u4 end = fb_block_end(b, block);
    while (i + 1 < end && !op_is(b->code->insn[i].op, OP_END)) {
        i++;
    }
    return i;
}

bool fb_returns_from(const struct fb *b, u4 block, u4 s, u4 local) {
    return has_sub(b, block, s) &&
           (b->sub[s].local == local || b->sub[s].local == FB_NONE);
}

static bool follow_call(struct fb *b, u4 block, u4 to) {
    bool changed = false;
    for (u4 s = 0; s < b->n_subs; s++) {
        if (b->sub[s].block == to) {
            changed |= flow_to(b, block, to, s);
            if (b->sub[s].returns) {
                changed |= flow_to(b, block, block + 1, FB_NONE);
            }
        }
    }
    return changed;
}

static bool follow_return(struct fb *b, u4 block, u4 local) {
    bool changed = false;
    for (u4 s = 0; s < b->n_subs; s++) {
        if (!b->sub[s].returns && fb_returns_from(b, block, s, local)) {
            b->sub[s].returns = changed = true;
        }
    }
    return changed;
}

static bool follow_jump(struct fb *b, u4 block, const struct insn *i) {
    if (!insn_is_switch(i)) {
        return flow_to(b, block, fb_block_at(b, (u4)i->b), FB_NONE);
    }
    const struct code_switch *s = &b->code->sw[i->b];
    bool changed = flow_to(b, block, fb_block_at(b, s->otherwise), FB_NONE);
    for (u4 n = 0; n < s->n; n++) {
        changed |= flow_to(b, block, fb_block_at(b, s->target[n]), FB_NONE);
    }
    return changed;
}

static bool follow(struct fb *b, u4 block, const struct insn *i) {
    bool changed = false;
    for (u4 h = 0; h < b->code->n_handlers; h++) {
        if (b->row[h].from <= block && block < b->row[h].to) {
            changed |= flow_to(b, block, b->row[h].block, FB_NONE);
        }
    }
    if (i->op == OPC_ret) {
        return changed | follow_return(b, block, i->a);
    }
    if (op_is(i->op, OP_JSR)) {
        return changed | follow_call(b, block, fb_block_at(b, (u4)i->b));
    }
    if (insn_is_branch(i) || insn_is_switch(i)) {
        changed |= follow_jump(b, block, i);
    }
    return op_is(i->op, OP_END)
               ? changed
               : changed | flow_to(b, block, block + 1, FB_NONE);
}

bool fb_subs(struct fb *b) {
    find_subs(b);
    b->sub_words = (b->n_subs + 63) / 64;
    if (!fb_work(b, (u8)b->n_blocks * (b->sub_words + 1))) {
        return false;
    }
    b->in_sub = ARENA_ZARRAY(b->arena, u8, (size_t)b->n_blocks * b->sub_words);
    b->sub_seen = ARENA_ZARRAY(b->arena, bool, b->n_blocks);
    b->sub_seen[0] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (u4 i = 0; i < b->n_blocks; i++) {
            if (!b->sub_seen[i]) {
                continue;
            }
            const struct insn *last = &b->code->insn[terminator(b, i)];
            u8 cost = b->code->n_handlers + b->n_subs + fb_block_end(b, i) -
                      b->block[i].insn;
            if (insn_is_switch(last)) {
                cost += b->code->sw[last->b].n;
            }
            if (!fb_work(b, cost * (b->sub_words + 1))) {
                return false;
            }
            changed |= follow(b, i, last);
        }
    }
    return true;
}
