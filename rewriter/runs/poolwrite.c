// SPDX-License-Identifier: MIT
// A pool as a data file (rt-native/data.h).
#include "rewriter/runs/pool.h"

#include "rt-native/data.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "words are written in place");

static void put_word(struct emit *to, u4 v) {
    emit_bytes(to, &v, sizeof v);
}

static void put_double(struct emit *to, u8 v) {
    emit_bytes(to, &v, sizeof v);
}

// A record begins.
static size_t begin(struct emit *to) {
    put_double(to, 0);
    return to->n - 8;
}

// It is all there.
static void end(struct emit *to, size_t at, enum data_kind kind) {
    if (emit_ok(to)) {
        const u8 *w = (const u8 *)(const void *)(to->p + at);
        u8 first = data_first(kind, (to->n - at) / sizeof *w, w);
        memcpy(to->p + at, &first, sizeof first);
    }
}

static u8 padded(size_t bytes) {
    return ((u8)bytes + 7) / 8;
}

static void put_text(struct emit *to, struct str s) {
    static const u1 zero[8];
    emit_bytes(to, s.p, s.n);
    emit_bytes(to, zero, (size_t)(padded(s.n) * 8 - s.n));
}

static u4 flags_of(const struct pool *p) {
    const u4 of_all = DATA_CLEAN | DATA_EXACT;
    u4 all = of_all, any = 0;
    for (u4 i = 0; i < p->n_runs; i++) {
        all &= p->run[i].flags;
        any |= p->run[i].flags;
    }
    return all | (any & ~of_all) | (p->flags & DATA_LOST);
}

// The words in use and the check come when they are known.
static void put_head(const struct pool *p, struct emit *to) {
    emit_bytes(to, DATA_MAGIC, 8);
    put_word(to, DATA_VERSION);
    put_word(to, data_pairs(flags_of(p)));
    emit_bytes(to, p->identity, sizeof p->identity);
    put_double(to, 0);
    put_double(to, 0);
    put_word(to, p->n_labels);
    put_word(to, 0);
    put_double(to, 0);
    put_double(to, 0);
    put_word(to, p->n_runs);
    put_word(to, 0);
    put_double(to, 0);
    emit_bytes(to, p->label, p->n_labels * sizeof *p->label);
}

static void put_run(const struct pool_run *r, struct emit *to) {
    size_t at = begin(to);
    put_double(to, r->id);
    put_double(to, r->start);
    put_double(to, r->end);
    put_word(to, r->flags);
    put_word(to, (u4)r->command.n);
    put_double(to, r->threads);
    put_double(to, r->sum);
    put_text(to, r->command);
    end(to, at, DATA_RUN);
}

static void put_node(const struct pool_node *x, struct emit *to) {
    size_t at = begin(to);
    put_word(to, x->parent);
    put_word(to, x->label);
    put_word(to, x->level);
    put_word(to, x->n_slots);
    emit_bytes(to, x->counter, ((size_t)x->n_slots + 1) * sizeof *x->counter);
    end(to, at, DATA_NODE);
}

static void put_note(const struct pool_note *x, struct emit *to) {
    size_t at = begin(to);
    put_word(to, x->a);
    put_word(to, x->b);
    put_double(to, x->count);
    if (x->text.n) {
        put_word(to, (u4)x->text.n);
        put_word(to, x->n_whole);
        put_text(to, x->text);
    }
    end(to, at, x->kind);
}

static void put_steps(enum data_kind kind, const struct pool_step *x, u4 n,
                      struct emit *to) {
    for (u4 i = 0; i < n; i++) {
        put_note(&(struct pool_note){.kind = kind,
                                     .a = x[i].node,
                                     .b = x[i].label,
                                     .count = x[i].count},
                 to);
    }
}

static void put_sums(size_t from, struct emit *to) {
    size_t n = to->n, at = begin(to);
    for (size_t i = from; emit_ok(to) && i < n; i += DATA_BLOCK) {
        size_t bytes = n - i < DATA_BLOCK ? n - i : DATA_BLOCK;
        put_double(to, data_block_sum((const u8 *)(const void *)(to->p + i),
                                      bytes / 8, i == from));
    }
    end(to, at, DATA_SUMS);
}

static void set_double(struct emit *to, size_t at, u8 v) {
    memcpy(to->p + at, &v, sizeof v);
}

// The buffer is aligned, so what begins at a multiple of 8 is.
void pool_write_data(const struct pool *p, struct emit *to) {
    size_t first = to->n;
    put_head(p, to);
    for (u4 i = 0; i < p->n_runs; i++) {
        put_run(&p->run[i], to);
    }
    for (u4 i = 1; i < p->n_nodes; i++) {
        put_node(&p->node[i], to);
    }
    put_steps(DATA_STEP, p->step, p->n_steps, to);
    put_steps(DATA_CHAIN, p->stray, p->n_strays, to);
    for (u4 i = 0; i < p->n_notes; i++) {
        put_note(&p->note[i], to);
    }
    if (emit_ok(to)) {
        const u8 *head = (const u8 *)(const void *)(to->p + first);
        set_double(to, first + (size_t)DATA_AT_CHECK * 8, data_check(head));
    }
    put_sums(first, to);
    if (emit_ok(to)) {
        set_double(to, first + (size_t)DATA_AT_USED * 8, (to->n - first) / 8);
    }
}
