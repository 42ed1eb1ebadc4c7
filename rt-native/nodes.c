// SPDX-License-Identifier: MIT
// Path nodes: which a label leads to, and making those that are not there yet.
//
// Only here the plan's states and moves are asked, once for each node and label;
// who comes second finds the slot filled, or the step. All under the lock, which
// nothing is called under that could wait for another. A node is complete in data
// file and table before anything leads to its row.
#include "rt-native/machine_priv.h"

#include "rt-native/data.h"
#include "rt-native/plan.h"

// --- Making ------------------------------------------------------------------

// The row of a new node; 0 if there is no room, which is remembered.
static uint32_t make(struct machine *m, uint32_t parent, uint32_t label,
                     uint32_t level, uint32_t state) {
    uint32_t method = m->plan->state[state].method;
    uint64_t next = row_of_counter(m->data->used + DATA_COUNTERS);
    if (next + row_bytes(m->plan, method) + m->spare > m->most) {
        data_lack(m->data, DATA_TABLE_FULL,
                  "the table of chains is as large as it may be");
        return 0;
    }
    struct data_node node = {
        .parent = parent ? row_node(m, parent) : 0,
        .label = label,
        .level = level,
        .n_slots = m->plan->method[method].n_slots,
    };
    uint64_t counter = data_add_node(m->data, &node);
    if (counter == 0) {
        return 0;
    }
    uint32_t row = (uint32_t)row_of_counter(counter);
    m->table[row / 8] =
        (uint64_t)(ROW_MARK | level << ROW_METHOD_BITS | method) << 32 | state;
    m->table[row / 8 + 1] = (uint64_t)(ROW_MARK | parent) << 32 | ++m->n_nodes;
    return row;
}

// --- Roots -------------------------------------------------------------------

// The state of an entry at a level; 0: it is in no chain there.
static uint32_t find_root(const struct plan *p, uint32_t entry,
                          uint32_t level) {
    uint32_t low = 1, high = p->n[PLAN_ROOT], any = 0;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (p->root[mid].entry < entry) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    for (; low < p->n[PLAN_ROOT] && p->root[low].entry == entry; low++) {
        if (p->root[low].level == level) {
            return p->root[low].state;
        }
        any = p->root[low].level == PLAN_ANY_LEVEL ? p->root[low].state : any;
    }
    return any;
}

uint32_t node_root(struct machine *m, uint32_t entry, uint32_t level) {
    uint32_t *published = root_at(m, entry, level);
    pthread_mutex_lock(&m->lock);
    uint32_t row = *published;
    if (row == 0) {
        uint32_t state = find_root(m->plan, entry, level);
        row = state ? make(m, 0, entry, level, state) : 0;
        row = row ? row : state_limited(level);
        __atomic_store_n(published, row, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&m->lock);
    return row;
}

// --- Steps -------------------------------------------------------------------

static const struct plan_move *
find_move(const struct plan *p, const struct plan_state *q, uint32_t label) {
    uint32_t low = q->first_move, high = q->first_move + q->n_moves;
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (p->move[mid].label < label) {
            low = mid + 1;
        } else {
            high = mid;
        }
    }
    return low < q->first_move + q->n_moves && p->move[low].label == label
               ? &p->move[low]
               : NULL;
}

// The row that many edges up; 0 if it is of another method, or beyond the root.
static uint32_t ancestor(const struct machine *m, uint32_t row, uint32_t up,
                         uint32_t method) {
    for (; up && row; up--) {
        row = row_parent(m, row);
    }
    return row && row_method(m, row) == method ? row : 0;
}

static bool is_refused(const struct plan *p, uint32_t label) {
    return p->method[p->label[label].target].flags & PLAN_METHOD_REFUSED;
}

// A rule that says that no run has the chain.
static bool is_impossible(uint32_t rule) {
    enum { UNWANTED, IMPOSSIBLE };
    static const uint8_t said[PLAN_N_RULES] = {
#define RULE(id, word, says) [PLAN_##id] = says,
#include "rt-native/planwords.def"
    };
    return said[rule] == IMPOSSIBLE;
}

// Where a label with a target leads in the forest, and what counts it if that is
// a new node; row 0: nowhere. *wrong if it was not to happen at all.
static struct step into_forest(struct machine *m, uint32_t row, uint32_t label,
                               bool *wrong) {
    const struct plan *p = m->plan;
    const struct plan_state *q = &p->state[row_state(m, row)];
    const struct plan_move *move = find_move(p, q, label);
    struct step step = {0};
    if (!move) {
        *wrong = !(q->flags & PLAN_DEPTH_ENDS);
        return step;
    }
    uint32_t about = plan_move_about(move->to);
    switch (plan_move_kind(move->to)) {
    case PLAN_TO:
        step.to = make(m, row, label, row_level(m, row), about);
        step.counter = step.to ? row_counter(step.to) : 0;
        // It was called, but what it calls will not be told: Limited.
        step.to = is_refused(p, label) ? 0 : step.to;
        break;
    case PLAN_UP:
        step.to = ancestor(m, row, about, p->label[label].target);
        *wrong = step.to == 0;
        break;
    default:
        *wrong = is_impossible(about);
    }
    return step;
}

static uint32_t count_step(struct machine *m, uint32_t row, uint32_t label) {
    struct data_note step = {.a = row_node(m, row), .b = label};
    uint64_t counter = data_add(m->data, DATA_STEP, &step);
    return counter <= UINT32_MAX ? (uint32_t)counter : 0;
}

static void publish(struct machine *m, uint32_t row, uint32_t label,
                    struct step *step) {
    uint32_t slot = m->plan->label[label].slot;
    if (slot) {
        step->counter = row_counter(row) + slot;
        __atomic_store_n(row_slot(m, row, slot),
                         (uint64_t)label << 32 | step->to, __ATOMIC_RELEASE);
        return;
    }
    if (step->counter == 0) {
        step->counter = count_step(m, row, label);
    }
    steps_add(&m->steps, row, label, *step);
}

static struct step decide(struct machine *m, uint32_t row, uint32_t label) {
    const struct plan_label *l = &m->plan->label[label];
    uint32_t level = row_level(m, row);
    struct step step = {0};
    bool wrong = false;
    // What can't be remembered is in no chain: it would make a node each time.
    bool room = l->slot || steps_reserve(&m->steps);
    if (l->target && room) {
        step = into_forest(m, row, label, &wrong);
    }
    if (step.to == 0) {
        step.to = l->target ? state_limited(level) : state_external(level);
    }
    step.to |= machine_arrives(m, label) ? (uint32_t)STATE_ARRIVING : 0;
    if (wrong) {
        struct data_note chain = {.a = row_node(m, row), .b = label};
        notes_count(&m->notes, m->data, DATA_CHAIN, &chain);
    }
    if (room) {
        publish(m, row, label, &step);
    } else {
        data_lack(m->data, DATA_TABLE_FULL, "no memory for more steps");
    }
    return step;
}

struct step node_step(struct machine *m, uint32_t row, uint32_t label) {
    uint32_t slot = m->plan->label[label].slot;
    struct step step = {0};
    pthread_mutex_lock(&m->lock);
    if (slot) {
        step.to = (uint32_t)*row_slot(m, row, slot);
        step.counter = row_counter(row) + slot;
    }
    if (slot ? step.to == 0 : !steps_find(&m->steps, row, label, &step)) {
        step = decide(m, row, label);
    }
    pthread_mutex_unlock(&m->lock);
    return step;
}
