// SPDX-License-Identifier: MIT
// What of a pool can be believed, and how people are told.
#include "rewriter/runs/pool.h"

#include <inttypes.h>

struct pool_trust pool_trust(const struct pool *p) {
    const u4 marks = DATA_DAMAGED | DATA_UNVERIFIED;
    const u4 missing = DATA_FILE_FULL | DATA_TABLE_FULL | DATA_LOST;
    struct pool_trust t = {.exact = p->counts != DATA_COUNTS_UNVERIFIED &&
                                    !(p->flags & missing)};
    for (u4 i = 0; i < p->n_runs; i++) {
        const struct pool_run *r = &p->run[i];
        bool clean = r->flags & DATA_CLEAN;
        t.unclean += !clean;
        t.unverified += clean && (r->flags & marks) == DATA_UNVERIFIED;
        t.damaged += (r->flags & DATA_DAMAGED) != 0;
        t.about = t.about || pool_run_counts(r) == DATA_COUNTS_ABOUT;
    }
    for (u4 i = 0; i < p->n_notes; i++) {
        const struct pool_note *x = &p->note[i];
        if (x->kind == DATA_UNRECORDED && x->count) {
            t.unrecorded[x->a] = pool_sum(t.unrecorded[x->a], x->count);
            t.n_unrecorded = pool_sum(t.n_unrecorded, x->count);
            t.exact = false;
        }
    }
    return t;
}

// --- In words -----------------------------------------------------------------------

enum { NAMED = 3 };  // damages that are

static void say(struct pool_words *to, const char *line) {
    if (to->n == POOL_WORDS) {
        BUG("more to tell of runs than there is room for");
    }
    to->line[to->n++] = line;
}

static const char *runs(u4 n, struct arena *mem) {
    return arena_printf(mem, "%u run%s", n, n == 1 ? "" : "s");
}

static void say_damages(const struct pool *p, const struct pool_trust *t,
                        struct pool_words *to, struct arena *mem) {
    for (u4 i = 0; i < p->n_damages && i < NAMED; i++) {
        const struct pool_damage *x = &p->damage[i];
        say(to, arena_printf(mem, "damaged: %s: byte %zu: %s", x->path, x->byte,
                             x->what));
    }
    if (p->n_damages > NAMED) {
        say(to, arena_printf(mem, "damaged: %u more data files",
                             p->n_damages - NAMED));
    }
    if (t->damaged && !p->n_damages) {
        say(to, arena_printf(mem, "damaged: data files of %s were",
                             runs(t->damaged, mem)));
    }
    if (p->flags & DATA_LOST) {
        say(to, "damaged: a data file of which nothing can be used: what it "
                "had is missing");
    }
}

static void say_unrecorded(const struct pool_trust *t, struct pool_words *to,
                           struct arena *mem) {
    static const char *const cause[DATA_N_CAUSES] = {
        [DATA_BY_BOOT] = "before the JVM was up",
        [DATA_BY_START] = "start-up",
        [DATA_BY_MEMORY] = "memory",
        [DATA_BY_FRAMES] = "too many frames below",
    };
    const char *list = "";
    for (u4 i = 0; i < DATA_N_CAUSES; i++) {
        list = t->unrecorded[i] == 0 ? list
                                     : arena_printf(mem, "%s%s%s: %" PRIu64,
                                                    list, *list ? ", " : "",
                                                    cause[i], t->unrecorded[i]);
    }
    say(to,
        arena_printf(mem,
                     "%" PRIu64 " activation%s not recorded (%s): what "
                     "%s covered is missing",
                     t->n_unrecorded, t->n_unrecorded == 1 ? " was" : "s were",
                     list, t->n_unrecorded == 1 ? "it" : "they"));
}

struct pool_words pool_words(const struct pool *p, struct arena *mem) {
    struct pool_trust t = pool_trust(p);
    struct pool_words to = {.n = 0};
    if (t.unclean) {
        say(&to, arena_printf(
                     mem, "%s ended uncleanly, %s counts are unverified",
                     runs(t.unclean, mem), t.unclean == 1 ? "its" : "their"));
    }
    if (t.unverified) {
        say(&to,
            arena_printf(mem,
                         "%s unverified: of an earlier version, or without "
                         "room for sums",
                         arena_printf(mem, "%s %s", runs(t.unverified, mem),
                                      t.unverified == 1 ? "is" : "are")));
    }
    say_damages(p, &t, &to, mem);
    if (t.n_unrecorded) {
        say_unrecorded(&t, &to, mem);
    }
    if (t.about) {
        say(&to, t.exact ? "several threads ran: numbers of times may be too "
                           "low; what is covered is exact"
                         : "several threads ran: numbers of times may be too "
                           "low");
    }
    return to;
}
