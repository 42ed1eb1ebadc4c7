// SPDX-License-Identifier: MIT
// All that can be inserted, everywhere.
#include "rewriter/probe/allneeds.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "rewriter/edit/edit.h"

static enum need_class find(const void *context, struct str name,
                            struct bytes in, u4 *id) {
    (void)context;
    (void)name;
    (void)in;
    *id = 1;
    return NEED_CLASS_KNOWN;
}

static enum need_before virtual_need(u4 pc) {
    static const enum need_before form[] = {NEED_CLASS, NEED_NON_NULL,
                                            NEED_SILENT, NEED_CLASS};
    return form[pc % (sizeof form / sizeof *form)];
}

static enum need_before before(const struct insn *i, bool constructor) {
    switch (i->op) {
    case OPC_invokevirtual:
    case OPC_invokeinterface:
        return virtual_need(i->pc);
    case OPC_invokespecial:
        return constructor && i->pc % 2 == 0 ? NEED_SILENT
               : i->pc % 3 == 0              ? NEED_COUNT
                                             : NEED_LABEL;
    case OPC_invokestatic:
        return i->pc % 2 ? NEED_LABEL : NEED_SILENT;
    case OPC_invokedynamic:
    case OPC_new:
    case OPC_getstatic:
    case OPC_putstatic:
        return NEED_OUT;
    default:
        return NEED_NOTHING;
    }
}

static bool makes_object(const struct cf_class *c, const struct insn *i) {
    if (i->op != OPC_invokedynamic) {
        return false;
    }
    struct str desc = cp_ref_of(c, i->a).desc;
    return desc.n && desc.p[desc.n - 1] == ';';
}

static void ask(const void *context, u4 class, struct edit *e,
                struct need_method *to) {
    (void)context;
    (void)class;
    // Numbers of every size that constants have.
    static const u4 size[] = {0, 100, 30000, 1u << 25};
    u4 index = (u4)(e->m - e->c->methods);
    *to = (struct need_method){
        .id = index + 1,
        .entered = index % 4 != 3,
        .finalizer = index % 3 == 0,
        .caught = 1,
        .any_site = true,
        .any = true,
        .site = ARENA_ZARRAY(e->arena, struct need_site, e->k->n_insn),
    };
    for (u4 i = 0; i < e->k->n_insn; i++) {
        const struct insn *in = &e->k->insn[i];
        bool constructor = in->op == OPC_invokespecial &&
                           str_eq(cp_ref_of(e->c, in->a).name, STR("<init>"));
        to->site[i] = (struct need_site){
            .before = before(in, constructor),
            .id = size[in->pc % 7 / 2] + in->pc % 20,
            .maker = makes_object(e->c, in) ? 1 : 0,
        };
        // What is called on an object by its own class, too.
        if (in->op == OPC_invokespecial && !constructor && in->pc % 2) {
            to->site[i].before = NEED_CLASS;
        }
    }
}

struct needs allneeds(void) {
    return (struct needs){NULL, find, ask};
}
