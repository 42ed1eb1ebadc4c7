// SPDX-License-Identifier: MIT
// What native methods do with objects.
#include "analysis/heap/heap_priv.h"

#include "analysis/classfile/desc.h"
#include "analysis/types/resolve.h"

struct value_row {
    const char *class, *name, *desc;
    enum value_effect effect;
};

static const struct value_row value_rows[] = {
#define VALUE(class, name, desc, effect) {class, name, desc, effect},
#include "analysis/heap/values.def"
#undef VALUE
};

static bool is_row(const struct world *w, const struct world_method *m,
                   const struct value_row *row) {
    return str_eq(w->class.v[m->class].name, str_of(row->class)) &&
           str_eq(world_sig_name(w, m->sig), str_of(row->name)) &&
           str_starts(world_sig_desc(w, m->sig), str_of(row->desc));
}

enum value_effect heap_effect(const struct heap *h, method_id m) {
    const struct world_method *wm = &h->w->method.v[m];
    if (resolve_is_polymorphic(h->w, m)) {
        return POLYMORPHIC;
    }
    for (size_t i = 0; i < sizeof value_rows / sizeof *value_rows; i++) {
        if (is_row(h->w, wm, &value_rows[i])) {
            return value_rows[i].effect;
        }
    }
    return 0;
}

// A call of Unsafe: args[1] is the object, what is behind it is written there.
void heap_unsafe(struct heap *h, const struct heap_call *c) {
    struct points *p = &h->p;
    var_id base = c->n > 1 ? h->arg.v[c->args + 1] : 0;
    if (base == 0) {
        return;
    }
    for (u4 i = 2; i < c->n; i++) {
        if (h->arg.v[c->args + i]) {
            points_store(p, base, FIELD_UNSAFE, h->arg.v[c->args + i]);
        }
    }
    if (c->result) {
        points_load(p, base, FIELD_UNSAFE, c->result);
    }
}

// How many values that method of VarHandle is given, behind the coordinates that
// say where.
static u4 n_values(struct str name) {
    if (str_starts(name, STR("compareAnd")) ||
        str_starts(name, STR("weakCompareAnd"))) {
        return 2;
    }
    return str_starts(name, STR("get")) && !str_starts(name, STR("getAnd")) ? 0
                                                                            : 1;
}

// The first coordinate is the object; the handle of a static field has none.
// The last value is written.
void heap_access(struct heap *h, const struct heap_call *c, sig_id sig) {
    struct points *p = &h->p;
    struct desc_method d;
    if (!desc_method(world_sig_desc(h->w, sig), &d)) {
        return;
    }
    u4 n = 0, values = n_values(world_sig_name(h->w, sig));
    struct str last = STR("");
    for (struct str rest = d.args; rest.n; n++) {
        last = desc_next(&rest);
    }
    bool is_static = n <= values;
    bool has_value = values && last.n > 1 && c->n > 1;
    bool has_base = !is_static && desc_next(&d.args).n > 1 && c->n > 1;
    var_id value = has_value ? h->arg.v[c->args + c->n - 1] : 0;
    var_id base = has_base ? h->arg.v[c->args + 1] : 0;
    if (is_static && value) {
        points_flow(p, value, h->unsafe_static);
    }
    if (is_static && c->result) {
        points_flow(p, h->unsafe_static, c->result);
    }
    if (base && value) {
        points_store(p, base, FIELD_UNSAFE, value);
    }
    if (base && c->result) {
        points_load(p, base, FIELD_UNSAFE, c->result);
    }
}

// Of MethodHandle.
static void call_handle(struct heap *h, const struct heap_call *c) {
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

bool heap_link_effect(struct heap *h, const struct heap_call *c, method_id m) {
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
            heap_watch(h, first, WATCH_CLASS_OF, c->result);
        }
        return true;
    case COPIES:
        if (first && second) {
            var_id between = heap_var(h);
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
            heap_watch(h, second, WATCH_MAKE, c->result);
        }
        return true;
    case POLYMORPHIC:
        call_handle(h, c);
        return true;
    default:
        return false;
    }
}

// setOut0(PrintStream) sets out.
static void set_static(struct heap *h, method_id m, var_id value) {
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
        points_flow(&h->p, value, heap_static(h, f));
    }
}

void heap_native(struct heap *h, method_id m) {
    struct world *w = h->w;
    struct points *p = &h->p;
    var_id v = heap_method(h, m), param = v + METHOD_PARAMS;
    struct desc_method d;
    switch (heap_effect(h, m)) {
    case MAKES_ARRAY:
        heap_watch(h, param, WATCH_MAKE_ARRAY, v);
        for (const char *type = "ZBCSIJFD"; *type; type++) {
            const char name[] = {'[', *type, '\0'};
            class_id c = world_class(w, arena_str(&w->arena, str_of(name)));
            points_flow(p, heap_any(h, c), v);
        }
        break;
    case MAKES_ARRAYS:
        heap_watch(h, param, WATCH_MAKE_ARRAYS, v);
        break;
    case RETURNS_ANY_CLASS:
        points_flow(p, heap_any(h, world_class(w, STR("java/lang/Class"))), v);
        break;
    case RETURNS_MADE:
        points_flow(p, h->made, v);
        points_flow(p, h->escaped, v + METHOD_THROWN);
        break;
    case RETURNS_RESULT:
        points_flow(p, h->results, v);
        points_flow(p, h->escaped, v + METHOD_THROWN);
        break;
    case SETS_STATIC:
        set_static(h, m, param);
        break;
    case NO_EFFECT:
        // It returns any object of its type, if that says something.
        if (desc_method(world_sig_desc(w, w->method.v[m].sig), &d)) {
            class_id c = world_type(w, d.ret);
            if (c && c != w->known.object) {
                points_flow(p, heap_any(h, c), v);
            }
        }
        break;
    default:
        break;
    }
}

// --- Past the fields -----------------------------------------------------------

bool heap_unsafe_method(const struct heap *h, method_id m) {
    struct str name = world_sig_name(h->w, h->w->method.v[m].sig);
    return memmem(name.p, name.n, "Reference", 9) ||
           memmem(name.p, name.n, "Object", 6);
}

static bool is_asked_for(const struct heap *h, struct str name) {
    return intern_find(&h->unsafe_name, name, STR("")) != 0;
}

void heap_connect_static(struct heap *h, field_id f) {
    const struct world_field row = h->w->field.v[f];
    if (is_asked_for(h, world_sig_name(h->w, row.sig)) &&
        world_sig_desc(h->w, row.sig).n > 1) {
        points_flow(&h->p, h->unsafe_static, h->static_var.v[f]);
        points_flow(&h->p, h->static_var.v[f], h->unsafe_static);
    }
}

// The Class of a class stands for its static fields.
static void connect_statics(struct heap *h, class_id c, var_id all) {
    struct world *w = h->w;
    const struct cf_class *cf = w->class.v[c].cf;
    for (u4 i = 0; cf && i < cf->n_fields; i++) {
        const struct cf_member *f = &cf->fields[i];
        struct str name = cp_str(cf, f->name), desc = cp_str(cf, f->desc);
        if (f->access_flags & ACC_STATIC && desc.n > 1 &&
            is_asked_for(h, name)) {
            var_id v = heap_static(
                h, world_declared_field(w, c, world_sig(w, name, desc)));
            points_flow(&h->p, all, v);
            points_flow(&h->p, v, all);
        }
    }
}

// What is written past the fields of an object can be in any of them.
static void connect_fields(struct heap *h, obj_id o) {
    struct world *w = h->w;
    receiver_id r = h->object.v[o].receiver;
    if (r & RECEIVER_LAMBDA) {
        return;
    }
    var_id all = points_field(&h->p, o, FIELD_UNSAFE);
    if (h->object.v[o].stands_for) {
        connect_statics(h, h->object.v[o].stands_for, all);
    }
    if (w->class.v[r].flags & CLASS_ARRAY) {
        var_id v = points_field(&h->p, o, FIELD_ELEMENTS);
        points_flow(&h->p, all, v);
        points_flow(&h->p, v, all);
    }
    u4 i = 0;
    for (field_id f; (f = heap_next_field(h, &r, &i));) {
        struct str name = world_sig_name(w, w->field.v[f].sig);
        if (is_asked_for(h, name)) {
            var_id v = points_field(&h->p, o, f);
            points_flow(&h->p, all, v);
            points_flow(&h->p, v, all);
        }
    }
}

// Objects up to n_unsafe_done know of the names up to n_names_done.
bool heap_connect_fields(struct heap *h) {
    if (h->n_names_done < h->unsafe_name.row.n) {
        h->n_names_done = h->unsafe_name.row.n;
        h->n_unsafe_done = 0;
        for (field_id f = 1; f < h->static_var.n; f++) {
            if (h->static_var.v[f]) {
                heap_connect_static(h, f);
            }
        }
    }
    bool any = h->n_unsafe_done < h->unsafe_object.n;
    while (h->n_unsafe_done < h->unsafe_object.n) {
        connect_fields(h, h->unsafe_object.v[h->n_unsafe_done++]);
    }
    return any;
}

// Code asks for a field by that name.
void heap_unsafe_field(struct heap *h, struct str name) {
    intern_add(&h->unsafe_name, name, STR(""));
}

bool heap_finds_fields(struct str class, struct str name) {
    static const char *const finder[][2] = {
        {"jdk/internal/misc/Unsafe", "objectFieldOffset"},
        {"java/lang/invoke/MethodHandles$Lookup", "findVarHandle"},
        {"java/lang/invoke/MethodHandles$Lookup", "findStaticVarHandle"},
        {"jdk/internal/invoke/MhUtil", "findVarHandle"},
        {"java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
         "newUpdater"},
        {"java/lang/Class", "getDeclaredField"},
        {"java/io/ObjectStreamField", "<init>"},
    };
    for (size_t i = 0; i < sizeof finder / sizeof *finder; i++) {
        if (str_eq(class, str_of(finder[i][0])) &&
            str_eq(name, str_of(finder[i][1]))) {
            return true;
        }
    }
    return false;
}
