// SPDX-License-Identifier: MIT
// A plan of a few states, from short text: names are collected from the lines
// and sorted as plan.def asks for, then rows are made.
#include "tests/unit/lib/smallplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

// One move as it is written, or one label. Caller and target as "A.f".
struct small_label {
    struct str caller, pc, receiver, target;
    bool external;
    struct str to;  // ">x", "^0", "!depth"
};

struct small_state {
    struct str name, method;
    bool depth_ends;
    u4 first, n;  // in `move`
};

struct small_root {
    struct str method, level, state;
};

struct maker {
    struct arena arena;
    struct planout out;
    VEC(struct small_state) state;
    VEC(struct small_label) move;
    VEC(struct small_label) label;  // sorted, each once
    VEC(struct small_root) root;
    VEC(struct str) method;  // sorted, each once
};

// --- Reading -----------------------------------------------------------------

static struct str until(struct str *s, const char *ends) {
    size_t n = 0;
    while (n < s->n && !strchr(ends, s->p[n])) {
        n++;
    }
    struct str part = {s->p, n};
    n += n < s->n;
    *s = (struct str){s->p + n, s->n - n};
    return part;
}

static struct small_label read_label(struct str caller, struct str word) {
    struct small_label l = {.caller = caller};
    l.pc = until(&word, "/");
    l.receiver = until(&word, "/");
    l.external = word.n && word.p[0] == '-';
    size_t n = 0;
    while (n < word.n && !strchr(">^!", word.p[n])) {
        n++;
    }
    l.target = (struct str){word.p + l.external, n - l.external};
    l.to = (struct str){word.p + n, word.n - n};
    return l;
}

static void read_state(struct maker *k, struct str line) {
    struct small_state q = {.first = k->move.n};
    q.name = until(&line, ":");
    until(&line, " ");
    q.method = until(&line, " ");
    q.depth_ends = str_eq(until(&line, " "), STR("+="));
    while (line.n) {
        struct small_label l = read_label(q.method, until(&line, " "));
        vec_push(&k->move, l);
        vec_push(&k->label, l);
        q.n++;
    }
    vec_push(&k->state, q);
}

static void read_line(struct maker *k, struct str line) {
    struct str what = until(&line, " ");
    if (str_eq(what, STR("state"))) {
        read_state(k, line);
    } else if (str_eq(what, STR("root"))) {
        struct small_root r;
        r.method = until(&line, " ");
        r.level = until(&line, " ");
        r.state = line;
        vec_push(&k->root, r);
    } else if (str_eq(what, STR("label"))) {
        struct str caller = until(&line, " ");
        vec_push(&k->label, read_label(caller, line));
    } else {
        fail_msg("no line of a small plan: %.*s", STR_F(what));
    }
}

// --- Orders ------------------------------------------------------------------

static struct str class_of(struct str method) {
    return (struct str){
        method.p,
        (size_t)((const char *)memchr(method.p, '.', method.n) - method.p)};
}

static int method_order(const void *a, const void *b) {
    const struct str *x = a, *y = b;
    int d = str_order(class_of(*x), class_of(*y));
    return d ? d : str_order(*x, *y);
}

static int label_order(const void *a, const void *b) {
    const struct small_label *x = a, *y = b;
    int d = method_order(&x->caller, &y->caller);
    d = d ? d : str_order(x->pc, y->pc);
    d = d ? d : str_order(x->receiver, y->receiver);
    return d ? d : str_order(x->target, y->target);
}

static int root_order(const void *a, const void *b) {
    const struct small_root *x = a, *y = b;
    int d = method_order(&x->method, &y->method);
    return d ? d : atoi(x->level.p) - atoi(y->level.p);
}

static void sort_all(struct maker *k) {
    u4 n = 0;
    for (u4 i = 0; i < k->state.n; i++) {
        vec_push(&k->method, k->state.v[i].method);
    }
    for (u4 i = 0; i < k->label.n; i++) {
        vec_push(&k->method, k->label.v[i].caller);
        if (!k->label.v[i].external) {
            vec_push(&k->method, k->label.v[i].target);
        }
    }
    qsort(k->method.v, k->method.n, sizeof *k->method.v, method_order);
    for (u4 i = 0; i < k->method.n; i++) {
        if (n == 0 || !str_eq(k->method.v[n - 1], k->method.v[i])) {
            k->method.v[n++] = k->method.v[i];
        }
    }
    k->method.n = n;
    n = 0;
    if (k->label.n) {
        qsort(k->label.v, k->label.n, sizeof *k->label.v, label_order);
    }
    for (u4 i = 0; i < k->label.n; i++) {
        if (n == 0 || label_order(&k->label.v[n - 1], &k->label.v[i]) != 0) {
            k->label.v[n++] = k->label.v[i];
        }
    }
    k->label.n = n;
    qsort(k->root.v, k->root.n, sizeof *k->root.v, root_order);
}

// --- Rows --------------------------------------------------------------------

static u4 method_id(const struct maker *k, struct str name) {
    for (u4 i = 0; i < k->method.n; i++) {
        if (str_eq(k->method.v[i], name)) {
            return i + 1;
        }
    }
    fail_msg("no method %.*s", STR_F(name));
    return 0;
}

static struct str with_desc(struct maker *k, struct str method) {
    return str_of(arena_printf(&k->arena, "%.*s:()V", STR_F(method)));
}

static void add_methods(struct maker *k) {
    struct planout *o = &k->out;
    for (u4 i = 0; i < k->method.n; i++) {
        struct str class = class_of(k->method.v[i]);
        if (i == 0 || !str_eq(class_of(k->method.v[i - 1]), class)) {
            struct str source =
                str_of(arena_printf(&k->arena, "%.*s.java", STR_F(class)));
            vec_push(&o->class, ((struct plan_class){
                                    .name = planout_string(o, class),
                                    .source = planout_string(o, source),
                                    .first_method = i + 1,
                                }));
        }
        u4 c = o->class.n - 1;
        o->class.v[c].n_methods++;
        struct plan_method m = {
            .class = c,
            .name = planout_string(o, with_desc(k, k->method.v[i])),
        };
        vec_push(&o->method, m);
    }
}

static u4 type_id(struct maker *k, struct str name) {
    struct planout *o = &k->out;
    u4 string = planout_string(o, name);
    for (u4 i = 1; i < o->receiver.n; i++) {
        if (o->receiver.v[i].name == string) {
            return i;
        }
    }
    vec_push(&o->receiver, ((struct plan_receiver){string, PLAN_A_CLASS, 0}));
    return o->receiver.n - 1;
}

// The line of a site is its offset plus 100.
static u4 site_for(struct maker *k, u4 i) {
    struct planout *o = &k->out;
    const struct small_label *l = &k->label.v[i], *before = l - 1;
    if (i && str_eq(before->caller, l->caller) && str_eq(before->pc, l->pc)) {
        return o->site.n - 1;
    }
    u4 m = method_id(k, l->caller), pc = (u4)atoi(l->pc.p);
    struct plan_site s = {
        .method = m,
        .pc = pc,
        .line = pc + 100,
        .called = planout_string(o, STR("called")),
        .flags = PLAN_SITE_PROBE,
        .first_label = i + 1,
    };
    vec_push(&o->site, s);
    struct plan_method *method = &o->method.v[m];
    method->first_site = method->n_sites ? method->first_site : o->site.n - 1;
    method->n_sites++;
    return o->site.n - 1;
}

static void add_labels(struct maker *k) {
    struct planout *o = &k->out;
    vec_push(&o->receiver, ((struct plan_receiver){planout_string(o, STR("-")),
                                                   PLAN_NO_RECEIVER, 0}));
    for (u4 i = 0; i < k->label.n; i++) {
        const struct small_label *l = &k->label.v[i];
        u4 site = site_for(k, i);
        struct plan_method *method = &o->method.v[o->site.v[site].method];
        bool slot = o->site.v[site].n_labels++ < PLAN_SITE_SLOTS;
        struct plan_label row = {
            .site = site,
            .receiver = type_id(k, l->receiver),
            .target = l->external ? 0 : method_id(k, l->target),
            .to = planout_string(o, with_desc(k, l->target)),
            .slot = slot ? ++method->n_slots : 0,
        };
        vec_push(&o->label, row);
    }
}

static u4 state_id(const struct maker *k, struct str name) {
    for (u4 i = 0; i < k->state.n; i++) {
        if (str_eq(k->state.v[i].name, name)) {
            return i + 1;
        }
    }
    fail_msg("no state %.*s", STR_F(name));
    return 0;
}

static u4 rule_of(struct str name) {
    for (u4 i = 0; i < PLAN_N_RULES; i++) {
        if (str_eq(str_of(plan_rule_name[i]), name)) {
            return i;
        }
    }
    fail_msg("no rule %.*s", STR_F(name));
    return 0;
}

static u4 move_to(const struct maker *k, struct str to) {
    struct str rest = {to.p + 1, to.n - 1};
    return to.p[0] == '>'   ? plan_move(PLAN_TO, state_id(k, rest))
           : to.p[0] == '^' ? plan_move(PLAN_UP, (u4)atoi(rest.p))
                            : plan_move(PLAN_CUT, rule_of(rest));
}

static int move_order(const void *a, const void *b) {
    const struct plan_move *x = a, *y = b;
    return (x->label > y->label) - (x->label < y->label);
}

static void add_states(struct maker *k) {
    struct planout *o = &k->out;
    for (u4 i = 0; i < k->state.n; i++) {
        const struct small_state *q = &k->state.v[i];
        u4 first = o->move.n;
        for (u4 j = 0; j < q->n; j++) {
            const struct small_label *l = &k->move.v[q->first + j];
            const struct small_label *row = bsearch(
                l, k->label.v, k->label.n, sizeof *k->label.v, label_order);
            vec_push(&o->move, ((struct plan_move){(u4)(row - k->label.v) + 1,
                                                   move_to(k, l->to)}));
        }
        qsort(o->move.v + first, q->n, sizeof *o->move.v, move_order);
        struct plan_state state = {
            .method = method_id(k, q->method),
            .flags = q->depth_ends ? PLAN_DEPTH_ENDS : 0,
            .first_move = q->n ? first : 0,
            .n_moves = q->n,
        };
        vec_push(&o->state, state);
    }
}

static void add_roots(struct maker *k) {
    struct planout *o = &k->out;
    for (u4 i = 0; i < k->root.n; i++) {
        const struct small_root *r = &k->root.v[i];
        u4 m = method_id(k, r->method);
        if (o->entry.v[o->entry.n - 1].method != m) {
            vec_push(&o->entry, ((struct plan_entry){.method = m}));
        }
        u4 level = r->level.p[0] == '*' ? PLAN_ANY_LEVEL : (u4)atoi(r->level.p);
        vec_push(&o->root, ((struct plan_root){o->entry.n - 1, level,
                                               state_id(k, r->state)}));
    }
}

// --- All of it ---------------------------------------------------------------

static void maker_release(struct maker *k) {
    vec_free(&k->state);
    vec_free(&k->move);
    vec_free(&k->label);
    vec_free(&k->root);
    vec_free(&k->method);
    planout_release(&k->out);
    arena_release(&k->arena);
}

void small_plan_init(struct small_plan *s, const char *text) {
    struct maker k = {0};
    struct str left = str_of(text);
    arena_init(&k.arena);
    planout_init(&k.out);
    while (left.n) {
        read_line(&k, until(&left, "\n"));
    }
    sort_all(&k);
    add_methods(&k);
    add_labels(&k);
    add_states(&k);
    add_roots(&k);
    emit_init(&s->bytes, SIZE_MAX / 2);
    assert_true(planout_write(&k.out, &s->bytes));
    maker_release(&k);
    struct plan_fault fault;
    if (!plan_open(&s->p, s->bytes.p, s->bytes.n, &fault)) {
        fail_msg("%s %u: %s", fault.table ? fault.table : "file", fault.row,
                 fault.what);
    }
}

void small_plan_release(struct small_plan *s) {
    emit_release(&s->bytes);
}
