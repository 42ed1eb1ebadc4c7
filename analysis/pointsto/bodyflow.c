// SPDX-License-Identifier: MIT
// One body in value-flow form, from statements to constraints and sites.
#include "analysis/pointsto/pointsto_priv.h"

#include "analysis/base/limits.h"
#include "analysis/base/order.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/reach/engine.h"
#include "analysis/reach/reach.h"
#include "analysis/table/ordered.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

// Lists of handlers of one method; of real ones the most is far below.
enum { MOST_COVERS = 10000 };

struct body {
    struct pointsto *h;
    struct solve *s;
    struct world *w;
    struct flow f;
    method_id m;
    class_id c;       // of m
    var_id first;     // of m's variables
    var_id anywhere;  // thrown_anywhere
    var_id further;   // value n_params + 1
    // Handlers that cover places, in the order in which they are asked: each
    // with those that are asked next, so that lists share their ends.
    VEC(struct cover {
        u4 next;   // in `cover`, 0: out of the method
        u4 other;  // of the same row
        var_id v;  // what is thrown where these handlers are
    })
    cover;
    // Parts of the code in which the same handlers are asked: where each begins,
    // ascending. In the last one, as in front of the first, none are.
    u4 *part;
    u4 n_parts;
    var_id *thrown;  // by part: what is thrown there, once asked
    struct row {
        u4 covers;      // the first in `cover`
        var_id caught;  // what the handler takes
        u4 list;        // in `cover`: where it begins the list; 0: it does not
        u4 next[2];     // 1 + the next that covers its first part, or no longer
    } * row;
    // By part: 1 + the first row that covers it but not the one in front, and
    // the other way about.
    u4 *turn[2];
    u4 now;                // the part that `asked` is of
    struct ordered asked;  // rows
    struct ordered stale;  // rows whose `list` may be another one by now
    u4 work;
};

static var_id var(const struct body *b, u4 v) {
    return v == 0               ? 0
           : v <= b->f.n_params ? b->first + METHOD_PARAMS + v - 1
                                : b->further + v - b->f.n_params - 1;
}

static void flow(struct body *b, var_id from, var_id to) {
    if (from && to && from != to) {
        points_flow(&b->h->p, from, to);
    }
}

// --- Exceptions --------------------------------------------------------------

// The class that a row takes, 0 for any.
static class_id caught_class(const struct body *b, u4 row) {
    const struct flow_handler *h = &b->f.handler[row];
    class_id c = h->type ? world_class_at(b->w, b->c, h->type) : 0;
    return c == b->w->known.throwable ? 0 : c;
}

static var_id thrown_to(const struct body *b, u4 cover) {
    return cover ? b->cover.v[cover].v : b->first + METHOD_THROWN;
}

static void limit(struct body *b, var_id v, mask_id m) {
    if (m) {
        points_limit(&b->h->p, v, m);
    }
}

// What the row takes goes to its handler, all else to who is asked next.
static void connect_handler(struct body *b, u4 row, const struct cover *at) {
    struct pointsto *h = b->h;
    class_id c = caught_class(b, row);
    if (!b->row[row].caught) {
        b->row[row].caught = pts_var(h);
        limit(b, b->row[row].caught, pts_cast_mask(h, c));
        flow(b, b->row[row].caught, var(b, b->f.handler[row].v));
    }
    flow(b, at->v, b->row[row].caught);
    if (c) {
        var_id rest = pts_var(h);
        limit(b, rest, pts_escape_mask(h, c));
        flow(b, at->v, rest);
        flow(b, rest, thrown_to(b, at->next));
    }
}

// The list that begins with that row.
static u4 cover(struct body *b, u4 row, u4 next) {
    for (u4 i = b->row[row].covers; i; i = b->cover.v[i].other, b->work++) {
        if (b->cover.v[i].next == next) {
            return i;
        }
    }
    struct cover new = {next, b->row[row].covers, pts_var(b->h)};
    points_late(&b->h->p, new.v, 1);
    vec_push(&b->cover, new);
    b->row[row].covers = b->cover.n - 1;
    connect_handler(b, row, &new);
    return b->row[row].covers;
}

// Where there are too many lists: to all handlers, and out of the method.
static var_id thrown_anywhere(struct body *b) {
    if (!b->anywhere) {
        b->anywhere = pts_var(b->h);
        for (u4 i = 0; i < b->f.n_handlers; i++) {
            flow(b, b->anywhere, var(b, b->f.handler[i].v));
        }
        flow(b, b->anywhere, b->first + METHOD_THROWN);
    }
    return b->anywhere;
}

// Lists are made again from their ends: a row that is asked, or no longer, is
// another list for the one in front of it, and so on until a list is what it was.
static void refresh(struct body *b) {
    u4 n = b->f.n_handlers;
    for (u4 i; (i = ordered_below(&b->stale, n)) != ORDERED_NONE; b->work++) {
        u4 list = 0;
        ordered_remove(&b->stale, i);
        if (ordered_has(&b->asked, i)) {
            u4 next = caught_class(b, i) ? ordered_from(&b->asked, i + 1)
                                         : ORDERED_NONE;
            list = cover(b, i, next == ORDERED_NONE ? 0 : b->row[next].list);
        }
        u4 before = ordered_below(&b->asked, i);
        if (list != b->row[i].list && before != ORDERED_NONE) {
            ordered_add(&b->stale, before);
        }
        b->row[i].list = list;
    }
}

enum { BEGINS, ENDS };

// Rows that are asked from that part on, or no longer.
static void turn(struct body *b, u4 part, int which, bool asked) {
    for (u4 i = b->turn[which][part]; i; i = b->row[i - 1].next[which]) {
        (asked ? ordered_add : ordered_remove)(&b->asked, i - 1);
        ordered_add(&b->stale, i - 1);
        b->work++;
    }
}

// Parts are mostly asked for in order, each close to the one before it.
static void move_to(struct body *b, u4 part) {
    for (; b->now < part; b->work++) {
        b->now++;
        turn(b, b->now, ENDS, false);
        turn(b, b->now, BEGINS, true);
    }
    for (; b->now > part; b->work++) {
        turn(b, b->now, BEGINS, false);
        turn(b, b->now, ENDS, true);
        b->now--;
    }
}

// What is thrown in a part comes to the first handler that takes its class.
static var_id thrown_in(struct body *b, u4 part) {
    if (b->cover.n > MOST_COVERS || b->work > LIMIT_COVER_WORK) {
        return thrown_anywhere(b);
    }
    move_to(b, part);
    refresh(b);
    u4 first = ordered_from(&b->asked, 0);
    return thrown_to(b, first == ORDERED_NONE ? 0 : b->row[first].list);
}

// How many parts begin at pc or before it.
static u4 parts_to(const struct body *b, u4 pc) {
    u4 n = 0;
    SEARCH(n, b->n_parts, i, b->part[i] <= pc);
    return n;
}

static var_id thrown_at(struct body *b, u4 pc) {
    u4 n = b->f.n_handlers ? parts_to(b, pc) : 0;
    if (n == 0) {
        return thrown_to(b, 0);
    }
    var_id *is = &b->thrown[n - 1];
    if (!*is) {
        *is = thrown_in(b, n - 1);
    }
    return *is;
}

static void note_turn(struct body *b, u4 row, u4 pc, int which) {
    u4 *first = &b->turn[which][parts_to(b, pc) - 1];
    b->row[row].next[which] = *first;
    *first = row + 1;
}

// Cuts the code where handlers begin to be asked, and where they no longer are.
static void find_parts(struct body *b) {
    u4 n = b->f.n_handlers;
    struct arena *a = &b->h->form;
    b->part = ARENA_ARRAY(a, u4, 2 * (size_t)n);
    for (u4 i = 0; i < n; i++) {
        b->part[2 * i] = b->f.handler[i].start;
        b->part[2 * i + 1] = b->f.handler[i].end;
    }
    SORT(b->part, 2 * (size_t)n, order_u4);
    b->n_parts = 0;
    for (u4 i = 0; i < 2 * n; i++) {
        if (i == 0 || b->part[i] != b->part[b->n_parts - 1]) {
            b->part[b->n_parts++] = b->part[i];
        }
    }
    b->thrown = ARENA_ZARRAY(a, var_id, b->n_parts);
    b->turn[BEGINS] = ARENA_ZARRAY(a, u4, b->n_parts);
    b->turn[ENDS] = ARENA_ZARRAY(a, u4, b->n_parts);
    ordered_init(&b->asked, n, a);
    ordered_init(&b->stale, n, a);
    for (u4 i = 0; i < n; i++) {
        const struct flow_handler *row = &b->f.handler[i];
        if (row->start < row->end) {
            note_turn(b, i, row->start, BEGINS);
            note_turn(b, i, row->end, ENDS);
        }
    }
    turn(b, 0, BEGINS, true);
}

static void start_handlers(struct body *b) {
    u4 n = b->f.n_handlers;
    b->row = ARENA_ZARRAY(&b->h->form, struct row, n);
    if (n) {
        find_parts(b);
    }
    vec_push(&b->cover, (struct cover){0});
}

// --- Objects -----------------------------------------------------------------

static void make(struct body *b, u2 pc, class_id c, var_id to) {
    struct pointsto *h = b->h;
    world_load(b->w, c);
    if (!world_is_concrete(b->w, c)) {
        return;
    }
    obj_id o = pts_object_made(h, c, b->m, pc);
    if (to) {
        points_add(&h->p, to, o);
    }
}

static class_id made_by(struct body *b, const struct flow_stmt *st) {
    struct world *w = b->w;
    if (st->kind == FLOW_NEWARRAY) {
        return world_primitive_array(w, st->ref);
    }
    class_id c = world_class_at(w, b->c, st->ref);
    if (c && st->kind == FLOW_ANEWARRAY) {
        return world_array_of(w, c);
    }
    for (u4 i = 0; i < st->strip && c; i++) {
        c = w->class.v[c].elem;
    }
    return c;
}

static void constant(struct body *b, const struct flow_stmt *st, var_id to) {
    struct pointsto *h = b->h;
    const struct cf_class *cf = b->w->class.v[b->c].cf;
    if (cp_is(cf, st->ref, CP_STRING)) {
        make(b, st->pc, b->w->known.string, to);
        return;
    }
    if (cp_is(cf, st->ref, CP_CLASS)) {
        class_id c = world_class_at(b->w, b->c, st->ref);
        obj_id o = pts_class_object(h, c);
        if (to) {
            points_add(&h->p, to, o);
        }
    } else if (to && cp_is(cf, st->ref, CP_METHOD_HANDLE)) {
        flow(b, pts_any(h, b->w->known.method_handle), to);
    } else if (to && cp_is(cf, st->ref, CP_METHOD_TYPE)) {
        flow(b,
             pts_any(h, world_class(b->w, STR("java/lang/invoke/MethodType"))),
             to);
    } else if (to && cp_is(cf, st->ref, CP_DYNAMIC)) {
        flow(b, h->results, to);
    }
    b->s->hooks.constant(b->s->hooks.context, b->s, b->m, st->pc, st->ref);
}

// --- Calls -------------------------------------------------------------------

static struct pts_call call_of(struct body *b, const struct flow_stmt *st) {
    struct pointsto *h = b->h;
    struct pts_call c = {.args = h->arg.n, .n = st->n};
    for (u4 i = 0; i < st->n; i++) {
        vec_push(&h->arg, var(b, b->f.args[st->a + i]));
    }
    c.result = var(b, st->v);
    c.thrown = thrown_at(b, st->pc);
    return c;
}

static bool has_name(const struct body *b, method_id m, const char *name) {
    return str_eq(world_sig_name(b->w, b->w->method.v[m].sig), str_of(name));
}

static void call_static(struct body *b, const struct flow_stmt *st, ref_id r) {
    method_id m = resolve_method(b->w, r);
    if (!m || !(b->w->method.v[m].access_flags & ACC_STATIC)) {
        solve_read_site(b->s, st->pc, SITE_MISSING, r);
        return;
    }
    solve_read_trigger(b->s, st->pc, b->w->method.v[m].class, b->c);
    struct pts_call c = call_of(b, st);
    // Without a receiver, so the first argument is no exception.
    pts_link(b->h, &c, m, true);
    solve_read_site(b->s, st->pc, SITE_DIRECT, m);
}

static void call_group(struct body *b, const struct flow_stmt *st,
                       class_id type, method_id m, bool fixed) {
    struct pts_call c = call_of(b, st);
    if (c.n == 0 || b->h->arg.v[c.args] == 0) {
        return;  // on null
    }
    group_id g = pts_group_call(b->h, &c, type, m, fixed);
    solve_read_site(b->s, st->pc, SITE_GROUP, g);
}

static void call_special(struct body *b, const struct flow_stmt *st, ref_id r) {
    method_id m = resolve_special(b->w, b->c, r);
    if (!m) {
        solve_read_site(b->s, st->pc, SITE_MISSING, r);
    } else if (has_name(b, m, "<init>")) {
        u4 receiver = b->f.args[st->a];
        bool own = st->n && receiver == 1 && has_name(b, b->m, "<init>");
        struct pts_call c = call_of(b, st);
        pts_link(b->h, &c, m, true);
        solve_read_site(b->s, st->pc, own ? SITE_DIRECT : SITE_NEW, m);
    } else {
        call_group(b, st, b->c, m, true);
    }
}

// In there, what all callers pass meets; they were followed where they stand.
static bool is_accessor(const struct body *b) {
    return b->c == b->h->unsafe || b->c == b->h->unsafe_old ||
           str_starts(b->w->class.v[b->c].name,
                      STR("java/lang/invoke/VarHandle"));
}

static void call_virtual(struct body *b, const struct flow_stmt *st, ref_id r) {
    struct pointsto *h = b->h;
    method_id m = resolve_method(b->w, r);
    if (!m || b->w->method.v[m].access_flags & ACC_STATIC) {
        solve_read_site(b->s, st->pc, SITE_MISSING, r);
        return;
    }
    if (resolve_is_polymorphic(b->w, m)) {
        struct pts_call c = call_of(b, st);
        if (b->w->method.v[m].class == b->w->known.var_handle) {
            pts_access(h, &c, b->w->ref.v[r].sig);
        } else {
            pts_link(h, &c, m, true);
        }
        solve_read_site(b->s, st->pc, SITE_DIRECT, m);
        b->s->hooks.polymorphic(b->s->hooks.context, b->s, b->m, st->pc, r);
        return;
    }
    class_id owner = b->w->method.v[m].class;
    struct flow_stmt plain = *st;
    if ((owner == h->unsafe || owner == h->unsafe_old) &&
        pts_unsafe_method(h, m)) {
        // Followed where it stands; in the body of the method all of them meet.
        struct pts_call c = call_of(b, st);
        if (b->c == h->reflector) {
            pts_unsafe_serial(h, &c);
        } else if (!is_accessor(b)) {
            pts_unsafe(h, &c);
        }
        plain.n = 1;
        plain.v = 0;
    }
    call_group(b, &plain, b->w->ref.v[r].owner, m, false);
}

// The result is a string (concat, toString of a record) or comes of a handle.
static void other_dynamic(struct body *b, const struct flow_stmt *st,
                          const struct pts_call *c) {
    struct cp_ref r = cp_ref_of(b->w->class.v[b->c].cf, st->ref);
    struct desc_method d;
    if (desc_method(r.desc, &d) && str_eq(d.ret, STR("Ljava/lang/String;"))) {
        make(b, st->pc, b->w->known.string, c->result);
    } else {
        flow(b, b->h->results, c->result);
    }
    for (u4 i = 0; i < c->n; i++) {
        flow(b, b->h->arg.v[c->args + i], b->h->passed[EDGE_HANDLE]);
    }
}

static void call_dynamic(struct body *b, const struct flow_stmt *st) {
    struct pointsto *h = b->h;
    struct pts_call c = call_of(b, st);
    var_id *args = ARENA_ARRAY(&h->form, var_id, c.n);
    for (u4 i = 0; i < c.n; i++) {
        args[i] = h->arg.v[c.args + i];
    }
    h->dynamic_args = args;
    h->n_dynamic_args = c.n;
    h->dynamic_result = c.result;
    h->dynamic_thrown = c.thrown;
    h->dynamic_pc = st->pc;
    h->dynamic_used = false;
    b->s->hooks.constant(b->s->hooks.context, b->s, b->m, st->pc, st->ref);
    if (c.result && !h->dynamic_used) {
        other_dynamic(b, st, &c);
    }
    flow(b, h->escaped, c.thrown);
    h->dynamic_args = NULL;
    h->n_dynamic_args = 0;
    h->dynamic_result = 0;
    h->dynamic_pc = SITE_NO_PC;
}

// Who looks fields up asks for those whose names stand here; else, outside of
// the JDK, for any of a class.
static void note_fields(struct body *b, const struct flow_stmt *st) {
    const struct cf_class *cf = b->w->class.v[b->c].cf;
    struct cp_ref r = cp_ref_of(cf, st->ref);
    const struct field_finder *finder = pts_finder(r.owner, r.name);
    if (!finder) {
        return;
    }
    pts_ask(b->h, finder);
    bool named = (b->w->class.v[b->c].flags & CLASS_JDK) != 0;
    for (u4 i = 0; i < st->n; i++) {
        u4 at = b->f.value[b->f.args[st->a + i]].stmt;
        if (at != FLOW_NO_STMT && b->f.stmt[at].kind == FLOW_CONST &&
            cp_is(cf, b->f.stmt[at].ref, CP_STRING)) {
            pts_ask_name(b->h, finder, cp_name_of(cf, b->f.stmt[at].ref));
            named = true;
        }
    }
    for (u4 i = 0; i < st->n && !named; i++) {
        var_id v = var(b, b->f.args[st->a + i]);
        if (v && pts_takes_class(finder, i)) {
            pts_ask_class(b->h, finder, v);
        }
    }
}

static void call(struct body *b, const struct flow_stmt *st) {
    if (st->kind == FLOW_DYNAMIC) {
        call_dynamic(b, st);
        return;
    }
    ref_id r = world_ref_at(b->w, b->c, st->ref);
    if (!r) {
        return;
    }
    note_fields(b, st);
    if (st->kind == FLOW_STATIC) {
        call_static(b, st, r);
    } else if (st->kind == FLOW_SPECIAL) {
        call_special(b, st, r);
    } else {
        call_virtual(b, st, r);
    }
}

// --- Statements --------------------------------------------------------------

static void access_static(struct body *b, const struct flow_stmt *st) {
    ref_id r = world_ref_at(b->w, b->c, st->ref);
    field_id f = r ? resolve_field(b->w, r) : 0;
    if (!f) {
        if (r) {
            solve_read_site(b->s, st->pc, SITE_MISSING, r);
        }
        return;
    }
    solve_read_trigger(b->s, st->pc, b->w->field.v[f].class, b->c);
    if (st->v == 0) {
        return;
    }
    var_id v = pts_static(b->h, f);
    if (st->kind == FLOW_GETSTATIC) {
        flow(b, v, var(b, st->v));
    } else {
        flow(b, var(b, st->v), v);
    }
}

static void access_field(struct body *b, const struct flow_stmt *st) {
    ref_id r = world_ref_at(b->w, b->c, st->ref);
    field_id f = r ? resolve_field(b->w, r) : 0;
    if (!f || !st->v || !st->a) {
        return;
    }
    if (st->kind == FLOW_GETFIELD) {
        points_load(&b->h->p, var(b, st->a), f, var(b, st->v));
    } else {
        points_store(&b->h->p, var(b, st->a), f, var(b, st->v));
    }
}

static void cast(struct body *b, const struct flow_stmt *st) {
    class_id c = world_class_at(b->w, b->c, st->ref);
    mask_id m = pts_cast_mask(b->h, c);
    if (m) {
        points_limit(&b->h->p, var(b, st->v), m);
    }
    flow(b, var(b, st->a), var(b, st->v));
}

static void take(struct body *b, const struct flow_stmt *st) {
    struct points *p = &b->h->p;
    switch ((enum flow_kind)st->kind) {
    case FLOW_PHI:
        for (u4 i = 0; i < st->n; i++) {
            flow(b, var(b, b->f.args[st->a + i]), var(b, st->v));
        }
        break;
    case FLOW_CONST:
        constant(b, st, var(b, st->v));
        break;
    case FLOW_NEW: {
        class_id c = made_by(b, st);
        if (c && !(b->w->class.v[c].flags & CLASS_ARRAY)) {
            solve_read_trigger(b->s, st->pc, c, b->c);
        }
        if (c) {
            make(b, st->pc, c, var(b, st->v));
        }
        break;
    }
    case FLOW_NEWARRAY:
    case FLOW_ANEWARRAY: {
        class_id c = made_by(b, st);
        if (c) {
            make(b, st->pc, c, var(b, st->v));
        }
        break;
    }
    case FLOW_CAST:
        cast(b, st);
        break;
    case FLOW_GETFIELD:
    case FLOW_PUTFIELD:
        access_field(b, st);
        break;
    case FLOW_GETSTATIC:
    case FLOW_PUTSTATIC:
        access_static(b, st);
        break;
    case FLOW_AALOAD:
        if (st->a && st->v) {
            points_load(p, var(b, st->a), FIELD_ELEMENTS, var(b, st->v));
        }
        break;
    case FLOW_AASTORE:
        if (st->a && st->v) {
            points_store(p, var(b, st->a), FIELD_ELEMENTS, var(b, st->v));
        }
        break;
    case FLOW_RETURN:
        flow(b, var(b, st->v), b->first);
        break;
    case FLOW_THROW:
        flow(b, var(b, st->v), thrown_at(b, st->pc));
        break;
    case FLOW_CATCH:
    case FLOW_N_KINDS:
        break;
    default:
        call(b, st);
        break;
    }
}

// What the JVM throws can come from nearly every instruction, so each handler
// has it from where it is.
static void catch_of_jvm(struct body *b) {
    struct pointsto *h = b->h;
    for (u4 i = 0; i < b->f.n_handlers; i++) {
        const struct flow_handler *row = &b->f.handler[i];
        class_id c = row->type ? world_class_at(b->w, b->c, row->type)
                               : b->w->known.throwable;
        flow(b, pts_thrown_by_jvm(h, c), var(b, row->v));
    }
}

static void take_all(struct body *b) {
    struct pointsto *h = b->h;
    u4 known = b->f.n_params + 1;
    u4 n = b->f.n_values > known ? b->f.n_values - known : 0;
    b->further = n ? points_vars(&h->p, n) : 0;
    vec_cover(&h->further, b->m + 1);
    h->further.v[b->m] = b->further;
    start_handlers(b);
    catch_of_jvm(b);
    for (u4 i = 0; i < b->f.n_stmts; i++) {
        take(b, &b->f.stmt[i]);
    }
    vec_free(&b->cover);
}

// What methods of streams do past the bytecode.
static void take_streams(struct body *b) {
    if (b->m == b->h->stream_new) {
        points_flow(&b->h->p, b->h->streamed, b->first);
        pts_stream(b->h);
    }
    if (b->c == b->h->reflector) {
        pts_ask_serial(b->h);
    }
}

void pts_read(void *context, struct solve *s, node_id n) {
    struct pointsto *h = context;
    struct body b = {.h = h, .s = s, .w = s->w, .m = s->node.v[n].method};
    const struct world_method wm = b.w->method.v[b.m];
    struct bytes code;
    b.c = wm.class;
    if (wm.access_flags & ACC_NATIVE) {
        pts_native(h, b.m);
        s->hooks.native(s->hooks.context, s, b.m);
    } else if (world_code(b.w, b.m, &code)) {
        struct cf_class *cf = b.w->class.v[b.c].cf;
        struct place at = world_place(b.w, b.m);
        arena_reset(&h->form);
        arena_reset(&h->scratch);
        const struct flow_env env = {&h->form, &h->scratch, &at, b.w->diag};
        b.first = pts_method(h, b.m);
        take_streams(&b);
        if (flow_build(&b.f, cf, &cf->methods[wm.index], &env)) {
            take_all(&b);
        }
        s->counts.n_bytes += (u4)code.n;
    }
    pts_tell(h);
}
