// SPDX-License-Identifier: MIT
// The pages of an HTML report while they are made: each file is built in one buffer
// and kept; the folder is written when all of them are there.
//
//     index.html        the overview
//     hot.html          the icicle of hot chains
//     class/N-NAME.html a class that has entries or required sites
//     src/N-NAME.html   a source file with its call sites marked
//     data/cN.js        sites and labels of a class
//     data/tN.js        blocks of the trees of covered chains
//     data/sN.js        states: what may follow, and how many chains begin with it
//     page.js page.css  rewriter/html/page.*
//
// With several plans, N and the names of pieces begin with the number of the plan.
#ifndef CCINSTR_REWRITER_HTML_HTML_PRIV_H
#define CCINSTR_REWRITER_HTML_HTML_PRIV_H

#include "analysis/base/folder.h"
#include "analysis/base/mem.h"
#include "analysis/base/vec.h"
#include "analysis/text/out.h"
#include "rewriter/report/report.h"

// One plan.
struct html_plan {
    const struct cover *c;
    const char *prefix;  // "", or "2-"
    const char *
        *page;  // by class: its page, from the top of the folder; or NULL
    const char **source;  // by class: the page of its source, or NULL
    u4 *state;            // by state: its number among those of covered nodes
    // By node: file and place of the block of its children, if that is not the node's own
    // block.
    u4 *block;
    u8 *root_covered;      // by root: covered chains
    const char *unknowns;  // what the analysis could not know, or NULL
};

struct html {
    const struct report *r;
    struct html_plan *plan;  // as r->cover
    struct out o;            // the file that is being made
    VEC(struct new_file) file;
    struct arena mem;  // all of them
    struct diag *d;
};

// The blocks that a file can have, and the states that it has; pages tell both to the
// script.
enum { HTML_BLOCKS = 65536, HTML_STATES = 2000 };

// --- htmltext.c: records -----------------------------------------------------------

// Parts of records: HTML_SITE is the beginning of one, HTML_SITE_LINE a field.
enum html_part {
#define RECORD(id) HTML_##id,
#define FLAT(id) HTML_##id,
#define FIELD(id, name) HTML_##id##_##name,
#define OPTIONAL(id, name) HTML_##id##_##name,
#define END(id) HTML_##id##_END,
#include "rewriter/html/records.def"
    N_HTML_PARTS
};

// Call it before the value of each field, in the order of records.def; it is a bug if
// another field is due. `at` is the last part written, from the record's beginning.
void html_field(struct html *h, enum html_part *at, enum html_part field);
// Ends a record; its last field must be there.
void html_record_end(struct html *h, enum html_part at);
// Ends a record without writing a bracket: it is FLAT, or its last field is put elsewhere.
void html_record_whole(enum html_part at);

// --- htmltext.c: text in pages and pieces ------------------------------------------

void html_put(struct html *h, const char *markup);
// Writes a name, which is modified UTF-8; parts that are no UTF-8 become U+FFFD.
void html_text(struct html *h, struct str s);
// Writes a name in the fragment of an address.
void html_url(struct html *h, struct str s);
// A string of a script or of data in a page.
void html_json(struct html *h, struct str s);
// A number of a script; a string of digits where that would not be exact.
void html_count(struct html *h, u8 n);
void html_big(struct html *h, struct big n);
// For people.
void html_digits(struct html *h, struct str digits);
// A list of records FIGURE, or null.
void html_figures(struct html *h, const struct figure *figure);
// "words":[...],"has":[...]
void html_figure_words(struct html *h);
// One box for each figure that is required.
void html_cards(struct html *h, const struct figure *figure);

// From the doctype to the end of the head; `base` leads to the top of the folder.
struct html_head {
    const char *kind;  // which function of page.js it is for, or ""
    const char *base;
    struct str title;
};
void html_begin(struct html *h, const struct html_head *head);
void html_end(struct html *h);
// Writes which plan a page is of, if there are several.
void html_plan_name(struct html *h, const struct html_plan *p);
// Makes that file of all that was put.
void html_file(struct html *h, const char *name);

static inline struct str html_string(const struct html_plan *p, u4 id) {
    return chains_string(p->c->plan, id);
}

// --- The pages -------------------------------------------------------------------------

void html_trees(struct html *h, struct html_plan *p);    // htmltree.c
void html_sources(struct html *h, struct html_plan *p);  // htmlsource.c
void html_classes(struct html *h, struct html_plan *p);  // htmlclass.c
void html_hot(struct html *h);                           // htmlhot.c
void html_index(struct html *h);                         // htmlindex.c
void html_since(struct html *h);  // htmlsince.c: part of the overview
// What the analysis could not know, beside the figures of that plan, which are worth less
// for it: a line, or nothing (htmlindex.c). `base` leads to the top of the folder.
void html_unknowns(struct html *h, const struct html_plan *p, const char *base);

// A table of the overview; a title that begins with # is that of numbers.
void html_table(struct html *h, const char *name, const char *const *title,
                u4 n);
void html_table_end(struct html *h);

// Writes the address, in an attribute, of the page of a chain of n labels below the root at
// that place; from the top of the folder.
void html_chain_link(struct html *h, const struct html_plan *p, u4 root,
                     const u4 *label, u4 n);

#endif
