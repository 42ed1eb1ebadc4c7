// SPDX-License-Identifier: MIT
// foreststats.c - forest --stats.
#include "rewriter/stats/foreststats.h"

#include "analysis/base/mem.h"
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/project.h"
#include "rewriter/probe/planneeds.h"
#include "rt-native/plan.h"

#include <stdio.h>

struct printing {
    const struct chains_count *n;
    const struct plan *p;
    bool json;
    struct arena *mem;
};

static void key(const struct printing *s, const char *name) {
    printf(s->json ? ",\"%s\":" : "%s\t", name);
}

static void end(const struct printing *s) {
    if (!s->json) {
        putchar('\n');
    }
}

static void print_number(const struct printing *s, const char *name, u8 n) {
    key(s, name);
    printf("%llu", (unsigned long long)n);
    end(s);
}

// Numbers of any size are strings in JSON.
static void put_text(const struct printing *s, struct str text) {
    printf(s->json ? "\"%.*s\"" : "%.*s", STR_F(text));
}

static void print_big(const struct printing *s, const char *name,
                      struct big n) {
    key(s, name);
    put_text(s, big_text(s->mem, n));
    end(s);
}

static void print_grain(const struct printing *s, const char *name,
                        enum grain grain) {
    struct chains coarse;
    struct chains_count n;
    key(s, name);
    if (chains_project(&coarse, s->n->chains, grain, s->mem)) {
        chains_count(&n, &coarse, (struct chains_pick){0}, s->mem);
        put_text(s, big_text(s->mem, n.total));
    } else {
        put_text(s, STR("unknown"));
    }
    end(s);
}

static void print_lengths(const struct printing *s) {
    if (s->json) {
        printf(",\"chains_by_length\":[");
    }
    for (u4 i = 0; i <= s->n->max && !big_is_zero(s->n->total); i++) {
        struct str n = big_text(s->mem, s->n->by_length[i]);
        if (s->json) {
            printf("%s\"%.*s\"", i ? "," : "", STR_F(n));
        } else {
            printf("chains_of_%u\t%.*s\n", i, STR_F(n));
        }
    }
    if (s->json) {
        putchar(']');
    }
}

static void print_forest(const struct printing *s) {
    print_big(s, "chains", s->n->total);
    print_grain(s, "chains_by_site", GRAIN_SITE);
    print_grain(s, "chains_by_method", GRAIN_METHOD);
    print_lengths(s);
    print_number(s, "longest", s->n->max);
    print_big(s, "back_edges", chains_back_edges(s->n->chains, s->mem));
    print_number(s, "trees", s->n->chains->n_roots);
    print_number(s, "entries", s->p->n[PLAN_ENTRY] - 1);
    print_number(s, "states", s->p->n[PLAN_STATE] - 1);
    print_number(s, "moves", s->p->n[PLAN_MOVE] - 1);
}

// Labels that the rule this-call keeps from having a move.
static u8 absent(const struct plan *p) {
    u4 *inside = MEM_ARRAY(u4, p->n[PLAN_METHOD]);
    u8 n = 0;
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        u4 method = p->site[p->label[i].site].method;
        inside[method] += p->label[i].target != 0;
    }
    for (u4 i = 1; i < p->n[PLAN_STATE]; i++) {
        const struct plan_state *q = &p->state[i];
        n += q->flags & PLAN_DEPTH_ENDS ? 0 : inside[q->method] - q->n_moves;
    }
    mem_free(inside);
    return n;
}

// this-call: cut_by_this_call
static const char *cut_name(const struct printing *s, u4 rule) {
    char *name = arena_printf(s->mem, "cut_by_%s", plan_rule_name[rule]);
    for (char *c = name; *c; c++) {
        *c = *c == '-' ? '_' : *c;
    }
    return name;
}

static void print_cuts(const struct printing *s) {
    u8 n[PLAN_N_RULES] = {0};
    n[PLAN_BY_THIS] = absent(s->p);
    for (u4 i = 1; i < s->p->n[PLAN_MOVE]; i++) {
        u4 to = s->p->move[i].to;
        if (plan_move_kind(to) == PLAN_CUT) {
            n[plan_move_about(to)]++;
        }
    }
    for (u4 i = 0; i < PLAN_N_RULES; i++) {
        if (i != PLAN_BY_DEPTH) {  // a flag of its state, where a move ends
            print_number(s, cut_name(s, i), n[i]);
        }
    }
}

// Sites with all of `has` and none of `lacks`.
static u4 sites(const struct plan *p, u4 has, u4 lacks) {
    u4 n = 0;
    for (u4 i = 1; i < p->n[PLAN_SITE]; i++) {
        u4 flags = p->site[i].flags;
        n += (flags & has) == has && !(flags & lacks);
    }
    return n;
}

static u4 labels(const struct plan *p, u4 flag) {
    u4 n = 0;
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        n += (p->label[i].flags & flag) != 0;
    }
    return n;
}

static u4 exit_sites(const struct plan *p) {
    u4 n = 0;
    for (u4 i = 1; i < p->n[PLAN_SITE]; i++) {
        n += (p->site[i].flags & (PLAN_SITE_EXIT | PLAN_SITE_TRIGGER)) != 0;
    }
    return n;
}

static void print_sites(const struct printing *s) {
    const struct plan *p = s->p;
    print_number(s, "classes", p->n[PLAN_CLASS] - 1);
    print_number(s, "methods", p->n[PLAN_METHOD] - 1);
    print_number(s, "sites", p->n[PLAN_SITE] - 1);
    print_number(s, "labels", p->n[PLAN_LABEL] - 1);
    print_number(s, "sites_inside", sites(p, PLAN_SITE_INSIDE, 0));
    print_number(s, "sites_exit", exit_sites(p));
    print_number(s, "sites_exit_back", sites(p, PLAN_SITE_BACK, 0));
    print_number(s, "sites_silent", sites(p, PLAN_SITE_SILENT, 0));
    print_number(s, "sites_forest", sites(p, PLAN_SITE_FOREST, 0));
    print_number(s, "sites_rc", sites(p, PLAN_SITE_RC, 0));
    print_number(s, "sites_tm", sites(p, PLAN_SITE_TM, 0));
    print_number(s, "required_rc", labels(p, PLAN_LABEL_RC));
    print_number(s, "required_tm", labels(p, PLAN_LABEL_TM));
    print_number(s, "sites_probed", sites(p, PLAN_SITE_PROBE, 0));
    // What they run outside cannot call an entry.
    print_number(s, "spared_outside",
                 planneeds_spared(p, PLAN_SPARED_OUTSIDE, false));
    // Their targets reach neither an entry nor an exit that leads back.
    print_number(s, "spared_inside",
                 planneeds_spared(p, PLAN_SPARED_INSIDE, false));
    // The same, but they are counted for a chain or a receiver.
    print_number(s, "only_counted",
                 planneeds_spared(p, PLAN_SPARED_OUTSIDE, true) +
                     planneeds_spared(p, PLAN_SPARED_INSIDE, true));
    print_number(s, "plan_bytes", p->size);
}

static void print_options(const struct printing *s) {
    const struct plan *p = s->p;
    for (u4 i = 1; i < p->n[PLAN_OPTION]; i++) {
        struct str k = chains_string(p, p->option[i].key);
        struct str v = chains_string(p, p->option[i].value);
        const struct str row[] = {
            str_of(arena_printf(s->mem, "option_%.*s", STR_F(k))), v};
        struct out o;
        out_begin(&o, stdout);
        if (s->json) {
            out_put(&o, STR(","));
            out_json(&o, row[0]);
            out_put(&o, STR(":"));
            out_json(&o, v);
        } else {
            out_row(&o, row, 2);
        }
        out_end(&o);
    }
}

void foreststats_print(const struct chains_count *n, bool json,
                       struct arena *mem) {
    const struct printing s = {n, n->chains->plan, json, mem};
    printf(json ? "{\"plan\":\"" : "#what\tvalue\nplan\t");
    for (u4 i = 0; i < 8; i++) {
        printf("%02x", s.p->identity[i]);
    }
    printf(json ? "\"" : "\n");
    print_options(&s);
    print_forest(&s);
    print_cuts(&s);
    print_sites(&s);
    if (json) {
        puts("}");
    }
}
