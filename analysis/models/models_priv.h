// SPDX-License-Identifier: MIT
// What the files of models/ share.
#ifndef CCINSTR_ANALYSIS_MODELS_MODELS_PRIV_H
#define CCINSTR_ANALYSIS_MODELS_MODELS_PRIV_H

#include "analysis/models/models.h"

// What `seen` of models is about, by the first half of a key.
enum {
    SEEN_BOOT = 1,
    SEEN_GUARD,
    SEEN_ANNOTATION,
    SEEN_NAMED_BY_JDK,
    SEEN_NAMED,
    SEEN_ENUM,
    SEEN_SERIALIZED,
};

// The first time?
bool models_is_new(struct models *m, u4 about, u4 id);

void models_unfollowed(struct models *m, enum unfollowed_kind kind,
                       method_id at, u2 pc, struct str what);

// indy.c: an invokedynamic or a constant that native code links.
void indy_constant(void *context, struct solve *s, method_id m, u2 pc, u4 i);

// handles.c
void handles_polymorphic(void *context, struct solve *s, method_id m, u2 pc,
                         ref_id r);
void handles_allocated(void *context, struct solve *s, class_id c);
void handles_idle(struct models *m, struct solve *s);
// Code of class `in` finds a handle on that method; one of class `special`, if it is not
// 0, runs the method itself, whatever it is called on.
void handles_add(struct models *m, struct solve *s, class_id in,
                 method_id target, class_id special);
// Code of class `in` calls that method, which may return a handle.
void handles_used(struct models *m, struct solve *s, class_id in,
                  method_id used);
// A bootstrap method, which only the linkage runs.
void handles_add_boot(struct models *m, struct solve *s, method_id target);

// services.c: what ServiceLoader makes.
void services_idle(struct models *m, struct solve *s);

// serial.c: what object streams call.
void serial_allocated(struct models *m, struct solve *s, class_id c);
void serial_idle(struct models *m, struct solve *s);

// lookup.c: handles that code finds by constants.
void lookup_idle(struct models *m, struct solve *s);

// arrays.c: what java.lang.reflect.Array makes. Reachable code of class `in`
// names class c.
void arrays_named(struct models *m, class_id c, class_id in);
void arrays_idle(struct models *m, struct solve *s);

// enums.c: what lists the constants of enums. Reachable code names class c.
void enums_named(struct models *m, class_id c);
void enums_idle(struct models *m, struct solve *s);

// annotations.c: the proxies that stand for annotations.
void annotations_idle(struct models *m, struct solve *s);

// The method of that text (as world_find_method takes it), or 0. Found once and
// then known by the address of the text, which must be static.
method_id models_method(struct models *m, const char *text);
// The same for a class, if it can be found.
class_id models_class(struct models *m, const char *text);
// The method if it is reachable, or 0.
method_id models_reached(struct models *m, const struct solve *s,
                         const char *text);

#endif
