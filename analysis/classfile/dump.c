// SPDX-License-Identifier: MIT
// A class as text: the opcode table read backwards.
#include "analysis/classfile/dump.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/opcode.h"

#include <stdarg.h>

static void say(struct emit *out, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static void say(struct emit *out, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0 || !emit_room(out, (size_t)n + 1)) {
        return;
    }
    va_start(ap, fmt);
    vsnprintf((char *)out->p + out->n, (size_t)n + 1, fmt, ap);
    va_end(ap);
    out->n += (size_t)n;
}

static void say_string(struct emit *out, struct str s) {
    say(out, "\"");
    for (size_t i = 0; i < s.n; i++) {
        unsigned char ch = (unsigned char)s.p[i];
        if (ch < 0x20 || ch >= 0x7F || ch == '"' || ch == '\\') {
            say(out, "\\x%02X", ch);
        } else {
            emit_u1(out, ch);
        }
    }
    say(out, "\"");
}

static void say_ref(const struct cf_class *c, u4 i, struct emit *out) {
    struct cp_ref r = cp_ref_of(c, i);
    say(out, "%.*s%s%.*s%s%.*s", STR_F(r.owner), r.owner.n ? "." : "",
        STR_F(r.name), c->pool[i].tag == CP_FIELDREF ? ":" : "", STR_F(r.desc));
}

static void say_constant(const struct cf_class *c, u4 i, struct emit *out) {
    const struct cp_entry *e = &c->pool[i];
    switch (e->tag) {
    case CP_INTEGER:
        say(out, "%d", (int)(s4)e->value);
        break;
    case CP_FLOAT:
        say(out, "float %08X", e->value);
        break;
    case CP_LONG:
    case CP_DOUBLE:
        say(out, "%s %08X%08X", e->tag == CP_LONG ? "long" : "double",
            be4(c->in.p + e->at), be4(c->in.p + e->at + 4));
        break;
    case CP_STRING:
        say_string(out, cp_name_of(c, i));
        break;
    case CP_METHOD_HANDLE:
        say(out, "handle %u ", e->a);
        say_ref(c, e->b, out);
        break;
    case CP_METHOD_TYPE:
        say(out, "type %.*s", STR_F(cp_str(c, e->a)));
        break;
    case CP_DYNAMIC:
    case CP_INVOKE_DYNAMIC:
        say(out, "dynamic %u ", e->a);
        say_ref(c, i, out);
        break;
    default:
        say(out, "%.*s", STR_F(cp_name_of(c, i)));
    }
}

static void say_switch(const struct code *code, const struct insn *i,
                       struct emit *out) {
    const struct code_switch *s = &code->sw[i->b];
    for (u4 n = 0; n < s->n; n++) {
        s8 key = s->key ? s->key[n] : (s8)s->low + n;
        say(out, " %lld:%u", (long long)key, s->target[n]);
    }
    say(out, " default:%u", s->otherwise);
}

void dump_insn(const struct cf_class *c, const struct code *code,
               const struct insn *i, struct emit *out) {
    const struct op_info *op = &op_table[i->op];
    say(out, "%s%s", i->wide ? "wide " : "", op->name);
    switch (op->format) {
    case ' ':
        break;
    case 'v':
    case 'n':
        say(out, " %u", i->a);
        break;
    case 'i':
        say(out, " %u %d", i->a, i->b);
        break;
    case 'b':
    case 's':
    case 'o':
    case 'O':
        say(out, " %d", i->b);
        break;
    case 'T':
    case 'L':
        say_switch(code, i, out);
        break;
    case 'f':
    case 'm':
    case 'J':
        say(out, " ");
        say_ref(c, i->a, out);
        break;
    case 'M':
        say(out, " %d", i->b);
        // fall through
    default:
        say(out, " ");
        say_constant(c, i->a, out);
    }
}

static void say_vtype(const struct cf_class *c, struct vtype v,
                      struct emit *out) {
    static const char *const name[] = {
        [VT_TOP] = "top",
        [VT_INT] = "int",
        [VT_FLOAT] = "float",
        [VT_DOUBLE] = "double",
        [VT_LONG] = "long",
        [VT_NULL] = "null",
        [VT_OBJECT] = "",
        [VT_UNINIT_THIS] = "uninitializedThis",
        [VT_UNINIT] = "uninitialized",
    };
    say(out, " %s", name[v.tag]);
    if (v.tag == VT_OBJECT) {
        say(out, "%.*s", STR_F(cp_name_of(c, v.a)));
    } else if (v.tag == VT_UNINIT) {
        say(out, "(%u)", v.a);
    }
}

static void dump_frame(const struct cf_class *c, const struct code_frame *f,
                       struct emit *out) {
    say(out, "    %u frame", f->pc);
    if (f->tag >= FRAME_CHOP && f->tag < FRAME_SAME_EXT) {
        say(out, " chop %d", FRAME_SAME_EXT - f->tag);
    } else if (f->tag == FRAME_FULL) {
        say(out, " full");
    } else if (f->n_locals) {
        say(out, " append");
    } else {
        say(out, " same");
    }
    for (u4 i = 0; i < (u4)f->n_locals + f->n_stack; i++) {
        if (i == f->n_locals) {
            say(out, " |");
        }
        say_vtype(c, f->type[i], out);
    }
    say(out, "\n");
}

static void dump_table(const struct cf_class *c, const struct code_attr *t,
                       struct emit *out) {
    say(out, "   %.*s%s\n", STR_F(cp_str(c, t->a->name)),
        t->a->bad ? " (malformed)" : "");
    for (u4 i = 0; !t->a->bad && i < t->n; i++) {
        switch (t->a->kind) {
        case ATTR_LineNumberTable:
            say(out, "    %u line %u\n", t->line[i].pc, t->line[i].line);
            break;
        case ATTR_LocalVariableTable:
        case ATTR_LocalVariableTypeTable: {
            const struct code_var *v = &t->var[i];
            say(out, "    %u..%u local %u", v->start, v->start + v->length,
                v->index);
            if (cp_is(c, v->name, CP_UTF8) && cp_is(c, v->desc, CP_UTF8)) {
                say(out, " %.*s %.*s", STR_F(cp_str(c, v->name)),
                    STR_F(cp_str(c, v->desc)));
            }
            say(out, "\n");
            break;
        }
        case ATTR_StackMapTable:
            dump_frame(c, &t->frame[i], out);
            break;
        default:
            say(out, "    target %02X %u\n", t->anno[i].target, t->anno[i].x);
        }
    }
}

static void dump_code(struct cf_class *c, const struct code *code,
                      struct emit *out) {
    say(out, "   stack %u locals %u length %u\n", code->max_stack,
        code->max_locals, code->length);
    for (u4 i = 0; i < code->n_insn; i++) {
        say(out, "    %u ", code->insn[i].pc);
        dump_insn(c, code, &code->insn[i], out);
        say(out, "\n");
    }
    for (u4 i = 0; i < code->n_handlers; i++) {
        const struct code_handler *h = &code->handler[i];
        struct str type = h->type ? cp_name_of(c, h->type) : STR("any");
        say(out, "    %u..%u catch %.*s -> %u\n", h->start, h->end, STR_F(type),
            h->handler);
    }
    for (u4 i = 0; i < code->attrs.n; i++) {
        dump_table(c, &code->attr[i], out);
    }
}

struct dumper {
    struct cf_class *c;
    struct arena *arena;
    const struct place *at;
    struct diag *d;
    struct emit *out;
};

static void dump_attrs(const struct dumper *u, const struct cf_member *m) {
    for (u4 i = 0; i < m->attrs.n; i++) {
        const struct cf_attr *a = &m->attrs.v[i];
        say(u->out, "  %.*s%s\n", STR_F(cp_str(u->c, a->name)),
            a->bad ? " (malformed)" : "");
        struct place here = cf_place(u->c, m, u->at);
        struct code code;
        if (a->kind == ATTR_Code &&
            code_parse(&code, u->c, a, u->arena, &here, u->d)) {
            dump_code(u->c, &code, u->out);
        }
    }
}

static void dump_members(const struct dumper *u, const struct cf_member *v,
                         u4 n, const char *what) {
    for (u4 i = 0; i < n; i++) {
        say(u->out, " %s %04X %.*s %.*s\n", what, v[i].access_flags,
            STR_F(cp_str(u->c, v[i].name)), STR_F(cp_str(u->c, v[i].desc)));
        dump_attrs(u, &v[i]);
    }
}

void dump_class(struct cf_class *c, struct arena *a, const struct place *at,
                struct diag *d, struct emit *out) {
    struct dumper u = {c, a, at, d, out};
    say(out, "class %.*s version %u.%u access %04X\n",
        STR_F(cp_name_of(c, c->this_class)), c->major, c->minor,
        c->access_flags);
    if (c->super_class) {
        say(out, " extends %.*s\n", STR_F(cp_name_of(c, c->super_class)));
    }
    for (u4 i = 0; i < c->n_interfaces; i++) {
        say(out, " implements %.*s\n", STR_F(cp_name_of(c, c->interfaces[i])));
    }
    dump_members(&u, c->fields, c->n_fields, "field");
    dump_members(&u, c->methods, c->n_methods, "method");
    for (u4 i = 0; i < c->attrs.n; i++) {
        say(out, " %.*s%s\n", STR_F(cp_str(c, c->attrs.v[i].name)),
            c->attrs.v[i].bad ? " (malformed)" : "");
    }
}
