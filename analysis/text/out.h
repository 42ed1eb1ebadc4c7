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

// To standard output, whose errors are told when the program ends, or another file; or
// gathered, without one: what has to be whole is gathered, since a buffer of our own
// never lacks memory in silence (mem.h).
void out_begin(struct out *o, FILE *file);
void out_end(struct out *o);
// Hands on what there is, unless that is little.
void out_flush(struct out *o, bool all);

// Our own words. Text from input goes through those below (shown.h).
void out_put(struct out *o, struct str s);
void out_text(struct out *o, struct str s);
void out_number(struct out *o, s8 n);

// Tab-separated, of cells that may be text from input.
void out_tab(struct out *o);
void out_row(struct out *o, const struct str *cell, u4 n);

// JSON, one object a line: a key at the start of a line opens it.
void out_json(struct out *o, struct str s);
// A cell of comma-separated values, and no formula.
void out_csv(struct out *o, struct str s);
// In quotes, for DOT: nothing in it is taken for markup.
void out_dot(struct out *o, struct str s);
void out_json_key(struct out *o, const char *key);
void out_json_text(struct out *o, const char *key, struct str s);
void out_json_number(struct out *o, const char *key, s8 n);
void out_json_end(struct out *o);

#endif
