// SPDX-License-Identifier: MIT
// The proxies that stand for annotations: once the JDK's parser of annotations
// is reachable, every annotation type that code calls methods on has objects,
// whose methods run AnnotationInvocationHandler.invoke.
#include "analysis/models/models_priv.h"

static const char PARSER[] =
    "sun/reflect/annotation/AnnotationParser.annotationForMap:"
    "(Ljava/lang/Class;Ljava/util/Map;)Ljava/lang/annotation/Annotation;";
static const char HANDLER[] =
    "sun/reflect/annotation/AnnotationInvocationHandler.invoke:"
    "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)"
    "Ljava/lang/Object;";

void annotations_idle(struct models *m, struct solve *s) {
    method_id parser = models_reached(s, PARSER);
    if (!parser) {
        return;
    }
    method_id handler = world_find_method(s->w, str_of(HANDLER));
    for (; handler && m->n_groups < s->group.n; m->n_groups++) {
        class_id c = s->group.v[m->n_groups].type;
        u4 *seen = idmap_at(&m->seen, idmap_key(4, c));
        if (!c || !(s->w->class.v[c].access_flags & ACC_ANNOTATION) || *seen) {
            continue;
        }
        *seen = 1;
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
}
