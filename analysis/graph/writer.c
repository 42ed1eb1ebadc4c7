// SPDX-License-Identifier: MIT
// What the text formats are made of.
#include "analysis/graph/writer.h"

// Text is gathered and handed on in pieces of this size.
enum { PIECE = 1 << 18 };

void writer_begin(struct writer *p, const struct write *w,
                  struct callgraph *g) {
    *p = (struct writer){.w = w, .g = g};
    emit_init(&p->text, SIZE_MAX / 2);
}

void writer_end(struct writer *p) {
    writer_flush(p, true);
    emit_release(&p->text);
}

void writer_put(struct writer *p, struct str s) {
    emit_bytes(&p->text, s.p, s.n);
}

void writer_number(struct writer *p, s4 n) {
    char text[16];
    int len = snprintf(text, sizeof text, "%d", n);
    emit_bytes(&p->text, text, (size_t)len);
}

void writer_flush(struct writer *p, bool all) {
    if (p->text.n && (all || p->text.n > PIECE)) {
        fwrite(p->text.p, 1, p->text.n, p->w->out);
        emit_reset(&p->text);
    }
}

void writer_tab(struct writer *p) {
    emit_u1(&p->text, '\t');
}

void writer_row(struct writer *p, const struct str *cell, u4 n) {
    for (u4 i = 0; i < n; i++) {
        if (i) {
            writer_tab(p);
        }
        writer_put(p, cell[i]);
    }
    emit_u1(&p->text, '\n');
    writer_flush(p, false);
}

// A JSON string. Names are modified UTF-8: what is not UTF-8 in it (a zero, a
// surrogate) is written as an escape.
void writer_json(struct writer *p, struct str s) {
    char hex[8];
    emit_u1(&p->text, '"');
    for (size_t i = 0; i < s.n; i++) {
        u1 c = (u1)s.p[i];
        bool surrogate = c == 0xED && i + 2 < s.n && (u1)s.p[i + 1] >= 0xA0;
        bool zero = c == 0xC0 && i + 1 < s.n && (u1)s.p[i + 1] == 0x80;
        if (c == '"' || c == '\\') {
            emit_u1(&p->text, '\\');
            emit_u1(&p->text, c);
        } else if (c < 0x20 || surrogate || zero) {
            u4 code = surrogate ? 0xD000u | ((u4)s.p[i + 1] & 0x3F) << 6 |
                                      ((u4)s.p[i + 2] & 0x3F)
                      : c < 0x20 ? c
                                 : 0;
            snprintf(hex, sizeof hex, "\\u%04x", code);
            writer_put(p, str_of(hex));
            i += surrogate ? 2 : zero ? 1 : 0;
        } else {
            emit_u1(&p->text, c);
        }
    }
    emit_u1(&p->text, '"');
}

static void put_key(struct writer *p, const char *key) {
    bool first = p->text.n == 0 || p->text.p[p->text.n - 1] == '\n';
    writer_put(p, first ? STR("{\"") : STR(",\""));
    writer_put(p, str_of(key));
    writer_put(p, STR("\":"));
}

void writer_json_text(struct writer *p, const char *key, struct str s) {
    put_key(p, key);
    writer_json(p, s);
}

void writer_json_number(struct writer *p, const char *key, s4 n) {
    put_key(p, key);
    writer_number(p, n);
}

void writer_json_end(struct writer *p) {
    writer_put(p, STR("}\n"));
    writer_flush(p, false);
}

void writer_head(struct writer *p, struct str columns) {
    if (p->w->format == WRITE_TSV) {
        writer_put(p, columns);
        emit_u1(&p->text, '\n');
    }
}

void writer_where(struct writer *p, s4 pc, s4 line) {
    writer_tab(p);
    writer_number(p, pc);
    writer_tab(p);
    if (line < 0) {
        emit_u1(&p->text, '-');
    } else {
        writer_number(p, line);
    }
    writer_tab(p);
}

void writer_json_where(struct writer *p, s4 pc, s4 line) {
    writer_json_number(p, "offset", pc);
    if (line >= 0) {
        writer_json_number(p, "line", line);
    }
}
