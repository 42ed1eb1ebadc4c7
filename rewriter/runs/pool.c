// SPDX-License-Identifier: MIT
// Data files of one plan, added up.
//
// A file is added as soon as it is read, unless some of its runs are there already.
// Which files count is known when all are: if others do, all is done again (seldom).
#include "rewriter/runs/pool_priv.h"

#include "analysis/base/limits.h"
#include "analysis/base/order.h"
#include "analysis/table/hash.h"
#include "rt-native/data.h"
#include "rt-native/plan.h"

struct pooling {
    const struct plan *plan;
    struct arena *mem;
    struct pool_bytes bytes;  // of the file that is read
    const char *first;        // the path of the first file; NULL: none yet
    u1 identity[32];
    u4 n_labels;
    VEC(struct pool_file) file;
    VEC(struct pool_damage) damage;
    bool lost;  // a file of which nothing can be used
    struct held_runs held;
    struct sums sums;
};

static void know_plan(struct pooling *p, const u1 *identity, u4 n_labels) {
    memcpy(p->identity, identity, sizeof p->identity);
    p->n_labels = n_labels;
}

struct pooling *pool_begin(const struct plan *plan, struct arena *mem) {
    struct pooling *p = ARENA_NEW(mem, struct pooling);
    p->plan = plan;
    p->mem = mem;
    emit_init(&p->bytes.e, LIMIT_DATA_BYTES);
    sums_init(&p->sums, plan, mem);
    if (plan) {
        know_plan(p, plan->identity, plan->n[PLAN_LABEL]);
    }
    return p;
}

// --- Runs -------------------------------------------------------------------------

// What one walk through a file finds.
struct first_look {
    VEC(struct pool_run) run;
    u8 sum;
    u8 threads;
    u4 n_nodes;
    u4 n_unknown;
    size_t end;                 // of what is intact
    struct data_fault fault;    // there
    struct data_fault changed;  // what is used all the same
    struct sums_fault wrong;    // counters that the plan cannot have
    u4 marks;                   // DATA_DAMAGED, DATA_UNVERIFIED
};

static struct pool_run run_of(const struct data_run *r) {
    return (struct pool_run){
        .id = r->id,
        .start = r->start,
        .end = r->end,
        .flags = r->flags,
        .threads = r->threads,
        .sum = r->sum,
        .command = {r->command, r->n_command},
    };
}

static void look_at(struct first_look *v, const struct data_iter *it) {
    u4 n = 1;
    switch (it->kind) {
    case DATA_RUN:
        vec_push(&v->run, run_of(&it->run));
        return;
    case DATA_NODE:
        n = it->node.n_slots + 1;
        v->sum = pool_sum(v->sum, 1);
        break;
    case DATA_THREAD:
        v->threads = pool_sum(v->threads, it->note.count);
        break;
    default:
        break;
    }
    for (u4 i = 0; i < n; i++) {
        v->sum = pool_sum(v->sum, it->counter[i]);
    }
}

// Are the counters as they were written? Where nobody vouches for them, are they such as
// there can be?
static void verify(struct first_look *v, const struct data_iter *it,
                   const struct pooling *p) {
    const struct data_file *f = it->f;
    bool summed = !v->fault.what && data_is_summed(it, &v->changed),
         all = summed;
    for (u4 i = 0; i < v->run.n; i++) {
        all = all && (v->run.v[i].flags & POOL_MARKS) != DATA_UNVERIFIED;
    }
    if (!summed && !v->changed.what) {
        struct sums_fault x = pool_check_times(f, p->bytes.written);
        v->changed = (struct data_fault){x.what, x.byte};
    }
    if (!all && !v->changed.what && p->plan) {
        v->wrong = pool_check_plan(f, p->plan);
    }
    v->changed = f->fault.what ? f->fault : v->changed;
    v->marks = (summed ? 0 : DATA_UNVERIFIED) |
               (v->fault.what || v->changed.what ? DATA_DAMAGED : 0);
}

static void survey(struct first_look *v, const struct data_file *f,
                   const struct pooling *p) {
    struct data_iter it = data_each(f);
    for (u4 i = 0; i < f->n_labels; i++) {
        v->sum = pool_sum(v->sum, f->label[i]);
    }
    while (data_next(&it)) {
        look_at(v, &it);
    }
    v->n_nodes = it.n_nodes;
    v->n_unknown = it.n_unknown;
    v->end = (size_t)it.at;
    v->fault = it.fault;
    if (f->id) {
        vec_push(&v->run, ((struct pool_run){
                              .id = f->id,
                              .start = f->start,
                              .end = f->end,
                              .flags = f->flags,
                              .threads = v->threads,
                              .sum = v->sum,
                              .command = {f->command, f->n_command},
                          }));
    }
    verify(v, &it, p);
}

// Are the runs of a merged file all there, each once? Otherwise nobody could know
// which are added with it.
static bool are_whole(const struct first_look *v, const struct data_file *f) {
    u4 n = f->id ? 1 : f->n_runs;
    if (n == 0 || v->run.n != n) {
        return false;
    }
    SORT(v->run.v, n, pool_run_order);
    for (u4 i = 1; i < n; i++) {
        if (pool_run_order(&v->run.v[i - 1], &v->run.v[i]) == 0) {
            return false;
        }
    }
    return true;
}

// A copy of them.
static const struct pool_run *keep_runs(struct pooling *p,
                                        const struct first_look *v, u8 *sum) {
    struct pool_run *to = ARENA_ARRAY(p->mem, struct pool_run, v->run.n);
    for (u4 i = 0; i < v->run.n; i++) {
        to[i] = v->run.v[i];
        to[i].flags |= v->marks;
        to[i].command = arena_str(p->mem, to[i].command);
        *sum = pool_sum(*sum, to[i].sum);
    }
    return to;
}

// --- Files ------------------------------------------------------------------------

static const char *hex_of(const u1 *identity, char *room) {
    for (int i = 0; i < 32; i++) {
        snprintf(room + (size_t)i * 2, 3, "%02x", identity[i]);
    }
    return room;
}

static void add_damage(struct pooling *p, const char *path, const char *what,
                       size_t byte) {
    path = arena_cstr(p->mem, str_of(path));
    vec_push(&p->damage, ((struct pool_damage){path, what, byte}));
}

// Has it begun as one, or was it only made when the process was killed?
static bool is_begun(const struct emit *bytes) {
    static const u1 zero[8];
    size_t n = bytes->n < sizeof zero ? bytes->n : sizeof zero;
    return n == 0 || memcmp(bytes->p, DATA_MAGIC, n) == 0 ||
           memcmp(bytes->p, zero, n) == 0;
}

enum opened { OPENED, DAMAGED, REFUSED };

// Nothing of it can be used. It may be that of a process which was killed before it could
// count, but others may have cut it as well, or the disk lost it.
static enum opened give_up(struct pooling *p, const char *path,
                           const struct data_fault *fault, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = fault->byte};
    diag_report(d, DATA_NOTHING, &at, fault->what);
    add_damage(p, path, fault->what, fault->byte);
    p->lost = true;
    return DAMAGED;
}

static enum opened open_file(struct pooling *p, struct data_file *f,
                             const char *path, struct diag *d) {
    struct data_fault fault;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    char is[65], not [65];
    if (!data_open(f, p->bytes.e.p, p->bytes.e.n, &fault)) {
        at.byte = fault.byte;
        if (is_begun(&p->bytes.e) && f->version <= DATA_VERSION) {
            return give_up(p, path, &fault, d);
        }
        diag_report(d, DATA_FILE, &at, fault.what);
        return REFUSED;
    }
    f->whole = p->bytes.whole;
    // Whether or not it can be used: else the order of files would count.
    if (!p->plan && !p->first) {
        know_plan(p, f->identity, f->n_labels);
        p->first = arena_cstr(p->mem, str_of(path));
        return OPENED;
    }
    if (memcmp(f->identity, p->identity, sizeof p->identity) != 0) {
        diag_report(d, DATA_PLAN, &at, hex_of(f->identity, is),
                    p->plan ? "the plan" : p->first, hex_of(p->identity, not ));
        return REFUSED;
    }
    if (f->n_labels != p->n_labels && !p->plan) {
        at.byte = DATA_AT_SIZES * sizeof(u8);
        diag_report(d, DATA_LABELS, &at, f->n_labels, p->first, p->n_labels);
        return REFUSED;
    }
    if (f->n_labels != p->n_labels) {
        fault = (struct data_fault){"not as many labels as its plan has", 64};
        return give_up(p, path, &fault, d);
    }
    return OPENED;
}

static void say_left_out(struct pooling *p, const struct sums_fault *fault,
                         const char *path, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = fault->byte};
    if (fault->n) {
        diag_report(d, DATA_RECORDS, &at, fault->n, fault->n == 1 ? "" : "s",
                    fault->what);
        add_damage(p, path, fault->what, fault->byte);
    }
}

static void say_faults(struct pooling *p, const struct first_look *v,
                       const char *path, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = v->fault.byte};
    if (v->fault.what) {
        diag_report(d, DATA_DAMAGED, &at, v->fault.what);
        add_damage(p, path, v->fault.what, v->fault.byte);
    }
    if (v->changed.what) {
        at.byte = v->changed.byte;
        diag_report(d, DATA_CHANGED, &at, v->changed.what);
        add_damage(p, path, v->changed.what, v->changed.byte);
    }
    if (v->wrong.n) {
        at.byte = v->wrong.byte;
        diag_report(d, DATA_CHANGED, &at, v->wrong.what);
        add_damage(p, path, v->wrong.what, v->wrong.byte);
    }
    at.byte = NO_BYTE;
    if (v->n_unknown) {
        diag_report(d, DATA_UNKNOWN, &at, v->n_unknown);
    }
}

static void take_file(struct pooling *p, const struct data_file *f,
                      const struct first_look *v, const char *path,
                      struct diag *d) {
    struct pool_file x = {.path = arena_cstr(p->mem, str_of(path)),
                          .n_runs = v->run.n};
    say_faults(p, v, path, d);
    x.run = keep_runs(p, v, &x.sum);
    x.hash = hash_str(HASH_FIXED, (struct str){(const char *)f->bytes, v->end});
    if (!held_any(&p->held, &x)) {
        sums_reserve(&p->sums, v->n_nodes);
        held_add(&p->held, &x, p->file.n);
        struct sums_fault fault = sums_add(&p->sums, f);
        say_left_out(p, &fault, path, d);
        x.left_out = fault.n;
        x.added = true;
    }
    vec_push(&p->file, x);
}

// What an open file has, if it can be known which runs that is.
static void add_open(struct pooling *p, const struct data_file *f,
                     const char *path, struct diag *d) {
    struct first_look v = {0};
    survey(&v, f, p);
    if (are_whole(&v, f)) {
        p->lost = p->lost || f->flags & DATA_LOST;
        take_file(p, f, &v, path, d);
    } else {
        struct data_fault fault = {"not the runs that it names",
                                   (size_t)f->first};
        give_up(p, path, v.fault.what ? &v.fault : &fault, d);
    }
    vec_free(&v.run);
}

bool pool_add(struct pooling *p, const char *path, struct diag *d) {
    struct data_file f;
    if (!pool_read(&p->bytes, path, d)) {
        return false;
    }
    enum opened opened = open_file(p, &f, path, d);
    if (opened == OPENED) {
        add_open(p, &f, path, d);
    }
    return opened != REFUSED;
}

// --- The end ----------------------------------------------------------------------

// What was added is what counts, most often.
static bool add_again(struct pooling *p, struct diag *d) {
    bool same = true, ok = true;
    for (u4 i = 0; i < p->file.n; i++) {
        same = same && p->file.v[i].added == p->file.v[i].taken;
    }
    if (same) {
        return true;
    }
    sums_release(&p->sums);
    sums_init(&p->sums, p->plan, p->mem);
    for (u4 i = 0; ok && i < p->file.n; i++) {
        struct pool_file *x = &p->file.v[i];
        struct data_file f;
        struct sums_fault fault = {0};
        if (x->taken) {
            ok = pool_read(&p->bytes, x->path, d) &&
                 open_file(p, &f, x->path, d) == OPENED;
            fault = ok ? sums_add(&p->sums, &f) : fault;
            x->left_out = fault.n;
        }
        if (x->taken && !x->added) {
            say_left_out(p, &fault, x->path, d);
        }
    }
    return ok;
}

static enum data_counts counts_of(const struct pool *p) {
    enum data_counts counts = DATA_COUNTS_EXACT;
    for (u4 i = 0; i < p->n_runs; i++) {
        const struct pool_run *r = &p->run[i];
        enum data_counts is =
            r->flags & POOL_MARKS ? DATA_COUNTS_UNVERIFIED : pool_run_counts(r);
        counts = is > counts ? is : counts;
    }
    return counts;
}

static void list_runs(const struct pooling *p, struct pool *to) {
    for (u4 i = 0; i < p->file.n; i++) {
        to->n_runs += p->file.v[i].taken ? p->file.v[i].n_runs : 0;
    }
    to->run = ARENA_ARRAY(p->mem, struct pool_run, to->n_runs);
    for (u4 i = 0, n = 0; i < p->file.n; i++) {
        const struct pool_file *x = &p->file.v[i];
        for (u4 j = 0; x->taken && j < x->n_runs; j++) {
            to->run[n] = x->run[j];
            to->run[n].flags |= x->left_out ? DATA_DAMAGED : 0;
            to->flags |= x->run[j].flags & (DATA_FILE_FULL | DATA_TABLE_FULL);
            n++;
        }
    }
    SORT(to->run, to->n_runs, pool_run_order);
    to->counts = counts_of(to);
    to->flags |= p->lost ? DATA_LOST : 0;
}

static int damage_order(const void *a, const void *b) {
    const struct pool_damage *x = a, *y = b;
    int o = strcmp(x->path, y->path);
    return o ? o : (x->byte > y->byte) - (x->byte < y->byte);
}

static void list_damages(const struct pooling *p, struct pool *to) {
    to->n_damages = p->damage.n;
    to->damage = ARENA_ARRAY(p->mem, struct pool_damage, p->damage.n);
    if (to->n_damages) {
        memcpy(to->damage, p->damage.v, p->damage.n * sizeof *to->damage);
        SORT(to->damage, to->n_damages, damage_order);
    }
}

bool pool_end(struct pooling *p, struct pool *to, struct diag *d) {
    *to = (struct pool){.plan = p->plan, .n_labels = p->n_labels};
    memcpy(to->identity, p->identity, sizeof to->identity);
    bool ok = runs_choose(p->file.v, p->file.n, d) && add_again(p, d);
    if (!ok) {
        sums_release(&p->sums);
        sums_init(&p->sums, p->plan, p->mem);
        p->file.n = 0;
    }
    sums_order(&p->sums, to, p->mem);
    list_runs(p, to);
    list_damages(p, to);
    sums_release(&p->sums);
    held_release(&p->held);
    vec_free(&p->file);
    vec_free(&p->damage);
    emit_release(&p->bytes.e);
    return ok;
}
