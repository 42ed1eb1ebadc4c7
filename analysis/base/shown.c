// SPDX-License-Identifier: MIT
// Text from input as it may be shown, and back.
#include "analysis/base/shown.h"

#include "analysis/base/utf8.h"

bool shown_is_odd(u4 c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E ||
           c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || (c >= 0xD800 && c < 0xE000);
}

// Most names are: no character of it needs a look.
static bool is_plain(struct str s) {
    u4 odd = 0;
    for (size_t i = 0; i < s.n; i++) {
        odd |= (u1)((u1)s.p[i] - 0x20) >= 0x7F - 0x20;
    }
    return !odd;
}

// --- Escapes -----------------------------------------------------------------

static const char letter[] = "stnr\\", stands_for[] = " \t\n\r\\";

static void put_hex(struct emit *to, char kind, u4 value, int digits) {
    char text[8];
    int n = snprintf(text, sizeof text, "\\%c%0*x", kind, digits, value);
    emit_bytes(to, text, (size_t)n);
}

void shown_byte(struct emit *to, u1 byte) {
    put_hex(to, 'x', byte, 2);
}

static void put_letter(struct emit *to, u4 c) {
    const char *known = strchr(stands_for, (int)c);
    emit_u1(to, '\\');
    emit_u1(to, (u1)letter[known - stands_for]);
}

void shown_next(struct emit *to, struct str s, size_t *at) {
    size_t from = *at;
    u4 c = utf8_next(s, at);
    u1 byte = (u1)s.p[from];
    char bytes[UTF8_BYTES];
    if (*at == from + 1 && (byte >= 0x80 || shown_is_odd(byte))) {
        if (byte == '\t' || byte == '\n' || byte == '\r') {
            put_letter(to, byte);
        } else {
            shown_byte(to, byte);
        }
    } else if (shown_is_odd(c)) {
        put_hex(to, 'u', c, 4);
    } else {
        emit_bytes(to, bytes, utf8_bytes(bytes, c));
    }
}

void shown_put(struct emit *to, struct str s) {
    if (is_plain(s)) {
        emit_bytes(to, s.p, s.n);
        return;
    }
    for (size_t i = 0; i < s.n;) {
        shown_next(to, s, &i);
    }
}

void shown_print(FILE *to, struct str s) {
    struct emit e;
    if (is_plain(s)) {
        fwrite(s.p, 1, s.n, to);
        return;
    }
    emit_init(&e, SIZE_MAX / 2);
    shown_put(&e, s);
    fwrite(e.p, 1, e.n, to);
    emit_release(&e);
}

static struct str finish(struct emit *e, struct arena *mem) {
    struct str s = arena_str(mem, (struct str){(const char *)e->p, e->n});
    emit_release(e);
    return s;
}

struct str shown_str(struct arena *mem, struct str s) {
    struct emit e;
    if (is_plain(s)) {
        return s;
    }
    emit_init(&e, SIZE_MAX / 2);
    shown_put(&e, s);
    return finish(&e, mem);
}

// --- Words -------------------------------------------------------------------

static bool has_letter(char c) {
    return c == ' ' || c == '\\' || c == '\t' || c == '\n' || c == '\r';
}

struct str shown_word(struct arena *mem, struct str s) {
    struct emit e;
    size_t odd = 0;
    for (size_t i = 0; i < s.n; i++) {
        odd += has_letter(s.p[i]);
    }
    if (!odd) {
        return s;
    }
    emit_init(&e, SIZE_MAX / 2);
    for (size_t i = 0; i < s.n; i++) {
        if (has_letter(s.p[i])) {
            put_letter(&e, (u1)s.p[i]);
        } else {
            emit_u1(&e, (u1)s.p[i]);
        }
    }
    return finish(&e, mem);
}

// --- Back --------------------------------------------------------------------

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

static bool read_hex(struct str s, size_t at, u4 digits, u4 *value) {
    *value = 0;
    if (s.n - at < digits) {
        return false;
    }
    for (u4 i = 0; i < digits; i++) {
        int digit = hex(s.p[at + i]);
        if (digit < 0) {
            return false;
        }
        *value = *value << 4 | (u4)digit;
    }
    return true;
}

// As class files have it: no byte is 0, and none above EF.
static void put_unit(struct emit *to, u4 c) {
    char bytes[UTF8_BYTES];
    if (c == 0) {
        emit_u2(to, 0xC080);
    } else {
        emit_bytes(to, bytes, utf8_bytes(bytes, c));
    }
}

static void put_pair(struct emit *to, u4 c) {
    put_unit(to, 0xD800 + ((c - 0x10000) >> 10));
    put_unit(to, 0xDC00 + ((c - 0x10000) & 0x3FF));
}

static bool read_escape(struct emit *to, struct str s, size_t *at) {
    size_t i = *at + 1;
    char kind = i < s.n ? s.p[i] : '\0';
    const char *known = kind ? strchr(letter, kind) : NULL;
    u4 value;
    if (known) {
        emit_u1(to, (u1)stands_for[known - letter]);
    } else if (kind == 'x' && read_hex(s, i + 1, 2, &value)) {
        emit_u1(to, (u1)value);
        i += 2;
    } else if (kind == 'u' && read_hex(s, i + 1, 4, &value)) {
        put_unit(to, value);
        i += 4;
    } else {
        return false;
    }
    *at = i + 1;
    return true;
}

bool shown_back(struct emit *to, struct str s, size_t *at) {
    if (s.p[*at] == '\\') {
        return read_escape(to, s, at);
    }
    size_t from = *at;
    u4 c = utf8_next(s, at);
    if (c > 0xFFFF) {
        put_pair(to, c);
    } else {
        emit_bytes(to, s.p + from, *at - from);
    }
    return true;
}

// Of a word its own escapes stay, and what is none.
static bool stays(struct str s, size_t at, bool whole) {
    return s.p[at] == '\\' && !whole && at + 1 < s.n && s.p[at + 1] &&
           strchr(letter, s.p[at + 1]);
}

struct str shown_undo(struct arena *mem, struct str s, bool whole) {
    struct emit e;
    if (is_plain(s) && !(s.n && memchr(s.p, '\\', s.n))) {
        return s;
    }
    emit_init(&e, SIZE_MAX / 2);
    for (size_t i = 0; i < s.n;) {
        if (stays(s, i, whole)) {
            emit_bytes(&e, s.p + i, 2);
            i += 2;
        } else if (!shown_back(&e, s, &i)) {
            emit_u1(&e, (u1)s.p[i++]);
        }
    }
    return finish(&e, mem);
}
