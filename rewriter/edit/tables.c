// SPDX-License-Identifier: MIT
// Line numbers, local variables and type annotations: as they were, or moved.
//
// Offset 0 of lines and variables stays 0: the entry code belongs to the first
// line, and parameters are there while it runs.
#include "rewriter/edit/tables.h"

#include "analysis/classfile/code.h"

// The identity map is a NULL one.
static u4 line_at(const struct table_map *m, u4 pc) {
    return m && pc ? m->l->bar[layout_insn(m->l, pc)] : pc;
}

static u4 insn_at(const struct table_map *m, u4 pc) {
    return m ? m->l->at[layout_insn(m->l, pc)] : pc;
}

static void write_lines(const struct table_map *m, const struct code_attr *t,
                        struct emit *out) {
    emit_u2(out, t->n);
    if (!emit_room(out, t->n * 4)) {
        return;
    }
    u1 *q = out->p + out->n;
    for (u4 i = 0; i < t->n; i++, q += 4) {
        put2(q, line_at(m, t->line[i].pc));
        put2(q + 2, t->line[i].line);
    }
    out->n += t->n * 4;
}

static void put_range(const struct table_map *m, const struct code_var *v,
                      u1 *q) {
    u4 start = line_at(m, v->start);
    u4 end = line_at(m, (u4)v->start + v->length);
    put2(q, start);
    put2(q + 2, m ? end - start : v->length);
}

static void write_vars(const struct table_map *m, const struct code_attr *t,
                       struct emit *out) {
    emit_u2(out, t->n);
    if (!emit_room(out, t->n * 10)) {
        return;
    }
    u1 *q = out->p + out->n;
    for (u4 i = 0; i < t->n; i++, q += 10) {
        const struct code_var *v = &t->var[i];
        put_range(m, v, q);
        put2(q + 4, v->name);
        put2(q + 6, v->desc);
        put2(q + 8, v->index);
    }
    out->n += t->n * 10;
}

static void write_anno(const struct table_map *m, const struct code_anno *a,
                       struct emit *out) {
    emit_u1(out, a->target);
    if (a->target == TARGET_LOCAL || a->target == TARGET_RESOURCE) {
        emit_u2(out, a->n);
        for (u4 i = 0; i < a->n && emit_room(out, 6); i++) {
            put_range(m, &a->range[i], out->p + out->n);
            out->n += 4;
            emit_u2(out, a->range[i].index);
        }
    } else if (a->target == TARGET_CATCH) {
        emit_u2(out, a->x + (m ? m->handlers_before : 0));
    } else if (a->target > TARGET_CATCH && a->target <= TARGET_LAST) {
        emit_u2(out, insn_at(m, a->x));
        if (a->target >= TARGET_CAST) {
            emit_u1(out, a->arg);
        }
    }
    emit_bytes(out, a->rest.p, a->rest.n);
}

static void write_table(const struct table_map *m, const struct code_attr *t,
                        struct emit *out) {
    switch (t->a->kind) {
    case ATTR_LineNumberTable:
        write_lines(m, t, out);
        break;
    case ATTR_LocalVariableTable:
    case ATTR_LocalVariableTypeTable:
        write_vars(m, t, out);
        break;
    case ATTR_RuntimeVisibleTypeAnnotations:
    case ATTR_RuntimeInvisibleTypeAnnotations:
        emit_u2(out, t->n);
        for (u4 i = 0; i < t->n; i++) {
            write_anno(m, &t->anno[i], out);
        }
        break;
    default:
        BUG("attribute kind %d is no table of offsets", t->a->kind);
    }
}

void table_write(const struct code_attr *t, struct emit *out) {
    write_table(NULL, t, out);
}

void table_write_moved(const struct table_map *m, const struct code_attr *t,
                       struct emit *out) {
    write_table(m, t, out);
}

static bool range_ok(const struct layout *l, const struct code_var *v) {
    return v->start < l->code->length &&
           layout_insn(l, v->start) != LAYOUT_NO_INSN &&
           layout_insn(l, (u4)v->start + v->length) != LAYOUT_NO_INSN;
}

static bool anno_ok(const struct layout *l, const struct code_anno *a) {
    if (a->target == TARGET_LOCAL || a->target == TARGET_RESOURCE) {
        for (u4 i = 0; i < a->n; i++) {
            // javac writes ranges that start at the end of the code.
            if (layout_insn(l, a->range[i].start) == LAYOUT_NO_INSN ||
                layout_insn(l, (u4)a->range[i].start + a->range[i].length) ==
                    LAYOUT_NO_INSN) {
                return false;
            }
        }
        return true;
    }
    if (a->target == TARGET_CATCH) {
        return a->x < l->code->n_handlers;
    }
    return a->target < TARGET_CATCH || a->target > TARGET_LAST ||
           layout_insn(l, a->x) != LAYOUT_NO_INSN;
}

static bool vars_ok(const struct layout *l, const struct code_attr *t) {
    for (u4 i = 0; i < t->n; i++) {
        if (!range_ok(l, &t->var[i])) {
            return false;
        }
    }
    return true;
}

static bool is_vars(const struct code_attr *t) {
    return t->a->kind == ATTR_LocalVariableTable ||
           t->a->kind == ATTR_LocalVariableTypeTable;
}

struct table_map table_map(const struct layout *l, u4 handlers_before) {
    struct table_map m = {l, handlers_before, true};
    for (u4 i = 0; i < l->code->attrs.n; i++) {
        const struct code_attr *t = &l->code->attr[i];
        if (is_vars(t)) {
            m.vars_ok = m.vars_ok && !t->a->bad && vars_ok(l, t);
        }
    }
    return m;
}

bool table_can_move(const struct table_map *m, const struct code_attr *t) {
    const struct layout *l = m->l;
    if (is_vars(t)) {
        return m->vars_ok;
    }
    bool ok = true;
    for (u4 i = 0; ok && i < t->n; i++) {
        if (t->a->kind == ATTR_LineNumberTable) {
            u4 pc = t->line[i].pc;
            ok = pc < l->code->length && layout_insn(l, pc) != LAYOUT_NO_INSN;
        } else {
            ok = anno_ok(l, &t->anno[i]);
        }
    }
    return ok;
}
