// SPDX-License-Identifier: MIT
// What the text formats of a graph share.
#include "analysis/listing/writer.h"

#include "analysis/callgraph/callgraph.h"

void writer_begin(struct writer *p, const struct write *w,
                  struct callgraph *g) {
    *p = (struct writer){.w = w, .g = g};
    out_begin(&p->to, w->out);
}

void writer_end(struct writer *p) {
    out_end(&p->to);
}

void writer_head(struct writer *p, struct str columns) {
    if (p->w->format == WRITE_TSV) {
        out_put(&p->to, columns);
        out_put(&p->to, STR("\n"));
    }
}

void writer_where(struct writer *p, s4 pc, s4 line) {
    out_tab(&p->to);
    out_number(&p->to, pc);
    out_tab(&p->to);
    if (line < 0) {
        out_put(&p->to, STR("-"));
    } else {
        out_number(&p->to, line);
    }
    out_tab(&p->to);
}

void writer_json_where(struct writer *p, s4 pc, s4 line) {
    out_json_number(&p->to, "offset", pc);
    if (line >= 0) {
        out_json_number(&p->to, "line", line);
    }
}
