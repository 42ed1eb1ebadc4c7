// SPDX-License-Identifier: MIT
// Methods, receivers and references as the text formats write them.
//
//     com/acme/Foo.bar:(I)V   lambda:com/acme/Foo.lambda$run$0:()V   <vm>
//
// Space, tab, newline, CR and backslash inside are \s \t \n \r \\.
#ifndef CCINSTR_ANALYSIS_CALLGRAPH_GRAPHTEXT_H
#define CCINSTR_ANALYSIS_CALLGRAPH_GRAPHTEXT_H

#include "analysis/reach/reach.h"

struct text {
    const struct world *w;
    struct arena arena;
    VEC(struct str) method;  // by method_id, made when first asked for
    VEC(struct str) ref;     // by ref_id, made when first asked for
};

void text_init(struct text *n, const struct world *w);
void text_release(struct text *n);

struct str text_method(struct text *n, method_id m);
struct str text_class(struct text *n, class_id c);
// The reference, class or other thing that constant i of class c names, or "-".
struct str text_constant(struct text *n, class_id c, u4 i);
struct str text_ref(struct text *n, ref_id r);
// An offset as it is written; -1 for none.
static inline int text_pc(u2 pc) {
    return pc == SITE_NO_PC ? -1 : pc;
}
// 10 before 9: the order of the digits, not of the numbers.
int text_pc_order(int a, int b);
struct str text_escape(struct text *n, struct str s);

#endif
