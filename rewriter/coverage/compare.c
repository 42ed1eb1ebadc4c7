// SPDX-License-Identifier: MIT
// What became covered, and what no longer is.
//
// Each side is walked once: a covered chain is followed in the forest of the other
// plan and among what is covered there, a step behind that of its prefix.
#include "rewriter/coverage/compare.h"

#include "analysis/base/vec.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/byname.h"
#include "rt-native/plan.h"

#include <inttypes.h>
#include <string.h>

const char *const compare_word[N_COMPARES] = {"chains", "rc", "tm"};
const char *const compare_fate_word[N_FATES] = {"gained", "lost", "new",
                                                "gone"};

struct ids {
    VEC(u4) v;
};

// One side beside the other: what of it the other plan has, and not covered; and
// what it does not have.
struct side {
    const struct cover *cover, *other;
    const struct byname *names;
    u4 *first_root;
    struct ids missing[N_COMPARES], alien[N_COMPARES];
    u4 both[N_COMPARES];
};

static void put(struct side *s, enum compare_of what, u4 id, bool there,
                bool covered) {
    if (!there) {
        vec_push(&s->alien[what].v, id);
    } else if (!covered) {
        vec_push(&s->missing[what].v, id);
    } else {
        s->both[what]++;
    }
}

// --- Chains ------------------------------------------------------------------

// By entry of the other plan: the first place of its trees, from 1.
static void index_roots(struct side *s, struct arena *work) {
    const struct chains *f = &s->other->forest;
    s->first_root = ARENA_ZARRAY(work, u4, s->other->plan->n[PLAN_ENTRY]);
    for (u4 i = f->n_roots; i > 0; i--) {
        s->first_root[f->root[i - 1].entry] = i;
    }
}

// The tree of the other side for one of this: its place from 1, or 0.
static u4 same_root(const struct side *s, u4 root) {
    const struct chains *f = &s->other->forest;
    const struct plan_root *r = &s->cover->forest.root[root];
    u4 entry = s->names->entry[r->entry];
    u4 i = entry ? s->first_root[entry] : 0;
    while (i && i <= f->n_roots && f->root[i - 1].entry == entry) {
        if (f->root[i - 1].level == r->level) {
            return i;
        }
        i++;
    }
    return 0;
}

// The state and node of the other side, 0 where it has none.
struct counterpart {
    u4 state, node;
};

static struct counterpart other_root(const struct side *s, u4 root) {
    u4 place = same_root(s, root);
    struct counterpart x = {0, 0};
    if (place) {
        x.state = s->other->forest.root[place - 1].state;
        x.node = s->other->root_node[place - 1];
    }
    return x;
}

static struct counterpart other_child(const struct side *s,
                                      struct counterpart parent, u4 label) {
    u4 there = parent.state ? s->names->label[label] : 0;
    const struct plan_move *m =
        there ? chains_move(&s->other->forest, parent.state, there) : NULL;
    struct counterpart x = {0, 0};
    if (m && plan_move_kind(m->to) == PLAN_TO) {
        x.state = plan_move_about(m->to);
        x.node = parent.node ? cover_child(s->other, parent.node, there) : 0;
    }
    return x;
}

static void walk_chains(struct side *s, struct arena *work) {
    const struct cover *c = s->cover;
    struct counterpart *x = ARENA_ZARRAY(work, struct counterpart, c->n_nodes);
    for (u4 i = 1; i < c->n_nodes; i++) {
        const struct cover_node *n = &c->node[i];
        x[i] = n->parent ? other_child(s, x[n->parent], n->label)
                         : other_root(s, n->root);
        put(s, COMPARE_CHAINS, i, x[i].state != 0, x[i].node != 0);
    }
}

// --- Receivers and targets ---------------------------------------------------

static struct str name_of(const struct cover *c, enum compare_of what,
                          u4 label) {
    const struct plan_label *l = &c->plan->label[label];
    return chains_string(c->plan, what == COMPARE_RC
                                      ? c->plan->receiver[l->receiver].name
                                      : l->to);
}

static u4 flag_of(enum compare_of what) {
    return what == COMPARE_RC ? PLAN_LABEL_RC : PLAN_LABEL_TM;
}

struct pairs {
    struct cover_pair *v;
    u4 n;
};

static struct pairs pairs_of(const struct cover *c, enum compare_of what,
                             u4 site, struct arena *mem) {
    struct pairs p = {0};
    if (site) {
        p.v = ARENA_ARRAY(mem, struct cover_pair, c->plan->site[site].n_labels);
        p.n = cover_pairs(c, site, flag_of(what), p.v);
    }
    return p;
}

static void walk_site(struct side *s, enum compare_of what, u4 site,
                      struct arena *work) {
    arena_reset(work);
    struct pairs here = pairs_of(s->cover, what, site, work);
    struct pairs there =
        here.n ? pairs_of(s->other, what, s->names->site[site], work)
               : (struct pairs){0};
    for (u4 i = 0; i < here.n; i++) {
        struct str name = name_of(s->cover, what, here.v[i].label);
        u4 j = 0;
        if (!here.v[i].hits) {
            continue;
        }
        while (j < there.n &&
               !str_eq(name_of(s->other, what, there.v[j].label), name)) {
            j++;
        }
        put(s, what, here.v[i].label, j < there.n,
            j < there.n && there.v[j].hits);
    }
}

// --- All of it ---------------------------------------------------------------

static void look(struct side *s, const struct cover *cover,
                 const struct cover *other, const struct byname *names) {
    struct arena work;
    arena_init(&work);
    *s = (struct side){.cover = cover, .other = other, .names = names};
    index_roots(s, &work);
    walk_chains(s, &work);
    for (enum compare_of what = COMPARE_RC; what < N_COMPARES; what++) {
        for (u4 i = 1; i < cover->plan->n[PLAN_SITE]; i++) {
            walk_site(s, what, i, &work);
        }
    }
    arena_release(&work);
}

static void keep(struct compare_list *l, const struct cover *cover,
                 enum compare_of of, struct ids *ids, struct arena *mem) {
    *l = (struct compare_list){.cover = cover, .of = of, .n = ids->v.n};
    l->id = ARENA_ARRAY(mem, u4, ids->v.n);
    if (ids->v.n) {
        memcpy(l->id, ids->v.v, ids->v.n * sizeof *l->id);
    }
    vec_free(&ids->v);
}

void compare_make(struct compare *c, const struct cover *before,
                  const struct cover *now, struct arena *mem) {
    struct side old, new;
    struct byname forth, back;
    struct arena work;
    *c = (struct compare){.before = before, .now = now};
    arena_init(&work);
    byname_init(&forth, before->plan, now->plan, &work);
    byname_init(&back, now->plan, before->plan, &work);
    look(&old, before, now, &forth);
    look(&new, now, before, &back);
    for (enum compare_of i = 0; i < N_COMPARES; i++) {
        keep(&c->list[i][COMPARE_GAINED], now, i, &new.missing[i], mem);
        keep(&c->list[i][COMPARE_NEW], now, i, &new.alien[i], mem);
        keep(&c->list[i][COMPARE_LOST], before, i, &old.missing[i], mem);
        keep(&c->list[i][COMPARE_GONE], before, i, &old.alien[i], mem);
        c->both[i] = old.both[i];
    }
    arena_release(&work);
}

// --- Text --------------------------------------------------------------------

static struct str chain_line(const struct cover *c, u4 node,
                             struct arena *mem) {
    const struct plan *p = c->plan;
    const struct cover_node *x = &c->node[node];
    u4 *label = ARENA_ARRAY(mem, u4, x->length);
    char room[LEVEL_TEXT];
    struct emit text;
    cover_labels(c, node, label);
    emit_init(&text, SIZE_MAX / 2);
    struct str entry = chains_entry(&c->forest, x->root);
    struct str level = chains_level(room, c->forest.root[x->root].level);
    emit_bytes(&text, entry.p, entry.n);
    emit_u1(&text, '\t');
    emit_bytes(&text, level.p, level.n);
    char length[16];
    int digits = snprintf(length, sizeof length, "\t%u\t", x->length);
    emit_bytes(&text, length, (size_t)digits);
    for (u4 i = 0; i < x->length; i++) {
        const struct plan_label *l = &p->label[label[i]];
        char pc[16];
        int n =
            snprintf(pc, sizeof pc, "%s%u ", i ? " " : "", p->site[l->site].pc);
        struct str receiver = chains_string(p, p->receiver[l->receiver].name);
        struct str target = chains_string(p, l->to);
        emit_bytes(&text, pc, (size_t)n);
        emit_bytes(&text, receiver.p, receiver.n);
        emit_u1(&text, ' ');
        emit_bytes(&text, target.p, target.n);
    }
    struct str line =
        arena_str(mem, (struct str){(const char *)text.p, text.n});
    emit_release(&text);
    return line;
}

struct str compare_text(const struct compare_list *l, u4 i, struct arena *mem) {
    const struct plan *p = l->cover->plan;
    if (l->of == COMPARE_CHAINS) {
        return chain_line(l->cover, l->id[i], mem);
    }
    u4 site = p->label[l->id[i]].site;
    struct str method = chains_method(p, p->site[site].method);
    struct str name = name_of(l->cover, l->of, l->id[i]);
    return str_of(arena_printf(mem, "%.*s\t%u\t%.*s", STR_F(method),
                               p->site[site].pc, STR_F(name)));
}

u8 compare_hits(const struct compare_list *l, u4 i, struct arena *mem) {
    if (l->of == COMPARE_CHAINS) {
        return l->cover->node[l->id[i]].hits;
    }
    u4 site = l->cover->plan->label[l->id[i]].site;
    struct pairs all = pairs_of(l->cover, l->of, site, mem);
    for (u4 j = 0; j < all.n; j++) {
        if (all.v[j].label == l->id[i]) {
            return all.v[j].hits;
        }
    }
    return 0;
}
