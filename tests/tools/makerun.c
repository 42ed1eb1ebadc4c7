// SPDX-License-Identifier: MIT
// makerun - a plan of very many chains and a data file of a run that covered nearly all
// of them: what reports are tried and measured with.
//
// Class k has the method that is called at depth k, which has four sites, each of which
// calls that of the next class; every node of the tree is a state of its own. Of every
// seventh node the last call is not covered. Names have all that a page must not take
// for markup. With depth 10 there are 1,398,101 chains.
//
// usage: makerun DEPTH PLAN DATA [N]
//
// N: activations that were not recorded.

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "rewriter/plan/planfile.h"
#include "rewriter/plan/planout.h"
#include "rt-native/data.h"

#include <stdio.h>
#include <stdlib.h>

enum { SITES = 4, MOST_DEPTH = 12, LEFT_OUT = 7 };

struct making {
    u4 depth;
    struct planout out;
    struct data data;
    const struct plan *plan;
    u4 n_seen;  // nodes that are covered, and those that could be
    u4 n_nodes;
};

// --- The plan ------------------------------------------------------------------------

// The name of class k with that behind it.
static u4 text(struct making *f, u4 k, const char *more) {
    return planout_string(
        &f->out,
        str_of(arena_printf(&f->out.arena, "odd/C%02u<b>&\"q'%s", k, more)));
}

static u4 source(struct making *f, u4 k) {
    return planout_string(&f->out,
                          str_of(arena_printf(&f->out.arena, "C%02u.java", k)));
}

static u4 receiver(struct making *f, const char *name,
                   enum plan_receiver_kind kind) {
    vec_push(&f->out.receiver,
             ((struct plan_receiver){
                 .name = planout_string(&f->out, str_of(name)), .kind = kind}));
    return f->out.receiver.n - 1;
}

static void add_sites(struct making *f, u4 k, u4 on) {
    struct planout *o = &f->out;
    for (u4 s = 0; s < SITES; s++) {
        u4 required = s ? 0 : PLAN_SITE_RC | PLAN_SITE_TM;
        vec_push(&o->site, ((struct plan_site){
                               .method = k + 1,
                               .pc = 3 * s,
                               .line = 10 + s,
                               .op = 182,
                               .called = text(f, k + 1, ".m:()V"),
                               .flags = PLAN_SITE_PROBE | PLAN_SITE_INSIDE |
                                        PLAN_SITE_FOREST | required,
                               .first_label = o->label.n,
                               .n_labels = 1}));
        vec_push(&o->label,
                 ((struct plan_label){
                     .site = o->site.n - 1,
                     .receiver = on,
                     .target = k + 2,
                     .to = text(f, k + 1, ".m:()V"),
                     .slot = s + 1,
                     .flags = s ? 0 : PLAN_LABEL_RC | PLAN_LABEL_TM}));
    }
}

static void add_code(struct making *f) {
    struct planout *o = &f->out;
    receiver(f, "-", PLAN_NO_RECEIVER);
    u4 on = receiver(f, "odd/\xC3\x84</script><b>&\"q'\xED\xA0\xBD\xED\xB8\x80",
                     PLAN_A_CLASS);
    for (u4 k = 0; k <= f->depth; k++) {
        bool calls = k < f->depth;
        vec_push(&o->class, ((struct plan_class){.name = text(f, k, ""),
                                                 .source = source(f, k),
                                                 .first_method = k + 1,
                                                 .n_methods = 1}));
        vec_push(&o->method,
                 ((struct plan_method){
                     .class = k + 1,
                     .name = text(f, k, ".m:()V"),
                     .line = 9,
                     .flags = PLAN_METHOD_RUNS | (k ? 0 : PLAN_METHOD_ENTRY),
                     .first_site = calls ? o->site.n : 0,
                     .n_sites = calls ? SITES : 0,
                     .n_slots = calls ? SITES : 0,
                 }));
        if (calls) {
            add_sites(f, k, on);
        }
    }
    planout_option(o, "analysis", STR("and"));
    vec_push(&o->entry,
             ((struct plan_entry){.method = 1, .levels = 1, .reasons = 1}));
}

static u4 label_of(u4 depth, u4 site) {
    return 1 + depth * SITES + site;
}

// NOLINTNEXTLINE(misc-no-recursion): not deeper than MOST_DEPTH
static u4 add_states(struct making *f, u4 depth) {
    struct planout *o = &f->out;
    struct plan_move move[SITES] = {0};
    u4 n = depth < f->depth ? SITES : 0;
    for (u4 s = 0; s < n; s++) {
        move[s] = (struct plan_move){
            label_of(depth, s), plan_move(PLAN_TO, add_states(f, depth + 1))};
    }
    u4 first = n ? o->move.n : 0;
    for (u4 s = 0; s < n; s++) {
        vec_push(&o->move, move[s]);
    }
    vec_push(&o->state,
             ((struct plan_state){
                 .method = depth + 1, .first_move = first, .n_moves = n}));
    return o->state.n - 1;
}

static bool write_plan(struct making *f, const char *path, struct diag *d) {
    struct emit bytes;
    emit_init(&bytes, SIZE_MAX / 2);
    planout_init(&f->out);
    add_code(f);
    u4 state = add_states(f, 0);
    vec_push(&f->out.root, ((struct plan_root){1, PLAN_ANY_LEVEL, state}));
    bool ok = planout_write(&f->out, &bytes) &&
              file_replace(path, bytes.p, bytes.n, d);
    planout_release(&f->out);
    emit_release(&bytes);
    return ok;
}

// --- The run -------------------------------------------------------------------------

// NOLINTNEXTLINE(misc-no-recursion): not deeper than MOST_DEPTH
static void go(struct making *f, u4 parent, u4 depth, u4 label) {
    u4 n = depth < f->depth ? SITES : 0;
    u8 at = data_add_node(
        &f->data,
        &(struct data_node){.parent = parent, .label = label, .n_slots = n});
    u4 me = ++f->n_nodes;
    bool is_short = n && me % LEFT_OUT == 0;
    if (depth == 0) {
        data_count(&f->data, at);
    }
    for (u4 s = 0; s < n - is_short; s++) {
        for (u4 i = 0; i <= s; i++) {
            data_count(&f->data, at + 1 + s);
        }
        go(f, me, depth + 1, label_of(depth, s));
    }
}

static bool write_data(struct making *f, const char *path, u8 unrecorded) {
    char why[64];
    struct data_spec spec = {.base = path,
                             .identity = f->plan->identity,
                             .n_labels = f->plan->n[PLAN_LABEL],
                             .command = "java -cp <b>odd</b> & \"Main\"",
                             .start = 1700000000000000};
    if (!data_create(&f->data, &spec, why, sizeof why)) {
        fprintf(stderr, "makerun: %s: %s\n", path, why);
        return false;
    }
    data_add(&f->data, DATA_RECEIVER,
             &(struct data_note){.a = 1,
                                 .b = 1,
                                 .count = 1,
                                 .text = "odd/<i>New</i>",
                                 .n = sizeof "odd/<i>New</i>" - 1});
    if (unrecorded) {
        data_add(&f->data, DATA_UNRECORDED,
                 &(struct data_note){.a = DATA_BY_START, .count = unrecorded});
    }
    go(f, 0, 0, 1);
    bool ok = rename(f->data.path, path) == 0;
    data_release(&f->data);
    return ok;
}

int main(int argc, char **argv) {
    struct making f = {0};
    struct diag d;
    struct planfile plan;
    f.depth = argc == 4 || argc == 5 ? (u4)strtoul(argv[1], NULL, 10) : 0;
    if (f.depth < 1 || f.depth > MOST_DEPTH) {
        fputs("usage: makerun DEPTH PLAN DATA [N]\n", stderr);
        return 2;
    }
    diag_init(&d, DIAG_ERROR, false);
    bool ok = write_plan(&f, argv[2], &d) && planfile_load(&plan, argv[2], &d);
    if (ok) {
        f.plan = &plan.plan;
        ok = write_data(&f, argv[3], argc == 5 ? strtoul(argv[4], NULL, 10) : 0);
        planfile_release(&plan);
    }
    diag_flush(&d, stderr);
    diag_release(&d);
    return ok ? 0 : 1;
}
