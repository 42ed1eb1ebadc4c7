// SPDX-License-Identifier: MIT
// Arrays that java.lang.reflect.Array makes of classes that code names.
//
// Arrays of a class count as asked for when reachable code outside of the JDK
// names the class by a constant, and so do array classes that any code names
// (for Arrays.copyOf). The JDK names so many classes that the arrays of all
// these would double the receivers of the methods of Object; those of its own
// that it makes by reflection are made in other places as well.
#include "analysis/models/models_priv.h"

#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

static const char NEW_ARRAY[] =
    "java/lang/reflect/Array.newArray:(Ljava/lang/Class;I)Ljava/lang/Object;";
static const char NEW_ARRAYS[] = "java/lang/reflect/Array.multiNewArray:"
                                 "(Ljava/lang/Class;[I)Ljava/lang/Object;";

void arrays_named(struct models *m, class_id c, class_id in) {
    const struct world *w = m->w;
    bool is_array = (w->class.v[c].flags & CLASS_ARRAY) != 0;
    bool is_ours = !(w->class.v[in].flags & CLASS_JDK);
    u4 about = is_ours ? SEEN_NAMED : SEEN_NAMED_BY_JDK;
    if ((is_array || is_ours) && models_is_new(m, about, c)) {
        vec_push(&m->arrays_of, ((struct named_class){c, is_ours}));
    }
}

static u4 dimensions_of(const struct world *w, class_id c) {
    struct str name = w->class.v[c].name;
    u4 n = 0;
    while (n < name.n && name.p[n] == '[') {
        n++;
    }
    return n;
}

// What is made may be asked for its class, and arrays of that made in turn.
static void make_arrays(struct solve *s, struct named_class n, bool of_arrays) {
    class_id c = n.class;
    u4 dimensions = !n.is_ours ? 0 : of_arrays ? SOLVE_DIMENSIONS : 1;
    u4 had = dimensions_of(s->w, c);
    if (had + dimensions > SOLVE_DIMENSIONS) {
        dimensions = had < SOLVE_DIMENSIONS ? SOLVE_DIMENSIONS - had : 0;
    }
    if (s->w->class.v[c].flags & CLASS_ARRAY) {
        solve_has_objects(s, c);
    }
    for (u4 i = 0; i < dimensions; i++) {
        c = world_array_of(s->w, c);
        solve_has_objects(s, c);
    }
}

void models_make_arrays(struct solve *s, class_id c, bool of_arrays) {
    make_arrays(s, (struct named_class){c, true}, of_arrays);
}

void arrays_idle(struct models *m, struct solve *s) {
    bool of_arrays = models_reached(m, s, NEW_ARRAYS) != 0;
    if (of_arrays && !m->arrays_of_arrays) {
        m->arrays_of_arrays = true;
        m->n_arrays = 0;
    }
    if (of_arrays || models_reached(m, s, NEW_ARRAY)) {
        while (m->n_arrays < m->arrays_of.n) {
            make_arrays(s, m->arrays_of.v[m->n_arrays++], of_arrays);
        }
    }
}
