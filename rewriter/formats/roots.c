// SPDX-License-Identifier: MIT
// roots.c - what runs have shown to be called and the analysis did not predict, as --roots
// reads it.
//
// A method that makes no call and was not thought to run leaves no note, so it is missing.
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/formats/formats.h"
#include "rewriter/report/report.h"
#include "rewriter/runs/pool.h"
#include "rt-native/data.h"
#include "rt-native/plan.h"

// The method that the note shows to have been entered without a prediction: an entry that
// is none, or one that was not thought to run and made a call. 0: none.
static u4 entered(const struct plan *p, const struct pool_note *x) {
    if (x->kind == DATA_ENTRY) {
        return x->a;
    }
    u4 method = x->kind == DATA_RECEIVER ? p->site[x->a].method : 0;
    return method && !(p->method[method].flags & PLAN_METHOD_RUNS) ? method : 0;
}

static void put_roots(struct out *o, const struct report *r,
                      const struct cover *c) {
    const struct plan *p = c->plan;
    u1 *seen = ARENA_ZARRAY(r->mem, u1, p->n[PLAN_METHOD] + 1);
    for (u4 i = 0; i < c->pool.n_notes; i++) {
        u4 method = entered(p, &c->pool.note[i]);
        if (method && !seen[method]) {
            seen[method] = 1;
            out_text(o, chains_method(p, method));
            out_put(o, STR("\n"));
            out_flush(o, false);
        }
    }
}

void report_roots(const struct report *r, struct out *o) {
    out_put(o, STR("# ccinstr roots: what ran and was not predicted\n"));
    for (u4 i = 0; i < r->n; i++) {
        put_roots(o, r, r->cover[i]);
    }
}
