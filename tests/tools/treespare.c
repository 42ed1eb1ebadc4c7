// SPDX-License-Identifier: MIT
// treespare.c - which sites need probes, by a walk from each of them.
//
// What runs outside is followed from call to call, as far as the component is
// not entered; what runs inside, along labels.
#include "tests/tools/treebuilder.h"

#include <stdio.h>

struct walk {
    const struct calls *c;
    bool *seen;  // by calls_caller(), or by own_id
    VEC(u4) todo;
};

static void come_to(struct walk *k, u4 at) {
    if (!k->seen[at]) {
        k->seen[at] = true;
        vec_push(&k->todo, at);
    }
}

// "new Xyz()" of the JDK, where that is an exception; super(...) is not meant.
static bool is_new_exception(const struct calls *c, const struct calls_edge *e,
                             method_id from) {
    const struct world *w = c->w;
    const method_id ends[] = {e->target, from};
    bool makes[2] = {false, false};
    for (int i = 0; i < 2; i++) {
        if (ends[i] < c->n_callers - 2) {
            const struct world_method *m = &w->method.v[ends[i]];
            class_id up = m->class;
            while (up && up != w->known.throwable) {
                up = w->up.v[up].super;
            }
            makes[i] = up && str_eq(world_sig_name(w, m->sig), STR("<init>"));
        }
    }
    return makes[0] && !makes[1] &&
           w->class.v[w->method.v[e->target].class].flags & CLASS_JDK;
}

// Does the edge lead into the component, or to what nobody knows? If not, it is
// followed.
static bool comes_back(struct walk *k, const struct calls_edge *e,
                       method_id from) {
    const struct calls *c = k->c;
    if (e->missing) {
        return true;
    }
    if (e->kind == EDGE_THREAD || e->kind == EDGE_FINALIZER ||
        is_new_exception(c, e, from)) {
        return false;
    }
    if (calls_own(c, e->target)) {
        return e->kind != EDGE_INIT;
    }
    if (e->target < c->n_callers - 2) {
        const struct world_method *m = &c->w->method.v[e->target];
        if (m->access_flags & ACC_NATIVE &&
            !(c->w->class.v[m->class].flags & CLASS_JDK)) {
            return true;
        }
    }
    come_to(k, calls_caller(c, e->target));
    return false;
}

static bool site_comes_back(struct walk *k, const struct calls_site *s) {
    const struct calls *c = k->c;
    method_id from = c->method.v[s->method].id;
    struct calls_range r = c->from[from];
    bool back = false;
    memset(k->seen, 0, c->n_callers * sizeof *k->seen);
    for (u4 i = r.first; i < r.first + r.n; i++) {
        back = back ||
               (c->edge.v[i].pc == s->pc && comes_back(k, &c->edge.v[i], from));
    }
    while (k->todo.n && !back) {
        from = k->todo.v[--k->todo.n];
        r = c->from[from];
        for (u4 i = r.first; i < r.first + r.n && !back; i++) {
            back = comes_back(k, &c->edge.v[i], from);
        }
    }
    k->todo.n = 0;
    return back;
}

static void take_site(struct walk *k, const struct calls_site *s) {
    for (label_id b = s->first; b < s->first + s->n; b++) {
        if (k->c->label.v[b].target) {
            come_to(k, k->c->label.v[b].target);
        }
    }
}

static bool is_seen_inside(struct walk *k, const struct calls_site *s,
                           const bool *back) {
    bool seen = false;
    memset(k->seen, 0, k->c->n_callers * sizeof *k->seen);
    take_site(k, s);
    while (k->todo.n && !seen) {
        const struct calls_method *m = &k->c->method.v[k->todo.v[--k->todo.n]];
        seen = m->entry != 0;
        for (u4 i = 0; i < m->n_sites && !seen; i++) {
            seen = back[m->first_site + i];
            take_site(k, &k->c->site.v[m->first_site + i]);
        }
    }
    k->todo.n = 0;
    return seen;
}

void print_spared(const struct calls *c) {
    struct walk k = {.c = c, .seen = MEM_ARRAY(bool, c->n_callers)};
    bool *back = MEM_ARRAY(bool, c->site.n);
    for (site_id i = 1; i < c->site.n; i++) {
        back[i] = site_comes_back(&k, &c->site.v[i]);
    }
    for (site_id i = 1; i < c->site.n; i++) {
        const struct calls_site *s = &c->site.v[i];
        bool needed =
            back[i] || s->flags & SITE_SILENT || is_seen_inside(&k, s, back);
        printf("%.*s\t%u\t%s\t%s\n", STR_F(c->method.v[s->method].name), s->pc,
               back[i] ? "back" : "-",
               needed                   ? "no"
               : s->flags & SITE_INSIDE ? "inside"
                                        : "outside");
    }
    vec_free(&k.todo);
    mem_free(k.seen);
    mem_free(back);
}
