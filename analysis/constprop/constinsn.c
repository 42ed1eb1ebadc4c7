// SPDX-License-Identifier: MIT
// One instruction, as far as constants are concerned.
//
// What is not an int, null or a reference is never known, and nothing is known
// by it: most instructions just pop and push as the stack column of opcodes.def
// says. A division by 0 throws, so what follows it is not the place to say so.
#include "analysis/classfile/desc.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/opcode.h"
#include "analysis/constprop/guards_priv.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

static void push(struct prop *p, struct known v) {
    if (p->depth == p->code.max_stack) {
        prop_bad(p);
        return;
    }
    p->stack[p->depth++] = v;
}

static void push_any(struct prop *p, u4 slots) {
    while (slots--) {
        push(p, KNOWN_NOTHING);
    }
}

static void drop(struct prop *p, u4 slots) {
    if (slots > p->depth) {
        prop_bad(p);
        return;
    }
    p->depth -= slots;
}

// ---- locals -----------------------------------------------------------------

static void access_local(struct prop *p, const struct insn *i,
                         const struct op_local *l) {
    u4 at = l->implied ? l->index : i->a;
    u4 slots = l->type == 'J' || l->type == 'D' ? 2 : 1;
    if (at + slots > p->code.max_locals) {
        prop_bad(p);
    } else if (!l->store) {
        for (u4 s = 0; s < slots; s++) {
            push(p, p->local[at + s]);
        }
    } else {
        for (u4 s = slots; s > 0; s--) {
            prop_write(p, at + s - 1, prop_pop(p));
        }
    }
}

static void iinc(struct prop *p, const struct insn *i) {
    if (i->a >= p->code.max_locals) {
        prop_bad(p);
        return;
    }
    struct known v = p->local[i->a];
    if (v.kind == KNOWN_INT) {
        v.value += (u4)i->b;
    } else {
        v.kind = KNOWN_ANY;
        v.value = 0;
    }
    prop_write(p, i->a, v);
}

// ---- arithmetic (JVMS 6.5: all of it wraps) -----------------------------------

static s4 shift_right(s4 x, u4 by) {
    u4 bits = (u4)x >> by;
    return (s4)(x < 0 && by ? bits | ~(UINT32_MAX >> by) : bits);
}

// y is not 0. INT_MIN / -1 is INT_MIN.
static s4 divide(s4 x, s4 y) {
    return y == -1 ? (s4)(0 - (u4)x) : x / y;
}

static s4 fold(u1 op, s4 x, s4 y) {
    u4 a = (u4)x, b = (u4)y;
    switch (op) {
    case OPC_iadd:
        return (s4)(a + b);
    case OPC_isub:
        return (s4)(a - b);
    case OPC_imul:
        return (s4)(a * b);
    case OPC_idiv:
        return divide(x, y);
    case OPC_irem:
        return y == -1 ? 0 : x % y;
    case OPC_ishl:
        return (s4)(a << (b & 31));
    case OPC_ishr:
        return shift_right(x, b & 31);
    case OPC_iushr:
        return (s4)(a >> (b & 31));
    case OPC_iand:
        return (s4)(a & b);
    case OPC_ior:
        return (s4)(a | b);
    default:  // ixor
        return (s4)(a ^ b);
    }
}

static void binary(struct prop *p, u1 op) {
    struct known b = prop_pop(p), a = prop_pop(p);
    struct known v = KNOWN_NOTHING;
    if (known_may(a) && known_may(b)) {
        v.deps = a.deps | b.deps;
    }
    bool by_zero = (op == OPC_idiv || op == OPC_irem) && b.value == 0;
    if (a.kind == KNOWN_INT && b.kind == KNOWN_INT && !by_zero) {
        v = known_int(fold(op, (s4)a.value, (s4)b.value), v.deps);
    }
    push(p, v);
}

static void unary(struct prop *p, u1 op) {
    struct known v = prop_pop(p);
    u4 x = v.value;
    if (v.kind == KNOWN_INT) {
        v.value = op == OPC_ineg  ? 0 - x
                  : op == OPC_i2b ? (u4)(s4)(s1)x
                  : op == OPC_i2c ? (u2)x
                                  : (u4)(s4)(s2)x;
    } else {
        v = (struct known){.deps = v.deps};
    }
    push(p, v);
}

static void instance_of(struct prop *p) {
    struct known v = prop_pop(p);
    push(p, v.kind == KNOWN_NULL ? known_int(0, v.deps)
                                 : (struct known){.deps = v.deps});
}

// ---- constants and fields ---------------------------------------------------

static void ldc(struct prop *p, const struct insn *i) {
    const struct cp_entry *e = &p->c->pool[i->a];
    switch (e->tag) {
    case CP_INTEGER:
        push(p, known_int((s4)e->value, 0));
        break;
    case CP_FLOAT:
        push_any(p, 1);
        break;
    case CP_LONG:
    case CP_DOUBLE:
        push_any(p, 2);
        break;
    case CP_DYNAMIC: {
        struct str desc = cp_ref_of(p->c, i->a).desc;
        push_any(p, desc.n ? desc_slots(*desc.p) : 1);
        break;
    }
    default:
        push(p, KNOWN_NOT_NULL);
    }
}

static void field(struct prop *p, const struct insn *i) {
    struct str desc = cp_ref_of(p->c, i->a).desc;
    u4 slots = desc.n ? desc_slots(*desc.p) : 0;
    switch (i->op) {
    case OPC_getstatic:
        if (slots == 1) {
            push(p, prop_static(p, i->a));
        } else {
            push_any(p, slots);
        }
        break;
    case OPC_putstatic:
        if (p->task.see) {
            p->task.see(p->task.context, p, i);
        }
        drop(p, slots);
        break;
    case OPC_getfield:
        drop(p, 1);
        push_any(p, slots);
        break;
    default:
        drop(p, slots + 1);
    }
}

// ---- calls ------------------------------------------------------------------

static bool has_receiver(u1 op) {
    return op != OPC_invokestatic && op != OPC_invokedynamic;
}

u4 prop_arg_slots(const struct cf_class *c, const struct insn *i) {
    struct desc_method desc = {.arg_slots = 0};
    return desc_method(cp_ref_of(c, i->a).desc, &desc)
               ? desc.arg_slots + has_receiver(i->op)
               : 0;
}

// Enum.ordinal() is final.
static bool is_ordinal(struct prop *p, const struct insn *i,
                       const struct cp_ref *r) {
    struct world *w = p->g->w;
    if (i->op != OPC_invokevirtual || !str_eq(r->name, STR("ordinal")) ||
        !str_eq(r->desc, STR("()I"))) {
        return false;
    }
    method_id m = resolve_method(w, world_ref_at(w, p->class, i->a));
    return m &&
           str_eq(w->class.v[w->method.v[m].class].name, STR("java/lang/Enum"));
}

static void call(struct prop *p, const struct insn *i) {
    struct cp_ref r = cp_ref_of(p->c, i->a);
    struct desc_method desc;
    if (!desc_method(r.desc, &desc)) {
        prop_bad(p);
        return;
    }
    u4 slots = desc.arg_slots + has_receiver(i->op);
    if (slots > p->depth) {
        prop_bad(p);
        return;
    }
    if (p->task.see) {
        p->task.see(p->task.context, p, i);
    }
    struct known top = slots ? p->stack[p->depth - 1] : KNOWN_NOTHING;
    drop(p, slots);
    if (is_ordinal(p, i, &r)) {
        push(p, prop_ordinal(p, top));
    } else if (i->op == OPC_invokedynamic && *desc.ret.p == 'L' &&
               prop_is_lambda(p->c, i->a)) {
        push(p, KNOWN_NOT_NULL);
    } else {
        push_any(p, desc_slots(*desc.ret.p));
    }
}

// ---- shuffling --------------------------------------------------------------

// Copies the top n slots below the `skip` slots that lie under them: all dups.
static void dup(struct prop *p, u4 n, u4 skip) {
    struct known top[4];
    for (u4 i = n + skip; i > 0; i--) {
        top[i - 1] = prop_pop(p);
    }
    for (u4 i = 0; i < n; i++) {
        push(p, top[skip + i]);
    }
    for (u4 i = 0; i < n + skip; i++) {
        push(p, top[i]);
    }
}

static void shuffle(struct prop *p, u1 op) {
    if (op == OPC_swap) {
        struct known v = prop_pop(p), w = prop_pop(p);
        push(p, v);
        push(p, w);
        return;
    }
    u4 of = op - (u4)OPC_dup;  // dup, dup_x1, dup_x2, then the same of two
    dup(p, of < 3 ? 1 : 2, of % 3);
}

// ---- all of them ------------------------------------------------------------

void prop_insn(struct prop *p, const struct insn *i) {
    struct op_local l;
    if (op_local(i->op, &l)) {
        access_local(p, i, &l);
        return;
    }
    s4 v;
    if (insn_int(i, &v)) {
        push(p, known_int(v, 0));
        return;
    }
    switch (i->op) {
    case OPC_aconst_null:
        push(p, (struct known){.kind = KNOWN_NULL});
        break;
    case OPC_ldc:
    case OPC_ldc_w:
    case OPC_ldc2_w:
        ldc(p, i);
        break;
    case OPC_iaload: {
        struct known index = prop_pop(p), array = prop_pop(p);
        push(p, prop_element(p, array, index));
        break;
    }
    case OPC_dup:
    case OPC_dup_x1:
    case OPC_dup_x2:
    case OPC_dup2:
    case OPC_dup2_x1:
    case OPC_dup2_x2:
    case OPC_swap:
        shuffle(p, i->op);
        break;
    case OPC_iadd:
    case OPC_isub:
    case OPC_imul:
    case OPC_idiv:
    case OPC_irem:
    case OPC_ishl:
    case OPC_ishr:
    case OPC_iushr:
    case OPC_iand:
    case OPC_ior:
    case OPC_ixor:
        binary(p, i->op);
        break;
    case OPC_ineg:
    case OPC_i2b:
    case OPC_i2c:
    case OPC_i2s:
        unary(p, i->op);
        break;
    case OPC_iinc:
        iinc(p, i);
        break;
    case OPC_getstatic:
    case OPC_putstatic:
    case OPC_getfield:
    case OPC_putfield:
        field(p, i);
        break;
    case OPC_invokevirtual:
    case OPC_invokespecial:
    case OPC_invokestatic:
    case OPC_invokeinterface:
    case OPC_invokedynamic:
        call(p, i);
        break;
    case OPC_new:
        push(p, (struct known){.kind = KNOWN_OBJECT, .value = i->pc + 1u});
        break;
    case OPC_newarray:
    case OPC_anewarray:
        drop(p, 1);
        push(p, KNOWN_NOT_NULL);
        break;
    case OPC_multianewarray:
        drop(p, (u4)i->b);
        push(p, KNOWN_NOT_NULL);
        break;
    case OPC_checkcast:
        push(p, prop_pop(p));
        break;
    case OPC_instanceof:
        instance_of(p);
        break;
    default:
        drop(p, (u4)op_table[i->op].pops);
        push_any(p, (u4)op_table[i->op].pushes);
    }
}
