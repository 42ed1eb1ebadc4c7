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

// What one type can bring, which is looked at once.
struct reading {
    struct dynamic *d;
    u4 number;           // of what was looked at, from 1
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

enum { SEEN_TYPE, SEEN_CLASS };

// The first time in that reading; 0: in any.
static bool is_new(struct reading *k, u4 what, u4 reading, class_id c) {
    u4 *seen =
        idmap_at(&effects_of(k->d)->read_seen[what], idmap_key(reading, c));
    bool is = *seen == 0;
    *seen = 1;
    return is;
}

static void read(struct reading *k, class_id c) {
    struct dynamic *d = k->d;
    if (!is_new(k, SEEN_CLASS, k->number, c)) {
        return;
    }
    k->n_found++;
    if (is_new(k, SEEN_CLASS, 0, c)) {
        models_may_read(d->follower, d->s, c);
    }
    for (; c && loose_is_program(d, c); c = d->w->up.v[c].super) {
        add_fields(k, c);
    }
}

static void read_below(struct reading *k, class_id type) {
    struct dynamic *d = k->d;
    if (!is_new(k, SEEN_TYPE, k->number, type)) {
        return;
    }
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
    read_below(k, d->w->known.serializable);
    read_lambdas(d, SRC_COMPONENT);
    read_lambdas(d, SRC_TESTS);
    read_lambdas(d, SRC_LIBRARY);
}

static void read_cast(struct reading *k, class_id cast) {
    struct dynamic *d = k->d;
    world_load(d->w, cast);
    struct str name = d->w->class.v[cast].name;
    add_type(k, name.p[0] == '['
                    ? name
                    : str_of(arena_printf(&d->scratch, "L%.*s;", STR_F(name))));
    while (k->type.n && !k->anything) {
        read_below(k, k->type.v[--k->type.n]);
    }
}

// `cast` is 0 if nothing is cast.
static struct read_cast look_below(struct dynamic *d, class_id cast) {
    struct reading k = {.d = d, .number = ++effects_of(d)->n_read};
    k.anything = cast == 0;
    if (cast) {
        read_cast(&k, cast);
    } else {
        read_anything(&k);
    }
    vec_free(&k.type);
    return (struct read_cast){k.anything, k.n_found};
}

static struct read_cast what_comes(struct dynamic *d, class_id cast) {
    struct effects *e = effects_of(d);
    u4 known = idmap_find(&e->read_of, idmap_key(cast, 1));
    if (known) {
        return e->read_cast.v[known - 1];
    }
    struct read_cast found = look_below(d, cast);
    if (cast && found.anything) {
        found = what_comes(d, 0);
    }
    vec_push(&e->read_cast, found);
    *idmap_at(&e->read_of, idmap_key(cast, 1)) = e->read_cast.n;
    return found;
}

void streams_read(struct dynamic *d, op_id id) {
    const struct op o = d->op.v[id];
    if (loose_is_program(d, d->w->method.v[o.at].class)) {
        struct read_cast found = what_comes(d, o.cast);
        d->op.v[id].is_partly |= found.anything;
        d->op.v[id].n_found = found.n_found;
    }  // else it reads what some call of the program reads
}
