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

struct inserter {
    struct edit *e;
    struct str owner;
    struct need_method need;
    u4 st, saved, my;       // locals
    const bool *init_call;  // of an unguarded constructor; else NULL
};

// --- Pieces ------------------------------------------------------------------

static void call(struct inserter *inserter, struct seq *s, enum probe p) {
    seq_invokestatic(inserter->e, s,
                     pool_methodref(inserter->e->pool, inserter->owner,
                                    str_of(probes[p].name),
                                    str_of(probes[p].desc)));
}

static void load_state(struct inserter *inserter, struct seq *s) {
    seq_local(inserter->e, s, OPC_aload, inserter->st);
    seq_local(inserter->e, s, OPC_iload, inserter->my);
}

// st[0] = that local
static void restore(struct inserter *inserter, struct seq *s, u4 local) {
    seq_local(inserter->e, s, OPC_aload, inserter->st);
    seq_op(inserter->e, s, OPC_iconst_0);
    seq_local(inserter->e, s, OPC_iload, local);
    seq_op(inserter->e, s, OPC_iastore);
}

static void lead_out(struct inserter *inserter, struct seq *s) {
    seq_local(inserter->e, s, OPC_aload, inserter->st);
    seq_op(inserter->e, s, OPC_iconst_0);
    seq_local(inserter->e, s, OPC_iload, inserter->my);
    seq_int(inserter->e, s, STATE_OUT);
    seq_op(inserter->e, s, OPC_ior);
    seq_op(inserter->e, s, OPC_iastore);
}

// my = unguarded(st, my), and back
static void guard(struct inserter *inserter, struct seq *s, enum probe p) {
    load_state(inserter, s);
    call(inserter, s, p);
    seq_local(inserter->e, s, OPC_istore, inserter->my);
}

// --- Receivers ---------------------------------------------------------------

// The slots of the arguments that lie above the receiver of a call.
static struct desc_method arguments(struct inserter *inserter, u4 insn) {
    struct str text =
        pool_method_desc(inserter->e->pool, inserter->e->k->insn[insn].a);
    struct desc_method d;
    if (!desc_method(text, &d)) {
        inserter->e->refused = REFUSED_BAD_TYPES;
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
static void put_aside(struct inserter *inserter, struct seq *s,
                      struct str args) {
    u4 local = edit_scratch(inserter->e, 0);
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
        seq_local(inserter->e, s, op_of(type[n], OPC_istore), local);
    }
}

static void take_back(struct inserter *inserter, struct seq *s,
                      struct str args) {
    u4 local = edit_scratch(inserter->e, 0);
    while (args.n) {
        char type = desc_next(&args).p[0];
        seq_local(inserter->e, s, op_of(type, OPC_iload), local);
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
static void before_receiver(struct inserter *inserter, struct seq *s, u4 insn,
                            enum probe p) {
    struct desc_method d = arguments(inserter, insn);
    bool aside = d.arg_slots > COPY_SLOTS;
    if (aside) {
        edit_scratch(inserter->e, d.arg_slots);
        put_aside(inserter, s, d.args);
    }
    const u1 *copy = copy_from_below[aside ? 0 : d.arg_slots];
    for (u4 i = 0; i < sizeof copy_from_below[0] && copy[i]; i++) {
        seq_op(inserter->e, s, copy[i]);
    }
    seq_local(inserter->e, s, OPC_aload, inserter->st);
    seq_op(inserter->e, s, OPC_swap);
    seq_local(inserter->e, s, OPC_iload, inserter->my);
    seq_op(inserter->e, s, OPC_swap);
    seq_int(inserter->e, s, (s4)inserter->need.site[insn].id);
    call(inserter, s, p);
    if (aside) {
        take_back(inserter, s, d.args);
    }
}

// Whether what the instruction calls is called on an object that is one.
static bool has_receiver(const struct inserter *inserter, u4 insn) {
    const struct insn *i = &inserter->e->k->insn[insn];
    if (i->op != OPC_invokespecial) {
        return i->op == OPC_invokevirtual || i->op == OPC_invokeinterface;
    }
    return !str_eq(cp_ref_of(inserter->e->c, i->a).name, STR("<init>"));
}

// --- Places ------------------------------------------------------------------

// probe(st, my, id)
static void before_plain(struct inserter *inserter, struct seq *s, u4 insn,
                         enum probe p) {
    load_state(inserter, s);
    seq_int(inserter->e, s, (s4)inserter->need.site[insn].id);
    call(inserter, s, p);
}

static void before(struct inserter *inserter, u4 insn) {
    struct seq s = seq_begin(inserter->e);
    bool receiver = has_receiver(inserter, insn);
    switch (inserter->need.site[insn].before) {
    case NEED_NOTHING:
        return;
    case NEED_LABEL:
        before_plain(inserter, &s, insn, PROBE_BEFORE_LABEL);
        break;
    case NEED_NON_NULL:
        before_receiver(inserter, &s, insn, PROBE_BEFORE_NON_NULL);
        break;
    case NEED_COUNT:
        before_plain(inserter, &s, insn, PROBE_COUNT);
        break;
    case NEED_COUNT_NON_NULL:
        before_receiver(inserter, &s, insn, PROBE_COUNT_NON_NULL);
        break;
    case NEED_CLASS:
        before_receiver(inserter, &s, insn, PROBE_BEFORE_CLASS);
        break;
    case NEED_OUT:
        lead_out(inserter, &s);
        break;
    case NEED_SILENT:
        if (receiver) {
            before_receiver(inserter, &s, insn, PROBE_BEFORE_SILENT);
            break;
        }
        load_state(inserter, &s);
        seq_op(inserter->e, &s, OPC_aconst_null);
        seq_int(inserter->e, &s, (s4)inserter->need.site[insn].id);
        call(inserter, &s, PROBE_BEFORE_SILENT);
        break;
    }
    edit_before(inserter->e, insn, s);
}

// Is the state another one when the call returns?
static bool is_state_lost(const struct need_site *site) {
    return site->before != NEED_NOTHING && site->before != NEED_COUNT &&
           site->before != NEED_COUNT_NON_NULL;
}

static void after(struct inserter *inserter, u4 insn) {
    const struct need_site *site = &inserter->need.site[insn];
    bool init = inserter->init_call && inserter->init_call[insn];
    if (is_state_lost(site) || init) {
        struct seq s = seq_begin(inserter->e);
        if (init) {
            guard(inserter, &s, PROBE_GUARDED);
        }
        restore(inserter, &s, inserter->my);
        edit_after(inserter->e, insn, s);
    }
    if (site->maker) {
        struct seq s = seq_begin(inserter->e);
        seq_op(inserter->e, &s, OPC_dup);
        seq_int(inserter->e, &s, (s4)site->maker);
        call(inserter, &s, PROBE_MADE);
        edit_after(inserter->e, insn, s);
    }
}

// A constructor whose super(...) or this(...) can throw, and nothing of ours
// can be there to catch it.
static void find_init_calls(struct inserter *inserter) {
    struct edit *e = inserter->e;
    if (!(inserter->need.entered || inserter->need.unmeasured) ||
        !str_eq(cp_str(e->c, e->m->name), STR("<init>"))) {
        return;
    }
    const bool *is = edit_init_calls(e);
    for (u4 i = 0; i < e->k->n_insn; i++) {
        if (is[i] && !str_eq(cp_ref_of(e->c, e->k->insn[i].a).owner,
                             STR("java/lang/Object"))) {
            inserter->init_call = is;
        }
    }
}

static bool is_initialiser(const struct edit *e) {
    return str_eq(cp_str(e->c, e->m->name), STR("<clinit>"));
}

static void entry(struct inserter *inserter) {
    struct edit *e = inserter->e;
    struct seq s = seq_begin(e);
    call(inserter, &s, PROBE_STATE);
    seq_op(e, &s, OPC_dup);
    seq_local(e, &s, OPC_astore, inserter->st);
    if (inserter->need.unmeasured) {
        seq_int(e, &s, is_initialiser(e));
        call(inserter, &s, PROBE_UNMEASURED);
    } else if (inserter->need.entered) {
        seq_int(e, &s, (s4)inserter->need.id);
        call(inserter, &s, PROBE_ENTERED);
    } else {
        call(inserter, &s, PROBE_ARRIVED);
    }
    seq_local(e, &s, OPC_istore, inserter->my);
    seq_local(e, &s, OPC_aload, inserter->st);
    seq_op(e, &s, OPC_iconst_1);
    seq_op(e, &s, OPC_iaload);
    seq_local(e, &s, OPC_istore, inserter->saved);
    if (inserter->init_call) {
        guard(inserter, &s, PROBE_UNGUARDED);
    }
    edit_entry(e, s);
}

static void handlers(struct inserter *inserter) {
    struct edit *e = inserter->e;
    struct seq back = seq_begin(e);
    restore(inserter, &back, inserter->my);
    edit_handler_entries(e, back);
}

static void caught(struct inserter *inserter) {
    struct edit *e = inserter->e;
    // A handler that several ranges share is told of as the first of them.
    bool *told = ARENA_ZARRAY(e->arena, bool, e->k->n_insn + 1);
    for (u4 h = 0; h < e->k->n_handlers; h++) {
        u4 insn = code_index(e->k, e->k->handler[h].handler);
        if (!told[insn] && insn < e->k->n_insn) {
            struct seq s = seq_begin(e);
            seq_int(e, &s, (s4)(inserter->need.caught + h));
            call(inserter, &s, PROBE_CAUGHT);
            edit_before(e, insn, s);
        }
        told[insn] = true;
    }
}

// Behind what entry() may insert.
static void finalizes(struct inserter *inserter) {
    struct seq s = seq_begin(inserter->e);
    seq_int(inserter->e, &s, (s4)inserter->need.id);
    call(inserter, &s, PROBE_FINALIZES);
    edit_entry(inserter->e, s);
}

static void leave(struct inserter *inserter) {
    struct seq exit = seq_begin(inserter->e);
    restore(inserter, &exit, inserter->saved);
    edit_exits(inserter->e, exit);
    struct seq thrown = seq_begin(inserter->e);
    seq_local(inserter->e, &thrown, OPC_aload, inserter->st);
    seq_op(inserter->e, &thrown, OPC_iconst_0);
    seq_local(inserter->e, &thrown, OPC_iload, inserter->saved);
    seq_int(inserter->e, &thrown, ~STATE_ARRIVING);
    seq_op(inserter->e, &thrown, OPC_iand);
    seq_op(inserter->e, &thrown, OPC_iastore);
    edit_wrap(inserter->e, thrown);
}

static void add_locals(struct inserter *inserter) {
    u2 ints = pool_class(inserter->e->pool, STR("[I"));
    if (ints == 0) {
        inserter->e->refused = REFUSED_POOL_FULL;
    }
    inserter->st = edit_add_local(inserter->e, (struct vtype){VT_OBJECT, ints});
    inserter->saved =
        edit_add_local(inserter->e, (struct vtype){.tag = VT_INT});
    inserter->my = edit_add_local(inserter->e, (struct vtype){.tag = VT_INT});
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
    struct inserter inserter = {.e = e, .owner = in->owner};
    if (in->unmeasured) {
        ask_unmeasured(e, &inserter.need);
    } else {
        in->needs->ask(in->needs->context, in->class, e, &inserter.need);
    }
    if (!inserter.need.any) {
        return;
    }
    bool full = inserter.need.entered || inserter.need.any_site ||
                inserter.need.unmeasured;
    if (full) {
        add_locals(&inserter);
        find_init_calls(&inserter);
        entry(&inserter);
        handlers(&inserter);
    }
    if (inserter.need.finalizer) {
        finalizes(&inserter);
    }
    if (inserter.need.caught) {
        caught(&inserter);
    }
    for (u4 i = 0; i < e->k->n_insn && e->refused == REFUSED_NOT; i++) {
        before(&inserter, i);
        after(&inserter, i);
    }
    if (full) {
        leave(&inserter);
    }
}
