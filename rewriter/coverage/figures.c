// SPDX-License-Identifier: MIT
// How much is required and how much of it was covered.
//
// Figures are found by method (chains are their entry's, pairs are their site's) and
// added up from there to classes and packages; lengths and levels are counted beside.
// At a coarse granularity a covered chain counts once, whatever finer chains it is
// made of.
#include "rewriter/coverage/figures.h"

#include "analysis/base/order.h"
#include "analysis/base/vec.h"
#include "analysis/table/idmap.h"
#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/count.h"
#include "rewriter/chains/project.h"
#include "rt-native/plan.h"

#include <stdio.h>
#include <string.h>

const char *const figure_word[N_FIGURES] = {
    "chains", "chains_by_site", "chains_by_method", "rc", "tm", "entries",
};

struct figures_builder {
    struct figures *f;
    struct arena *mem;
    struct arena work;  // for one cover
    const struct cover *c;
    u4 number;                   // of that cover
    struct figures_row *method;  // by method of its plan
    // Covered chains by length and by level, and those where no level is told.
    u8 *length, *level, any_level;
    VEC(struct figures_row) row[N_FIGURES_BY];
};

static void require(struct figures_builder *builder, struct figure *to,
                    struct big n) {
    to->required = big_add(builder->mem, to->required, n);
}

static void add_figure(struct figures_builder *builder, struct figure *to,
                       const struct figure *from) {
    require(builder, to, from->required);
    to->covered += from->covered;
    to->unknown = to->unknown || from->unknown;
}

// --- Rows that several plans share ------------------------------------------------

static struct figures_row *numbered_row(struct figures_builder *builder,
                                        enum figures_by by, struct str name,
                                        u4 number) {
    for (u4 i = 0; i < builder->row[by].n; i++) {
        if (builder->row[by].v[i].id == number) {
            return &builder->row[by].v[i];
        }
    }
    struct figures_row row = {.name = name, .id = number};
    vec_push(&builder->row[by], row);
    return &builder->row[by].v[builder->row[by].n - 1];
}

static struct figures_row *length_row(struct figures_builder *builder,
                                      u4 length) {
    return numbered_row(builder, FIGURES_BY_LENGTH, STR(""), length);
}

static struct figures_row *level_row(struct figures_builder *builder,
                                     u4 level) {
    return numbered_row(builder, FIGURES_BY_LEVEL, STR(""), level);
}

// Rows get their names when all are there.
static void name_rows(struct figures_builder *builder) {
    char room[LEVEL_TEXT];
    for (u4 i = 0; i < builder->row[FIGURES_BY_LENGTH].n; i++) {
        struct figures_row *row = &builder->row[FIGURES_BY_LENGTH].v[i];
        row->name = big_text(builder->mem, big_of(row->id));
    }
    for (u4 i = 0; i < builder->row[FIGURES_BY_LEVEL].n; i++) {
        struct figures_row *row = &builder->row[FIGURES_BY_LEVEL].v[i];
        row->name = arena_str(builder->mem, chains_level(room, row->id));
    }
}

// --- Chains -----------------------------------------------------------------------

static u4 entry_method(const struct cover *c, u4 root) {
    return c->plan->entry[c->forest.root[root].entry].method;
}

static void require_chains(struct figures_builder *builder, enum figure_of of,
                           const struct chains_count *n) {
    for (u4 r = 0; r < builder->c->forest.n_roots; r++) {
        struct big total = n->tree[r].total;
        require(builder, &builder->method[entry_method(builder->c, r)].of[of],
                total);
        require(builder,
                &level_row(builder, builder->c->forest.root[r].level)->of[of],
                total);
    }
    for (u4 i = 0; i <= n->max && !big_is_zero(n->total); i++) {
        require(builder, &length_row(builder, i)->of[of], n->by_length[i]);
    }
}

enum { LEVEL_BITS = 32 };

static void begin_chains(struct figures_builder *builder) {
    memset(builder->length, 0,
           ((size_t)builder->c->count.max + 1) * sizeof *builder->length);
    memset(builder->level, 0, LEVEL_BITS * sizeof *builder->level);
    builder->any_level = 0;
}

static void cover_chain(struct figures_builder *builder, enum figure_of of,
                        const struct cover_node *x) {
    u4 level = builder->c->forest.root[x->root].level;
    builder->method[entry_method(builder->c, x->root)].of[of].covered++;
    builder->length[x->length]++;
    if (level != PLAN_ANY_LEVEL) {
        builder->level[level % LEVEL_BITS]++;
        return;
    }
    builder->any_level++;
    for (u4 i = 0; x->levels >> i; i++) {
        builder->level[i] += x->levels >> i & 1;
    }
}

// Plans that do not tell levels apart require nothing at any, but what was covered
// at each is known.
static void end_chains(struct figures_builder *builder, enum figure_of of) {
    for (u4 i = 0; i <= builder->c->count.max; i++) {
        if (builder->length[i]) {
            length_row(builder, i)->of[of].covered += builder->length[i];
        }
    }
    for (u4 i = 0; i < LEVEL_BITS; i++) {
        if (builder->level[i]) {
            struct figure *f = &level_row(builder, i)->of[of];
            f->covered += builder->level[i];
            f->unknown = f->unknown || builder->any_level;
        }
    }
    if (builder->any_level) {
        level_row(builder, PLAN_ANY_LEVEL)->of[of].covered +=
            builder->any_level;
    }
}

static void cover_all(struct figures_builder *builder, enum figure_of of,
                      const struct cover_node *node, u4 n) {
    begin_chains(builder);
    for (u4 i = 1; i < n; i++) {
        cover_chain(builder, of, &node[i]);
    }
    end_chains(builder, of);
}

// By label: what stands for all that are like it.
static u4 *groups(struct figures_builder *builder, enum grain grain) {
    const struct plan *p = builder->c->plan;
    if (grain == GRAIN_SITE) {
        return builder->c->same_target;
    }
    struct idmap first = {0};
    u4 *group = ARENA_ZARRAY(&builder->work, u4, p->n[PLAN_LABEL]);
    for (u4 i = 1; i < p->n[PLAN_LABEL]; i++) {
        const struct plan_label *l = &p->label[i];
        u4 *id = idmap_at(&first, idmap_key(p->site[l->site].method, l->to));
        *id = *id ? *id : i;
        group[i] = *id;
    }
    idmap_release(&first);
    return group;
}

// Do two ways to go on from some state become one? Else chains that differ still do,
// where they part.
static bool is_coarser(struct figures_builder *builder, const u4 *group) {
    const struct plan *p = builder->c->plan;
    u4 *seen = ARENA_ZARRAY(&builder->work, u4, p->n[PLAN_LABEL]);
    for (u4 s = 1; s < p->n[PLAN_STATE]; s++) {
        const struct plan_move *m = p->move + p->state[s].first_move;
        for (u4 i = 0; i < p->state[s].n_moves; i++) {
            u4 *last = &seen[group[m[i].label]];
            if (plan_move_kind(m[i].to) == PLAN_TO) {
                if (*last == s) {
                    return true;
                }
                *last = s;
            }
        }
    }
    return false;
}

// The nodes of a coarse tree are numbered as they come; levels of those that are
// one are joined before they are counted.
static void cover_coarse(struct figures_builder *builder, enum figure_of of,
                         const u4 *group) {
    const struct cover *c = builder->c;
    u4 *coarse = ARENA_ZARRAY(&builder->work, u4, c->n_nodes);
    struct cover_node *node =
        ARENA_ARRAY(&builder->work, struct cover_node, c->n_nodes);
    struct idmap child = {0};
    u4 n = 1;
    for (u4 i = 1; i < c->n_nodes; i++) {
        const struct cover_node *x = &c->node[i];
        u8 key = idmap_key(coarse[x->parent], group[x->label]);
        u4 fresh = 0, *known = x->parent ? idmap_at(&child, key) : &fresh;
        if (*known == 0) {
            *known = n++;
            node[*known] = *x;
        }
        node[*known].levels |= x->levels;
        coarse[i] = *known;
    }
    cover_all(builder, of, node, n);
    idmap_release(&child);
}

static void count_coarse(struct figures_builder *builder, enum figure_of of,
                         enum grain grain) {
    struct chains coarse;
    struct chains_count n;
    const u4 *group = groups(builder, grain);
    if (!is_coarser(builder, group)) {
        require_chains(builder, of, &builder->c->count);
        cover_all(builder, of, builder->c->node, builder->c->n_nodes);
        return;
    }
    if (chains_project(&coarse, &builder->c->forest, grain, &builder->work)) {
        chains_count(&n, &coarse, (struct chains_pick){0}, &builder->work);
        require_chains(builder, of, &n);
    } else {
        for (u4 r = 0; r < builder->c->forest.n_roots; r++) {
            builder->method[entry_method(builder->c, r)].of[of].unknown = true;
        }
    }
    cover_coarse(builder, of, group);
}

static void count_chains(struct figures_builder *builder) {
    require_chains(builder, FIGURE_CHAINS, &builder->c->count);
    cover_all(builder, FIGURE_CHAINS, builder->c->node, builder->c->n_nodes);
    count_coarse(builder, FIGURE_CHAINS_BY_SITE, GRAIN_SITE);
    count_coarse(builder, FIGURE_CHAINS_BY_METHOD, GRAIN_METHOD);
}

// --- Pairs and entries --------------------------------------------------------------

static void count_pairs(struct figures_builder *builder, enum figure_of of,
                        u4 which) {
    const struct plan *p = builder->c->plan;
    struct cover_pair *pair =
        ARENA_ARRAY(&builder->work, struct cover_pair, p->n[PLAN_LABEL]);
    for (u4 s = 1; s < p->n[PLAN_SITE]; s++) {
        struct figure *f = &builder->method[p->site[s].method].of[of];
        u4 n = cover_pairs(builder->c, s, which, pair);
        require(builder, f, big_of(n));
        for (u4 i = 0; i < n; i++) {
            f->covered += pair[i].hits != 0;
        }
    }
}

// The roots of an entry stand side by side.
static void count_entries(struct figures_builder *builder) {
    const struct cover *c = builder->c;
    for (u4 r = 0; r < c->forest.n_roots;) {
        u4 entry = c->forest.root[r].entry;
        struct figure *f =
            &builder->method[entry_method(c, r)].of[FIGURE_ENTRIES];
        bool covered = false;
        for (; r < c->forest.n_roots && c->forest.root[r].entry == entry; r++) {
            covered = covered || c->root_node[r];
        }
        require(builder, f, big_of(1));
        f->covered += covered;
    }
}

// --- Groups -----------------------------------------------------------------------

static bool is_empty(const struct figures_row *row) {
    bool empty = true;
    for (u4 i = 0; i < N_FIGURES; i++) {
        empty = empty && big_is_zero(row->of[i].required) &&
                !row->of[i].covered && !row->of[i].unknown;
    }
    return empty;
}

static struct str package_of(struct str class) {
    while (class.n && class.p[class.n - 1] != '/') {
        class.n--;
    }
    return class.n ? (struct str){class.p, class.n - 1} : STR("-");
}

static void add_row(struct figures_builder *builder, struct figures_row *to,
                    const struct figures_row *from) {
    for (u4 i = 0; i < N_FIGURES; i++) {
        add_figure(builder, &to->of[i], &from->of[i]);
    }
}

// Methods stand by class, and classes by name: packages may come in pieces.
static void group_rows(struct figures_builder *builder) {
    const struct plan *p = builder->c->plan;
    for (u4 id = 1; id < p->n[PLAN_CLASS]; id++) {
        const struct plan_class *class = &p->class[id];
        struct str name = chains_string(p, class->name);
        struct figures_row sum = {name, id, builder->number, {{{0}, 0, 0}}};
        for (u4 m = class->first_method;
             m < class->first_method + class->n_methods; m++) {
            if (!is_empty(&builder->method[m])) {
                vec_push(&builder->row[FIGURES_BY_METHOD], builder->method[m]);
                add_row(builder, &sum, &builder->method[m]);
            }
        }
        if (!is_empty(&sum)) {
            vec_push(&builder->row[FIGURES_BY_CLASS], sum);
            sum.name = package_of(name);
            sum.id = 0;
            vec_push(&builder->row[FIGURES_BY_PACKAGE], sum);
        }
        for (u4 i = 0; i < N_FIGURES; i++) {
            add_figure(builder, &builder->f->all[i], &sum.of[i]);
        }
    }
}

static int name_order(const void *a, const void *b) {
    const struct figures_row *x = a, *y = b;
    int d = str_order(x->name, y->name);
    d = d ? d : (x->cover > y->cover) - (x->cover < y->cover);
    return d ? d : (x->id > y->id) - (x->id < y->id);
}

static int number_order(const void *a, const void *b) {
    const struct figures_row *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

// Rows of one name become one.
static void join_packages(struct figures_builder *builder) {
    struct figures_row *v = builder->row[FIGURES_BY_PACKAGE].v;
    u4 n = 0;
    for (u4 i = 0; i < builder->row[FIGURES_BY_PACKAGE].n; i++) {
        if (n && str_eq(v[n - 1].name, v[i].name)) {
            add_row(builder, &v[n - 1], &v[i]);
        } else {
            v[n++] = v[i];
        }
    }
    builder->row[FIGURES_BY_PACKAGE].n = n;
}

static void keep_rows(struct figures_builder *builder) {
    for (u4 by = 0; by < N_FIGURES_BY; by++) {
        bool numbers = by == FIGURES_BY_LENGTH || by == FIGURES_BY_LEVEL;
        SORT(builder->row[by].v, builder->row[by].n,
             numbers ? number_order : name_order);
        if (by == FIGURES_BY_PACKAGE) {
            join_packages(builder);
        }
        builder->f->n[by] = builder->row[by].n;
        builder->f->row[by] = ARENA_ARRAY(builder->mem, struct figures_row,
                                          (size_t)builder->row[by].n + 1);
        if (builder->row[by].n) {
            memcpy(builder->f->row[by], builder->row[by].v,
                   builder->row[by].n * sizeof *builder->row[by].v);
        }
        vec_free(&builder->row[by]);
    }
}

// --- All ----------------------------------------------------------------------------

static bool is_asked(const struct plan *p, const char *criterion) {
    struct str all = chains_option(p, "criteria");
    size_t n = strlen(criterion);
    for (size_t i = 0; i + n <= all.n; i++) {
        bool starts = i == 0 || all.p[i - 1] == ',';
        bool ends = i + n == all.n || all.p[i + n] == ',';
        if (starts && ends && memcmp(all.p + i, criterion, n) == 0) {
            return true;
        }
    }
    return all.n == 0;
}

static void sum_cover(struct figures_builder *builder, const struct cover *c,
                      u4 number) {
    const struct plan *p = c->plan;
    arena_init(&builder->work);
    builder->c = c;
    builder->number = number;
    builder->method =
        ARENA_ZARRAY(&builder->work, struct figures_row, p->n[PLAN_METHOD]);
    for (u4 m = 1; m < p->n[PLAN_METHOD]; m++) {
        builder->method[m].name = chains_method(p, m);
        builder->method[m].id = m;
        builder->method[m].cover = number;
    }
    builder->length = ARENA_ARRAY(&builder->work, u8, (size_t)c->count.max + 1);
    builder->level = ARENA_ARRAY(&builder->work, u8, LEVEL_BITS);
    bool chains = is_asked(p, "chains");
    if (chains) {
        count_chains(builder);
    }
    count_entries(builder);
    count_pairs(builder, FIGURE_RC, PLAN_LABEL_RC);
    count_pairs(builder, FIGURE_TM, PLAN_LABEL_TM);
    group_rows(builder);
    bool *has = builder->f->has;
    for (u4 i = FIGURE_CHAINS; i <= FIGURE_CHAINS_BY_METHOD; i++) {
        has[i] = has[i] || chains;
    }
    has[FIGURE_ENTRIES] = has[FIGURE_ENTRIES] || chains;
    has[FIGURE_RC] = has[FIGURE_RC] || is_asked(p, "rc");
    has[FIGURE_TM] = has[FIGURE_TM] || is_asked(p, "tm");
    arena_release(&builder->work);
}

void figures_make(struct figures *f, const struct cover *const *cover, u4 n,
                  struct arena *mem) {
    struct figures_builder builder = {.f = f, .mem = mem};
    *f = (struct figures){0};
    for (u4 i = 0; i < n; i++) {
        sum_cover(&builder, cover[i], i);
    }
    name_rows(&builder);
    keep_rows(&builder);
}

// --- Per cent -----------------------------------------------------------------------

enum { WHOLE = 10000 };  // hundredths of a per cent

// Numbers of some words, the least first.
enum { WIDE = 5 };

static void times(u4 to[WIDE], const u4 *word, u4 n, u4 factor) {
    u8 carry = 0;
    for (u4 i = 0; i < WIDE; i++) {
        carry += (u8)(i < n ? word[i] : 0) * factor;
        to[i] = (u4)carry;
        carry >>= 32;
    }
}

bool figure_reaches(const struct figure *f, u4 hundredths) {
    u4 small[2] = {(u4)f->required.low, (u4)(f->required.low >> 32)};
    u4 covered[2] = {(u4)f->covered, (u4)(f->covered >> 32)};
    u4 n = f->required.n ? f->required.n : 2;
    u4 have[WIDE], want[WIDE];
    if (big_is_zero(f->required) || hundredths == 0) {
        return true;
    }
    if (n >= WIDE) {
        return false;  // what is covered has two words
    }
    times(have, covered, 2, WHOLE);
    times(want, f->required.n ? f->required.word : small, n, hundredths);
    u4 i = WIDE - 1;
    while (i && have[i] == want[i]) {
        i--;
    }
    return have[i] >= want[i];
}

u4 figure_hundredths(const struct figure *f) {
    u4 above = 1;
    SEARCH(above, WHOLE + 1, i, figure_reaches(f, i));
    return above - 1;
}

const char *figure_percent(char room[PERCENT_TEXT], const struct figure *f) {
    if (f->unknown || big_is_zero(f->required)) {
        return "-";
    }
    u4 tenths = figure_hundredths(f) / 10;
    if (tenths == 0 && f->covered) {
        return "<0.1";
    }
    snprintf(room, PERCENT_TEXT, "%u.%u", tenths / 10 % 1000, tenths % 10);
    return room;
}
