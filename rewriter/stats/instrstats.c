// SPDX-License-Identifier: MIT
// Instrument --stats.
#include "rewriter/stats/instrstats.h"

#include "rewriter/probe/planneeds.h"

#include <stdio.h>

enum { N_FORMS = NEED_OUT + 1 };

static void print(const char *name, u8 n) {
    printf("%s\t%llu\n", name, (unsigned long long)n);
}

// Sites that were to have a probe, by its form; in form 0 those of methods that could
// not be instrumented.
static void count_forms(const struct plan *p, u8 n[N_FORMS]) {
    for (u4 i = 1; i < p->n[PLAN_SITE]; i++) {
        const struct plan_site *s = &p->site[i];
        u4 id;
        if (s->flags & PLAN_SITE_PROBE) {
            bool refused = p->method[s->method].flags & PLAN_METHOD_REFUSED;
            n[refused ? NEED_NOTHING : planneeds_before(p, i, &id)]++;
        }
    }
}

static u8 methods(const struct plan *p, u4 flag) {
    u8 n = 0;
    for (u4 i = 1; i < p->n[PLAN_METHOD]; i++) {
        n += (p->method[i].flags & flag) != 0;
    }
    return n;
}

// That have a probe at their start, or at a site.
static u8 probed(const struct plan *p) {
    u8 n = 0;
    for (u4 i = 1; i < p->n[PLAN_METHOD]; i++) {
        bool refused = p->method[i].flags & PLAN_METHOD_REFUSED;
        n += plan_wants_prologue(p, i) && !refused;
    }
    return n;
}

static void print_plan(const struct plan *p) {
    u8 form[N_FORMS] = {0}, all = 0;
    count_forms(p, form);
    for (u4 i = 0; i < N_FORMS; i++) {
        all += form[i];
    }
    print("methods", p->n[PLAN_METHOD] - 1);
    print("methods_probed", probed(p));
    print("methods_entry", methods(p, PLAN_METHOD_ENTRY));
    print("methods_initialiser", methods(p, PLAN_METHOD_CLINIT));
    print("methods_refused", methods(p, PLAN_METHOD_REFUSED));
    print("sites", p->n[PLAN_SITE] - 1);
    print("sites_probed", all);
    print("probes_label", form[NEED_LABEL]);
    print("probes_non_null", form[NEED_NON_NULL]);
    print("probes_class", form[NEED_CLASS]);
    print("probes_count", form[NEED_COUNT] + form[NEED_COUNT_NON_NULL]);
    print("probes_silent", form[NEED_SILENT]);
    print("probes_out", form[NEED_OUT]);
    print("probes_refused", form[NEED_NOTHING]);
    print("spared_outside", planneeds_spared(p, PLAN_SPARED_OUTSIDE, false));
    print("spared_inside", planneeds_spared(p, PLAN_SPARED_INSIDE, false));
    print("only_counted", planneeds_spared(p, PLAN_SPARED_OUTSIDE, true) +
                              planneeds_spared(p, PLAN_SPARED_INSIDE, true));
    print("plan_bytes", p->size);
}

void instrstats_print(const struct jar_counts *c, const struct plan *p) {
    printf("#what\tvalue\n");
    print("classes", c->n_classes);
    print("classes_changed", c->n_changed);
    print("classes_unchanged", c->n_classes - c->n_changed - c->n_refused);
    print("classes_refused", c->n_refused);
    print("bytes_before", c->bytes_in);
    print("bytes_after", c->bytes_out);
    if (p) {
        print_plan(p);
    }
}
