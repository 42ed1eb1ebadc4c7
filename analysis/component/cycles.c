// SPDX-License-Identifier: MIT
// Strongly connected components of the component's call graph (Tarjan 1972),
// without recursion; and how far their members are from each other.
#include "analysis/component/cycles.h"

struct search {
    const struct calls *c;
    u4 *number;  // in the order of discovery; 0: not yet
    u4 *low;
    u4 *cycle;
    label_id *next;  // where the walk through the calls of a method stands
    bool *is_open;
    VEC(own_id) path;  // the walk
    VEC(own_id) open;  // found, and not yet in a component
    u4 n_found, n_cycles;
};

static label_id first_label(const struct calls *c, own_id m) {
    const struct calls_method *row = &c->method.v[m];
    return row->n_sites ? c->site.v[row->first_site].first : 0;
}

// Sites of a method, and labels of a site, follow one another.
static label_id end_label(const struct calls *c, own_id m) {
    const struct calls_method *row = &c->method.v[m];
    if (row->n_sites == 0) {
        return 0;
    }
    const struct calls_site *last =
        &c->site.v[row->first_site + row->n_sites - 1];
    return last->first + last->n;
}

static void enter(struct search *s, own_id m) {
    s->number[m] = s->low[m] = ++s->n_found;
    s->next[m] = first_label(s->c, m);
    s->is_open[m] = true;
    vec_push(&s->path, m);
    vec_push(&s->open, m);
}

static bool calls_itself(const struct calls *c, own_id m) {
    label_id end = end_label(c, m);
    for (label_id b = first_label(c, m); b < end; b++) {
        if (c->label.v[b].target == m) {
            return true;
        }
    }
    return false;
}

// m is the first of its component, whose members lie on top.
static void end_cycle(struct search *s, own_id m) {
    bool alone = s->open.v[s->open.n - 1] == m;
    u4 cycle = alone && !calls_itself(s->c, m) ? 0 : ++s->n_cycles;
    own_id last;
    do {
        last = s->open.v[--s->open.n];
        s->is_open[last] = false;
        s->cycle[last] = cycle;
    } while (last != m);
}

static void leave(struct search *s, own_id m) {
    if (s->low[m] == s->number[m]) {
        end_cycle(s, m);
    }
    s->path.n--;
    if (s->path.n) {
        own_id caller = s->path.v[s->path.n - 1];
        if (s->low[m] < s->low[caller]) {
            s->low[caller] = s->low[m];
        }
    }
}

static void walk(struct search *s, own_id from) {
    enter(s, from);
    while (s->path.n) {
        own_id m = s->path.v[s->path.n - 1];
        if (s->next[m] == end_label(s->c, m)) {
            leave(s, m);
            continue;
        }
        own_id to = s->c->label.v[s->next[m]++].target;
        if (to && !s->number[to]) {
            enter(s, to);
        } else if (to && s->is_open[to] && s->number[to] < s->low[m]) {
            s->low[m] = s->number[to];
        }
    }
}

// --- Distances ---------------------------------------------------------------

static bool is_within(const struct cycles *y, label_id b, own_id *caller) {
    const struct calls_label *v = &y->c->label.v[b];
    *caller = y->c->site.v[v->site].method;
    return v->target && y->cycle[*caller] &&
           y->cycle[*caller] == y->cycle[v->target];
}

// Labels come by caller, so one that has several to a callee comes with them
// side by side in each group.
static void group_callers(struct cycles *y) {
    const struct calls *c = y->c;
    u4 n = 0;
    own_id caller;
    y->first = ARENA_ZARRAY(y->arena, u4, c->method.n + 1u);
    for (label_id b = 1; b < c->label.n; b++) {
        if (is_within(y, b, &caller)) {
            y->first[c->label.v[b].target]++;
            n++;
        }
    }
    y->callers = ARENA_ARRAY(y->arena, u4, n);
    for (own_id m = 0; m < c->method.n; m++) {
        y->first[m + 1] += y->first[m];
    }
    for (label_id b = c->label.n; b-- > 1;) {
        if (is_within(y, b, &caller)) {
            y->callers[--y->first[c->label.v[b].target]] = caller;
        }
    }
}

static void number_members(struct cycles *y, u4 n_cycles) {
    u4 n = y->c->method.n;
    y->size = ARENA_ZARRAY(y->arena, u4, n_cycles + 1u);
    y->place = ARENA_ZARRAY(y->arena, u4, n);
    y->far = ARENA_ZARRAY(y->arena, u1 *, n);
    for (own_id m = 1; m < n; m++) {
        if (y->cycle[m]) {
            y->place[m] = y->size[y->cycle[m]]++;
        }
    }
}

enum { FAR_MOST = 255 };

static u1 *measure(struct cycles *y, own_id to) {
    u4 n = y->size[y->cycle[to]];
    u1 *far = ARENA_ARRAY(y->arena, u1, n);
    memset(far, FAR_MOST, n);
    VEC(own_id) queue = {0};
    vec_push(&queue, to);
    for (u4 i = 0; i < queue.n; i++) {
        own_id m = queue.v[i];
        u4 next = i == 0 ? 1 : far[y->place[m]] + 1u;
        for (u4 j = y->first[m]; j < y->first[m + 1] && next < FAR_MOST; j++) {
            u1 *at = &far[y->place[y->callers[j]]];
            if (*at == FAR_MOST) {
                *at = (u1)next;
                vec_push(&queue, y->callers[j]);
            }
        }
    }
    vec_free(&queue);
    return far;
}

u4 cycles_distance(struct cycles *y, own_id from, own_id to) {
    if (!y->far[to]) {
        y->far[to] = measure(y, to);
    }
    return y->far[to][y->place[from]];
}

void cycles_find(struct cycles *y, const struct calls *c, struct arena *a) {
    u4 n = c->method.n;
    struct search s = {
        .c = c,
        .number = MEM_ARRAY(u4, n),
        .low = MEM_ARRAY(u4, n),
        .cycle = ARENA_ZARRAY(a, u4, n),
        .next = MEM_ARRAY(label_id, n),
        .is_open = MEM_ARRAY(bool, n),
    };
    for (own_id m = 1; m < n; m++) {
        if (!s.number[m]) {
            walk(&s, m);
        }
    }
    mem_free(s.number);
    mem_free(s.low);
    mem_free(s.next);
    mem_free(s.is_open);
    vec_free(&s.path);
    vec_free(&s.open);
    *y = (struct cycles){.c = c, .arena = a, .cycle = s.cycle};
    number_members(y, s.n_cycles);
    group_callers(y);
}
