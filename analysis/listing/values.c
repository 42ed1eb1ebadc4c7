// SPDX-License-Identifier: MIT
// What the values of a method can hold.
#include "analysis/listing/values.h"

#include "analysis/base/order.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/scan.h"
#include "analysis/flow/flow.h"
#include "analysis/inclusion/set.h"
#include "analysis/world/world.h"

void values_init(struct values *v, struct callgraph *g, struct pointsto *h) {
    *v = (struct values){.g = g, .h = h};
    arena_init(&v->form);
    arena_init(&v->scratch);
}

void values_release(struct values *v) {
    arena_release(&v->form);
    arena_release(&v->scratch);
    lines_release(&v->lines);
    vec_free(&v->names);
    vec_free(&v->row);
}

// --- Objects -----------------------------------------------------------------

// Class:NAME, NAME, NAME@METHOD:PC, or NAME@METHOD where no instruction of it
// makes the object.
static struct str object_text(struct values *v, struct pts_what what) {
    struct callgraph *g = v->g;
    struct str class = text_class(&g->text, what.receiver);
    if (what.stands_for) {
        class = text_class(&g->text, what.stands_for);
        return str_of(arena_printf(&g->arena, "Class:%.*s", STR_F(class)));
    }
    if (!what.maker) {
        return class;
    }
    struct str maker = text_method(&g->text, what.maker);
    if (what.pc == SITE_NO_PC) {
        return str_of(
            arena_printf(&g->arena, "%.*s@%.*s", STR_F(class), STR_F(maker)));
    }
    return str_of(arena_printf(&g->arena, "%.*s@%.*s:%u", STR_F(class),
                               STR_F(maker), what.pc));
}

static struct object_names names_of(struct values *v, obj_id o) {
    vec_cover(&v->names, o + 1);
    if (v->names.v[o].n) {
        return v->names.v[o];
    }
    struct callgraph *g = v->g;
    struct pts_what what = pts_what(v->h, o);
    bool lambda = what.receiver & TYPE_LAMBDA;
    const struct cg_receivers *l =
        lambda ? cg_receivers_of_lambda(g, what.receiver & ~TYPE_LAMBDA) : NULL;
    u4 n = lambda ? l->n : 1;
    struct str *text = ARENA_ARRAY(&g->arena, struct str, n);
    for (u4 i = 0; i < n; i++) {
        text[i] = lambda ? g->receiver.v[l->v[i]].name : object_text(v, what);
    }
    v->names.v[o] = (struct object_names){text, n};
    return v->names.v[o];
}

// --- Rows --------------------------------------------------------------------

static void add(struct values *v, struct value_row row, const struct set *s) {
    obj_id o;
    if (!s || set_is_empty(s)) {
        row.object = STR("-");
        vec_push(&v->row, row);
        return;
    }
    for (struct set_walk w = set_walk(s); set_next(&w, &o);) {
        struct object_names names = names_of(v, o);
        for (u4 i = 0; i < names.n; i++) {
            row.object = names.v[i];
            vec_push(&v->row, row);
        }
    }
}

static struct str number_text(struct values *v, const char *what, u4 n) {
    return str_of(arena_printf(&v->form, "%s%u", what, n));
}

// What is no instruction's.
static void add_of_method(struct values *v, struct str value,
                          const struct set *s) {
    add(v, (struct value_row){.value = value, .pc = -1, .line = -1}, s);
}

static void add_params(struct values *v, method_id m, const struct flow *f) {
    const struct world *w = v->g->w;
    const struct world_method *wm = &w->method.v[m];
    struct desc_method d = {0};
    u4 value = 1;
    desc_method(world_sig_desc(w, wm->sig), &d);
    if (!(wm->access_flags & ACC_STATIC)) {
        add_of_method(v, STR("this"), pts_value(v->h, m, f, value++));
    }
    for (u4 i = 1; d.args.n; i++) {
        if (desc_next(&d.args).n > 1) {
            add_of_method(v, number_text(v, "param", i),
                          pts_value(v->h, m, f, value++));
        }
    }
}

static void read_lines(struct values *v, method_id m) {
    const struct cf_class *cf = v->g->w->class.v[v->g->w->method.v[m].class].cf;
    struct bytes code;
    struct scan scan;
    lines_clear(&v->lines);
    if (world_code(v->g->w, m, &code) && scan_open(&scan, cf, code)) {
        lines_read(&v->lines, cf, &scan);
    }
}

static void add_form(struct values *v, method_id m) {
    const struct world *w = v->g->w;
    struct cf_class *cf = w->class.v[w->method.v[m].class].cf;
    struct place at = world_place(w, m);
    const struct flow_env env = {&v->form, &v->scratch, &at, w->diag};
    struct flow f;
    if (!flow_build(&f, cf, &cf->methods[w->method.v[m].index], &env)) {
        return;
    }
    add_params(v, m, &f);
    read_lines(v, m);
    for (u4 i = f.n_params + 1; i < f.n_values; i++) {
        u2 pc = f.stmt[f.value[i].stmt].pc;
        struct value_row row = {.value = number_text(v, "v", i),
                                .pc = pc,
                                .line = lines_at(&v->lines, pc)};
        add(v, row, pts_value(v->h, m, &f, i));
    }
}

static int row_order(const void *a, const void *b) {
    const struct value_row *x = a, *y = b;
    int d = str_order(x->value, y->value);
    return d ? d : str_order(x->object, y->object);
}

void values_of(struct values *v, method_id m) {
    const struct set *result, *thrown;
    struct desc_method d = {0};
    v->row.n = 0;
    arena_reset(&v->form);
    arena_reset(&v->scratch);
    if (!pts_outcome(v->h, m, &result, &thrown)) {
        return;
    }
    desc_method(world_sig_desc(v->g->w, v->g->w->method.v[m].sig), &d);
    if (d.ret.n > 1) {
        add_of_method(v, STR("result"), result);
    }
    add_of_method(v, STR("thrown"), thrown);
    add_form(v, m);
    SORT(v->row.v, v->row.n, row_order);
    u4 n = 0;
    for (u4 i = 0; i < v->row.n; i++) {
        if (n == 0 || row_order(&v->row.v[n - 1], &v->row.v[i]) != 0) {
            v->row.v[n++] = v->row.v[i];
        }
    }
    v->row.n = n;
}
