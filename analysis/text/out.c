// SPDX-License-Identifier: MIT
// Text on its way to a file.
#include "analysis/text/out.h"

#include "analysis/base/shown.h"
#include "analysis/base/utf8.h"

// Text is gathered and handed on in pieces of this size.
enum { PIECE = 1 << 18 };

void out_begin(struct out *o, FILE *file) {
    *o = (struct out){.file = file};
    emit_init(&o->text, SIZE_MAX / 2);
}

void out_end(struct out *o) {
    out_flush(o, true);
    emit_release(&o->text);
}

void out_flush(struct out *o, bool all) {
    if (o->file && o->text.n && (all || o->text.n > PIECE)) {
        fwrite(o->text.p, 1, o->text.n, o->file);
        emit_reset(&o->text);
    }
}

void out_put(struct out *o, struct str s) {
    emit_bytes(&o->text, s.p, s.n);
}

void out_text(struct out *o, struct str s) {
    shown_put(&o->text, s);
}

void out_number(struct out *o, s8 n) {
    char text[24];
    int len = snprintf(text, sizeof text, "%lld", (long long)n);
    emit_bytes(&o->text, text, (size_t)len);
}

void out_tab(struct out *o) {
    emit_u1(&o->text, '\t');
}

void out_row(struct out *o, const struct str *cell, u4 n) {
    for (u4 i = 0; i < n; i++) {
        if (i) {
            out_tab(o);
        }
        out_text(o, cell[i]);
    }
    emit_u1(&o->text, '\n');
    out_flush(o, false);
}

static void put_unit(struct out *o, u4 unit) {
    char hex[16];
    snprintf(hex, sizeof hex, "\\u%04x", unit);
    out_put(o, str_of(hex));
}

// A JSON string. Names are modified UTF-8: what is not UTF-8 in it (a zero, a pair of
// surrogates), and what is not to be shown, is written as an escape; of half a pair,
// which parsers refuse, and of bytes that are no character, U+FFFD is.
void out_json(struct out *o, struct str s) {
    emit_u1(&o->text, '"');
    for (size_t i = 0; i < s.n;) {
        size_t from = i;
        u4 c = utf8_next(s, &i);
        if (c == '"' || c == '\\') {
            emit_u1(&o->text, '\\');
            emit_u1(&o->text, c);
        } else if (c > 0xFFFF && i - from > UTF8_BYTES) {
            put_unit(o, 0xD800 + ((c - 0x10000) >> 10));
            put_unit(o, 0xDC00 + ((c - 0x10000) & 0x3FF));
        } else if ((c >= 0xD800 && c < 0xE000) ||
                   (c == UTF8_NONE && i - from == 1)) {
            put_unit(o, UTF8_NONE);
        } else if (shown_is_odd(c)) {
            put_unit(o, c);
        } else {
            out_put(o, (struct str){s.p + from, i - from});
        }
    }
    emit_u1(&o->text, '"');
}

// An escape begins with a backslash, too.
static void put_dot(struct out *o, struct str s, size_t *i) {
    struct emit *e = &o->text;
    size_t at = e->n;
    shown_next(e, s, i);
    u1 first = e->p[at];
    if (first == '&') {
        out_put(o, STR("amp;"));
    } else if (first == '"' || first == '\\') {
        emit_u1(e, 0);
        memmove(e->p + at + 1, e->p + at, e->n - 1 - at);
        e->p[at] = '\\';
    }
}

void out_dot(struct out *o, struct str s) {
    emit_u1(&o->text, '"');
    for (size_t i = 0; i < s.n;) {
        put_dot(o, s, &i);
    }
    emit_u1(&o->text, '"');
}

// A sign alone is no formula.
void out_csv(struct out *o, struct str s) {
    struct emit *e = &o->text;
    bool formula = s.n > 1 && s.p[0] && strchr("=+-@", s.p[0]);
    bool quoted = s.n && (memchr(s.p, ',', s.n) || memchr(s.p, '"', s.n));
    out_put(o, quoted ? STR("\"") : STR(""));
    for (size_t i = 0; i < s.n;) {
        if (i == 0 && formula) {
            shown_byte(e, (u1)s.p[i++]);
            continue;
        }
        out_put(o, s.p[i] == '"' ? STR("\"") : STR(""));
        shown_next(e, s, &i);
    }
    out_put(o, quoted ? STR("\"") : STR(""));
}

void out_json_key(struct out *o, const char *key) {
    u1 last = o->text.n == 0 ? '\n' : o->text.p[o->text.n - 1];
    out_put(o, last == '\n'  ? STR("{\"")
               : last == '{' ? STR("\"")
                             : STR(",\""));
    out_put(o, str_of(key));
    out_put(o, STR("\":"));
}

void out_json_text(struct out *o, const char *key, struct str s) {
    out_json_key(o, key);
    out_json(o, s);
}

void out_json_number(struct out *o, const char *key, s8 n) {
    out_json_key(o, key);
    out_number(o, n);
}

void out_json_end(struct out *o) {
    out_put(o, STR("}\n"));
    out_flush(o, false);
}
