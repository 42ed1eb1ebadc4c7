// SPDX-License-Identifier: MIT
// naivechains.h - all chains of a small plan, as lines of text: each made by
// itself, projected by rewriting its words; random plans; and what the tests of
// chains share besides.
#ifndef CCINSTR_TESTS_UNIT_LIB_NAIVECHAINS_H
#define CCINSTR_TESTS_UNIT_LIB_NAIVECHAINS_H

#include "analysis/base/vec.h"
#include "rewriter/chains/chains.h"

#include <stdio.h>

struct naive_chain {
    struct str entry, level, words, line;
    u4 length;
    struct str last;  // the method it ends in
    u4 back;          // back edges from its end
};

struct naive_chains {
    struct arena arena;
    VEC(struct naive_chain) v;  // sorted by line, each once
    u4 n_back;                  // in all nodes
};

void naive_chains_init(struct naive_chains *n, const struct plan *p,
                       enum grain grain);
void naive_chains_release(struct naive_chains *n);

// The forest of a plan at that granularity, with the trees of some entries.
void open_chains(struct chains *c, const struct plan *p,
                 struct chains_pick entries, enum grain grain,
                 struct arena *mem);

// What is written to a file, as text.
struct capture {
    FILE *out;
    char *text;
    size_t n;
};
FILE *capture_begin(struct capture *k);
struct str capture_end(struct capture *k, struct arena *mem);
// The first line of a text, which is taken from it.
struct str take_line(struct str *text);
void is_text(struct str text, const char *expected);

// The text of a plan (smallplan.h), another one for each seed.
char *random_plan(struct arena *mem, unsigned seed);

#endif
