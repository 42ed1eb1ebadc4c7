// SPDX-License-Identifier: MIT
// What a plan says that a method needs.
//
// A class is known by its bytes, since all that the plan says of it is by
// offset; its name is asked for only to tell a changed class from a foreign
// one.
#include "rewriter/probe/planneeds.h"

#include "analysis/base/mem.h"
#include "analysis/base/order.h"
#include "analysis/base/sha256.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/opcode.h"
#include "rewriter/edit/edit.h"
#include "rewriter/plan/planfile.h"

// --- Orders ------------------------------------------------------------------

static int hash_order(const void *a, const void *b, void *plan) {
    const struct plan *p = plan;
    const struct plan_class *x = &p->class[*(const u4 *)a];
    const struct plan_class *y = &p->class[*(const u4 *)b];
    return memcmp(&x->hash0, &y->hash0, sizeof(struct sha256));
}

static int name_order(const void *a, const void *b, void *plan) {
    const struct plan *p = plan;
    return str_order(planfile_text(p, p->class[*(const u4 *)a].name),
                     planfile_text(p, p->class[*(const u4 *)b].name));
}

static int index_order(const void *a, const void *b, void *plan) {
    const struct plan *p = plan;
    u4 x = p->method[*(const u4 *)a].index, y = p->method[*(const u4 *)b].index;
    return (x > y) - (x < y);
}

static u4 *rows(u4 n) {
    u4 *v = MEM_ARRAY(u4, n);
    for (u4 i = 0; i < n; i++) {
        v[i] = i;
    }
    return v;
}

typedef int order_fn(const void *a, const void *b, void *plan);

static void sort(u4 *v, u4 n, order_fn *order, const struct plan *p) {
    struct plan view = *p;  // qsort_r has no const
    SORT_BY(v, n, order, &view);
}

static bool asks_for_handlers(const struct plan *p) {
    for (u4 i = 1; i < p->n[PLAN_OPTION]; i++) {
        if (str_eq(planfile_text(p, p->option[i].key),
                   STR(PLANNEEDS_EXCEPTIONS))) {
            return str_eq(planfile_text(p, p->option[i].value),
                          STR(PLANNEEDS_WARN));
        }
    }
    return false;
}

void planneeds_init(struct planneeds *n, const struct plan *p) {
    u4 classes = p->n[PLAN_CLASS];
    *n = (struct planneeds){p, rows(classes), rows(classes),
                            rows(p->n[PLAN_METHOD]), asks_for_handlers(p)};
    sort(n->by_hash + 1, classes - 1, hash_order, p);
    sort(n->by_name + 1, classes - 1, name_order, p);
    for (u4 c = 1; c < classes; c++) {
        sort(n->by_index + p->class[c].first_method, p->class[c].n_methods,
             index_order, p);
    }
}

void planneeds_release(struct planneeds *n) {
    mem_free(n->by_hash);
    mem_free(n->by_name);
    mem_free(n->by_index);
}

// --- Looking up --------------------------------------------------------------

static u4 class_by_hash(const struct planneeds *n, struct bytes in) {
    const struct plan *p = n->plan;
    struct sha256 hash = sha256_of(in.p, in.n);
    u4 at = 1;
    SEARCH(at, p->n[PLAN_CLASS], i,
           memcmp(&p->class[n->by_hash[i]].hash0, hash.byte, sizeof hash) < 0);
    u4 row = at < p->n[PLAN_CLASS] ? n->by_hash[at] : 0;
    bool is = row && memcmp(&p->class[row].hash0, hash.byte, sizeof hash) == 0;
    return is ? row : 0;
}

static struct str name_at(const struct planneeds *n, u4 i) {
    return planfile_text(n->plan, n->plan->class[n->by_name[i]].name);
}

static bool has_name(const struct planneeds *n, struct str name) {
    u4 at = 1, end = n->plan->n[PLAN_CLASS];
    SEARCH(at, end, i, str_order(name_at(n, i), name) < 0);
    return at < end && str_eq(name_at(n, at), name);
}

static enum need_class find(const void *context, struct str name,
                            struct bytes in, u4 *id) {
    const struct planneeds *n = context;
    *id = class_by_hash(n, in);
    return *id                 ? NEED_CLASS_KNOWN
           : has_name(n, name) ? NEED_CLASS_CHANGED
                               : NEED_CLASS_NONE;
}

u4 planneeds_method(const struct planneeds *n, u4 class, u4 index) {
    const struct plan *p = n->plan;
    u4 at = p->class[class].first_method, end = at + p->class[class].n_methods;
    SEARCH(at, end, i, p->method[n->by_index[i]].index < index);
    bool is = at < end && p->method[n->by_index[at]].index == index;
    return is ? n->by_index[at] : 0;
}

// The first that makes a lambda in that method.
static u4 first_maker(const struct plan *p, u4 method) {
    u4 at = 1;
    SEARCH(at, p->n[PLAN_MAKER], i, p->maker[i].method < method);
    return at;
}

// --- Answers -----------------------------------------------------------------

// Only of these an invokespecial is certain.
static bool is_constructor(const struct plan_site *s) {
    return s->op == OPC_invokespecial && s->flags & PLAN_SITE_CERTAIN;
}

// A call of what has no probes, nor anything that it calls.
static bool is_quiet(const struct plan *p, const struct plan_site *s) {
    u4 target = p->label[s->first_label].target;
    return !plan_wants_prologue(p, target);
}

// What a call is that has no receiver to be asked.
static enum need_before plain(const struct plan *p, const struct plan_site *s,
                              u4 *id) {
    if (s->n_labels && p->label[s->first_label].target) {
        *id = s->first_label;
        return is_quiet(p, s) ? NEED_COUNT : NEED_LABEL;
    }
    return s->flags & PLAN_SITE_SILENT ? NEED_SILENT : NEED_OUT;
}

static enum need_before or_null(enum need_before need) {
    return need == NEED_LABEL   ? NEED_NON_NULL
           : need == NEED_COUNT ? NEED_COUNT_NON_NULL
                                : need;
}

enum need_before planneeds_before(const struct plan *p, u4 site, u4 *id) {
    const struct plan_site *s = &p->site[site];
    *id = site;
    if (s->op == OPC_invokedynamic) {
        return s->n_labels == 1 ? plain(p, s, id) : NEED_OUT;
    }
    if (!op_is((u1)s->op, OP_CALL) || s->op == OPC_invokestatic ||
        is_constructor(s)) {
        return plain(p, s, id);
    }
    if (s->flags & PLAN_SITE_SILENT) {
        return NEED_SILENT;
    }
    if (!(s->flags & PLAN_SITE_CERTAIN) || s->n_labels != 1) {
        return NEED_CLASS;
    }
    enum need_before is = plain(p, s, id);
    return s->flags & PLAN_SITE_NULL ? or_null(is) : is;
}

// Where the plan names an offset, there is an instruction: the class is the
// one that it was made from.
static struct need_site *site_at(struct need_method *to, const struct edit *e,
                                 u4 pc) {
    u4 i = code_index(e->k, pc);
    return i < e->k->n_insn && e->k->insn[i].pc == pc ? &to->site[i] : NULL;
}

static void ask_sites(const struct plan *p, u4 method, struct edit *e,
                      struct need_method *to) {
    const struct plan_method *m = &p->method[method];
    for (u4 i = m->first_site; i < m->first_site + m->n_sites; i++) {
        struct need_site *at = site_at(to, e, p->site[i].pc);
        if (at && p->site[i].flags & PLAN_SITE_PROBE) {
            at->before = planneeds_before(p, i, &at->id);
            to->any_site = true;
        }
    }
}

static bool ask_makers(const struct plan *p, u4 method, struct edit *e,
                       struct need_method *to) {
    bool any = false;
    for (u4 i = first_maker(p, method);
         i < p->n[PLAN_MAKER] && p->maker[i].method == method; i++) {
        struct need_site *at = site_at(to, e, p->maker[i].pc);
        // One instruction may have several; the first stands for all.
        if (at && !at->maker &&
            e->k->insn[at - to->site].op == OPC_invokedynamic) {
            at->maker = i;
            any = true;
        }
    }
    return any;
}

static bool is_finalizer(const struct edit *e) {
    return !(e->m->access_flags & ACC_STATIC) &&
           str_eq(cp_str(e->c, e->m->name), STR("finalize")) &&
           str_eq(cp_str(e->c, e->m->desc), STR("()V"));
}

static void ask(const void *context, u4 class, struct edit *e,
                struct need_method *to) {
    const struct planneeds *n = context;
    const struct plan *p = n->plan;
    *to = (struct need_method){
        .id = planneeds_method(n, class, (u4)(e->m - e->c->methods))};
    if (!to->id) {
        return;
    }
    const struct plan_method *m = &p->method[to->id];
    to->finalizer = is_finalizer(e);
    to->caught = n->handlers && m->n_handlers ? m->first_handler : 0;
    to->entered = (m->flags & (PLAN_METHOD_ENTRY | PLAN_METHOD_CLINIT |
                               PLAN_METHOD_OPEN)) != 0;
    to->site = ARENA_ZARRAY(e->arena, struct need_site, e->k->n_insn);
    ask_sites(p, to->id, e, to);
    bool makes = ask_makers(p, to->id, e, to);
    to->any =
        to->entered || to->any_site || makes || to->finalizer || to->caught;
}

struct needs planneeds(const struct planneeds *n) {
    return (struct needs){n, find, ask};
}

u4 planneeds_spared(const struct plan *p, enum plan_spared why, bool counts) {
    u4 n = 0;
    for (u4 i = 1; i < p->n[PLAN_SITE]; i++) {
        bool has_probe = p->site[i].flags & PLAN_SITE_PROBE;
        n += p->site[i].spared == why && has_probe == counts;
    }
    return n;
}
