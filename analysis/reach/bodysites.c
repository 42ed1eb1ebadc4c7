// SPDX-License-Identifier: MIT
// The body of one reachable method, from bytecode to sites.
#include "analysis/reach/engine.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/scan.h"
#include "analysis/reach/reach.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

struct body {
    struct solve *s;
    struct world *w;
    method_id m;
    class_id c;  // of m
    bool constructor;
    u4 pending[2];  // objects of c and of its superclass that were made, but
                    // whose constructors were not called yet
};

static void call_static(struct body *b, u2 pc, ref_id r) {
    method_id m = resolve_method(b->w, r);
    if (!m || !world_is_static(b->w, m)) {
        solve_read_site(b->s, pc, SITE_MISSING, r);
        return;
    }
    solve_read_trigger(b->s, pc, b->w->method.v[m].class, b->c);
    solve_read_site(b->s, pc, SITE_DIRECT, m);
}

// `new` and its constructor call nest like brackets in the code that compilers
// write, so in a constructor the call that finds no object of its class
// pending is the one of super(...) or this(...).
static bool is_own(struct body *b, class_id made) {
    u4 i = made == b->c ? 0 : 1;
    if (!b->constructor || (i && made != b->w->up.v[b->c].super)) {
        return false;
    }
    if (b->pending[i]) {
        b->pending[i]--;
        return false;
    }
    return true;
}

static void call_special(struct body *b, u2 pc, ref_id r) {
    method_id m = resolve_special(b->w, b->c, r);
    if (!m) {
        solve_read_site(b->s, pc, SITE_MISSING, r);
    } else if (str_eq(world_sig_name(b->w, b->w->method.v[m].sig),
                      STR("<init>"))) {
        bool own = is_own(b, b->w->method.v[m].class);
        solve_read_site(b->s, pc, own ? SITE_DIRECT : SITE_NEW, m);
    } else {
        solve_read_site(b->s, pc, SITE_GROUP, solve_fixed(b->s, b->c, m));
    }
}

enum { NO_GROUP = UINT32_MAX };

static group_id group_of_ref(struct body *b, ref_id r) {
    struct solve *s = b->s;
    while (s->group_of_ref.n <= r) {
        vec_push(&s->group_of_ref, 0);
    }
    if (s->group_of_ref.v[r] == 0) {
        method_id m = resolve_method(b->w, r);
        group_id g = NO_GROUP;
        if (m && !world_is_static(b->w, m) &&
            !resolve_is_polymorphic(b->w, m)) {
            g = solve_group(s, b->w->ref.v[r].owner, m);
        }
        s->group_of_ref.v[r] = g;
    }
    return s->group_of_ref.v[r];
}

static void call_virtual(struct body *b, u2 pc, ref_id r) {
    group_id g = group_of_ref(b, r);
    if (g != NO_GROUP) {
        solve_read_site(b->s, pc, SITE_GROUP, g);
        return;
    }
    method_id m = b->w->ref.v[r].member;
    if (m && resolve_is_polymorphic(b->w, m)) {
        solve_read_site(b->s, pc, SITE_DIRECT, m);
        b->s->hooks.polymorphic(b->s->hooks.context, b->s, b->m, pc, r);
    } else {
        solve_read_site(b->s, pc, SITE_MISSING, r);
    }
}

static void access_static(struct body *b, u2 pc, ref_id r) {
    field_id f = resolve_field(b->w, r);
    if (f) {
        solve_read_trigger(b->s, pc, b->w->field.v[f].class, b->c);
    } else {
        solve_read_site(b->s, pc, SITE_MISSING, r);
    }
}

static void make_object(struct body *b, u2 pc, class_id c) {
    b->pending[0] += c == b->c;
    b->pending[1] += c == b->w->up.v[b->c].super;
    solve_read_trigger(b->s, pc, c, b->c);
    solve_allocate(b->s, c);
}

static void make_array(struct body *b, class_id array) {
    if (array) {
        solve_allocate(b->s, array);
    }
}

static class_id array_of(struct body *b, class_id elem) {
    return elem ? world_array_of(b->w, elem) : 0;
}

// The array, and the arrays in it, as deep as dimensions are given.
static void make_arrays(struct body *b, class_id array, u4 dimensions) {
    while (array && dimensions-- && b->w->class.v[array].flags & CLASS_ARRAY) {
        solve_allocate(b->s, array);
        array = b->w->class.v[array].elem;
    }
}

static void load_constant(struct body *b, u2 pc, u4 i) {
    const struct cf_class *cf = b->w->class.v[b->c].cf;
    if (cp_is(cf, i, CP_METHOD_HANDLE) || cp_is(cf, i, CP_DYNAMIC) ||
        cp_is(cf, i, CP_METHOD_TYPE) || cp_is(cf, i, CP_CLASS)) {
        b->s->hooks.constant(b->s->hooks.context, b->s, b->m, pc, i);
    }
}

static void take(struct body *b, const struct scan *scan,
                 const struct scan_insn *i) {
    struct world *w = b->w;
    switch (i->op) {
    case OPC_invokevirtual:
    case OPC_invokeinterface:
    case OPC_invokespecial:
    case OPC_invokestatic:
    case OPC_getstatic:
    case OPC_putstatic: {
        ref_id r = world_ref_at(w, b->c, i->index);
        if (!r) {
            break;
        }
        if (i->op == OPC_invokestatic) {
            call_static(b, i->pc, r);
        } else if (i->op == OPC_invokespecial) {
            call_special(b, i->pc, r);
        } else if (i->op == OPC_getstatic || i->op == OPC_putstatic) {
            access_static(b, i->pc, r);
        } else {
            call_virtual(b, i->pc, r);
        }
        break;
    }
    case OPC_new: {
        class_id c = world_class_at(w, b->c, i->index);
        if (c) {
            make_object(b, i->pc, c);
        }
        break;
    }
    case OPC_anewarray:
        make_array(b, array_of(b, world_class_at(w, b->c, i->index)));
        break;
    case OPC_newarray:
        make_array(b, world_primitive_array(w, i->index));
        break;
    case OPC_multianewarray:
        make_arrays(b, world_class_at(w, b->c, i->index),
                    scan->code[i->pc + 3]);
        break;
    case OPC_ldc_w:
    case OPC_ldc2_w:
        load_constant(b, i->pc, i->index);
        break;
    case OPC_invokedynamic:
        b->s->hooks.constant(b->s->hooks.context, b->s, b->m, i->pc, i->index);
        break;
    default:
        break;
    }
}

static void scan_body(void *context, struct solve *s, node_id n) {
    (void)context;
    struct world *w = s->w;
    method_id m = s->node.v[n].method;
    const struct world_method *wm = &w->method.v[m];
    struct bytes code;
    struct scan scan;
    if (wm->access_flags & ACC_NATIVE) {
        s->hooks.native(s->hooks.context, s, m);
    } else if (world_code(w, m, &code)) {
        const struct cf_class *cf = w->class.v[wm->class].cf;
        struct body b = {.s = s, .w = w, .m = m, .c = wm->class};
        b.constructor = str_eq(world_sig_name(w, wm->sig), STR("<init>"));
        bool ok = scan_open(&scan, cf, code);
        for (struct scan_insn i; ok && scan_next(&scan, &i);) {
            take(&b, &scan, &i);
        }
        s->counts.n_bytes += scan.n;
        if (!ok || scan.bad) {
            struct place at = world_place(w, m);
            at.byte = (size_t)(code.p - cf->in.p) + (ok ? 8 + scan.pc : 0);
            diag_report(w->diag, BODY_BAD, &at);
        }
    }
}

const struct solve_engine solve_scan = {.read = scan_body};
