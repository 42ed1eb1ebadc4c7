// SPDX-License-Identifier: MIT
// What annotations give that are asked for their elements: Uses.value() is one of the
// classes or texts that class files outside the JDK say of Uses.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/annotvalues.h"
#include "analysis/classfile/classfile.h"
#include "analysis/sources/sources.h"
#include "analysis/world/world.h"

// The variable of an element, whoever came first: values or who asks.
static var_id variable_of(struct dynamic *d, struct str annotation,
                          struct str element) {
    u4 i = intern_find(&d->elements, annotation, element);
    if (!i) {
        i = intern_add(&d->elements, arena_str(&d->arena, annotation),
                       arena_str(&d->arena, element));
        vec_cover(&d->of_element, i + 1);
        d->of_element.v[i] = points_vars(&d->p, 1);
    }
    return d->of_element.v[i];
}

static void found(void *context, const struct annot_value *v) {
    struct dynamic *d = context;
    struct world *w = d->w;
    class_id c = v->is_class ? world_type(w, v->text) : 0;
    token_id token = c             ? token_class(d, c)
                     : v->is_class ? 0
                                   : token_text(d, v->text);
    if (token) {
        points_add(&d->p, variable_of(d, v->annotation, v->element), token);
        loose_say(d, token,
                  world_class(w, arena_str(&w->arena, v->annotation)));
    }
}

// Classes are only looked at: those that nothing names are no part of the world.
static void read_part(struct dynamic *d, enum src_part part) {
    const struct place at = {.byte = NO_BYTE};
    struct str name;
    for (struct src_iter it = src_each(d->w->src, part);
         src_next(&it, &name);) {
        struct src_class in;
        struct cf_class c;
        arena_reset(&d->asking);
        if (src_find(d->w->src, name, &in) &&
            cf_parse(&c, in.bytes, CF_HEADERS, &d->asking, &at,
                     &d->w->unsaid)) {
            annot_values(&c, found, d);
        }
    }
}

void elements_read(struct dynamic *d) {
    if (!d->has_elements) {
        d->has_elements = true;
        read_part(d, SRC_COMPONENT);
        read_part(d, SRC_TESTS);
        read_part(d, SRC_LIBRARY);
    }
}

void elements_give(struct dynamic *d, trace_id t, method_id m) {
    const struct world_method wm = d->w->method.v[m];
    const struct world_class *c = &d->w->class.v[wm.class];
    if (!(c->access_flags & ACC_ANNOTATION) || c->flags & CLASS_JDK) {
        return;
    }
    elements_read(d);
    var_id from = variable_of(d, d->w->class.v[wm.class].name,
                              world_sig_name(d->w, wm.sig));
    points_flow(&d->p, from, d->trace.v[t].var);
}
