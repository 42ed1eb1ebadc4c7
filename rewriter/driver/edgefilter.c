// SPDX-License-Identifier: MIT
// Patterns of methods as a filter of edges.
#include "rewriter/driver/edgefilter.h"

#include "analysis/callgraph/callgraph.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/text/arglist.h"
#include "analysis/world/world.h"

static bool is_picked(const struct filter *f, const struct pattern *pattern,
                      size_t n, method_id m) {
    if (m >= f->g->w->method.n) {
        return false;  // <main> and <vm> are in no class
    }
    struct str text = text_method(&f->g->text, m);
    bool picked = n && pattern_excludes(pattern[0].text);
    for (size_t i = 0; i < n; i++) {
        if (pattern_takes(&pattern[i], text)) {
            picked = !pattern_excludes(pattern[i].text);
        }
    }
    return picked;
}

static bool from(void *context, method_id m) {
    const struct filter *f = context;
    return (!f->spec->from.n || is_picked(f, f->from, f->spec->from.n, m)) &&
           (!f->spec->within.n ||
            is_picked(f, f->within, f->spec->within.n, m));
}

static bool to(void *context, method_id m) {
    const struct filter *f = context;
    return (!f->spec->to.n || is_picked(f, f->to, f->spec->to.n, m)) &&
           (!f->spec->within.n ||
            is_picked(f, f->within, f->spec->within.n, m));
}

static struct pattern *read_list(const struct arg_list *list,
                                 const struct pattern_methods *all,
                                 struct arena *mem) {
    struct pattern *p = ARENA_ARRAY(mem, struct pattern, list->n);
    for (size_t i = 0; i < list->n; i++) {
        p[i] = pattern_among(list->item[i], all);
    }
    return p;
}

struct edge_filter filter_of(struct filter *f, struct callgraph *g,
                             const struct edge_spec *spec,
                             const struct pattern_methods *all,
                             struct arena *mem) {
    *f = (struct filter){g, spec, read_list(&spec->from, all, mem),
                         read_list(&spec->to, all, mem),
                         read_list(&spec->within, all, mem)};
    bool every = !spec->from.n && !spec->to.n && !spec->within.n;
    return (struct edge_filter){
        .from = every ? NULL : from, .to = every ? NULL : to, .context = f};
}
