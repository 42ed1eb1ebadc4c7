// SPDX-License-Identifier: MIT
// Objects, what they are objects of, and what can be where.
#include "analysis/pointsto/pointsto_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/reach/reach.h"
#include "analysis/table/idmap.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

var_id pts_var(struct pointsto *h) {
    return points_vars(&h->p, 1);
}

static bool is_interface(const struct world *w, class_id c) {
    return (w->class.v[c].access_flags & ACC_INTERFACE) != 0;
}

// --- Kinds -------------------------------------------------------------------

static void pass(struct pointsto *h, class_id c, kind_id k) {
    if (c < h->mask_of.n && h->mask_of.v[c]) {
        points_pass(&h->p, h->mask_of.v[c] - 1, k);
    }
}

static void pass_supers(struct pointsto *h, class_id c, kind_id k) {
    const struct world_class *row = &h->w->class.v[c];
    for (u4 i = 0; i <= row->depth; i++) {
        pass(h, row->display[i], k);
    }
    for (u4 i = 0; i < row->n_supers; i++) {
        pass(h, row->supers[i], k);
    }
}

// All masks that let objects of class c pass, for its new kind.
static void pass_class(struct pointsto *h, class_id c, kind_id k) {
    const struct world *w = h->w;
    pass_supers(h, c, k);
    if (w->class.v[c].flags & CLASS_ARRAY) {
        vec_push(&h->array, k);
        for (u4 i = 0; i < h->array_mask.n; i++) {
            class_id t = h->array_mask.v[i];
            if (t != c && world_is_subtype(w, c, t)) {
                pass(h, t, k);
            }
        }
    }
    if (world_is_subtype(w, c, w->known.throwable)) {
        for (u4 i = 0; i < h->caught.n; i++) {
            class_id t = h->caught.v[i];
            if (!world_is_subtype(w, c, t)) {
                points_pass(&h->p, h->escape_mask.v[t], k);
            }
        }
    }
}

// Exceptions meet in what methods throw, and hardly elsewhere.
static u4 shelf_of(const struct pointsto *h, class_id c) {
    return world_is_subtype(h->w, c, h->w->known.throwable) ? 1 : 0;
}

static kind_id kind_of_class(struct pointsto *h, class_id c) {
    vec_cover(&h->kind_of_class, c + 1);
    if (!h->kind_of_class.v[c]) {
        kind_id k = points_kind(&h->p);
        world_load(h->w, c);
        h->kind_of_class.v[c] = k;
        vec_cover(&h->kind, k + 1);
        h->kind.v[k] = c;
        points_shelve(&h->p, k, shelf_of(h, c));
        pass_class(h, c, k);
        vec_push(&h->fresh, c);
    }
    return h->kind_of_class.v[c];
}

static kind_id kind_of_lambda(struct pointsto *h, lambda_id l) {
    vec_cover(&h->kind_of_lambda, l + 1);
    if (!h->kind_of_lambda.v[l]) {
        const struct solve_lambda *row = &h->s->lambda.v[l];
        kind_id k = points_kind(&h->p);
        h->kind_of_lambda.v[l] = k;
        vec_cover(&h->kind, k + 1);
        h->kind.v[k] = TYPE_LAMBDA | l;
        world_load(h->w, row->interface);
        pass_supers(h, row->interface, k);
        for (u4 i = 0; i < row->n_markers; i++) {
            world_load(h->w, row->marker[i]);
            pass_supers(h, row->marker[i], k);
        }
    }
    return h->kind_of_lambda.v[l];
}

// Any serializable class that has objects can have one that was in a stream.
static void stream(struct pointsto *h, class_id c) {
    const struct world *w = h->w;
    const struct world_class *k = &w->class.v[c];
    if (world_is_subtype(w, c, w->known.serializable) &&
        !(k->flags & CLASS_ARRAY) && !(k->access_flags & ACC_ENUM)) {
        obj_id o = pts_object_of(h, c);
        if (!h->object.v[o].streamed) {
            h->object.v[o].streamed = true;
            vec_push(&h->serialized, o);
            points_add(&h->p, h->streamed, o);
        }
    }
}

// Models may name classes and call methods when they hear of it, so it waits until
// nobody holds on to rows.
void pts_tell(struct pointsto *h) {
    while (h->n_told < h->fresh.n) {
        class_id c = h->fresh.v[h->n_told];
        solve_has_objects(h->s, c);
        h->n_told++;
        if (h->streams) {
            stream(h, c);
        }
    }
}

void pts_stream(struct pointsto *h) {
    h->streams = true;
    for (u4 i = 0; i < h->n_told; i++) {
        stream(h, h->fresh.v[i]);
    }
}

// --- Objects -----------------------------------------------------------------

static void note_object(struct pointsto *h, obj_id o, class_id c) {
    for (u4 i = 0; i < h->native_class.n; i++) {
        h->object.v[o].native_fields |= c == h->native_class.v[i];
    }
    if (h->finalize && !(h->w->class.v[c].flags & CLASS_ARRAY) &&
        resolve_select(h->w, c, h->finalize) != h->finalize) {
        points_add(&h->p, h->passed[EDGE_FINALIZER], o);
    }
}

obj_id pts_object(struct pointsto *h, type_id r, method_id maker, u2 pc) {
    kind_id k = r & TYPE_LAMBDA ? kind_of_lambda(h, r & ~TYPE_LAMBDA)
                                : kind_of_class(h, r);
    obj_id o = points_object(&h->p, k);
    vec_cover(&h->object, o + 1);
    h->object.v[o].receiver = r;
    h->object.v[o].maker = maker;
    h->object.v[o].pc = pc;
    points_add(&h->p, h->any, o);
    if (!(r & TYPE_LAMBDA)) {
        note_object(h, o, r);
    }
    return o;
}

obj_id pts_object_of(struct pointsto *h, class_id c) {
    vec_cover(&h->object_of_class, c + 1);
    if (!h->object_of_class.v[c]) {
        obj_id o = pts_object(h, c, 0, SITE_NO_PC);
        h->object_of_class.v[c] = o;
    }
    return h->object_of_class.v[c];
}

// Andersen's analysis merges strings, boxes, string builders, and exceptions of
// libraries: they are many, and their class is all that one asks of them.
static bool is_merged(const struct world *w, class_id c) {
    static const char *const name[] = {
        "java/lang/String",       "java/lang/StringBuilder",
        "java/lang/StringBuffer", "java/lang/Boolean",
        "java/lang/Byte",         "java/lang/Character",
        "java/lang/Short",        "java/lang/Integer",
        "java/lang/Long",         "java/lang/Float",
        "java/lang/Double",
    };
    const struct world_class *k = &w->class.v[c];
    if (!(k->flags & CLASS_COMPONENT) &&
        world_is_subtype(w, c, w->known.throwable)) {
        return true;
    }
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        if (str_eq(k->name, str_of(name[i]))) {
            return true;
        }
    }
    return false;
}

obj_id pts_object_made(struct pointsto *h, class_id c, method_id maker, u2 pc) {
    bool one = h->how == PTS_OF_CLASS || is_merged(h->w, c);
    return one ? pts_object_of(h, c) : pts_object(h, c, maker, pc);
}

// The JVM sets componentType of the Class of an array.
obj_id pts_class_object(struct pointsto *h, class_id c) {
    struct world *w = h->w;
    class_id class = world_class(w, STR("java/lang/Class"));
    sig_id sig = world_sig(w, STR("componentType"), STR("Ljava/lang/Class;"));
    vec_cover(&h->class_object, c + 1);
    obj_id first = h->class_object.v[c];
    // An array's element class may be new as well, and its element class.
    for (obj_id of = 0; c; c = w->class.v[c].elem) {
        vec_cover(&h->class_object, c + 1);
        obj_id o = h->class_object.v[c];
        bool known = o != 0;
        if (!known) {
            o = pts_object(h, class, 0, SITE_NO_PC);
            h->class_object.v[c] = o;
            h->object.v[o].stands_for = c;
        }
        first = first ? first : o;
        world_load(w, class);
        field_id f = of ? world_declared_field(w, class, sig) : 0;
        if (f) {
            points_add(&h->p, points_field(&h->p, of, f), o);
        }
        if (known || !(w->class.v[c].flags & CLASS_ARRAY)) {
            break;
        }
        of = o;
    }
    return first;
}

// --- Masks -------------------------------------------------------------------

static void pass_receivers(struct pointsto *h, class_id c, mask_id m) {
    const struct solve_holder *t = solve_holder(h->s, c);
    for (u4 i = 0; i < t->receiver.n; i++) {
        type_id r = t->receiver.v[i];
        bool has_kind = r < h->kind_of_class.n && h->kind_of_class.v[r];
        if (has_kind) {
            points_pass(&h->p, m, h->kind_of_class.v[r]);
        }
    }
}

static void pass_lambdas(struct pointsto *h, class_id c, mask_id m) {
    for (lambda_id l = 1; l < h->kind_of_lambda.n; l++) {
        const struct solve_lambda *row = &h->s->lambda.v[l];
        bool is = world_is_subtype(h->w, row->interface, c);
        for (u4 i = 0; i < row->n_markers && !is; i++) {
            is = world_is_subtype(h->w, row->marker[i], c);
        }
        if (is && h->kind_of_lambda.v[l]) {
            points_pass(&h->p, m, h->kind_of_lambda.v[l]);
        }
    }
}

static void pass_fresh(struct pointsto *h, class_id c, mask_id m) {
    for (u4 i = h->n_told; i < h->fresh.n; i++) {
        if (world_is_subtype(h->w, h->fresh.v[i], c)) {
            points_pass(&h->p, m, h->kind_of_class.v[h->fresh.v[i]]);
        }
    }
}

mask_id pts_cast_mask(struct pointsto *h, class_id c) {
    struct world *w = h->w;
    if (c == 0 || c == w->known.object) {
        return 0;
    }
    world_load(w, c);
    // What is nowhere to be found has unknown subclasses.
    if (w->class.v[c].flags & CLASS_PHANTOM) {
        return 0;
    }
    vec_cover(&h->mask_of, c + 1);
    if (h->mask_of.v[c]) {
        return h->mask_of.v[c] - 1;
    }
    mask_id m = points_mask(&h->p);
    h->mask_of.v[c] = m + 1;
    if (w->class.v[c].flags & CLASS_ARRAY) {
        vec_push(&h->array_mask, c);
        for (u4 i = 0; i < h->array.n; i++) {
            class_id a = h->kind.v[h->array.v[i]];
            if (world_is_subtype(w, a, c)) {
                points_pass(&h->p, m, h->array.v[i]);
            }
        }
    } else {
        pass_receivers(h, c, m);
        pass_fresh(h, c, m);
        if (is_interface(w, c)) {
            pass_lambdas(h, c, m);
        }
    }
    return m;
}

mask_id pts_declared_mask(struct pointsto *h, class_id c) {
    struct world *w = h->w;
    class_id base = c;
    while (base && w->class.v[base].flags & CLASS_ARRAY) {
        base = w->class.v[base].elem;
    }
    if (base) {
        world_load(w, base);
    }
    // The verifier takes interfaces, also in arrays, for Object.
    if (c == 0 || (base && is_interface(w, base))) {
        return 0;
    }
    return pts_cast_mask(h, c);
}

mask_id pts_escape_mask(struct pointsto *h, class_id c) {
    vec_cover(&h->escape_mask, c + 1);
    if (h->escape_mask.v[c]) {
        return h->escape_mask.v[c];
    }
    mask_id m = points_mask(&h->p);
    h->escape_mask.v[c] = m;
    vec_push(&h->caught, c);
    for (kind_id k = 1; k < h->kind.n; k++) {
        type_id r = h->kind.v[k];
        if (!(r & TYPE_LAMBDA) &&
            world_is_subtype(h->w, r, h->w->known.throwable) &&
            !world_is_subtype(h->w, r, c)) {
            points_pass(&h->p, m, k);
        }
    }
    return m;
}

var_id pts_part(struct pointsto *h, var_id v, class_id c) {
    mask_id m = pts_cast_mask(h, c);
    if (m == 0) {
        return v;
    }
    u4 known = idmap_find(&h->parts, idmap_key(v, c));
    if (!known) {
        known = pts_var(h);
        *idmap_at(&h->parts, idmap_key(v, c)) = known;
        points_limit(&h->p, known, m);
        points_flow(&h->p, v, known);
    }
    return known;
}

var_id pts_any(struct pointsto *h, class_id c) {
    return c ? pts_part(h, h->any, c) : 0;
}

static bool says_little(const struct pointsto *h, class_id c) {
    const struct world *w = h->w;
    while (w->class.v[c].flags & CLASS_ARRAY && w->class.v[c].elem) {
        c = w->class.v[c].elem;
    }
    return c == w->known.object || is_interface(w, c);
}

var_id pts_passed(struct pointsto *h, class_id c, enum edge_kind kind) {
    if (c == 0) {
        return 0;
    }
    world_load(h->w, c);
    if (kind != PASSED_ANY && !says_little(h, c)) {
        return pts_any(h, c);
    }
    return pts_part(h, h->passed[kind], c);
}

var_id pts_passed_self(struct pointsto *h, class_id c, enum edge_kind kind) {
    return kind == PASSED_ANY ? pts_part(h, h->any_self, c)
                              : pts_passed(h, c, kind);
}

var_id pts_thrown_by_jvm(struct pointsto *h, class_id c) {
    return pts_part(h, h->by_jvm, c);
}

// --- Fields ------------------------------------------------------------------

static class_id elem_of(const struct pointsto *h, obj_id o) {
    type_id r = h->object.v[o].receiver;
    return r & TYPE_LAMBDA ? 0 : h->w->class.v[r].elem;
}

mask_id pts_field_mask(void *context, obj_id o, u4 field) {
    struct pointsto *h = context;
    if (field == FIELD_ELEMENTS) {
        return pts_cast_mask(h, elem_of(h, o));
    }
    if (field == FIELD_READ || field == FIELD_WRITTEN) {
        if (!h->object.v[o].past_fields) {
            h->object.v[o].past_fields = true;
            vec_push(&h->unsafe_object, o);
        }
        return 0;
    }
    if (h->object.v[o].native_fields) {
        vec_push(&h->native_field, ((struct native_field){o, field}));
    }
    sig_id sig = h->w->field.v[field].sig;
    return pts_declared_mask(h, world_type(h->w, world_sig_desc(h->w, sig)));
}

field_id pts_next_field(struct pointsto *h, class_id *c, u4 *i) {
    struct world *w = h->w;
    for (; *c; *c = w->up.v[*c].super, *i = 0) {
        const struct cf_class *cf = w->class.v[*c].cf;
        while (cf && *i < cf->n_fields) {
            const struct cf_member *f = &cf->fields[(*i)++];
            struct str desc = cp_str(cf, f->desc);
            if (!(f->access_flags & ACC_STATIC) && desc.n > 1) {
                return world_declared_field(
                    w, *c, world_sig(w, cp_str(cf, f->name), desc));
            }
        }
    }
    return 0;
}

void pts_native_fields(struct pointsto *h, obj_id o) {
    if (h->object.v[o].native_fields) {
        return;
    }
    h->object.v[o].native_fields = true;
    class_id c = h->object.v[o].receiver;
    u4 i = 0;
    for (field_id f; (f = pts_next_field(h, &c, &i));) {
        vec_push(&h->native_field, ((struct native_field){o, f}));
    }
}

// Native code sets fields of what it makes: to objects of their type, if that
// says something.
void pts_fill_fields(struct pointsto *h) {
    while (h->native_field.n) {
        struct native_field f = h->native_field.v[--h->native_field.n];
        sig_id sig = h->w->field.v[f.f].sig;
        class_id c = world_type(h->w, world_sig_desc(h->w, sig));
        if (c) {
            points_flow(&h->p, pts_passed(h, c, EDGE_NATIVE),
                        points_field(&h->p, f.o, f.f));
        }
    }
}
