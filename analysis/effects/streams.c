// SPDX-License-Identifier: MIT
// What object streams hold: objects of classes that the program may never make.
//
// A call of readObject outside the JDK gives an object of the type that it is cast to, and
// with it what its fields can hold by their types, and so on. Where a type of the JDK that
// is not final comes in, a List, say, or nothing is cast, that may be any serializable
// class of the program: all are taken, and the call is a gap. What is called on such objects
// while they are read is the business of models/serial.c.
#include "analysis/effects/effects_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/reach/reach.h"
#include "analysis/sources/sources.h"
#include "analysis/world/world.h"

struct reading {
    struct dynamic *d;
    bool anything;       // any type can come
    VEC(class_id) type;  // to look at
    u4 n_found;
};

static void add_type(struct reading *k, struct str desc) {
    struct world *w = k->d->w;
    class_id c = world_type(w, desc);
    while (c && w->class.v[c].flags & CLASS_ARRAY) {
        c = w->class.v[c].elem;
        if (c) {
            models_make_arrays(k->d->s, c, false);
        }
    }
    if (!c) {
        return;
    }
    world_load(w, c);
    if (loose_is_program(k->d, c)) {
        vec_push(&k->type, c);
    } else if (!(w->class.v[c].access_flags & ACC_FINAL)) {
        k->anything = true;
    }
}

// What a stream has of the fields that class c itself declares.
static void add_fields(struct reading *k, class_id c) {
    const struct cf_class *cf = k->d->w->class.v[c].cf;
    for (u4 i = 0; cf && i < cf->n_fields; i++) {
        const struct cf_member *f = &cf->fields[i];
        if (!(f->access_flags & (ACC_STATIC | ACC_TRANSIENT))) {
            add_type(k, cp_str(cf, f->desc));
        }
    }
}

static bool is_serializable(const struct dynamic *d, class_id c) {
    const struct world *w = d->w;
    return loose_is_program(d, c) &&
           world_is_subtype(w, c, w->known.serializable);
}

static void read(struct reading *k, class_id c) {
    struct dynamic *d = k->d;
    u4 *seen = idmap_at(&effects_of(d)->read_classes, idmap_key(2, c));
    k->n_found += *seen == 0;
    if (*seen == 0) {
        *seen = 1;
        models_may_read(d->follower, d->s, c);
    }
    for (; c && loose_is_program(d, c); c = d->w->up.v[c].super) {
        add_fields(k, c);
    }
}

static void read_below(struct reading *k, class_id type) {
    struct dynamic *d = k->d;
    u4 *seen = idmap_at(&effects_of(d)->read_classes, idmap_key(1, type));
    if (*seen) {
        return;
    }
    *seen = 1;
    struct below below = path_below(d, type);
    for (u4 i = 0; i < below.n; i++) {
        world_load(d->w, below.class[i]);
        if (is_serializable(d, below.class[i])) {
            read(k, below.class[i]);
        }
    }
}

// Only the methods of a class tell whether it makes lambdas that can be in a stream.
static void read_lambdas(struct dynamic *d, enum src_part part) {
    struct world *w = d->w;
    sig_id sig = world_sig(w, STR("$deserializeLambda$"),
                           STR("(Ljava/lang/invoke/SerializedLambda;)"
                               "Ljava/lang/Object;"));
    struct str name;
    for (struct src_iter it = src_each(w->src, part); src_next(&it, &name);) {
        class_id c = world_class(w, name);
        world_load(w, c);
        if (w->class.v[c].state == CLASS_LOADED && world_declared(w, c, sig)) {
            models_may_read_lambdas(d->follower, d->s, c);
        }
    }
}

static void read_anything(struct reading *k) {
    struct dynamic *d = k->d;
    if (effects_of(d)->reads_anything) {
        return;
    }
    effects_of(d)->reads_anything = true;
    read_below(k, d->w->known.serializable);
    read_lambdas(d, SRC_COMPONENT);
    read_lambdas(d, SRC_TESTS);
    read_lambdas(d, SRC_LIBRARY);
}

void streams_read(struct dynamic *d, op_id id) {
    const struct op o = d->op.v[id];
    struct reading k = {.d = d, .anything = o.cast == 0};
    if (!loose_is_program(d, d->w->method.v[o.at].class)) {
        return;  // it reads what some call of the program reads
    }
    if (o.cast) {
        world_load(d->w, o.cast);
        struct str name = d->w->class.v[o.cast].name;
        add_type(
            &k, name.p[0] == '['
                    ? name
                    : str_of(arena_printf(&d->scratch, "L%.*s;", STR_F(name))));
    }
    while (k.type.n && !k.anything) {
        read_below(&k, k.type.v[--k.type.n]);
    }
    if (k.anything) {
        read_anything(&k);
        d->op.v[id].is_partly = true;
    }
    d->op.v[id].n_found = k.n_found;
    vec_free(&k.type);
}
