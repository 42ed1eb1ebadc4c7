// SPDX-License-Identifier: MIT
// The chains of a forest.
#include "rewriter/chains/chains.h"

#include "analysis/base/order.h"

#include <stdio.h>

const char *const grain_name[N_GRAINS] = {"receiver", "site", "method"};

bool chains_takes(struct chains_pick pick, const struct plan *p, u4 method) {
    return !pick.takes || pick.takes(pick.context, p, method);
}

// Labels ascend within a state.
const struct plan_move *chains_move(const struct chains *c, u4 state,
                                    u4 label) {
    const struct plan_move *m = c->move + c->state[state].first_move;
    u4 at = 0, n = c->state[state].n_moves;
    SEARCH(at, n, i, m[i].label < label);
    return at < n && m[at].label == label ? &m[at] : NULL;
}

struct str chains_option(const struct plan *p, const char *key) {
    for (u4 i = 1; i < p->n[PLAN_OPTION]; i++) {
        if (str_eq(chains_string(p, p->option[i].key), str_of(key))) {
            return chains_string(p, p->option[i].value);
        }
    }
    return STR("");
}

struct str chains_place(struct arena *mem, const struct plan *p, u4 method,
                        u4 line, s8 offset) {
    const struct plan_class *c = &p->class[p->method[method].class];
    struct str file = chains_string(p, c->source);
    if (!file.n) {
        file = str_base(chains_string(p, c->name));
    }
    char number[24] = "";
    if (line) {
        snprintf(number, sizeof number, ":%u", line);
    } else if (offset >= 0) {
        snprintf(number, sizeof number, " @%lld", (long long)offset);
    }
    return str_of(arena_printf(mem, "%.*s%s", STR_F(file), number));
}

struct str chains_site_place(struct arena *mem, const struct plan *p, u4 site) {
    const struct plan_site *s = &p->site[site];
    return chains_place(mem, p, s->method, s->line, s->pc);
}

struct str chains_level(char room[LEVEL_TEXT], u4 level) {
    if (level == PLAN_ANY_LEVEL) {
        return STR("*");
    }
    int n = snprintf(room, LEVEL_TEXT, "%u%s", level,
                     level == PLAN_TOP_LEVEL ? "+" : "");
    return (struct str){room, (size_t)n};
}

// --- Roots in the order of their text ----------------------------------------

struct named_root {
    struct str entry;
    struct plan_root row;
    u4 number;
};

static int root_order(const void *a, const void *b) {
    const struct named_root *x = a, *y = b;
    char room_x[LEVEL_TEXT], room_y[LEVEL_TEXT];
    int d = str_order(x->entry, y->entry);
    d = d ? d
          : str_order(chains_level(room_x, x->row.level),
                      chains_level(room_y, y->row.level));
    return d ? d : x->number < y->number ? -1 : x->number > y->number;
}

void chains_init(struct chains *c, const struct plan *p,
                 struct chains_pick entries, struct arena *mem) {
    struct named_root *all =
        ARENA_ARRAY(mem, struct named_root, p->n[PLAN_ROOT]);
    u4 n = 0;
    for (u4 i = 1; i < p->n[PLAN_ROOT]; i++) {
        u4 m = p->entry[p->root[i].entry].method;
        if (chains_takes(entries, p, m)) {
            all[n++] = (struct named_root){chains_method(p, m), p->root[i], i};
        }
    }
    SORT(all, n, root_order);
    struct plan_root *root = ARENA_ARRAY(mem, struct plan_root, n);
    for (u4 i = 0; i < n; i++) {
        root[i] = all[i].row;
    }
    *c = (struct chains){
        .plan = p,
        .grain = GRAIN_RECEIVER,
        .root = root,
        .n_roots = n,
        .state = p->state,
        .move = p->move,
        .n_states = p->n[PLAN_STATE],
    };
}
