// SPDX-License-Identifier: MIT
// Names that could be those of classes, in text.
#include "analysis/sources/nametext.h"

#include "analysis/base/utf8.h"

#include <string.h>

// What is particular to a kind of file.
enum {
    BACKSLASH = 1u << 0,    // as java.util.Properties has it
    JSON_ESCAPE = 1u << 1,  // as JSON has it
    FOLDED = 1u << 2,       // a line that begins with a blank goes on
    HASH = 1u << 3,         // remarks: # anywhere,
    HASH_WORD = 1u << 4,    // # behind a blank or at the begin of a line,
    HASH_LINE = 1u << 5,    // # or ! at the begin of a line,
    XML_REMARK = 1u << 6,   // <!-- -->
    SIMPLE = 1u << 7,       // names may be in no package
};

static const u1 ways[SRC_N_RESOURCE_KINDS] = {
    [SRC_SERVICES] = HASH | SIMPLE, [SRC_PROPERTIES] = BACKSLASH | HASH_LINE,
    [SRC_IMPORTS] = HASH,           [SRC_XML] = XML_REMARK,
    [SRC_JSON] = JSON_ESCAPE,       [SRC_YAML] = HASH_WORD,
    [SRC_MANIFEST] = FOLDED,
};

enum { UNKNOWN, UTF_8, LATIN_1 };

static bool has(const struct name_text *t, u4 way) {
    return ways[t->kind] & way;
}

static bool takes_simple(const struct name_text *t) {
    return t->simple || has(t, SIMPLE);
}

void nametext_init(struct name_text *t, struct str text,
                   enum src_resource_kind kind) {
    *t = (struct name_text){.text = text, .line = 1, .kind = (u1)kind};
    t->fresh = true;
    if (str_starts(text, STR("\xEF\xBB\xBF"))) {
        t->at = 3;
    }
}

void nametext_release(struct name_text *t) {
    vec_free(&t->name);
}

// --- Characters ---------------------------------------------------------------

// A bit for each byte that is a letter, a digit, '$' or '_': 64 to a row.
static const u8 word_bytes[4] = {0x03FF001000000000, 0x07FFFFFE87FFFFFE};

static bool is_word_byte(u1 c) {
    return word_bytes[c >> 6] >> (c & 63) & 1;
}

static bool is_name_byte(u1 c) {
    return is_word_byte(c) || c == '.' || c == '/';
}

static bool is_blank(u1 c) {
    return c == ' ' || c == '\t' || c == '\f';
}

// Blanks, quotation marks and dashes, which text has beside a name; all others are
// taken for letters.
static bool is_mark(u4 c) {
    return (c >= 0x80 && c <= 0xA0) || c == 0xAB || c == 0xBB ||
           (c >= 0x2000 && c <= 0x2030) || (c >= 0x3000 && c <= 0x3002) ||
           (c >= 0x300A && c <= 0x3011) || c == 0xFEFF || c == UTF8_NONE;
}

// A name is no longer than a class's can be; what is longer is cut, and is none.
static void add_byte(struct name_text *t, char c) {
    t->begin = t->name.n ? t->begin : t->at;
    if (t->name.n <= UINT16_MAX) {
        vec_push(&t->name, c);
    }
}

// As class files have it: beyond 16 bits a pair of surrogates.
static void add_char(struct name_text *t, u4 c) {
    u4 half[2] = {c, 0};
    if (c > 0xFFFF) {
        half[0] = 0xD800 + ((c - 0x10000) >> 10);
        half[1] = 0xDC00 + ((c - 0x10000) & 0x3FF);
    }
    for (u4 i = 0; i < 2 && half[i]; i++) {
        char to[UTF8_BYTES];
        u4 n = utf8_bytes(to, half[i]);
        for (u4 k = 0; k < n; k++) {
            add_byte(t, to[k]);
        }
    }
}

// Is all that is left UTF-8?
static bool is_utf8(const struct name_text *t) {
    size_t at = t->at;
    while (at < t->text.n) {
        size_t before = at;
        if (utf8_next(t->text, &at) == UTF8_NONE && at == before + 1) {
            return false;
        }
    }
    return true;
}

// Goes behind a character above 127; false if no name has it.
static bool take_high(struct name_text *t) {
    if (t->encoding == UNKNOWN) {
        t->encoding = is_utf8(t) ? UTF_8 : LATIN_1;
    }
    size_t at = t->at;
    u4 c = (u1)t->text.p[at++];
    if (t->encoding == UTF_8) {
        c = utf8_next(t->text, &t->at);
        at = t->at;
    }
    t->at = at;
    if (is_mark(c)) {
        return false;
    }
    add_char(t, c);
    return true;
}

// --- What is joined and written otherwise --------------------------------------

static u1 byte_at(const struct name_text *t, size_t at) {
    return at < t->text.n ? (u1)t->text.p[at] : 0;
}

// How many bytes the end of line at `at` has, or 0.
static u4 line_end(const struct name_text *t, size_t at) {
    u1 c = byte_at(t, at);
    return c == '\r' && byte_at(t, at + 1) == '\n' ? 2 : c == '\r' || c == '\n';
}

static bool is_escape(const struct name_text *t, u1 c) {
    return c == '\\' && has(t, BACKSLASH | JSON_ESCAPE);
}

static bool take_fold(struct name_text *t) {
    u4 n = line_end(t, t->at);
    if (!n || byte_at(t, t->at + n) != ' ') {
        return false;
    }
    t->at += n + 1;
    return true;
}

// The four digits of \uXXXX; false if they are none.
static bool take_unit(struct name_text *t, u4 *c) {
    *c = 0;
    for (size_t i = t->at; i < t->at + 4; i++) {
        u1 d = byte_at(t, i);
        u1 low = d | 32;
        if (!((d >= '0' && d <= '9') || (low >= 'a' && low <= 'f'))) {
            return false;
        }
        *c = *c << 4 | (u4)(d <= '9' ? d - '0' : low - 'a' + 10);
    }
    t->at += 4;
    return true;
}

// A backslash and what it stands for; false if that ends a name.
static bool take_backslash(struct name_text *t) {
    u1 c = byte_at(t, ++t->at);
    u4 n = line_end(t, t->at), unit;
    if (n && has(t, BACKSLASH)) {
        t->at += n;
        while (is_blank(byte_at(t, t->at))) {
            t->at++;
        }
        return true;
    }
    if (c >= 0x80 || t->at >= t->text.n) {
        return c >= 0x80;
    }
    t->at++;
    if (c == 'u' && take_unit(t, &unit)) {
        bool in_name = unit < 0x80 ? is_name_byte((u1)unit) : !is_mark(unit);
        if (in_name) {
            add_char(t, unit);
        }
        return in_name;
    }
    bool is_letter = c != '/' && (has(t, JSON_ESCAPE) || strchr("tnrf", c));
    if (is_letter || !is_name_byte(c)) {
        return false;
    }
    add_byte(t, (char)c);
    return true;
}

// Fills t->name with what follows as far as it can be a name.
static void take_name(struct name_text *t) {
    bool more = true;
    t->name.n = 0;
    while (more && t->at < t->text.n) {
        u1 c = (u1)t->text.p[t->at];
        if (is_name_byte(c)) {
            add_byte(t, (char)c);
            t->at++;
        } else if (c >= 0x80) {
            more = take_high(t);
        } else if (is_escape(t, c)) {
            more = take_backslash(t);
        } else {
            more = has(t, FOLDED) && take_fold(t);
        }
    }
    t->fresh = false;
}

// --- Names --------------------------------------------------------------------

static bool is_part_end(char c) {
    return c == '.' || c == '/';
}

// Turns what was taken into a name with slashes; false if it is none.
static bool is_name(struct name_text *t, struct str *out) {
    char *p = t->name.v;
    size_t n = t->name.n;
    if (n > UINT16_MAX) {
        return false;
    }
    while (n && is_part_end(p[n - 1])) {
        n--;
    }
    while (n && is_part_end(*p)) {
        p++;
        n--;
    }
    char by = 0;
    bool first = true;  // of a part
    for (size_t i = 0; i < n; i++) {
        bool ends = is_part_end(p[i]);
        if ((first && (ends || (p[i] >= '0' && p[i] <= '9'))) ||
            (ends && by && p[i] != by)) {
            return false;
        }
        by = ends ? p[i] : by;
        p[i] = ends ? '/' : p[i];
        first = ends;
    }
    *out = (struct str){p, n};
    return n && (by || takes_simple(t));
}

static bool is_remark(const struct name_text *t, u1 c) {
    u1 before = t->at ? (u1)t->text.p[t->at - 1] : '\n';
    return (c == '#' &&
            (has(t, HASH) || (has(t, HASH_LINE | HASH_WORD) && t->fresh) ||
             (has(t, HASH_WORD) && is_blank(before)))) ||
           (c == '!' && has(t, HASH_LINE) && t->fresh);
}

// Goes to the end of the line.
static void skip_line(struct name_text *t) {
    while (t->at < t->text.n && !line_end(t, t->at)) {
        t->at++;
    }
}

// Goes behind a remark of XML at `at`; false if there is none that ends.
static bool skip_xml(struct name_text *t) {
    struct str rest = {t->text.p + t->at, t->text.n - t->at};
    if (t->unclosed || !str_starts(rest, STR("<!--"))) {
        return false;
    }
    for (size_t i = 4; i + 3 <= rest.n; i++) {
        if (memcmp(rest.p + i, "-->", 3) == 0) {
            t->at += i + 3;
            return true;
        }
    }
    t->unclosed = true;
    return false;
}

// Goes behind a byte that begins no name, or behind a remark.
static void skip(struct name_text *t, u1 c) {
    if (is_remark(t, c)) {
        skip_line(t);
        return;
    }
    if (c == '<' && has(t, XML_REMARK) && skip_xml(t)) {
        return;
    }
    t->fresh = c == '\n' || c == '\r' || (t->fresh && is_blank(c));
    t->at++;
}

static u4 line_of(struct name_text *t, size_t at) {
    for (; t->counted < at; t->counted++) {
        char c = t->text.p[t->counted];
        t->line += c == '\n' || (c == '\r' && line_end(t, t->counted) == 1);
    }
    return t->line;
}

// Goes behind a word, which most text is made of: no dot or slash, and nothing that has
// to be read in another way. False if it is something else.
static bool skip_word(struct name_text *t) {
    size_t at = t->at;
    u1 c = byte_at(t, at);
    while (is_word_byte(c)) {
        c = byte_at(t, ++at);
    }
    if (at == t->at || takes_simple(t) || c >= 0x80 || is_part_end((char)c) ||
        is_escape(t, c) || (has(t, FOLDED) && line_end(t, at))) {
        return false;
    }
    t->at = at;
    t->fresh = false;
    return true;
}

// --- Bytes --------------------------------------------------------------------

// In a binary file a name stands behind its length in two bytes, as writeUTF writes it.
// The length's first byte is in no name, so each byte is looked at three times at most.
static bool take_counted(struct name_text *t) {
    enum { LONGEST = 1023 };
    size_t from = t->at + 2;
    u4 n = (u4)byte_at(t, t->at) << 8 | byte_at(t, t->at + 1);
    if (n > LONGEST || n > t->text.n - from) {
        return false;
    }
    t->name.n = 0;
    for (size_t i = from; i < from + n; i++) {
        u1 c = byte_at(t, i);
        if (!is_name_byte(c) && c < 0x80) {
            return false;
        }
        vec_push(&t->name, (char)c);
    }
    t->begin = from;
    return true;
}

static bool next_counted(struct name_text *t, struct text_name *out) {
    while (t->text.n >= 2 && t->at < t->text.n - 2) {
        if (take_counted(t) && is_name(t, &out->name)) {
            t->at = t->begin + t->name.n;
            out->line = line_of(t, t->begin);
            return true;
        }
        t->at++;
    }
    return false;
}

// ------------------------------------------------------------------------------

void nametext_take_simple(struct name_text *t) {
    t->simple = true;
}

bool nametext_next(struct name_text *t, struct text_name *out) {
    if (t->kind == SRC_BINARY) {
        return next_counted(t, out);
    }
    while (t->at < t->text.n) {
        if (skip_word(t)) {
            continue;
        }
        u1 c = (u1)t->text.p[t->at];
        if (!is_name_byte(c) && c < 0x80 && !is_escape(t, c)) {
            skip(t, c);
            continue;
        }
        take_name(t);
        if (is_name(t, &out->name)) {
            out->line = line_of(t, t->begin);
            return true;
        }
    }
    return false;
}
