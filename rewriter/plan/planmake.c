// SPDX-License-Identifier: MIT
// From an analysis to the rows of a plan: methods, sites, labels, entries and
// states keep their numbers.
#include "rewriter/plan/planmake.h"

#include "analysis/base/cursor.h"
#include "analysis/base/order.h"
#include "analysis/base/sha256.h"
#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/opcode.h"
#include "analysis/callgraph/sourcelines.h"
#include "analysis/classfile/scan.h"
#include "analysis/component/calls.h"
#include "analysis/reach/reach.h"
#include "analysis/world/world.h"
#include "rt-native/plan.h"
#include "rt-native/shared.h"

struct making {
    const struct planmake *in;
    const struct calls *c;
    struct planout *o;
    u4 *class_row;         // by class_id
    u4 *receiver_row;      // by receiver_id
    bool *in_forest;       // by label_id
    VEC(site_id) to_seen;  // by string: the last site with that target
    struct source_lines lines;
};

// --- Classes -----------------------------------------------------------------

struct class_name {
    class_id id;
    struct str name;
};

// As if a member followed: the order of the methods' names.
static int class_order(const void *a, const void *b) {
    const struct class_name *x = a, *y = b;
    size_t n = x->name.n < y->name.n ? x->name.n : y->name.n;
    int d = memcmp(x->name.p, y->name.p, n);
    if (d || x->name.n == y->name.n) {
        return d;
    }
    return x->name.n > n ? ((u1)x->name.p[n] > '.' ? 1 : -1)
                         : ('.' > (u1)y->name.p[n] ? 1 : -1);
}

static void add_class(struct making *making, const struct class_name *n) {
    const struct world_class *wc = &making->c->w->class.v[n->id];
    struct plan_class row = {
        .name = planout_string(making->o, n->name),
        .source = planout_string(
            making->o, text_escape(&making->c->g->text, cf_source(wc->cf))),
        .access = wc->access_flags,
    };
    struct sha256 hash = sha256_of(wc->cf->in.p, wc->cf->in.n);
    memcpy(&row.hash0, hash.byte, sizeof hash.byte);
    making->class_row[n->id] = making->o->class.n;
    vec_push(&making->o->class, row);
}

static void add_classes(struct making *making) {
    VEC(struct class_name) name = {0};
    const struct world *w = making->c->w;
    for (class_id c = 1; c < w->class.n; c++) {
        if (w->class.v[c].flags & CLASS_COMPONENT && w->class.v[c].cf) {
            struct class_name n = {c, text_class(&making->c->g->text, c)};
            vec_push(&name, n);
        }
    }
    SORT(name.v, name.n, class_order);
    for (u4 i = 0; i < name.n; i++) {
        add_class(making, &name.v[i]);
    }
    vec_free(&name);
}

// --- Receivers ---------------------------------------------------------------

static u4 receiver(struct making *making, receiver_id x) {
    static const enum plan_receiver_kind kind[N_RECEIVER_KINDS] = {
        [RECEIVER_NONE] = PLAN_NO_RECEIVER,
        [RECEIVER_CLASS] = PLAN_A_CLASS,
        [RECEIVER_ARRAY] = PLAN_AN_ARRAY,
        [RECEIVER_LAMBDA] = PLAN_A_LAMBDA,
        [RECEIVER_ANY_LAMBDA] = PLAN_A_LAMBDA,
        [RECEIVER_PROXY] = PLAN_A_PROXY,
        [RECEIVER_CLIENT] = PLAN_A_CLIENT,
    };
    _Static_assert(N_RECEIVER_KINDS == 7, "each kind is one of the plan's");
    if (!making->receiver_row[x]) {
        const struct cg_receiver *r = &making->c->g->receiver.v[x];
        struct plan_receiver row = {
            .name = planout_string(making->o, r->name),
            .kind = kind[r->kind],
            .class = r->class ? making->class_row[r->class] : 0,
        };
        making->receiver_row[x] = making->o->receiver.n;
        vec_push(&making->o->receiver, row);
    }
    return making->receiver_row[x];
}

// --- Methods -----------------------------------------------------------------

static void add_handlers(struct making *making, const struct calls_method *m,
                         const struct cf_class *cf, struct bytes rest,
                         struct plan_method *row) {
    struct cursor cur = cur_of(rest);
    for (u4 n = cur_u2(&cur); n && cur_ok(&cur); n--) {
        cur_skip(&cur, 4);
        u4 pc = cur_u2(&cur), type = cur_u2(&cur);
        s4 line = lines_at(&making->lines, (u2)pc);
        struct plan_handler h = {
            .method = calls_own(making->c, m->id),
            .pc = pc,
            .line = line > 0 ? (u4)line : 0,
            .type = type && cp_is(cf, type, CP_CLASS)
                        ? planout_string(making->o,
                                         text_constant(&making->c->g->text,
                                                       m->class, type))
                        : 0,
        };
        if (cur_ok(&cur)) {
            row->first_handler += row->n_handlers++ ? 0 : making->o->handler.n;
            vec_push(&making->o->handler, h);
        }
    }
}

static void read_code(struct making *making, const struct calls_method *m,
                      struct plan_method *row) {
    const struct cf_class *cf = making->c->w->class.v[m->class].cf;
    struct bytes body;
    struct scan code;
    if (world_code(making->c->w, m->id, &body) && scan_open(&code, cf, body)) {
        lines_read(&making->lines, cf, &code);
        s4 line = lines_at(&making->lines, 0);
        row->line = line > 0 ? (u4)line : 0;
        add_handlers(making, m, cf, code.rest, row);
    }
}

static void add_method(struct making *making, const struct calls_method *m) {
    const struct world_method *wm = &making->c->w->method.v[m->id];
    bool clinit = wm->sig == making->c->w->known.clinit;
    struct plan_method row = {
        .class = making->class_row[m->class],
        .name = planout_string(making->o, m->name),
        .index = wm->index,
        .access = wm->access_flags,
        .flags = (m->runs ? PLAN_METHOD_RUNS : 0u) |
                 (m->entry ? PLAN_METHOD_ENTRY : 0u) |
                 (clinit ? PLAN_METHOD_CLINIT : 0u),
        .first_site = m->first_site,
        .n_sites = m->n_sites,
    };
    read_code(making, m, &row);
    struct plan_class *class = &making->o->class.v[row.class];
    class->first_method += class->n_methods++ ? 0 : making->o->method.n;
    vec_push(&making->o->method, row);
}

// --- Sites and labels --------------------------------------------------------

// The class that the reference at a site names can have no subclass.
static bool is_final_there(const struct making *making,
                           const struct calls_site *site) {
    struct world *w = making->c->w;
    const struct calls_method *m = &making->c->method.v[site->method];
    ref_id r = world_ref_at(w, m->class, site->constant);
    class_id owner = r ? w->ref.v[r].owner : 0;
    return owner && w->class.v[owner].name.p[0] != '[' &&
           w->class.v[owner].access_flags & ACC_FINAL;
}

static bool is_certain(const struct making *making,
                       const struct calls_site *site) {
    switch (site->op) {
    case OPC_invokestatic:
        return true;
    case OPC_invokespecial:
        return (site->flags & SITE_CONSTRUCTOR) != 0;
    case OPC_invokevirtual:
        return is_final_there(making, site);
    default:
        return false;
    }
}

// RC asks for each receiver, TM for each target, where there are several.
static void require(struct making *making, site_id id, struct plan_site *site) {
    struct plan_label *v = making->o->label.v + site->first_label;
    u4 n_x = 0, n_to = 0;
    vec_cover(&making->to_seen, making->o->string.n);
    for (u4 i = 0; i < site->n_labels; i++) {
        bool new_x = i == 0 || v[i].receiver != v[i - 1].receiver;
        bool new_to = making->to_seen.v[v[i].to] != id;
        making->to_seen.v[v[i].to] = id;
        v[i].flags |=
            (new_x ? PLAN_LABEL_RC : 0u) | (new_to ? PLAN_LABEL_TM : 0u);
        n_x += new_x;
        n_to += new_to;
    }
    u4 rc = making->in->rc && n_x > 1 ? PLAN_LABEL_RC : 0u;
    u4 tm = making->in->tm && n_to > 1 ? PLAN_LABEL_TM : 0u;
    for (u4 i = 0; i < site->n_labels; i++) {
        v[i].flags &= ~(u4)(PLAN_LABEL_RC | PLAN_LABEL_TM) | rc | tm;
    }
    site->flags |= (rc ? PLAN_SITE_RC : 0u) | (tm ? PLAN_SITE_TM : 0u);
}

static void add_labels(struct making *making, const struct calls_site *site) {
    for (u4 i = 0; i < site->n; i++) {
        const struct calls_label *b = &making->c->label.v[site->first + i];
        struct plan_label row = {
            .site = b->site,
            .receiver = receiver(making, b->x),
            .target = b->target,
            .to = planout_string(making->o, b->to),
            .flags = (b->flags & LABEL_LAMBDA ? PLAN_LABEL_LAMBDA : 0u) |
                     (b->flags & LABEL_CLIENT ? PLAN_LABEL_CLIENT : 0u) |
                     (b->flags & LABEL_MISSING ? PLAN_LABEL_MISSING : 0u),
        };
        vec_push(&making->o->label, row);
    }
}

// Slots cost memory in each node of the method: a site has some at least, and more
// while the method has few.
enum { SLOTS_AT_LEAST = 8, METHOD_SLOTS = 128 };

static u4 most_slots(u4 n_slots) {
    u4 room = n_slots < METHOD_SLOTS ? METHOD_SLOTS - n_slots : 0;
    room = room < SLOTS_AT_LEAST ? SLOTS_AT_LEAST : room;
    return room < PLAN_SITE_SLOTS ? room : PLAN_SITE_SLOTS;
}

// What the run time comes past often deserves them: chains of the forest first, then
// the rest of the component. A site without a probe needs none.
static void give_slots(struct making *making, const struct calls_site *site) {
    struct plan_method *m = &making->o->method.v[site->method];
    struct plan_label *v = making->o->label.v + site->first;
    u4 left = most_slots(m->n_slots);
    for (u4 rank = 0; rank < 3; rank++) {
        for (u4 i = 0; i < site->n && left; i++) {
            u4 is = making->in_forest[site->first + i] ? 0
                    : v[i].target                      ? 1
                                                       : 2;
            v[i].slot = is == rank ? 1 : v[i].slot;
            left -= is == rank;
        }
    }
    for (u4 i = 0; i < site->n; i++) {
        v[i].slot = v[i].slot ? ++m->n_slots : 0;
    }
}

static bool is_in_forest(const struct making *making,
                         const struct calls_site *s) {
    bool is = false;
    for (label_id b = s->first; b < s->first + s->n; b++) {
        is = is || making->in_forest[b];
    }
    return is;
}

static u4 site_flags(const struct making *making, site_id id) {
    const struct calls_site *s = &making->c->site.v[id];
    return (s->flags & SITE_INSIDE ? PLAN_SITE_INSIDE : 0u) |
           (s->flags & SITE_EXIT ? PLAN_SITE_EXIT : 0u) |
           (s->flags & SITE_TRIGGER ? PLAN_SITE_TRIGGER : 0u) |
           (making->in->spare->back[id] ? PLAN_SITE_BACK : 0u) |
           (is_in_forest(making, s) ? PLAN_SITE_FOREST : 0u) |
           (s->on == RECEIVER_THIS ? PLAN_SITE_ON_THIS : 0u) |
           (is_certain(making, s) ? PLAN_SITE_CERTAIN : 0u) |
           (s->flags & SITE_SILENT ? PLAN_SITE_SILENT : 0u) |
           (making->in->unknown[id] ? PLAN_SITE_UNKNOWN : 0u) |
           ((s->flags & (SITE_NULL | SITE_CONSTRUCTOR)) == SITE_NULL
                ? PLAN_SITE_NULL
                : 0u);
}

static void add_site(struct making *making, site_id id) {
    static const u1 spared[] = {
        [SITE_NEEDED] = PLAN_NOT_SPARED,
        [SITE_SPARED_OUTSIDE] = PLAN_SPARED_OUTSIDE,
        [SITE_SPARED_INSIDE] = PLAN_SPARED_INSIDE,
    };
    const struct calls_site *s = &making->c->site.v[id];
    struct plan_site row = {
        .method = s->method,
        .pc = s->pc,
        .line = s->line > 0 ? (u4)s->line : 0,
        .op = s->op,
        .called = planout_string(making->o, s->called),
        .flags = site_flags(making, id),
        .spared = spared[making->in->spare->need[id]],
        .first_label = s->n ? s->first : 0,
        .n_labels = s->n,
    };
    add_labels(making, s);
    if (s->flags & SITE_VIRTUAL) {
        require(making, id, &row);
    }
    bool needed = row.spared == PLAN_NOT_SPARED;
    row.flags |=
        needed || row.flags & (PLAN_SITE_FOREST | PLAN_SITE_RC | PLAN_SITE_TM)
            ? PLAN_SITE_PROBE
            : 0u;
    if (row.flags & PLAN_SITE_PROBE) {
        give_slots(making, s);
    }
    vec_push(&making->o->site, row);
}

// --- Lambdas, entries, states ------------------------------------------------

static int maker_order(const void *a, const void *b) {
    const struct plan_maker *x = a, *y = b;
    const u4 kx[] = {x->method, x->pc, x->receiver};
    const u4 ky[] = {y->method, y->pc, y->receiver};
    for (u4 i = 0; i < 3; i++) {
        if (kx[i] != ky[i]) {
            return kx[i] < ky[i] ? -1 : 1;
        }
    }
    return 0;
}

static void add_lambda(struct making *making, lambda_id id) {
    const struct solve_lambda *l = &making->c->g->s->lambda.v[id];
    own_id m = calls_own(making->c, l->caller);
    struct bytes body;
    struct scan code;
    if (l->proxy || !m || l->pc == SITE_NO_PC ||
        !world_code(making->c->w, l->caller, &body)) {
        return;
    }
    const struct cf_class *cf =
        making->c->w->class.v[making->c->method.v[m].class].cf;
    s4 line = -1;
    if (scan_open(&code, cf, body)) {
        lines_read(&making->lines, cf, &code);
        line = lines_at(&making->lines, l->pc);
    }
    const struct cg_receivers *x = cg_receivers_of_lambda(making->c->g, id);
    for (u4 i = 0; i < x->n; i++) {
        struct plan_maker row = {m, l->pc, line > 0 ? (u4)line : 0,
                                 receiver(making, x->v[i])};
        vec_push(&making->o->maker, row);
    }
}

static void add_lambdas(struct making *making) {
    for (lambda_id id = 1; id < making->c->g->s->lambda.n; id++) {
        add_lambda(making, id);
    }
    struct plan_maker *v = making->o->maker.v;
    u4 kept = 1;
    SORT(v + 1, making->o->maker.n - 1, maker_order);
    for (u4 i = 1; i < making->o->maker.n; i++) {
        if (i == 1 || maker_order(&v[kept - 1], &v[i]) != 0) {
            v[kept++] = v[i];
        }
    }
    making->o->maker.n = kept;
}

// Which method runs such a lambda is known when that is entered: so it says so.
static void mark_open(struct making *making) {
    const struct plan_maker *v = making->o->maker.v;
    u4 any = planout_string(making->o, str_of(ANY_LAMBDA));
    bool open = false;
    for (u4 i = 1; i < making->o->maker.n && !open; i++) {
        open =
            making->o->receiver.v[v[i].receiver].name == any ||
            (i > 1 && v[i].method == v[i - 1].method && v[i].pc == v[i - 1].pc);
    }
    for (u4 i = 1; i < making->o->label.n && open; i++) {
        const struct plan_label *l = &making->o->label.v[i];
        if (l->target &&
            making->o->receiver.v[l->receiver].kind == PLAN_A_LAMBDA) {
            making->o->method.v[l->target].flags |= PLAN_METHOD_OPEN;
        }
    }
}

static void add_entries(struct making *making) {
    static const u1 reason[] = {
        [ENTRY_INTERFACE] = PLAN_INTERFACE,
        [ENTRY_CALLBACK] = PLAN_CALLBACK,
        [ENTRY_VM] = PLAN_VM,
    };
    for (u4 i = 1; i < making->c->entry.n; i++) {
        const struct calls_entry *e = &making->c->entry.v[i];
        struct plan_entry row = {
            .method = e->method,
            .levels = making->in->levels[i],
            .first_receiver = e->n_x ? making->o->entered.n : 0,
            .n_receivers = e->n_x,
        };
        for (u4 j = 0; j < N_ENTRY_REASONS; j++) {
            row.reasons |= e->reasons >> j & 1 ? 1u << reason[j] : 0;
        }
        for (u4 j = 0; j < e->n_x; j++) {
            struct plan_entered x = {
                i, receiver(making, making->c->entered.v[e->first_x + j])};
            vec_push(&making->o->entered, x);
        }
        vec_push(&making->o->entry, row);
    }
}

static u4 move_of(u4 to) {
    static const u1 rule[] = {
#define STOP(id, name, usual) [STOP_##id] = PLAN_BY_##id,
#include "analysis/forest/stops.def"
    };
    _Static_assert((int)N_STOPS == (int)PLAN_N_RULES, "each rule has a word");
    u4 kind = forest_kind(to), about = forest_about(to);
    return kind == FOREST_TO   ? plan_move(PLAN_TO, about)
           : kind == FOREST_UP ? plan_move(PLAN_UP, about)
                               : plan_move(PLAN_CUT, rule[about]);
}

static void add_states(struct making *making) {
    const struct forest *f = making->in->f;
    vec_reserve(&making->o->state, f->state.n);
    vec_reserve(&making->o->move, f->move.n + 1);
    for (u4 i = 1; i < f->state.n; i++) {
        const struct forest_state *s = &f->state.v[i];
        struct plan_state row = {
            .method = s->method,
            .flags = s->depth_ends ? PLAN_DEPTH_ENDS : 0,
            .first_move = s->n ? making->o->move.n : 0,
            .n_moves = s->n,
        };
        vec_push(&making->o->state, row);
        for (u4 j = s->first; j < s->first + s->n; j++) {
            struct plan_move move = {f->move.v[j].label,
                                     move_of(f->move.v[j].to)};
            vec_push(&making->o->move, move);
        }
    }
    for (u4 i = 0; i < f->root.n; i++) {
        const struct forest_root *r = &f->root.v[i];
        vec_push(&making->o->root,
                 ((struct plan_root){r->entry, r->level, r->state}));
    }
}

static void find_forest(struct making *making) {
    const struct forest *f = making->in->f;
    for (u4 i = 0; i < f->move.n; i++) {
        if (forest_kind(f->move.v[i].to) != FOREST_CUT) {
            making->in_forest[f->move.v[i].label] = true;
        }
    }
}

// Asking for them makes receivers.
static void name_lambdas(struct callgraph *g) {
    for (lambda_id id = 1; id < g->s->lambda.n; id++) {
        cg_receivers_of_lambda(g, id);
    }
}

void planmake_rows(struct planout *o, const struct planmake *m) {
    const struct calls *c = m->c;
    name_lambdas(c->g);
    struct making making = {
        .in = m,
        .c = c,
        .o = o,
        .class_row = MEM_ARRAY(u4, c->w->class.n),
        .receiver_row = MEM_ARRAY(u4, c->g->receiver.n),
        .in_forest = MEM_ARRAY(bool, c->label.n),
    };
    add_classes(&making);
    find_forest(&making);
    receiver(&making, 0);  // row 1
    vec_reserve(&o->label, c->label.n);
    for (own_id i = 1; i < c->method.n; i++) {
        add_method(&making, &c->method.v[i]);
    }
    for (site_id i = 1; i < c->site.n; i++) {
        add_site(&making, i);
    }
    add_lambdas(&making);
    mark_open(&making);
    add_entries(&making);
    add_states(&making);
    lines_release(&making.lines);
    vec_free(&making.to_seen);
    mem_free(making.class_row);
    mem_free(making.receiver_row);
    mem_free(making.in_forest);
}
