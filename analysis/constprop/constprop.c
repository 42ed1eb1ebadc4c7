// SPDX-License-Identifier: MIT
// The propagation of constants through one method: conditional, so that what
// only decided branches lead to is never executed (Wegman and Zadeck 1991).
//
// A block begins where something jumps to, and where the range of a handler
// begins or ends. Its state at entry joins those of all ways there that were
// found so far; when that changes it is executed again. States only grow, and
// what is known of a slot can be lost twice, so this ends; the sets of
// parameters grow too, and LIMIT_GUARD_WORK bounds all of it.
//
// A handler is reached by every instruction of its range, whatever that can
// throw, with the locals before it: those at the beginning of a block, and
// after each store but the last instruction's.
#include "analysis/base/limits.h"
#include "analysis/base/order.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/opcode.h"
#include "analysis/constprop/guards_priv.h"
#include "analysis/world/world.h"

bool prop_bad(struct prop *p) {
    p->bad = true;
    return false;
}

static bool work(struct prop *p, u8 steps) {
    p->work += steps;
    return p->work <= LIMIT_GUARD_WORK || prop_bad(p);
}

// ---- blocks -----------------------------------------------------------------

static u4 block_at(const struct prop *p, u4 pc) {
    return p->block_at && pc < p->code.length ? p->block_at[pc] : PROP_NONE;
}

static void mark_jump(const struct prop *p, u1 *mark, const struct insn *i) {
    mark[(u4)i->pc + i->len] = 1;
    if (!insn_is_switch(i)) {
        mark[i->b] = 1;
        return;
    }
    const struct code_switch *s = &p->code.sw[i->b];
    mark[s->otherwise] = 1;
    for (u4 n = 0; n < s->n; n++) {
        mark[s->target[n]] = 1;
    }
}

static void cut(struct prop *p, const u1 *mark) {
    const struct code *code = &p->code;
    u4 most = 0;
    for (u4 pc = 0; pc < code->length; pc++) {
        most += mark[pc];
    }
    p->block = ARENA_ZARRAY(p->task.arena, struct prop_block, most);
    p->block_at = ARENA_ARRAY(p->task.arena, u2, code->length);
    memset(p->block_at, 0xFF, code->length * sizeof *p->block_at);
    for (u4 i = 0; i < code->n_insn; i++) {
        u4 pc = code->insn[i].pc;
        if (mark[pc]) {
            p->block_at[pc] = (u2)p->n_blocks;
            p->block[p->n_blocks++].insn = i;
        }
    }
}

static bool make_ranges(struct prop *p) {
    const struct code *code = &p->code;
    p->range = ARENA_ARRAY(p->task.arena, struct prop_range, code->n_handlers);
    for (u4 h = 0; h < code->n_handlers; h++) {
        const struct code_handler *row = &code->handler[h];
        u4 to = row->end == code->length ? p->n_blocks : block_at(p, row->end);
        struct prop_range r = {block_at(p, row->start), to,
                               block_at(p, row->handler)};
        if (r.from == PROP_NONE || r.to == PROP_NONE ||
            r.handler == PROP_NONE) {
            return prop_bad(p);
        }
        p->range[h] = r;
    }
    return true;
}

static bool make_blocks(struct prop *p) {
    const struct code *code = &p->code;
    if (code->n_jumps == 0 && code->n_handlers == 0) {
        p->n_blocks = 1;
        p->block = ARENA_ZARRAY(p->task.arena, struct prop_block, 1);
        return true;
    }
    u1 *mark = ARENA_ZARRAY(p->task.arena, u1, code->length + 1);
    mark[0] = 1;
    for (u4 j = 0; j < code->n_jumps; j++) {
        const struct insn *i = &code->insn[code->jump[j]];
        if (op_is(i->op, OP_JSR)) {
            return prop_bad(p);
        }
        mark_jump(p, mark, i);
    }
    for (u4 h = 0; h < code->n_handlers; h++) {
        const struct code_handler *row = &code->handler[h];
        if (row->start > code->length || row->end > code->length ||
            row->handler >= code->length) {
            return prop_bad(p);
        }
        mark[row->start] = mark[row->end] = mark[row->handler] = 1;
    }
    cut(p, mark);
    return make_ranges(p);
}

// ---- joins ------------------------------------------------------------------

static bool is_object(struct known v) {
    return v.kind == KNOWN_OBJECT || v.kind == KNOWN_ENUM;
}

// True if *to changes.
static bool join(struct known *to, struct known v) {
    struct known was = *to;
    to->deps |= v.deps;
    if (was.kind != v.kind || was.value != v.value) {
        to->kind = is_object(was) && is_object(v) ? KNOWN_OBJECT : KNOWN_ANY;
        to->value = 0;
    }
    return to->deps != was.deps || to->kind != was.kind ||
           to->value != was.value;
}

static void queue(struct prop *p, u4 block) {
    p->todo[block / 64] |= (u8)1 << block % 64;
}

// A way leads to the block, with these locals and this stack.
static bool enter(struct prop *p, u4 block, const struct known *stack,
                  u4 depth) {
    if (block >= p->n_blocks) {
        return prop_bad(p);
    }
    struct prop_block *b = &p->block[block];
    u4 n_locals = p->code.max_locals;
    if (!work(p, 1 + n_locals + depth)) {
        return false;
    }
    if (!b->in) {
        b->in = ARENA_ARRAY(p->task.arena, struct known, n_locals + depth);
        b->depth = depth;
        memcpy(b->in, p->local, n_locals * sizeof *b->in);
        memcpy(b->in + n_locals, stack, depth * sizeof *b->in);
        queue(p, block);
        return true;
    }
    if (b->depth != depth) {
        return prop_bad(p);
    }
    bool changed = false;
    for (u4 i = 0; i < n_locals; i++) {
        changed |= join(&b->in[i], p->local[i]);
    }
    for (u4 i = 0; i < depth; i++) {
        changed |= join(&b->in[n_locals + i], stack[i]);
    }
    if (changed) {
        queue(p, block);
    }
    return true;
}

static bool lead(struct prop *p, u4 block) {
    return enter(p, block, p->stack, p->depth);
}

static bool covers(const struct prop_range *r, u4 block) {
    return block >= r->from && block < r->to;
}

static void reach_handlers(struct prop *p) {
    static const struct known caught = {.kind = KNOWN_OBJECT};
    if (!work(p, p->code.n_handlers)) {
        return;
    }
    for (u4 h = 0; h < p->code.n_handlers && !p->bad; h++) {
        if (p->code.max_stack == 0) {
            prop_bad(p);
        } else if (covers(&p->range[h], p->at_block)) {
            enter(p, p->range[h].handler, &caught, 1);
        }
    }
}

void prop_write(struct prop *p, u4 local, struct known v) {
    if (local >= p->code.max_locals) {
        prop_bad(p);
        return;
    }
    p->local[local] = v;
    if (p->at_insn + 1 == p->end_insn || !work(p, p->code.n_handlers)) {
        return;
    }
    for (u4 h = 0; h < p->code.n_handlers; h++) {
        u4 to = p->range[h].handler;
        if (covers(&p->range[h], p->at_block) &&
            join(&p->block[to].in[local], v)) {
            queue(p, to);
        }
    }
}

struct known prop_pop(struct prop *p) {
    if (p->depth == 0) {
        prop_bad(p);
        return KNOWN_NOTHING;
    }
    return p->stack[--p->depth];
}

// ---- branches ---------------------------------------------------------------

enum { NO = 1, YES = 2, EITHER = NO | YES };

static u4 decide(bool yes) {
    return yes ? YES : NO;
}

// By the six conditions, in the order of the opcodes.
static u4 compare(u4 condition, struct known a, struct known b) {
    if (a.kind != KNOWN_INT || b.kind != KNOWN_INT) {
        return EITHER;
    }
    s4 x = (s4)a.value, y = (s4)b.value;
    switch (condition) {
    case 0:
        return decide(x == y);
    case 1:
        return decide(x != y);
    case 2:
        return decide(x < y);
    case 3:
        return decide(x >= y);
    case 4:
        return decide(x > y);
    default:
        return decide(x <= y);
    }
}

// Are they the same object? Constants of two fields never are.
static u4 same(struct known a, struct known b) {
    if (a.kind == b.kind) {
        return a.kind == KNOWN_NULL   ? YES
               : a.kind == KNOWN_ENUM ? decide(a.value == b.value)
                                      : EITHER;
    }
    bool differ = (a.kind == KNOWN_NULL && is_object(b)) ||
                  (b.kind == KNOWN_NULL && is_object(a));
    return differ ? NO : EITHER;
}

static u4 opposite(u4 d) {
    return d == EITHER ? EITHER : EITHER - d;
}

// The local that the instruction `back` before this one has pushed, or
// PROP_NONE.
static u4 pushed_local(const struct prop *p, u4 back) {
    if (p->at_insn < p->block[p->at_block].insn + back) {
        return PROP_NONE;
    }
    const struct insn *i = &p->code.insn[p->at_insn - back];
    struct op_local l;
    if (!op_local(i->op, &l) || l.store || (l.type != 'I' && l.type != 'A')) {
        return PROP_NONE;
    }
    return l.implied ? l.index : i->a;
}

// Does the instruction before this one only push one slot?
static bool is_push(const struct prop *p) {
    if (p->at_insn == p->block[p->at_block].insn) {
        return false;
    }
    u1 op = p->code.insn[p->at_insn - 1].op;
    return (op_table[op].pops == 0 && op_table[op].pushes == 1) ||
           op == OPC_getstatic || op == OPC_ldc || op == OPC_ldc_w;
}

// A branch: what is compared, and the local that was pushed as the first of it.
struct test {
    struct known a, b;
    u4 outcome;    // of the branch being taken
    u4 local;      // or PROP_NONE
    u4 if_equal;   // the outcome that says that a and b are equal; 0: neither
    bool nothing;  // b is null: the other outcome says that a is not
};

// On the way where they are equal, each is known by the other.
static struct known refined(const struct test *t, u4 outcome) {
    struct known a = t->a;
    if (outcome == t->if_equal && t->b.kind != KNOWN_ANY &&
        t->b.kind != KNOWN_MAP && (a.kind == KNOWN_ANY || is_object(a))) {
        a.kind = t->b.kind;
        a.value = t->b.value;
    } else if (t->nothing && outcome != t->if_equal && a.kind == KNOWN_ANY) {
        a.kind = KNOWN_OBJECT;
    }
    return a;
}

static bool lead_if(struct prop *p, const struct test *t, u4 outcome, u4 to) {
    if (!(t->outcome & outcome)) {
        return true;
    }
    if (t->local == PROP_NONE || !t->if_equal) {
        return lead(p, to);
    }
    struct known was = p->local[t->local];
    p->local[t->local] = refined(t, outcome);
    bool ok = lead(p, to);
    p->local[t->local] = was;
    return ok;
}

static struct test make_test(struct prop *p, u1 op) {
    bool two = op >= OPC_if_icmpeq && op <= OPC_if_acmpne;
    struct test t = {.b = known_int(0, 0)};
    if (two) {
        t.b = prop_pop(p);
    } else if (op == OPC_ifnull || op == OPC_ifnonnull) {
        t.b = (struct known){.kind = KNOWN_NULL};
    }
    t.a = prop_pop(p);
    t.nothing = t.b.kind == KNOWN_NULL;
    t.local = !two         ? pushed_local(p, 1)
              : is_push(p) ? pushed_local(p, 2)
                           : PROP_NONE;
    if (op == OPC_ifnull || op == OPC_if_acmpeq) {
        t.outcome = same(t.a, t.b);
        t.if_equal = YES;
    } else if (op == OPC_ifnonnull || op == OPC_if_acmpne) {
        t.outcome = opposite(same(t.a, t.b));
        t.if_equal = NO;
    } else {
        u4 condition = op - (u4)(two ? OPC_if_icmpeq : OPC_ifeq);
        t.outcome = compare(condition, t.a, t.b);
        t.if_equal = condition == 0 ? YES : condition == 1 ? NO : 0;
    }
    return t;
}

static bool leave_if(struct prop *p, const struct insn *i) {
    struct test t = make_test(p, i->op);
    if (p->bad) {
        return false;
    }
    if (t.outcome == EITHER && known_may(t.a) && known_may(t.b)) {
        p->block[p->at_block].deps = t.a.deps | t.b.deps;
    }
    return lead_if(p, &t, NO, p->at_block + 1) &&
           lead_if(p, &t, YES, block_at(p, (u4)i->b));
}

static s4 switch_key(const struct code_switch *s, u4 n) {
    return s->key ? s->key[n] : (s4)((u4)s->low + n);
}

static bool leave_switch(struct prop *p, const struct insn *i) {
    const struct code_switch *s = &p->code.sw[i->b];
    struct known v = prop_pop(p);
    struct test t = {
        .a = v, .outcome = YES, .if_equal = YES, .local = pushed_local(p, 1)};
    if (p->bad || !work(p, s->n)) {
        return false;
    }
    bool any = v.kind != KNOWN_INT;
    p->block[p->at_block].deps = any ? v.deps : 0;
    u4 n_taken = 0;
    for (u4 n = 0; n < s->n; n++) {
        s4 key = switch_key(s, n);
        if (!any && (s4)v.value != key) {
            continue;
        }
        n_taken++;
        t.b = known_int(key, 0);
        if (!lead_if(p, &t, YES, block_at(p, s->target[n]))) {
            return false;
        }
    }
    return (n_taken && !any) || lead(p, block_at(p, s->otherwise));
}

// ---- the walk ---------------------------------------------------------------

static bool leave(struct prop *p) {
    const struct insn *i = &p->code.insn[p->at_insn];
    if (insn_is_switch(i)) {
        return leave_switch(p, i);
    }
    if (op_is(i->op, OP_COND)) {
        return leave_if(p, i);
    }
    if (insn_is_branch(i)) {
        return lead(p, block_at(p, (u4)i->b));
    }
    if (i->op == OPC_ret) {
        return prop_bad(p);
    }
    return op_is(i->op, OP_END) || lead(p, p->at_block + 1);
}

// A branch ends its block; what it does to the stack is done by leave.
static bool leads_on(const struct insn *i) {
    return op_is(i->op, OP_COND) || insn_is_switch(i) || insn_is_branch(i);
}

static bool exec(struct prop *p, u4 block) {
    struct prop_block *b = &p->block[block];
    p->at_block = block;
    p->end_insn =
        block + 1 < p->n_blocks ? p->block[block + 1].insn : p->code.n_insn;
    p->depth = b->depth;
    memcpy(p->local, b->in, p->code.max_locals * sizeof *b->in);
    memcpy(p->stack, b->in + p->code.max_locals, b->depth * sizeof *b->in);
    b->deps = 0;
    p->at_insn = b->insn;
    reach_handlers(p);
    if (p->bad || !work(p, p->end_insn - b->insn)) {
        return false;
    }
    for (;; p->at_insn++) {
        const struct insn *i = &p->code.insn[p->at_insn];
        if (!leads_on(i)) {
            prop_insn(p, i);
        }
        if (p->bad) {
            return false;
        }
        if (p->at_insn + 1 == p->end_insn || op_is(i->op, OP_END)) {
            return leave(p);
        }
    }
}

// The next block behind `from` that is to be executed, in code order.
static u4 take(struct prop *p, u4 from) {
    u8 behind = ~(u8)0 << from % 64;
    for (u4 w = from / 64; w < p->n_blocks / 64 + 1; w++) {
        u8 here = p->todo[w] & behind;
        if (here) {
            p->todo[w] &= ~(here & -here);
            return w * 64 + (u4)__builtin_ctzll(here);
        }
        behind = ~(u8)0;
    }
    return PROP_NONE;
}

static bool walk(struct prop *p) {
    p->todo = ARENA_ZARRAY(p->task.arena, u8, p->n_blocks / 64 + 1);
    if (!lead(p, 0)) {
        return false;
    }
    for (u4 next = take(p, 0); next != PROP_NONE;) {
        if (!exec(p, next)) {
            return false;
        }
        next = take(p, next + 1);
        next = next == PROP_NONE ? take(p, 0) : next;
    }
    return true;
}

// ---- all of it --------------------------------------------------------------

static bool begin(struct prop *p, const struct cf_member *m) {
    struct arena *a = p->task.arena;
    struct desc_method desc;
    if (!desc_method(cp_str(p->c, m->desc), &desc)) {
        return prop_bad(p);
    }
    bool has_this = !(m->access_flags & ACC_STATIC);
    p->n_params = has_this + desc.arg_slots;
    u4 n_locals = p->code.max_locals;
    if (p->n_params > n_locals || p->n_params > PROP_MOST_PARAMS) {
        return prop_bad(p);
    }
    p->local = ARENA_ZARRAY(a, struct known, n_locals);
    p->stack = ARENA_ARRAY(a, struct known, p->code.max_stack);
    if (p->task.param) {
        memcpy(p->local, p->task.param, p->n_params * sizeof *p->local);
    }
    if (has_this) {
        p->local[0] = KNOWN_NOT_NULL;
    }
    return make_blocks(p);
}

bool prop_run(struct prop *p, struct guards *g, const struct prop_task *task) {
    const struct world *w = g->w;
    const struct world_method *wm = &w->method.v[task->m];
    struct cf_class *c = w->class.v[wm->class].cf;
    *p = (struct prop){.g = g, .task = *task, .class = wm->class, .c = c};
    struct bytes body;
    if (!c || !world_code(w, task->m, &body)) {
        return prop_bad(p);
    }
    const struct cf_attr code = {.at = (u4)(body.p - c->in.p),
                                 .len = (u4)body.n};
    const struct place at = {.byte = NO_BYTE};
    return (code_parse_body(&p->code, c, &code, task->arena, &at, &g->unsaid) &&
            begin(p, &c->methods[wm->index]) && walk(p)) ||
           prop_bad(p);
}

bool prop_executes(const struct prop *p, u4 pc) {
    u4 insn = code_index(&p->code, pc);
    u4 behind = 1;  // the first block always begins before it
    SEARCH(behind, p->n_blocks, i, p->block[i].insn <= insn);
    return p->block[behind - 1].in != NULL;
}

u8 prop_deps(const struct prop *p) {
    u8 deps = 0;
    for (u4 b = 0; b < p->n_blocks; b++) {
        deps |= p->block[b].deps;
    }
    return deps;
}
