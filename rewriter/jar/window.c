// SPDX-License-Identifier: MIT
// The window that the entries of an archive go through (run.h).
#include "rewriter/jar/run.h"

#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "analysis/base/par.h"
#include "analysis/zip/zipread.h"
#include "rewriter/jar/jar.h"
#include "rewriter/jar/jar_priv.h"

struct place run_place(struct run *r, struct str entry) {
    struct place at = r->info.at;
    if (at.entry.n) {
        emit_reset(&r->label);
        emit_bytes(&r->label, at.entry.p, at.entry.n);
        emit_bytes(&r->label, "!", 1);
        emit_bytes(&r->label, entry.p, entry.n);
        entry = (struct str){(const char *)r->label.p, r->label.n};
    }
    at.entry = entry;
    return at;
}

void window_init(struct run *r) {
    size_t most = r->crew ? LIMIT_AHEAD_ENTRIES : 1;
    r->n_slots = r->survey.n_todo < most ? r->survey.n_todo : most;
    r->slot = MEM_ARRAY(struct job, r->n_slots);
    for (size_t i = 0; i < r->n_slots; i++) {
        job_init(&r->slot[i], &r->info, r->diag);
    }
}

static void job_start(struct run *r, struct job *j) {
    if (r->crew) {
        par_submit(r->crew->par, &j->par);
    } else {
        job_run(&j->par, r->worker);
    }
}

// Reads the next entry and starts its job, if the window has room.
static bool submit_next(struct run *r) {
    size_t k = r->n_submitted;
    if (k == r->survey.n_todo || k - r->n_given == r->n_slots) {
        return false;
    }
    struct job *j = &r->slot[k % r->n_slots];
    zipr_entry(&r->zip, r->survey.todo[k], &j->entry);
    if (k > r->n_given && r->ahead + j->entry.compressed > LIMIT_AHEAD_BYTES) {
        return false;
    }
    job_reset(j);
    j->fate = r->survey.fate[r->survey.todo[k]];
    j->own_room = j->entry.size * LIMIT_NESTED_GROWTH;
    j->nested_room = r->crew ? &j->own_room : r->nested_left;
    j->unreadable = !zipr_raw(&r->zip, &j->entry, &j->raw);
    if (j->unreadable) {
        struct place at = run_place(r, j->entry.name);
        diag_report(&j->diag, ZIP_ENTRY, &at, zip_strerror(r->zip.za));
    }
    r->ahead += j->entry.compressed;
    r->n_submitted++;
    job_start(r, j);
    return true;
}

static void watch(const struct run *r) {
    const struct jar_rules *rules = r->info.rules;
    if (rules->progress && r->crew) {
        rules->progress(rules->watcher, r->info.at.file, r->n_taken,
                        r->survey.n_todo);
    }
}

struct job *window_take(struct run *r) {
    while (submit_next(r)) {
    }
    struct job *j = &r->slot[r->n_taken % r->n_slots];
    if (r->crew) {
        par_wait(r->crew->par, &j->par);
    }
    r->n_taken++;
    diag_take(r->diag, &j->diag);
    jar_counts_add(&r->counts, &j->counts);
    watch(r);
    if (r->crew && r->info.rules->stop && r->info.rules->stop() && !r->failed) {
        diag_report(r->diag, INTERRUPTED, &r->info.at);
        r->failed = true;
    }
    r->failed |= j->unreadable;
    return r->failed ? NULL : j;
}

void window_give(struct run *r, const struct job *j) {
    r->ahead -= j->entry.compressed;
    r->n_given++;
}

void window_release(struct run *r) {
    for (size_t k = r->n_taken; r->crew && k < r->n_submitted; k++) {
        par_wait(r->crew->par, &r->slot[k % r->n_slots].par);
    }
    for (size_t i = 0; i < r->n_slots; i++) {
        job_release(&r->slot[i]);
    }
    mem_free(r->slot);
}
