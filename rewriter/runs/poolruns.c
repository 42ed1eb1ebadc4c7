// SPDX-License-Identifier: MIT
// Which files count, so that no run counts twice.
//
// Counters can be added, but what two files have in common cannot be taken away again.
// So files with more runs come first; one whose runs are all there already is left out,
// and one that has some of them beside others cannot be used with those. Of a run
// that was copied while it went on the last state counts.
#include "analysis/base/order.h"
#include "rewriter/runs/pool_priv.h"

#include "analysis/table/umap.h"

static int by_number(u8 a, u8 b) {
    return a < b ? -1 : a > b;
}

int pool_run_order(const void *a, const void *b) {
    const struct pool_run *x = a, *y = b;
    int o = by_number(x->start, y->start);
    return o ? o : by_number(x->id, y->id);
}

// --- Runs that files have ---------------------------------------------------------

// Who makes files chooses both, so the hash is a keyed one.
struct run_key {
    u8 start, id;
};
struct held_run {
    UT_hash_handle hh;
    struct run_key key;
    const struct pool_run *run;
    u4 file;
};

void held_release(struct held_runs *h) {
    struct held_run *x, *next;
    HASH_ITER(hh, h->map, x, next) {
        HASH_DEL(h->map, x);
        mem_free(x);
    }
}

static struct held_run *held_find(const struct held_runs *h,
                                  const struct pool_run *run) {
    const struct run_key key = {run->start, run->id};
    struct held_run *x;
    HASH_FIND(hh, h->map, &key, sizeof key, x);
    return x;
}

void held_add(struct held_runs *h, const struct pool_file *file, u4 number) {
    for (u4 i = 0; i < file->n_runs; i++) {
        struct held_run *x = held_find(h, &file->run[i]);
        if (!x) {
            x = MEM_NEW(struct held_run);
            x->key = (struct run_key){file->run[i].start, file->run[i].id};
            HASH_ADD(hh, h->map, key, sizeof x->key, x);
        }
        x->run = &file->run[i];
        x->file = number;
    }
}

bool held_any(const struct held_runs *h, const struct pool_file *file) {
    for (u4 i = 0; i < file->n_runs; i++) {
        if (held_find(h, &file->run[i])) {
            return true;
        }
    }
    return false;
}

// --- Choosing ---------------------------------------------------------------------

// How far what a file has of a run can be believed: the less, the higher.
static u4 doubt(const struct pool_run *r) {
    return r->flags & DATA_DAMAGED ? 2 : r->flags & DATA_UNVERIFIED ? 1 : 0;
}

// Those that may be taken come first: of the same runs those that can be believed, of
// these what is later. What is the same for these is the same but for the path.
static int file_order(const void *a, const void *b) {
    const struct pool_file *x = a, *y = b;
    int o = by_number(y->n_runs, x->n_runs);
    for (u4 i = 0; o == 0 && i < x->n_runs; i++) {
        o = pool_run_order(&x->run[i], &y->run[i]);
    }
    for (u4 i = 0; o == 0 && i < x->n_runs; i++) {
        o = by_number(doubt(&x->run[i]), doubt(&y->run[i]));
    }
    o = o ? o : by_number(y->sum, x->sum);
    for (u4 i = 0; o == 0 && i < x->n_runs; i++) {
        o = by_number(y->run[i].end, x->run[i].end);
        o = o ? o : by_number(y->run[i].flags, x->run[i].flags);
    }
    o = o ? o : by_number(x->hash, y->hash);
    o = o ? o : by_number(y->added, x->added);
    return o ? o : strcmp(x->path, y->path);
}

// All of it only grows while it runs; but where one can be believed less, that it has
// more says nothing.
static bool is_no_more(const struct pool_run *a, const struct pool_run *than) {
    return doubt(a) > doubt(than) ||
           (a->sum <= than->sum && a->end <= than->end &&
            a->threads <= than->threads &&
            !(a->flags & ~(than->flags | POOL_MARKS)));
}

// Its identity, and what ran if that is known.
static const char *run_name(const struct pool_run *r, char *room, size_t n) {
    int most = r->command.n < n / 2 ? (int)r->command.n : (int)(n / 2);
    snprintf(room, n, "%016llx%s%.*s%s", (unsigned long long)r->id,
             most ? " (" : "", most, r->command.p, most ? ")" : "");
    return room;
}

// May a file that was not taken be left out?
static bool leave_out(const struct pool_file *file, u4 number,
                      const struct held_runs *h, struct diag *d) {
    const struct pool_file *x = &file[number];
    const struct held_run *other = NULL;
    struct place at = {.file = str_of(x->path), .byte = NO_BYTE};
    char room[256];
    bool all = true;
    for (u4 i = 0; i < x->n_runs; i++) {
        const struct held_run *in = held_find(h, &x->run[i]);
        other = in ? in : other;
        all = all && in;
    }
    if (!other) {
        BUG("%s has no run that another file has", x->path);
    }
    if (!all) {
        diag_report(d, DATA_OVERLAP, &at,
                    run_name(other->run, room, sizeof room),
                    file[other->file].path);
        return false;
    }
    for (u4 i = 0; i < x->n_runs; i++) {
        const struct held_run *in = held_find(h, &x->run[i]);
        other = in ? in : other;
        const struct pool_file *by = &file[other->file];
        if (x->n_runs + by->n_runs > 2 && !is_no_more(&x->run[i], other->run)) {
            diag_report(d, DATA_LATER, &at,
                        run_name(other->run, room, sizeof room), by->path);
            return false;
        }
    }
    if (other->run->flags & DATA_DAMAGED && !(x->run->flags & DATA_DAMAGED)) {
        diag_report(d, DATA_HELD_DAMAGED, &at, file[other->file].path);
    } else {
        diag_report(d, DATA_HELD, &at, file[other->file].path);
    }
    return true;
}

bool runs_choose(struct pool_file *file, u4 n, struct diag *d) {
    struct held_runs held = {0};
    bool ok = true;
    SORT(file, n, file_order);
    for (u4 i = 0; i < n; i++) {
        file[i].taken = !held_any(&held, &file[i]);
        if (file[i].taken) {
            held_add(&held, &file[i], i);
        }
    }
    for (u4 i = 0; i < n; i++) {
        ok = (file[i].taken || leave_out(file, i, &held, d)) && ok;
    }
    held_release(&held);
    return ok;
}
