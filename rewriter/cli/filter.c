// SPDX-License-Identifier: MIT
// filter.c - the patterns of --from, --to and --within as an edge_filter.
#include "rewriter/cli/filter.h"

#include "rewriter/cli/usage.h"
#include "rewriter/jar/select.h"

enum { LONGEST_PATTERN = 1000 };

// The class part of a pattern, without ! and #METHOD.
static bool class_part(const char *pattern, char *out, const char **method) {
    const char *p = pattern + (*pattern == '!');
    const char *hash = strchr(p, '#');
    size_t n = hash ? (size_t)(hash - p) : strlen(p);
    if (n >= LONGEST_PATTERN) {
        return false;
    }
    memcpy(out, p, n);
    out[n] = '\0';
    *method = hash ? hash + 1 : NULL;
    return true;
}

// * is any run of characters, ? any one. The last * is all that needs retrying.
static bool is_like(const char *p, struct str s) {
    const char *star = NULL;
    size_t i = 0, from = 0;
    while (i < s.n) {
        if (*p == '*') {
            star = ++p;
            from = i;
        } else if (*p && (*p == '?' || *p == s.p[i])) {
            p++;
            i++;
        } else if (star) {
            p = star;
            i = ++from;
        } else {
            return false;
        }
    }
    while (*p == '*') {
        p++;
    }
    return *p == '\0';
}

static bool is_picked(const struct filter *f, const struct arg_list *patterns,
                      method_id m) {
    if (m >= f->w->method.n) {
        return false;  // <main> and <vm> are in no class
    }
    const struct world_method *wm = &f->w->method.v[m];
    bool picked = patterns->n && patterns->item[0][0] == '!';
    for (size_t i = 0; i < patterns->n; i++) {
        char class[LONGEST_PATTERN];
        const char *method;
        if (class_part(patterns->item[i], class, &method) &&
            select_matches(class, f->w->class.v[wm->class].name) &&
            (!method || is_like(method, world_sig_name(f->w, wm->sig)))) {
            picked = patterns->item[i][0] != '!';
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
        char class[LONGEST_PATTERN];
        const char *method;
        if (!class_part(list->item[i], class, &method) ||
            !select_is_pattern(class)) {
            usage_error("graph", OPTION_PATTERN, option, list->item[i]);
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
