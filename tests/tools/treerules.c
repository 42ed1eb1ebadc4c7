// SPDX-License-Identifier: MIT
// treerules.c - the stopping rules, as 03-forest.md defines them: each looks at
// the whole chain.
#include "tests/tools/treebuilder.h"

#include <stdlib.h>

void rules_init(struct rules *r, const struct calls *c) {
    r->c = c;
    guards_init(&r->guards, c->w);
    for (label_id b = 1; b < c->label.n; b++) {
        const struct calls_site *site = &c->site.v[c->label.v[b].site];
        own_id target = c->label.v[b].target;
        if (target) {
            guards_call(&r->guards, c->method.v[site->method].id, site->pc,
                        c->method.v[target].id);
        }
    }
}

void rules_release(struct rules *r) {
    guards_release(&r->guards);
    vec_free(&r->filter.wish);
}

// --- this-call ---------------------------------------------------------------

receiver_id this_behind(const struct step *step, u4 n, receiver_id root) {
    for (u4 i = n; i-- > 0;) {
        if (step[i].through) {
            return 0;
        }
        if (step[i].x) {
            return step[i].x;
        }
        if (!step[i].on_this) {
            return 0;
        }
    }
    return root;
}

bool this_agrees(const struct step *step, u4 n, receiver_id root) {
    for (u4 i = 0; i < n; i++) {
        receiver_id is = this_behind(step, i, root);
        if (step[i].on_this && step[i].x && is && is != step[i].x) {
            return false;
        }
    }
    return true;
}

// What `this` can be behind the first n steps, in the ways that allow them:
// sorted, each once.
static u4 this_set(const struct chain *chain, u4 n,
                   const struct forest_way *way, u4 n_ways, receiver_id *set) {
    u4 found = 0;
    for (u4 i = 0; i < n_ways; i++) {
        if (n > way[i].left || !this_agrees(chain->step, n, way[i].x)) {
            continue;
        }
        receiver_id x = this_behind(chain->step, n, way[i].x);
        u4 at = 0;
        while (at < found && set[at] < x) {
            at++;
        }
        if (at == found || set[at] != x) {
            memmove(set + at + 1, set + at, (found - at) * sizeof *set);
            set[at] = x;
            found++;
        }
    }
    return found;
}

// --- guard -------------------------------------------------------------------

static own_id node_of(const struct chain *chain, u4 n) {
    return n ? chain->step[n - 1].own : chain->entry;
}

// What is known of parameters behind the first n steps; false if the constants
// that one passes keep the next from executing.
static bool guard_behind(struct rules *r, const struct chain *chain, u4 n,
                         guard_id *known) {
    *known = 0;
    for (u4 i = 0; i < n; i++) {
        method_id from = r->c->method.v[node_of(chain, i)].id;
        method_id to = r->c->method.v[chain->step[i].own].id;
        if (!guards_pass(&r->guards, from, *known, chain->step[i].pc, to,
                         known)) {
            return false;
        }
        if (chain->step[i].through) {
            *known = 0;
        }
    }
    return true;
}

// --- All ---------------------------------------------------------------------

bool rules_stop_any(struct rules *r, const struct chain *chain) {
    guard_id known;
    return (r->guarded && !guard_behind(r, chain, chain->n, &known)) ||
           (r->filtered && filter_stops(&r->filter, chain));
}

bool rules_stop(struct rules *r, const struct chain *chain,
                const struct forest_way *way, u4 n) {
    for (u4 i = 0; i < n; i++) {
        if (chain->n <= way[i].left &&
            this_agrees(chain->step, chain->n, way[i].x)) {
            return rules_stop_any(r, chain);
        }
    }
    return true;
}

// --- Recursion ---------------------------------------------------------------

// A call on `this` that stays in the component; `handed_on`: one that has no
// receiver.
static bool calls_on_this(const struct calls *c, label_id b, bool handed_on) {
    const struct calls_label *v = &c->label.v[b];
    return v->target && c->site.v[v->site].on == RECEIVER_THIS &&
           (v->x == 0) == handed_on;
}

// Does m, or what it hands `this` on to, make a call on it?
static bool asks(const struct calls *c, own_id m, bool *seen) {
    const struct calls_method *row = &c->method.v[m];
    seen[m] = true;
    for (site_id s = row->first_site; s < row->first_site + row->n_sites; s++) {
        const struct calls_site *site = &c->site.v[s];
        for (label_id b = site->first; b < site->first + site->n; b++) {
            own_id to = c->label.v[b].target;
            if (calls_on_this(c, b, false) ||
                (calls_on_this(c, b, true) && !seen[to] && asks(c, to, seen))) {
                return true;
            }
        }
    }
    return false;
}

static bool same_this(const struct rules *r, const struct chain *chain, u4 at,
                      const struct forest_way *way, u4 n) {
    bool *seen = MEM_ARRAY(bool, r->c->method.n);
    receiver_id *set[2] = {MEM_ARRAY(receiver_id, n),
                           MEM_ARRAY(receiver_id, n)};
    u4 n_then = this_set(chain, at, way, n, set[0]);
    u4 n_now = this_set(chain, chain->n, way, n, set[1]);
    bool same = !asks(r->c, node_of(chain, at), seen) ||
                (n_then == n_now &&
                 memcmp(set[0], set[1], n_now * sizeof *set[0]) == 0);
    mem_free(seen);
    mem_free(set[0]);
    mem_free(set[1]);
    return same;
}

static bool same_known(struct rules *r, const struct chain *chain, u4 at) {
    guard_id then, now;
    return !r->guarded ||
           (guard_behind(r, chain, at, &then) &&
            guard_behind(r, chain, chain->n, &now) && then == now);
}

bool rules_lead_back(struct rules *r, const struct chain *chain,
                     const struct forest_way *way, u4 n) {
    for (u4 at = chain->n; at-- > 0;) {
        if (node_of(chain, at) == node_of(chain, chain->n) &&
            same_this(r, chain, at, way, n) && same_known(r, chain, at)) {
            return true;
        }
    }
    return false;
}
