// SPDX-License-Identifier: MIT
// Static fields whose value is known: those with a ConstantValue, the constants
// of enums (constenum.c), and the arrays that javac makes for switches.
//
// A switch over an enum reads `Outer$1.$SwitchMap$E[e.ordinal()]`. The
// initialiser of that synthetic class is one group after another:
//
//     invokestatic E.values; arraylength; newarray int; putstatic MAP
//     getstatic MAP; getstatic E.A; invokevirtual ordinal; push n; iastore
//         goto behind; astore        the handler for NoSuchFieldError
//
// and anything else in it means that the array is not known.
#include "analysis/classfile/attr.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/opcode.h"
#include "analysis/classfile/scan.h"
#include "analysis/constprop/guards_priv.h"
#include "analysis/table/idmap.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

// ---- fields -----------------------------------------------------------------

static struct cf_member *member_of(struct guards *g, field_id f) {
    struct world *w = g->w;
    const struct world_field *wf = &w->field.v[f];
    struct cf_class *c = w->class.v[wf->class].cf;
    struct str name = world_sig_name(w, wf->sig);
    struct str desc = world_sig_desc(w, wf->sig);
    for (u4 i = 0; i < c->n_fields; i++) {
        struct cf_member *m = &c->fields[i];
        if (str_eq(cp_str(c, m->name), name) &&
            str_eq(cp_str(c, m->desc), desc)) {
            return m;
        }
    }
    return NULL;
}

field_id known_field_at(struct guards *g, class_id c, u4 constant) {
    ref_id r = world_ref_at(g->w, c, constant);
    return r ? resolve_field(g->w, r) : 0;
}

struct guard_field *known_row(struct guards *g, field_id f, bool *is_new) {
    u4 *row = idmap_at(&g->field_row, f);
    *is_new = *row == 0;
    if (*is_new) {
        vec_push(&g->field, ((struct guard_field){.ordinal = -1}));
        *row = g->field.n;
    }
    return &g->field.v[*row - 1];
}

// How often the class stores into the field, by Fieldrefs of its own.
static u4 count_puts(struct guards *g, field_id f) {
    struct world *w = g->w;
    class_id c = w->field.v[f].class;
    u4 n = 0;
    for (u4 i = 0; i < w->class.v[c].n_methods; i++) {
        struct bytes body;
        struct scan s;
        if (!world_code(w, w->class.v[c].method + i, &body)) {
            continue;
        }
        bool ok = scan_open(&s, w->class.v[c].cf, body);
        for (struct scan_insn in; ok && scan_next(&s, &in);) {
            n += in.op == OPC_putstatic && known_field_at(g, c, in.index) == f;
        }
        n += !ok || s.bad ? 2 : 0;
    }
    return n;
}

// ---- constants --------------------------------------------------------------

static bool fits(char letter, s4 v) {
    switch (letter) {
    case 'Z':
        return v == 0 || v == 1;
    case 'B':
        return v == (s1)v;
    case 'C':
        return v == (u2)v;
    case 'S':
        return v == (s2)v;
    default:
        return letter == 'I';
    }
}

static void read_constant(struct guards *g, field_id f) {
    const struct world_field wf = g->w->field.v[f];
    const struct cf_class *c = g->w->class.v[wf.class].cf;
    const struct cf_member *m = member_of(g, f);
    struct bytes body;
    if (!m || !cf_find_attr(c, m->at, STR("ConstantValue"), &body) ||
        body.n != 2 || !cp_is(c, be2(body.p), CP_INTEGER) || count_puts(g, f)) {
        return;
    }
    s4 v = (s4)c->pool[be2(body.p)].value;
    if (fits(world_sig_desc(g->w, wf.sig).p[0], v)) {
        struct guard_field *row = &g->field.v[idmap_find(&g->field_row, f) - 1];
        row->kind = KNOWN_INT;
        row->value = (u4)v;
    }
}

// ---- switches over enums ----------------------------------------------------

// The initialiser that fills the array, and where in it we are.
struct map {
    struct guards *g;
    class_id class;
    field_id field;  // the array
    struct code code;
    u4 at;
    u4 n_arrays;  // that were stored in the field
};

static struct guard_field known_field(struct guards *g, field_id f);

static bool next_are(const struct map *t, const u1 *op, u4 n) {
    for (u4 i = 0; i < n; i++) {
        if (t->at + i >= t->code.n_insn ||
            t->code.insn[t->at + i].op != op[i]) {
            return false;
        }
    }
    return true;
}

static bool is_values(const struct map *t, u4 ref) {
    const struct cf_class *c = t->g->w->class.v[t->class].cf;
    return str_eq(cp_ref_of(c, ref).name, STR("values"));
}

static bool map_array(struct map *t) {
    static const u1 op[] = {OPC_invokestatic, OPC_arraylength, OPC_newarray,
                            OPC_putstatic};
    if (!next_are(t, op, sizeof op)) {
        return false;
    }
    const struct insn *of = &t->code.insn[t->at], *put = &of[3];
    enum { T_INT = 10 };
    if (of[2].a != T_INT || !is_values(t, of[0].a)) {
        return false;
    }
    t->n_arrays += known_field_at(t->g, t->class, put->a) == t->field;
    t->at += sizeof op;
    return true;
}

// The int that an instruction pushes, or 0: cases count from 1.
static s4 pushed(const struct map *t, const struct insn *i) {
    const struct cf_class *c = t->g->w->class.v[t->class].cf;
    bool is_ldc = i->op == OPC_ldc || i->op == OPC_ldc_w;
    s4 v;
    if (is_ldc && cp_is(c, i->a, CP_INTEGER)) {
        return (s4)c->pool[i->a].value;
    }
    return insn_int(i, &v) ? v : 0;
}

// Past the jump over the handler, which nothing reaches: all fields are there.
static bool map_handler(struct map *t) {
    if (t->at >= t->code.n_insn || t->code.insn[t->at].op != OPC_goto) {
        return true;
    }
    struct op_local l;
    bool ok = t->at + 2 < t->code.n_insn &&
              op_local(t->code.insn[t->at + 1].op, &l) && l.store &&
              (u4)t->code.insn[t->at].b == t->code.insn[t->at + 2].pc;
    t->at += 2;
    return ok;
}

static bool map_case(struct map *t) {
    static const u1 op[] = {OPC_getstatic, OPC_getstatic, OPC_invokevirtual};
    if (!next_are(t, op, sizeof op) || t->at + 4 >= t->code.n_insn ||
        t->code.insn[t->at + 4].op != OPC_iastore) {
        return false;
    }
    const struct insn *i = &t->code.insn[t->at];
    const struct cf_class *c = t->g->w->class.v[t->class].cf;
    field_id array = known_field_at(t->g, t->class, i[0].a);
    field_id constant = known_field_at(t->g, t->class, i[1].a);
    s4 n = pushed(t, &i[3]);
    if (!array || !constant || n <= 0 ||
        !str_eq(cp_ref_of(c, i[2].a).name, STR("ordinal"))) {
        return false;
    }
    struct guard_field e = known_field(t->g, constant);
    if (e.kind != KNOWN_ENUM || e.ordinal < 0) {
        return false;
    }
    if (array == t->field) {
        *idmap_at(&t->g->switch_map, idmap_key(array, (u4)e.ordinal + 1)) =
            (u4)n;
    }
    t->at += 5;
    return map_handler(t);
}

static bool only_missing_fields(const struct map *t) {
    const struct cf_class *c = t->g->w->class.v[t->class].cf;
    for (u4 h = 0; h < t->code.n_handlers; h++) {
        if (!str_eq(cp_name_of(c, t->code.handler[h].type),
                    STR("java/lang/NoSuchFieldError"))) {
            return false;
        }
    }
    return true;
}

static bool parse(struct map *t, struct arena *a) {
    const struct world *w = t->g->w;
    struct cf_class *c = w->class.v[t->class].cf;
    struct bytes body;
    const struct place at = {.byte = NO_BYTE};
    if (!w->class.v[t->class].clinit ||
        !world_code(w, w->class.v[t->class].clinit, &body)) {
        return false;
    }
    const struct cf_attr code = {.at = (u4)(body.p - c->in.p),
                                 .len = (u4)body.n};
    return code_parse_body(&t->code, c, &code, a, &at, &t->g->unsaid);
}

static void read_map(struct guards *g, field_id f) {
    struct map t = {.g = g, .class = g->w->field.v[f].class, .field = f};
    struct arena a;
    arena_init(&a);
    bool ok = parse(&t, &a) && only_missing_fields(&t);
    while (ok && t.code.insn[t.at].op != OPC_return) {
        ok = (map_array(&t) || map_case(&t)) && t.at < t.code.n_insn;
    }
    if (ok && t.at + 1 == t.code.n_insn && t.n_arrays == 1) {
        struct guard_field *row = &g->field.v[idmap_find(&g->field_row, f) - 1];
        row->kind = KNOWN_MAP;
        row->value = f;
    }
    arena_release(&a);
}

// ---- what is asked ----------------------------------------------------------

static bool is_map(const struct world *w, const struct world_field *f) {
    return f->access_flags & ACC_SYNTHETIC &&
           w->class.v[f->class].access_flags & ACC_SYNTHETIC &&
           str_starts(world_sig_name(w, f->sig), STR("$SwitchMap$")) &&
           str_eq(world_sig_desc(w, f->sig), STR("[I"));
}

static struct guard_field known_field(struct guards *g, field_id f) {
    struct world *w = g->w;
    u4 at = idmap_find(&g->field_row, f);
    if (at) {
        return g->field.v[at - 1];
    }
    const struct world_field wf = w->field.v[f];
    u2 both = ACC_STATIC | ACC_FINAL;
    bool is_final = (wf.access_flags & both) == both;
    if (is_final && known_is_constant(w, f, wf.class)) {
        u4 *seen = idmap_at(&g->enums, wf.class);
        bool is_first = !*seen;
        *seen = 1;
        if (is_first) {
            known_read_enum(g, wf.class);
        }
    }
    bool is_new;
    known_row(g, f, &is_new);
    if (is_new && is_final && is_map(w, &wf)) {
        read_map(g, f);
    } else if (is_new && is_final) {
        read_constant(g, f);
    }
    return g->field.v[idmap_find(&g->field_row, f) - 1];
}

struct known prop_static(struct prop *p, u2 ref) {
    struct guards *g = p->g;
    field_id f = p->task.plain ? 0 : known_field_at(g, p->class, ref);
    if (!f) {
        return KNOWN_NOTHING;
    }
    struct guard_field k = known_field(g, f);
    u8 during = idmap_key(p->task.m, g->w->field.v[f].class);
    if (k.kind == KNOWN_ENUM && idmap_find(&g->during, during)) {
        return KNOWN_NOTHING;
    }
    return (struct known){.kind = k.kind, .value = k.value};
}

struct known prop_ordinal(struct prop *p, struct known e) {
    s4 ordinal = e.kind == KNOWN_ENUM ? known_field(p->g, e.value).ordinal : -1;
    if (ordinal < 0) {
        return (struct known){.deps = e.deps};
    }
    return known_int(ordinal, e.deps);
}

// What no case was stored for is 0.
struct known prop_element(struct prop *p, struct known array, struct known i) {
    if (array.kind != KNOWN_MAP || i.kind != KNOWN_INT || (s4)i.value < 0) {
        return (struct known){.deps = array.kind == KNOWN_MAP ? i.deps : 0};
    }
    u8 key = idmap_key(array.value, i.value + 1);
    return known_int((s4)idmap_find(&p->g->switch_map, key), i.deps);
}
