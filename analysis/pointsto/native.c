// SPDX-License-Identifier: MIT
// What native methods do with objects.
#include "analysis/pointsto/pointsto_priv.h"

#include "analysis/classfile/desc.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

enum value_effect pts_effect(const struct pointsto *h, method_id m) {
    const struct world *w = h->w;
    if (resolve_is_polymorphic(w, m)) {
        return POLYMORPHIC;
    }
    const struct world_method *wm = &w->method.v[m];
    const struct native_row *row =
        native_find(w->class.v[wm->class].name, world_sig_name(w, wm->sig),
                    world_sig_desc(w, wm->sig));
    return row ? row->value : AS_TYPED;
}

// Of MethodHandle.
static void call_handle(struct pointsto *h, const struct pts_call *c) {
    struct points *p = &h->p;
    if (c->result) {
        points_flow(p, h->results, c->result);
        points_flow(p, h->made, c->result);
    }
    points_flow(p, h->escaped, c->thrown);
    for (u4 i = 0; i < c->n; i++) {
        if (h->arg.v[c->args + i]) {
            points_flow(p, h->arg.v[c->args + i], h->passed[EDGE_HANDLE]);
        }
    }
}

bool pts_link_effect(struct pointsto *h, const struct pts_call *c,
                     method_id m) {
    struct points *p = &h->p;
    var_id first = c->n ? h->arg.v[c->args] : 0;
    var_id second = c->n > 1 ? h->arg.v[c->args + 1] : 0;
    switch ((enum value_effect)h->effect.v[m]) {
    case RETURNS_FIRST:
        if (first && c->result) {
            points_flow(p, first, c->result);
        }
        return true;
    case RETURNS_CLASS:
        if (first && c->result) {
            pts_watch(h, first, WATCH_CLASS_OF, c->result);
        }
        return true;
    case COPIES:
        if (first && second) {
            var_id between = pts_var(h);
            points_load(p, first, FIELD_ELEMENTS, between);
            points_store(p, second, FIELD_ELEMENTS, between);
        }
        return true;
    case LOADS_ELEMENT:
        if (first && c->result) {
            points_load(p, first, FIELD_ELEMENTS, c->result);
        }
        return true;
    case STORES_ELEMENT:
        if (first && second) {
            points_store(p, first, FIELD_ELEMENTS, second);
        }
        return true;
    case MAKES_OBJECT:
        if (second && c->result) {
            pts_watch(h, second, WATCH_MAKE, c->result);
        }
        return true;
    case READS_FIELD:
        pts_read_field(h, c);
        return true;
    case WRITES_FIELD:
        pts_write_field(h, c);
        return true;
    case POLYMORPHIC:
        call_handle(h, c);
        return true;
    default:
        return false;
    }
}

// setOut0(PrintStream) sets out.
static void set_static(struct pointsto *h, method_id m, var_id value) {
    struct world *w = h->w;
    const struct world_method wm = w->method.v[m];
    struct str name = world_sig_name(w, wm.sig);
    struct desc_method d;
    char field[16];
    if (name.n < 5 || name.n > sizeof field ||
        !desc_method(world_sig_desc(w, wm.sig), &d)) {
        return;
    }
    memcpy(field, name.p + 3, name.n - 4);
    field[0] |= 0x20;
    struct str text = arena_str(&w->arena, (struct str){field, name.n - 4});
    field_id f = world_declared_field(w, wm.class, world_sig(w, text, d.args));
    if (f) {
        points_flow(&h->p, value, pts_static(h, f));
    }
}

// The last parameter of the method is an array, to which it writes classes.
static void fill_classes(struct pointsto *h, method_id m) {
    struct desc_method d;
    u4 n = 1;
    if (desc_method(world_sig_desc(h->w, h->w->method.v[m].sig), &d)) {
        while (d.args.n) {
            n += desc_next(&d.args).n > 1;
        }
        points_store(&h->p, pts_method(h, m) + METHOD_PARAMS + n - 1,
                     FIELD_ELEMENTS,
                     pts_any(h, world_class(h->w, STR("java/lang/Class"))));
    }
}

// What the method that reflection calls throws is the cause of what it throws itself.
static void wrap_thrown(struct pointsto *h, var_id thrown) {
    method_id init = world_find_method(
        h->w, STR("java/lang/reflect/InvocationTargetException.<init>:"
                  "(Ljava/lang/Throwable;)V"));
    points_flow(&h->p, h->escaped, thrown);
    if (init) {
        points_flow(&h->p, h->escaped, pts_method(h, init) + METHOD_PARAMS + 1);
    }
}

void pts_native(struct pointsto *h, method_id m) {
    struct world *w = h->w;
    struct points *p = &h->p;
    var_id v = pts_method(h, m), param = v + METHOD_PARAMS;
    struct desc_method d;
    switch (pts_effect(h, m)) {
    case MAKES_ARRAY:
        pts_watch(h, param, WATCH_MAKE_ARRAY, v);
        for (const char *type = "ZBCSIJFD"; *type; type++) {
            const char name[] = {'[', *type, '\0'};
            class_id c = world_class(w, arena_str(&w->arena, str_of(name)));
            points_flow(p, pts_any(h, c), v);
        }
        break;
    case MAKES_ARRAYS:
        pts_watch(h, param, WATCH_MAKE_ARRAYS, v);
        break;
    case RETURNS_ANY_CLASS:
        points_flow(p, pts_any(h, world_class(w, STR("java/lang/Class"))), v);
        break;
    case RETURNS_MADE:
        points_flow(p, h->made, v);
        wrap_thrown(h, v + METHOD_THROWN);
        break;
    case WALKS_STACK:
        fill_classes(h, m);
        points_flow(p, h->results, v);
        points_flow(p, h->escaped, v + METHOD_THROWN);
        break;
    case RETURNS_RESULT:
        points_flow(p, h->results, v);
        wrap_thrown(h, v + METHOD_THROWN);
        break;
    case SETS_STATIC:
        set_static(h, m, param);
        break;
    case AS_TYPED:
        // It returns any object of its type, if that says something.
        if (desc_method(world_sig_desc(w, w->method.v[m].sig), &d)) {
            class_id c = world_type(w, d.ret);
            if (c && c != w->known.object) {
                points_flow(p, pts_any(h, c), v);
            }
        }
        break;
    default:
        break;
    }
}
