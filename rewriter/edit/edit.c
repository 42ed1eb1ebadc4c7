// SPDX-License-Identifier: MIT
// What is to be inserted into one method, collected by instruction.
#include "rewriter/edit/edit.h"

#include "analysis/base/order.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/opcode.h"

void edit_init(struct edit *e, const struct cf_class *c,
               const struct cf_member *m, const struct code *code,
               struct pooledit *pool) {
    e->c = c;
    e->m = m;
    e->k = code;
    e->pool = pool;
    e->refused = REFUSED_NOT;
    e->n_insertions = e->n_ranges = e->n_handlers = 0;
    e->room_insertions = e->room_ranges = e->room_handlers = 0;
    e->n_locals = e->local_slots = e->scratch_slots = 0;
    e->stack_more = e->stack_least = 0;
    e->unsorted = false;
}

static void *grow(struct arena *a, const void *old, u4 n, u4 *room,
                  size_t size) {
    *room = *room ? *room * 2 : 16;
    void *p = arena_alloc(a, *room, size);
    if (n) {
        memcpy(p, old, n * size);
    }
    return p;
}

u4 edit_add_local(struct edit *e, struct vtype type) {
    u4 index = e->k->max_locals + e->local_slots;
    if (e->n_locals == EDIT_MAX_LOCALS) {
        BUG("more than %d locals added", EDIT_MAX_LOCALS);
    }
    if (index + vtype_slots(type) > 65535) {
        e->refused = REFUSED_LOCALS_FULL;
        return 0;
    }
    e->local[e->n_locals++] = type;
    e->local_slots += vtype_slots(type);
    return index;
}

u4 edit_scratch(struct edit *e, u4 slots) {
    u4 index = e->k->max_locals + e->local_slots;
    if (index + slots > 65535) {
        e->refused = REFUSED_LOCALS_FULL;
        return 0;
    }
    e->scratch_slots = slots > e->scratch_slots ? slots : e->scratch_slots;
    return index;
}

struct seq seq_begin(struct edit *e) {
    return (struct seq){.at = (u4)e->bytes->n};
}

static void stack_effect(struct seq *s, s4 pops, s4 pushes) {
    s->depth += pushes - pops;
    if (s->depth > 0 && (u4)s->depth > s->need) {
        s->need = (u4)s->depth;
    }
}

static void seq_bytes(struct edit *e, struct seq *s, const u1 *p, u4 n) {
    if (s->at + s->n != e->bytes->n) {
        BUG("two sequences are built at once");
    }
    emit_bytes(e->bytes, p, n);
    s->n += n;
}

void seq_op(struct edit *e, struct seq *s, u1 op) {
    const struct op_info *info = &op_table[op];
    if (info->pops < 0 || info->format != ' ') {
        BUG("%s takes operands", info->name);
    }
    stack_effect(s, info->pops, info->pushes);
    seq_bytes(e, s, &op, 1);
}

void seq_int(struct edit *e, struct seq *s, s4 v) {
    u1 b[3] = {0};
    u4 n = 1;
    if (v >= -1 && v <= 5) {
        b[0] = (u1)(OPC_iconst_0 + v);
    } else if (v >= -128 && v <= 127) {
        b[0] = OPC_bipush;
        b[1] = (u1)v;
        n = 2;
    } else if (v >= -32768 && v <= 32767) {
        b[0] = OPC_sipush;
        put2(b + 1, (u4)v);
        n = 3;
    } else {
        u2 i = pool_integer(e->pool, v);
        if (i == 0) {
            e->refused = REFUSED_POOL_FULL;
        }
        b[0] = i > 255 ? OPC_ldc_w : OPC_ldc;
        if (i > 255) {
            put2(b + 1, i);
            n = 3;
        } else {
            b[1] = (u1)i;
            n = 2;
        }
    }
    stack_effect(s, 0, 1);
    seq_bytes(e, s, b, n);
}

void seq_local(struct edit *e, struct seq *s, u1 op, u4 index) {
    bool store = op >= OPC_istore;
    u4 type = op - (store ? (u4)OPC_istore : (u4)OPC_iload);
    u1 b[4];
    u4 n;
    if (index <= 3) {
        b[0] = (u1)((store ? OPC_istore_0 : OPC_iload_0) + type * 4 + index);
        n = 1;
    } else if (index <= 255) {
        b[0] = op;
        b[1] = (u1)index;
        n = 2;
    } else {
        b[0] = OPC_wide;
        b[1] = op;
        put2(b + 2, index);
        n = 4;
    }
    stack_effect(s, op_table[op].pops, op_table[op].pushes);
    seq_bytes(e, s, b, n);
}

void seq_invokestatic(struct edit *e, struct seq *s, u2 method) {
    if (method == 0) {
        e->refused = REFUSED_POOL_FULL;
        return;
    }
    struct desc_method desc;
    if (!desc_method(pool_method_desc(e->pool, method), &desc)) {
        BUG("malformed descriptor of our own");
    }
    u1 b[3] = {OPC_invokestatic};
    put2(b + 1, method);
    stack_effect(s, (s4)desc.arg_slots, (s4)desc_slots(desc.ret.p[0]));
    seq_bytes(e, s, b, 3);
}

// Places in code order: entry, before 0, after 0, before 1, ...
static u4 place_key(const struct insertion *i) {
    return i->where == EDIT_ENTRY ? 0
                                  : i->insn * 2 + 1 + (i->where == EDIT_AFTER);
}

static bool is_before(const struct insertion *a, const struct insertion *b) {
    u4 ka = place_key(a), kb = place_key(b);
    return ka != kb ? ka < kb : a->order < b->order;
}

static void insert(struct edit *e, enum edit_where where, u4 insn,
                   struct seq s) {
    if (e->n_insertions == e->room_insertions) {
        e->insertion = grow(e->arena, e->insertion, e->n_insertions,
                            &e->room_insertions, sizeof *e->insertion);
    }
    struct insertion *i = &e->insertion[e->n_insertions];
    *i = (struct insertion){insn, e->n_insertions, where, s};
    if (e->n_insertions && is_before(i, i - 1)) {
        e->unsorted = true;
    }
    e->n_insertions++;
    if (where == EDIT_ENTRY) {
        e->stack_least = s.need > e->stack_least ? s.need : e->stack_least;
    } else {
        e->stack_more = s.need > e->stack_more ? s.need : e->stack_more;
    }
}

void edit_entry(struct edit *e, struct seq s) {
    insert(e, EDIT_ENTRY, 0, s);
}

void edit_after(struct edit *e, u4 insn, struct seq s) {
    u1 op = e->k->insn[insn].op;
    if (op_is(op, OP_END) || op == OPC_monitorenter) {
        BUG("nothing may stand behind %s", op_table[op].name);
    }
    insert(e, EDIT_AFTER, insn, s);
}

void edit_before(struct edit *e, u4 insn, struct seq s) {
    insert(e, EDIT_BEFORE, insn, s);
}

void edit_exits(struct edit *e, struct seq s) {
    for (u4 i = 0; i < e->k->n_insn; i++) {
        if (op_is(e->k->insn[i].op, OP_RETURN)) {
            edit_before(e, i, s);
        }
    }
}

void edit_handler_entries(struct edit *e, struct seq s) {
    bool *seen = ARENA_ZARRAY(e->arena, bool, e->k->n_insn);
    for (u4 h = 0; h < e->k->n_handlers; h++) {
        u4 pc = e->k->handler[h].handler;
        u4 i = code_index(e->k, pc);
        if (i == e->k->n_insn || e->k->insn[i].pc != pc) {
            e->refused = REFUSED_BAD_TARGET;
        } else if (!seen[i]) {
            seen[i] = true;
            edit_before(e, i, s);
        }
    }
}

static int compare(const void *a, const void *b) {
    return is_before(a, b) ? -1 : 1;
}

void edit_sort(struct edit *e) {
    if (e->unsorted) {
        SORT(e->insertion, e->n_insertions, compare);
        e->unsorted = false;
    }
}

u4 edit_add_handler(struct edit *e, struct edit_handler h) {
    if (e->n_handlers == e->room_handlers) {
        e->handler = grow(e->arena, e->handler, e->n_handlers,
                          &e->room_handlers, sizeof *e->handler);
    }
    e->handler[e->n_handlers] = h;
    // The exception lies on the stack when the handler starts.
    u4 need = h.seq.need + 1;
    e->stack_least = need > e->stack_least ? need : e->stack_least;
    return e->n_handlers++;
}

void edit_add_range(struct edit *e, struct edit_range r) {
    if (e->n_ranges == e->room_ranges) {
        e->range = grow(e->arena, e->range, e->n_ranges, &e->room_ranges,
                        sizeof *e->range);
    }
    e->range[e->n_ranges++] = r;
}

bool edit_has_frames(const struct edit *e) {
    if (e->c->major < 50) {
        return false;
    }
    if (e->c->major > 50 || code_find(e->k, ATTR_StackMapTable)) {
        return true;
    }
    // Version 50 without frames: either there is nothing to say about it, or
    // the verifier falls back to inference, as it does for subroutines and
    // for dead code.
    const struct code *code = e->k;
    u4 i = 0;
    while (i + 1 < code->n_insn && !op_is(code->insn[i].op, OP_END)) {
        i++;
    }
    return code->n_jumps + code->n_handlers == 0 && i + 1 == code->n_insn;
}
