// SPDX-License-Identifier: MIT
// Methods that may be meant where none matches.
#include "rewriter/cli/nearby.h"

#include "rewriter/chains/chains.h"
#include "rewriter/chains/readable.h"
#include "rt-native/plan.h"

enum { MOST_NEAR = 3 };

const char *nearby_text(const char *text, const struct pattern_methods *all,
                        struct arena *mem) {
    u4 near[MOST_NEAR];
    u4 n = pattern_near(text, all, near, MOST_NEAR);
    const char *out = "";
    for (u4 i = 0; i < n; i++) {
        struct str name =
            readable_method(mem, all->name(all->context, near[i]));
        out = arena_printf(mem, "%s%s%.*s", out,
                           i == 0      ? "; there is "
                           : i + 1 < n ? ", "
                                       : " and ",
                           STR_F(name));
    }
    return out;
}

struct of_plan {
    const struct plan *p;
    const u4 *method;
};

static struct str name_of(void *context, u4 i) {
    const struct of_plan *of = context;
    return chains_method(of->p, of->method[i]);
}

struct pattern_methods nearby_methods(const struct plan *p, bool entries,
                                      struct arena *mem) {
    struct of_plan *of = ARENA_NEW(mem, struct of_plan);
    u4 *method = ARENA_ARRAY(mem, u4, p->n[PLAN_METHOD]), n = 0;
    for (u4 m = 1; m < p->n[PLAN_METHOD]; m++) {
        if (!entries || p->method[m].flags & PLAN_METHOD_ENTRY) {
            method[n++] = m;
        }
    }
    *of = (struct of_plan){p, method};
    return (struct pattern_methods){n, name_of, of};
}
