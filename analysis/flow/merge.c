// SPDX-License-Identifier: MIT
// The phis: where their values come from, and which of them are needed.
//
// A phi is (block, variable): what the variable holds when the block begins.
// Its inputs are what the predecessors leave in the variable; one that leaves
// it as it found it is asked by a phi of its own. So phis are made backwards
// from reads until definitions are met, never for variables that nobody reads
// there, and what a merge costs does not depend on how many locals there are
// (Braun et al., Simple and Efficient Construction of SSA Form, CC 2013, with
// a list of open questions in place of recursion).
//
// A local that is defined in one place only needs none of this: verified code
// reads it behind that place.
//
// A handler sees a local as it was before any instruction of its range: what
// the range stores, but for a store that ends it, and what comes into the
// range from outside.
//
// Then a phi into which only one value comes is that value. Phis that lead to
// each other in a cycle hold the same, so each cycle becomes one phi, or the
// one value that comes into it from outside: that finds all such phis, however
// loops are entered. Cycles are found in one depth-first search, and those that
// others depend on are settled first.
#include "analysis/flow/flow_priv.h"

// ---- (block, variable) to value -----------------------------------------

struct fb_slot {
    u8 key;  // 0: free
    u4 value;
};

struct fb_map {
    struct fb_slot *slot;
    u4 n, room;  // room is a power of two
};

static u8 key_in(u4 block, u4 var) {
    return (u8)block << 32 | (u8)var << 2 | 1;
}

static u8 key_out(u4 block, u4 var) {
    return (u8)block << 32 | (u8)var << 2 | 2;
}

static struct fb_slot *map_slot(const struct fb_map *m, u8 key) {
    u8 hash = key * 0x9E3779B97F4A7C15u;
    u4 i = (u4)(hash >> 32) & (m->room - 1);
    while (m->slot[i].key && m->slot[i].key != key) {
        i = (i + 1) & (m->room - 1);
    }
    return &m->slot[i];
}

static void map_alloc(struct fb *b, u4 room) {
    struct fb_map *m = ARENA_NEW(b->arena, struct fb_map);
    m->room = room;
    m->slot = ARENA_ZARRAY(b->arena, struct fb_slot, room);
    const struct fb_map *old = b->map;
    for (u4 i = 0; old && i < old->room; i++) {
        if (old->slot[i].key) {
            *map_slot(m, old->slot[i].key) = old->slot[i];
            m->n++;
        }
    }
    b->map = m;
}

static u4 map_find(const struct fb_map *m, u8 key) {
    const struct fb_slot *s = map_slot(m, key);
    return s->key ? s->value : FB_NONE;
}

static void map_set(struct fb *b, u8 key, u4 value) {
    if (b->map->n >= b->map->room / 2) {
        map_alloc(b, b->map->room * 2);
    }
    struct fb_slot *s = map_slot(b->map, key);
    b->map->n += s->key == 0;
    *s = (struct fb_slot){key, value};
}

// ---- inputs -----------------------------------------------------------------

u4 fb_phi_new(struct fb *b, u4 block, u4 var) {
    FB_ROOM(b, b->phi, b->n_phis, b->room_phis, 1);
    b->phi[b->n_phis] =
        (struct fb_phi){.block = block, .var = var, .rep = FB_OPEN};
    return FB_PHI | b->n_phis++;
}

static u4 value_in(struct fb *b, u4 block, u4 var) {
    u4 v = map_find(b->map, key_in(block, var));
    if (v == FB_NONE) {
        v = fb_phi_new(b, block, var);
        map_set(b, key_in(block, var), v);
    }
    return v;
}

// What a block leaves in a variable, if it writes it; or FB_NONE.
static u4 written(const struct fb *b, u4 block, u4 var) {
    if (var < FB_STACK) {
        return map_find(b->map, key_out(block, var));
    }
    const struct fb_block *from = &b->block[block];
    u4 slot = var - FB_STACK;
    return slot >= from->low ? b->out[from->out + slot - from->low] : FB_NONE;
}

// Up a straight line of blocks no phi is needed. A long one has some, so that
// what is asked twice is found soon.
enum { STRAIGHT = 8 };

static u4 value_out(struct fb *b, u4 block, u4 var) {
    for (u4 up = 0;; up++) {
        u4 v = written(b, block, var);
        if (v != FB_NONE) {
            return v;
        }
        const struct fb_block *at = &b->block[block];
        if (at->n_preds != 1 || at->caught || block == 0 || up == STRAIGHT) {
            return value_in(b, block, var);
        }
        block = b->pred[at->pred];
    }
}

static void input(struct fb *b, u4 v) {
    if (v) {
        FB_ROOM(b, b->in, b->n_in, b->room_in, 1);
        b->in[b->n_in++] = v;
    }
}

// Whether a block of a range is entered from outside of it.
static bool is_entry(const struct fb *b, const struct fb_row *r, u4 block) {
    const struct fb_block *in = &b->block[block];
    bool from_outside = block == 0 || in->caught;
    for (u4 p = 0; p < in->n_preds && !from_outside; p++) {
        u4 from = b->pred[in->pred + p];
        from_outside = from < r->from || from >= r->to;
    }
    return from_outside;
}

static bool find_entries(struct fb *b, struct fb_row *r) {
    u8 cost = 0;
    r->entry = b->n_entry;
    for (u4 i = r->from; i < r->to; i++) {
        cost += 1 + b->block[i].n_preds;
        if (b->block[i].depth != FB_NONE && is_entry(b, r, i)) {
            FB_ROOM(b, b->entry, b->n_entry, b->room_entry, 1);
            b->entry[b->n_entry++] = i;
        }
    }
    r->n_entries = b->n_entry - r->entry;
    return fb_work(b, cost);
}

// Whether an instruction of the range can be executed right after it.
static bool is_seen(const struct fb_row *r, const struct fb_def *def) {
    u4 behind = def->block + def->is_last;
    return def->block >= r->from && behind < r->to;
}

// What a local can hold in the ranges of a handler.
static bool inputs_of_ranges(struct fb *b, u4 row, u4 local) {
    u4 last_def = fb_local(b, local)->def;
    for (; row != FB_NONE; row = b->row[row].next) {
        struct fb_row *r = &b->row[row];
        if (!r->reached) {
            continue;
        }
        if (r->n_entries == FB_NONE && !find_entries(b, r)) {
            return false;
        }
        for (u4 e = 0; e < r->n_entries; e++) {
            input(b, value_in(b, b->entry[r->entry + e], local));
        }
        u4 n = r->n_entries + 1;
        for (u4 d = last_def; d; d = b->def[d].prev) {
            const struct fb_def *def = &b->def[d];
            if (is_seen(r, def)) {
                input(b, def->value);
            }
            n++;
        }
        if (!fb_work(b, n)) {
            return false;
        }
    }
    return true;
}

static bool inputs_of(struct fb *b, u4 i) {
    u4 block = b->phi[i].block, var = b->phi[i].var;
    const struct fb_block *at = &b->block[block];
    u4 first = b->n_in;
    if (block == 0 && var < FB_STACK) {
        u4 v = map_find(b->map, key_out(b->n_blocks, var));
        input(b, v == FB_NONE ? b->unset : v);
    }
    for (u4 p = 0; p < at->n_preds; p++) {
        input(b, value_out(b, b->pred[at->pred + p], var));
    }
    bool ok = fb_work(b, at->n_preds + 1u);
    if (at->caught) {
        if (var == FB_STACK) {
            input(b, at->caught);
        } else {
            ok = ok && inputs_of_ranges(b, at->row, var);
        }
    }
    b->phi[i].in = first;
    b->phi[i].n_in = b->n_in - first;
    return ok;
}

// ---- what is asked ----------------------------------------------------------

static void find_preds(struct fb *b) {
    for (u4 e = 0; e < b->n_edges; e++) {
        b->block[b->edge[e].to].n_preds++;
    }
    u4 at = 0;
    for (u4 i = 0; i < b->n_blocks; i++) {
        b->block[i].pred = at;
        at += b->block[i].n_preds;
        b->block[i].n_preds = 0;
    }
    b->pred = ARENA_ARRAY(b->arena, u4, b->n_edges);
    for (u4 e = 0; e < b->n_edges; e++) {
        struct fb_block *to = &b->block[b->edge[e].to];
        b->pred[to->pred + to->n_preds++] = b->edge[e].from;
    }
}

// The one definition of a local; 0 if there are more, or none.
static u4 only_def(struct fb *b, u4 var) {
    if (var >= FB_STACK || b->frames) {
        return 0;
    }
    const struct fb_local *l = fb_local(b, var);
    return l->n_defs == 1 ? l->def : 0;
}

static void begin(struct fb *b) {
    u4 room = 32;
    while (room < (b->n_phis + b->n_defs) * 2) {
        room *= 2;
    }
    map_alloc(b, room);
    for (u4 d = 1; d < b->n_defs; d++) {
        const struct fb_def *def = &b->def[d];
        if (b->frames || fb_local(b, def->local)->n_defs > 1) {
            map_set(b, key_out(def->block, def->local), def->value);
        }
    }
    find_preds(b);
}

// Sets what a phi stands for if that is the only definition of its local.
static bool is_only_def(struct fb *b, u4 i) {
    struct fb_phi *p = &b->phi[i];
    u4 def = only_def(b, p->var);
    if (def && b->def[def].value & FB_PHI) {
        p->in = b->n_in;
        input(b, b->def[def].value);
        p->n_in = 1;
    } else if (def) {
        p->rep = b->def[def].value;
    }
    return def != 0;
}

static bool ask(struct fb *b) {
    // What the walk has asked for is known before anything is answered.
    u4 n = b->n_phis;
    u4 *todo = ARENA_ARRAY(b->arena, u4, n);
    u4 n_todo = 0;
    for (u4 i = 0; i < n; i++) {
        if (is_only_def(b, i)) {
            continue;
        }
        if (!b->map) {
            begin(b);
        }
        map_set(b, key_in(b->phi[i].block, b->phi[i].var), FB_PHI | i);
        todo[n_todo++] = i;
    }
    for (u4 t = 0; t < n_todo; t++) {
        if (!inputs_of(b, todo[t])) {
            return false;
        }
    }
    for (u4 i = n; i < b->n_phis; i++) {
        if (!inputs_of(b, i)) {
            return false;
        }
    }
    return true;
}

// ---- what is needed ---------------------------------------------------------

// The search for cycles (Tarjan 1972), with its path and its stack in arrays.
struct visit {
    u4 num;   // order in which phis were met, from 1; 0: not yet
    u4 low;   // the first met of those on the stack that it leads to
    u4 next;  // input to be followed next
};

struct search {
    struct fb *b;
    struct visit *visit;
    u4 *path, n_path;
    u4 *stack, n_stack;
    u4 n_met;
};

static void meet(struct search *s, u4 i) {
    s->visit[i] = (struct visit){.num = ++s->n_met, .low = s->n_met};
    s->path[s->n_path++] = i;
    s->stack[s->n_stack++] = i;
}

static u4 min(u4 a, u4 b) {
    return a < b ? a : b;
}

// The one value that comes into those phis from elsewhere, 0 for none; or self.
static u4 from_outside(const struct fb *b, const u4 *phi, u4 n, u4 self) {
    u4 one = 0;
    for (u4 m = 0; m < n; m++) {
        const struct fb_phi *p = &b->phi[phi[m]];
        for (u4 i = 0; i < p->n_in; i++) {
            u4 v = fb_rep(b, b->in[p->in + i]);
            if (v == 0 || v == one || v == self) {
                continue;
            }
            if (one) {
                return self;
            }
            one = v;
        }
    }
    return one;
}

// One phi takes the inputs of all.
static void unite(struct fb *b, const u4 *phi, u4 n, u4 self) {
    u4 first = b->n_in;
    for (u4 m = 0; m < n; m++) {
        const struct fb_phi *p = &b->phi[phi[m]];
        FB_ROOM(b, b->in, b->n_in, b->room_in, p->n_in);
        for (u4 i = 0; i < p->n_in; i++) {
            u4 v = fb_rep(b, b->in[p->in + i]);
            if (v != self) {
                input(b, v);
            }
        }
    }
    b->phi[self & ~FB_PHI].in = first;
    b->phi[self & ~FB_PHI].n_in = b->n_in - first;
}

// The phis of a cycle, on top of the stack down to i. What they lead to is
// settled.
static void settle_cycle(struct search *s, u4 i) {
    struct fb *b = s->b;
    u4 end = s->n_stack;
    u4 first = i;
    do {
        u4 p = s->stack[--s->n_stack];
        first = b->phi[p].block < b->phi[first].block ? p : first;
    } while (s->stack[s->n_stack] != i);
    const u4 *phi = s->stack + s->n_stack;
    u4 n = end - s->n_stack;
    u4 self = FB_PHI | first;
    for (u4 m = 0; m < n; m++) {
        b->phi[phi[m]].rep = self;
    }
    u4 rep = from_outside(b, phi, n, self);
    if (rep == self) {
        if (n > 1) {
            unite(b, phi, n, self);
        }
        return;
    }
    for (u4 m = 0; m < n; m++) {
        b->phi[phi[m]].rep = rep;
    }
}

static void search_from(struct search *s, u4 start) {
    struct fb *b = s->b;
    meet(s, start);
    while (s->n_path) {
        u4 i = s->path[s->n_path - 1];
        struct visit *v = &s->visit[i];
        if (v->next < b->phi[i].n_in) {
            u4 in = b->in[b->phi[i].in + v->next++];
            u4 to = in & ~FB_PHI;
            if (!(in & FB_PHI) || b->phi[to].rep != FB_OPEN) {
                continue;
            }
            if (s->visit[to].num == 0) {
                meet(s, to);
            } else {
                v->low = min(v->low, s->visit[to].num);
            }
            continue;
        }
        s->n_path--;
        u4 low = v->low;
        if (low == v->num) {
            settle_cycle(s, i);
        } else {
            struct visit *from = &s->visit[s->path[s->n_path - 1]];
            from->low = min(from->low, low);
        }
    }
}

static void settle(struct fb *b) {
    struct search s = {.b = b,
                       .visit = ARENA_ZARRAY(b->arena, struct visit, b->n_phis),
                       .path = ARENA_ARRAY(b->arena, u4, b->n_phis),
                       .stack = ARENA_ARRAY(b->arena, u4, b->n_phis)};
    for (u4 i = 0; i < b->n_phis; i++) {
        if (b->phi[i].rep == FB_OPEN) {
            search_from(&s, i);
        }
    }
}

bool fb_merge(struct fb *b) {
    if (b->n_phis) {
        if (!ask(b)) {
            return false;
        }
        if (b->n_in || b->map) {
            settle(b);
        }
    }
    return true;
}
