// SPDX-License-Identifier: MIT
// The proxies that stand for annotations: once the JDK's parser of annotations
// is reachable, every annotation type that code calls methods on has objects,
// whose methods run AnnotationInvocationHandler.invoke.
#include "analysis/models/models_priv.h"

#include "analysis/classfile/desc.h"
#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

static const char PARSER[] =
    "sun/reflect/annotation/AnnotationParser.annotationForMap:"
    "(Ljava/lang/Class;Ljava/util/Map;)Ljava/lang/annotation/Annotation;";
static const char HANDLER[] =
    "sun/reflect/annotation/AnnotationInvocationHandler.invoke:"
    "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)"
    "Ljava/lang/Object;";

static void add_proxy(struct solve *s, class_id c, method_id parser,
                      method_id handler) {
    class_id of = s->w->method.v[handler].class;
    struct solve_lambda proxy = {
        .proxy = true,
        .interface = c,
        .caller = parser,
        .body = {SITE_NO_PC, SITE_GROUP, EDGE_CALL,
                 solve_fixed(s, of, handler)},
    };
    solve_lambda(s, &proxy);
}

// Elements that are arrays, made by reflection; those that are annotations
// are proxies as well.
static void add_elements(struct models *m, struct solve *s, class_id c) {
    struct world *w = s->w;
    const struct world_class k = w->class.v[c];
    for (u4 i = 0; i < k.n_methods; i++) {
        struct desc_method d;
        if (!desc_method(world_sig_desc(w, w->method.v[k.method + i].sig),
                         &d)) {
            continue;
        }
        class_id t = world_type(w, d.ret);
        if (t && w->class.v[t].flags & CLASS_ARRAY) {
            solve_allocate(s, t);
            t = w->class.v[t].elem;
        }
        if (t) {
            world_load(w, t);
            vec_push(&m->annotation, t);
        }
    }
}

void annotations_idle(struct models *m, struct solve *s) {
    method_id parser = models_reached(m, s, PARSER);
    method_id handler = parser ? models_method(m, HANDLER) : 0;
    for (; handler && m->n_groups < s->group.n; m->n_groups++) {
        vec_push(&m->annotation, s->group.v[m->n_groups].type);
    }
    while (handler && m->annotation.n) {
        class_id c = m->annotation.v[--m->annotation.n];
        if (c && s->w->class.v[c].access_flags & ACC_ANNOTATION &&
            models_is_new(m, SEEN_ANNOTATION, c)) {
            add_proxy(s, c, parser, handler);
            add_elements(m, s, c);
        }
    }
}
