// SPDX-License-Identifier: MIT
// Int from tests.
#include "analysis/interface/inttests.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/scan.h"
#include "analysis/table/idmap.h"
#include "analysis/world/load.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

struct tests {
    struct interface *interface;
    struct world *w;
    VEC(class_id) class;
    struct idmap is_test;
    struct idmap makes;  // (class of the tests, class that it makes)
};

static bool is_test(const struct tests *t, class_id c) {
    return idmap_find(&t->is_test, idmap_key(c, 0)) != 0;
}

static void find_classes(struct tests *t) {
    struct load_iter it = load_each_test(t->w);
    for (class_id c; load_next(&it, &c);) {
        if (t->w->class.v[c].cf) {
            vec_push(&t->class, c);
            *idmap_at(&t->is_test, idmap_key(c, 0)) = 1;
        }
    }
}

// What a test class inherits is a member of the class that declares it.
static class_id owner_of(const struct tests *t, class_id named,
                         class_id declaring) {
    return is_test(t, named) ? declaring : named;
}

// Bootstrap methods: javac refers to them, and the linkage of an invokedynamic
// runs them.
static bool is_bootstrap(struct str owner) {
    return str_starts(owner, STR("java/lang/invoke/")) ||
           str_starts(owner, STR("java/lang/runtime/"));
}

static void add_reference(struct tests *t, class_id by, ref_id r) {
    struct world *w = t->w;
    const struct world_ref ref = w->ref.v[r];
    class_id owner = ref.owner;
    if (is_bootstrap(w->class.v[owner].name)) {
        return;
    }
    world_load(w, owner);
    if (ref.field) {
        field_id f = resolve_field(w, r);
        class_id of = f ? w->field.v[f].class : 0;
        if (f && !is_test(t, of)) {
            interface_add_field(t->interface, owner_of(t, owner, of), f);
        }
        return;
    }
    method_id m = resolve_method(w, r);
    class_id of = m ? w->method.v[m].class : 0;
    // clone() of an array copies references, and runs nothing else.
    // A constructor that is only called as super(...) makes no object.
    bool is_super = m && str_eq(world_sig_name(w, ref.sig), STR("<init>")) &&
                    !idmap_find(&t->makes, idmap_key(by, owner));
    if (m && !is_super && !is_test(t, of) &&
        !(w->class.v[owner].flags & CLASS_ARRAY)) {
        interface_add_method(t->interface, owner_of(t, owner, of), m);
    }
}

static void add_array(struct tests *t, class_id c, bool made) {
    for (; c && interface_is_array(t->w, c); c = t->w->class.v[c].elem) {
        world_load(t->w, c);
        interface_add_indexed(t->interface, c);
        if (made) {
            interface_add_made(t->interface, c);
        }
    }
}

// The objects and arrays that a method makes, and arrays that it casts to. True
// if it may make lambdas.
static bool look_at_code(struct tests *t, class_id c, method_id m) {
    const struct cf_class *cf = t->w->class.v[c].cf;
    bool lambdas = false;
    struct bytes code;
    struct scan scan;
    bool ok = world_code(t->w, m, &code) && scan_open(&scan, cf, code);
    for (struct scan_insn i; ok && scan_next(&scan, &i);) {
        if (i.op == OPC_new) {
            class_id made = world_class_at(t->w, c, i.index);
            *idmap_at(&t->makes, idmap_key(c, made)) = 1;
        } else if (i.op == OPC_anewarray) {
            class_id elem = world_class_at(t->w, c, i.index);
            add_array(t, elem ? world_array_of(t->w, elem) : 0, true);
        } else if (i.op == OPC_multianewarray || i.op == OPC_checkcast) {
            add_array(t, world_class_at(t->w, c, i.index),
                      i.op == OPC_multianewarray);
        }
        lambdas = lambdas || i.op == OPC_invokedynamic;
    }
    return lambdas;
}

// Foo::new makes a Foo.
static void add_constructor_references(struct tests *t, class_id c) {
    enum { REF_NEW_INVOKE_SPECIAL = 8 };
    const struct cf_class *cf = t->w->class.v[c].cf;
    for (u4 i = 1; i < cf->n_pool; i++) {
        if (cp_is(cf, i, CP_METHOD_HANDLE) &&
            cf->pool[i].a == REF_NEW_INVOKE_SPECIAL) {
            ref_id r = world_ref_at(t->w, c, cf->pool[i].b);
            class_id made = r ? t->w->ref.v[r].owner : 0;
            *idmap_at(&t->makes, idmap_key(c, made)) = 1;
        }
    }
}

static void add_class(struct tests *t, class_id c) {
    const struct world_class k = t->w->class.v[c];
    for (u4 i = 0; i < k.n_methods; i++) {
        if (look_at_code(t, c, k.method + i)) {
            vec_push(&t->interface->test_run, k.method + i);
        }
    }
    add_constructor_references(t, c);
    for (u4 i = 1; i < k.cf->n_pool; i++) {
        ref_id r = world_ref_at(t->w, c, i);
        if (r) {
            add_reference(t, c, r);
        }
    }
    if (world_is_concrete(t->w, c)) {
        vec_push(&t->interface->test, c);
    }
}

void inttests_add(struct interface *interface, struct world *w) {
    struct tests t = {.interface = interface, .w = w};
    find_classes(&t);
    for (u4 i = 0; i < t.class.n; i++) {
        add_class(&t, t.class.v[i]);
    }
    // The elements of others, of signatures, may be used as well.
    interface->arrays = INT_ARRAYS_MADE_LISTED;
    vec_free(&t.class);
    idmap_release(&t.is_test);
    idmap_release(&t.makes);
}
