// SPDX-License-Identifier: MIT
// datachains - the chains that a run covered, by a plan and a data file of it:
// entry, level, offset, receiver and target of each step, and hits, with tabs
// between them, sorted by bytes. Notes come behind, with a # in front.
//
// usage: datachains PLAN DATA

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/file.h"
#include "analysis/base/vec.h"
#include "rewriter/plan/planfile.h"
#include "rt-native/data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct data_node row;
    const uint64_t *counter;
    char *text;
};

static struct {
    struct planfile plan;
    struct emit bytes;
    struct arena arena;
    VEC(struct node) node;  // by number
    VEC(char *) line;
} all;

static struct str text_of(u4 string) {
    return planfile_text(&all.plan.plan, string);
}

static struct str method_of(u4 method) {
    return text_of(all.plan.plan.method[method].name);
}

static int line_order(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void read_note(const struct data_iter *it) {
    const struct data_note *n = &it->note;
    if (it->kind == DATA_SLOW || it->kind == DATA_JVM || it->kind == DATA_RUN ||
        it->kind == DATA_UNRECORDED) {
        return;  // of the run, not of what ran
    }
    vec_push(&all.line,
             arena_printf(&all.arena, "#%s\t%u\t%u\t%" PRIu64 "\t%.*s",
                          data_kind_words[it->kind].word, n->a, n->b, n->count,
                          (int)n->n, n->text ? n->text : ""));
}

// How often the node was entered: by itself, and through its parent's slot.
static u8 hits_of(const struct node *x) {
    u8 n = x->counter[0];
    if (x->row.parent) {
        u4 slot = all.plan.plan.label[x->row.label].slot;
        n += slot ? all.node.v[x->row.parent].counter[slot] : 0;
    }
    return n;
}

static char *chain_of(const struct node *x) {
    const struct plan *p = &all.plan.plan;
    if (!x->row.parent) {
        struct str entry = method_of(p->entry[x->row.label].method);
        return arena_printf(&all.arena, "%.*s\t%u\t", STR_F(entry),
                            x->row.level);
    }
    const struct node *parent = &all.node.v[x->row.parent];
    const struct plan_label *l = &p->label[x->row.label];
    return arena_printf(&all.arena, "%s%s%u %.*s %.*s", parent->text,
                        parent->row.parent ? " " : "", p->site[l->site].pc,
                        STR_F(text_of(p->receiver[l->receiver].name)),
                        STR_F(text_of(l->to)));
}

static bool read_all(const struct data_file *f) {
    struct data_iter it = data_each(f);
    vec_cover(&all.node, 1);
    while (data_next(&it)) {
        if (it.kind != DATA_NODE) {
            read_note(&it);
            continue;
        }
        struct node x = {it.node, it.counter, NULL};
        x.text = chain_of(&x);
        vec_push(&all.node, x);
    }
    for (u4 i = 1; i < all.node.n; i++) {
        struct node *x = &all.node.v[i];
        vec_push(&all.line,
                 arena_printf(&all.arena, "%s\t%" PRIu64, x->text, hits_of(x)));
    }
    return it.fault.what == NULL;
}

int main(int argc, char **argv) {
    struct diag d;
    struct data_file f;
    struct data_fault fault;
    diag_init(&d, DIAG_ERROR, false);
    arena_init(&all.arena);
    emit_init(&all.bytes, SIZE_MAX / 2);
    if (argc != 3) {
        fputs("usage: datachains PLAN DATA\n", stderr);
        return 2;
    }
    if (!planfile_load(&all.plan, argv[1], &d) ||
        !file_read(argv[2], SIZE_MAX / 4, &all.bytes, &d)) {
        diag_flush(&d, stderr);
        return 1;
    }
    if (!data_open(&f, all.bytes.p, all.bytes.n, &fault)) {
        fprintf(stderr, "datachains: %s: %s (byte %zu)\n", argv[2], fault.what,
                fault.byte);
        return 1;
    }
    if (memcmp(f.identity, all.plan.plan.identity, 32) != 0) {
        fputs("datachains: the data is of another plan\n", stderr);
        return 1;
    }
    bool ok = read_all(&f);
    if (all.line.n) {
        qsort(all.line.v, all.line.n, sizeof *all.line.v, line_order);
    }
    for (u4 i = 0; i < all.line.n; i++) {
        puts(all.line.v[i]);
    }
    return ok ? 0 : 1;
}
