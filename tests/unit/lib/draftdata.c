// SPDX-License-Identifier: MIT
// Data files in memory, and what data files come to.
#include "tests/unit/lib/draftdata.h"

#include "analysis/base/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

u4 draft_below(u8 *seed, u4 n) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (u4)(*seed >> 20) % n;
}

// --- Records ------------------------------------------------------------------

static void put_text(struct draft *f, const char *text, u4 n) {
    u4 at = f->w.n;
    vec_cover(&f->w, at + (n + 7) / 8);
    if (n) {
        memcpy(f->w.v + at, text, n);
    }
}

// The head says how much of the file is in use.
static void in_use(struct draft *f) {
    f->w.v[DATA_AT_USED] = f->w.n;
}

void draft_init(struct draft *f, const struct plan *p,
                const struct draft_run *run) {
    u4 n = run->command ? (u4)strlen(run->command) : 0;
    *f = (struct draft){.plan = p};
    vec_cover(&f->w, DATA_HEAD / 8);
    memcpy(f->w.v, DATA_MAGIC, 8);
    f->w.v[DATA_AT_FLAGS] = (u8)data_pairs(run->flags) << 32 | DATA_VERSION;
    memcpy(f->w.v + 2, p->identity, 32);
    f->w.v[DATA_AT_RUN] = run->id;
    f->w.v[DATA_AT_START] = run->start;
    f->w.v[DATA_AT_SIZES] = (u8)n << 32 | p->n[PLAN_LABEL];
    f->w.v[DATA_AT_END] = run->end;
    put_text(f, run->command, n);
    f->w.v[DATA_AT_CHECK] = data_check(f->w.v);
    f->label = f->w.n;
    u4 record = f->w.n + p->n[PLAN_LABEL];
    vec_cover(&f->w, record);
    vec_cover(&f->node, 1);
    in_use(f);
}

void draft_release(struct draft *f) {
    vec_free(&f->w);
    vec_free(&f->node);
}

u4 draft_node(struct draft *f, const struct data_node *n,
              u8 (*from)(void *context, u4 i), void *context) {
    u8 head[DATA_COUNTERS];
    memcpy(&head[1], n, sizeof *n);
    head[0] = data_first(DATA_NODE, n->n_slots + 4, head);
    for (u4 i = 0; i < DATA_COUNTERS; i++) {
        vec_push(&f->w, head[i]);
    }
    for (u4 i = 0; i <= n->n_slots; i++) {
        vec_push(&f->w, from(context, i));
    }
    const struct plan *p = f->plan;
    u4 method =
        n->parent ? p->label[n->label].target : p->entry[n->label].method;
    vec_push(&f->node, ((struct draft_node){method, n->level}));
    in_use(f);
    return f->node.n - 1;
}

void draft_note(struct draft *f, enum data_kind kind,
                const struct data_note *n) {
    u8 words = n->n ? 4 + ((u8)n->n + 7) / 8 : 3;
    u4 at = f->w.n;
    vec_push(&f->w, 0);
    vec_push(&f->w, (u8)n->b << 32 | n->a);
    vec_push(&f->w, n->count);
    if (n->n) {
        u4 whole = n->n_whole > n->n ? n->n_whole : n->n;
        vec_push(&f->w, (u8)whole << 32 | n->n);
        put_text(f, n->text, n->n);
    }
    f->w.v[at] = data_first(kind, words, f->w.v + at);
    in_use(f);
}

void draft_sums(struct draft *f) {
    enum { N = DATA_BLOCK / 8 };
    u4 at = f->w.n, n = (u4)data_blocks(at);
    vec_cover(&f->w, at + 1 + n);
    for (u4 i = 0; i < n; i++) {
        u8 left = at - i * N;
        f->w.v[at + 1 + i] =
            data_block_sum(f->w.v + (size_t)i * N, left < N ? left : N, i == 0);
    }
    f->w.v[at] = data_first(DATA_SUMS, n + 1, f->w.v + at);
    in_use(f);
}

// --- At random ----------------------------------------------------------------

static u8 some(void *context, u4 i) {
    u8 *seed = context;
    u4 how = draft_below(seed, 40);
    return how == 0   ? UINT64_MAX - draft_below(seed, 3) - i
           : how < 15 ? 0
                      : draft_below(seed, 1000);
}

// Labels of a method, one of them at random; 0 if it has none.
static u4 any_label(const struct plan *p, u4 method, u8 *seed) {
    u4 n = 0, label = 0;
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        if (p->site[p->label[i].site].method == method &&
            draft_below(seed, ++n) == 0) {
            label = i;
        }
    }
    return label;
}

// Is it there already? Files have each node and step once.
static bool has_node(const struct draft *f, const struct data_node *n) {
    u8 key[2];
    memcpy(key, n, sizeof key);
    for (u8 at = f->label + f->plan->n[PLAN_LABEL]; at < f->w.n;
         at += data_words(f->w.v[at])) {
        const u8 *w = f->w.v + at;
        if ((u1)w[0] == DATA_NODE && w[1] == key[0] && (u4)w[2] == n->level) {
            return true;
        }
    }
    return false;
}

static bool has_note(const struct draft *f, enum data_kind kind, u4 a, u4 b) {
    for (u8 at = f->label + f->plan->n[PLAN_LABEL]; at < f->w.n;
         at += data_words(f->w.v[at])) {
        const u8 *w = f->w.v + at;
        if ((u1)w[0] == kind && w[1] == ((u8)b << 32 | a)) {
            return true;
        }
    }
    return false;
}

static void add_some_node(struct draft *f, u8 *seed) {
    const struct plan *p = f->plan;
    struct data_node n = {.parent = draft_below(seed, f->node.n)};
    u4 method;
    if (n.parent) {
        n.label = any_label(p, f->node.v[n.parent].method, seed);
        n.level = f->node.v[n.parent].level;
        method = p->label[n.label].target;
    } else {
        n.label = 1 + draft_below(seed, p->n[PLAN_ENTRY] - 1);
        n.level = draft_below(seed, 3) ? 0 : draft_below(seed, 16);
        method = p->entry[n.label].method;
    }
    n.n_slots = p->method[method].n_slots;
    if (method && !has_node(f, &n)) {
        draft_node(f, &n, some, seed);
    }
}

static void add_some_note(struct draft *f, u8 *seed) {
    static const char *const text[] = {"com/acme/A", "com/acme/B$1",
                                       "a longer name of a class, cut"};
    const struct plan *p = f->plan;
    struct data_note n = {.count = some(seed, 0)};
    enum data_kind kind =
        DATA_NODE + 1 + draft_below(seed, DATA_RUN - DATA_NODE - 1);
    switch (kind) {
    case DATA_STEP:
    case DATA_CHAIN:
        if (f->node.n == 1) {
            return;
        }
        n.a = 1 + draft_below(seed, f->node.n - 1);
        n.b = any_label(p, f->node.v[n.a].method, seed);
        if (n.b == 0) {
            return;
        }
        break;
    case DATA_RECEIVER:
        n.a = 1 + draft_below(seed, p->n[PLAN_SITE] - 1);
        n.b = draft_below(seed, 2);
        n.text = text[draft_below(seed, 3)];
        n.n = (u4)strlen(n.text);
        n.n_whole = n.n + draft_below(seed, 2) * 5;
        break;
    case DATA_SLOW:
        n.a = draft_below(seed, DATA_N_EVENTS);
        break;
    case DATA_UNRECORDED:
        n.a = draft_below(seed, DATA_N_CAUSES);
        break;
    case DATA_HANDLER:
    case DATA_THREAD:
        return;  // plans here have no handlers; threads come once
    case DATA_JVM:
        n.text = text[draft_below(seed, 3)];
        n.n = (u4)strlen(n.text);
        break;
    default:
        n.a = 1 + draft_below(seed, p->n[PLAN_METHOD] - 1);
        n.b = kind == DATA_ENTRY ? draft_below(seed, 16) : 0;
    }
    if (!has_note(f, kind, n.a, n.b)) {
        draft_note(f, kind, &n);
    }
}

void draft_random(struct draft *f, u4 n_nodes, u8 *seed) {
    draft_note(f, DATA_THREAD,
               &(struct data_note){.count = 1 + draft_below(seed, 2)});
    for (u4 i = 0; i < n_nodes; i++) {
        add_some_node(f, seed);
        if (draft_below(seed, 4) == 0) {
            add_some_note(f, seed);
        }
    }
    for (u4 i = 0; i < f->plan->n[PLAN_LABEL]; i++) {
        f->w.v[f->label + i] = some(seed, 0);
    }
}

// --- What files say -----------------------------------------------------------

void said_init(struct all_said *s) {
    *s = (struct all_said){0};
    arena_init(&s->mem);
}

void said_release(struct all_said *s) {
    vec_free(&s->v);
    arena_release(&s->mem);
}

static void say(struct all_said *s, const char *what, u8 count) {
    vec_push(&s->v, ((struct said){what, count}));
}

static void say_node(struct all_said *s, const char *chain,
                     const struct data_iter *it) {
    for (u4 i = 0; i <= it->node.n_slots; i++) {
        say(s, arena_printf(&s->mem, "%s slot %u", chain, i), it->counter[i]);
    }
}

static void say_note(struct all_said *s, const char *const *chain,
                     const struct data_iter *it) {
    const struct data_note *n = &it->note;
    if (it->kind == DATA_STEP || it->kind == DATA_CHAIN) {
        say(s,
            arena_printf(&s->mem, "%s %s %u", chain[n->a],
                         data_kind_words[it->kind].word, n->b),
            n->count);
    } else {
        say(s,
            arena_printf(&s->mem, "%s %u %u %u %.*s",
                         data_kind_words[it->kind].word, n->a, n->b, n->n_whole,
                         (int)n->n, n->text),
            n->count);
    }
}

void said_add(struct all_said *s, const void *bytes, size_t n) {
    struct data_file f;
    struct data_fault fault;
    VEC(const char *) chain = {0};
    vec_push(&chain, "");
    if (!data_open(&f, bytes, n, &fault)) {
        BUG("%s", fault.what);
    }
    for (u4 i = 0; i < f.n_labels; i++) {
        say(s, arena_printf(&s->mem, "label %u", i), f.label[i]);
    }
    for (struct data_iter it = data_each(&f); data_next(&it);) {
        if (it.kind == DATA_NODE) {
            const struct data_node *x = &it.node;
            const char *above = chain.v[x->parent];
            const char *is =
                x->parent
                    ? arena_printf(&s->mem, "%s %u", above, x->label)
                    : arena_printf(&s->mem, "at %u: %u", x->level, x->label);
            vec_push(&chain, is);
            say_node(s, is, &it);
        } else if (it.kind != DATA_RUN) {
            say_note(s, chain.v, &it);
        }
    }
    vec_free(&chain);
}

static int said_order(const void *a, const void *b) {
    return strcmp(((const struct said *)a)->what,
                  ((const struct said *)b)->what);
}

void said_fold(struct all_said *s) {
    u4 n = 0;
    if (s->v.n) {
        qsort(s->v.v, s->v.n, sizeof *s->v.v, said_order);
    }
    for (u4 i = 0; i < s->v.n; i++) {
        struct said x = s->v.v[i];
        if (n == 0 || strcmp(s->v.v[n - 1].what, x.what) != 0) {
            s->v.v[n++] = x;
            continue;
        }
        u8 sum = s->v.v[n - 1].count + x.count;
        s->v.v[n - 1].count = sum < x.count ? UINT64_MAX : sum;
    }
    s->v.n = n;
}
