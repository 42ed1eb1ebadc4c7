// SPDX-License-Identifier: MIT
// Strongly connected components of the component's call graph (Tarjan 1972),
// without recursion.
#include "analysis/forest/cycles.h"

struct search {
    const struct calls *c;
    u4 *number;  // in the order of discovery; 0: not yet
    u4 *low;
    u4 *cycle;
    branch_id *next;  // where the walk through the calls of a method stands
    bool *is_open;
    VEC(own_id) path;  // the walk
    VEC(own_id) open;  // found, and not yet in a component
    u4 n_found, n_cycles;
};

static branch_id first_branch(const struct calls *c, own_id m) {
    const struct calls_method *row = &c->method.v[m];
    return row->n_sites ? c->site.v[row->first_site].first : 0;
}

// Sites of a method, and branches of a site, follow one another.
static branch_id end_branch(const struct calls *c, own_id m) {
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
    s->next[m] = first_branch(s->c, m);
    s->is_open[m] = true;
    vec_push(&s->path, m);
    vec_push(&s->open, m);
}

static bool calls_itself(const struct calls *c, own_id m) {
    branch_id end = end_branch(c, m);
    for (branch_id b = first_branch(c, m); b < end; b++) {
        if (c->branch.v[b].target == m) {
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
        if (s->next[m] == end_branch(s->c, m)) {
            leave(s, m);
            continue;
        }
        own_id to = s->c->branch.v[s->next[m]++].target;
        if (to && !s->number[to]) {
            enter(s, to);
        } else if (to && s->is_open[to] && s->number[to] < s->low[m]) {
            s->low[m] = s->number[to];
        }
    }
}

u4 *cycles_find(const struct calls *c, struct arena *a) {
    u4 n = c->method.n;
    struct search s = {
        .c = c,
        .number = MEM_ARRAY(u4, n),
        .low = MEM_ARRAY(u4, n),
        .cycle = ARENA_ZARRAY(a, u4, n),
        .next = MEM_ARRAY(branch_id, n),
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
    return s.cycle;
}
