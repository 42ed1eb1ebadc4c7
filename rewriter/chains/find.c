// SPDX-License-Identifier: MIT
// Is a chain in the forest?
//
// A coarse chain is followed in the finer forest, with all states that its
// projections can be in; so the plan can still say what stopped each of them.
#include "rewriter/chains/find.h"

#include "analysis/base/order.h"
#include "analysis/base/shown.h"
#include "analysis/base/vec.h"
#include "rewriter/chains/chains.h"
#include "rt-native/plan.h"

enum { WORDS = 3 };  // of a step

struct search {
    const struct chains *c;
    enum grain grain;
    struct arena *mem;
    struct str level;  // that the words name, or nothing
    VEC(struct str) word;
    // Labels of the method reached that a step names.
    VEC(u4) label;
    // States that the chain can be in, and those after the next step.
    VEC(u4) at, after;
};

static void split(struct search *s, struct str text) {
    size_t i = 0;
    while (i < text.n) {
        size_t from = i;
        while (i < text.n && text.p[i] != ' ' && text.p[i] != '\t') {
            i++;
        }
        if (i > from) {
            struct str word = {text.p + from, i - from};
            vec_push(&s->word, shown_undo(s->mem, word, false));
        }
        i += i < text.n;
    }
}

static bool is_number(struct str s) {
    size_t i = 0;
    while (i < s.n && s.p[i] >= '0' && s.p[i] <= '9') {
        i++;
    }
    return i && i == s.n;
}

// The words of a line of a list: entry, level, length, chain, and whatever stands behind
// them in that list. False if it is no such line.
static bool split_line(struct search *s, struct str text) {
    enum { ENTRY, LEVEL, LENGTH, CHAIN, N_CELLS };
    struct str cell[N_CELLS] = {{0}};
    u4 n = 0;
    for (size_t from = 0; n < N_CELLS && from <= text.n; n++) {
        size_t i = from;
        while (i < text.n && text.p[i] != '\t') {
            i++;
        }
        cell[n] = (struct str){text.p + from, i - from};
        from = i + 1;
    }
    if (n <= LENGTH || !is_number(cell[LENGTH])) {
        return false;
    }
    split(s, cell[ENTRY]);
    split(s, cell[CHAIN]);
    s->level = cell[LEVEL];
    return true;
}

// A line of a list whose tabs became blanks: what is no word of the chain is left out.
static void drop_columns(struct search *s) {
    enum { LEVEL = 1, LENGTH, CHAIN, LONGEST_NUMBER = 5 };
    u4 length = 0;
    if (s->word.n < CHAIN || s->word.v[LENGTH].n > LONGEST_NUMBER ||
        !is_number(s->word.v[LENGTH]) ||
        (!is_number(s->word.v[LEVEL]) && !str_eq(s->word.v[LEVEL], STR("*")))) {
        return;
    }
    for (size_t i = 0; i < s->word.v[LENGTH].n; i++) {
        length = length * 10 + (u4)(s->word.v[LENGTH].p[i] - '0');
    }
    if (s->word.n >= CHAIN + length * WORDS) {
        s->level = s->word.v[LEVEL];
        s->word.n = 1 + length * WORDS;
        memmove(s->word.v + 1, s->word.v + CHAIN,
                (size_t)length * WORDS * sizeof *s->word.v);
    }
}

// --- Steps -------------------------------------------------------------------

static bool is_offset(struct search *s, u4 site, struct str word) {
    char *text = arena_printf(s->mem, "%u", s->c->plan->site[site].pc);
    return str_eq(word, s->grain == GRAIN_METHOD ? STR("-") : str_of(text));
}

static bool is_label(const struct search *s, u4 label, const struct str *step) {
    const struct plan *p = s->c->plan;
    const struct plan_label *l = &p->label[label];
    struct str x = chains_string(p, p->receiver[l->receiver].name);
    return str_eq(step[1], s->grain == GRAIN_RECEIVER ? x : STR("-")) &&
           str_eq(step[2], chains_string(p, l->to));
}

// The labels that a step of that method names; is there such a site?
static bool find_labels(struct search *s, u4 method, const struct str *step) {
    const struct plan *p = s->c->plan;
    const struct plan_method *m = &p->method[method];
    bool is_site = false;
    s->label.n = 0;
    for (u4 i = 0; i < m->n_sites; i++) {
        const struct plan_site *site = &p->site[m->first_site + i];
        if (!is_offset(s, m->first_site + i, step[0])) {
            continue;
        }
        is_site = true;
        for (u4 j = 0; j < site->n_labels; j++) {
            if (is_label(s, site->first_label + j, step)) {
                vec_push(&s->label, site->first_label + j);
            }
        }
    }
    return is_site;
}

// The next states, each once. What stops is noted in the answer.
static void step_on(struct search *s, struct chains_answer *a) {
    const struct plan *p = s->c->plan;
    u4 n = 0;
    s->after.n = 0;
    a->rules = 0;
    a->back_to = UINT32_MAX;
    for (u4 i = 0; i < s->at.n; i++) {
        const struct plan_state *q = &s->c->state[s->at.v[i]];
        for (u4 j = 0; j < s->label.n; j++) {
            u4 label = s->label.v[j];
            const struct plan_move *m = chains_move(s->c, s->at.v[i], label);
            u4 about = m ? plan_move_about(m->to) : 0;
            if (!m) {
                a->rules |= p->label[label].target ? 1u << chains_absent(q) : 0;
            } else if (plan_move_kind(m->to) == PLAN_TO) {
                vec_push(&s->after, about);
            } else if (plan_move_kind(m->to) == PLAN_CUT) {
                a->rules |= 1u << about;
            } else {
                a->back_to = a->n_labels - about;
            }
        }
    }
    SORT(s->after.v, s->after.n, order_u4);
    for (u4 i = 0; i < s->after.n; i++) {
        if (i == 0 || s->after.v[i] != s->after.v[n - 1]) {
            s->after.v[n++] = s->after.v[i];
        }
    }
    s->after.n = n;
}

static enum chains_verdict why_not(const struct search *s, bool is_site,
                                   const struct chains_answer *a) {
    return a->rules                   ? CHAINS_IS_CUT
           : a->back_to != UINT32_MAX ? CHAINS_GOES_BACK
           : !is_site                 ? CHAINS_NO_SITE
           : s->label.n == 0          ? CHAINS_NO_LABEL
                                      : CHAINS_GOES_OUT;
}

// As far as the tree of one root goes.
static void follow(struct search *s, struct chains_answer *a, u4 root) {
    u4 n = (s->word.n - 1) / WORDS;
    *a = (struct chains_answer){
        .c = s->c,
        .grain = s->grain,
        .entry = s->word.v[0],
        .level = s->level,
        .root = root,
        .label = ARENA_ARRAY(s->mem, u4, n),
        .method = s->c->state[s->c->root[root].state].method,
    };
    s->at.n = 0;
    vec_push(&s->at, s->c->root[root].state);
    for (u4 i = 0; i < n; i++) {
        const struct str *step = s->word.v + 1 + (size_t)i * WORDS;
        bool is_site = find_labels(s, a->method, step);
        step_on(s, a);
        if (s->after.n == 0) {
            memcpy(a->step, step, sizeof a->step);
            a->verdict = why_not(s, is_site, a);
            return;
        }
        a->label[a->n_labels++] = s->label.v[0];
        s->at.n = 0;
        for (u4 j = 0; j < s->after.n; j++) {
            vec_push(&s->at, s->after.v[j]);
        }
        a->method = s->c->state[s->at.v[0]].method;
    }
    a->verdict = CHAINS_FOUND;
}

// --- Entries -----------------------------------------------------------------

static enum chains_verdict no_root(const struct plan *p, struct str entry) {
    for (u4 i = 1; i < p->n[PLAN_ENTRY]; i++) {
        if (str_eq(chains_method(p, p->entry[i].method), entry)) {
            return CHAINS_NO_TREE;
        }
    }
    for (u4 m = 1; m < p->n[PLAN_METHOD]; m++) {
        if (str_eq(chains_method(p, m), entry)) {
            return CHAINS_NO_ENTRY;
        }
    }
    return CHAINS_NO_METHOD;
}

static bool is_at_level(const struct chains_answer *a) {
    char room[LEVEL_TEXT];
    return str_eq(chains_level(room, a->c->root[a->root].level), a->level);
}

// What is asked of one level is answered for that, if it has a tree.
static bool is_better(const struct chains_answer *a,
                      const struct chains_answer *best) {
    if (is_at_level(a) != is_at_level(best)) {
        return is_at_level(a);
    }
    return best->verdict != CHAINS_FOUND &&
           (a->verdict == CHAINS_FOUND || a->n_labels > best->n_labels);
}

static void search_roots(struct search *s, struct chains_answer *best) {
    bool any = false;
    for (u4 i = 0; i < s->c->n_roots; i++) {
        struct chains_answer a;
        if (str_eq(chains_entry(s->c, i), s->word.v[0])) {
            follow(s, &a, i);
            if (!any || is_better(&a, best)) {
                *best = a;
            }
            any = true;
        }
    }
    if (!any) {
        best->entry = s->word.v[0];
        best->level = s->level;
        best->verdict = no_root(s->c->plan, best->entry);
    }
}

void chains_find(struct chains_answer *a, const struct chains *c,
                 enum grain grain, struct str words, struct arena *mem) {
    struct search s = {.c = c, .grain = grain, .mem = mem};
    *a = (struct chains_answer){
        .c = c, .grain = grain, .verdict = CHAINS_NO_WORDS};
    if (!split_line(&s, words)) {
        split(&s, words);
        drop_columns(&s);
    }
    if (s.word.n % WORDS == 1) {
        search_roots(&s, a);
    }
    vec_free(&s.word);
    vec_free(&s.label);
    vec_free(&s.at);
    vec_free(&s.after);
}
