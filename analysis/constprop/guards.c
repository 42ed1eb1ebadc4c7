// SPDX-License-Identifier: MIT
// Which call sites of a method can execute, when something is known of what it
// was called with.
//
// At the first question every method that makes calls is run once with nothing
// known (constprop.c). That tells which of its calls execute at all, what is on
// the stack there, and which parameters all of that is computed from: so which
// parameters count is a fixpoint over the calls, backwards from the branches.
// Then a method is run once for each id that it is asked about, and one word is
// kept for each of its calls.
#include "analysis/constprop/guards.h"

#include "analysis/base/limits.h"
#include "analysis/base/order.h"
#include "analysis/classfile/desc.h"
#include "analysis/classfile/opcode.h"
#include "analysis/constprop/guards_priv.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "analysis/world/resolve.h"

// Instead of an id, of a call that can't execute; instead of a place in pass,
// of an id that was passed but not asked about.
enum { NEVER = -1, NAMED = -1 };
enum { MOST_PARAMS = 64, MOST_SLOTS = PROP_MOST_PARAMS + 1 };

// An id is the name of a row of these, by slot.
struct fact {
    u2 slot, kind;
    u4 value;
};

void guards_init(struct guards *g, struct world *w) {
    *g = (struct guards){.w = w};
    arena_init(&g->arena);
    arena_init(&g->scratch);
    arena_init(&g->inner);
    diag_init(&g->unsaid, DIAG_ERROR, false);
    intern_init(&g->known, 64);
}

void guards_release(struct guards *g) {
    vec_free(&g->call);
    vec_free(&g->method);
    vec_free(&g->pass);
    vec_free(&g->field);
    idmap_release(&g->row);
    idmap_release(&g->result);
    idmap_release(&g->field_row);
    idmap_release(&g->enums);
    idmap_release(&g->during);
    idmap_release(&g->switch_map);
    intern_release(&g->known);
    diag_release(&g->unsaid);
    arena_release(&g->arena);
    arena_release(&g->scratch);
    arena_release(&g->inner);
}

void guards_call(struct guards *g, method_id caller, u2 pc, method_id target) {
    if (g->ready) {
        BUG("a call is told after a question was asked");
    }
    vec_push(&g->call, ((struct guard_call){caller, target, pc}));
}

// ---- parameters -------------------------------------------------------------

// The types of a method's parameters by slot, the receiver included, a letter
// each; 0 for second slots.
struct params {
    u4 n;
    char letter[MOST_SLOTS];
};

static struct params params_of(const struct world *w, method_id m) {
    struct params p = {.n = 0};
    struct desc_method desc;
    if (!desc_method(world_sig_desc(w, w->method.v[m].sig), &desc) ||
        desc.arg_slots >= MOST_SLOTS) {
        return p;
    }
    if (!world_is_static(w, m)) {
        p.letter[p.n++] = 'L';
    }
    while (desc.args.n) {
        struct str type = desc_next(&desc.args);
        p.letter[p.n++] = *type.p == '[' ? 'L' : *type.p;
        p.n += desc_slots(*type.p) - 1;
    }
    return p;
}

// Can a parameter of that type be known? It is the receiver that can't.
static bool may_know(const struct world *w, method_id m, const struct params *p,
                     u4 slot) {
    return (slot || world_is_static(w, m)) && p->letter[slot] &&
           !strchr("FJD", p->letter[slot]);
}

// Bytecode can pass an int that is none of the type's values; what arrives then
// is for each JVM to say.
static bool fits(char letter, const struct fact *f) {
    s4 v = (s4)f->value;
    switch (letter) {
    case 'Z':
        return f->kind == KNOWN_INT && (v == 0 || v == 1);
    case 'B':
        return f->kind == KNOWN_INT && v == (s1)v;
    case 'C':
        return f->kind == KNOWN_INT && v == (u2)v;
    case 'S':
        return f->kind == KNOWN_INT && v == (s2)v;
    case 'I':
        return f->kind == KNOWN_INT;
    default:
        return f->kind != KNOWN_INT;
    }
}

static u4 facts_of(const struct guards *g, guard_id id, struct fact *to) {
    struct str s = id ? g->known.row.v[id].a : STR("");
    if (s.n) {
        memcpy(to, s.p, s.n);
    }
    return (u4)(s.n / sizeof *to);
}

static void bind(const struct guards *g, method_id m, guard_id with,
                 struct known *param) {
    struct params p = params_of(g->w, m);
    struct fact fact[MOST_PARAMS];
    memset(param, 0, MOST_SLOTS * sizeof *param);
    for (u4 s = 0; p.n <= MOST_PARAMS && s < p.n; s++) {
        param[s].deps = may_know(g->w, m, &p, s) ? (u8)1 << s : 0;
    }
    u4 n = facts_of(g, with, fact);
    for (u4 i = 0; i < n; i++) {
        if (fact[i].slot < p.n && fits(p.letter[fact[i].slot], &fact[i])) {
            param[fact[i].slot].kind = (u1)fact[i].kind;
            param[fact[i].slot].value = fact[i].value;
        }
    }
}

// ---- one method, run --------------------------------------------------------

// What stood on the stack when a call was seen last.
struct passed {
    struct known *v;
    u4 n;
};

struct guard_run {
    struct guards *g;
    struct guard_method *m;
    struct passed *passed;  // by call of the method
    struct prop p;
    bool known;  // the code could be followed
};

// Proxies hand on the call of any method to this one of another object.
static bool is_handler(const struct world *w, method_id m) {
    sig_id s = w->method.v[m].sig;
    return str_eq(world_sig_name(w, s), STR("invoke")) &&
           str_eq(world_sig_desc(w, s),
                  STR("(Ljava/lang/Object;Ljava/lang/reflect/Method;"
                      "[Ljava/lang/Object;)Ljava/lang/Object;"));
}

// Does the target get just what the instruction takes from the stack? Method
// has a method that calls others of the same name and type by reflection, so
// the target must be one that the instruction can select.
static bool is_passed(const struct guard_run *r, const struct insn *i,
                      method_id target) {
    struct world *w = r->g->w;
    if (i->op == OPC_invokedynamic || !op_is(i->op, OP_CALL)) {
        return false;
    }
    ref_id ref = world_ref_at(w, r->p.class, i->a);
    if (!ref || w->ref.v[ref].sig != w->method.v[target].sig ||
        world_is_static(w, target) != (i->op == OPC_invokestatic)) {
        return false;
    }
    method_id m = resolve_method(w, ref);
    if (!m || is_handler(w, m)) {
        return false;
    }
    class_id of = w->method.v[m].class;
    return w->class.v[of].access_flags & ACC_INTERFACE ||
           world_is_subtype(w, w->method.v[target].class, of);
}

static void see(void *context, const struct prop *p, const struct insn *i) {
    struct guard_run *r = context;
    const struct guard_call *call = r->g->call.v + r->m->call;
    u4 at = 0;
    SEARCH(at, r->m->n_calls, k, call[k].pc < i->pc);
    for (; at < r->m->n_calls && call[at].pc == i->pc; at++) {
        struct passed *to = &r->passed[at];
        if (!to->v && is_passed(r, i, call[at].target)) {
            to->n = prop_arg_slots(p->c, i);
            to->v = ARENA_ARRAY(&r->g->scratch, struct known, to->n);
        }
        if (to->v) {
            memcpy(to->v, p->stack + p->depth - to->n, to->n * sizeof *to->v);
        }
    }
}

static void run(struct guard_run *r, struct guards *g, u4 row, guard_id with) {
    struct known param[MOST_SLOTS];
    *r = (struct guard_run){.g = g, .m = &g->method.v[row]};
    arena_reset(&g->scratch);
    r->passed = ARENA_ZARRAY(&g->scratch, struct passed, r->m->n_calls);
    bind(g, r->m->m, with, param);
    const struct prop_task task = {.arena = &g->scratch,
                                   .m = r->m->m,
                                   .param = param,
                                   .see = see,
                                   .context = r};
    // When all is spent nothing is known any more.
    r->known = g->work <= LIMIT_GUARD_ALL && prop_run(&r->p, g, &task);
    g->work += r->p.work;
}

static bool executes(const struct guard_run *r, u4 call) {
    return !r->known ||
           prop_executes(&r->p, r->g->call.v[r->m->call + call].pc);
}

// ---- ids --------------------------------------------------------------------

static u4 row_of(const struct guards *g, method_id m) {
    return idmap_find(&g->row, m);
}

// The id of what counts for the target among n slots.
static guard_id make_id(struct guards *g, method_id target,
                        const struct fact *fact, u4 n) {
    u4 row = row_of(g, target);
    struct guard_method *m = row ? &g->method.v[row - 1] : NULL;
    struct fact keep[MOST_PARAMS];
    u4 n_keep = 0;
    for (u4 i = 0; m && i < n; i++) {
        if (fact[i].slot < MOST_PARAMS && m->relevant >> fact[i].slot & 1) {
            keep[n_keep++] = fact[i];
        }
    }
    if (n_keep == 0) {
        return 0;
    }
    struct str text = {(const char *)keep, n_keep * sizeof *keep};
    guard_id id = intern_find(&g->known, text, STR(""));
    if (id && idmap_find(&g->result, idmap_key(row, id))) {
        return id;
    }
    if (m->n_ids == LIMIT_GUARD_IDS) {
        return 0;
    }
    m->n_ids++;
    id = id ? id : intern_add(&g->known, arena_str(&g->arena, text), STR(""));
    *idmap_at(&g->result, idmap_key(row, id)) = (u4)NAMED;
    return id;
}

static u4 facts_passed(const struct passed *from, struct fact *to) {
    u4 n = 0;
    for (u4 s = 0; s < from->n && s < MOST_PARAMS; s++) {
        struct known v = from->v[s];
        if (v.kind != KNOWN_ANY && v.kind != KNOWN_MAP) {
            u4 value = v.kind == KNOWN_OBJECT ? 0 : v.value;
            to[n++] = (struct fact){(u2)s, v.kind, value};
        }
    }
    return n;
}

// ---- all methods, with nothing known ------------------------------------------

// What a call hands on in one slot: known, or computed from parameters.
struct handed {
    u4 caller;  // row
    u4 pass;    // of the call, with nothing known of the caller
    method_id target;
    struct fact fact;  // kind KNOWN_ANY: not known
    u8 deps;
};
struct preparing {
    struct guards *g;
    VEC(struct handed) handed;  // by call
    u4 *into;                   // by row: where those handed to it begin
    u4 *order;                  // of handed, by row of the target
    VEC(u4) todo;               // rows that have new parameters that count
};

static int by_place(const void *a, const void *b) {
    const struct guard_call *x = a, *y = b;
    if (x->caller != y->caller) {
        return x->caller < y->caller ? -1 : 1;
    }
    if (x->pc != y->pc) {
        return x->pc < y->pc ? -1 : 1;
    }
    return (x->target > y->target) - (x->target < y->target);
}

static void make_rows(struct guards *g) {
    struct guard_call *v = g->call.v;
    u4 n = 0;
    SORT(v, g->call.n, by_place);
    for (u4 i = 0; i < g->call.n; i++) {
        if (n && by_place(&v[n - 1], &v[i]) == 0) {
            continue;
        }
        if (n == 0 || v[n - 1].caller != v[i].caller) {
            vec_push(&g->method,
                     ((struct guard_method){.m = v[i].caller, .call = n}));
            *idmap_at(&g->row, v[i].caller) = g->method.n;
        }
        g->method.v[g->method.n - 1].n_calls++;
        v[n++] = v[i];
    }
    g->call.n = n;
}

static void note(struct preparing *t, const struct passed *from,
                 const struct handed *by) {
    for (u4 s = 0; s < from->n && s < MOST_PARAMS; s++) {
        struct fact fact = {(u2)s, KNOWN_ANY, 0};
        struct known v = from->v[s];
        struct passed one = {&v, 1};
        if (facts_passed(&one, &fact)) {
            fact.slot = (u2)s;
        }
        if (fact.kind != KNOWN_ANY || v.deps) {
            struct handed h = *by;
            h.fact = fact;
            h.deps = v.deps;
            vec_push(&t->handed, h);
        }
    }
}

static void read_method(struct preparing *t, u4 row) {
    struct guards *g = t->g;
    struct guard_run r;
    run(&r, g, row, 0);
    struct guard_method *m = r.m;
    m->pass = g->pass.n;
    m->relevant = r.known ? prop_deps(&r.p) : 0;
    for (u4 i = 0; i < m->n_calls; i++) {
        bool can = executes(&r, i);
        vec_push(&g->pass, can ? 0 : (guard_id)NEVER);
        if (r.known && can) {
            const struct handed by = {.caller = row,
                                      .pass = m->pass + i,
                                      .target = g->call.v[m->call + i].target};
            note(t, &r.passed[i], &by);
        }
    }
}

static u4 target_row(const struct preparing *t, u4 handed) {
    return row_of(t->g, t->handed.v[handed].target);
}

// Who hands something to a method, by counting.
static void sort_handed(struct preparing *t, struct arena *a) {
    u4 rows = t->g->method.n + 1;
    t->into = ARENA_ZARRAY(a, u4, rows + 1);
    t->order = ARENA_ARRAY(a, u4, t->handed.n);
    for (u4 i = 0; i < t->handed.n; i++) {
        t->into[target_row(t, i)]++;
    }
    for (u4 r = 1; r <= rows; r++) {
        t->into[r] += t->into[r - 1];
    }
    for (u4 i = t->handed.n; i-- > 0;) {
        t->order[--t->into[target_row(t, i)]] = i;
    }
}

// A parameter counts if it is handed on to one that counts.
static void spread(struct preparing *t) {
    struct guards *g = t->g;
    for (u4 r = g->method.n; r > 0; r--) {
        vec_push(&t->todo, r);
    }
    while (t->todo.n) {
        u4 row = t->todo.v[--t->todo.n];
        for (u4 i = t->into[row]; i < t->into[row + 1]; i++) {
            const struct handed *h = &t->handed.v[t->order[i]];
            struct guard_method *m = &g->method.v[h->caller];
            if (g->method.v[row - 1].relevant >> h->fact.slot & 1 &&
                h->deps & ~m->relevant) {
                m->relevant |= h->deps;
                vec_push(&t->todo, h->caller + 1);
            }
        }
    }
}

// The ids that calls pass whatever their callers were called with.
static void pass_known(struct preparing *t) {
    struct guards *g = t->g;
    for (u4 i = 0; i < t->handed.n;) {
        u4 pass = t->handed.v[i].pass, n = 0;
        method_id target = t->handed.v[i].target;
        struct fact fact[MOST_PARAMS];
        for (; i < t->handed.n && t->handed.v[i].pass == pass; i++) {
            if (t->handed.v[i].fact.kind != KNOWN_ANY) {
                fact[n++] = t->handed.v[i].fact;
            }
        }
        g->pass.v[pass] = make_id(g, target, fact, n);
    }
}

static void prepare(struct guards *g) {
    struct preparing t = {.g = g};
    g->ready = true;
    make_rows(g);
    for (u4 row = 0; row < g->method.n; row++) {
        read_method(&t, row);
    }
    arena_reset(&g->scratch);
    sort_handed(&t, &g->scratch);
    spread(&t);
    pass_known(&t);
    vec_free(&t.handed);
    vec_free(&t.todo);
}

// ---- questions --------------------------------------------------------------

// Where the answers for an id are in g->pass.
static u4 answers(struct guards *g, u4 row, guard_id with) {
    if (with == 0) {
        return g->method.v[row - 1].pass;
    }
    u4 first = idmap_find(&g->result, idmap_key(row, with));
    if (first && first != (u4)NAMED) {
        return first - 1;
    }
    struct guard_run r;
    run(&r, g, row - 1, with);
    first = g->pass.n;
    for (u4 i = 0; i < r.m->n_calls; i++) {
        struct fact fact[MOST_PARAMS];
        u4 n = r.known ? facts_passed(&r.passed[i], fact) : 0;
        method_id target = g->call.v[r.m->call + i].target;
        vec_push(&g->pass, executes(&r, i) ? make_id(g, target, fact, n)
                                           : (guard_id)NEVER);
    }
    *idmap_at(&g->result, idmap_key(row, with)) = first + 1;
    return first;
}

bool guards_pass(struct guards *g, method_id caller, guard_id with, u2 pc,
                 method_id target, guard_id *passes) {
    if (!g->ready) {
        prepare(g);
    }
    u4 row = row_of(g, caller);
    const struct guard_call want = {caller, target, pc};
    u4 first = row ? g->method.v[row - 1].call : 0, at = first;
    u4 end = row ? first + g->method.v[row - 1].n_calls : 0;
    SEARCH(at, end, i, by_place(&g->call.v[i], &want) < 0);
    if (!row || at == g->call.n || by_place(&g->call.v[at], &want) != 0) {
        BUG("a call that was not told is asked about");
    }
    u4 answer = answers(g, row, with) + at - first;
    guard_id id = g->pass.v[answer];
    *passes = id == (guard_id)NEVER ? 0 : id;
    return id != (guard_id)NEVER;
}

// ---- text -------------------------------------------------------------------

static struct str value_text(const struct guards *g, char letter,
                             const struct fact *f, struct arena *a) {
    const struct world *w = g->w;
    switch (f->kind) {
    case KNOWN_INT:
        if (letter == 'Z' && f->value <= 1) {
            return f->value ? STR("true") : STR("false");
        }
        return str_of(arena_printf(a, "%d", (int)(s4)f->value));
    case KNOWN_ENUM: {
        const struct world_field *wf = &w->field.v[f->value];
        return str_of(arena_printf(a, "%.*s.%.*s",
                                   STR_F(w->class.v[wf->class].name),
                                   STR_F(world_sig_name(w, wf->sig))));
    }
    default:
        return f->kind == KNOWN_NULL ? STR("null") : STR("not-null");
    }
}

struct str guards_text(struct guards *g, method_id m, guard_id id,
                       struct arena *a) {
    struct params p = params_of(g->w, m);
    struct fact fact[MOST_PARAMS];
    struct str text = STR("");
    u4 n = facts_of(g, id, fact), at = 0, number = 0;
    for (u4 s = world_is_static(g->w, m) ? 0 : 1; s < p.n && at < n; s++) {
        number += p.letter[s] != 0;
        if (fact[at].slot == s) {
            struct str v = value_text(g, p.letter[s], &fact[at++], a);
            text = str_of(arena_printf(a, "%.*s%sparam%u=%.*s", STR_F(text),
                                       text.n ? " " : "", number, STR_F(v)));
        }
    }
    return text;
}
