// SPDX-License-Identifier: MIT
// The calling-context forest, folded: what this folder is for.
//
// The tree of an entry has a node for each chain that begins there, and far too
// many of them (Rountev, Kagan, Gibas 2004, Fig. 3). But all that can follow a
// chain depends on its last method and on what the stopping rules remember of
// it (stop.h). So nodes that agree in both are one *state*, and the forest is a
// graph of states: as many as there are methods, facts and edges left at most,
// whatever the number of chains.
//
// An entry can be called on several classes, and from main in several ways. Its
// root stands for all of them: a state holds a *set* of facts, and follows a
// label with those facts that the label does not stop (which makes one automaton
// of several). If facts differ in the edges left alone, the one with most is enough.
//
// At last states that have equal moves are made one, from the leaves up: where
// the call graph ends before the depth does, edges left make no difference. States
// are numbered in that order, so moves lead from higher numbers to lower ones.
//
// With back edges, a chain that would come again to the method and facts of one of
// its nodes (edges left and filter apart) leads back there. So the rest of a chain
// depends on nodes above, too: on those that the call graph can reach again with the
// edges left, in the same cycle of calls. These become part of the state, with their
// distance. There can be very many such states, so there is a ceiling.
#ifndef CCINSTR_ANALYSIS_FOREST_FOREST_H
#define CCINSTR_ANALYSIS_FOREST_FOREST_H

#include "analysis/forest/stop.h"

typedef u4 state_id;

enum forest_move_kind {
    FOREST_TO,   // the state there
    FOREST_UP,   // a back edge, that many edges up the chain
    FOREST_CUT,  // to nothing, cut by a rule: enum stop_id, but for STOP_THIS
};

struct forest_move {
    label_id label;
    u4 to;  // enum forest_move_kind above what it is about (forest_to)
};
enum { FOREST_KIND_SHIFT = 30 };

static inline u4 forest_to(enum forest_move_kind kind, u4 about) {
    return (u4)kind << FOREST_KIND_SHIFT | about;
}

static inline u4 forest_kind(u4 to) {
    return to >> FOREST_KIND_SHIFT;
}

static inline u4 forest_about(u4 to) {
    return to & ((1u << FOREST_KIND_SHIFT) - 1);
}

struct forest_state {
    own_id method;
    u4 first;  // in forest.move, in the order of labels
    u4 n;
    // Labels with a target that have no move here: true, the depth cuts them; false,
    // the rule this-call. They are far too many to be listed.
    bool depth_ends;
};

// A tree to be made: what an entry is called on, and how many edges may follow.
// There can be several for one entry and level.
struct forest_way {
    u4 entry;  // in calls.entry
    u4 level;
    receiver_id x;
    u4 left;
};

struct forest_root {
    u4 entry, level;
    state_id state;
};

struct forest_spec {
    const struct calls *c;
    const struct stop_rule *rule;  // N_STOPS
    bool backedges;
    const struct forest_way *way;  // by entry, then level
    u4 n_ways;
};

struct forest {
    VEC(struct forest_state) state;
    VEC(struct forest_move) move;
    VEC(struct forest_root) root;  // only entries that no rule excludes
};

// False, reported, if there are more states or moves than limits.h allows.
bool forest_build(struct forest *f, const struct forest_spec *spec,
                  struct diag *d);
void forest_release(struct forest *f);

#endif
