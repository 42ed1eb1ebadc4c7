// SPDX-License-Identifier: MIT
// The parameters that code asks for when it looks for a member: an array of Class objects
// that is made and filled in front of the call.
//
// The array is known if it has a constant length, each of its places is filled by one
// instruction, and nothing else is done with it than that it is read. In what order that
// is, and by which ways, does not matter: with a place that is not filled yet no member
// is found.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/opcode.h"
#include "analysis/world/world.h"

// --- Types -----------------------------------------------------------------------

// The type that a value of type Class stands for, as descriptors have it: it is a
// literal, or TYPE of a box. "" if that is not known.
struct str reflect_type_of(struct dynamic *d, class_id c, const struct flow *f,
                           u4 v) {
    static const struct {
        const char *box, *type;
    } prims[] = {
        {"java/lang/Boolean", "Z"},   {"java/lang/Byte", "B"},
        {"java/lang/Character", "C"}, {"java/lang/Short", "S"},
        {"java/lang/Integer", "I"},   {"java/lang/Long", "J"},
        {"java/lang/Float", "F"},     {"java/lang/Double", "D"},
    };
    const struct cf_class *cf = d->w->class.v[c].cf;
    const struct flow_stmt *st = form_definition(f, v);
    if (st && st->kind == FLOW_CONST && cp_is(cf, st->ref, CP_CLASS)) {
        struct str name = cp_name_of(cf, st->ref);
        return name.n && name.p[0] == '['
                   ? name
                   : str_of(arena_printf(&d->arena, "L%.*s;", STR_F(name)));
    }
    if (st && st->kind == FLOW_GETSTATIC) {
        struct cp_ref r = cp_ref_of(cf, st->ref);
        for (size_t i = 0; i < sizeof prims / sizeof *prims; i++) {
            if (str_eq(r.owner, str_of(prims[i].box)) &&
                str_eq(r.name, STR("TYPE"))) {
                return str_of(prims[i].type);
            }
        }
    }
    return STR("");
}

// --- Numbers in front of instructions -----------------------------------------------

struct array {
    struct dynamic *d;
    method_id m;
    const struct flow *f;
    struct code code;
    u4 v;
    u4 n;                  // its length
    struct str type[256];  // by place
};

static bool parse(struct array *k) {
    struct dynamic *d = k->d;
    struct cf_class *c = d->w->class.v[d->w->method.v[k->m].class].cf;
    const struct place at = world_place(d->w, k->m);
    struct bytes body;
    if (!world_code(d->w, k->m, &body)) {
        return false;
    }
    const struct cf_attr a = {.at = (u4)(body.p - c->in.p), .len = (u4)body.n};
    return code_parse_body(&k->code, c, &a, &d->asking, &at, &d->w->unsaid);
}

// Does anything lead behind pc `from`, up to `to`?
static bool is_led_to(const struct code *code, u4 from, u4 to) {
    bool is = false;
    for (u4 j = 0; j < code->n_jumps; j++) {
        const struct insn *i = &code->insn[code->jump[j]];
        if (insn_is_branch(i)) {
            is = is || ((u4)i->b > from && (u4)i->b <= to);
            continue;
        }
        const struct code_switch *s = &code->sw[i->b];
        is = is || (s->otherwise > from && s->otherwise <= to);
        for (u4 t = 0; t < s->n; t++) {
            is = is || (s->target[t] > from && s->target[t] <= to);
        }
    }
    for (u4 h = 0; h < code->n_handlers; h++) {
        is = is || (code->handler[h].handler > from &&
                    code->handler[h].handler <= to);
    }
    return is;
}

// The number that the instruction `back` in front of that at pc always pushes, or -1.
static s4 number_at(const struct code *code, u2 pc, u4 back) {
    u4 i = code_index(code, pc);
    s4 n;
    if (i < back || i >= code->n_insn || !insn_int(&code->insn[i - back], &n) ||
        is_led_to(code, code->insn[i - back].pc, pc)) {
        return -1;
    }
    return n;
}

// --- The array -------------------------------------------------------------------------

static bool is_push(const struct code *code, u2 pc) {
    u4 i = code_index(code, pc);
    struct op_local local;
    u1 op = i && i < code->n_insn ? code->insn[i - 1].op : OPC_nop;
    return op == OPC_ldc || op == OPC_ldc_w || op == OPC_getstatic ||
           (op_local(op, &local) && !local.store);
}

// A place that is filled.
static bool take_store(struct array *k, const struct flow_stmt *st) {
    class_id c = k->d->w->method.v[k->m].class;
    s4 at = is_push(&k->code, st->pc) ? number_at(&k->code, st->pc, 2) : -1;
    if (at < 0 || (u4)at >= k->n || k->type[at].n) {
        return false;
    }
    k->type[at] = reflect_type_of(k->d, c, k->f, st->v);
    return k->type[at].n;
}

static bool read_array(struct array *k, const struct flow_stmt *made) {
    enum { MOST = sizeof k->type / sizeof *k->type };
    s4 n = parse(k) ? number_at(&k->code, made->pc, 1) : -1;
    if (n < 0 || n > MOST) {
        return false;
    }
    k->n = (u4)n;
    u4 n_stores = 0;
    for (u4 i = 0; i < k->f->n_stmts; i++) {
        const struct flow_stmt *st = &k->f->stmt[i];
        if (fills_lets_go(k->d, k->m, k->f, st, k->v)) {
            return false;
        }
        if (st->kind == FLOW_AASTORE && st->a == k->v) {
            if (!take_store(k, st)) {
                return false;
            }
            n_stores++;
        }
    }
    return n_stores == k->n;
}

// Values leave null out: it may be another that comes to the call on another way.
static bool may_be_null(const struct array *k, const struct flow_stmt *made,
                        u2 pc) {
    return k->f->has_null &&
           (pc < made->pc || is_led_to(&k->code, made->pc, pc));
}

text_id reflect_params_in(struct dynamic *d, method_id m, const struct flow *f,
                          u4 array, u2 pc) {
    const struct flow_stmt *made = form_definition(f, array);
    if (!array) {
        return text_add(d, STR("()"));
    }
    if (!made || made->kind != FLOW_ANEWARRAY) {
        return 0;
    }
    struct array k = {.d = d, .m = m, .f = f, .v = array};
    arena_reset(&d->asking);
    if (!read_array(&k, made) || may_be_null(&k, made, pc)) {
        return 0;
    }
    const char *text = "(";
    for (u4 i = 0; i < k.n; i++) {
        text = arena_printf(&d->arena, "%s%.*s", text, STR_F(k.type[i]));
    }
    return text_add(d, str_of(arena_printf(&d->arena, "%s)", text)));
}
