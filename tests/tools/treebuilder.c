// SPDX-License-Identifier: MIT
// treebuilder.c - the forest as a plain algorithm builds it (Rountev, Kagan,
// Gibas 2004, Fig. 3), to compare with.
//
//     treebuilder forest OPTION... JAR|DIR...
//
// takes the command line of `ccinstr forest`, and prints what that prints with
// --format tsv --limit 0, and on standard error what its --stats says of chains
// and back edges.
#include "tests/tools/treebuilder.h"

#include "analysis/component/levels.h"
#include "analysis/world/load.h"
#include "rewriter/driver/analyse.h"
#include "rewriter/driver/pattern.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_NODES = 3000000, DEFAULT_DEPTH = 4, BY_RECEIVER = 0, BY_SITE = 1 };

static void give_up(const char *why) {
    fprintf(stderr, "treebuilder: %s\n", why);
    exit(2);
}

// --- Edges -------------------------------------------------------------------

struct step step_of_branch(const struct calls *c, label_id b) {
    const struct calls_label *v = &c->label.v[b];
    const struct calls_site *site = &c->site.v[v->site];
    return (struct step){
        .label = b,
        .to = calls_caller(c, c->method.v[v->target].id),
        .own = v->target,
        .pc = site->pc,
        .kind = EDGE_CALL,
        .x = v->x,
        .on_this = site->on == RECEIVER_THIS,
        .through = v->flags & LABEL_LAMBDA,
    };
}

// --- Chains ------------------------------------------------------------------

static bool is_picked(const struct trees *t, own_id entry) {
    const struct arg_list *list = &t->opt->entry;
    bool picked = list->n == 0 || list->item[0][0] == '!';
    for (size_t i = 0; i < list->n; i++) {
        if (pattern_matches_text(list->item[i], t->c.method.v[entry].name)) {
            picked = list->item[i][0] != '!';
        }
    }
    return picked;
}

static void put_step(FILE *to, const struct calls *c, const struct step *s,
                     u4 grain) {
    if (grain <= BY_SITE) {
        fprintf(to, "%u", s->pc);
    } else {
        fputc('-', to);
    }
    struct str x =
        grain == BY_RECEIVER ? c->g->receiver.v[s->x].name : STR("-");
    fprintf(to, " %.*s %.*s", STR_F(x), STR_F(c->method.v[s->own].name));
}

static void add_line(struct trees *t, const struct chain *chain, u4 level,
                     u4 grain) {
    char *text;
    size_t n;
    FILE *to = open_memstream(&text, &n);
    fprintf(to, "%.*s\t", STR_F(t->c.method.v[chain->entry].name));
    fprintf(to, level == UINT32_MAX ? "*" : "%u", level);
    fputs(level == TOP_LEVEL ? "+" : "", to);
    fprintf(to, "\t%u\t", chain->n);
    for (u4 i = 0; i < chain->n; i++) {
        fputs(i ? " " : "", to);
        put_step(to, &t->c, &chain->step[i], grain);
    }
    fclose(to);
    vec_push(&t->lines[grain].v, arena_str(&t->arena, (struct str){text, n}));
    free(text);
}

void add_chain(struct trees *t, const struct chain *chain, u4 level) {
    for (u4 grain = 0; grain < 3 && is_picked(t, chain->entry); grain++) {
        add_line(t, chain, level, grain);
    }
}

void count_node(struct trees *t) {
    if (++t->n_nodes > MOST_NODES) {
        give_up("too many nodes");
    }
}

// --- Figure 3 ----------------------------------------------------------------

struct tree {
    struct trees *t;
    const struct forest_way *way;
    u4 n_ways;
    VEC(struct step) chain;
};

static struct chain chain_of(const struct tree *r) {
    own_id entry = r->t->c.entry.v[r->way->entry].method;
    return (struct chain){entry, r->chain.v, r->chain.n};
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as --depth says
static void build(struct tree *r, own_id m) {
    struct trees *t = r->t;
    const struct calls_method *row = &t->c.method.v[m];
    struct chain chain = chain_of(r);
    count_node(t);
    add_chain(t, &chain, r->way->level);
    for (site_id s = row->first_site; s < row->first_site + row->n_sites; s++) {
        const struct calls_site *site = &t->c.site.v[s];
        for (label_id b = site->first; b < site->first + site->n; b++) {
            if (!t->c.label.v[b].target) {
                continue;
            }
            vec_push(&r->chain, step_of_branch(&t->c, b));
            chain = chain_of(r);
            if (rules_stop(&t->rules, &chain, r->way, r->n_ways)) {
                // no child
            } else if (t->opt->unfold.recursion == RECURSION_BACKEDGE &&
                       rules_lead_back(&t->rules, &chain, r->way, r->n_ways)) {
                t->n_back++;
            } else {
                build(r, t->c.label.v[b].target);
            }
            r->chain.n--;
        }
    }
}

static void build_all(struct trees *t) {
    for (u4 i = 0, n; i < t->way.n; i += n) {
        const struct forest_way *way = &t->way.v[i];
        for (n = 0; i + n < t->way.n && way[n].entry == way->entry &&
                    way[n].level == way->level;) {
            n++;
        }
        struct tree r = {.t = t, .way = way, .n_ways = n};
        struct chain root = chain_of(&r);
        if (is_picked(t, root.entry) && !rules_stop(&t->rules, &root, way, n)) {
            build(&r, root.entry);
        }
        vec_free(&r.chain);
    }
}

// --- Where trees begin -------------------------------------------------------

static bool is_listed(const char *list, u4 level) {
    char item[16];
    snprintf(item, sizeof item, ",%u,", level);
    char all[256];
    snprintf(all, sizeof all, ",%s,", list);
    return strstr(all, item) != NULL;
}

static void add_ways(struct trees *t, u4 entry, u4 level) {
    const struct calls_entry *e = &t->c.entry.v[entry];
    u4 depth = t->opt->unfold.depth ? t->opt->unfold.depth : DEFAULT_DEPTH;
    for (u4 i = e->first_x; i < e->first_x + e->n_x; i++) {
        receiver_id x = t->c.entered.v[i];
        struct forest_way way = {entry, level,
                                 calls_is_lambda(&t->c, x) ? 0 : x, depth};
        vec_push(&t->way, way);
    }
}

static void ways_of_options(struct trees *t) {
    const u2 *possible = levels_find(&t->c, &t->arena);
    for (u4 i = 1; i < t->c.entry.n; i++) {
        if (!t->opt->levels) {
            add_ways(t, i, UINT32_MAX);
            continue;
        }
        for (u4 level = 0; level <= TOP_LEVEL; level++) {
            if (is_listed(t->opt->levels, level) && possible[i] >> level & 1) {
                add_ways(t, i, level);
            }
        }
    }
}

// --- Output ------------------------------------------------------------------

static int line_order(const void *a, const void *b) {
    return str_order(*(const struct str *)a, *(const struct str *)b);
}

// Sorted, each once.
static void sort_lines(struct lines *l) {
    u4 kept = 0;
    if (l->v.n > 1) {
        qsort(l->v.v, l->v.n, sizeof *l->v.v, line_order);
    }
    for (u4 i = 0; i < l->v.n; i++) {
        if (i == 0 || !str_eq(l->v.v[kept - 1], l->v.v[i])) {
            l->v.v[kept++] = l->v.v[i];
        }
    }
    l->v.n = kept;
}

static void print(struct trees *t) {
    u4 grain = t->opt->granularity == GRANULARITY_SITE     ? 1
               : t->opt->granularity == GRANULARITY_METHOD ? 2
                                                           : 0;
    u4 met = t->lines[BY_RECEIVER].v.n;
    for (u4 i = 0; i < 3; i++) {
        sort_lines(&t->lines[i]);
    }
    if (!t->opt->unfold.from_main && t->lines[BY_RECEIVER].v.n != met) {
        BUG("two nodes with one chain");
    }
    fprintf(stderr, "chains\t%u\n", t->lines[0].v.n);
    fprintf(stderr, "chains_by_site\t%u\n", t->lines[1].v.n);
    fprintf(stderr, "chains_by_method\t%u\n", t->lines[2].v.n);
    fprintf(stderr, "back_edges\t%llu\n", (unsigned long long)t->n_back);
    puts("#entry\tlevel\tlength\tchain");
    for (u4 i = 0; i < t->lines[grain].v.n; i++) {
        printf("%.*s\n", STR_F(t->lines[grain].v.v[i]));
    }
}

// --- All ---------------------------------------------------------------------

static void run(struct trees *t) {
    const struct options *opt = t->opt;
    rules_init(&t->rules, &t->c);
    t->rules.guarded = opt->unfold.stop[STOP_GUARD] != STOP_OFF;
    if (opt->unfold.lines) {
        t->rules.filtered = true;
        filter_read(&t->rules.filter, opt->unfold.lines, &t->c, &t->arena);
    }
    bool unrolls = opt->unfold.recursion == RECURSION_UNROLL;
    if (opt->unfold.from_main) {
        paths_from_main(t, opt->unfold.from_main, unrolls);
    } else {
        ways_of_options(t);
    }
    if (!opt->unfold.from_main || !unrolls) {
        build_all(t);
    }
    print(t);
    rules_release(&t->rules);
}

static bool analyse(const struct options *opt, struct diag *d) {
    struct analysis a;
    bool ok = analysis_open(&a, &opt->analysis, d) &&
              analysis_solve(&a, opt->analysis.kind);
    if (ok) {
        struct trees t = {.opt = opt};
        struct callgraph g;
        arena_init(&t.arena);
        load_component(&a.world);
        cg_build(&g, &a.solve, true);
        g.is_program = analysis_is_program(&a);
        calls_build(&t.c, &g, &a.world);
        if (opt->tables) {
            print_spared(&t.c);
        } else {
            run(&t);
        }
        for (u4 i = 0; i < 3; i++) {
            vec_free(&t.lines[i].v);
        }
        vec_free(&t.way);
        calls_release(&t.c);
        cg_release(&g);
        arena_release(&t.arena);
    }
    analysis_close(&a);
    return ok;
}

int main(int argc, char **argv) {
    struct arena arena;
    struct options opt;
    struct diag d;
    arena_init(&arena);
    if (!options_parse(&opt, argc, argv, &arena) || opt.command != CMD_FOREST) {
        give_up("it takes the command line of ccinstr forest");
    }
    if (opt.unfold.pruned || opt.member || opt.reach || opt.longest ||
        opt.stats || opt.given[OPT_BY] || opt.given[OPT_LENGTH]) {
        give_up("there is an option that it does not know");
    }
    diag_init(&d, DIAG_ERROR, false);
    bool ok = analyse(&opt, &d);
    diag_flush(&d, stderr);
    diag_release(&d);
    arena_release(&arena);
    return ok ? 0 : 1;
}
