// SPDX-License-Identifier: MIT
// The value-flow form as text, and the declared types of values.
//
//     com/acme/Foo.bar:(Ljava/util/List;)V
//           v1 = param com/acme/Foo
//           v2 = param java/util/List
//         4 v3 = call interface java/util/List.get:(I)Ljava/lang/Object; v2
//        12 v4 = catch
//           handler 4..9 java/lang/Exception at 12 v4
#include "analysis/base/shown.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/flow/flow.h"

// ---- types ------------------------------------------------------------------

// A field descriptor as the name that a Class constant has for it.
static struct str name_of_desc(struct str d) {
    return d.n > 2 && d.p[0] == 'L' ? (struct str){d.p + 1, d.n - 2} : d;
}

static struct str name_of_const(const struct cf_class *c, u4 i) {
    switch (c->pool[i].tag) {
    case CP_STRING:
        return STR("java/lang/String");
    case CP_CLASS:
        return STR("java/lang/Class");
    case CP_METHOD_HANDLE:
        return STR("java/lang/invoke/MethodHandle");
    case CP_METHOD_TYPE:
        return STR("java/lang/invoke/MethodType");
    default:
        return name_of_desc(cp_ref_of(c, i).desc);
    }
}

static struct str name_of_prims(u4 code) {
    static const char names[] = "[Z[C[F[D[B[S[I[J";
    return (struct str){names + (size_t)(code - 4) * 2, 2};
}

static struct str name_of_code(u4 code) {
    static const char *const names[] = {"boolean", "char",  "float", "double",
                                        "byte",    "short", "int",   "long"};
    return str_of(names[code - 4]);
}

static struct str strip(struct str name, u4 dimensions) {
    return (struct str){name.p + dimensions, name.n - dimensions};
}

struct flow_type flow_type(const struct cf_class *c, const struct cf_member *m,
                           struct flow_value v) {
    struct flow_type t = {.name = STR("")};
    switch ((enum flow_decl)v.decl) {
    case FLOW_T_NONE:
        break;
    case FLOW_T_CLASS:
        t.name = strip(cp_name_of(c, v.ref), v.strip);
        break;
    case FLOW_T_ARRAY:
        t.name = cp_name_of(c, v.ref);
        t.array = true;
        break;
    case FLOW_T_PRIMS:
        t.name = name_of_prims(v.ref);
        break;
    case FLOW_T_CONST:
        t.name = name_of_const(c, v.ref);
        break;
    case FLOW_T_FIELD:
        t.name = name_of_desc(cp_ref_of(c, v.ref).desc);
        break;
    case FLOW_T_RETURN: {
        struct desc_method desc;
        if (desc_method(cp_ref_of(c, v.ref).desc, &desc)) {
            t.name = name_of_desc(desc.ret);
        }
        break;
    }
    case FLOW_T_PARAM: {
        struct str rest = strip(cp_str(c, m->desc), v.ref);
        t.name = name_of_desc(desc_next(&rest));
        break;
    }
    }
    return t;
}

// ---- text -------------------------------------------------------------------

static void say(struct emit *out, struct str s) {
    emit_bytes(out, s.p, s.n);
}

static void say_number(struct emit *out, u4 v) {
    char digits[10];
    u4 n = 0;
    do {
        digits[n++] = (char)('0' + v % 10);
        v /= 10;
    } while (v);
    while (n) {
        emit_u1(out, (u1)digits[--n]);
    }
}

static void say_value(struct emit *out, u4 v) {
    if (v == 0) {
        say(out, STR("nothing"));
        return;
    }
    emit_u1(out, 'v');
    say_number(out, v);
}

// What stands between `quote`, and a backslash, is escaped, too.
static void say_name(struct emit *out, struct str s, char quote) {
    for (size_t i = 0; i < s.n;) {
        u1 c = (u1)s.p[i];
        if (c == '\\' || (quote && (c >= 0x7F || c == (u1)quote))) {
            shown_byte(out, c);
            i++;
        } else {
            shown_next(out, s, &i);
        }
    }
}

static void say_ref(const struct cf_class *c, u4 i, struct emit *out) {
    struct cp_ref r = cp_ref_of(c, i);
    say_name(out, r.owner, 0);
    say(out, r.owner.n ? STR(".") : STR(""));
    say_name(out, r.name, 0);
    emit_u1(out, ':');
    say_name(out, r.desc, 0);
}

static void say_const(const struct cf_class *c, u4 i, struct emit *out) {
    const struct cp_entry *e = &c->pool[i];
    switch (e->tag) {
    case CP_STRING:
        emit_u1(out, '"');
        say_name(out, cp_name_of(c, i), '"');
        emit_u1(out, '"');
        break;
    case CP_CLASS:
        say(out, STR("class "));
        say_name(out, cp_name_of(c, i), 0);
        break;
    case CP_METHOD_HANDLE:
        say(out, STR("handle "));
        say_number(out, e->a);
        emit_u1(out, ' ');
        say_ref(c, e->b, out);
        break;
    case CP_METHOD_TYPE:
        say(out, STR("type "));
        say_name(out, cp_str(c, e->a), 0);
        break;
    default:
        say(out, STR("dynamic "));
        say_ref(c, i, out);
    }
}

static void say_type(struct flow_type t, struct emit *out) {
    say_name(out, t.name, 0);
    say(out, t.array ? STR("[]") : STR(""));
}

struct printer {
    const struct flow *f;
    const struct cf_class *c;
    const struct cf_member *m;
    struct emit *out;
};

static void say_list(const struct printer *p, const struct flow_stmt *s) {
    for (u4 i = 0; i < s->n; i++) {
        emit_u1(p->out, ' ');
        say_value(p->out, p->f->args[s->a + i]);
    }
}

// What a letter behind % of stmts.def stands for.
static void say_operand(const struct printer *p, const struct flow_stmt *s,
                        char letter) {
    switch (letter) {
    case 'v':
        say_value(p->out, s->v);
        break;
    case 'a':
        say_value(p->out, s->a);
        break;
    case 'l':
        say_list(p, s);
        break;
    case 'c':
        say_name(p->out, strip(cp_name_of(p->c, s->ref), s->strip), 0);
        break;
    case 'k':
        say_const(p->c, s->ref, p->out);
        break;
    case 'p':
        say(p->out, name_of_code(s->ref));
        break;
    default:
        say_ref(p->c, s->ref, p->out);
    }
}

static void say_stmt(const struct printer *p, const struct flow_stmt *s) {
    static const char *const text[] = {
#define STMT(id, v, a, text) text,
#include "analysis/flow/stmts.def"
#undef STMT
    };
    for (u4 room = 10000; s->pc < room && room > 1; room /= 10) {
        emit_u1(p->out, ' ');
    }
    emit_u1(p->out, ' ');
    say_number(p->out, s->pc);
    emit_u1(p->out, ' ');
    if (flow_role_v[s->kind] == 'D' && s->v) {
        say_value(p->out, s->v);
        say(p->out, STR(" = "));
    }
    for (const char *t = text[s->kind]; *t; t++) {
        if (*t == '%') {
            say_operand(p, s, *++t);
        } else {
            emit_u1(p->out, (u1)*t);
        }
    }
    emit_u1(p->out, '\n');
}

static void say_handler(const struct printer *p, const struct flow_handler *h) {
    say(p->out, STR("       handler "));
    say_number(p->out, h->start);
    say(p->out, STR(".."));
    say_number(p->out, h->end);
    say(p->out, STR(" "));
    say_name(p->out, h->type ? cp_name_of(p->c, h->type) : STR("any"), 0);
    say(p->out, STR(" at "));
    say_number(p->out, h->pc);
    say(p->out, STR(" "));
    say_value(p->out, h->v);
    say(p->out, STR("\n"));
}

void flow_print(const struct flow *f, const struct cf_class *c,
                const struct cf_member *m, struct emit *out) {
    struct printer p = {f, c, m, out};
    say_name(out, cp_name_of(c, c->this_class), 0);
    emit_u1(out, '.');
    say_name(out, cp_str(c, m->name), 0);
    emit_u1(out, ':');
    say_name(out, cp_str(c, m->desc), 0);
    emit_u1(out, '\n');
    for (u4 v = 1; v <= f->n_params; v++) {
        say(out, STR("       "));
        say_value(out, v);
        say(out, STR(" = param "));
        say_type(flow_type(c, m, f->value[v]), out);
        emit_u1(out, '\n');
    }
    for (u4 i = 0; i < f->n_stmts; i++) {
        say_stmt(&p, &f->stmt[i]);
    }
    for (u4 i = 0; i < f->n_handlers; i++) {
        say_handler(&p, &f->handler[i]);
    }
}
