// SPDX-License-Identifier: MIT
// What the walk and the merge have found, numbered and written in code order.
//
// Where blocks were executed in that order, and neither phis nor handlers come
// between, values have their numbers already: so it is for most methods.
#include "analysis/flow/flow_priv.h"

const char flow_role_v[FLOW_N_KINDS] = {
#define STMT(id, v, a, text) v,
#include "analysis/flow/stmts.def"
#undef STMT
};

const char flow_role_a[FLOW_N_KINDS] = {
#define STMT(id, v, a, text) a,
#include "analysis/flow/stmts.def"
#undef STMT
};

struct numbering {
    struct fb *b;
    struct flow *f;
    u4 *id;    // of each value that is no phi; NULL: its number
    u4 *seen;  // [id]: index + 1 of the phi that has this input already
};

static u4 id_of(const struct numbering *n, u4 v) {
    u4 rep = fb_rep(n->b, v);
    if (!n->id) {
        return rep;
    }
    return rep & FB_PHI ? n->b->phi[rep & ~FB_PHI].id : n->id[rep];
}

// Nothing flows in it after all.
static bool is_idle(const struct fb *b, const struct flow_stmt *s) {
    return flow_role_v[s->kind] == 'U' && s->kind != FLOW_PUTSTATIC &&
           (fb_rep(b, s->v) == 0 ||
            (flow_role_a[s->kind] == 'U' && fb_rep(b, s->a) == 0));
}

// ---- what there will be -----------------------------------------------------

// Those that are left, by block, in the order in which they were asked for.
// Whether there are any.
static bool has_phis(struct fb *b) {
    bool found = false;
    for (u4 i = b->n_phis; i-- > 0;) {
        struct fb_phi *p = &b->phi[i];
        if (p->rep == (FB_PHI | i)) {
            p->next = b->block[p->block].phi;
            b->block[p->block].phi = i;
            found = true;
        }
    }
    return found;
}

static void count_block(struct numbering *n, const struct fb_block *block) {
    struct fb *b = n->b;
    struct flow *f = n->f;
    if (block->caught) {
        n->id[block->caught] = f->n_values++;
        f->n_stmts++;
    }
    for (u4 p = block->phi; p != FB_NONE; p = b->phi[p].next) {
        b->phi[p].id = f->n_values++;
        f->n_stmts++;
    }
    for (u4 i = 0; i < block->n_stmts; i++) {
        const struct flow_stmt *s = &b->stmt[block->stmt + i];
        if (is_idle(b, s)) {
            continue;
        }
        f->n_stmts++;
        if (flow_role_v[s->kind] == 'D' && s->v) {
            n->id[s->v] = f->n_values++;
        }
    }
}

// ---- writing it -------------------------------------------------------------

static void define(struct numbering *n, const struct flow_stmt *s,
                   const struct flow_value *from) {
    struct flow_value *v = &n->f->value[s->v];
    *v = *from;
    v->stmt = n->f->n_stmts;
}

static bool write_phi(struct numbering *n, u4 i) {
    struct fb *b = n->b;
    const struct fb_phi *p = &b->phi[i];
    u4 first = b->n_args;
    for (u4 k = 0; k < p->n_in; k++) {
        u4 v = id_of(n, b->in[p->in + k]);
        if (v && v != p->id && n->seen[v] != i + 1) {
            n->seen[v] = i + 1;
            FB_ROOM(b, b->args, b->n_args, b->room_args, 1);
            b->args[b->n_args++] = v;
        }
    }
    struct flow_stmt s = {.kind = FLOW_PHI,
                          .pc = b->code->insn[b->block[p->block].insn].pc,
                          .n = (u2)(b->n_args - first),
                          .v = p->id,
                          .a = first};
    define(n, &s, &(struct flow_value){.decl = FLOW_T_NONE});
    n->f->stmt[n->f->n_stmts++] = s;
    if (b->n_args - first > UINT16_MAX) {
        b->costly = true;
    }
    return !b->costly;
}

static void write_catch(struct numbering *n, const struct fb_block *block) {
    struct flow_stmt s = {.kind = FLOW_CATCH,
                          .pc = n->b->code->insn[block->insn].pc,
                          .v = n->id[block->caught]};
    struct flow_value type = n->b->value[block->caught];
    type.decl = type.ref ? FLOW_T_CLASS : FLOW_T_NONE;
    define(n, &s, &type);
    n->f->stmt[n->f->n_stmts++] = s;
}

static void write_stmt(struct numbering *n, struct flow_stmt s) {
    struct fb *b = n->b;
    if (flow_role_a[s.kind] == 'U') {
        s.a = id_of(n, s.a);
    } else if (flow_role_a[s.kind] == 'L') {
        for (u4 i = 0; i < s.n; i++) {
            b->args[s.a + i] = id_of(n, b->args[s.a + i]);
        }
    }
    u4 was = s.v;
    s.v = id_of(n, s.v);
    if (flow_role_v[s.kind] == 'D' && s.v) {
        define(n, &s, &b->value[was]);
    }
    n->f->stmt[n->f->n_stmts++] = s;
}

static bool write_block(struct numbering *n, const struct fb_block *block) {
    struct fb *b = n->b;
    if (n->id && block->caught) {
        write_catch(n, block);
    }
    for (u4 p = n->id ? block->phi : FB_NONE; p != FB_NONE;
         p = b->phi[p].next) {
        if (!write_phi(n, p)) {
            return false;
        }
    }
    for (u4 i = 0; i < block->n_stmts; i++) {
        const struct flow_stmt *s = &b->stmt[block->stmt + i];
        if (!is_idle(b, s)) {
            write_stmt(n, *s);
        }
    }
    return true;
}

static void write_handlers(struct numbering *n, struct arena *result) {
    struct fb *b = n->b;
    const struct code *code = b->code;
    n->f->handler = ARENA_ARRAY(result, struct flow_handler, code->n_handlers);
    for (u4 h = 0; n->id && h < code->n_handlers; h++) {
        if (b->row[h].reached) {
            const struct code_handler *from = &code->handler[h];
            n->f->handler[n->f->n_handlers++] = (struct flow_handler){
                .start = from->start,
                .end = from->end,
                .pc = from->handler,
                .type = from->type,
                .v = n->id[b->block[b->row[h].block].caught]};
        }
    }
}

static bool write_all(struct numbering *n, struct arena *result) {
    struct fb *b = n->b;
    struct flow *f = n->f;
    f->stmt = ARENA_ARRAY(result, struct flow_stmt, f->n_stmts);
    f->value = ARENA_ARRAY(result, struct flow_value, f->n_values);
    memcpy(f->value, b->value, (f->n_params + 1) * sizeof *f->value);
    f->n_stmts = 0;
    for (u4 i = 0; i < b->n_blocks; i++) {
        if (b->block[i].depth != FB_NONE && !write_block(n, &b->block[i])) {
            return false;
        }
    }
    write_handlers(n, result);
    return true;
}

static void number_all(struct numbering *n) {
    struct fb *b = n->b;
    struct flow *f = n->f;
    n->id = ARENA_ZARRAY(b->arena, u4, b->n_values);
    f->n_values = 1;
    for (u4 v = 1; v <= f->n_params; v++) {
        n->id[v] = f->n_values++;
    }
    for (u4 i = 0; i < b->n_blocks; i++) {
        if (b->block[i].depth != FB_NONE) {
            count_block(n, &b->block[i]);
        }
    }
    n->seen = ARENA_ZARRAY(b->arena, u4, f->n_values);
}

static void *copy(struct arena *a, const void *p, u4 n, size_t size) {
    void *to = arena_alloc(a, n, size);
    if (n) {
        memcpy(to, p, n * size);
    }
    return to;
}

bool fb_number(struct fb *b, struct flow *f, struct arena *result) {
    struct numbering n = {.b = b, .f = f};
    if (!b->code || (b->n_phis == 0 && !b->block_at)) {
        f->n_values = b->n_values;
        f->n_stmts = b->n_stmts;
        f->stmt = copy(result, b->stmt, b->n_stmts, sizeof *b->stmt);
        f->value = copy(result, b->value, b->n_values, sizeof *b->value);
    } else {
        if (has_phis(b) || b->code->n_handlers || !b->in_order) {
            number_all(&n);
        } else {
            f->n_values = b->n_values;
            f->n_stmts = b->n_stmts;
        }
        if (!write_all(&n, result)) {
            return false;
        }
    }
    for (u4 v = 0; v <= f->n_params; v++) {
        f->value[v].stmt = FLOW_NO_STMT;
    }
    f->n_args = b->n_args;
    f->args = copy(result, b->args, b->n_args, sizeof *b->args);
    return true;
}
