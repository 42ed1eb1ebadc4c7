// SPDX-License-Identifier: MIT
// What find.h found, in some lines.
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/find.h"
#include "rewriter/chains/step.h"
#include "rt-native/plan.h"

struct verdict {
    const char *name, *text;
};

static const struct verdict verdicts[] = {
    [CHAINS_FOUND] = {"found", ""},
    [CHAINS_NO_WORDS] = {"no-words", "a chain is an entry, and three words for "
                                     "each step"},
    [CHAINS_NO_METHOD] = {"no-method", "there is no such method"},
    [CHAINS_NO_ENTRY] = {"no-entry", "the method is no entry"},
    [CHAINS_NO_TREE] = {"no-tree",
                        "no chain begins at that entry: it is left "
                        "out (--chains, --prune, --entry), or is not "
                        "reached like that (--levels, --from-main)"},
    [CHAINS_IS_CUT] = {"cut", "cut by "},
    [CHAINS_GOES_BACK] = {"back", "a step leads back to "},
    [CHAINS_GOES_OUT] = {"out", "a step leads out of the component"},
    [CHAINS_NO_SITE] = {"no-site", "no such site in "},
    [CHAINS_NO_LABEL] = {"no-label", "no such receiver and target there"},
};

static bool has_tree(const struct chains_answer *a) {
    return a->verdict == CHAINS_FOUND || a->verdict >= CHAINS_IS_CUT;
}

// The part of it that is in the forest.
static struct chain prefix_of(const struct chains_answer *a,
                              struct chains *seen) {
    *seen = *a->c;
    seen->grain = a->grain;
    return (struct chain){seen, a->root, a->label, a->n_labels};
}

// --- Lines -------------------------------------------------------------------

static void put_rules(struct out *o, u4 rules) {
    bool first = true;
    for (u4 i = 0; i < PLAN_N_RULES; i++) {
        if (rules >> i & 1) {
            out_put(o, first ? STR("") : STR(", "));
            out_put(o, str_of(plan_rule_name[i]));
            first = false;
        }
    }
}

// The method that a prefix of what was found ends in.
static struct str method_at(const struct chains_answer *a, u4 length) {
    return length ? chains_string(a->c->plan,
                                  a->c->plan->label[a->label[length - 1]].to)
                  : a->entry;
}

static void put_verdict(struct out *o, const struct chains_answer *a) {
    bool found = a->verdict == CHAINS_FOUND;
    out_put(o, found ? STR("in the forest") : STR("not in the forest: "));
    out_put(o, str_of(verdicts[a->verdict].text));
    if (a->verdict == CHAINS_IS_CUT) {
        put_rules(o, a->rules);
    } else if (a->verdict == CHAINS_GOES_BACK) {
        step_method(o, method_at(a, a->back_to));
        out_put(o, STR(" at depth "));
        out_number(o, a->back_to);
    } else if (a->verdict == CHAINS_NO_SITE) {
        step_method(o, chains_method(a->c->plan, a->method));
    }
    out_row(o, NULL, 0);
}

static void put_step(struct out *o, const struct chains_answer *a) {
    step_indent(o, a->n_labels + 1);
    out_put(o, STR("? "));
    step_method(o, a->step[2]);
    if (!str_eq(a->step[1], STR("-"))) {
        out_put(o, STR(" on "));
        step_class(o, a->step[1]);
    }
    if (!str_eq(a->step[0], STR("-"))) {
        // A line has its colon.
        out_put(o, str_starts(a->step[0], STR(":")) ? STR(" (") : STR(" (@"));
        out_text(o, a->step[0]);
        out_put(o, STR(")"));
    }
    out_row(o, NULL, 0);
}

static bool same_words(const struct chains_answer *a, u4 x, u4 y) {
    const struct plan_label *v = a->c->plan->label;
    return a->grain != GRAIN_RECEIVER && v[x].to == v[y].to &&
           (a->grain == GRAIN_METHOD || v[x].site == v[y].site);
}

// Does a label of the method before that one look the same?
static bool is_repeated(const struct chains_answer *a, u4 label) {
    const struct plan *p = a->c->plan;
    const struct plan_method *m = &p->method[a->method];
    for (u4 i = 0; i < m->n_sites; i++) {
        const struct plan_site *s = &p->site[m->first_site + i];
        for (u4 j = 0; j < s->n_labels; j++) {
            if (s->first_label + j == label) {
                return false;
            }
            if (same_words(a, s->first_label + j, label)) {
                return true;
            }
        }
    }
    return false;
}

static void put_other(struct out *o, const struct chains_answer *a, u4 label) {
    if (!is_repeated(a, label)) {
        step_indent(o, 1);
        step_text(o, a->c->plan, a->grain, label);
        out_row(o, NULL, 0);
    }
}

// The steps that there are instead, at that site if there is one.
static void put_others(struct out *o, const struct chains_answer *a) {
    const struct plan *p = a->c->plan;
    const struct plan_method *m = &p->method[a->method];
    out_put(o, STR("instead there are:\n"));
    for (u4 i = 0; i < m->n_sites; i++) {
        const struct plan_site *s = &p->site[m->first_site + i];
        char pc[LEVEL_TEXT];
        bool there = a->verdict == CHAINS_NO_SITE || a->grain == GRAIN_METHOD ||
                     str_eq(a->step[0], chains_level(pc, s->pc));
        for (u4 j = 0; there && j < s->n_labels; j++) {
            put_other(o, a, s->first_label + j);
        }
    }
}

static void explain_text(struct out *o, const struct chains_answer *a) {
    put_verdict(o, a);
    if (has_tree(a)) {
        struct chains seen;
        const struct chain x = prefix_of(a, &seen);
        chain_text(o, &x);
    }
    if (a->verdict >= CHAINS_IS_CUT) {
        put_step(o, a);
    }
    if (a->verdict == CHAINS_NO_SITE || a->verdict == CHAINS_NO_LABEL) {
        put_others(o, a);
    }
}

// --- JSON --------------------------------------------------------------------

static void json_stop(struct out *o, const struct chains_answer *a) {
    static const char *const name[] = {"offset", "receiver", "target"};
    out_json_key(o, "step");
    out_put(o, STR("{"));
    for (u4 i = 0; i < 3; i++) {
        out_json_text(o, name[i], a->step[i]);
    }
    out_put(o, STR("}"));
    if (a->verdict == CHAINS_GOES_BACK) {
        out_json_number(o, "back_to", a->back_to);
    }
    if (a->verdict == CHAINS_IS_CUT) {
        bool first = true;
        out_json_key(o, "rules");
        out_put(o, STR("["));
        for (u4 i = 0; i < PLAN_N_RULES; i++) {
            if (a->rules >> i & 1) {
                out_put(o, first ? STR("") : STR(","));
                out_json(o, str_of(plan_rule_name[i]));
                first = false;
            }
        }
        out_put(o, STR("]"));
    }
}

// What is in the forest, as chain_json has it, is the end of it.
static void explain_json(struct out *o, const struct chains_answer *a) {
    out_json_text(o, "verdict", str_of(verdicts[a->verdict].name));
    if (a->verdict >= CHAINS_IS_CUT) {
        json_stop(o, a);
    }
    if (has_tree(a)) {
        struct chains seen;
        const struct chain x = prefix_of(a, &seen);
        chain_json(o, &x);
    } else {
        out_json_text(o, "entry", a->entry);
        out_json_end(o);
    }
}

void chains_explain(const struct chains_answer *a, enum chains_format format,
                    FILE *out) {
    struct out o;
    out_begin(&o, out);
    if (format == CHAINS_JSON) {
        explain_json(&o, a);
    } else {
        explain_text(&o, a);
    }
    out_end(&o);
}
