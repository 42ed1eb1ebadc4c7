// SPDX-License-Identifier: MIT
// Random programs on the machine. What instrumented code does stands in enter(),
// call(), back_in() and unwind(); all else is what programs and the JVM do.
#include "tests/unit/lib/randomrun.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { OUTSIDE = 0 };

static uint32_t below(struct run *r, uint32_t n) {
    r->seed ^= r->seed << 13;
    r->seed ^= r->seed >> 7;
    r->seed ^= r->seed << 17;
    return (uint32_t)(r->seed >> 20) % n;
}

static bool one_in(struct run *r, uint32_t n) {
    return below(r, n) == 0;
}

static void expect(struct run *r, bool ok, const char *what) {
    r->fault = r->fault || ok ? r->fault : what;
}

// --- States ------------------------------------------------------------------

static uint32_t level_of(const struct run *r, uint32_t state) {
    uint32_t row = state_row(state);
    return row >= ROW_FIRST ? (uint32_t)(r->table[row / 8] >> 58) & 15
           : row            ? (row - 8) / 16
                            : 0;
}

// STATE_OUT spelled out.
static uint32_t plain(const struct run *r, uint32_t state) {
    bool out = state & STATE_OUT && state_row(state) &&
               !state_is_external(state_row(state));
    return out ? state_external(level_of(r, state)) | (state & STATE_UNGUARDED)
               : state & ~(uint32_t)STATE_OUT;
}

static uint32_t method_of(const struct run *r, uint32_t state) {
    return (uint32_t)(r->table[state_row(state) / 8] >> 32) & 0x3ffffff;
}

static bool has_row(struct run *r, uint32_t row, uint32_t node) {
    struct naive_node *n = &r->naive.node.v[node];
    n->row = n->row ? n->row : row;
    return n->row == row;
}

// Does that state say what the stack says of its frame on top?
static bool says(struct run *r, const struct run_thread *t, uint32_t state) {
    struct naive_state is = naive_top(&r->naive, t->truth.v, t->truth.n);
    uint32_t method = t->truth.n ? t->truth.v[t->truth.n - 1].method : OUTSIDE;
    state = plain(r, state);
    uint32_t row = state_row(state);
    if (is.stray) {
        return is.level ? state_is_external(state) &&
                              (level_of(r, state) + 1 == is.level ||
                               level_of(r, state) == 15)
                        : row == STATE_START;
    }
    if (r->full && is.kind == NAIVE_ACTIVE && row == state_limited(is.level)) {
        return true;
    }
    switch (is.kind) {
    case NAIVE_START:
        return row == STATE_START;
    case NAIVE_EXTERNAL:
        return row == state_external(is.level);
    case NAIVE_LIMITED:
        // What came through a site without a probe may have its caller's.
        return row == state_limited(is.level) ||
               (state_is_active(state) && method_of(r, state) != method &&
                level_of(r, state) == is.level);
    case NAIVE_ACTIVE:
        break;
    }
    return state_is_active(state) && method_of(r, state) == method &&
           level_of(r, state) == is.level && has_row(r, row, is.node);
}

// --- What Java follows by itself ---------------------------------------------

static void count(struct run *r, uint64_t at) {
    if (at == 0) {
        return;
    }
    if (r->exact) {
        data_count_exactly(r->d, at);
    } else {
        data_count(r->d, at);
    }
}

static uint32_t follow_entered(struct run *r, uint32_t found, uint32_t method) {
    found = plain(r, found);
    bool outside = state_row(found) == 0 || state_is_external(found);
    const struct plan *p = &r->plan->p;
    if (found & STATE_MARKS || !outside ||
        p->method[method].flags & PLAN_METHOD_CLINIT) {
        return 0;
    }
    uint32_t level = state_row(found) ? level_of(r, found) + 1 : 0, entry = 1;
    while (p->entry[entry].method != method) {
        entry++;
    }
    uint32_t row = __atomic_load_n(
        &r->root[entry * STATE_LEVELS + (level > 15 ? 15 : level)],
        __ATOMIC_ACQUIRE);
    if (row >= ROW_FIRST) {
        count(r, row_counter(row));
    }
    return row;
}

// What was told once is so each time.
static uint32_t follow_told(struct run *r, uint32_t my, uint32_t what) {
    const struct run_told *t = &r->told[(my / 8 * 31 + what) % RUN_TOLD];
    if (t->my != my || t->what != what || !t->counter[0]) {
        return 0;
    }
    count(r, t->counter[0]);
    count(r, t->counter[1]);
    return t->to;
}

static void keep_told(struct run *r, struct run_told told) {
    r->told[(told.my / 8 * 31 + told.what) % RUN_TOLD] = told;
}

static uint32_t follow_before(struct run *r, uint32_t my, uint32_t label) {
    const struct plan_label *l = &r->plan->p.label[label];
    uint32_t row = state_row(my), to = 0;
    if (state_is_limited(my)) {
        if (machine_counts(r->m, label)) {
            count(r, data_label(r->d, label));
        }
        to = l->target ? row : row + 8;
        to |= machine_arrives(r->m, label) ? STATE_ARRIVING : 0;
    } else if (row >= ROW_FIRST && l->slot) {
        uint64_t w = __atomic_load_n(
            &r->table[(row + row_slot_bytes(l->slot)) / 8], __ATOMIC_ACQUIRE);
        if (w >> 32 == label) {
            count(r, row_counter(row) + l->slot);
            to = (uint32_t)w;
        }
    }
    return to ? to | (my & STATE_UNGUARDED) : follow_told(r, my, label);
}

static uint32_t follow_unknown(struct run *r, uint32_t my, uint32_t site,
                               bool inside) {
    uint64_t counter = r->unknown[2 * site + inside];
    if (!counter) {
        return 0;
    }
    if (!state_is_active(my) && !state_is_limited(my)) {
        uint32_t to = follow_told(r, my, ~(2 * site + inside));
        count(r, to ? counter : 0);
        return to;
    }
    count(r, counter);
    return inside ? state_limited(level_of(r, my)) | (my & STATE_UNGUARDED) |
                        STATE_ARRIVING
                  : my | STATE_OUT;
}

// --- Frames ------------------------------------------------------------------

static struct run_frame *top(struct run_thread *t) {
    return t->frame.n ? &t->frame.v[t->frame.n - 1] : NULL;
}

static uint32_t top_method(const struct run_thread *t) {
    return t->truth.n ? t->truth.v[t->truth.n - 1].method : OUTSIDE;
}

static void push(struct run_thread *t, struct naive_frame f, bool probes) {
    vec_push(&t->truth, f);
    vec_push(&t->frame, ((struct run_frame){.probes = probes}));
}

static void pop(struct run_thread *t) {
    t->truth.n--;
    t->frame.n--;
}

static bool has_probes(const struct run_plan *plan, uint32_t method) {
    const struct plan *p = &plan->p;
    const struct plan_method *m = &p->method[method];
    if (plan->refused[method - 1]) {
        return false;
    }
    bool probes = m->flags & (PLAN_METHOD_ENTRY | PLAN_METHOD_CLINIT);
    for (uint32_t i = 0; i < m->n_sites; i++) {
        probes = probes || p->site[m->first_site + i].flags & PLAN_SITE_PROBE;
    }
    return probes;
}

// What a walk finds below the frame on top.
struct looking {
    struct run *r;
    struct run_thread *t;
};
static void look(void *context, struct machine_frames *to) {
    const struct looking *l = context;
    const struct naive_frame *f = l->t->truth.v;
    uint32_t n = l->t->truth.n - 1;
    bool inside = false;
    for (uint32_t i = 0; i < n; i++) {
        if (f[i].method && (!inside || f[i].how == NAIVE_INIT)) {
            to->level += to->any_inside && f[i].how != NAIVE_INIT;
            to->any_inside = true;
        }
        inside = f[i].method != 0;
    }
    to->caller_inside = inside;
    l->r->did.walks++;
}

static uint32_t entered(struct run *r, const struct machine_walk *walk,
                        uint32_t *found, uint32_t method) {
    uint32_t my =
        r->follows && one_in(r, 2) ? follow_entered(r, *found, method) : 0;
    return my ? my : machine_entered(r->m, found, method, walk);
}

// The prologue, of a frame that was pushed.
static void enter(struct run *r, struct run_thread *t) {
    struct run_frame *f = top(t);
    uint32_t method = top_method(t), found = t->st;
    const struct plan_method *m = &r->plan->p.method[method];
    struct looking l = {r, t};
    const struct machine_walk walk = {look, &l};
    r->did.events++;
    naive_enter(&r->naive, t->truth.v, t->truth.n);
    f->unguarded = r->plan->super_site[method - 1] != 0;
    if (!f->probes) {
        return;
    }
    if (m->flags & (PLAN_METHOD_ENTRY | PLAN_METHOD_CLINIT)) {
        f->my = entered(r, &walk, &found, method);
    } else {
        f->my = machine_arrived(r->m, &found, &walk);
    }
    f->saved = found;
    r->did.level[level_of(r, f->my)]++;
    expect(r, !(f->my & STATE_ARRIVING), "still arriving");
    expect(r, says(r, t, f->my), "another state at the start of a method");
    if (f->unguarded && !(t->st & STATE_ARRIVING)) {
        f->my |= STATE_UNGUARDED;
        r->did.unguarded++;
    }
    t->st = f->my;
}

// A frame above has returned: what stands behind a call.
static void back_in(struct run *r, struct run_thread *t) {
    struct run_frame *f = top(t);
    if (!f || top_method(t) == OUTSIDE) {
        return;
    }
    if (f->probes && f->announced) {
        t->st = f->my;
    }
    if (f->in_super) {
        f->unguarded = f->in_super = false;
        if (f->probes) {
            f->my &= ~(uint32_t)STATE_UNGUARDED;
            t->st = f->my;
        }
    }
    f->announced = false;
    r->did.events++;
    expect(r, !f->probes || says(r, t, t->st), "another state after a call");
}

// By exception. Where nothing catches it, the thread begins anew.
static void unwind(struct run *r, struct run_thread *t) {
    r->did.throws++;
    for (; t->frame.n; pop(t)) {
        struct run_frame *f = top(t);
        bool inside = top_method(t) != OUTSIDE;
        r->did.events++;
        f->announced = f->in_super = false;
        if (inside && f->probes && !f->unguarded && one_in(r, 3)) {
            t->st = f->my;
            expect(r, says(r, t, t->st), "another state in a handler");
            return;
        }
        if (!inside && one_in(r, 2)) {
            break;
        }
        if (inside && f->probes && !f->unguarded) {
            t->st = f->saved & ~(uint32_t)STATE_ARRIVING;
        }
    }
    r->did.stale += !says(r, t, t->st) && t->st & STATE_UNGUARDED;
    bool silent = t->frame.n > 1 && !t->frame.v[t->frame.n - 2].announced;
    expect(r, silent || says(r, t, t->st) || t->st & STATE_UNGUARDED,
           "another state after an exception");
}

static void leave(struct run *r, struct run_thread *t) {
    struct run_frame f = *top(t);
    bool inside = top_method(t) != OUTSIDE;
    pop(t);
    r->did.events++;
    if (inside && f.probes) {
        t->st = f.saved;
    }
    back_in(r, t);
}

// --- What the JVM runs by itself ---------------------------------------------

static uint32_t random_method(struct run *r, uint32_t flags, uint32_t without) {
    const struct plan *p = &r->plan->p;
    uint32_t n = p->n[PLAN_METHOD] - 1, at = below(r, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t m = 1 + (at + i) % n;
        if ((p->method[m].flags & flags) == flags &&
            !(p->method[m].flags & without) &&
            (flags == 0 || !r->plan->refused[m - 1])) {
            return m;
        }
    }
    return 0;
}

static bool initialise(struct run *r, struct run_thread *t) {
    uint32_t m = random_method(r, PLAN_METHOD_CLINIT, 0);
    if (m) {
        r->did.initialisers++;
        push(t, (struct naive_frame){NAIVE_INIT, m, 0}, true);
        enter(r, t);
    }
    return m != 0;
}

// loadClass, while the frame on top runs.
static bool upcall(struct run *r, struct run_thread *t, uint32_t but) {
    uint32_t m = random_method(r, PLAN_METHOD_ENTRY, PLAN_METHOD_CLINIT);
    if (m && m != but) {
        r->did.upcalls++;
        push(t, (struct naive_frame){NAIVE_SILENT, m, 0}, true);
        enter(r, t);
        return true;
    }
    return false;
}

// Before a call that was announced comes to its target; the frame on top is the
// caller. It ends at once, or throws: then there is no call. True if it comes.
static bool interrupt(struct run *r, struct run_thread *t, uint32_t target) {
    uint32_t n = t->frame.n;
    bool unguarded = top(t)->unguarded;
    bool stray = naive_top(&r->naive, t->truth.v, t->truth.n).stray;
    if (one_in(r, 60) && !(unguarded && target)) {
        unwind(r, t);
        return false;
    }
    if (one_in(r, 12)
            ? !initialise(r, t)
            : !one_in(r, 20) || stray || !target || !upcall(r, t, target)) {
        return true;
    }
    if (top(t)->unguarded || one_in(r, 4)) {
        unwind(r, t);
        return false;
    }
    pop(t);
    expect(r, n == t->frame.n, "frames");
    t->st = t->frame.v[n].saved;
    return true;
}

// --- Calls -------------------------------------------------------------------

static uint32_t before(struct run *r, struct run_thread *t, uint32_t label) {
    struct run_frame *f = top(t);
    uint32_t to =
        r->follows && one_in(r, 2) ? follow_before(r, f->my, label) : 0;
    naive_call(&r->naive, t->truth.v, t->truth.n, label);
    r->did.events++;
    if (to == 0) {
        struct run_told told = {.my = f->my, .what = label};
        told.to = to = machine_before(r->m, f->my, label, told.counter);
        keep_told(r, told);
    }
    return to;
}

static void go_outside(struct run *r, struct run_thread *t, bool announced,
                       bool no_callback) {
    push(t, (struct naive_frame){NAIVE_OUTSIDE, OUTSIDE, 0}, false);
    top(t)->no_callback = no_callback;
    expect(r, !announced || (says(r, t, t->st) && !(t->st & STATE_ARRIVING)),
           "another state outside");
}

static void go_inside(struct run *r, struct run_thread *t, uint32_t method,
                      enum naive_how how, uint32_t label) {
    push(t, (struct naive_frame){how, method, label},
         has_probes(r->plan, method));
    enter(r, t);
}

// A receiver class that the plan does not have.
static void call_unknown(struct run *r, struct run_thread *t, uint32_t site) {
    uint32_t target = random_method(r, 0, PLAN_METHOD_CLINIT);
    bool inside = one_in(r, 2) && has_probes(r->plan, target);
    naive_call_unknown(&r->naive, t->truth.v, t->truth.n, site, inside);
    uint32_t my = top(t)->my;
    uint32_t to =
        r->follows && one_in(r, 2) ? follow_unknown(r, my, site, inside) : 0;
    if (to == 0) {
        const struct machine_unknown what = {site, "x/Y", 3, inside};
        uint64_t counter[MACHINE_COUNTERS];
        to = machine_before_unknown(r->m, my, &what, counter);
        r->unknown[2 * site + inside] = counter[0];
        keep_told(
            r, (struct run_told){my, ~(2 * site + inside), to, {counter[1]}});
    }
    t->st = to;
    r->did.events++;
    r->did.unknown++;
    if (!inside) {
        go_outside(r, t, true, false);
    } else {
        go_inside(r, t, target, NAIVE_CALLED, 0);
    }
}

// What a site without a probe leads to calls nobody back; it may all the same
// where the state can tell, and nothing is thrown through what no handler covers.
static void call_silently(struct run *r, struct run_thread *t, uint32_t label) {
    uint32_t target = r->plan->p.label[label].target;
    struct naive_state s = naive_top(&r->naive, t->truth.v, t->truth.n);
    if (!target) {
        uint32_t my = top(t)->my;
        bool tells = t->truth.v[t->truth.n - 1].how == NAIVE_LOST ? true
                     : s.kind == NAIVE_ACTIVE    ? state_is_active(my)
                     : s.kind == NAIVE_LIMITED ? state_is_limited(my)
                                               : false;
        go_outside(r, t, false, !tells);
    } else if (!s.stray || (r->plan->refused[top_method(t) - 1] &&
                            !r->plan->super_site[target - 1])) {
        r->did.refused += s.stray;
        go_inside(r, t, target, NAIVE_SILENT, label);
    }
}

// A call of what has no probes leaves the state as it is.
static bool is_quiet(const struct run *r, uint32_t site) {
    const struct plan *p = &r->plan->p;
    const struct plan_site *s = &p->site[site];
    bool quiet = true;
    for (uint32_t i = 0; i < s->n_labels; i++) {
        uint32_t target = p->label[s->first_label + i].target;
        quiet = quiet && target && !plan_wants_prologue(p, target);
    }
    return quiet;
}

static void call_quietly(struct run *r, struct run_thread *t, uint32_t label) {
    uint32_t target = r->plan->p.label[label].target;
    // That nobody entered is in no state that stays.
    if (!naive_top(&r->naive, t->truth.v, t->truth.n).stray) {
        before(r, t, label);
        r->did.quiet++;
        if (interrupt(r, t, target)) {
            go_inside(r, t, target, NAIVE_CALLED, label);
        }
    }
}

// Where nothing but the way out is asked for, which only a mark tells.
static bool marks_out(struct run *r, const struct run_thread *t,
                      uint32_t target) {
    bool stray = naive_top(&r->naive, t->truth.v, t->truth.n).stray;
    return !target && !stray && one_in(r, 2);
}

static void call(struct run *r, struct run_thread *t, uint32_t site) {
    const struct plan_site *s = &r->plan->p.site[site];
    uint32_t label = s->first_label + below(r, s->n_labels);
    uint32_t target = r->plan->p.label[label].target;
    struct run_frame *f = top(t);
    if (target && r->plan->refused[target - 1] && t->st & STATE_UNGUARDED) {
        return;  // what it throws would look as if it were to come
    }
    f->in_super = f->unguarded &&
                  site == r->plan->super_site[top_method(t) - 1] &&
                  !one_in(r, 4);
    f->announced = f->probes && s->flags & PLAN_SITE_PROBE;
    if (!f->announced) {
        call_silently(r, t, label);
    } else if (is_quiet(r, site)) {
        call_quietly(r, t, label);
    } else if (one_in(r, 30)) {
        call_unknown(r, t, site);
    } else {
        t->st =
            marks_out(r, t, target) ? f->my | STATE_OUT : before(r, t, label);
        if (!interrupt(r, t, target)) {
            return;
        }
        if (target) {
            go_inside(r, t, target, NAIVE_CALLED, label);
        } else {
            go_outside(r, t, true, false);
        }
    }
}

// --- Programs ----------------------------------------------------------------

static void step_inside(struct run *r, struct run_thread *t) {
    const struct run_frame *f = top(t);
    const struct plan_method *m = &r->plan->p.method[top_method(t)];
    bool deep = t->frame.n >= r->most_frames;
    bool stray = naive_top(&r->naive, t->truth.v, t->truth.n).stray;
    uint32_t n = below(r, 64);
    if (n < 4) {
        unwind(r, t);
    } else if (n < 6 && !deep && !stray && f->probes) {
        initialise(r, t);
    } else if (n < 7 && !deep && !stray && f->probes) {
        upcall(r, t, 0);
    } else if (n < 48 && !deep && m->n_sites) {
        call(r, t, m->first_site + below(r, m->n_sites));
    } else if (f->unguarded) {
        unwind(r, t);
    } else {
        leave(r, t);
    }
}

// From outside, a method that cannot tell of it.
static void enter_refused(struct run *r, struct run_thread *t, bool silent) {
    uint32_t m = 1 + below(r, r->plan->p.n[PLAN_METHOD] - 1);
    if (r->plan->refused[m - 1] && !silent && says(r, t, t->st)) {
        go_inside(r, t, m, NAIVE_STRAY, 0);
    }
}

static void step_outside(struct run *r, struct run_thread *t) {
    const struct run_frame *f = top(t);
    bool deep = t->frame.n >= r->most_frames;
    // Through a site without a probe.
    bool silent = t->frame.n > 1 && !t->frame.v[t->frame.n - 2].announced;
    uint32_t n = below(r, 64), m;
    if (f && (deep || n < 16 || f->no_callback)) {
        if (n < 3) {
            unwind(r, t);
        } else {
            leave(r, t);
        }
    } else if (n < 20) {
        initialise(r, t);
    } else if (n < 24) {
        enter_refused(r, t, silent);
    } else if (n < 27) {
        m = random_method(r, 0, PLAN_METHOD_ENTRY | PLAN_METHOD_CLINIT);
        bool knows = says(r, t, t->st) || t->st == STATE_LOST;
        if (m && !silent && knows && has_probes(r->plan, m)) {
            r->did.strays++;
            go_inside(r, t, m, NAIVE_STRAY, 0);
        }
    } else {
        m = random_method(r, PLAN_METHOD_ENTRY, PLAN_METHOD_CLINIT);
        if (!silent || !r->plan->super_site[m - 1]) {
            go_inside(r, t, m, NAIVE_ENTERED, 0);
        }
    }
}

// What ran before the run time was up, or without memory for it; nobody was told.
static void lose(struct run *r, struct run_thread *t) {
    uint32_t n = 1 + below(r, 4);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t m = i && one_in(r, 2) ? OUTSIDE : random_method(r, 0, 0);
        enum naive_how how = m == OUTSIDE ? NAIVE_OUTSIDE : NAIVE_LOST;
        push(t, (struct naive_frame){how, m, 0}, false);
    }
    t->st = STATE_LOST;
    r->did.lost++;
}

void run_go(struct run *r, uint64_t events) {
    for (uint32_t i = 0; i < r->n_threads; i++) {
        if (one_in(r, 2) && r->thread[i].frame.n == 0) {
            lose(r, &r->thread[i]);
        }
    }
    uint64_t end = r->did.events + events;
    while (r->did.events < end && !r->fault) {
        r->now = one_in(r, 4) ? below(r, r->n_threads) : r->now;
        struct run_thread *t = &r->thread[r->now];
        if (top_method(t) != OUTSIDE) {
            step_inside(r, t);
        } else {
            step_outside(r, t);
        }
        r->did.events++;
    }
}

void run_print(struct run *r, const struct run_thread *t) {
    static const char *const how[] = {"outside",     "entered", "stray",
                                      "initialiser", "called",  "silent",
                                      "lost"};
    for (uint32_t i = 0; i < t->truth.n; i++) {
        const struct naive_frame *f = &t->truth.v[i];
        const struct run_frame *g = &t->frame.v[i];
        struct naive_state s = naive_top(&r->naive, t->truth.v, i + 1);
        print_message(
            "# %-11s method %u label %u: %s%s level %u node %u; "
            "probes %d announced %d unguarded %d saved %u my %u\n",
            how[f->how], f->method, f->label, s.stray ? "stray " : "",
            (const char *[]){"start", "active", "limited", "external"}[s.kind],
            s.level, s.node, g->probes, g->announced, g->unguarded, g->saved,
            g->my);
    }
    print_message("# state %u\n", t->st);
}

// --- Life --------------------------------------------------------------------

void run_init(struct run *r, const struct run_plan *p, struct machine *m,
              struct data *d, uint32_t n_threads) {
    uint64_t bytes;
    uint32_t n;
    *r = (struct run){
        .plan = p,
        .m = m,
        .d = d,
        .table = machine_table(m, &bytes),
        .root = machine_roots(m, &n),
        .thread = calloc(n_threads, sizeof *r->thread),
        .unknown = calloc(2 * p->p.n[PLAN_SITE], sizeof *r->unknown),
        .n_threads = n_threads,
        .most_frames = 12,
        .seed = 88172645463325252u,
    };
    naive_init(&r->naive, &p->p);
}

void run_release(struct run *r) {
    for (uint32_t i = 0; i < r->n_threads; i++) {
        vec_free(&r->thread[i].truth);
        vec_free(&r->thread[i].frame);
    }
    free(r->thread);
    free(r->unknown);
    naive_release(&r->naive);
}

bool run_data(struct data *d, const struct plan *p, uint64_t most) {
    char why[256];
    const struct data_spec spec = {
        .base = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
        .identity = p->identity,
        .n_labels = p->n[PLAN_LABEL],
        .most = most,
    };
    bool ok = data_create(d, &spec, why, sizeof why);
    if (ok) {
        unlink(d->path);
    }
    return ok;
}
