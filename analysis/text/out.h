// SPDX-License-Identifier: MIT
// Text on its way to a file: cells and lines, keys and JSON strings.
#ifndef CCINSTR_ANALYSIS_TEXT_OUT_H
#define CCINSTR_ANALYSIS_TEXT_OUT_H

#include "analysis/base/emit.h"
#include "analysis/base/str.h"

#include <stdio.h>

struct out {
    FILE *file;
    struct emit
        text;  // handed on in pieces, or all of it where there is no file
};

// Writes to file; errors of standard output are told when the program ends. Without a
// file all text is gathered in o->text: do so if it has to be whole, since a buffer of
// our own never lacks memory in silence (mem.h).
void out_begin(struct out *o, FILE *file);
void out_end(struct out *o);
// Hands on the text, unless it is little; all of it if `all`.
void out_flush(struct out *o, bool all);

// Writes our own words. Text from input goes through the functions below (shown.h).
void out_put(struct out *o, struct str s);
void out_text(struct out *o, struct str s);
void out_number(struct out *o, s8 n);

// Begins the next tab-separated cell.
void out_tab(struct out *o);
// Writes a line of tab-separated cells, which may be text from input.
void out_row(struct out *o, const struct str *cell, u4 n);

// Writes a JSON string.
void out_json(struct out *o, struct str s);
// A cell of comma-separated values, and no formula.
void out_csv(struct out *o, struct str s);
// In quotes, for DOT: nothing in it is taken for markup.
void out_dot(struct out *o, struct str s);
// JSON, one object a line: a key at the start of a line opens the object.
void out_json_key(struct out *o, const char *key);
void out_json_text(struct out *o, const char *key, struct str s);
void out_json_number(struct out *o, const char *key, s8 n);
void out_json_end(struct out *o);

#endif
