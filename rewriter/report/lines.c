// SPDX-License-Identifier: MIT
// What reports by source lines are made of.
#include "rewriter/report/lines.h"

#include "analysis/base/order.h"
#include "analysis/base/vec.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

struct lines_builder {
    const struct report *r;
    u4 plan;  // that rows are made of
    VEC(struct lines_row) row;
    struct cover_pair *pair;  // room
};

// --- Rows -------------------------------------------------------------------------

static struct lines_row row_of(const struct lines_builder *builder,
                               const struct plan *p, u4 method) {
    const struct plan_method *m = &p->method[method];
    const struct plan_class *c = &p->class[m->class];
    struct arena *mem = builder->r->mem;
    struct readable_name name = readable_parts(chains_method(p, method));
    struct lines_row row = {.method_line = m->line, .plan = builder->plan};
    row.name.class = report_plain(mem, chains_string(p, c->name));
    row.name.method = report_plain(mem, name.method);
    row.name.descriptor = report_plain(mem, name.descriptor);
    row.package = row.name.class;
    row.package.n -= str_base(row.package).n;
    row.package.n -= row.package.n != 0;
    row.source = report_plain(mem, chains_string(p, c->source));
    row.file = report_file_name(mem, p, m->class);
    return row;
}

bool lines_site(struct lines_site *to, const struct cover *c, u4 site,
                struct cover_pair *room) {
    u4 flags = c->plan->site[site].flags;
    bool rc = flags & PLAN_SITE_RC;
    *to = (struct lines_site){.hits = c->site_hits[site]};
    to->required =
        cover_pairs(c, site, rc ? PLAN_LABEL_RC : PLAN_LABEL_TM, room);
    for (u4 i = 0; i < to->required; i++) {
        to->covered += room[i].hits != 0;
    }
    return flags & (PLAN_SITE_FOREST | PLAN_SITE_RC | PLAN_SITE_TM);
}

static void add_site(struct lines_builder *builder, const struct cover *c,
                     struct lines_row row, u4 site) {
    const struct plan_site *s = &c->plan->site[site];
    struct lines_site x;
    if (!lines_site(&x, c, site, builder->pair)) {
        return;
    }
    row.line = s->line ? s->line : row.method_line;
    row.sites = 1;
    row.hits = x.hits;
    row.required = x.required;
    row.covered = x.covered;
    row.place = builder->row.n;
    vec_push(&builder->row, row);
}

// The roots of an entry stand side by side, and entries by method.
static u4 add_entry(struct lines_builder *builder, const struct cover *c,
                    struct lines_row row, u4 root) {
    u4 entry = c->forest.root[root].entry;
    while (root < c->forest.n_roots && c->forest.root[root].entry == entry) {
        row.hits = pool_sum(row.hits, c->node[c->root_node[root]].hits);
        root++;
    }
    row.place = builder->row.n;
    vec_push(&builder->row, row);
    return root;
}

static void add_rows(struct lines_builder *builder, const struct cover *c) {
    const struct plan *p = c->plan;
    u4 root = 0;
    builder->pair =
        ARENA_ARRAY(builder->r->mem, struct cover_pair, p->n[PLAN_LABEL]);
    for (u4 m = 1; m < p->n[PLAN_METHOD]; m++) {
        struct lines_row row = row_of(builder, p, m);
        const struct plan_method *method = &p->method[m];
        for (u4 i = 0; i < method->n_sites; i++) {
            add_site(builder, c, row, method->first_site + i);
        }
        if (root < c->forest.n_roots &&
            p->entry[c->forest.root[root].entry].method == m) {
            root = add_entry(builder, c, row, root);
        }
    }
}

// --- Order ------------------------------------------------------------------------

static int number_order(u4 a, u4 b) {
    return (a > b) - (a < b);
}

static int class_order(const void *a, const void *b) {
    const struct lines_row *x = a, *y = b;
    int d = number_order(x->plan, y->plan);
    d = d ? d : str_order(x->package, y->package);
    d = d ? d : str_order(x->name.class, y->name.class);
    d = d ? d : str_order(x->name.method, y->name.method);
    d = d ? d : str_order(x->name.descriptor, y->name.descriptor);
    d = d ? d : number_order(x->line, y->line);
    return d ? d : number_order(x->place, y->place);
}

// Is it of the same file, before, or behind?
static int file_order(const struct lines_row *x, const struct lines_row *y) {
    int d = number_order(x->plan, y->plan);
    d = d ? d : str_order(x->package, y->package);
    d = d ? d : str_order(x->source, y->source);
    return d || x->source.n ? d : str_order(x->name.class, y->name.class);
}

static int source_order(const void *a, const void *b) {
    const struct lines_row *x = a, *y = b;
    int d = file_order(x, y);
    d = d ? d : number_order(x->line, y->line);
    return d ? d : class_order(a, b);
}

static struct lines_row *sorted(struct arena *mem, const struct lines_row *from,
                                u4 n,
                                int (*order)(const void *, const void *)) {
    struct lines_row *row = ARENA_ARRAY(mem, struct lines_row, (size_t)n + 1);
    if (n) {
        memcpy(row, from, n * sizeof *row);
        SORT(row, n, order);
    }
    return row;
}

const struct lines_row *lines_by_line(struct arena *mem,
                                      const struct lines_row *row, u4 n) {
    return sorted(mem, row, n, source_order);
}

void lines_make(struct lines *l, const struct report *r) {
    struct lines_builder builder = {.r = r};
    for (u4 i = 0; i < r->n; i++) {
        builder.plan = i;
        add_rows(&builder, r->cover[i]);
    }
    l->n = builder.row.n;
    l->by_class = sorted(r->mem, builder.row.v, builder.row.n, class_order);
    l->by_source = sorted(r->mem, builder.row.v, builder.row.n, source_order);
    vec_free(&builder.row);
}

// --- Groups -----------------------------------------------------------------------

static bool is_same(const struct lines_row *x, const struct lines_row *y,
                    enum lines_group group) {
    switch (group) {
    case LINES_PLAN:
        return x->plan == y->plan;
    case LINES_PACKAGE:
        return x->plan == y->plan && str_eq(x->package, y->package);
    case LINES_CLASS:
        return x->plan == y->plan && str_eq(x->name.class, y->name.class);
    case LINES_METHOD:
        return str_eq(x->name.method, y->name.method) &&
               str_eq(x->name.descriptor, y->name.descriptor);
    case LINES_SOURCE:
        return file_order(x, y) == 0;
    case LINES_LINE:
        break;
    }
    return x->line == y->line;
}

u4 lines_end(const struct lines_row *row, u4 from, u4 to,
             enum lines_group group) {
    u4 i = from + 1;
    while (i < to && is_same(&row[from], &row[i], group)) {
        i++;
    }
    return i;
}

// --- Sums -------------------------------------------------------------------------

static bool any_hit(const struct lines_row *row, u4 from, u4 to) {
    bool any = false;
    for (u4 i = from; i < to; i++) {
        any = any || row[i].hits;
    }
    return any;
}

static void sum_lines(struct lines_sum *sum, const struct lines_row *row,
                      u4 n) {
    for (u4 i = 0; i < n;) {
        u4 file = lines_end(row, i, n, LINES_SOURCE);
        while (i < file) {
            u4 end = lines_end(row, i, file, LINES_LINE);
            sum->lines += row[i].line != 0;
            sum->lines_covered += row[i].line && any_hit(row, i, end);
            i = end;
        }
    }
}

static void sum_classes(struct lines_sum *sum, const struct lines_row *row,
                        u4 n) {
    for (u4 i = 0; i < n;) {
        u4 class = lines_end(row, i, n, LINES_CLASS);
        sum->classes++;
        sum->classes_covered += any_hit(row, i, class);
        while (i < class) {
            u4 end = lines_end(row, i, class, LINES_METHOD);
            sum->methods++;
            sum->methods_covered += any_hit(row, i, end);
            i = end;
        }
    }
}

struct lines_sum lines_sum(const struct lines_row *row, u4 from, u4 to) {
    struct lines_sum sum = {0};
    u4 n = to - from;
    struct lines_row *copy = MEM_ARRAY(struct lines_row, n + 1);
    for (u4 i = 0; i < n; i++) {
        const struct lines_row *x = &row[from + i];
        copy[i] = *x;
        sum.sites += x->sites;
        sum.hits = pool_sum(sum.hits, x->sites ? x->hits : 0);
        sum.sites_covered += x->sites && x->hits;
        sum.required += x->required;
        sum.covered += x->covered;
    }
    SORT(copy, n, class_order);
    sum_classes(&sum, copy, n);
    SORT(copy, n, source_order);
    sum_lines(&sum, copy, n);
    mem_free(copy);
    return sum;
}
