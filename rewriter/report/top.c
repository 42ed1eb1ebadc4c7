// SPDX-License-Identifier: MIT
// The places to test next, of all plans.
#include "rewriter/report/top.h"

#include "analysis/base/order.h"
#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/readable.h"
#include "rewriter/coverage/compare.h"
#include "rewriter/coverage/cover.h"
#include "rt-native/plan.h"

#include <inttypes.h>

static int number_order(u4 a, u4 b) {
    return (a > b) - (a < b);
}

// --- Uncovered calls ----------------------------------------------------------------

static int uncovered_order(const void *a, const void *b) {
    const struct top_uncovered *x = a, *y = b;
    int d = big_order(y->uncovered.opens, x->uncovered.opens);
    d = d ? d : number_order(x->plan, y->plan);
    d = d ? d : number_order(x->uncovered.node, y->uncovered.node);
    return d ? d : number_order(x->uncovered.label, y->uncovered.label);
}

u4 top_uncovered(const struct report *r, struct top_uncovered **to) {
    u4 n = 0, all = 0;
    struct cover_uncovered **uncovered =
        ARENA_ARRAY(r->mem, struct cover_uncovered *, (size_t)r->n + 1);
    u4 *count = ARENA_ARRAY(r->mem, u4, (size_t)r->n + 1);
    for (u4 i = 0; i < r->n; i++) {
        count[i] = cover_uncovered(r->cover[i], r->top, &uncovered[i], r->mem);
        all += count[i];
    }
    *to = ARENA_ARRAY(r->mem, struct top_uncovered, (size_t)all + 1);
    for (u4 i = 0; i < r->n; i++) {
        for (u4 k = 0; k < count[i]; k++) {
            (*to)[n++] = (struct top_uncovered){i, uncovered[i][k]};
        }
    }
    SORT(*to, n, uncovered_order);
    return n < r->top ? n : r->top;
}

// --- Sites --------------------------------------------------------------------------

static int site_order(const void *a, const void *b) {
    const struct top_site *x = a, *y = b;
    u4 misses_x = x->poly.required - x->poly.covered;
    u4 misses_y = y->poly.required - y->poly.covered;
    int d = number_order(misses_y, misses_x);
    d = d ? d : number_order(x->plan, y->plan);
    return d ? d : number_order(x->poly.site, y->poly.site);
}

u4 top_sites(const struct report *r, struct top_site **to) {
    u4 n = 0, all = 0;
    struct cover_poly **site =
        ARENA_ARRAY(r->mem, struct cover_poly *, (size_t)r->n + 1);
    u4 *count = ARENA_ARRAY(r->mem, u4, (size_t)r->n + 1);
    for (u4 i = 0; i < r->n; i++) {
        count[i] = cover_polys(r->cover[i], r->top, &site[i], r->mem);
        all += count[i];
    }
    *to = ARENA_ARRAY(r->mem, struct top_site, (size_t)all + 1);
    for (u4 i = 0; i < r->n; i++) {
        for (u4 k = 0; k < count[i]; k++) {
            (*to)[n++] = (struct top_site){i, site[i][k]};
        }
    }
    SORT(*to, n, site_order);
    return n < r->top ? n : r->top;
}

// --- Since the baseline ---------------------------------------------------------------

static int since_order(const void *a, const void *b) {
    const struct top_since *x = a, *y = b;
    int d = number_order(y->chains, x->chains);
    return d ? d : number_order(x->i, y->i);
}

// A chain stands behind its prefix: each has that one, or stands for itself.
static u4 top_chains(const struct report *r, const struct compare_list *l,
                     struct top_since *to) {
    const struct cover_node *node = l->cover->node;
    u4 *place = ARENA_ZARRAY(r->mem, u4, l->cover->n_nodes);
    u4 n = 0;
    for (u4 i = 0; i < l->n; i++) {
        u4 *at = &place[l->id[i]];
        *at = place[node[l->id[i]].parent];
        if (*at == 0) {
            to[n++] = (struct top_since){COMPARE_CHAINS, i, 0};
            *at = n;
        }
        to[*at - 1].chains++;
    }
    SORT(to, n, since_order);
    return n < r->top ? n : r->top;
}

u4 top_since(const struct report *r, enum compare_fate fate,
             struct top_since **to) {
    if (!r->since) {
        return 0;
    }
    const struct compare_list(*list)[N_FATES] = r->since->compare.list;
    u4 n = 0, most = 1;
    for (enum compare_of of = 0; of < N_COMPARES; of++) {
        most += list[of][fate].n;
    }
    *to = ARENA_ARRAY(r->mem, struct top_since, most);
    n = top_chains(r, &list[COMPARE_CHAINS][fate], *to);
    for (enum compare_of of = COMPARE_RC; of < N_COMPARES; of++) {
        for (u4 i = 0; i < list[of][fate].n && i < r->top; i++) {
            (*to)[n++] = (struct top_since){of, i, 0};
        }
    }
    return n;
}

static u4 kind_of(const struct plan *p, u4 site) {
    return p->site[site].flags & PLAN_SITE_RC ? PLAN_LABEL_RC : PLAN_LABEL_TM;
}

// --- Words ----------------------------------------------------------------------------

static struct str method_text(const struct report *r, const struct plan *p,
                              u4 method) {
    return readable_method(r->mem, chains_method(p, method));
}

static struct top_words at_method(const struct report *r, u4 plan, u4 method) {
    const struct plan *p = r->cover[plan]->plan;
    return (struct top_words){
        .plan = plan,
        .file = report_file(r, p, p->method[method].class),
        .line = p->method[method].line,
        .method = chains_method(p, method),
    };
}

static struct top_words at_site(const struct report *r, u4 plan, u4 site) {
    const struct plan_site *s = &r->cover[plan]->plan->site[site];
    struct top_words w = at_method(r, plan, s->method);
    w.line = s->line ? s->line : w.line;
    return w;
}

// "1 chain", "12 chains".
static const char *chains_text(const struct report *r, struct big n) {
    struct str text = big_text(r->mem, n);
    bool one = str_eq(text, STR("1"));
    return arena_printf(r->mem, "%.*s required chain%s", STR_F(text),
                        one ? "" : "s");
}

// Of a step of a path that has many this is left out.
enum { PATH_FIRST = 2, PATH_LAST = 3 };

static void put(struct emit *e, const char *text) {
    emit_bytes(e, text, strlen(text));
}

static void put_method(struct emit *e, const struct report *r,
                       const struct plan *p, u4 method) {
    struct str name = method_text(r, p, method);
    emit_bytes(e, name.p, name.n);
}

// ":12", and which call of that line it is if there are several.
static void put_line(struct emit *e, const struct report *r,
                     const struct plan *p, u4 site) {
    const struct plan_site *s = &p->site[site];
    const char *mark = s->line ? ":" : " @";
    put(e, arena_printf(r->mem, "%s%u", mark, s->line ? s->line : s->pc));
    put(e, report_which_call(r->mem, p, site));
}

const char *top_path(const struct report *r, const struct cover *c, u4 node,
                     enum top_path how) {
    const struct plan *p = c->plan;
    u4 n = c->node[node].length;
    u4 *label = ARENA_ARRAY(r->mem, u4, (size_t)n + 1);
    u4 entry = c->forest.root[c->node[node].root].entry;
    u4 steps = how == TOP_WHOLE ? n + 1 : n;
    bool cut = how == TOP_CALLS && steps > PATH_FIRST + PATH_LAST + 1;
    struct emit e;
    cover_labels(c, node, label);
    emit_init(&e, SIZE_MAX / 2);
    for (u4 i = 0; i < steps; i++) {
        put(&e, i ? " > " : "");
        if (cut && i == PATH_FIRST) {
            u4 left = steps - PATH_FIRST - PATH_LAST;
            put(&e, arena_printf(r->mem, "(%u more)", left));
            i += left - 1;
            continue;
        }
        put_method(&e, r, p,
                   i ? p->label[label[i - 1]].target : p->entry[entry].method);
        if (i < n) {
            put_line(&e, r, p, p->label[label[i]].site);
        }
    }
    const char *text = arena_cstr(r->mem, (struct str){(const char *)e.p, e.n});
    emit_release(&e);
    return text;
}

// --- Names in a row -------------------------------------------------------------------

// So many are named; then it is said how many there are.
enum { NAMED = 5 };

struct place_names {
    const struct report *r;
    const char *text;
    u4 n;
};

static void add_name(struct place_names *to, struct str name) {
    if (++to->n <= NAMED) {
        to->text = arena_printf(to->r->mem, "%s%s%.*s", to->text,
                                to->n > 1 ? ", " : "", STR_F(name));
    }
}

static const char *names_text(const struct place_names *x) {
    return x->n > NAMED ? arena_printf(x->r->mem, "%s and %u more", x->text,
                                       x->n - NAMED)
                        : x->text;
}

static struct str receiver_text(const struct report *r, const struct plan *p,
                                u4 label) {
    u4 receiver = p->label[label].receiver;
    return readable_class(r->mem, chains_string(p, p->receiver[receiver].name));
}

static struct str called_text(const struct report *r, const struct plan *p,
                              u4 label) {
    return readable_method(r->mem, chains_string(p, p->label[label].to));
}

// --- What the site of an uncovered call did --------------------------------------------

// What a call goes on with: the class that it is called on, or else what it runs.
static struct str taken_text(const struct report *r, const struct plan *p,
                             u4 label) {
    u4 receiver = p->label[label].receiver;
    return p->receiver[receiver].kind == PLAN_NO_RECEIVER
               ? called_text(r, p, label)
               : receiver_text(r, p, label);
}

const char *top_uncovered_story(const struct report *r,
                                const struct top_uncovered *x) {
    const struct cover *c = r->cover[x->plan];
    const struct plan *p = c->plan;
    const struct plan_site *s = &p->site[p->label[x->uncovered.label].site];
    struct place_names here = {r, "", 0}, other = {r, "", 0};
    u8 hits = c->site_hits[p->label[x->uncovered.label].site], told = 0;
    // Calls that no chain goes on with, and classes that nobody predicted, ran who
    // knows where.
    bool known = true;
    if (!hits) {
        return "the call never ran in a chain";
    }
    for (u4 i = s->first_label; i < s->first_label + s->n_labels; i++) {
        const struct plan_move *m =
            chains_move(&c->forest, c->node[x->uncovered.node].state, i);
        if (!c->label_hits[i]) {
            continue;
        }
        told += c->label_hits[i];
        known = known && m && chains_is_child(m);
        add_name(cover_child(c, x->uncovered.node, i) ? &here : &other,
                 taken_text(r, p, i));
    }
    known = known && told == hits;
    const char *ran = arena_printf(r->mem, "the call ran %" PRIu64 " time%s",
                                   hits, hits == 1 ? "" : "s");
    if (here.n) {
        ran = arena_printf(r->mem, "%s, on this path with %s", ran,
                           names_text(&here));
    } else if (known) {
        ran = arena_printf(r->mem, "%s, never on this path", ran);
    }
    if (other.n) {
        ran = arena_printf(r->mem, "%s; %s with %s", ran,
                           known ? "elsewhere" : "also", names_text(&other));
    }
    return ran;
}

const char *top_on(const struct report *r, const struct plan *p, u4 label) {
    u4 receiver = p->label[label].receiver;
    if (p->receiver[receiver].kind == PLAN_NO_RECEIVER) {
        return "";
    }
    return arena_printf(r->mem, " on %.*s", STR_F(receiver_text(r, p, label)));
}

// --- As words for programs ------------------------------------------------------------

static struct top_words entry_words(const struct report *r,
                                    const struct top_uncovered *x) {
    const struct cover *c = r->cover[x->plan];
    const struct plan *p = c->plan;
    const struct plan_root *root = &c->forest.root[x->uncovered.label];
    u4 method = p->entry[root->entry].method;
    struct top_words w = at_method(r, x->plan, method);
    char room[LEVEL_TEXT];
    const char *level =
        root->level == PLAN_ANY_LEVEL
            ? ""
            : arena_printf(r->mem, " at level %.*s",
                           STR_F(chains_level(room, root->level)));
    const char *chains = chains_text(r, x->uncovered.opens);
    w.rule = "entry";
    w.title = arena_printf(r->mem, "%s not covered", chains);
    w.message = arena_printf(
        r->mem, "%.*s is never called from outside%s: %s not covered.",
        STR_F(method_text(r, p, method)), level, chains);
    return w;
}

struct top_words top_uncovered_words(const struct report *r,
                                     const struct top_uncovered *x) {
    const struct cover *c = r->cover[x->plan];
    const struct plan *p = c->plan;
    if (!x->uncovered.node) {
        return entry_words(r, x);
    }
    const struct plan_label *l = &p->label[x->uncovered.label];
    struct top_words w = at_site(r, x->plan, l->site);
    const char *chains = chains_text(r, x->uncovered.opens);
    w.rule = "chain";
    w.title = arena_printf(r->mem, "%s not covered", chains);
    w.message = arena_printf(
        r->mem, "%.*s%s is not called from here after %s: %s not covered; %s.",
        STR_F(method_text(r, p, l->target)), top_on(r, p, x->uncovered.label),
        top_path(r, c, x->uncovered.node, TOP_WHOLE), chains,
        top_uncovered_story(r, x));
    return w;
}

const char *top_missing(const struct report *r, const struct top_site *x) {
    const struct cover *c = r->cover[x->plan];
    const struct plan *p = c->plan;
    u4 which = kind_of(p, x->poly.site);
    u4 most = p->site[x->poly.site].n_labels;
    struct cover_pair *pair = ARENA_ARRAY(r->mem, struct cover_pair, most);
    struct place_names list = {r, "", 0};
    u4 n = cover_pairs(c, x->poly.site, which, pair);
    for (u4 i = 0; i < n; i++) {
        if (!pair[i].hits) {
            add_name(&list, which == PLAN_LABEL_RC
                                ? receiver_text(r, p, pair[i].label)
                                : called_text(r, p, pair[i].label));
        }
    }
    return arena_printf(r->mem, "%s%s", which == PLAN_LABEL_RC ? "on " : "",
                        names_text(&list));
}

struct top_words top_site_words(const struct report *r,
                                const struct top_site *x) {
    const struct plan *p = r->cover[x->plan]->plan;
    u4 which = kind_of(p, x->poly.site);
    bool rc = which == PLAN_LABEL_RC;
    struct top_words w = at_site(r, x->plan, x->poly.site);
    struct str called =
        readable_method(r->mem, chains_string(p, p->site[x->poly.site].called));
    w.rule = rc ? "receiver" : "target";
    w.title = arena_printf(r->mem, "%u of %u %s covered", x->poly.covered,
                           x->poly.required,
                           rc ? "receiver classes" : "target methods");
    w.message =
        arena_printf(r->mem, "%.*s is never called here %s%s.", STR_F(called),
                     rc ? "" : "to run ", top_missing(r, x));
    return w;
}

const char *top_since_text(const struct report *r, enum compare_fate fate,
                           const struct top_since *x) {
    const struct compare_list *l = &r->since->compare.list[x->of][fate];
    const struct plan *p = l->cover->plan;
    u4 id = l->id[x->i];
    if (x->of == COMPARE_CHAINS) {
        return top_path(r, l->cover, id, TOP_WHOLE);
    }
    const struct plan_label *label = &p->label[id];
    struct str called =
        readable_method(r->mem, chains_string(p, p->site[label->site].called));
    if (x->of == COMPARE_RC) {
        return arena_printf(r->mem, "%.*s%s", STR_F(called), top_on(r, p, id));
    }
    struct str to = readable_method(r->mem, chains_string(p, label->to));
    return arena_printf(r->mem, "%.*s to run %.*s", STR_F(called), STR_F(to));
}

u4 top_since_site(const struct report *r, enum compare_fate fate,
                  const struct top_since *x, u4 *method) {
    const struct since *s = r->since;
    const struct compare_list *l = &s->compare.list[x->of][fate];
    const struct plan *p = l->cover->plan;
    const struct cover_node *node = &l->cover->node[l->id[x->i]];
    bool mapped = fate == COMPARE_LOST;
    if (x->of == COMPARE_CHAINS && node->length == 0) {
        *method = p->entry[l->cover->forest.root[node->root].entry].method;
        *method = mapped ? s->now.method[*method] : *method;
        return 0;
    }
    u4 label = x->of == COMPARE_CHAINS ? node->label : l->id[x->i];
    u4 site = mapped ? s->now.site[p->label[label].site] : p->label[label].site;
    *method = r->cover[0]->plan->site[site].method;
    return site;
}

struct top_words top_lost_words(const struct report *r,
                                const struct top_since *x) {
    u4 method, site = top_since_site(r, COMPARE_LOST, x, &method);
    bool chain = x->of == COMPARE_CHAINS;
    struct top_words w = site ? at_site(r, 0, site) : at_method(r, 0, method);
    w.rule = "lost";
    w.title = "no longer covered";
    w.message = arena_printf(
        r->mem, "%s was covered by the baseline, and is no longer%s%s.",
        top_since_text(r, COMPARE_LOST, x), chain ? ": lost " : "",
        chain ? chains_text(r, big_of(x->chains)) : "");
    return w;
}
