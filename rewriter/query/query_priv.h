// SPDX-License-Identifier: MIT
// Parts of all answers: numbers, chains with their counts, and lists in JSON.
#ifndef CCINSTR_REWRITER_QUERY_QUERY_PRIV_H
#define CCINSTR_REWRITER_QUERY_QUERY_PRIV_H

#include "rewriter/chains/step.h"
#include "rewriter/query/query.h"

// Columns of a count in front of a line; lines below it are indented as far.
enum { QUERY_COUNT = 10 };

// --- JSON --------------------------------------------------------------------

// Opens the object of the answer, which says how far hits can be believed.
void query_begin(const struct query *q, const char *question);
// Closes the object of the answer. Tells people how far its hits can be believed, and
// those of another pool, if it is not NULL.
void query_end_hits(const struct query *q, const struct pool *also);
void query_json_u8(const struct query *q, const char *key, u8 n);
// "hits", which are null if they are not known.
void query_json_hits(const struct query *q, u8 n, bool known);
void query_json_big(const struct query *q, const char *key, struct big n);
void query_json_list(const struct query *q, const char *key);
// Opens item i of a list.
void query_json_item(const struct query *q, u4 i);

// --- Lines -------------------------------------------------------------------

// "once", "7 times".
void query_put_times(const struct query *q, u8 n);
// Writes text right-aligned.
void query_right(const struct query *q, struct str text);
// Writes text right-aligned, with two blanks behind it.
void query_count(const struct query *q, struct str text);
void query_count_u8(const struct query *q, u8 n);
// A heading: some of all.
void query_heading(const struct query *q, const char *what, u8 shown, u8 all);

// --- Sites -------------------------------------------------------------------

// Writes "METHOD (Foo.java:12 @7) calls REFERENCE".
void query_put_place(const struct query *q, u4 site);
// Writes a site as keys: method, offset, line, source, called.
void query_json_place(const struct query *q, u4 site);
// Writes "ran 7 times", or that the site never ran, or that it is not known.
void query_put_ran(const struct query *q, u4 site);

// --- Chains ------------------------------------------------------------------

// Item i of a list: a chain with a count in front, or a key for it. Its last
// `open` steps were not taken.
struct query_chain {
    const char *key;
    struct str count;
    u4 root;
    const u4 *label;
    u4 n, open;
};
// Writes item i of a list: a covered chain with its hits.
void query_put_node(const struct query *q, u4 i, u4 node);
struct str query_text_u8(const struct query *q, u8 n);

// The method that a node ends in.
static inline u4 query_end_of(const struct cover *c, u4 node) {
    return c->plan->state[c->node[node].state].method;
}
static inline u4 query_entry_of(const struct cover *c, u4 root) {
    return c->plan->entry[c->forest.root[root].entry].method;
}

#endif
