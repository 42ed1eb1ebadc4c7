// SPDX-License-Identifier: MIT
// The types of locals and stack before each instruction: the linear walk.
//
// Most instructions are executed by the stack column of opcodes.def; the rest
// is those whose operand decides (fields, invokes, constants), those that
// shuffle slots, and those that make or initialise objects.
#include "analysis/classfile/sim.h"

#include "analysis/base/limits.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/opcode.h"

static struct sim_type plain(u1 tag) {
    return (struct sim_type){.tag = tag};
}

static struct sim_type object(struct str name) {
    return (struct sim_type){.tag = VT_OBJECT, .name = name};
}

static struct sim_type of_letter(char letter) {
    switch (letter) {
    case 'J':
        return plain(VT_LONG);
    case 'F':
        return plain(VT_FLOAT);
    case 'D':
        return plain(VT_DOUBLE);
    default:
        return plain(VT_INT);
    }
}

// The type of a descriptor's one type: int for all that is an int on the
// stack, the name without L and ; for a class.
static struct sim_type of_desc(struct str t) {
    if (t.p[0] == 'L') {
        return object((struct str){t.p + 1, t.n - 2});
    }
    return t.p[0] == '[' ? object(t) : of_letter(t.p[0]);
}

struct sim_type sim_of_vtype(const struct cf_class *c, struct vtype v) {
    struct sim_type t = {.tag = v.tag, .a = v.a};
    if (v.tag == VT_OBJECT) {
        t.name = cp_name_of(c, v.a);
    }
    return t;
}

static u4 slots_of(struct sim_type t) {
    return vtype_slots((struct vtype){.tag = t.tag});
}

struct sim_list sim_list_new(u4 room, struct arena *a) {
    return (struct sim_list){.room = room,
                             .v = ARENA_ARRAY(a, struct sim_type, room)};
}

bool sim_list_push(struct sim_list *l, struct sim_type t) {
    if (l->n == l->room) {
        return false;
    }
    l->v[l->n++] = t;
    l->slots += slots_of(t);
    return true;
}

bool sim_list_init(struct sim_list *l, const struct cf_class *c,
                   const struct cf_member *m) {
    l->n = l->slots = 0;
    struct desc_method desc;
    if (!desc_method(cp_str(c, m->desc), &desc) || desc.arg_slots > 255) {
        return false;
    }
    if (!(m->access_flags & ACC_STATIC)) {
        struct str self = cp_name_of(c, c->this_class);
        struct sim_type t = object(self);
        t.a = c->this_class;
        if (str_eq(cp_str(c, m->name), STR("<init>")) &&
            !str_eq(self, STR("java/lang/Object"))) {
            t = plain(VT_UNINIT_THIS);
        }
        if (!sim_list_push(l, t)) {
            return false;
        }
    }
    while (desc.args.n) {
        if (!sim_list_push(l, of_desc(desc_next(&desc.args)))) {
            return false;
        }
    }
    return true;
}

bool sim_list_apply(struct sim_list *l, const struct cf_class *c,
                    const struct code_frame *f) {
    if (f->tag == FRAME_FULL) {
        l->n = l->slots = 0;
    } else if (f->tag >= FRAME_CHOP && f->tag < FRAME_SAME_EXT) {
        for (u4 chop = FRAME_SAME_EXT - f->tag; chop; chop--) {
            if (l->n == 0) {
                return false;
            }
            l->slots -= slots_of(l->v[--l->n]);
        }
    }
    for (u4 i = 0; i < f->n_locals; i++) {
        if (!sim_list_push(l, sim_of_vtype(c, f->type[i]))) {
            return false;
        }
    }
    return true;
}

static void push(struct sim *s, struct sim_type t) {
    u4 slots = slots_of(t);
    if (s->n_stack + slots > s->max_stack) {
        s->failed = true;
        return;
    }
    s->stack[s->n_stack++] = t;
    if (slots == 2) {
        s->stack[s->n_stack++] = plain(VT_HALF);
    }
}

static struct sim_type pop(struct sim *s, u4 slots) {
    if (s->n_stack < slots) {
        s->failed = true;
        return plain(VT_TOP);
    }
    s->n_stack -= slots;
    return s->stack[s->n_stack];
}

static void set_local(struct sim *s, u4 i, struct sim_type t) {
    u4 slots = slots_of(t);
    if (i + slots > s->n_locals) {
        s->failed = true;
        return;
    }
    // What loses its first or second half is gone.
    if (s->local[i].tag == VT_HALF && i > 0) {
        s->local[i - 1] = plain(VT_TOP);
    }
    if (i + slots < s->n_locals && s->local[i + slots].tag == VT_HALF) {
        s->local[i + slots] = plain(VT_TOP);
    }
    s->local[i] = t;
    if (slots == 2) {
        s->local[i + 1] = plain(VT_HALF);
    }
}

// Counts a pass over all locals and the stack. False, and failed, once they
// are too many: a hostile method can have 65535 locals and as many frames.
static bool afford(struct sim *s, u4 n_stack) {
    *s->work += s->n_locals + n_stack;
    s->failed |= sim_is_costly(s);
    return !s->failed;
}

bool sim_is_costly(const struct sim *s) {
    return *s->work > LIMIT_SIM_WORK;
}

static bool set_state(struct sim *s, const struct sim_list *locals,
                      const struct vtype *stack, u4 n_stack) {
    if (locals->slots > s->n_locals || !afford(s, n_stack)) {
        return false;
    }
    u4 at = 0;
    s->this_uninit = false;
    for (u4 i = 0; i < locals->n; i++) {
        s->this_uninit |= locals->v[i].tag == VT_UNINIT_THIS;
        s->local[at++] = locals->v[i];
        if (slots_of(locals->v[i]) == 2) {
            s->local[at++] = plain(VT_HALF);
        }
    }
    while (at < s->n_locals) {
        s->local[at++] = plain(VT_TOP);
    }
    s->n_stack = 0;
    for (u4 i = 0; stack && i < n_stack; i++) {
        s->this_uninit |= stack[i].tag == VT_UNINIT_THIS;
        push(s, sim_of_vtype(s->c, stack[i]));
    }
    return !s->failed;
}

// Takes over the frame at the current instruction, if there is one.
static bool enter_frame(struct sim *s) {
    u4 pc = s->code->insn[s->at].pc;
    if (!s->frames || s->next_frame == s->frames->n ||
        s->frames->frame[s->next_frame].pc > pc) {
        return true;
    }
    const struct code_frame *f = &s->frames->frame[s->next_frame++];
    s->known = true;
    return f->pc == pc && sim_list_apply(&s->list, s->c, f) &&
           set_state(s, &s->list, f->type ? f->type + f->n_locals : NULL,
                     f->n_stack);
}

bool sim_init(struct sim *s, const struct cf_class *c,
              const struct cf_member *m, const struct code *code,
              struct arena *arena, u4 *work) {
    s->c = c;
    s->code = code;
    s->arena = arena;
    s->known = true;
    s->failed = false;
    s->work = work;
    s->at = 0;
    s->n_locals = code->max_locals;
    s->max_stack = code->max_stack;
    s->local = ARENA_ARRAY(arena, struct sim_type, s->n_locals + 1);
    s->stack = ARENA_ARRAY(arena, struct sim_type, s->max_stack + 1);
    s->frames = code_find(code, ATTR_StackMapTable);
    if (s->frames && s->frames->a->bad) {
        return false;
    }
    s->next_frame = 0;
    s->list = sim_list_new(code->max_locals, arena);
    return sim_list_init(&s->list, c, m) && set_state(s, &s->list, NULL, 0) &&
           enter_frame(s);
}

static void exec_constant(struct sim *s, const struct insn *i) {
    switch (s->c->pool[i->a].tag) {
    case CP_INTEGER:
        push(s, plain(VT_INT));
        break;
    case CP_FLOAT:
        push(s, plain(VT_FLOAT));
        break;
    case CP_LONG:
        push(s, plain(VT_LONG));
        break;
    case CP_DOUBLE:
        push(s, plain(VT_DOUBLE));
        break;
    case CP_STRING:
        push(s, object(STR("java/lang/String")));
        break;
    case CP_CLASS:
        push(s, object(STR("java/lang/Class")));
        break;
    case CP_METHOD_HANDLE:
        push(s, object(STR("java/lang/invoke/MethodHandle")));
        break;
    case CP_METHOD_TYPE:
        push(s, object(STR("java/lang/invoke/MethodType")));
        break;
    default: {
        struct str desc = cp_ref_of(s->c, i->a).desc;
        struct str one = desc;
        if (desc_next(&one).n == 0) {
            s->failed = true;
        } else {
            push(s, of_desc(desc));
        }
    }
    }
}

static void exec_field(struct sim *s, const struct insn *i) {
    struct str desc = cp_ref_of(s->c, i->a).desc;
    struct str one = desc;
    if (desc_next(&one).n == 0) {
        s->failed = true;
        return;
    }
    bool put = i->op == OPC_putstatic || i->op == OPC_putfield;
    bool member = i->op == OPC_getfield || i->op == OPC_putfield;
    pop(s, (put ? desc_slots(desc.p[0]) : 0) + (member ? 1u : 0u));
    if (!put) {
        push(s, of_desc(desc));
    }
}

static bool same_object(struct sim_type a, struct sim_type b) {
    return a.tag == b.tag && (a.tag != VT_UNINIT || a.a == b.a);
}

// After <init> on `self`, every copy of it is an initialised object.
static void initialise(struct sim *s, struct sim_type self) {
    struct sim_type done;
    if (self.tag == VT_UNINIT_THIS) {
        done = object(cp_name_of(s->c, s->c->this_class));
        s->this_uninit = false;
    } else if (self.tag == VT_UNINIT) {
        u4 at = code_index(s->code, self.a);
        const struct insn *n = &s->code->insn[at];
        if (at == s->code->n_insn || n->pc != self.a || n->op != OPC_new) {
            s->failed = true;
            return;
        }
        done = object(cp_name_of(s->c, n->a));
    } else {
        s->failed = true;
        return;
    }
    if (!afford(s, s->n_stack)) {
        return;
    }
    for (u4 i = 0; i < s->n_locals; i++) {
        if (same_object(s->local[i], self)) {
            s->local[i] = done;
        }
    }
    for (u4 i = 0; i < s->n_stack; i++) {
        if (same_object(s->stack[i], self)) {
            s->stack[i] = done;
        }
    }
}

static void exec_invoke(struct sim *s, const struct insn *i) {
    struct cp_ref ref = cp_ref_of(s->c, i->a);
    struct desc_method desc;
    if (!desc_method(ref.desc, &desc)) {
        s->failed = true;
        return;
    }
    pop(s, desc.arg_slots);
    if (i->op != OPC_invokestatic && i->op != OPC_invokedynamic) {
        struct sim_type self = pop(s, 1);
        if (i->op == OPC_invokespecial && str_eq(ref.name, STR("<init>")) &&
            !s->failed) {
            initialise(s, self);
        }
    }
    if (desc.ret.p[0] != 'V') {
        push(s, of_desc(desc.ret));
    }
}

static struct sim_type array_of(struct sim *s, struct str element) {
    bool is_array = element.n && element.p[0] == '[';
    const char *name = is_array
                           ? arena_printf(s->arena, "[%.*s", STR_F(element))
                           : arena_printf(s->arena, "[L%.*s;", STR_F(element));
    return object(str_of(name));
}

// A Class constant may hold any name: what is no array type has no element.
static struct sim_type element_of(struct sim_type array) {
    if (array.tag != VT_OBJECT || array.name.n < 2 || array.name.p[0] != '[') {
        return plain(VT_NULL);
    }
    struct str rest = {array.name.p + 1, array.name.n - 1};
    struct str element = desc_next(&rest);
    return element.n && rest.n == 0 ? of_desc(element) : plain(VT_NULL);
}

static void exec_object(struct sim *s, const struct insn *i) {
    static const char primitive[] = "ZCFDBSIJ";
    switch (i->op) {
    case OPC_aconst_null:
        push(s, plain(VT_NULL));
        break;
    case OPC_aaload:
        pop(s, 1);
        push(s, element_of(pop(s, 1)));
        break;
    case OPC_new:
        push(s, (struct sim_type){.tag = VT_UNINIT, .a = i->pc});
        break;
    case OPC_newarray:
        pop(s, 1);
        push(s, object(str_of(
                    arena_printf(s->arena, "[%c", primitive[i->a - 4]))));
        break;
    case OPC_anewarray:
        pop(s, 1);
        push(s, array_of(s, cp_name_of(s->c, i->a)));
        break;
    case OPC_multianewarray:
        pop(s, (u4)i->b);
        push(s, object(cp_name_of(s->c, i->a)));
        break;
    case OPC_checkcast:
        pop(s, 1);
        push(s, object(cp_name_of(s->c, i->a)));
        break;
    default:
        s->failed = true;  // jsr: code with it has no frames
    }
}

// The shuffles, by slots: pop, dup and swap with their variants.
static void exec_shuffle(struct sim *s, u1 op) {
    static const struct {
        u1 take;
        const char *give;  // slots by their place from the bottom
    } shuffle[] = {
        {1, ""},     {2, ""},      {1, "00"},     {2, "101"}, {3, "2012"},
        {2, "0101"}, {3, "12012"}, {4, "230123"}, {2, "10"},
    };
    struct sim_type slot[4];
    u4 n = shuffle[op - OPC_pop].take;
    pop(s, n);
    if (s->failed) {
        return;
    }
    memcpy(slot, s->stack + s->n_stack, n * sizeof *slot);
    for (const char *p = shuffle[op - OPC_pop].give; *p; p++) {
        if (s->n_stack == s->max_stack) {
            s->failed = true;
            return;
        }
        s->stack[s->n_stack++] = slot[*p - '0'];
    }
}

static void exec_local(struct sim *s, const struct insn *i, struct op_local l) {
    u4 index = l.implied ? l.index : i->a;
    u4 slots = desc_slots(l.type);
    if (index + slots > s->n_locals) {
        s->failed = true;
    } else if (l.store) {
        struct sim_type t = pop(s, slots);
        if (!s->failed) {
            set_local(s, index, t);
        }
    } else {
        push(s, l.type == 'A' ? s->local[index] : of_letter(l.type));
    }
}

// By the stack column: pops, then pushes numbers.
static void exec_table(struct sim *s, const struct op_info *op) {
    pop(s, (u4)op->pops);
    const char *p = strchr(op->stack, '>');
    while (*++p) {
        push(s, of_letter(*p));
    }
}

bool sim_exec(struct sim *s) {
    const struct insn *i = &s->code->insn[s->at];
    const struct op_info *op = &op_table[i->op];
    struct op_local l;
    if (op_local(i->op, &l)) {
        exec_local(s, i, l);
    } else if (i->op >= OPC_pop && i->op <= OPC_swap) {
        exec_shuffle(s, i->op);
    } else if (op->pops < 0 && op->format != 'M') {
        if (op->format == 'k' || op->format == 'K') {
            exec_constant(s, i);
        } else if (op->format == 'f') {
            exec_field(s, i);
        } else {
            exec_invoke(s, i);
        }
    } else if (op->pops < 0 || strchr(op->stack, '>')[1] == 'A') {
        exec_object(s, i);
    } else {
        exec_table(s, op);
    }
    return !s->failed;
}

bool sim_advance(struct sim *s) {
    if (op_is(s->code->insn[s->at].op, OP_END)) {
        s->known = false;
    }
    if (++s->at == s->code->n_insn) {
        return false;
    }
    s->failed = !enter_frame(s);
    return !s->failed;
}

bool sim_step(struct sim *s) {
    return (!s->known || sim_exec(s)) && sim_advance(s);
}
