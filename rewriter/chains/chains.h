// SPDX-License-Identifier: MIT
// The chains of a forest. What this folder is for: every question about the
// forest of a plan.
//
// A chain is a root and labels: the root's state has a move for each label that
// may follow, which leads to the state of the longer chain. A root is a chain of
// length 0. States stand behind those they lead to, so one pass over them, up or
// down, sees each after those that it depends on. Chains are never stored.
//
// Coarser granularities are forests of the same form with rows of their own
// (project.h): a label stands for all that are alike at that granularity.
#ifndef CCINSTR_REWRITER_CHAINS_CHAINS_H
#define CCINSTR_REWRITER_CHAINS_CHAINS_H

#include "analysis/base/arena.h"
#include "analysis/base/types.h"
#include "rewriter/plan/planfile.h"
#include "rt-native/plan.h"

// Labels are told apart by site, receiver and target; by site and target; by caller
// and target.
enum grain { GRAIN_RECEIVER, GRAIN_SITE, GRAIN_METHOD, N_GRAINS };
extern const char *const grain_name[N_GRAINS];

// Some methods of a plan; all if the function is NULL.
struct chains_pick {
    bool (*takes)(void *context, const struct plan *p, u4 method);
    void *context;
};

struct chains {
    const struct plan *plan;
    enum grain grain;
    const struct plan_root *root;  // from 0, in the order of their text
    u4 n_roots;
    // Back edges and cuts are moves at GRAIN_RECEIVER only.
    const struct plan_state *state;
    const struct plan_move *move;
    u4 n_states;  // with row 0, which is none
};

// The forest of a plan, with the trees of those entries. Rows are in mem or the plan.
void chains_init(struct chains *c, const struct plan *p,
                 struct chains_pick entries, struct arena *mem);

bool chains_takes(struct chains_pick pick, const struct plan *p, u4 method);

// The move of that state for that label; NULL if it has none. c is at GRAIN_RECEIVER.
const struct plan_move *chains_move(const struct chains *c, u4 state, u4 label);

// Does a chain go on with that move?
static inline bool chains_is_child(const struct plan_move *m) {
    return plan_move_kind(m->to) == PLAN_TO;
}

// Why a label with a target has no move in that state.
static inline enum plan_rule chains_absent(const struct plan_state *q) {
    return q->flags & PLAN_DEPTH_ENDS ? PLAN_BY_DEPTH : PLAN_BY_THIS;
}

// --- Names -------------------------------------------------------------------

static inline struct str chains_string(const struct plan *p, u4 id) {
    return planfile_text(p, id);
}

static inline struct str chains_method(const struct plan *p, u4 method) {
    return chains_string(p, p->method[method].name);
}

static inline struct str chains_entry(const struct chains *c, u4 root) {
    return chains_method(c->plan, c->plan->entry[c->root[root].entry].method);
}

// The value of an option of the analysis in a plan, or "".
struct str chains_option(const struct plan *p, const char *key);

// "Foo.java:12" of a method; where the file is not known the class, where the line is not
// (0) the offset in code, if there is one (-1).
struct str chains_place(struct arena *mem, const struct plan *p, u4 method,
                        u4 line, s8 offset);
// The same of a site.
struct str chains_site_place(struct arena *mem, const struct plan *p, u4 site);

// "*" or a number.
enum { LEVEL_TEXT = 12 };
struct str chains_level(char room[LEVEL_TEXT], u4 level);

#endif
