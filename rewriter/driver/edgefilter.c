// SPDX-License-Identifier: MIT
// Patterns of methods as a filter of edges.
#include "rewriter/driver/edgefilter.h"

#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/text/arglist.h"
#include "analysis/world/world.h"
#include "rewriter/driver/pattern.h"

static bool is_picked(const struct filter *f, const struct arg_list *patterns,
                      method_id m) {
    const struct world *w = f->g->w;
    if (m >= w->method.n) {
        return false;  // <main> and <vm> are in no class
    }
    const struct world_method *wm = &w->method.v[m];
    struct str text = text_method(&f->g->text, m);
    bool picked = patterns->n && pattern_excludes(patterns->item[0]);
    for (size_t i = 0; i < patterns->n; i++) {
        if (pattern_matches(patterns->item[i], w->class.v[wm->class].name,
                            world_sig_name(w, wm->sig)) ||
            pattern_matches_text(patterns->item[i], text)) {
            picked = !pattern_excludes(patterns->item[i]);
        }
    }
    return picked;
}

static bool from(void *context, method_id m) {
    const struct filter *f = context;
    return (!f->spec->from.n || is_picked(f, &f->spec->from, m)) &&
           (!f->spec->within.n || is_picked(f, &f->spec->within, m));
}

static bool to(void *context, method_id m) {
    const struct filter *f = context;
    return (!f->spec->to.n || is_picked(f, &f->spec->to, m)) &&
           (!f->spec->within.n || is_picked(f, &f->spec->within, m));
}

struct edge_filter filter_of(struct filter *f, struct callgraph *g,
                             const struct edge_spec *spec) {
    *f = (struct filter){g, spec};
    bool all = !spec->from.n && !spec->to.n && !spec->within.n;
    return (struct edge_filter){
        .from = all ? NULL : from, .to = all ? NULL : to, .context = f};
}
