// SPDX-License-Identifier: MIT
// Texts that are built: by a StringBuilder, or of parts that a constant tells.
//
// What is done with a builder from where it is made to where its text is asked for are
// steps, and each way through the code takes some of them. If the ways are few each is a
// concatenation of its own. Else the parts are those that every way adds, with what nobody
// knows wherever others may be between them.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/base/cursor.h"
#include "analysis/base/limits.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/desc.h"
#include "analysis/flow/postdom.h"
#include "analysis/world/world.h"

// --- Parts -------------------------------------------------------------------------

struct parts {
    struct dynamic *d;
    method_id m;
    const struct flow *f;
    op_id o;
};

static void part_value(struct parts *k, u4 v) {
    if (v) {
        op_take(k->d, k->o, trace_of(k->d, TRACE_LOCAL, false, k->m, v));
    } else {
        op_take_token(k->d, k->o, token_text(k->d, STR("null")));
    }
}

static void part_text(struct parts *k, struct str text) {
    op_take_token(k->d, k->o, token_text(k->d, text));
}

static void part_unknown(struct parts *k) {
    op_take_token(k->d, k->o, k->d->open);
}

// Is it append of one value as it is? Others take a part of one.
static bool takes_all_of_one(struct str desc) {
    struct desc_method of;
    return desc_method(desc, &of) &&
           str_starts(desc_next(&of.args), STR("L")) && of.args.n == 0;
}

static void part_of_append(struct parts *k, const struct flow_stmt *st,
                           struct str desc) {
    if (takes_all_of_one(desc) && st->n == 2) {
        part_value(k, k->f->args[st->a + 1]);
        return;
    }
    const char text[] = {str_starts(desc, STR("(C)"))
                             ? pushed_char(k->d, k->m, st->pc, 1)
                             : '\0',
                         '\0'};
    if (*text) {
        part_text(k, str_of(text));
    } else {
        part_unknown(k);
    }
}

// --- What is done with a builder ---------------------------------------------------

enum {
    MOST_STEPS = 64,
    MOST_WAYS = 8,
    MADE = 0,   // the step that makes it
    ASKED = 1,  // the one that asks for the text
};

struct builder {
    struct dynamic *d;
    method_id m;
    const struct flow *f;
    const struct cf_class *cf;
    u4 v;
    u4 n;
    const struct flow_stmt *step[MOST_STEPS];
    u8 spoils;            // steps after which nobody knows what it holds
    u8 next[MOST_STEPS];  // steps that may come next
    u4 n_ways;
    u4 order[MOST_STEPS];  // of the steps of one way
};

static u8 bit(u4 step) {
    return (u8)1 << step;
}

static struct cp_ref called(const struct builder *k,
                            const struct flow_stmt *st) {
    return cp_ref_of(k->cf, st->ref);
}

static bool is_builder(struct str class) {
    return str_eq(class, STR("java/lang/StringBuilder")) ||
           str_eq(class, STR("java/lang/StringBuffer"));
}

static bool has_receiver(const struct flow_stmt *st) {
    return flow_is_call(st) && st->kind != FLOW_STATIC &&
           st->kind != FLOW_DYNAMIC && st->n;
}

static bool is_append(const struct builder *k, const struct flow_stmt *st) {
    return has_receiver(st) && is_builder(called(k, st).owner) &&
           str_eq(called(k, st).name, STR("append"));
}

// The builder that v is: appending gives the same one. More than so many in a row are
// too many steps.
static u4 builder_of(const struct builder *k, u4 v) {
    for (u4 i = 0; i < 2 * MOST_STEPS; i++) {
        const struct flow_stmt *st = form_definition(k->f, v);
        if (st && is_append(k, st)) {
            v = k->f->args[st->a];
        } else if (st && st->kind == FLOW_CAST) {
            v = st->a;
        } else {
            break;
        }
    }
    return v;
}

static bool is_it(const struct builder *k, u4 v) {
    return v && builder_of(k, v) == k->v;
}

static bool is_asked_only(struct str name) {
    return str_eq(name, STR("toString")) || str_eq(name, STR("length")) ||
           str_eq(name, STR("charAt"));
}

static bool is_among(const struct builder *k, const struct flow_stmt *st,
                     u4 from) {
    bool is = false;
    for (u4 i = from; i < st->n && !is; i++) {
        is = is_it(k, k->f->args[st->a + i]);
    }
    return is;
}

// Does the statement change it? *spoils: nobody knows how.
static bool is_step(const struct builder *k, const struct flow_stmt *st,
                    bool *spoils) {
    *spoils = true;
    if (st->kind == FLOW_PUTFIELD || st->kind == FLOW_PUTSTATIC ||
        st->kind == FLOW_AASTORE) {
        return is_it(k, st->v);
    }
    if (st->kind == FLOW_PHI) {
        return is_among(k, st, 0);
    }
    if (!flow_is_call(st)) {
        return false;
    }
    if (!has_receiver(st) || !is_it(k, k->f->args[st->a])) {
        return is_among(k, st, 0) && !is_append(k, st);
    }
    struct str name = called(k, st).name;
    *spoils = !is_append(k, st) &&
              (!str_eq(name, STR("<init>")) || is_among(k, st, 1));
    return !*spoils || !is_asked_only(name);
}

static bool find_steps(struct builder *k, const struct flow_stmt *end) {
    k->v = builder_of(k, k->f->args[end->a]);
    const struct flow_stmt *made = form_definition(k->f, k->v);
    if (!made || made->kind != FLOW_NEW ||
        !is_builder(cp_name_of(k->cf, made->ref))) {
        return false;
    }
    k->step[MADE] = made;
    k->step[ASKED] = end;
    k->n = 2;
    for (u4 i = 0; i < k->f->n_stmts; i++) {
        const struct flow_stmt *st = &k->f->stmt[i];
        bool spoils;
        if (st == end || !is_step(k, st, &spoils)) {
            continue;
        }
        if (k->n == MOST_STEPS) {
            return false;
        }
        k->spoils |= spoils ? bit(k->n) : 0;
        k->step[k->n++] = st;
    }
    return true;
}

// --- In which order ----------------------------------------------------------------

// A search through the code of a method.
struct path_walk {
    struct code code;
    struct postdom p;  // ways from instruction to instruction
    u1 *step_at;       // by instruction: 1 + a step
    u4 n_todo;
};

static bool parse(const struct builder *k, struct path_walk *w) {
    struct dynamic *d = k->d;
    struct cf_class *c = d->w->class.v[d->w->method.v[k->m].class].cf;
    const struct place at = world_place(d->w, k->m);
    struct bytes body;
    arena_reset(&d->asking);
    if (!world_code(d->w, k->m, &body)) {
        return false;
    }
    const struct cf_attr a = {.at = (u4)(body.p - c->in.p), .len = (u4)body.n};
    if (!code_parse_body(&w->code, c, &a, &d->asking, &at, &d->w->unsaid)) {
        return false;
    }
    postdom_init(&w->p, &w->code, &d->asking);
    w->step_at = ARENA_ZARRAY(&d->asking, u1, w->code.n_insn);
    for (u4 i = 0; i < k->n; i++) {
        u4 insn = w->p.insn_at[k->step[i]->pc];
        if (insn == CODE_NO_INSN || w->step_at[insn]) {
            return false;
        }
        w->step_at[insn] = (u1)(1 + i);
    }
    return true;
}

static void meet(struct path_walk *w, u4 insn) {
    if (insn != CODE_NO_INSN && w->p.seen[insn] != w->p.n_asked) {
        w->p.seen[insn] = w->p.n_asked;
        w->p.todo[w->n_todo++] = insn;
    }
}

static void meet_handlers(struct path_walk *w, u4 insn) {
    u4 pc = w->code.insn[insn].pc;
    for (u4 i = 0; i < w->code.n_handlers; i++) {
        const struct code_handler *h = &w->code.handler[i];
        if (pc >= h->start && pc < h->end) {
            meet(w, w->p.insn_at[h->handler]);
        }
    }
}

static void meet_next(struct path_walk *w, u4 insn) {
    u4 n = postdom_n_ways(&w->p, insn);
    for (u4 i = 0; i < n; i++) {
        meet(w, postdom_way(&w->p, insn, i));
    }
    w->p.work += 1 + n + w->code.n_handlers;
    meet_handlers(w, insn);
}

// The steps that may come next behind that one. One that throws was not taken.
static u8 steps_behind(struct path_walk *w, u4 insn) {
    u8 found = 0;
    w->p.n_asked++;
    meet_next(w, insn);
    while (w->n_todo) {
        u4 i = w->p.todo[--w->n_todo];
        if (w->step_at[i]) {
            found |= bit(w->step_at[i] - 1u);
            meet_handlers(w, i);
        } else {
            meet_next(w, i);
        }
    }
    return found & ~bit(MADE);
}

// The steps that come after `from`, and after those, but for what comes behind `without`.
static u8 reached(const struct builder *k, u4 from, u8 without) {
    u8 all = bit(from);
    for (u8 old = 0; old != all;) {
        old = all;
        for (u4 i = 0; i < k->n; i++) {
            all |= all & bit(i) & ~without ? k->next[i] : 0;
        }
    }
    return all;
}

// Which steps come behind which, of those that are taken on the way. False if nobody
// knows.
static bool find_order(struct builder *k) {
    struct path_walk w = {0};
    if (!parse(k, &w)) {
        return false;
    }
    for (u4 i = 0; i < k->n; i++) {
        k->next[i] =
            i == ASKED ? 0 : steps_behind(&w, w.p.insn_at[k->step[i]->pc]);
        if (w.p.work > LIMIT_POSTDOM_WORK) {
            return false;
        }
    }
    u8 taken = 0, from_made = reached(k, MADE, 0);
    for (u4 i = 0; i < k->n; i++) {
        bool is = from_made & bit(i) && reached(k, i, 0) & bit(ASKED);
        taken |= is ? bit(i) : 0;
    }
    for (u4 i = 0; i < k->n; i++) {
        k->next[i] &= taken & bit(i) ? taken : 0;
    }
    return taken & bit(MADE) && !(taken & k->spoils);
}

// --- The text ----------------------------------------------------------------------

static void part_of_step(struct parts *p, const struct builder *k, u4 step) {
    const struct flow_stmt *st = k->step[step];
    if (is_append(k, st)) {
        part_of_append(p, st, called(k, st).desc);
    } else if (st->n == 2) {
        part_value(p, k->f->args[st->a + 1]);
    }
}

static op_id concat_new(const struct builder *k, trace_id to) {
    return op_new(k->d, &(struct op){.kind = OP_CONCAT, .at = k->m, .to = to});
}

// False if they are too many.
static bool count_ways(struct builder *k, u4 step, u8 before) {
    if (step == ASKED) {
        return k->n_ways++ < MOST_WAYS;
    }
    bool few = !(before & bit(step));
    for (u4 i = 0; i < k->n && few; i++) {
        few = !(k->next[step] & bit(i)) || count_ways(k, i, before | bit(step));
    }
    return few;
}

// A concatenation for each way; step number n of it comes now.
static op_id give_ways(struct builder *k, u4 step, u4 n, trace_id to) {
    op_id o = 0;
    k->order[n] = step;
    for (u4 i = 0; i < k->n && step != ASKED; i++) {
        o = k->next[step] & bit(i) ? give_ways(k, i, n + 1, to) : o;
    }
    if (step == ASKED) {
        o = concat_new(k, to);
        struct parts p = {k->d, k->m, k->f, o};
        for (u4 i = 1; i < n; i++) {
            part_of_step(&p, k, k->order[i]);
        }
        op_start(k->d, o);
    }
    return o;
}

// The steps that all ways take, in their order; how many.
static u4 common_steps(struct builder *k) {
    u8 without[MOST_STEPS];  // what can be reached
    u8 common = 0;
    u4 n = 0;
    for (u4 i = 2; i < k->n; i++) {
        without[i] = reached(k, MADE, bit(i));
        common |= without[i] & bit(ASKED) ? 0 : bit(i);
    }
    for (u4 i = 2; i < k->n; i++) {
        u4 before = 0;
        for (u4 j = 2; j < k->n; j++) {
            before += j != i && common & bit(j) && !(without[j] & bit(i));
        }
        if (common & bit(i)) {
            k->order[before] = i;
            n++;
        }
    }
    k->order[n] = ASKED;
    return n;
}

static bool comes_only_after(const struct builder *k, u4 step, u4 before) {
    bool only = true;
    for (u4 i = 0; i < k->n; i++) {
        only = only && (i == before || !(k->next[i] & bit(step)));
    }
    return only;
}

static op_id give_common(struct builder *k, trace_id to) {
    u4 n = common_steps(k);
    op_id o = concat_new(k, to);
    struct parts p = {k->d, k->m, k->f, o};
    for (u4 i = 0; i <= n; i++) {
        if (!comes_only_after(k, k->order[i], i ? k->order[i - 1] : MADE)) {
            part_unknown(&p);
        }
        if (k->order[i] != ASKED) {
            part_of_step(&p, k, k->order[i]);
        }
    }
    op_start(k->d, o);
    return o;
}

op_id built_give(struct dynamic *d, method_id m, const struct flow_stmt *st,
                 trace_id to) {
    struct builder k = {.d = d,
                        .m = m,
                        .f = form_of(d, m),
                        .cf = d->w->class.v[d->w->method.v[m].class].cf};
    if (!find_steps(&k, st) || !find_order(&k)) {
        op_id o = concat_new(&k, to);
        trace_open(d, to);
        op_take(d, o, 0);
        return o;
    }
    return count_ways(&k, MADE, 0) ? give_ways(&k, MADE, 0, to)
                                   : give_common(&k, to);
}

// --- By a constant -----------------------------------------------------------------

// Entry `index` of the class's BootstrapMethods: the number of a constant that is
// a text, if that is its first argument.
static u4 recipe_of(const struct cf_class *cf, u4 index) {
    struct bytes body;
    if (!cf_find_attr(cf, cf->at, STR("BootstrapMethods"), &body)) {
        return 0;
    }
    struct cursor cur = cur_of(body);
    u4 n = cur_u2(&cur);
    for (u4 i = 0; i < n && cur_ok(&cur); i++) {
        cur_skip(&cur, 2);
        u4 n_args = cur_u2(&cur);
        if (i == index) {
            u4 k = n_args == 1 ? cur_u2(&cur) : 0;
            return cur_ok(&cur) && cp_is(cf, k, CP_STRING) ? k : 0;
        }
        cur_skip(&cur, 2u * n_args);
    }
    return 0;
}

// "com.\1.Impl" with an argument for each \1.
static void take_recipe(struct parts *k, const struct flow_stmt *st,
                        struct str recipe, struct str args) {
    u4 arg = 0;
    size_t from = 0;
    for (size_t i = 0; i <= recipe.n; i++) {
        bool is_arg = i < recipe.n && recipe.p[i] == 1;
        if (i < recipe.n && !is_arg) {
            continue;
        }
        if (i > from) {
            part_text(k, (struct str){recipe.p + from, i - from});
        }
        from = i + 1;
        struct str type = is_arg ? desc_next(&args) : STR("");
        if (is_arg && type.n <= 1) {
            part_unknown(k);
        } else if (is_arg && arg < st->n) {
            part_value(k, k->f->args[st->a + arg++]);
        }
    }
}

void built_give_joined(struct dynamic *d, trace_id t, method_id m,
                       const struct flow_stmt *st) {
    const struct cf_class *cf = d->w->class.v[d->w->method.v[m].class].cf;
    struct cp_ref r = cp_ref_of(cf, st->ref);
    struct desc_method desc;
    u4 recipe = str_eq(r.name, STR("makeConcatWithConstants"))
                    ? recipe_of(cf, cf->pool[st->ref].a)
                    : 0;
    if (!recipe || !desc_method(r.desc, &desc)) {
        trace_open(d, t);
        return;
    }
    struct str text = cp_name_of(cf, recipe);
    op_id o = op_new(d, &(struct op){.kind = OP_CONCAT, .at = m, .to = t});
    struct parts k = {d, m, form_of(d, m), o};
    if (memchr(text.p, 2, text.n)) {
        trace_open(d, t);
        op_take(d, o, 0);
    } else {
        take_recipe(&k, st, text, desc.args);
    }
    op_start(d, o);
}
