// SPDX-License-Identifier: MIT
// The tables of a Code attribute that name offsets: lines, variables, frames,
// type annotations (JVMS 4.7.4, 4.7.12 to 4.7.14, 4.7.20).
#include "analysis/base/cursor.h"
#include "analysis/classfile/annot.h"
#include "analysis/classfile/attr.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code_priv.h"

struct tables {
    const struct code *code;
    const struct cf_class *c;
    struct arena *arena;
};

static void read_lines(struct tables *t, struct code_attr *out,
                       struct cursor *cur) {
    out->n = cur_u2(cur);
    if (out->n * 4 != cur_left(cur)) {
        cur_fail(cur);
        return;
    }
    out->line = ARENA_ARRAY(t->arena, struct code_line, out->n);
    for (u4 i = 0; i < out->n; i++) {
        out->line[i].pc = be2(cur->p);
        out->line[i].line = be2(cur->p + 2);
        cur->p += 4;
    }
}

static void read_vars(struct tables *t, struct code_attr *out,
                      struct cursor *cur) {
    out->n = cur_u2(cur);
    if (out->n * 10 != cur_left(cur)) {
        cur_fail(cur);
        return;
    }
    out->var = ARENA_ARRAY(t->arena, struct code_var, out->n);
    for (u4 i = 0; i < out->n; i++) {
        const u1 *p = cur->p;
        out->var[i] = (struct code_var){be2(p), be2(p + 2), be2(p + 4),
                                        be2(p + 6), be2(p + 8)};
        cur->p += 10;
    }
}

static struct vtype read_vtype(struct tables *t, struct cursor *cur) {
    struct vtype v = {.tag = cur_u1(cur)};
    if (v.tag == VT_OBJECT) {
        v.a = cur_u2(cur);
        if (!cp_is(t->c, v.a, CP_CLASS)) {
            cur_fail(cur);
        }
    } else if (v.tag == VT_UNINIT) {
        v.a = cur_u2(cur);
    } else if (v.tag > VT_UNINIT) {
        cur_fail(cur);
    }
    return v;
}

static void read_vtypes(struct tables *t, struct cursor *cur, struct vtype *out,
                        u4 n) {
    for (u4 i = 0; i < n; i++) {
        out[i] = read_vtype(t, cur);
    }
}

// Each type takes a byte at least: what the bytes left can't hold fails
// before anything is allocated for it.
static struct vtype *vtypes_new(struct tables *t, struct cursor *cur, u4 n) {
    if (n > cur_left(cur)) {
        cur_fail(cur);
        return NULL;
    }
    return ARENA_ARRAY(t->arena, struct vtype, n);
}

static void read_full(struct tables *t, struct code_frame *f,
                      struct cursor *cur) {
    f->n_locals = cur_u2(cur);
    f->type = vtypes_new(t, cur, f->n_locals);
    if (!f->type) {
        return;
    }
    read_vtypes(t, cur, f->type, f->n_locals);
    f->n_stack = cur_u2(cur);
    struct vtype *stack = vtypes_new(t, cur, f->n_stack);
    if (!stack || f->n_stack == 0) {
        return;
    }
    read_vtypes(t, cur, stack, f->n_stack);
    struct vtype *both =
        ARENA_ARRAY(t->arena, struct vtype, (u4)f->n_locals + f->n_stack);
    memcpy(both, f->type, f->n_locals * sizeof *both);
    memcpy(both + f->n_locals, stack, f->n_stack * sizeof *both);
    f->type = both;
}

// JVMS 4.7.4. Returns the offset_delta.
static u4 read_frame(struct tables *t, struct code_frame *f,
                     struct cursor *cur) {
    u1 tag = f->tag = cur_u1(cur);
    if (tag < FRAME_SAME1) {
        return tag;
    }
    if (tag < FRAME_RESERVED) {
        f->tag = FRAME_SAME1;
        f->n_stack = 1;
        f->type = vtypes_new(t, cur, 1);
        read_vtypes(t, cur, f->type, f->type ? 1 : 0);
        return tag - FRAME_SAME1;
    }
    if (tag < FRAME_SAME1_EXT) {
        cur_fail(cur);
        return 0;
    }
    u4 delta = cur_u2(cur);
    if (tag == FRAME_SAME1_EXT) {
        f->n_stack = 1;
    } else if (tag == FRAME_FULL) {
        read_full(t, f, cur);
        return delta;
    } else if (tag > FRAME_SAME_EXT) {
        f->n_locals = (u2)(tag - FRAME_SAME_EXT);
    }
    u4 n = (u4)f->n_locals + f->n_stack;
    f->type = vtypes_new(t, cur, n);
    read_vtypes(t, cur, f->type, f->type ? n : 0);
    return delta;
}

static void read_frames(struct tables *t, struct code_attr *out,
                        struct cursor *cur) {
    u4 n = cur_u2(cur);
    if (n > cur_left(cur)) {
        cur_fail(cur);
        return;
    }
    out->n = n;
    out->frame = ARENA_ZARRAY(t->arena, struct code_frame, n);
    u4 pc = 0;
    for (u4 i = 0; i < n && cur_ok(cur); i++) {
        struct code_frame *f = &out->frame[i];
        u4 delta = read_frame(t, f, cur);
        pc = i == 0 ? delta : pc + delta + 1;
        if (pc >= t->code->length) {
            cur_fail(cur);
        }
        if (f->tag < FRAME_SAME1) {
            f->tag = FRAME_SAME;
        }
        f->pc = (u2)pc;
    }
}

static void read_ranges(struct tables *t, struct code_anno *a,
                        struct cursor *cur) {
    a->n = cur_u2(cur);
    if (a->n * 6u > cur_left(cur)) {
        cur_fail(cur);
        return;
    }
    struct code_var *v = ARENA_ZARRAY(t->arena, struct code_var, a->n);
    for (u4 i = 0; i < a->n; i++) {
        v[i].start = cur_u2(cur);
        v[i].length = cur_u2(cur);
        v[i].index = cur_u2(cur);
    }
    a->range = v;
}

static void read_anno(struct tables *t, struct code_anno *a,
                      struct cursor *cur) {
    struct cursor whole = *cur;
    attr_skip_target(&whole);
    annot_skip(t->c, &whole);
    if (!cur_ok(&whole)) {
        *cur = whole;
        return;
    }
    a->target = cur_u1(cur);
    if (a->target == TARGET_LOCAL || a->target == TARGET_RESOURCE) {
        read_ranges(t, a, cur);
    } else if (a->target >= TARGET_CATCH && a->target <= TARGET_LAST) {
        a->x = cur_u2(cur);
        if (a->target >= TARGET_CAST) {
            a->arg = cur_u1(cur);
        }
    }
    a->rest = cur_bytes(cur, (size_t)(whole.p - cur->p));
}

static void read_annos(struct tables *t, struct code_attr *out,
                       struct cursor *cur) {
    u4 n = cur_u2(cur);
    if (n * 4 > cur_left(cur)) {
        cur_fail(cur);
        return;
    }
    out->n = n;
    out->anno = ARENA_ZARRAY(t->arena, struct code_anno, n);
    for (u4 i = 0; i < n && cur_ok(cur); i++) {
        read_anno(t, &out->anno[i], cur);
    }
}

static bool read_table(struct tables *t, struct code_attr *out) {
    struct cursor cur = cur_at(t->c->in, out->a->at, out->a->len);
    switch (out->a->kind) {
    case ATTR_LineNumberTable:
        read_lines(t, out, &cur);
        break;
    case ATTR_LocalVariableTable:
    case ATTR_LocalVariableTypeTable:
        read_vars(t, out, &cur);
        break;
    case ATTR_StackMapTable:
        read_frames(t, out, &cur);
        break;
    case ATTR_RuntimeVisibleTypeAnnotations:
    case ATTR_RuntimeInvisibleTypeAnnotations:
        read_annos(t, out, &cur);
        break;
    default:
        return true;
    }
    return cur_ok(&cur) && cur_left(&cur) == 0;
}

void code_read_tables(struct code *code, const struct cf_class *c,
                      struct arena *arena, const struct place *where,
                      struct diag *d) {
    struct tables t = {code, c, arena};
    code->attr = ARENA_ZARRAY(arena, struct code_attr, code->attrs.n);
    for (u4 i = 0; i < code->attrs.n; i++) {
        struct cf_attr *a = &code->attrs.v[i];
        code->attr[i].a = a;
        if (!a->bad && !read_table(&t, &code->attr[i])) {
            a->bad = true;
            struct place at = *where;
            at.byte = a->at;
            diag_report(d, ATTR_BODY, &at, STR_F(cp_str(c, a->name)));
        }
    }
}
