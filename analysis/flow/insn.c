// SPDX-License-Identifier: MIT
// One instruction executed: what it takes from stack and locals, the statement
// it makes, and what it leaves.
//
// Most instructions move no references: they pop and push as the stack column
// of opcodes.def says. A slot that the block has not written itself is asked
// for by a phi; one that is dropped without a look is not.
#include "analysis/classfile/desc.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/opcode.h"
#include "analysis/flow/flow_priv.h"

// ---- the stack --------------------------------------------------------------

static void push(struct fb *b, u4 v) {
    if (b->depth == b->code->max_stack) {
        fb_bad(b, b->at_insn, "stack overflow");
        return;
    }
    b->stack[b->depth++] = v;
}

static void push_prims(struct fb *b, u4 n) {
    while (n--) {
        push(b, b->prim);
    }
}

static bool has_slots(struct fb *b, u4 n) {
    return n <= b->depth ||
           fb_bad(b, b->at_insn, "pops more than the stack holds");
}

// What the block has pushed itself is at hand; below that it has to ask.
static void drop(struct fb *b, u4 n) {
    if (n <= b->depth - b->low) {
        b->depth -= n;
    } else if (has_slots(b, n)) {
        b->low = b->depth -= n;
    }
}

// A slot that is still on the stack.
static u4 slot(struct fb *b, u4 i) {
    return i >= b->low ? b->stack[i] : fb_phi_new(b, b->at_block, FB_STACK + i);
}

static u4 pop(struct fb *b) {
    if (b->depth > b->low) {
        return b->stack[--b->depth];
    }
    if (!has_slots(b, 1)) {
        return 0;
    }
    b->low = --b->depth;
    return fb_phi_new(b, b->at_block, FB_STACK + b->depth);
}

// ---- locals -----------------------------------------------------------------

static bool is_local(struct fb *b, u4 i, u4 slots) {
    return i + slots <= b->code->max_locals ||
           fb_bad(b, b->at_insn, "local beyond max_locals");
}

static u4 read_local(struct fb *b, u4 i) {
    struct fb_local *l = fb_local(b, i);
    if (l->block != b->at_block + 1) {
        l->value = fb_phi_new(b, b->at_block, i);
        l->block = b->at_block + 1;
    }
    return l->value;
}

static void write_local(struct fb *b, u4 i, u4 v) {
    struct fb_local *l = fb_local(b, i);
    l->value = v;
    l->block = b->at_block + 1;
    if (b->block_at) {
        fb_define(b, i, b->at_block, v);
    }
}

static void load(struct fb *b, u4 i) {
    if (is_local(b, i, 1)) {
        push(b, read_local(b, i));
    }
}

static void store(struct fb *b, u4 i) {
    if (is_local(b, i, 1)) {
        write_local(b, i, pop(b));
    }
}

// Primitives are stored only for those who ask what is none: a local that is
// read as a reference was written as one on every path.
static void store_prim(struct fb *b, u4 i, u4 slots) {
    drop(b, slots);
    for (u4 s = 0; b->frames && s < slots; s++) {
        write_local(b, i + s, b->prim);
    }
}

// An instruction that moves no reference, and may name a local.
static void plain(struct fb *b, const struct insn *i) {
    u4 load = i->op - (u4)OPC_iload, store = i->op - (u4)OPC_istore;
    if (load <= OPC_dload_3 - OPC_iload || store <= OPC_dstore_3 - OPC_istore) {
        struct op_local l;
        op_local(i->op, &l);
        u4 at = l.implied ? l.index : i->a;
        u4 slots = l.type == 'J' || l.type == 'D' ? 2 : 1;
        if (!is_local(b, at, slots)) {
            return;
        }
        if (l.store) {
            store_prim(b, at, slots);
            return;
        }
    }
    drop(b, (u4)op_table[i->op].pops);
    push_prims(b, (u4)op_table[i->op].pushes);
}

// ---- statements -------------------------------------------------------------

// Values that are known to be none give no statement.
static bool is_none(const struct fb *b, u4 v) {
    return v == b->null || v == b->prim;
}

static struct flow_stmt *stmt(struct fb *b, enum flow_kind kind, u4 ref) {
    FB_ROOM(b, b->stmt, b->n_stmts, b->room_stmts, 1);
    struct flow_stmt *s = &b->stmt[b->n_stmts++];
    *s = (struct flow_stmt){
        .kind = (u1)kind, .pc = b->code->insn[b->at_insn].pc, .ref = (u2)ref};
    return s;
}

static struct flow_stmt *define(struct fb *b, enum flow_kind kind, u4 ref,
                                enum flow_decl decl) {
    struct flow_stmt *s = stmt(b, kind, ref);
    s->v = fb_value(b, decl, (u2)ref);
    return s;
}

static struct flow_stmt *define_push(struct fb *b, enum flow_kind kind, u4 ref,
                                     enum flow_decl decl) {
    struct flow_stmt *s = define(b, kind, ref, decl);
    push(b, s->v);
    return s;
}

static void derive(struct fb *b, enum flow_kind kind, u4 ref,
                   enum flow_decl decl) {
    u4 from = pop(b);
    if (is_none(b, from)) {
        push(b, b->null);
    } else {
        define_push(b, kind, ref, decl)->a = from;
    }
}

static void use(struct fb *b, enum flow_kind kind) {
    u4 v = pop(b);
    if (!is_none(b, v)) {
        stmt(b, kind, 0)->v = v;
    }
}

// Takes over an object and what is put into it.
static void put_into(struct fb *b, enum flow_kind kind, u4 ref, u4 object,
                     u4 v) {
    if (!is_none(b, object) && !is_none(b, v)) {
        struct flow_stmt *s = stmt(b, kind, ref);
        s->v = v;
        s->a = object;
    }
}

static bool is_reference(char letter) {
    return letter == 'L' || letter == '[';
}

static bool bad_desc(struct fb *b) {
    return fb_bad(b, b->at_insn, "malformed descriptor");
}

// The descriptor of a field, method or dynamic constant.
static struct str desc_of(const struct cf_class *c, u4 ref) {
    const struct cp_entry *both = &c->pool[c->pool[ref].b];
    return cp_str(c, both->b);
}

// ---- constants and fields ---------------------------------------------------

static void ldc(struct fb *b, const struct insn *i) {
    switch (b->c->pool[i->a].tag) {
    case CP_INTEGER:
    case CP_FLOAT:
        push(b, b->prim);
        return;
    case CP_LONG:
    case CP_DOUBLE:
        push_prims(b, 2);
        return;
    case CP_DYNAMIC: {
        struct str one = desc_of(b->c, i->a);
        char letter = one.n ? *one.p : 0;
        if (desc_next(&one).n == 0 || one.n) {
            bad_desc(b);
        } else if (is_reference(letter)) {
            define_push(b, FLOW_CONST, i->a, FLOW_T_CONST);
        } else {
            stmt(b, FLOW_CONST, i->a);
            push_prims(b, desc_slots(letter));
        }
        return;
    }
    default:
        define_push(b, FLOW_CONST, i->a, FLOW_T_CONST);
    }
}

static void get(struct fb *b, u2 ref, bool is_static, char letter) {
    if (is_reference(letter)) {
        if (is_static) {
            define_push(b, FLOW_GETSTATIC, ref, FLOW_T_FIELD);
        } else {
            derive(b, FLOW_GETFIELD, ref, FLOW_T_FIELD);
        }
        return;
    }
    if (is_static) {
        stmt(b, FLOW_GETSTATIC, ref);
    } else {
        drop(b, 1);
    }
    push_prims(b, desc_slots(letter));
}

static void put(struct fb *b, u2 ref, bool is_static, char letter) {
    u4 v = 0;
    if (is_reference(letter)) {
        v = pop(b);
    } else {
        drop(b, desc_slots(letter));
    }
    if (is_static) {
        stmt(b, FLOW_PUTSTATIC, ref)->v = is_none(b, v) ? 0 : v;
    } else if (is_reference(letter)) {
        u4 object = pop(b);
        put_into(b, FLOW_PUTFIELD, ref, object, v);
    } else {
        drop(b, 1);
    }
}

static void field(struct fb *b, const struct insn *i) {
    struct str one = desc_of(b->c, i->a);
    char letter = one.n ? *one.p : 0;
    if (desc_next(&one).n == 0 || one.n) {
        bad_desc(b);
        return;
    }
    bool is_static = i->op == OPC_getstatic || i->op == OPC_putstatic;
    if (i->op == OPC_getstatic || i->op == OPC_getfield) {
        get(b, i->a, is_static, letter);
    } else {
        put(b, i->a, is_static, letter);
    }
}

// ---- calls ------------------------------------------------------------------

// What a call takes, as slots of the stack above its lowest one, and the first
// letter of what it returns.
struct signature {
    u4 slots;
    u4 n;        // references
    u1 at[256];  // where they are
    char ret;
};

// One pass over the descriptor: a quarter of the walk's time goes into these.
static bool read_signature(struct str desc, struct signature *out) {
    if (desc.n < 3 || desc.p[0] != '(') {
        return false;
    }
    struct str rest = {desc.p + 1, desc.n - 1};
    while (rest.n && rest.p[0] != ')') {
        struct str type = desc_next(&rest);
        if (type.n == 0 || out->slots > 254) {
            return false;
        }
        if (is_reference(*type.p)) {
            out->at[out->n++] = (u1)out->slots;
        }
        out->slots += desc_slots(*type.p);
    }
    if (rest.n < 2 || out->slots > 255) {
        return false;
    }
    rest.p++;
    rest.n--;
    out->ret = *rest.p;
    return (rest.n == 1 && *rest.p == 'V') ||
           (desc_next(&rest).n && rest.n == 0);
}

static void call(struct fb *b, const struct insn *i, enum flow_kind kind) {
    struct signature args;
    args.slots = args.n = 0;
    if (kind != FLOW_STATIC && kind != FLOW_DYNAMIC) {
        args.at[args.n++] = (u1)args.slots++;
    }
    if (!read_signature(desc_of(b->c, i->a), &args)) {
        bad_desc(b);
        return;
    }
    if (!has_slots(b, args.slots)) {
        return;
    }
    FB_ROOM(b, b->args, b->n_args, b->room_args, args.n);
    struct flow_stmt *s = stmt(b, kind, i->a);
    s->n = (u2)args.n;
    s->a = b->n_args;
    u4 base = b->depth - args.slots;
    for (u4 n = 0; n < args.n; n++) {
        u4 v = slot(b, base + args.at[n]);
        b->args[b->n_args++] = is_none(b, v) ? 0 : v;
    }
    drop(b, args.slots);
    if (is_reference(args.ret)) {
        s->v = fb_value(b, FLOW_T_RETURN, i->a);
        push(b, s->v);
    } else {
        push_prims(b, desc_slots(args.ret));
    }
}

// ---- arrays -----------------------------------------------------------------

static void new_array(struct fb *b, const struct insn *i, enum flow_kind kind,
                      enum flow_decl decl) {
    drop(b, 1);
    define_push(b, kind, i->a, decl);
}

// An array, and for each further dimension one that is its element.
static void multianewarray(struct fb *b, const struct insn *i) {
    struct str name = cp_name_of(b->c, i->a);
    u4 dims = (u4)i->b;
    u4 rank = 0;
    while (rank < name.n && name.p[rank] == '[') {
        rank++;
    }
    if (dims > rank) {
        fb_bad(b, b->at_insn, "more dimensions than the array has");
        return;
    }
    drop(b, dims);
    if (b->bad) {
        return;
    }
    u4 outer = define_push(b, FLOW_NEW, i->a, FLOW_T_CLASS)->v;
    for (u4 strip = 1; strip < dims; strip++) {
        struct flow_stmt *s = define(b, FLOW_NEW, i->a, FLOW_T_CLASS);
        u4 inner = s->v;
        s->strip = b->value[inner].strip = (u1)strip;
        put_into(b, FLOW_AASTORE, 0, outer, inner);
        outer = inner;
    }
}

static void aastore(struct fb *b) {
    u4 v = pop(b);
    drop(b, 1);
    u4 array = pop(b);
    put_into(b, FLOW_AASTORE, 0, array, v);
}

// ---- shuffling --------------------------------------------------------------

// Copies the top n slots below the `skip` slots that lie under them: all dups.
static void dup(struct fb *b, u4 n, u4 skip) {
    u4 top[4];
    for (u4 i = n + skip; i > 0; i--) {
        top[i - 1] = pop(b);
    }
    for (u4 i = 0; i < n; i++) {
        push(b, top[skip + i]);
    }
    for (u4 i = 0; i < n + skip; i++) {
        push(b, top[i]);
    }
}

static void swap(struct fb *b) {
    u4 v = pop(b);
    u4 w = pop(b);
    push(b, v);
    push(b, w);
}

// ---- all of them ------------------------------------------------------------

static void shuffle(struct fb *b, const struct insn *i) {
    switch (i->op) {
    case OPC_dup:
        dup(b, 1, 0);
        break;
    case OPC_dup_x1:
        dup(b, 1, 1);
        break;
    case OPC_dup_x2:
        dup(b, 1, 2);
        break;
    case OPC_dup2:
        dup(b, 2, 0);
        break;
    case OPC_dup2_x1:
        dup(b, 2, 1);
        break;
    case OPC_dup2_x2:
        dup(b, 2, 2);
        break;
    default:
        swap(b);
    }
}

void fb_insn(struct fb *b, const struct insn *i) {
    // table switch: one case for each group of opcodes
    switch (i->op) {
    case OPC_aload:
        load(b, i->a);
        break;
    case OPC_aload_0:
    case OPC_aload_1:
    case OPC_aload_2:
    case OPC_aload_3:
        load(b, (u4)i->op - OPC_aload_0);
        break;
    case OPC_astore:
        store(b, i->a);
        break;
    case OPC_astore_0:
    case OPC_astore_1:
    case OPC_astore_2:
    case OPC_astore_3:
        store(b, (u4)i->op - OPC_astore_0);
        break;
    case OPC_aconst_null:
        b->has_null = true;
        push(b, b->null);
        break;
    case OPC_ldc:
    case OPC_ldc_w:
    case OPC_ldc2_w:
        ldc(b, i);
        break;
    case OPC_aaload:
        drop(b, 1);
        derive(b, FLOW_AALOAD, 0, FLOW_T_NONE);
        break;
    case OPC_aastore:
        aastore(b);
        break;
    case OPC_dup:
    case OPC_dup_x1:
    case OPC_dup_x2:
    case OPC_dup2:
    case OPC_dup2_x1:
    case OPC_dup2_x2:
    case OPC_swap:
        shuffle(b, i);
        break;
    case OPC_areturn:
        use(b, FLOW_RETURN);
        break;
    case OPC_athrow:
        use(b, FLOW_THROW);
        break;
    case OPC_getstatic:
    case OPC_putstatic:
    case OPC_getfield:
    case OPC_putfield:
        field(b, i);
        break;
    case OPC_invokevirtual:
        call(b, i, FLOW_VIRTUAL);
        break;
    case OPC_invokespecial:
        call(b, i, FLOW_SPECIAL);
        break;
    case OPC_invokestatic:
        call(b, i, FLOW_STATIC);
        break;
    case OPC_invokeinterface:
        call(b, i, FLOW_INTERFACE);
        break;
    case OPC_invokedynamic:
        call(b, i, FLOW_DYNAMIC);
        break;
    case OPC_new:
        define_push(b, FLOW_NEW, i->a, FLOW_T_CLASS);
        break;
    case OPC_newarray:
        new_array(b, i, FLOW_NEWARRAY, FLOW_T_PRIMS);
        break;
    case OPC_anewarray:
        new_array(b, i, FLOW_ANEWARRAY, FLOW_T_ARRAY);
        break;
    case OPC_multianewarray:
        multianewarray(b, i);
        break;
    case OPC_checkcast:
        derive(b, FLOW_CAST, i->a, FLOW_T_CLASS);
        break;
    case OPC_jsr:
    case OPC_jsr_w:
        push(b, b->prim);
        break;
    case OPC_ret:
    case OPC_iinc:
        is_local(b, i->a, 1);
        break;
    default:
        plain(b, i);
    }
}
