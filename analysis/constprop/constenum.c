// SPDX-License-Identifier: MIT
// Enum constants whose value is known.
//
// A constant is null until the initialiser of its enum has stored it, and code
// that runs meanwhile can see that. So the constants of an enum count only if
// its initialiser calls nothing but itself: its own constructors and static
// methods, those of the classes of its constants' bodies, and what makes arrays,
// lambdas and enums. In those methods the constants can be anything; whoever
// else reads them waits for the initialiser. Then each field must be stored
// once, before all branches of the initialiser, each from another `new`: so two
// constants are never one object. The ordinal is what the constructors pass on
// to that of Enum, followed by the same propagation.
#include "analysis/base/cursor.h"
#include "analysis/base/limits.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/scan.h"
#include "analysis/constprop/guards_priv.h"
#include "analysis/table/idmap.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

// ---- what an enum's initialiser calls -----------------------------------------

static bool is_class(const struct world *w, class_id c, const char *name) {
    return str_eq(w->class.v[c].name, str_of(name));
}

// The enum itself and the classes of its constants' bodies.
static bool is_own(const struct world *w, class_id of, class_id c) {
    return c == of || w->up.v[c].super == of;
}

// The method handle that an invokedynamic makes a lambda of, or 0.
static u4 lambda_of(const struct cf_class *c, u4 constant) {
    struct bytes body;
    if (!cf_find_attr(c, c->at, STR("BootstrapMethods"), &body)) {
        return 0;
    }
    struct cursor cur = cur_of(body);
    u4 n = cur_u2(&cur), at = c->pool[constant].a;
    for (u4 i = 0; i < at && i < n; i++) {
        cur_skip(&cur, 2);
        cur_skip(&cur, 2 * (size_t)cur_u2(&cur));
    }
    u4 by = cur_u2(&cur), n_args = cur_u2(&cur);
    cur_skip(&cur, 2);  // the type of the interface's method
    u4 handle = cur_u2(&cur);
    if (!cur_ok(&cur) || at >= n || n_args != 3 ||
        !cp_is(c, by, CP_METHOD_HANDLE) ||
        !cp_is(c, handle, CP_METHOD_HANDLE)) {
        return 0;
    }
    struct cp_ref r = cp_ref_of(c, c->pool[by].b);
    return str_eq(r.owner, STR("java/lang/invoke/LambdaMetafactory")) &&
                   str_eq(r.name, STR("metafactory"))
               ? handle
               : 0;
}

bool prop_is_lambda(const struct cf_class *c, u4 constant) {
    return lambda_of(c, constant) != 0;
}

// The methods that the initialiser of an enum may run.
struct closure {
    struct guards *g;
    class_id enum_class;
    VEC(method_id) todo;
};

static void add(struct closure *closure, method_id m) {
    u4 *seen = idmap_at(&closure->g->during, idmap_key(m, closure->enum_class));
    if (!*seen) {
        *seen = 1;
        vec_push(&closure->todo, m);
    }
}

// A class of the JDK, which is not the component itself.
static bool is_jdk(const struct world_class *k) {
    return (k->flags & (CLASS_JDK | CLASS_COMPONENT)) == CLASS_JDK;
}

// What is initialised with a class runs nothing of the program.
static bool has_quiet_supers(const struct world *w, class_id c) {
    const struct world_class *k = &w->class.v[c];
    for (u4 i = 0; i < k->n_supers; i++) {
        const struct world_class *s = &w->class.v[k->supers[i]];
        if (s->flags & CLASS_PHANTOM || (s->clinit && !is_jdk(s))) {
            return false;
        }
    }
    return true;
}

static bool add_class(struct closure *closure, class_id c) {
    const struct world_class *wc = &closure->g->w->class.v[c];
    if (!wc->cf || !has_quiet_supers(closure->g->w, c)) {
        return false;
    }
    if (wc->clinit) {
        add(closure, wc->clinit);
    }
    return true;
}

// A lambda of a method of the enum or of the JDK, for an interface without an
// initialiser.
static bool fine_lambda(struct closure *closure, class_id c, u4 constant) {
    struct world *w = closure->g->w;
    const struct cf_class *cf = w->class.v[c].cf;
    struct desc_method desc;
    u4 handle = lambda_of(cf, constant);
    if (!handle || !desc_method(cp_ref_of(cf, constant).desc, &desc)) {
        return false;
    }
    class_id interface = world_type(w, desc.ret);
    class_id owner = world_class(w, cp_ref_of(cf, cf->pool[handle].b).owner);
    if (!interface || !w->class.v[owner].name.n) {
        return false;
    }
    world_load(w, interface);
    world_load(w, owner);
    const struct world_class *i = &w->class.v[interface];
    return i->cf && (!i->clinit || is_jdk(i)) &&
           has_quiet_supers(w, interface) &&
           (is_own(w, closure->enum_class, owner) ||
            is_jdk(&w->class.v[owner]));
}

static bool fine_call(struct closure *closure, class_id c,
                      const struct scan_insn *i) {
    struct world *w = closure->g->w;
    ref_id r = world_ref_at(w, c, i->index);
    method_id m = r ? resolve_method(w, r) : 0;
    if (!m) {
        return false;
    }
    struct str name = world_sig_name(w, w->method.v[m].sig);
    class_id of = w->method.v[m].class;
    if (is_class(w, of, "java/lang/Enum")) {
        return str_eq(name, STR("<init>")) || str_eq(name, STR("ordinal")) ||
               str_eq(name, STR("name"));
    }
    if (w->class.v[w->ref.v[r].owner].flags & CLASS_ARRAY) {
        return str_eq(name, STR("clone"));
    }
    if (!is_own(w, closure->enum_class, of) || i->op == OPC_invokeinterface ||
        (i->op == OPC_invokevirtual &&
         !(w->method.v[m].access_flags & ACC_PRIVATE))) {
        return false;
    }
    add(closure, m);
    return add_class(closure, of);
}

static bool fine(struct closure *closure, class_id c,
                 const struct scan_insn *i) {
    struct world *w = closure->g->w;
    const struct cf_class *cf = w->class.v[c].cf;
    switch (i->op) {
    case OPC_invokedynamic:
        return fine_lambda(closure, c, i->index);
    case OPC_invokevirtual:
    case OPC_invokespecial:
    case OPC_invokestatic:
    case OPC_invokeinterface:
        return fine_call(closure, c, i);
    case OPC_getstatic:
    case OPC_putstatic: {
        field_id f = known_field_at(closure->g, c, i->index);
        return f && is_own(w, closure->enum_class, w->field.v[f].class) &&
               add_class(closure, w->field.v[f].class);
    }
    case OPC_new: {
        class_id made = world_class_at(w, c, i->index);
        world_load(w, made);
        return is_own(w, closure->enum_class, made) && add_class(closure, made);
    }
    case OPC_ldc_w:
    case OPC_ldc2_w:
        return !cp_is(cf, i->index, CP_DYNAMIC);
    default:
        return true;
    }
}

static bool fine_body(struct closure *closure, method_id m) {
    struct world *w = closure->g->w;
    class_id c = w->method.v[m].class;
    struct bytes body;
    struct scan s;
    if (!world_code(w, m, &body) || !scan_open(&s, w->class.v[c].cf, body)) {
        return false;
    }
    for (struct scan_insn i; scan_next(&s, &i);) {
        if (!fine(closure, c, &i)) {
            return false;
        }
    }
    return !s.bad;
}

static bool is_closed(struct guards *g, class_id of) {
    struct closure closure = {.g = g, .enum_class = of};
    bool ok = add_class(&closure, of);
    for (u4 i = 0; ok && i < closure.todo.n; i++) {
        ok = fine_body(&closure, closure.todo.v[i]);
    }
    vec_free(&closure.todo);
    return ok;
}

// ---- constructors -----------------------------------------------------------

enum { ORDINAL_SLOT = 2 };  // behind this and the name

// A constructor that is called: on which object, with what ints.
struct made {
    u4 new;  // as KNOWN_OBJECT says it
    method_id init;
    u4 n;
    struct known *arg;
};

// What the code of an enum does that counts for its constants.
struct stored {
    field_id field;
    u4 pc;
    struct known v;
};
struct reading {
    struct guards *g;
    class_id of;
    u8 work;
    VEC(struct made) made;
    VEC(struct stored) stored;
};

bool known_is_constant(const struct world *w, field_id f, class_id of) {
    const struct world_field *wf = &w->field.v[f];
    u2 all = ACC_STATIC | ACC_FINAL | ACC_ENUM;
    struct str desc = world_sig_desc(w, wf->sig);
    struct str name = w->class.v[of].name;
    return wf->class == of && (wf->access_flags & all) == all &&
           desc.n == name.n + 2 && desc.p[0] == 'L' &&
           memcmp(desc.p + 1, name.p, name.n) == 0;
}

static void see_made(struct reading *t, const struct prop *p,
                     const struct insn *i) {
    u4 n = prop_arg_slots(p->c, i);
    ref_id r = world_ref_at(t->g->w, p->class, i->a);
    method_id init = r ? resolve_method(t->g->w, r) : 0;
    if (n == 0 || n > PROP_MOST_PARAMS || !init ||
        !str_eq(cp_ref_of(p->c, i->a).name, STR("<init>"))) {
        return;
    }
    const struct known *from = p->stack + p->depth - n;
    struct made m = {from->kind == KNOWN_OBJECT ? from->value : 0, init, n,
                     ARENA_ARRAY(p->task.arena, struct known, n)};
    for (u4 s = 0; s < n; s++) {
        m.arg[s] = from[s].kind == KNOWN_INT ? from[s] : KNOWN_NOTHING;
    }
    vec_push(&t->made, m);
}

static void see(void *context, const struct prop *p, const struct insn *i) {
    struct reading *t = context;
    if (i->op == OPC_invokespecial) {
        see_made(t, p, i);
    } else if (i->op == OPC_putstatic && p->depth) {
        field_id f = known_field_at(p->g, p->class, i->a);
        if (f && known_is_constant(p->g->w, f, t->of)) {
            struct stored s = {f, i->pc, p->stack[p->depth - 1]};
            vec_push(&t->stored, s);
        }
    }
}

static bool run(struct reading *t, struct arena *a, method_id m,
                const struct known *param, struct prop *p) {
    const struct prop_task task = {.arena = a,
                                   .m = m,
                                   .param = param,
                                   .plain = true,
                                   .see = see,
                                   .context = t};
    bool ok = prop_run(p, t->g, &task);
    t->work += p->work;
    return ok && t->work <= LIMIT_GUARD_WORK;
}

// The ordinal that Enum's constructor is given, when the one of `made` is
// called: each must call just one other.
static s4 ordinal_of(struct guards *g, class_id of, const struct made *made,
                     u8 *work) {
    enum { STEPS = 8 };
    const struct world *w = g->w;
    struct arena a;
    arena_init(&a);
    struct reading t = {.g = g, .of = of, .work = *work};
    vec_push(&t.made, *made);
    s4 ordinal = -1;
    for (u4 step = 0; step < STEPS && t.made.n == 1; step++) {
        struct made m = t.made.v[0];
        const struct world_method *init = &w->method.v[m.init];
        if (is_class(w, init->class, "java/lang/Enum")) {
            bool known = str_eq(world_sig_desc(w, init->sig),
                                STR("(Ljava/lang/String;I)V")) &&
                         m.arg[ORDINAL_SLOT].kind == KNOWN_INT;
            ordinal = known ? (s4)m.arg[ORDINAL_SLOT].value : -1;
            break;
        }
        struct prop p;
        t.made.n = 0;
        if (!run(&t, &a, m.init, m.arg, &p)) {
            break;
        }
    }
    *work = t.work;
    vec_free(&t.made);
    vec_free(&t.stored);
    arena_release(&a);
    return ordinal;
}

// ---- enum constants ---------------------------------------------------------

static bool is_enum(const struct world *w, class_id c) {
    const struct world_class *k = &w->class.v[c];
    return k->cf && k->access_flags & ACC_ENUM && w->up.v[c].super &&
           is_class(w, w->up.v[c].super, "java/lang/Enum") && k->clinit;
}

// No branch, target or handler up to that pc: what stands there is executed
// once, in order, or the initialiser fails.
static bool is_straight(const struct code *code, u4 pc) {
    for (u4 j = 0; j < code->n_jumps; j++) {
        const struct insn *i = &code->insn[code->jump[j]];
        const struct code_switch *s =
            insn_is_switch(i) ? &code->sw[i->b] : NULL;
        bool behind = i->pc > pc && (s ? s->otherwise : (u4)i->b) > pc;
        for (u4 n = 0; s && n < s->n; n++) {
            behind &= s->target[n] > pc;
        }
        if (!behind) {
            return false;
        }
    }
    for (u4 h = 0; h < code->n_handlers; h++) {
        if (code->handler[h].start <= pc || code->handler[h].handler <= pc) {
            return false;
        }
    }
    return true;
}

// How often the enum stores into its constants, wherever it does.
static u4 count_stores(struct guards *g, class_id of) {
    u4 n = 0;
    const struct world *w = g->w;
    const struct cf_class *c = w->class.v[of].cf;
    for (u4 i = 0; i < c->n_methods; i++) {
        struct bytes body;
        struct scan s;
        if (!world_code(w, w->class.v[of].method + i, &body)) {
            continue;
        }
        bool ok = scan_open(&s, c, body);
        for (struct scan_insn in; ok && scan_next(&s, &in);) {
            field_id f =
                in.op == OPC_putstatic ? known_field_at(g, of, in.index) : 0;
            n += f && known_is_constant(w, f, of);
        }
        if (!ok || s.bad) {
            return UINT32_MAX;
        }
    }
    return n;
}

// Each constant is stored once, and each is an object of its own.
static bool are_distinct(const struct reading *t, const struct prop *p) {
    u4 last = 0;
    u1 *seen = ARENA_ZARRAY(p->task.arena, u1, p->code.length + 1);
    for (u4 i = 0; i < t->stored.n; i++) {
        const struct stored *s = &t->stored.v[i];
        bool is_new;
        known_row(t->g, s->field, &is_new);
        if (!is_new || s->v.kind != KNOWN_OBJECT || !s->v.value ||
            seen[s->v.value]) {
            return false;
        }
        seen[s->v.value] = 1;
        last = s->pc > last ? s->pc : last;
    }
    return t->stored.n && is_straight(&p->code, last) &&
           count_stores(t->g, t->of) == t->stored.n;
}

void known_read_enum(struct guards *g, class_id of) {
    if (!is_enum(g->w, of) || !is_closed(g, of)) {
        return;
    }
    struct reading t = {.g = g, .of = of};
    struct prop p;
    arena_reset(&g->inner);
    bool ok = run(&t, &g->inner, g->w->class.v[of].clinit, NULL, &p) &&
              are_distinct(&t, &p);
    u8 work = 0;
    for (u4 i = 0, m = 0; ok && i < t.stored.n; i++) {
        const struct stored *s = &t.stored.v[i];
        // Constructors are called in the order of the stores, as a rule.
        while (m < t.made.n && t.made.v[m].new != s->v.value) {
            m++;
        }
        bool is_new;
        struct guard_field *row = known_row(g, s->field, &is_new);
        row->kind = KNOWN_ENUM;
        row->value = s->field;
        row->ordinal =
            m < t.made.n ? ordinal_of(g, of, &t.made.v[m], &work) : -1;
    }
    vec_free(&t.made);
    vec_free(&t.stored);
}
