// SPDX-License-Identifier: MIT
// Which sites the run time must hear of.
//
// Initialisers of the component do not count: they begin a run of their own,
// wherever they interrupt another. Nor does what other threads do, nor what code
// runs by making an exception of the JDK: its constructor calls fillInStackTrace(),
// which a client can override in an exception of his own, and may print what it
// is given, so that otherwise String.charAt() would lead to everything.
//
// All of this may be wrong without harm but for time: an entry that is not
// announced asks the frames of its thread (rt-native/machine.h).
#include "rewriter/plan/spare.h"

#include "analysis/component/backward.h"
#include "analysis/world/world.h"

// Native code that nobody knows: it may call anything. That of the JDK does not,
// but for what the models say.
static bool is_unknown_native(const struct calls *c, method_id m) {
    return m < c->n_callers - 2 &&
           c->w->method.v[m].access_flags & ACC_NATIVE &&
           !(c->w->class.v[c->w->method.v[m].class].flags & CLASS_JDK);
}

static bool makes_exception(const struct calls *c, method_id m) {
    const struct world *w = c->w;
    return m < c->n_callers - 2 &&
           str_eq(world_sig_name(w, w->method.v[m].sig), STR("<init>")) &&
           world_is_subtype(w, w->method.v[m].class, w->known.throwable);
}

// What nobody follows, from that caller.
static bool is_elsewhere(const struct calls *c, const struct calls_edge *e,
                         method_id from) {
    if (e->kind == EDGE_THREAD || e->kind == EDGE_FINALIZER) {
        return true;
    }
    return makes_exception(c, e->target) &&
           c->w->class.v[c->w->method.v[e->target].class].flags & CLASS_JDK &&
           !makes_exception(c, from);
}

// Callers outside from which an entry can be reached.
static bool *find_leads(const struct calls *c) {
    bool *leads = MEM_ARRAY(bool, c->n_callers);
    struct backward b = {0};
    for (u4 i = 0; i < c->n_callers; i++) {
        bool own = i < c->n_callers - 2 && c->own_of[i];
        leads[i] = is_unknown_native(c, i);
        for (u4 j = 0; j < c->from[i].n && !own; j++) {
            const struct calls_edge *e = &c->edge.v[c->from[i].first + j];
            if (is_elsewhere(c, e, i)) {
                continue;
            }
            if (e->missing || calls_own(c, e->target)) {
                leads[i] = leads[i] || e->missing || e->kind != EDGE_INIT;
            } else {
                backward_add(&b, i, calls_caller(c, e->target));
            }
        }
    }
    backward_mark(&b, leads, c->n_callers);
    return leads;
}

// What is missing may do anything.
static bool is_back(const struct calls *c, const struct calls_edge *e,
                    method_id from, const bool *leads) {
    if (e->missing) {
        return true;
    }
    if (is_elsewhere(c, e, from)) {
        return false;
    }
    return calls_own(c, e->target) ? e->kind != EDGE_INIT
                                   : leads[calls_caller(c, e->target)];
}

// Edges of a method come in the order of its sites. What triggers an initialiser
// that is nowhere to be found is none.
static void find_back(struct spare *s, const struct calls *c, own_id m,
                      const bool *leads) {
    const struct calls_method *row = &c->method.v[m];
    const struct calls_range r = c->from[row->id];
    site_id at = row->first_site, end = at + row->n_sites;
    for (u4 i = r.first; i < r.first + r.n; i++) {
        const struct calls_edge *e = &c->edge.v[i];
        if (e->pc == SITE_NO_PC) {
            continue;
        }
        site_id of = at;
        while (of < end && c->site.v[of].pc != e->pc) {
            of++;
        }
        if (of == end && !e->missing) {
            BUG("an edge of no site");
        }
        if (of < end) {
            at = of;
            s->back[at] = s->back[at] || is_back(c, e, row->id, leads);
        }
    }
}

// Methods in which, or behind which, something happens that is seen.
static bool *find_busy(const struct spare *s, const struct calls *c) {
    bool *busy = MEM_ARRAY(bool, c->method.n);
    struct backward b = {0};
    for (own_id m = 1; m < c->method.n; m++) {
        busy[m] = c->method.v[m].entry != 0;
    }
    for (site_id i = 1; i < c->site.n; i++) {
        const struct calls_site *site = &c->site.v[i];
        busy[site->method] = busy[site->method] || s->back[i];
        for (label_id j = site->first; j < site->first + site->n; j++) {
            if (c->label.v[j].target) {
                backward_add(&b, site->method, c->label.v[j].target);
            }
        }
    }
    backward_mark(&b, busy, c->method.n);
    return busy;
}

static enum site_need need_of(const struct spare *s, const struct calls *c,
                              site_id i, const bool *busy) {
    const struct calls_site *site = &c->site.v[i];
    if (s->back[i] || site->flags & SITE_SILENT) {
        return SITE_NEEDED;
    }
    for (label_id b = site->first; b < site->first + site->n; b++) {
        own_id to = c->label.v[b].target;
        if (to && busy[to]) {
            return SITE_NEEDED;
        }
    }
    return site->flags & SITE_INSIDE ? SITE_SPARED_INSIDE : SITE_SPARED_OUTSIDE;
}

void spare_find(struct spare *s, const struct calls *c, struct arena *a) {
    *s = (struct spare){ARENA_ZARRAY(a, bool, c->site.n),
                        ARENA_ZARRAY(a, u1, c->site.n)};
    bool *leads = find_leads(c);
    for (own_id m = 1; m < c->method.n; m++) {
        find_back(s, c, m, leads);
    }
    mem_free(leads);
    bool *busy = find_busy(s, c);
    for (site_id i = 1; i < c->site.n; i++) {
        s->need[i] = (u1)need_of(s, c, i, busy);
    }
    mem_free(busy);
}
