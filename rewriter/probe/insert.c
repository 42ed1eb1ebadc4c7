// SPDX-License-Identifier: MIT
// Probes inserted where they are needed.
//
// A method with probes has three locals: `st`, the state object of its thread;
// `saved`, the state that it leaves to whoever called it; and `my`, the state
// that it has itself. All of them are set before the first instruction, so
// that each later probe is a store or one call:
//
//     entry            st = state(), my = entered(st, method) or arrived(st) or
//                      unmeasured(st, initialiser), saved = st[1]
//     before a call    before(st, my, ...); where it only leads out, a mark
//                      says so: st[0] = my | STATE_OUT
//     behind it, and   if the state was touched,
//     at each handler  st[0] = my
//     at each return   st[0] = saved
//     thrown           st[0] = saved without the mark: a call that was
//                      announced when this was run before it does not come
//
// The receiver of a call lies below its arguments and is copied from there;
// what is not an object yet (`new` before its constructor) is never touched.
#include "rewriter/probe/insert.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/opcode.h"
#include "rewriter/edit/edit.h"
#include "rewriter/edit/pooledit.h"
#include "rt-native/shared.h"

enum probe {
#define PROBE(id, name, desc) PROBE_##id,
#include "rewriter/probe/probes.def"
    N_PROBES
};

static const struct {
    const char *name, *desc;
} probes[N_PROBES] = {
#define PROBE(id, name, desc) [PROBE_##id] = {name, desc},
#include "rewriter/probe/probes.def"
};

struct inserting {
    struct edit *e;
    struct str owner;
    struct need_method need;
    u4 st, saved, my;       // locals
    const bool *init_call;  // of an unguarded constructor; else NULL
};

// --- Pieces ------------------------------------------------------------------

static void call(struct inserting *k, struct seq *s, enum probe p) {
    seq_invokestatic(k->e, s,
                     pool_methodref(k->e->pool, k->owner,
                                    str_of(probes[p].name),
                                    str_of(probes[p].desc)));
}

static void load_state(struct inserting *k, struct seq *s) {
    seq_local(k->e, s, OPC_aload, k->st);
    seq_local(k->e, s, OPC_iload, k->my);
}

// st[0] = that local
static void restore(struct inserting *k, struct seq *s, u4 local) {
    seq_local(k->e, s, OPC_aload, k->st);
    seq_op(k->e, s, OPC_iconst_0);
    seq_local(k->e, s, OPC_iload, local);
    seq_op(k->e, s, OPC_iastore);
}

static void lead_out(struct inserting *k, struct seq *s) {
    seq_local(k->e, s, OPC_aload, k->st);
    seq_op(k->e, s, OPC_iconst_0);
    seq_local(k->e, s, OPC_iload, k->my);
    seq_int(k->e, s, STATE_OUT);
    seq_op(k->e, s, OPC_ior);
    seq_op(k->e, s, OPC_iastore);
}

// my = unguarded(st, my), and back
static void guard(struct inserting *k, struct seq *s, enum probe p) {
    load_state(k, s);
    call(k, s, p);
    seq_local(k->e, s, OPC_istore, k->my);
}

// --- Receivers ---------------------------------------------------------------

// The slots of the arguments that lie above the receiver of a call.
static struct desc_method arguments(struct inserting *k, u4 insn) {
    struct str text = pool_method_desc(k->e->pool, k->e->k->insn[insn].a);
    struct desc_method d;
    if (!desc_method(text, &d)) {
        k->e->refused = REFUSED_BAD_TYPES;
        d = (struct desc_method){.arg_slots = 0};
    }
    return d;
}

static u1 op_of(char type, u1 op) {
    u1 kind = type == 'J'                  ? 1
              : type == 'F'                ? 2
              : type == 'D'                ? 3
              : type == 'L' || type == '[' ? 4
                                           : 0;
    return op + kind;
}

// Moves the arguments into scratch locals, or back.
static void put_aside(struct inserting *k, struct seq *s, struct str args) {
    u4 local = edit_scratch(k->e, 0);
    char type[256];
    u4 n = 0;
    for (struct str rest = args; rest.n && n < sizeof type;) {
        type[n++] = desc_next(&rest).p[0];
    }
    for (u4 i = 0; i < n; i++) {
        local += desc_slots(type[i]);
    }
    while (n--) {
        local -= desc_slots(type[n]);
        seq_local(k->e, s, op_of(type[n], OPC_istore), local);
    }
}

static void take_back(struct inserting *k, struct seq *s, struct str args) {
    u4 local = edit_scratch(k->e, 0);
    while (args.n) {
        char type = desc_next(&args).p[0];
        seq_local(k->e, s, op_of(type, OPC_iload), local);
        local += desc_slots(type);
    }
}

// What copies the receiver from below that many slots of arguments.
static const u1 copy_from_below[][4] = {
    {OPC_dup},
    {OPC_dup2, OPC_pop},
    {OPC_dup2_x1, OPC_pop2, OPC_dup_x2},
};
enum { COPY_SLOTS = 2 };

// probe(st, my, receiver, id)
static void before_receiver(struct inserting *k, struct seq *s, u4 insn,
                            enum probe p) {
    struct desc_method d = arguments(k, insn);
    bool aside = d.arg_slots > COPY_SLOTS;
    if (aside) {
        edit_scratch(k->e, d.arg_slots);
        put_aside(k, s, d.args);
    }
    const u1 *copy = copy_from_below[aside ? 0 : d.arg_slots];
    for (u4 i = 0; i < sizeof copy_from_below[0] && copy[i]; i++) {
        seq_op(k->e, s, copy[i]);
    }
    seq_local(k->e, s, OPC_aload, k->st);
    seq_op(k->e, s, OPC_swap);
    seq_local(k->e, s, OPC_iload, k->my);
    seq_op(k->e, s, OPC_swap);
    seq_int(k->e, s, (s4)k->need.site[insn].id);
    call(k, s, p);
    if (aside) {
        take_back(k, s, d.args);
    }
}

// Whether what the instruction calls is called on an object that is one.
static bool has_receiver(const struct inserting *k, u4 insn) {
    const struct insn *i = &k->e->k->insn[insn];
    if (i->op != OPC_invokespecial) {
        return i->op == OPC_invokevirtual || i->op == OPC_invokeinterface;
    }
    return !str_eq(cp_ref_of(k->e->c, i->a).name, STR("<init>"));
}

// --- Places ------------------------------------------------------------------

// probe(st, my, id)
static void before_plain(struct inserting *k, struct seq *s, u4 insn,
                         enum probe p) {
    load_state(k, s);
    seq_int(k->e, s, (s4)k->need.site[insn].id);
    call(k, s, p);
}

static void before(struct inserting *k, u4 insn) {
    struct seq s = seq_begin(k->e);
    bool receiver = has_receiver(k, insn);
    switch (k->need.site[insn].before) {
    case NEED_NOTHING:
        return;
    case NEED_LABEL:
        before_plain(k, &s, insn, PROBE_BEFORE_LABEL);
        break;
    case NEED_NON_NULL:
        before_receiver(k, &s, insn, PROBE_BEFORE_NON_NULL);
        break;
    case NEED_COUNT:
        before_plain(k, &s, insn, PROBE_COUNT);
        break;
    case NEED_COUNT_NON_NULL:
        before_receiver(k, &s, insn, PROBE_COUNT_NON_NULL);
        break;
    case NEED_CLASS:
        before_receiver(k, &s, insn, PROBE_BEFORE_CLASS);
        break;
    case NEED_OUT:
        lead_out(k, &s);
        break;
    case NEED_SILENT:
        if (receiver) {
            before_receiver(k, &s, insn, PROBE_BEFORE_SILENT);
            break;
        }
        load_state(k, &s);
        seq_op(k->e, &s, OPC_aconst_null);
        seq_int(k->e, &s, (s4)k->need.site[insn].id);
        call(k, &s, PROBE_BEFORE_SILENT);
        break;
    }
    edit_before(k->e, insn, s);
}

// Is the state another one when the call returns?
static bool is_state_lost(const struct need_site *site) {
    return site->before != NEED_NOTHING && site->before != NEED_COUNT &&
           site->before != NEED_COUNT_NON_NULL;
}

static void after(struct inserting *k, u4 insn) {
    const struct need_site *site = &k->need.site[insn];
    bool init = k->init_call && k->init_call[insn];
    if (is_state_lost(site) || init) {
        struct seq s = seq_begin(k->e);
        if (init) {
            guard(k, &s, PROBE_GUARDED);
        }
        restore(k, &s, k->my);
        edit_after(k->e, insn, s);
    }
    if (site->maker) {
        struct seq s = seq_begin(k->e);
        seq_op(k->e, &s, OPC_dup);
        seq_int(k->e, &s, (s4)site->maker);
        call(k, &s, PROBE_MADE);
        edit_after(k->e, insn, s);
    }
}

// A constructor whose super(...) or this(...) can throw, and nothing of ours
// can be there to catch it.
static void find_init_calls(struct inserting *k) {
    struct edit *e = k->e;
    if (!(k->need.entered || k->need.unmeasured) ||
        !str_eq(cp_str(e->c, e->m->name), STR("<init>"))) {
        return;
    }
    const bool *is = edit_init_calls(e);
    for (u4 i = 0; i < e->k->n_insn; i++) {
        if (is[i] && !str_eq(cp_ref_of(e->c, e->k->insn[i].a).owner,
                             STR("java/lang/Object"))) {
            k->init_call = is;
        }
    }
}

static bool is_initialiser(const struct edit *e) {
    return str_eq(cp_str(e->c, e->m->name), STR("<clinit>"));
}

static void entry(struct inserting *k) {
    struct edit *e = k->e;
    struct seq s = seq_begin(e);
    call(k, &s, PROBE_STATE);
    seq_op(e, &s, OPC_dup);
    seq_local(e, &s, OPC_astore, k->st);
    if (k->need.unmeasured) {
        seq_int(e, &s, is_initialiser(e));
        call(k, &s, PROBE_UNMEASURED);
    } else if (k->need.entered) {
        seq_int(e, &s, (s4)k->need.id);
        call(k, &s, PROBE_ENTERED);
    } else {
        call(k, &s, PROBE_ARRIVED);
    }
    seq_local(e, &s, OPC_istore, k->my);
    seq_local(e, &s, OPC_aload, k->st);
    seq_op(e, &s, OPC_iconst_1);
    seq_op(e, &s, OPC_iaload);
    seq_local(e, &s, OPC_istore, k->saved);
    if (k->init_call) {
        guard(k, &s, PROBE_UNGUARDED);
    }
    edit_entry(e, s);
}

static void handlers(struct inserting *k) {
    struct edit *e = k->e;
    struct seq back = seq_begin(e);
    restore(k, &back, k->my);
    edit_handler_entries(e, back);
}

static void caught(struct inserting *k) {
    struct edit *e = k->e;
    // A handler that several ranges share is told of as the first of them.
    bool *told = ARENA_ZARRAY(e->arena, bool, e->k->n_insn + 1);
    for (u4 h = 0; h < e->k->n_handlers; h++) {
        u4 insn = code_index(e->k, e->k->handler[h].handler);
        if (!told[insn] && insn < e->k->n_insn) {
            struct seq s = seq_begin(e);
            seq_int(e, &s, (s4)(k->need.caught + h));
            call(k, &s, PROBE_CAUGHT);
            edit_before(e, insn, s);
        }
        told[insn] = true;
    }
}

// Behind what entry() may insert.
static void finalizes(struct inserting *k) {
    struct seq s = seq_begin(k->e);
    seq_int(k->e, &s, (s4)k->need.id);
    call(k, &s, PROBE_FINALIZES);
    edit_entry(k->e, s);
}

static void leave(struct inserting *k) {
    struct seq exit = seq_begin(k->e);
    restore(k, &exit, k->saved);
    edit_exits(k->e, exit);
    struct seq thrown = seq_begin(k->e);
    seq_local(k->e, &thrown, OPC_aload, k->st);
    seq_op(k->e, &thrown, OPC_iconst_0);
    seq_local(k->e, &thrown, OPC_iload, k->saved);
    seq_int(k->e, &thrown, ~STATE_ARRIVING);
    seq_op(k->e, &thrown, OPC_iand);
    seq_op(k->e, &thrown, OPC_iastore);
    edit_wrap(k->e, thrown);
}

static void add_locals(struct inserting *k) {
    u2 ints = pool_class(k->e->pool, STR("[I"));
    if (ints == 0) {
        k->e->refused = REFUSED_POOL_FULL;
    }
    k->st = edit_add_local(k->e, (struct vtype){VT_OBJECT, ints});
    k->saved = edit_add_local(k->e, (struct vtype){.tag = VT_INT});
    k->my = edit_add_local(k->e, (struct vtype){.tag = VT_INT});
}

// That a method of a class which nobody has analysed is inside matters to what
// it calls.
static void ask_unmeasured(struct edit *e, struct need_method *to) {
    *to = (struct need_method){.unmeasured = true};
    to->site = ARENA_ZARRAY(e->arena, struct need_site, e->k->n_insn);
    for (u4 i = 0; i < e->k->n_insn && !to->any; i++) {
        to->any = op_is(e->k->insn[i].op, OP_CALL);
    }
}

void insert_probes(void *insert, struct edit *e) {
    const struct insert *in = insert;
    struct inserting k = {.e = e, .owner = in->owner};
    if (in->unmeasured) {
        ask_unmeasured(e, &k.need);
    } else {
        in->needs->ask(in->needs->context, in->class, e, &k.need);
    }
    if (!k.need.any) {
        return;
    }
    bool full = k.need.entered || k.need.any_site || k.need.unmeasured;
    if (full) {
        add_locals(&k);
        find_init_calls(&k);
        entry(&k);
        handlers(&k);
    }
    if (k.need.finalizer) {
        finalizes(&k);
    }
    if (k.need.caught) {
        caught(&k);
    }
    for (u4 i = 0; i < e->k->n_insn && e->refused == REFUSED_NOT; i++) {
        before(&k, i);
        after(&k, i);
    }
    if (full) {
        leave(&k);
    }
}
