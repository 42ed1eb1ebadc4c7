// SPDX-License-Identifier: MIT
// alone.c - a class alone, and behind others: alone [--plan FILE] SEED FILE...
//
// What becomes of a class, and what is said of it, must not depend on the
// classes that its worker had before. So each class goes through a worker of
// its own first; then each behind each other one, and all of them in random
// orders, through one worker. That for nops, for all probes and for those of
// the plan.
#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "rewriter/plan/planfile.h"
#include "rewriter/probe/allneeds.h"
#include "rewriter/probe/instrclass.h"
#include "rewriter/probe/planneeds.h"

#include <inttypes.h>
#include <stdlib.h>

enum { N_ORDERS = 200 };

struct outcome {
    enum instr_result result;
    struct emit bytes, said;
};

struct subject {
    const char *path;
    struct emit in;
    struct outcome alone;
};

struct trial {
    enum instr_probes probes;
    const char *name;
    struct needs needs;
    struct subject *v;
    u4 n;
    u4 n_changed, n_compared;
    bool ok;
};

// The next number below n (splitmix64).
static u4 next(u8 *state, u4 n) {
    *state += 0x9E3779B97F4A7C15u;
    u8 z = *state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (u4)((z ^ z >> 31) % n);
}

static struct instr *worker(const struct trial *t) {
    struct instr *w = instr_new(t->probes);
    if (t->probes == INSTR_PROBE) {
        instr_set_needs(w, &t->needs, STR("ccinstr/rt/p"));
    }
    return w;
}

static void outcome_init(struct outcome *o) {
    emit_init(&o->bytes, LIMIT_EDITED_BYTES);
    emit_init(&o->said, SIZE_MAX / 2);
}

static void outcome_release(struct outcome *o) {
    emit_release(&o->bytes);
    emit_release(&o->said);
}

static void run(struct instr *w, const struct subject *s, struct outcome *o) {
    struct place at = {.file = STR("T.class"), .byte = NO_BYTE};
    struct diag d;
    diag_init(&d, DIAG_NOTE, false);
    o->result =
        instr_class(w, &at, (struct bytes){s->in.p, s->in.n}, &o->bytes, &d);
    if (o->result != INSTR_CHANGED) {
        emit_reset(&o->bytes);  // nobody's
    }
    emit_reset(&o->said);
    emit_bytes(&o->said, d.text.p, d.text.n);
    diag_release(&d);
}

static bool is_same(const struct emit *a, const struct emit *b) {
    return a->n == b->n && (a->n == 0 || memcmp(a->p, b->p, a->n) == 0);
}

// s behind the class that was there before it.
static void compare(struct trial *t, struct instr *w, const struct subject *s,
                    const struct subject *before) {
    struct outcome o;
    outcome_init(&o);
    run(w, s, &o);
    t->n_compared++;
    if (o.result != s->alone.result || !is_same(&o.bytes, &s->alone.bytes) ||
        !is_same(&o.said, &s->alone.said)) {
        printf("%s: %s is another one behind %s\n", t->name, s->path,
               before ? before->path : "none");
        t->ok = false;
    }
    outcome_release(&o);
}

static void pairs(struct trial *t) {
    for (u4 i = 0; i < t->n; i++) {
        for (u4 k = 0; k < t->n; k++) {
            struct instr *w = worker(t);
            compare(t, w, &t->v[i], NULL);
            compare(t, w, &t->v[k], &t->v[i]);
            instr_free(w);
        }
    }
}

static void orders(struct trial *t, u8 seed) {
    struct instr *w = worker(t);
    u4 *order = MEM_ARRAY(u4, t->n);
    for (u4 i = 0; i < t->n; i++) {
        order[i] = i;
    }
    const struct subject *before = NULL;
    for (u4 round = 0; round < N_ORDERS; round++) {
        for (u4 i = t->n; i > 1; i--) {
            u4 k = next(&seed, i), was = order[i - 1];
            order[i - 1] = order[k];
            order[k] = was;
        }
        for (u4 i = 0; i < t->n; i++) {
            compare(t, w, &t->v[order[i]], before);
            before = &t->v[order[i]];
        }
    }
    mem_free(order);
    instr_free(w);
}

static bool trial(struct trial *t, u8 seed) {
    t->ok = true;
    for (u4 i = 0; i < t->n; i++) {
        struct instr *w = worker(t);
        outcome_init(&t->v[i].alone);
        run(w, &t->v[i], &t->v[i].alone);
        t->n_changed += t->v[i].alone.result == INSTR_CHANGED;
        instr_free(w);
    }
    pairs(t);
    orders(t, seed);
    for (u4 i = 0; i < t->n; i++) {
        outcome_release(&t->v[i].alone);
    }
    printf("%s: seed %" PRIu64 ", %u of %u classes changed, %u compared\n",
           t->name, (uint64_t)seed, t->n_changed, t->n, t->n_compared);
    return t->ok;
}

static struct subject *read_all(char **path, u4 n, struct diag *d) {
    struct subject *v = MEM_ARRAY(struct subject, n);
    for (u4 i = 0; i < n; i++) {
        v[i] = (struct subject){.path = path[i]};
        emit_init(&v[i].in, LIMIT_CLASS_BYTES);
        if (!file_read(path[i], LIMIT_CLASS_BYTES, &v[i].in, d)) {
            diag_flush(d, stderr);
            exit(2);
        }
    }
    return v;
}

static bool with_plan(const char *path, struct subject *v, u4 n, u8 seed,
                      struct diag *d) {
    struct planfile f;
    if (!planfile_load(&f, path, d)) {
        diag_flush(d, stderr);
        exit(2);
    }
    struct planneeds answers;
    planneeds_init(&answers, &f.plan);
    struct trial t = {INSTR_PROBE, "plan", planneeds(&answers), v, n, 0, 0, 0};
    bool ok = trial(&t, seed);
    planneeds_release(&answers);
    planfile_release(&f);
    return ok;
}

int main(int argc, char **argv) {
    const char *plan = NULL;
    if (argc > 3 && strcmp(argv[1], "--plan") == 0) {
        plan = argv[2];
        argv += 2;
        argc -= 2;
    }
    if (argc < 3) {
        fputs("usage: alone [--plan FILE] SEED FILE...\n", stderr);
        return 2;
    }
    u8 seed = strtoull(argv[1], NULL, 10);
    u4 n = (u4)argc - 2;
    struct diag d;
    diag_init(&d, DIAG_WARNING, false);
    struct subject *v = read_all(argv + 2, n, &d);
    struct trial nop = {INSTR_NOP, "nop", {0}, v, n, 0, 0, 0};
    struct trial all = {INSTR_PROBE, "all", allneeds(), v, n, 0, 0, 0};
    bool ok = trial(&nop, seed);
    ok = trial(&all, seed) && ok;
    ok = (!plan || with_plan(plan, v, n, seed, &d)) && ok;
    for (u4 i = 0; i < n; i++) {
        emit_release(&v[i].in);
    }
    mem_free(v);
    diag_release(&d);
    return ok ? 0 : 1;
}
