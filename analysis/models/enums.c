// SPDX-License-Identifier: MIT
// What lists the constants of an enum by its class: Enum.valueOf, which the valueOf of
// each enum calls, EnumSet, EnumMap. Class calls the enum's values() for them, by
// reflection.
//
// An enum counts when reachable code names it by a class constant. That of an object
// (EnumSet.of(E.A) asks that for its class) cannot be seen.
#include "analysis/models/models_priv.h"

#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

static const char LISTER[] =
    "java/lang/Class.getEnumConstantsShared:()[Ljava/lang/Object;";

void enums_named(struct models *m, class_id c) {
    if (models_is_new(m, SEEN_ENUM, c)) {
        vec_push(&m->enums, c);
    }
}

void models_list_enum(struct solve *s, method_id by, class_id c) {
    struct world *w = s->w;
    world_load(w, c);
    struct str name = w->class.v[c].name;
    if (!(w->class.v[c].access_flags & ACC_ENUM) || name.p[0] == '[') {
        return;
    }
    char *desc = arena_printf(&w->arena, "()[L%.*s;", STR_F(name));
    method_id values =
        world_declared(w, c, world_sig(w, STR("values"), str_of(desc)));
    if (values && world_is_static(w, values)) {
        solve_initialise(s, by, SITE_NO_PC, c);
        solve_call(s, by, SITE_NO_PC, EDGE_REFLECT, values);
    }
}

void enums_idle(struct models *m, struct solve *s) {
    method_id by = models_reached(m, s, LISTER);
    while (by && m->n_enums < m->enums.n) {
        models_list_enum(s, by, m->enums.v[m->n_enums++]);
    }
}
