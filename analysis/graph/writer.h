// SPDX-License-Identifier: MIT
// What the text formats are made of: cells and lines, keys and JSON strings.
#ifndef CCINSTR_ANALYSIS_GRAPH_WRITER_H
#define CCINSTR_ANALYSIS_GRAPH_WRITER_H

#include "analysis/base/emit.h"
#include "analysis/graph/write.h"

struct writer {
    const struct write *w;
    struct callgraph *g;
    struct emit text;  // handed on in pieces
};

void writer_begin(struct writer *p, const struct write *w, struct callgraph *g);
void writer_end(struct writer *p);

void writer_put(struct writer *p, struct str s);
void writer_number(struct writer *p, s4 n);
void writer_flush(struct writer *p, bool all);

// Tab-separated. The head is for that format only.
void writer_head(struct writer *p, struct str columns);
void writer_tab(struct writer *p);
void writer_row(struct writer *p, const struct str *cell, u4 n);
// The columns offset and line, and the tabs around them.
void writer_where(struct writer *p, s4 pc, s4 line);

// JSON, one object a line.
void writer_json(struct writer *p, struct str s);
void writer_json_text(struct writer *p, const char *key, struct str s);
void writer_json_number(struct writer *p, const char *key, s4 n);
void writer_json_where(struct writer *p, s4 pc, s4 line);
void writer_json_end(struct writer *p);

#endif
