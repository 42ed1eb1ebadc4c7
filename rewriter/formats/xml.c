// SPDX-License-Identifier: MIT
// XML on its way to a file.
#include "rewriter/formats/xml.h"

#include "analysis/base/shown.h"
#include "analysis/base/utf8.h"

#include <inttypes.h>

static void put(struct xml *x, const char *s) {
    out_put(x->out, str_of(s));
}

static void line(struct xml *x) {
    put(x, "\n");
    for (u4 i = 0; i < x->depth; i++) {
        put(x, "  ");
    }
}

void xml_begin(struct xml *x, const char *doctype, struct out *o) {
    *x = (struct xml){.out = o};
    put(x, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE ");
    put(x, doctype);
    put(x, ">");
}

void xml_end(struct xml *x) {
    put(x, "\n");
}

static void end_tag(struct xml *x) {
    if (x->open) {
        put(x, ">");
        x->open = false;
    }
}

void xml_open(struct xml *x, const char *element) {
    end_tag(x);
    line(x);
    put(x, "<");
    put(x, element);
    x->open = true;
    x->depth++;
    out_flush(x->out, false);
}

void xml_close(struct xml *x, const char *element) {
    x->depth--;
    if (x->open) {
        put(x, "/>");
        x->open = false;
        return;
    }
    line(x);
    put(x, "</");
    put(x, element);
    put(x, ">");
}

// Char of XML 1.0.
static bool is_char(u4 c) {
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c < 0xD800) ||
           (c >= 0xE000 && c < 0xFFFE) || c >= 0x10000;
}

static const char *entity(u4 c) {
    return c == '<'   ? "&lt;"
           : c == '>' ? "&gt;"
           : c == '&' ? "&amp;"
           : c == '"' ? "&quot;"
                      : NULL;
}

// What a parser would make a blank of is written by its number, and what is not to be
// shown.
static void put_escaped(struct xml *x, struct str s) {
    char bytes[UTF8_BYTES], number[16];
    for (size_t i = 0; i < s.n;) {
        u4 c = utf8_next(s, &i);
        c = is_char(c) ? c : UTF8_NONE;
        if (shown_is_odd(c)) {
            snprintf(number, sizeof number, "&#%u;", c);
            put(x, number);
        } else if (entity(c)) {
            put(x, entity(c));
        } else {
            size_t n = utf8_bytes(bytes, c);
            out_put(x->out, (struct str){bytes, n});
        }
    }
}

void xml_text(struct xml *x, const char *name, struct str value) {
    put(x, " ");
    put(x, name);
    put(x, "=\"");
    put_escaped(x, value);
    put(x, "\"");
}

void xml_number(struct xml *x, const char *name, u8 value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    xml_text(x, name, str_of(text));
}

void xml_leaf(struct xml *x, const char *element, struct str content) {
    xml_open(x, element);
    end_tag(x);
    put_escaped(x, content);
    x->depth--;
    put(x, "</");
    put(x, element);
    put(x, ">");
}
