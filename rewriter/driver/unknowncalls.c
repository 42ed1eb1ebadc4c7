// SPDX-License-Identifier: MIT
// What stayed unknown to an analysis.
#include "rewriter/driver/unknowncalls.h"

#include "analysis/callgraph/graphtext.h"
#include "analysis/callgraph/sourcelines.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/scan.h"
#include "analysis/listing/unfollowed.h"
#include "analysis/world/world.h"

struct finding {
    struct unknown_calls *u;
    struct calls *c;
    struct arena *mem;
    u1 *at;
};

// --- Calls ---------------------------------------------------------------------

// "Foo.java:12", or the method where the class does not tell that.
static struct str place_of(struct calls *c, method_id m, s4 pc,
                           struct arena *mem) {
    const struct cf_class *cf = c->w->class.v[c->w->method.v[m].class].cf;
    struct source_lines lines = {0};
    struct bytes body;
    struct scan code;
    s4 line = -1;
    if (pc >= 0 && world_code(c->w, m, &body) && scan_open(&code, cf, body)) {
        lines_read(&lines, cf, &code);
        line = lines_at(&lines, (u2)pc);
    }
    lines_release(&lines);
    struct str file = text_escape(&c->g->text, cf_source(cf));
    return file.n && line > 0
               ? str_of(arena_printf(mem, "%.*s:%d", STR_F(file), line))
               : arena_str(mem, text_method(&c->g->text, m));
}

static void mark(struct finding *f, const struct unfollowed_line *l) {
    own_id own = calls_own(f->c, l->at);
    const struct calls_method *m = &f->c->method.v[own];
    for (u4 i = 0; own && i < m->n_sites; i++) {
        site_id site = m->first_site + i;
        if (f->c->site.v[site].pc == l->pc && !f->at[site]) {
            f->at[site] = 1;
            f->u->calls++;
        }
    }
}

static void take(struct finding *f, const struct unfollowed_line *l) {
    bool is_ours = l->side == UNFOLLOWED_COMPONENT;
    bool is_library = l->side == UNFOLLOWED_LIBRARY;
    if (l->is_native && (is_ours || is_library)) {
        f->u->natives++;
    } else if (l->is_call && is_ours) {
        mark(f, l);
    } else if (l->is_call && is_library) {
        if (!f->u->elsewhere++) {
            f->u->first = place_of(f->c, l->at, l->pc, f->mem);
        }
    }
}

// --- Guesses -------------------------------------------------------------------

enum { BY_GUESS = 1, OTHERWISE = 2 };

static u4 count_guesses(const struct calls *c, struct arena *mem) {
    u1 *called = ARENA_ZARRAY(mem, u1, c->method.n);
    u4 n = 0;
    for (u4 i = 0; i < c->edge.n; i++) {
        const struct calls_edge *e = &c->edge.v[i];
        own_id own = e->missing ? 0 : calls_own(c, e->target);
        called[own] |= e->kind == EDGE_GUESS ? BY_GUESS : OTHERWISE;
    }
    for (own_id m = 1; m < c->method.n; m++) {
        n += c->method.v[m].entry && called[m] == BY_GUESS;
    }
    return n;
}

// --- All of it -----------------------------------------------------------------

void unknown_calls_find(struct unknown_calls *u, const struct analysis *a,
                        struct calls *c, struct arena *mem) {
    struct unfollowed_list l;
    *u = (struct unknown_calls){.guesses = count_guesses(c, mem)};
    struct finding f = {u, c, mem, ARENA_ZARRAY(mem, u1, c->site.n)};
    unfollowed_gather(&l, c->g, &a->models, a->dynamic);
    for (u4 i = 0; i < l.line.n; i++) {
        take(&f, &l.line.v[i]);
    }
    unfollowed_release(&l);
    u->at = f.at;
}
