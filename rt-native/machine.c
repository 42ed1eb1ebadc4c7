// SPDX-License-Identifier: MIT
// What events mean.
//
// A state is what is known of the activation on top of a thread's stack. The
// instrumented code keeps the states of those below in their locals, so nothing
// is kept here for a thread. What was decided once is found in the table without
// a lock; else nodes.c decides.
//
// Four things make a state say something else than what runs. A call that was
// announced, and something that the JVM runs first (an initialiser, loadClass):
// then the row is of another method, or the method is an initialiser. A call at a
// site without a probe: then nothing was announced. And a constructor that ended
// by exception in its call of super(), which no handler can cover: the state that
// it left is marked. And an entry that a method without the probes it needs calls
// (PLAN_METHOD_REFUSED): from outside nobody told that this one was entered. And a
// thread of which some activation was not recorded begins with STATE_LOST. Then the
// frames are asked.
#include "rt-native/machine_priv.h"

#include "rt-native/data.h"
#include "rt-native/plan.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

// --- States ------------------------------------------------------------------

static uint32_t level_of(const struct machine *m, uint32_t state) {
    uint32_t row = state_row(state);
    return row >= ROW_FIRST ? row_level(m, row) : row ? (row - 8) / 16 : 0;
}

static uint32_t level_at_most(uint32_t level) {
    return level < STATE_LEVELS ? level : STATE_LEVELS - 1;
}

// The same without STATE_OUT.
static uint32_t plain(const struct machine *m, uint32_t state) {
    if (!(state & STATE_OUT)) {
        return state;
    }
    uint32_t row = state_row(state);
    bool out = state_is_active(row) || state_is_limited(row);
    return (out ? state_external(level_of(m, state)) : row) |
           (state & STATE_UNGUARDED);
}

// Of what enters the component from there.
static uint32_t level_above(const struct machine *m, uint32_t state) {
    return state_row(state) == STATE_START
               ? 0
               : level_at_most(level_of(m, state) + 1);
}

static bool is_outside(uint32_t state) {
    return state_row(state) == STATE_START || state_is_external(state);
}

static void count(const struct machine *m, uint64_t at) {
    if (at == 0) {
        return;
    }
    if (m->exact) {
        data_count_exactly(m->data, at);
    } else {
        data_count(m->data, at);
    }
}

// --- Entering ----------------------------------------------------------------

// A traversal begins.
static uint32_t enter(struct machine *m, uint32_t method, uint32_t level) {
    uint32_t entry = m->entry_of[method];
    if (entry == 0) {
        return state_limited(level);
    }
    uint32_t *published = root_at(m, entry, level);
    uint32_t row = __atomic_load_n(published, __ATOMIC_ACQUIRE);
    if (row == 0) {
        row = node_root(m, entry, level);
    }
    if (state_is_active(row)) {
        count(m, row_counter(row));
    }
    return row;
}

// Of a thread that may have something below, when the frames are not told: no chain
// begins, which is counted.
static uint32_t untold(struct machine *m) {
    machine_lost(m, DATA_BY_FRAMES, 1);
    return state_limited(0) | STATE_UNGUARDED;
}

// What the frames say that the state is. It is Active in none of them: that of
// the caller is not known, and was not announced. A state that nothing can have left
// behind is below, though, whatever the frames show.
static uint32_t ask(const struct machine *m, uint32_t state,
                    const struct machine_walk *walk, uint32_t otherwise) {
    struct machine_frames f = {0};
    if (walk) {
        walk->frames(walk->context, &f);
    }
    if (!walk || f.unknown) {
        return otherwise;
    }
    uint32_t level = level_at_most(f.level);
    if (!(state & STATE_UNGUARDED) && state_row(state) != STATE_START) {
        f.any_inside = true;
        level = level > level_of(m, state) ? level : level_of(m, state);
    }
    return f.caller_inside ? state_limited(level) | (state & STATE_UNGUARDED)
           : f.any_inside  ? state_external(level)
                           : (uint32_t)STATE_START;
}

static uint32_t enter_initialiser(struct machine *m, uint32_t *found,
                                  uint32_t method,
                                  const struct machine_walk *walk) {
    uint32_t state = plain(m, *found);
    machine_note(m, DATA_INIT, method, NULL, 0);
    if ((state & STATE_MARKS) == STATE_UNGUARDED) {
        state = ask(m, state, walk, state);
        *found = state == STATE_START ? state : *found;
    }
    return state == STATE_LOST ? untold(m)
                               : enter(m, method, level_of(m, state));
}

uint32_t machine_entered(struct machine *m, uint32_t *found, uint32_t method,
                         const struct machine_walk *walk) {
    uint32_t state = plain(m, *found);
    if (m->plan->method[method].flags & PLAN_METHOD_CLINIT) {
        return enter_initialiser(m, found, method, walk);
    }
    if (m->entry_of[method] == 0) {
        if (state & STATE_ARRIVING && state_is_active(state) &&
            row_method(m, state_row(state)) != method) {
            *found &= ~(uint32_t)STATE_ARRIVING;
            return state_limited(level_of(m, state));
        }
        return machine_arrived(m, found, walk);
    }
    bool active = state_is_active(state);
    if (state & STATE_ARRIVING &&
        (!active || row_method(m, state_row(state)) == method)) {
        return *found = state & ~(uint32_t)STATE_ARRIVING;
    }
    if (!is_outside(state) || state & STATE_UNGUARDED || m->doubted[method]) {
        uint32_t limited = state_limited(level_of(m, state));
        state = ask(m, state, walk, active ? limited : state);
        *found = state == STATE_START ? state : *found;
    }
    if (state == STATE_LOST) {
        return untold(m);
    }
    return is_outside(state) ? enter(m, method, level_above(m, state)) : state;
}

uint32_t machine_arrived(struct machine *m, uint32_t *found,
                         const struct machine_walk *walk) {
    uint32_t state = plain(m, *found);
    *found &= ~(uint32_t)STATE_ARRIVING;
    if (state == STATE_LOST) {
        state = ask(m, state, walk, state);
        *found = state == STATE_START ? state : *found;
        return state == STATE_LOST ? untold(m) : state;
    }
    if (state & STATE_ARRIVING || !state_is_active(state)) {
        return state & ~(uint32_t)STATE_ARRIVING;
    }
    return state_limited(level_of(m, state)) | (state & STATE_UNGUARDED);
}

static bool is_of_lambda(const struct plan *p, uint32_t label) {
    const struct plan_label *l = &p->label[label];
    return l->target && p->receiver[l->receiver].kind == PLAN_A_LAMBDA;
}

static uint32_t lambda_label(const struct plan *p, uint32_t site,
                             uint32_t method) {
    const struct plan_site *s = &p->site[site];
    for (uint32_t i = s->first_label; i < s->first_label + s->n_labels; i++) {
        if (is_of_lambda(p, i) && p->label[i].target == method) {
            return i;
        }
    }
    return 0;
}

bool machine_opens(const struct machine *m, uint32_t site) {
    const struct plan_site *s = &m->plan->site[site];
    bool opens = false;
    for (uint32_t i = s->first_label; i < s->first_label + s->n_labels; i++) {
        opens = opens || is_of_lambda(m->plan, i);
    }
    return opens;
}

uint32_t machine_opened(struct machine *m, uint32_t *found, uint32_t method,
                        uint32_t site, const struct machine_walk *walk) {
    uint32_t my = *found & ~(uint32_t)(STATE_ARRIVING | STATE_OUT);
    uint32_t label = lambda_label(m->plan, site, method);
    *found &= ~(uint32_t)STATE_ARRIVING;
    if (label == 0) {
        return machine_entered(m, found, method, walk);
    }
    uint64_t counter[MACHINE_COUNTERS];
    return machine_before(m, my, label, counter) & ~(uint32_t)STATE_ARRIVING;
}

// --- Calling -----------------------------------------------------------------

static uint32_t follow(struct machine *m, uint32_t row, uint32_t label,
                       uint64_t *counter) {
    uint32_t slot = m->plan->label[label].slot;
    struct step step = {0};
    if (slot) {
        step.to =
            (uint32_t)__atomic_load_n(row_slot(m, row, slot), __ATOMIC_ACQUIRE);
        step.counter = row_counter(row) + slot;
    }
    if (slot ? step.to == 0 : !steps_find(&m->steps, row, label, &step)) {
        step = node_step(m, row, label);
    }
    *counter = step.counter;
    count(m, step.counter);
    return step.to;
}

// A call that is in no chain, from a state that has none, or from that of another
// method.
static uint32_t leave(struct machine *m, uint32_t my, uint32_t method,
                      bool inside, uint64_t *counter) {
    uint32_t level = level_of(m, my);
    *counter = 0;
    if (is_outside(my)) {
        struct data_note stray = {.a = method, .b = level_above(m, my)};
        level = stray.b;
        pthread_mutex_lock(&m->lock);
        *counter = notes_count(&m->notes, m->data, DATA_ENTRY, &stray);
        pthread_mutex_unlock(&m->lock);
    }
    return inside ? state_limited(level) : state_external(level);
}

static bool is_at(const struct machine *m, uint32_t my, uint32_t method) {
    return state_is_active(my) && row_method(m, state_row(my)) == method;
}

bool machine_arrives(const struct machine *m, uint32_t label) {
    uint32_t target = m->plan->label[label].target;
    return target && m->has_prologue[target];
}

bool machine_counts(const struct machine *m, uint32_t label) {
    const struct plan_site *s = &m->plan->site[m->plan->label[label].site];
    return (s->flags & (PLAN_SITE_RC | PLAN_SITE_TM)) != 0;
}

static uint32_t announced(const struct machine *m, uint32_t to,
                          uint32_t label) {
    return to | (machine_arrives(m, label) ? (uint32_t)STATE_ARRIVING : 0);
}

uint32_t machine_before(struct machine *m, uint32_t my, uint32_t label,
                        uint64_t counter[MACHINE_COUNTERS]) {
    const struct plan_label *l = &m->plan->label[label];
    uint32_t method = m->plan->site[l->site].method, to;
    counter[1] = 0;
    if (is_at(m, my, method)) {
        to = follow(m, state_row(my), label, &counter[0]);
    } else {
        to = leave(m, my, method, l->target != 0, &counter[0]);
        to = announced(m, to, label);
        if (machine_counts(m, label)) {
            counter[1] = data_label(m->data, label);
            count(m, counter[1]);
        }
    }
    return to | (my & STATE_UNGUARDED);
}

uint32_t machine_before_unknown(struct machine *m, uint32_t my,
                                const struct machine_unknown *unknown,
                                uint64_t counter[MACHINE_COUNTERS]) {
    struct data_note receiver = {.a = unknown->site,
                                 .b = unknown->inside,
                                 .text = unknown->class_name,
                                 .n = unknown->n};
    uint32_t method = m->plan->site[unknown->site].method;
    uint32_t to = leave(m, my, method, unknown->inside, &counter[1]);
    pthread_mutex_lock(&m->lock);
    counter[0] = notes_count(&m->notes, m->data, DATA_RECEIVER, &receiver);
    pthread_mutex_unlock(&m->lock);
    return to | (my & STATE_UNGUARDED) |
           (unknown->inside ? (uint32_t)STATE_ARRIVING : 0);
}

void machine_note(struct machine *m, enum data_kind kind, uint32_t a,
                  const char *text, uint32_t n) {
    struct data_note note = {.a = a, .text = text, .n = n};
    pthread_mutex_lock(&m->lock);
    notes_count(&m->notes, m->data, kind, &note);
    pthread_mutex_unlock(&m->lock);
}

void machine_lost(struct machine *m, enum data_cause cause, uint32_t n) {
    struct data_note note = {.a = cause};
    pthread_mutex_lock(&m->lock);
    uint64_t at =
        n ? notes_count(&m->notes, m->data, DATA_UNRECORDED, &note) : 0;
    if (at) {
        m->data->words[at] += n - 1;
    }
    pthread_mutex_unlock(&m->lock);
}

// --- Life --------------------------------------------------------------------

// Rows are reached by 31 bits, and Java counts bytes in an int.
enum { MOST_TABLE = 0x7ffffff8, LEAST_TABLE = 1 << 20 };

const uint64_t *machine_table(const struct machine *m, uint64_t *bytes) {
    *bytes = m->most;
    return m->table;
}

const uint32_t *machine_roots(const struct machine *m, uint32_t *n) {
    *n = m->plan->n[PLAN_ENTRY] * STATE_LEVELS;
    return m->root;
}

// As much address space as there is: that may be limited.
static bool map_table(struct machine *m, uint64_t wanted) {
    m->most = wanted && wanted < MOST_TABLE ? wanted & ~(uint64_t)7
                                            : (uint64_t)MOST_TABLE;
    for (;;) {
        void *at = mmap(NULL, m->most, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at != MAP_FAILED) {
            m->table = at;
            return true;
        }
        if (m->most / 2 < LEAST_TABLE) {
            return false;
        }
        m->most = m->most / 2 & ~(uint64_t)7;
    }
}

// What is reached from a row of another method with the slot of a label lies in
// the table, too.
static bool keep_spare(struct machine *m) {
    for (uint32_t i = 1; i < m->plan->n[PLAN_METHOD]; i++) {
        uint64_t bytes = row_bytes(m->plan, i);
        m->spare = bytes > m->spare ? bytes : m->spare;
    }
    return m->most > ROW_FIRST + m->spare;
}

static void look_at_refused(struct machine *m) {
    const struct plan *p = m->plan;
    for (uint32_t i = 1; i < p->n[PLAN_LABEL]; i++) {
        uint32_t caller = p->site[p->label[i].site].method;
        if (p->method[caller].flags & PLAN_METHOD_REFUSED) {
            m->doubted[p->label[i].target] = true;
        }
    }
    for (uint32_t i = 1; i < p->n[PLAN_METHOD]; i++) {
        if (p->method[i].flags & PLAN_METHOD_REFUSED) {
            m->has_prologue[i] = false;
        }
    }
}

static void look_at_methods(struct machine *m) {
    const struct plan *p = m->plan;
    for (uint32_t i = 1; i < p->n[PLAN_ENTRY]; i++) {
        m->entry_of[p->entry[i].method] = i;
        m->has_prologue[p->entry[i].method] = true;
    }
    for (uint32_t i = 1; i < p->n[PLAN_METHOD]; i++) {
        m->has_prologue[i] = m->has_prologue[i] || plan_wants_prologue(p, i);
    }
    look_at_refused(m);
}

static const char *start(struct machine *m, const struct machine_options *o) {
    const uint32_t *n = m->plan->n;
    if (n[PLAN_METHOD] > 1u << ROW_METHOD_BITS ||
        n[PLAN_ENTRY] > (uint32_t)INT32_MAX / STATE_LEVELS / 4 ||
        n[PLAN_LABEL] > ROW_MARK) {
        return "the plan is larger than rows can name";
    }
    m->root = calloc((size_t)n[PLAN_ENTRY] * STATE_LEVELS, 2 * sizeof *m->root);
    m->entry_of = calloc(n[PLAN_METHOD], sizeof *m->entry_of);
    m->has_prologue = calloc(n[PLAN_METHOD], sizeof *m->has_prologue);
    m->doubted = calloc(n[PLAN_METHOD], sizeof *m->doubted);
    if (!m->root || !m->entry_of || !m->has_prologue || !m->doubted ||
        !map_table(m, o->most_table) || !keep_spare(m)) {
        return DATA_NO_MEMORY;
    }
    look_at_methods(m);
    if (m->exact) {
        data_set(m->data, DATA_EXACT);
    }
    return NULL;
}

struct machine *machine_new(const struct plan *p, struct data *d,
                            const struct machine_options *o, char *why,
                            size_t n) {
    struct machine *m = calloc(1, sizeof *m);
    const char *fault = DATA_NO_MEMORY;
    if (m) {
        m->plan = p;
        m->data = d;
        m->exact = o->exact;
        pthread_mutex_init(&m->lock, NULL);
        fault = start(m, o);
    }
    if (!fault) {
        return m;
    }
    size_t length = strlen(fault);
    length = n && length >= n ? n - 1 : length;
    if (n) {
        memcpy(why, fault, length);
        why[length] = 0;
    }
    machine_free(m);
    return NULL;
}

// Whoever has the lock gives it back soon, or was ended while he had it: then the file
// is that of a process that was killed.
void machine_end(struct machine *m) {
    enum { WAIT = 2 };
    struct timespec until;
    if (clock_gettime(CLOCK_REALTIME, &until) != 0) {
        return;
    }
    until.tv_sec += WAIT;
    if (pthread_mutex_timedlock(&m->lock, &until) == 0) {
        data_end(m->data);
        pthread_mutex_unlock(&m->lock);
    }
}

void machine_free(struct machine *m) {
    if (!m) {
        return;
    }
    if (m->table) {
        munmap(m->table, m->most);
    }
    pthread_mutex_destroy(&m->lock);
    steps_release(&m->steps);
    notes_release(&m->notes);
    free(m->entry_of);
    free(m->has_prologue);
    free(m->doubted);
    free(m->root);
    free(m);
}
