// SPDX-License-Identifier: MIT
// randompool.h - small plans with requirements, and labels without a slot; and random
// pools of them, in canonical order: chains of the forest, and such as are in none.
#ifndef CCINSTR_TESTS_UNIT_LIB_RANDOMPOOL_H
#define CCINSTR_TESTS_UNIT_LIB_RANDOMPOOL_H

#include "rewriter/runs/pool.h"
#include "tests/unit/lib/smallplan.h"

void random_pool_plan(struct small_plan *s, const char *text, unsigned seed);
void random_pool(struct pool *to, const struct plan *p, unsigned seed,
                 struct arena *mem);

// The method of a node.
u4 random_pool_method(const struct plan *p, const struct pool_node *x);
// "A.f:()V 3" and the words of its chain behind; to be found in a table of texts.
char *random_pool_chain(const struct plan *p, const struct pool *pool, u4 node,
                        struct arena *mem);

#endif
