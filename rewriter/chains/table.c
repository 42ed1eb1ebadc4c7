// SPDX-License-Identifier: MIT
// Numbers of chains by entry, class, package or length.
#include "rewriter/chains/table.h"

#include "analysis/base/order.h"
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/count.h"
#include "rewriter/chains/readable.h"
#include "rt-native/plan.h"

enum { COLUMNS = 6 };

// Those by length have neither entries nor a longest chain.
struct table_row {
    struct str key;
    u4 n_entries, longest;
    struct big n[N_GRAINS];
};

struct table {
    const struct chains_table *t;
    struct arena *mem;
    struct table_row *row;
    u4 n;
};

static const char *const by_name[] = {"entry", "class", "package", "length"};

// --- Rows --------------------------------------------------------------------

static void add_up(struct table *table, struct table_row *r, u4 grain,
                   struct big n) {
    r->n[grain] = big_add(table->mem, r->n[grain], n);
}

static struct str key_of(const struct table *table, u4 root) {
    const struct chains *c = table->t->count[0]->chains;
    const struct plan *p = c->plan;
    u4 m = p->entry[c->root[root].entry].method;
    struct str class = chains_string(p, p->class[p->method[m].class].name);
    if (table->t->by == CHAINS_BY_ENTRY) {
        return chains_method(p, m);
    }
    if (table->t->by == CHAINS_BY_CLASS) {
        return class;
    }
    while (class.n && class.p[class.n - 1] != '/') {
        class.n--;
    }
    return class.n ? (struct str){class.p, class.n - 1} : STR("-");
}

struct keyed_root {
    struct str key;
    u4 root;
};

static int key_order(const void *a, const void *b) {
    const struct keyed_root *x = a, *y = b;
    int d = str_order(x->key, y->key);
    return d ? d : (x->root > y->root) - (x->root < y->root);
}

static void add_root(struct table *table, struct table_row *r, u4 root) {
    const struct chains_count *fine = table->t->count[0];
    u4 height = fine->tree[root].height;
    r->longest = height > r->longest ? height : r->longest;
    for (u4 g = 0; g < N_GRAINS; g++) {
        if (table->t->count[g]) {
            add_up(table, r, g, table->t->count[g]->tree[root].total);
        }
    }
}

// The roots of one entry stand side by side, whatever the key.
static void rows_by_key(struct table *table) {
    const struct chains *c = table->t->count[0]->chains;
    struct keyed_root *v =
        ARENA_ARRAY(table->mem, struct keyed_root, c->n_roots);
    table->row = ARENA_ZARRAY(table->mem, struct table_row, c->n_roots);
    for (u4 i = 0; i < c->n_roots; i++) {
        v[i] = (struct keyed_root){key_of(table, i), i};
    }
    SORT(v, c->n_roots, key_order);
    for (u4 i = 0; i < c->n_roots; i++) {
        if (i == 0 || !str_eq(v[i].key, v[i - 1].key)) {
            table->row[table->n++].key = v[i].key;
        }
        struct table_row *r = &table->row[table->n - 1];
        r->n_entries += r->n_entries == 0 || c->root[v[i].root].entry !=
                                                 c->root[v[i - 1].root].entry;
        add_root(table, r, v[i].root);
    }
}

static int row_order(const void *a, const void *b) {
    return str_order(((const struct table_row *)a)->key,
                     ((const struct table_row *)b)->key);
}

// Lines for programs are sorted by their bytes, so 10 stands before 2 there.
static void rows_by_length(struct table *table) {
    table->n = table->t->count[0]->max + 1;
    table->row = ARENA_ZARRAY(table->mem, struct table_row, table->n);
    for (u4 i = 0; i < table->n; i++) {
        table->row[i].key = big_text(table->mem, big_of(i));
        for (u4 g = 0; g < N_GRAINS; g++) {
            if (table->t->count[g]) {
                add_up(table, &table->row[i], g,
                       table->t->count[g]->by_length[i]);
            }
        }
    }
    if (table->t->format == CHAINS_TSV) {
        SORT(table->row, table->n, row_order);
    }
}

// --- Text --------------------------------------------------------------------

// The cells of a row, or the names of the columns.
static u4 cells_of(const struct table *table, const struct table_row *r,
                   struct str cell[COLUMNS]) {
    bool by_length = table->t->by == CHAINS_BY_LENGTH;
    u4 n = 0;
    cell[n++] = r ? r->key : str_of(by_name[table->t->by]);
    if (!by_length) {
        cell[n++] =
            r ? big_text(table->mem, big_of(r->n_entries)) : STR("entries");
    }
    for (u4 g = 0; g < N_GRAINS; g++) {
        cell[n++] = !r                   ? str_of(grain_name[g])
                    : table->t->count[g] ? big_text(table->mem, r->n[g])
                                         : STR("unknown");
    }
    if (!by_length) {
        cell[n++] =
            r ? big_text(table->mem, big_of(r->longest)) : STR("longest");
    }
    return n;
}

static void write_tsv(const struct table *table, struct out *o) {
    struct str cell[COLUMNS];
    out_put(o, STR("#"));
    out_row(o, cell, cells_of(table, NULL, cell));
    for (u4 i = 0; i < table->n; i++) {
        out_row(o, cell, cells_of(table, &table->row[i], cell));
    }
}

// Numbers of chains are texts: they may be too large for who reads them.
static void write_json(const struct table *table, struct out *o) {
    bool by_length = table->t->by == CHAINS_BY_LENGTH;
    for (u4 i = 0; i < table->n; i++) {
        const struct table_row *r = &table->row[i];
        struct str name[COLUMNS], cell[COLUMNS];
        u4 n = cells_of(table, NULL, name);
        cells_of(table, r, cell);
        if (by_length) {
            out_json_number(o, "length", i);
        } else {
            out_json_text(o, by_name[table->t->by], r->key);
            out_json_number(o, "entries", r->n_entries);
        }
        for (u4 j = by_length ? 1 : 2; j < n - !by_length; j++) {
            out_json_text(o, name[j].p, cell[j]);
        }
        if (!by_length) {
            out_json_number(o, "longest", r->longest);
        }
        out_json_end(o);
    }
}

// Numbers in front, so that keys of any length do not move them.
static void put_aligned(struct out *o, const struct str *cell,
                        const size_t *width, u4 n) {
    for (u4 j = 1; j < n; j++) {
        for (size_t i = cell[j].n; i < width[j]; i++) {
            out_put(o, STR(" "));
        }
        out_put(o, cell[j]);
        out_put(o, STR("  "));
    }
    out_text(o, cell[0]);
    out_row(o, NULL, 0);
}

// Those of row i from 1, or the names of the columns: keys as people read them.
static u4 text_cells(const struct table *table, u4 i,
                     struct str cell[COLUMNS]) {
    u4 n = cells_of(table, i ? &table->row[i - 1] : NULL, cell);
    if (i && table->t->by != CHAINS_BY_LENGTH) {
        cell[0] = table->t->by == CHAINS_BY_ENTRY
                      ? readable_method(table->mem, cell[0])
                      : readable_class(table->mem, cell[0]);
    }
    return n;
}

static void write_text(const struct table *table, struct out *o) {
    struct str cell[COLUMNS];
    size_t width[COLUMNS] = {0};
    for (u4 i = 0; i <= table->n; i++) {
        u4 n = text_cells(table, i, cell);
        for (u4 j = 0; j < n; j++) {
            width[j] = cell[j].n > width[j] ? cell[j].n : width[j];
        }
    }
    for (u4 i = 0; i <= table->n; i++) {
        u4 n = text_cells(table, i, cell);
        put_aligned(o, cell, width, n);
    }
}

void chains_write_table(const struct chains_table *t, struct arena *mem) {
    struct table table = {.t = t, .mem = mem};
    struct out o;
    if (t->by == CHAINS_BY_LENGTH) {
        rows_by_length(&table);
    } else {
        rows_by_key(&table);
    }
    out_begin(&o, t->out);
    switch (t->format) {
    case CHAINS_TSV:
        write_tsv(&table, &o);
        break;
    case CHAINS_JSON:
        write_json(&table, &o);
        break;
    case CHAINS_TEXT:
        write_text(&table, &o);
    }
    out_end(&o);
}
