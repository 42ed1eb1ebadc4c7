// SPDX-License-Identifier: MIT
// A structural verifier: our own check of what we have written.
#include "rewriter/edit/check.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/opcode.h"
#include "analysis/classfile/stack.h"

struct checker {
    const struct cf_class *c;
    const struct code *code;
    const u2 *index;
    struct check_result r;
};

static void bad(struct checker *v, u4 pc, const char *what) {
    if (!v->r.bad) {
        v->r = (struct check_result){what, pc};
    }
}

static bool starts(const struct checker *v, u4 pc) {
    return pc < v->code->length && v->index[pc] != CODE_NO_INSN;
}

static bool bounds(const struct checker *v, u4 pc) {
    return pc == v->code->length || starts(v, pc);
}

static void check_stack(struct checker *v, struct arena *a) {
    struct stack_depths d;
    stack_depths(v->c, v->code, v->index, a, &d);
    if (d.bad) {
        bad(v, v->code->insn[d.bad_insn].pc, d.bad);
    } else if (d.max > v->code->max_stack) {
        bad(v, 0, "max_stack is too small");
    }
}

static void check_locals(struct checker *v) {
    for (u4 i = 0; i < v->code->n_insn; i++) {
        const struct insn *p = &v->code->insn[i];
        struct op_local l;
        u4 top = 0;
        if (op_local(p->op, &l)) {
            top = (l.implied ? l.index : p->a) + desc_slots(l.type);
        } else if (p->op == OPC_iinc || p->op == OPC_ret) {
            top = p->a + 1u;
        }
        if (top > v->code->max_locals) {
            bad(v, p->pc, "local beyond max_locals");
        }
    }
}

static void check_handlers(struct checker *v) {
    for (u4 i = 0; i < v->code->n_handlers; i++) {
        const struct code_handler *h = &v->code->handler[i];
        if (h->start >= h->end) {
            bad(v, h->start, "empty exception range");
        }
        if (!starts(v, h->start) || !bounds(v, h->end) ||
            !starts(v, h->handler)) {
            bad(v, h->start, "exception range leads into an instruction");
        }
    }
}

static void check_range(struct checker *v, const struct code_var *r) {
    u4 end = (u4)r->start + r->length;
    if (!bounds(v, r->start) || end > v->code->length || !bounds(v, end)) {
        bad(v, r->start, "local variable range leads into an instruction");
    }
}

static void check_annos(struct checker *v, const struct code_attr *t) {
    for (u4 i = 0; i < t->n; i++) {
        const struct code_anno *a = &t->anno[i];
        for (u4 k = 0; k < a->n; k++) {
            check_range(v, &a->range[k]);
        }
        if (a->target == TARGET_CATCH && a->x >= v->code->n_handlers) {
            bad(v, 0, "type annotation of no exception handler");
        }
        if (a->target >= TARGET_INSN && a->target <= TARGET_LAST &&
            !bounds(v, a->x)) {
            bad(v, a->x, "type annotation leads into an instruction");
        }
    }
}

static void check_tables(struct checker *v) {
    for (u4 i = 0; i < v->code->attrs.n; i++) {
        const struct code_attr *t = &v->code->attr[i];
        if (t->a->bad) {
            bad(v, 0, "malformed table");
            continue;
        }
        switch (t->a->kind) {
        case ATTR_LineNumberTable:
            for (u4 n = 0; n < t->n; n++) {
                if (!starts(v, t->line[n].pc)) {
                    bad(v, t->line[n].pc, "line leads into an instruction");
                }
            }
            break;
        case ATTR_LocalVariableTable:
        case ATTR_LocalVariableTypeTable:
            for (u4 n = 0; n < t->n; n++) {
                check_range(v, &t->var[n]);
            }
            break;
        case ATTR_RuntimeVisibleTypeAnnotations:
        case ATTR_RuntimeInvisibleTypeAnnotations:
            check_annos(v, t);
            break;
        default:
            break;
        }
    }
}

static void check_vtypes(struct checker *v, const struct code_frame *f) {
    for (u4 i = 0; i < (u4)f->n_locals + f->n_stack; i++) {
        struct vtype t = f->type[i];
        if (t.tag == VT_UNINIT &&
            (!starts(v, t.a) || v->code->insn[v->index[t.a]].op != OPC_new)) {
            bad(v, f->pc, "Uninitialized names no new");
        }
    }
}

static void want_frame(struct checker *v, const bool *has, u4 pc) {
    if (starts(v, pc) && !has[pc]) {
        bad(v, pc, "no frame at a branch target");
    }
}

static void want_frames(struct checker *v, const bool *has) {
    const struct code *code = v->code;
    for (u4 i = 0; i < code->n_insn; i++) {
        const struct insn *p = &code->insn[i];
        if (insn_is_branch(p)) {
            want_frame(v, has, (u4)p->b);
        } else if (insn_is_switch(p)) {
            const struct code_switch *s = &code->sw[p->b];
            want_frame(v, has, s->otherwise);
            for (u4 n = 0; n < s->n; n++) {
                want_frame(v, has, s->target[n]);
            }
        }
        if (op_is(p->op, OP_END) && i + 1 < code->n_insn) {
            want_frame(v, has, code->insn[i + 1].pc);
        }
    }
    for (u4 i = 0; i < code->n_handlers; i++) {
        want_frame(v, has, code->handler[i].handler);
    }
}

static void check_frames(struct checker *v, struct arena *a) {
    const struct code_attr *frames = code_find(v->code, ATTR_StackMapTable);
    if (v->c->major < 50 || (v->c->major == 50 && !frames)) {
        return;
    }
    bool *has = ARENA_ZARRAY(a, bool, v->code->length);
    for (u4 i = 0; frames && !frames->a->bad && i < frames->n; i++) {
        const struct code_frame *f = &frames->frame[i];
        if (!starts(v, f->pc)) {
            bad(v, f->pc, "frame leads into an instruction");
        } else {
            has[f->pc] = true;
        }
        check_vtypes(v, f);
    }
    want_frames(v, has);
}

struct check_result check_code(const struct cf_class *c,
                               const struct code *code, struct arena *a) {
    struct checker v = {c, code, code_offsets(code, a), {NULL, 0}};
    check_stack(&v, a);
    check_locals(&v);
    check_handlers(&v);
    check_tables(&v);
    check_frames(&v, a);
    return v.r;
}
