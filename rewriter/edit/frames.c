// SPDX-License-Identifier: MIT
// StackMapTable: as it was, moved, or extended.
#include "rewriter/edit/frames.h"

#include "analysis/base/limits.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/opcode.h"
#include "analysis/classfile/sim.h"
#include "rewriter/edit/edit.h"
#include "rewriter/edit/pooledit.h"

struct frame_writer {
    const struct layout *l;
    struct edit *e;
    struct emit *out;
    size_t count_at;
    u4 count;
    u4 next;               // offset at which a delta of 0 would put a frame
    bool expanded;         // the last frame written lists the added locals
    struct sim_list list;  // locals of the input's last frame
    // Of the frame behind a widened `if`: one room for all of them.
    struct sim_list locals, stack;
};

// ---- as it was -------------------------------------------------------------

static void write_vtypes(struct emit *out, const struct vtype *v, u4 n) {
    for (u4 i = 0; i < n; i++) {
        emit_u1(out, v[i].tag);
        if (v[i].tag == VT_OBJECT || v[i].tag == VT_UNINIT) {
            emit_u2(out, v[i].a);
        }
    }
}

// The tag with its delta; the short forms grow when the delta does not fit.
static void write_tag(struct emit *out, u1 tag, u4 delta) {
    if (tag == FRAME_SAME && delta < 64) {
        emit_u1(out, delta);
        return;
    }
    if (tag == FRAME_SAME1 && delta < 64) {
        emit_u1(out, FRAME_SAME1 + delta);
        return;
    }
    emit_u1(out, tag == FRAME_SAME    ? FRAME_SAME_EXT
                 : tag == FRAME_SAME1 ? FRAME_SAME1_EXT
                                      : tag);
    emit_u2(out, delta);
}

static void write_frame(struct emit *out, const struct code_frame *f,
                        u4 delta) {
    write_tag(out, f->tag, delta);
    if (f->tag == FRAME_FULL) {
        emit_u2(out, f->n_locals);
        write_vtypes(out, f->type, f->n_locals);
        emit_u2(out, f->n_stack);
        write_vtypes(out, f->type + f->n_locals, f->n_stack);
    } else if (f->n_locals + f->n_stack) {
        write_vtypes(out, f->type, (u4)f->n_locals + f->n_stack);
    }
}

void frames_write(const struct code_attr *frames, struct emit *out) {
    emit_u2(out, frames->n);
    u4 next = 0;
    for (u4 i = 0; i < frames->n; i++) {
        const struct code_frame *f = &frames->frame[i];
        write_frame(out, f, f->pc - next);
        next = f->pc + 1u;
    }
}

// ---- moved and extended ----------------------------------------------------

static bool refuse(struct frame_writer *w, enum refusal r) {
    w->e->refused = r;
    return false;
}

static u4 delta_to(struct frame_writer *w, u4 pc) {
    u4 delta = pc - w->next;
    w->next = pc + 1;
    w->count++;
    return delta;
}

static bool write_type(struct frame_writer *w, struct sim_type t) {
    emit_u1(w->out, t.tag);
    if (t.tag == VT_OBJECT) {
        u2 i = t.a ? t.a : pool_class(w->e->pool, t.name);
        emit_u2(w->out, i);
        return i || refuse(w, REFUSED_POOL_FULL);
    }
    if (t.tag == VT_UNINIT) {
        u4 i = layout_insn(w->l, t.a);
        if (i >= w->l->code->n_insn || w->l->code->insn[i].op != OPC_new) {
            return refuse(w, REFUSED_BAD_FRAMES);
        }
        emit_u2(w->out, w->l->at[i]);
    }
    return true;
}

// The input's locals, and if locals were added, padding and those.
static bool write_locals(struct frame_writer *w, const struct sim_type *v, u4 n,
                         u4 slots) {
    const struct edit *e = w->e;
    u4 pad = e->n_locals ? e->k->max_locals - slots : 0;
    *e->work += pad;
    if (*e->work > LIMIT_SIM_WORK) {
        return refuse(w, REFUSED_TOO_COSTLY);
    }
    emit_u2(w->out, n + pad + e->n_locals);
    for (u4 i = 0; i < n; i++) {
        if (!write_type(w, v[i])) {
            return false;
        }
    }
    for (u4 i = 0; i < pad; i++) {
        emit_u1(w->out, VT_TOP);
    }
    for (u4 i = 0; i < e->n_locals; i++) {
        write_vtypes(w->out, &e->local[i], 1);
    }
    return true;
}

static bool write_full(struct frame_writer *w, u4 pc,
                       const struct sim_list *locals,
                       const struct sim_type *stack, u4 n_stack) {
    if (locals->slots > w->e->k->max_locals) {
        return refuse(w, REFUSED_BAD_FRAMES);
    }
    // With 65535 locals each frame takes as many bytes: no need to go on.
    if (!emit_ok(w->out)) {
        return refuse(w, REFUSED_METHOD_TOO_LARGE);
    }
    write_tag(w->out, FRAME_FULL, delta_to(w, pc));
    if (!write_locals(w, locals->v, locals->n, locals->slots)) {
        return false;
    }
    emit_u2(w->out, n_stack);
    for (u4 i = 0; i < n_stack; i++) {
        if (!write_type(w, stack[i])) {
            return false;
        }
    }
    return true;
}

// Types with their Uninitialized offsets moved, in a copy; NULL when one of
// them names no `new`.
static struct vtype *move_types(struct frame_writer *w, const struct vtype *v,
                                u4 n) {
    struct vtype *moved = ARENA_ARRAY(w->e->arena, struct vtype, n);
    for (u4 i = 0; i < n; i++) {
        moved[i] = v[i];
        if (v[i].tag == VT_UNINIT) {
            u4 k = layout_insn(w->l, v[i].a);
            if (k >= w->l->code->n_insn || w->l->code->insn[k].op != OPC_new) {
                return NULL;
            }
            moved[i].a = (u2)w->l->at[k];
        }
    }
    return moved;
}

static bool write_moved(struct frame_writer *w, const struct code_frame *f,
                        u4 pc) {
    struct code_frame moved = *f;
    u4 n = (u4)f->n_locals + f->n_stack;
    for (u4 i = 0; i < n; i++) {
        if (f->type[i].tag == VT_UNINIT) {
            moved.type = move_types(w, f->type, n);
            break;
        }
    }
    if (n && !moved.type) {
        return refuse(w, REFUSED_BAD_FRAMES);
    }
    write_frame(w->out, &moved, delta_to(w, pc));
    return true;
}

static bool same_locals(u1 tag) {
    return tag == FRAME_SAME || tag == FRAME_SAME1 || tag == FRAME_SAME1_EXT ||
           tag == FRAME_SAME_EXT;
}

// Added locals make the implicit first frame one that the input's frames are
// not relative to: from there on each is written in full, but those that
// change no local stay short behind one that has been.
static bool write_input_frame(struct frame_writer *w,
                              const struct code_frame *f) {
    u4 i = layout_insn(w->l, f->pc);
    if (i >= w->l->code->n_insn) {
        return refuse(w, REFUSED_BAD_FRAMES);
    }
    u4 pc = w->l->bar[i];
    if (w->e->n_locals == 0 && w->l->n_wide_if == 0) {
        return write_moved(w, f, pc);
    }
    if (!sim_list_apply(&w->list, w->e->c, f)) {
        return refuse(w, REFUSED_BAD_FRAMES);
    }
    if (w->expanded && same_locals(f->tag)) {
        return write_moved(w, f, pc);
    }
    struct sim_type *stack =
        ARENA_ARRAY(w->e->arena, struct sim_type, f->n_stack);
    for (u4 k = 0; k < f->n_stack; k++) {
        stack[k] = sim_of_vtype(w->e->c, f->type[f->n_locals + k]);
    }
    w->expanded = w->l->n_wide_if == 0;
    return write_full(w, pc, &w->list, stack, f->n_stack);
}

// Slots as a list: second halves left out.
static void list_of_slots(struct sim_list *l, const struct sim_type *slot,
                          u4 n) {
    l->n = l->slots = 0;
    for (u4 i = 0; i < n; i++) {
        if (slot[i].tag != VT_HALF) {
            sim_list_push(l, slot[i]);
        }
    }
}

// Behind the inverted `if` that jumps over its goto_w.
static bool write_behind_if(struct frame_writer *w, const struct sim *s) {
    const struct layout *l = w->l;
    u4 pc = layout_end(l, s->at);
    const struct code_frame *next = s->frames && s->next_frame < s->frames->n
                                        ? &s->frames->frame[s->next_frame]
                                        : NULL;
    if (next && s->at + 1 < l->code->n_insn && l->bar[s->at + 1] == pc &&
        l->code->insn[s->at + 1].pc == next->pc) {
        return true;  // the input has a frame there
    }
    u4 n_locals = s->n_locals;
    while (n_locals && s->local[n_locals - 1].tag == VT_TOP) {
        n_locals--;
    }
    list_of_slots(&w->locals, s->local, n_locals);
    list_of_slots(&w->stack, s->stack, s->n_stack);
    return write_full(w, pc, &w->locals, w->stack.v, w->stack.n);
}

// The input's frames and those behind widened ifs, in order of offset.
static bool write_with_ifs(struct frame_writer *w) {
    const struct layout *l = w->l;
    struct edit *e = w->e;
    struct sim *s = ARENA_NEW(e->arena, struct sim);
    bool ok = sim_init(s, e->c, e->m, e->k, e->arena, e->work);
    w->locals = sim_list_new(e->k->max_locals, e->arena);
    w->stack = sim_list_new(e->k->max_stack, e->arena);
    u4 written = 0;
    while (ok) {
        for (; written < s->next_frame; written++) {
            if (!write_input_frame(w, &s->frames->frame[written])) {
                return false;
            }
        }
        if (s->known && !sim_exec(s)) {
            break;
        }
        if (s->known && l->wide[s->at] &&
            op_is(l->code->insn[s->at].op, OP_COND) && !write_behind_if(w, s)) {
            return false;
        }
        ok = sim_advance(s);
    }
    if (s->failed || s->at != l->code->n_insn) {
        return refuse(w, sim_is_costly(s) ? REFUSED_TOO_COSTLY
                                          : REFUSED_BAD_TYPES);
    }
    return true;
}

static bool write_handlers(struct frame_writer *w) {
    for (u4 h = 0; h < w->e->n_handlers; h++) {
        const struct edit_handler *handler = &w->e->handler[h];
        struct sim_list locals = sim_list_new(1, w->e->arena);
        if (handler->this_uninit) {
            sim_list_push(&locals, (struct sim_type){.tag = VT_UNINIT_THIS});
        }
        struct sim_type caught = {.tag = VT_OBJECT, .a = handler->type};
        if (!write_full(w, w->l->handler[h], &locals, &caught, 1)) {
            return false;
        }
    }
    return true;
}

bool frames_needed(const struct layout *l) {
    return l->e->n_handlers + l->n_wide_if > 0;
}

bool frames_write_edited(const struct layout *l, struct edit *e,
                         struct emit *out) {
    struct frame_writer *w = ARENA_NEW(e->arena, struct frame_writer);
    w->l = l;
    w->e = e;
    w->out = out;
    w->count_at = out->n;
    emit_u2(out, 0);
    const struct code_attr *frames = code_find(e->k, ATTR_StackMapTable);
    if (frames) {
        w->list = sim_list_new(e->k->max_locals, e->arena);
        if (!sim_list_init(&w->list, e->c, e->m)) {
            return refuse(w, REFUSED_BAD_TYPES);
        }
    }
    if (l->n_wide_if) {
        if (!write_with_ifs(w)) {
            return false;
        }
    } else {
        for (u4 i = 0; frames && i < frames->n; i++) {
            if (!write_input_frame(w, &frames->frame[i])) {
                return false;
            }
        }
    }
    if (!write_handlers(w)) {
        return false;
    }
    if (emit_ok(out)) {
        put2(out->p + w->count_at, w->count);
    }
    return true;
}
