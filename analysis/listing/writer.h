// SPDX-License-Identifier: MIT
// What the text formats of a graph share.
#ifndef CCINSTR_ANALYSIS_LISTING_WRITER_H
#define CCINSTR_ANALYSIS_LISTING_WRITER_H

#include "analysis/listing/write.h"
#include "analysis/text/out.h"

struct writer {
    const struct write *w;
    struct callgraph *g;
    struct out to;
};

void writer_begin(struct writer *p, const struct write *w, struct callgraph *g);
void writer_end(struct writer *p);

// Writes the head of the tab-separated format, and nothing in others.
void writer_head(struct writer *p, struct str columns);
// Writes the columns offset and line, and the tabs around them.
void writer_where(struct writer *p, s4 pc, s4 line);
// Writes the keys offset and line.

void writer_json_where(struct writer *p, s4 pc, s4 line);

#endif
