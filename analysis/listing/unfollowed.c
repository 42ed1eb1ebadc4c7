// SPDX-License-Identifier: MIT
// What an analysis met and does not follow.
#include "analysis/listing/unfollowed.h"

#include "analysis/base/order.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/reach/reach.h"
#include "analysis/world/world.h"

static enum unfollowed_side side_of(const struct unfollowed_list *l,
                                    method_id m) {
    const struct world *w = l->g->w;
    u4 flags = w->class.v[w->method.v[m].class].flags;
    return flags & CLASS_COMPONENT ? UNFOLLOWED_COMPONENT
           : flags & CLASS_JDK     ? UNFOLLOWED_JDK
                                   : UNFOLLOWED_LIBRARY;
}

static struct unfollowed_line *add(struct unfollowed_list *l, const char *kind,
                                   method_id m, u2 pc, struct str what) {
    vec_push(&l->line,
             ((struct unfollowed_line){.kind = kind,
                                       .method = text_method(&l->g->text, m),
                                       .what = what,
                                       .known = STR("-"),
                                       .at = m,
                                       .pc = text_pc(pc),
                                       .side = (u1)side_of(l, m)}));
    return &l->line.v[l->line.n - 1];
}

static void add_call(struct unfollowed_list *l, const char *kind, method_id m,
                     u2 pc, struct str what) {
    add(l, kind, m, pc, what)->is_call = true;
}

// Something that stands in no method.
static void add_thing(struct unfollowed_list *l, const char *kind,
                      struct str what) {
    vec_push(&l->line, ((struct unfollowed_line){.kind = kind,
                                                 .method = STR("-"),
                                                 .what = what,
                                                 .known = STR("-"),
                                                 .pc = -1,
                                                 .side = UNFOLLOWED_NOBODY}));
}

// --- Reflection ----------------------------------------------------------------

// What is known of a call that reflects.
static struct str known_of(struct unfollowed_list *l,
                           const struct reflect_site *r) {
    struct arena *a = &l->g->arena;
    const char *text = "";
    if (r->part.n) {
        struct str name = text_escape(&l->g->text, r->part);
        text = arena_printf(a, "name %.*s, ", STR_F(name));
    }
    if (r->cast) {
        struct str cast = text_class(&l->g->text, r->cast);
        text = arena_printf(a, "%scast to %.*s, ", text, STR_F(cast));
    }
    if (r->cast && r->n_fitting) {
        text = arena_printf(a, "%s%u fit, ", text, r->n_fitting);
    }
    return str_of(arena_printf(a, "%s%u found", text, r->n_found));
}

static void add_reflection(struct unfollowed_list *l) {
    for (u4 i = 0; i < dynamic_n_keys(l->dynamic); i++) {
        struct str key = dynamic_key(l->dynamic, i);
        add_thing(l, "key", text_escape(&l->g->text, key));
    }
    u4 n = dynamic_n_sites(l->dynamic);
    for (u4 i = 0; i < n; i++) {
        struct reflect_site r = dynamic_site(l->dynamic, i);
        if (r.is_open) {
            const char *kind =
                unfollowed_name[r.kind == REFLECT_FINDS ? UNFOLLOWED_HANDLE
                                                        : UNFOLLOWED_REFLECT];
            add_call(l, r.kind == REFLECT_STREAMS ? "deserialise" : kind,
                     r.method, r.pc, text_method(&l->g->text, r.called));
            l->line.v[l->line.n - 1].known = known_of(l, &r);
        }
    }
}

static bool is_among(const struct world *w, method_id m,
                     const char *const (*name)[2], size_t n) {
    struct str class = w->class.v[w->method.v[m].class].name;
    struct str method = world_sig_name(w, w->method.v[m].sig);
    for (size_t i = 0; i < n; i++) {
        if (str_eq(class, str_of(name[i][0])) &&
            str_eq(method, str_of(name[i][1]))) {
            return true;
        }
    }
    return false;
}

// The entrances of core reflection: what they reach is not in the graph.
static bool is_reflective(const struct world *w, method_id m) {
    static const char *const entrance[][2] = {
        {"java/lang/Class", "forName"},
        {"java/lang/Class", "newInstance"},
        {"java/lang/reflect/Constructor", "newInstance"},
        {"java/lang/reflect/Method", "invoke"},
    };
    return is_among(w, m, entrance, sizeof entrance / sizeof *entrance);
}

// --- Guesses -------------------------------------------------------------------

// The class that a call by reflection, of a kind that guesses, may mean.
static class_id guessed_class(const struct unfollowed_list *l,
                              const struct solve_site *s) {
    const struct world *w = l->g->w;
    switch ((enum site_shape)s->shape) {
    case SITE_INIT:
        return s->what;
    case SITE_DIRECT:
    case SITE_NEW:
        return w->method.v[s->what].class;
    case SITE_GROUP:
        return l->g->s->group.v[s->what].type;
    case SITE_BUNDLE:
    case SITE_MISSING:
        break;
    }
    return 0;
}

static struct str naming_text(struct unfollowed_list *l,
                              const struct reflect_naming *n) {
    struct arena *a = &l->g->arena;
    struct text *t = &l->g->text;
    if (n->entry.n) {
        struct str archive = text_escape(t, str_base(n->archive));
        struct str entry = text_escape(t, n->entry);
        return str_of(arena_printf(a, "%.*s%s%.*s:%u", STR_F(archive),
                                   archive.n ? "!" : "", STR_F(entry),
                                   n->line));
    }
    if (n->method) {
        return str_of(arena_printf(a, "%.*s %u",
                                   STR_F(text_method(t, n->method)), n->pc));
    }
    return str_of(
        arena_printf(a, "constant of %.*s", STR_F(text_class(t, n->class))));
}

static void add_guess(struct unfollowed_list *l, method_id m,
                      const struct solve_site *s) {
    class_id c = guessed_class(l, s);
    struct reflect_naming by;
    if (c) {
        struct unfollowed_line *line =
            add(l, "guess", m, s->pc, text_class(&l->g->text, c));
        if (dynamic_naming(l->dynamic, c, &by)) {
            line->known = naming_text(l, &by);
        }
    }
}

// --- Object streams ------------------------------------------------------------

// What a stream brings nobody sees. Where reflection is not followed to the end
// (dynamic/streams.c), objects are read of classes of which the program makes some itself
// (models/serial.c).
static bool deserialises(const struct world *w, method_id m) {
    static const char *const reader[][2] = {
        {"java/io/ObjectInputStream", "readObject"},
        {"java/io/ObjectInputStream", "readUnshared"},
        {"java/io/ObjectInput", "readObject"},
    };
    return is_among(w, m, reader, sizeof reader / sizeof *reader);
}

static void add_stream(struct unfollowed_list *l, method_id m, u2 pc,
                       method_id called) {
    add_call(l, "deserialise", m, pc, text_method(&l->g->text, called));
    l->line.v[l->line.n - 1].known =
        str_of(arena_printf(&l->g->arena, "%u found", l->models->serial.n));
}

// --- Native methods ------------------------------------------------------------

static void add_native(struct unfollowed_list *l, method_id m) {
    struct callgraph *g = l->g;
    node_id id = solve_node_of(g->s, m);
    struct unfollowed_line *line =
        add(l, unfollowed_name[UNFOLLOWED_NATIVE], m, SITE_NO_PC, STR("-"));
    line->is_native = true;
    if (id) {
        const struct solve_node *n = &g->s->node.v[id];
        struct str by = text_method(&g->text, n->from);
        line->known =
            str_of(n->pc == SITE_NO_PC
                       ? arena_printf(&g->arena, "called by %.*s", STR_F(by))
                       : arena_printf(&g->arena, "called by %.*s %u", STR_F(by),
                                      n->pc));
    }
}

// --- All of it -----------------------------------------------------------------

// References that resolve to nothing, classes that are nowhere, reflection.
static void look_at_site(struct unfollowed_list *l, method_id m,
                         const struct solve_site *s) {
    const struct world *w = l->g->w;
    method_id called = 0;
    if (s->shape == SITE_MISSING) {
        bool phantom =
            w->class.v[w->ref.v[s->what].owner].flags & CLASS_PHANTOM;
        add(l, phantom ? "phantom" : "missing", m, s->pc,
            text_ref(&l->g->text, s->what));
    } else if (s->shape == SITE_DIRECT) {
        called = s->what;
    } else if (s->shape == SITE_GROUP) {
        called = l->g->s->group.v[s->what].method;
    }
    if (called && !l->dynamic && is_reflective(w, called)) {
        add_call(l, unfollowed_name[UNFOLLOWED_REFLECT], m, s->pc,
                 text_method(&l->g->text, called));
    }
    if (called && s->kind == EDGE_CALL && !l->models->is_followed &&
        side_of(l, m) != UNFOLLOWED_JDK && deserialises(w, called)) {
        add_stream(l, m, s->pc, called);
    }
}

static void look_at_sites(struct unfollowed_list *l) {
    const struct solve *s = l->g->s;
    for (node_id n = 1; n < s->node.n; n++) {
        const struct solve_node *node = &s->node.v[n];
        for (u4 j = 0; j < node->n_sites; j++) {
            look_at_site(l, node->method, &s->site.v[node->first_site + j]);
        }
    }
    for (u4 i = 0; i < s->late.n; i++) {
        const struct solve_late *late = &s->late.v[i];
        if (solve_node_of(s, late->caller)) {
            look_at_site(l, late->caller, &late->site);
            if (late->site.kind == EDGE_GUESS && l->dynamic) {
                add_guess(l, late->caller, &late->site);
            }
        }
    }
}

static void take_from_models(struct unfollowed_list *l) {
    for (u4 i = 0; i < l->models->unfollowed.n; i++) {
        const struct unfollowed *u = &l->models->unfollowed.v[i];
        if (u->kind == UNFOLLOWED_NATIVE) {
            add_native(l, u->method);
        } else {
            add_call(l, unfollowed_name[u->kind], u->method, u->pc,
                     u->what.n ? text_escape(&l->g->text, u->what) : STR("-"));
        }
    }
}

static int order(const void *a, const void *b) {
    const struct unfollowed_line *x = a, *y = b;
    int d = strcmp(x->kind, y->kind);
    d = d ? d : x->side - y->side;
    d = d ? d : str_order(x->method, y->method);
    d = d ? d : text_pc_order(x->pc, y->pc);
    return d ? d : str_order(x->what, y->what);
}

static void sort_lines(struct unfollowed_list *l) {
    struct unfollowed_line *v = l->line.v;
    u4 n = 0;
    SORT(v, l->line.n, order);
    for (u4 i = 0; i < l->line.n; i++) {
        if (n == 0 || order(&v[n - 1], &v[i]) != 0) {
            v[n++] = v[i];
        }
    }
    l->line.n = n;
}

void unfollowed_gather(struct unfollowed_list *l, struct callgraph *g,
                       const struct models *m, struct dynamic *dynamic) {
    const struct world *w = g->w;
    *l = (struct unfollowed_list){.g = g, .models = m, .dynamic = dynamic};
    take_from_models(l);
    if (dynamic) {
        add_reflection(l);
    }
    look_at_sites(l);
    for (class_id c = 1; c < w->class.n; c++) {
        if (w->class.v[c].flags & CLASS_PHANTOM) {
            add_thing(l, "phantom", text_class(&g->text, c));
        }
    }
    sort_lines(l);
}

void unfollowed_release(struct unfollowed_list *l) {
    vec_free(&l->line);
}
