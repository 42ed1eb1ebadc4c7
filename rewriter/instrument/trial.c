// SPDX-License-Identifier: MIT
// Which methods cannot have the probes that a plan wants.
//
// All classes go through the inserter, not just those with large methods: the reasons
// to refuse one are many (refusals.def), and beside the analysis it takes little. What is
// inserted depends on the plan by numbers of rows and the length of the package's name,
// and neither changes here.
#include "rewriter/instrument/trial.h"

#include "analysis/world/world.h"
#include "rewriter/plan/planout.h"
#include "rewriter/probe/instrclass.h"
#include "rewriter/probe/needs.h"
#include "rewriter/probe/planneeds.h"

struct trial {
    struct plan_method *method;  // rows of the plan
    const struct plan *plan;
    struct planneeds answers;
    bool any;
};

static void mark(struct trial *t, u4 method) {
    t->method[method].flags |= PLAN_METHOD_REFUSED;
    t->any = true;
}

static void refused(void *trial, u4 class, u4 index) {
    struct trial *t = trial;
    u4 method = planneeds_method(&t->answers, class, index);
    if (method) {
        mark(t, method);
    }
}

static void refused_whole(struct trial *t, const struct needs *needs,
                          struct bytes in) {
    u4 class;
    needs->find(needs->context, STR(""), in, &class);
    const struct plan_class *c = &t->plan->class[class];
    for (u4 i = 0; i < c->n_methods; i++) {
        mark(t, c->first_method + i);
    }
}

static void try_all(struct trial *t, const struct world *w) {
    struct needs needs = planneeds(&t->answers);
    struct instr *instr = instr_new(INSTR_PROBE);
    struct emit out;
    struct diag unheard;
    struct place nowhere = {.byte = NO_BYTE};
    instr_set_needs(instr, &needs, STR(TRIAL_PACKAGE));
    instr_tell_refused(instr, refused, t);
    emit_init(&out, SIZE_MAX / 2);
    diag_init(&unheard, DIAG_ERROR, false);
    for (class_id c = 1; c < w->class.n; c++) {
        const struct world_class *wc = &w->class.v[c];
        if (wc->flags & CLASS_COMPONENT && wc->cf &&
            instr_class(instr, &nowhere, wc->cf->in, &out, &unheard) ==
                INSTR_REFUSED) {
            refused_whole(t, &needs, wc->cf->in);
        }
    }
    diag_release(&unheard);
    emit_release(&out);
    instr_free(instr);
}

void trial_run(const struct analysis *a, struct plan *p, struct emit *bytes) {
    size_t at = (size_t)((const u1 *)p->method - bytes->p);
    struct trial t = {.method = (void *)(bytes->p + at), .plan = p};
    planneeds_init(&t.answers, p);
    try_all(&t, &a->world);
    planneeds_release(&t.answers);
    if (t.any) {
        planout_identify(bytes->p, bytes->n);
    }
}
