// SPDX-License-Identifier: MIT
// filter.c - the patterns of --from, --to and --within as an edge_filter.
#include "rewriter/cli/edgefilter.h"

#include "rewriter/cli/pattern.h"
#include "rewriter/cli/usage.h"
#include "rewriter/jar/select.h"

static bool is_picked(const struct filter *f, const struct arg_list *patterns,
                      method_id m) {
    if (m >= f->w->method.n) {
        return false;  // <main> and <vm> are in no class
    }
    const struct world_method *wm = &f->w->method.v[m];
    bool picked = patterns->n && pattern_excludes(patterns->item[0]);
    for (size_t i = 0; i < patterns->n; i++) {
        if (pattern_matches(patterns->item[i], f->w->class.v[wm->class].name,
                            world_sig_name(f->w, wm->sig))) {
            picked = !pattern_excludes(patterns->item[i]);
        }
    }
    return picked;
}

static bool from(void *context, method_id m) {
    const struct filter *f = context;
    return (!f->opt->from.n || is_picked(f, &f->opt->from, m)) &&
           (!f->opt->within.n || is_picked(f, &f->opt->within, m));
}

static bool to(void *context, method_id m) {
    const struct filter *f = context;
    return (!f->opt->to.n || is_picked(f, &f->opt->to, m)) &&
           (!f->opt->within.n || is_picked(f, &f->opt->within, m));
}

static bool check(const struct arg_list *list, const char *option) {
    for (size_t i = 0; i < list->n; i++) {
        if (!pattern_is(list->item[i])) {
            usage_error("graph", OPTION_PATTERN, option, list->item[i]);
            return false;
        }
    }
    return true;
}

bool filter_check_component(const struct options *opt, const char *command) {
    for (size_t i = 0; i < opt->component.n; i++) {
        if (!select_is_pattern(opt->component.item[i])) {
            usage_error(command, OPTION_PATTERN, "component",
                        opt->component.item[i]);
            return false;
        }
    }
    return true;
}

bool filter_check(const struct options *opt) {
    return check(&opt->from, "from") && check(&opt->to, "to") &&
           check(&opt->within, "within");
}

struct edge_filter filter_of(struct filter *f, const struct world *w,
                             const struct options *opt) {
    *f = (struct filter){w, opt};
    bool all = !opt->from.n && !opt->to.n && !opt->within.n;
    return (struct edge_filter){
        .from = all ? NULL : from, .to = all ? NULL : to, .context = f};
}
