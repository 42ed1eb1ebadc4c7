// SPDX-License-Identifier: MIT
// What object streams call: the private methods that serializable classes may
// have, and constructors of objects that are read.
//
// Classes whose objects reachable code makes are taken into account; that a
// stream brings others cannot be seen.
#include "analysis/models/models_priv.h"

#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

// CALLER is what calls METHOD by reflection.
struct serial_row {
    const char *caller, *name, *desc;
};

#define OSC "java/io/ObjectStreamClass."
static const char WRITE_REPLACE[] =
    OSC "invokeWriteReplace:(Ljava/lang/Object;)Ljava/lang/Object;";
static const char READ_RESOLVE[] =
    OSC "invokeReadResolve:(Ljava/lang/Object;)Ljava/lang/Object;";
static const struct serial_row rows[] = {
    {OSC "invokeWriteObject:(Ljava/lang/Object;Ljava/io/ObjectOutputStream;)V",
     "writeObject", "(Ljava/io/ObjectOutputStream;)V"},
    {OSC "invokeReadObject:(Ljava/lang/Object;Ljava/io/ObjectInputStream;)V",
     "readObject", "(Ljava/io/ObjectInputStream;)V"},
    {OSC "invokeReadObjectNoData:(Ljava/lang/Object;)V", "readObjectNoData",
     "()V"},
    {WRITE_REPLACE, "writeReplace", "()Ljava/lang/Object;"},
    {READ_RESOLVE, "readResolve", "()Ljava/lang/Object;"},
    {OSC "newInstance:()Ljava/lang/Object;", "<init>", "()V"},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

void serial_allocated(struct models *m, struct solve *s, class_id c) {
    struct world *w = s->w;
    if (w->class.v[w->known.serializable].state == CLASS_LOADED &&
        world_is_subtype(w, c, w->known.serializable) &&
        !(w->class.v[c].flags & CLASS_ARRAY)) {
        vec_push(&m->serial, c);
    }
}

void models_may_read(struct models *m, struct solve *s, class_id c) {
    solve_initialise(s, CALLER_VM, SITE_NO_PC, c);
    if (s->w->class.v[c].access_flags & ACC_ENUM) {
        enums_named(m, c);  // of its constants a stream has the names
    } else {
        solve_allocate(s, c);
    }
}

void models_may_read_lambdas(struct models *m, struct solve *s, class_id c) {
    (void)s;
    vec_push(&m->serial_lambda, c);
}

// An externalizable object is made by its own constructor, others by that of
// the first superclass that is not serializable.
static void make(struct solve *s, method_id by, class_id c, sig_id init) {
    struct world *w = s->w;
    class_id external = world_class(w, STR("java/io/Externalizable"));
    struct solve_site site = {SITE_NO_PC, SITE_NEW, EDGE_REFLECT, 0};
    world_load(w, external);
    if (!world_is_subtype(w, c, external)) {
        site.shape = SITE_DIRECT;
        while (c && world_is_subtype(w, c, w->known.serializable)) {
            c = w->up.v[c].super;
        }
    }
    site.what = world_declared(w, c, init);
    if (site.what) {
        solve_edge(s, by, site);
    }
}

// Records are made by a handle on their canonical constructor.
static void make_record(struct models *m, struct solve *s, method_id by,
                        class_id c) {
    const struct world_class k = s->w->class.v[c];
    struct str super = s->w->class.v[s->w->up.v[c].super].name;
    for (u4 i = 0; i < k.n_methods && str_eq(super, STR("java/lang/Record"));
         i++) {
        sig_id sig = s->w->method.v[k.method + i].sig;
        if (str_eq(world_sig_name(s->w, sig), STR("<init>"))) {
            handles_add(m, s, s->w->method.v[by].class, k.method + i, 0);
        }
    }
}

static void call(struct solve *s, method_id by, class_id c, sig_id sig) {
    for (; c; c = s->w->up.v[c].super) {
        method_id m = world_declared(s->w, c, sig);
        if (m &&
            !(s->w->method.v[m].access_flags & (ACC_STATIC | ACC_ABSTRACT))) {
            solve_edge(s, by,
                       (struct solve_site){SITE_NO_PC, SITE_GROUP, EDGE_REFLECT,
                                           solve_fixed(s, c, m)});
        }
    }
}

static const char SERIALIZED_LAMBDA[] =
    "java/lang/invoke/SerializedLambda.<init>:"
    "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;"
    "ILjava/lang/String;Ljava/lang/String;Ljava/lang/String;"
    "Ljava/lang/String;[Ljava/lang/Object;)V";

// A SerializedLambda stands for a lambda in a stream: the writeReplace of the class that
// is generated for the lambda makes it, and so does a stream that is read.
static void make_serialized(struct models *m, struct solve *s) {
    method_id init = models_method(m, SERIALIZED_LAMBDA);
    method_id write = models_reached(m, s, WRITE_REPLACE);
    if (!init || m->serial_lambda.n == 0) {
        return;
    }
    if (write && models_is_new(m, SEEN_SERIALIZED, init)) {
        solve_reflect(
            s, &(struct solve_reflected){.caller = write,
                                         .pc = SITE_NO_PC,
                                         .type = s->w->method.v[init].class,
                                         .target = init});
    }
    if (models_reached(m, s, READ_RESOLVE)) {
        solve_has_objects(s, s->w->method.v[init].class);
    }
}

static void lambdas(struct models *m, struct solve *s) {
    make_serialized(m, s);
    method_id by =
        models_reached(m, s,
                       "java/lang/invoke/SerializedLambda.readResolve:"
                       "()Ljava/lang/Object;");
    sig_id sig = world_sig(s->w, STR("$deserializeLambda$"),
                           STR("(Ljava/lang/invoke/SerializedLambda;)"
                               "Ljava/lang/Object;"));
    while (by && m->serial_lambda_done < m->serial_lambda.n) {
        class_id c = m->serial_lambda.v[m->serial_lambda_done++];
        method_id d = world_declared(s->w, c, sig);
        if (d) {
            solve_call(s, by, SITE_NO_PC, EDGE_REFLECT, d);
        }
    }
}

void serial_idle(struct models *m, struct solve *s) {
    while (m->serial_done.n < N_ROWS) {
        vec_push(&m->serial_done, 0);
    }
    for (u4 i = 0; i < N_ROWS; i++) {
        method_id by = models_reached(m, s, rows[i].caller);
        sig_id sig =
            world_sig(s->w, str_of(rows[i].name), str_of(rows[i].desc));
        bool init = rows[i].name[0] == '<';
        while (by && m->serial_done.v[i] < m->serial.n) {
            class_id c = m->serial.v[m->serial_done.v[i]++];
            if (init) {
                make(s, by, c, sig);
                make_record(m, s, by, c);
            } else {
                call(s, by, c, sig);
            }
        }
    }
    lambdas(m, s);
}
