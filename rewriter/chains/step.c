// SPDX-License-Identifier: MIT
// How labels and chains are written.
#include "rewriter/chains/step.h"

#include "rewriter/chains/readable.h"
#include "rt-native/plan.h"

static u4 caller_of(const struct plan *p, u4 label) {
    return p->site[p->label[label].site].method;
}

static struct str source_of(const struct plan *p, u4 method) {
    return chains_string(p, p->class[p->method[method].class].source);
}

static struct str receiver_of(const struct plan *p, u4 label) {
    return chains_string(p, p->receiver[p->label[label].receiver].name);
}

static bool has_receiver(const struct plan *p, u4 label) {
    return p->receiver[p->label[label].receiver].kind != PLAN_NO_RECEIVER;
}

void step_method(struct out *o, struct str name) {
    struct arena mem;
    arena_init(&mem);
    out_text(o, readable_method(&mem, name));
    arena_release(&mem);
}

void step_class(struct out *o, struct str name) {
    struct arena mem;
    arena_init(&mem);
    out_text(o, readable_class(&mem, name));
    arena_release(&mem);
}

void step_words(struct out *o, const struct plan *p, enum grain grain,
                u4 label) {
    const struct plan_label *l = &p->label[label];
    if (grain == GRAIN_METHOD) {
        out_put(o, STR("-"));
    } else {
        out_number(o, p->site[l->site].pc);
    }
    out_put(o, STR(" "));
    out_text(o, grain == GRAIN_RECEIVER ? receiver_of(p, label) : STR("-"));
    out_put(o, STR(" "));
    out_text(o, chains_string(p, l->to));
}

static void json_site(struct out *o, const struct plan *p, u4 site) {
    const struct plan_site *s = &p->site[site];
    out_json_number(o, "offset", s->pc);
    if (s->line) {
        out_json_number(o, "line", s->line);
    }
    struct str source = source_of(p, s->method);
    if (source.n) {
        out_json_text(o, "source", source);
    }
    out_json_text(o, "called", chains_string(p, s->called));
}

// An object of what there is at that granularity.
static void put_json(struct out *o, const struct plan *p, enum grain grain,
                     u4 label) {
    const struct plan_label *l = &p->label[label];
    out_put(o, STR("{"));
    out_json_text(o, "caller", chains_method(p, caller_of(p, label)));
    if (grain != GRAIN_METHOD) {
        json_site(o, p, l->site);
    }
    if (grain == GRAIN_RECEIVER) {
        out_json_text(o, "receiver", receiver_of(p, label));
    }
    out_json_text(o, "target", chains_string(p, l->to));
    out_put(o, STR("}"));
}

// "Foo.java:12 @17", or the offset alone where lines are not known.
static void text_place(struct out *o, const struct plan *p, u4 site) {
    const struct plan_site *s = &p->site[site];
    struct str source = source_of(p, s->method);
    if (source.n && s->line) {
        out_text(o, source);
        out_put(o, STR(":"));
        out_number(o, s->line);
        out_put(o, STR(" "));
    }
    out_put(o, STR("@"));
    out_number(o, s->pc);
}

void step_text(struct out *o, const struct plan *p, enum grain grain,
               u4 label) {
    const struct plan_label *l = &p->label[label];
    step_method(o, chains_string(p, l->to));
    if (grain == GRAIN_RECEIVER && has_receiver(p, label)) {
        out_put(o, STR(" on "));
        step_class(o, receiver_of(p, label));
    }
    if (grain != GRAIN_METHOD) {
        out_put(o, STR(" ("));
        text_place(o, p, l->site);
        out_put(o, STR(")"));
    }
}

// --- Chains ------------------------------------------------------------------

void chain_tsv(struct out *o, const struct chain *x) {
    char room[LEVEL_TEXT];
    out_text(o, chains_entry(x->c, x->root));
    out_tab(o);
    out_put(o, chains_level(room, x->c->root[x->root].level));
    out_tab(o);
    out_number(o, x->n);
    out_tab(o);
    for (u4 i = 0; i < x->n; i++) {
        out_put(o, i ? STR(" ") : STR(""));
        step_words(o, x->c->plan, x->c->grain, x->label[i]);
    }
    out_row(o, NULL, 0);
}

void chain_json(struct out *o, const struct chain *x) {
    char room[LEVEL_TEXT];
    out_json_text(o, "entry", chains_entry(x->c, x->root));
    out_json_text(o, "level", chains_level(room, x->c->root[x->root].level));
    out_json_number(o, "length", x->n);
    out_json_key(o, "chain");
    out_put(o, STR("["));
    for (u4 i = 0; i < x->n; i++) {
        out_put(o, i ? STR(",") : STR(""));
        put_json(o, x->c->plan, x->c->grain, x->label[i]);
    }
    out_put(o, STR("]"));
    out_json_end(o);
}

void chain_entry(struct out *o, const struct chains *c, u4 root) {
    char room[LEVEL_TEXT];
    step_method(o, chains_entry(c, root));
    if (c->root[root].level != PLAN_ANY_LEVEL) {
        out_put(o, STR(" (level "));
        out_put(o, chains_level(room, c->root[root].level));
        out_put(o, STR(")"));
    }
}

void step_indent(struct out *o, u4 depth) {
    for (u4 i = 0; i < depth; i++) {
        out_put(o, STR("  "));
    }
}

void chain_text(struct out *o, const struct chain *x) {
    chain_entry(o, x->c, x->root);
    out_row(o, NULL, 0);
    for (u4 i = 0; i < x->n; i++) {
        step_indent(o, i + 1);
        step_text(o, x->c->plan, x->c->grain, x->label[i]);
        out_row(o, NULL, 0);
    }
}
