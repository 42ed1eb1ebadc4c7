// SPDX-License-Identifier: MIT
// META-INF/MANIFEST.MF: what must be known of it and changed in it.
//
// A manifest is read as attributes, each one line and the lines behind it that
// begin with a space, in sections that empty lines end. Nothing is generated
// anew: what is kept is copied with its own line ends and line lengths.
#include "analysis/zip/manifest.h"

static struct str tail(struct str s, size_t n) {
    return n > s.n ? STR("") : (struct str){s.p + s.n - n, n};
}

static struct str below_meta_inf(struct str entry) {
    struct str dir = {entry.p, entry.n < 9 ? 0 : 9};
    struct str rest = {entry.p + dir.n, entry.n - dir.n};
    bool flat =
        str_eq_nocase(dir, STR("META-INF/")) && str_base(rest).n == rest.n;
    return flat ? rest : STR("");
}

bool manifest_is(struct str entry) {
    return str_eq_nocase(below_meta_inf(entry), STR("MANIFEST.MF"));
}

bool manifest_is_signature(struct str entry) {
    struct str s = below_meta_inf(entry);
    struct str head = {s.p, s.n < 4 ? 0 : 4};
    return str_eq_nocase(tail(s, 3), STR(".SF")) ||
           str_eq_nocase(tail(s, 4), STR(".RSA")) ||
           str_eq_nocase(tail(s, 4), STR(".DSA")) ||
           str_eq_nocase(tail(s, 3), STR(".EC")) ||
           str_eq_nocase(head, STR("SIG-"));
}

// The line at p: without its end in *text, where the next begins as result.
static const char *next_line(const char *p, const char *end, struct str *text) {
    const char *q = p;
    while (q < end && *q != '\r' && *q != '\n') {
        q++;
    }
    *text = (struct str){p, (size_t)(q - p)};
    if (q < end && *q == '\r') {
        q++;
        if (q < end && *q == '\n') {
            q++;
        }
    } else if (q < end) {
        q++;
    }
    return q;
}

// An attribute with its continuation lines; an empty line alone.
struct attribute {
    const char *p;
    const char *next;
    struct str first;  // its first line, without end
};

static bool next_attribute(const char *p, const char *end,
                           struct attribute *a) {
    if (p == end) {
        return false;
    }
    a->p = p;
    a->next = next_line(p, end, &a->first);
    while (a->first.n && a->next < end && *a->next == ' ') {
        struct str more;
        a->next = next_line(a->next, end, &more);
    }
    return true;
}

// The name's length is all of the line when there is no colon.
static struct str name_of(const struct attribute *a) {
    const char *colon = a->first.n ? memchr(a->first.p, ':', a->first.n) : NULL;
    return (struct str){a->first.p,
                        colon ? (size_t)(colon - a->first.p) : a->first.n};
}

static struct str trimmed(struct str s) {
    while (s.n && (s.p[0] == ' ' || s.p[0] == '\t')) {
        s.p++;
        s.n--;
    }
    while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t')) {
        s.n--;
    }
    return s;
}

// The attribute of the main section, and the part of its first line that is
// value.
static bool find_in_main(struct bytes m, struct str name, struct attribute *a,
                         struct str *value) {
    const char *p = (const char *)m.p;
    const char *end = p + m.n;
    while (next_attribute(p, end, a) && a->first.n) {
        struct str key = name_of(a);
        if (str_eq_nocase(key, name) && key.n < a->first.n) {
            *value = (struct str){key.p + key.n + 1, a->first.n - key.n - 1};
            return true;
        }
        p = a->next;
    }
    return false;
}

bool manifest_true(struct bytes m, struct str name) {
    struct attribute a;
    struct str value;
    return find_in_main(m, name, &a, &value) &&
           str_eq_nocase(trimmed(value), STR("true"));
}

bool manifest_has(struct bytes m, struct str name) {
    struct attribute a;
    struct str value;
    return find_in_main(m, name, &a, &value);
}

struct str manifest_value(struct bytes m, struct str name,
                          struct arena *arena) {
    struct attribute a;
    struct str line;
    if (!find_in_main(m, name, &a, &line)) {
        return STR("");
    }
    char *text = ARENA_ARRAY(arena, char, (size_t)(a.next - line.p));
    memcpy(text, line.p, line.n);
    size_t n = line.n;
    const char *p = next_line(line.p, a.next, &line);
    while (p < a.next) {
        p = next_line(p, a.next, &line);
        memcpy(text + n, line.p + 1, line.n - 1);
        n += line.n - 1;
    }
    return trimmed((struct str){text, n});
}

// x-Digest, or x-Digest-y for a language (JAR specification).
static bool is_digest(struct str name) {
    struct str word = STR("-Digest");
    for (size_t i = 1; i + word.n <= name.n; i++) {
        struct str here = {name.p + i, word.n};
        bool ends = i + word.n == name.n || name.p[i + word.n] == '-';
        if (ends && str_eq_nocase(here, word)) {
            return true;
        }
    }
    return false;
}

bool manifest_strip(struct bytes m, struct emit *out) {
    const char *p = (const char *)m.p;
    const char *end = p + m.n;
    struct attribute a;
    bool any = false;
    bool main_section = true;
    size_t start = 0;      // of the section, in out
    size_t n_kept = 0;     // attributes of the section besides its name
    size_t n_dropped = 0;  // digests of the section
    emit_reset(out);
    while (next_attribute(p, end, &a)) {
        struct str name = name_of(&a);
        p = a.next;
        if (!main_section && is_digest(name)) {
            n_dropped++;
            any = true;
            continue;
        }
        emit_bytes(out, a.p, (size_t)(a.next - a.p));
        n_kept += a.first.n && !str_eq_nocase(name, STR("Name"));
        if (a.first.n == 0 || p == end) {
            if (n_dropped && n_kept == 0) {
                out->n = start;
            }
            main_section = false;
            start = out->n;
            n_kept = n_dropped = 0;
        }
    }
    // The file may end in a digest, without an empty line.
    if (n_dropped && n_kept == 0) {
        out->n = start;
    }
    return any;
}

// Bytes of a line, without its end (JAR specification).
enum { LINE = 72 };

// What ends the lines of m.
static struct str line_end(struct bytes m) {
    struct str first;
    const char *p = (const char *)m.p, *end = p + m.n;
    const char *next = next_line(p, end, &first);
    const char *stop = first.p + first.n;
    return stop < next ? (struct str){stop, (size_t)(next - stop)}
                       : STR("\r\n");
}

// The end of a line in front of p. \r there and an empty line that is \n would be one
// end: the section would go on.
static void put_line_end(struct emit *out, struct str nl, const char *p,
                         const char *end) {
    emit_bytes(out, nl.p, nl.n);
    if (nl.p[nl.n - 1] == '\r' && p < end && *p == '\n') {
        emit_u1(out, '\n');
    }
}

bool manifest_add(struct bytes m, struct str name, struct str value,
                  struct emit *out) {
    const char *p = (const char *)m.p;
    const char *end = p + m.n;
    struct attribute a;
    struct str has;
    emit_reset(out);
    if (m.n == 0 || find_in_main(m, name, &a, &has)) {
        return false;
    }
    while (next_attribute(p, end, &a) && a.first.n) {
        p = a.next;
    }
    size_t n = (size_t)(p - (const char *)m.p);
    struct str nl = line_end(m);
    emit_bytes(out, m.p, n);
    if (n && p[-1] != '\n' && p[-1] != '\r') {
        emit_bytes(out, nl.p, nl.n);
    }
    emit_bytes(out, name.p, name.n);
    emit_bytes(out, ": ", 2);
    emit_bytes(out, value.p, value.n);
    put_line_end(out, nl, p, end);
    emit_bytes(out, p, (size_t)(end - p));
    return true;
}

// The end of an attribute's last line, without what ends that.
static const char *text_end(const struct attribute *a) {
    const char *p = a->next;
    while (p > a->p && (p[-1] == '\r' || p[-1] == '\n')) {
        p--;
    }
    return p;
}

// The length of the line that ends there.
static size_t line_length(const struct attribute *a, const char *end) {
    const char *p = end;
    while (p > a->p && p[-1] != '\r' && p[-1] != '\n') {
        p--;
    }
    return (size_t)(end - p);
}

bool manifest_append(struct bytes m, struct str name, struct str word,
                     struct emit *out) {
    struct attribute a;
    struct str has;
    if (!find_in_main(m, name, &a, &has)) {
        return manifest_add(m, name, word, out);
    }
    const char *end = text_end(&a);
    struct str nl = line_end(m);
    size_t before = (size_t)(end - (const char *)m.p);
    emit_reset(out);
    emit_bytes(out, m.p, before);
    if (line_length(&a, end) + 1 + word.n > LINE) {
        emit_bytes(out, nl.p, nl.n);
        emit_u1(out, ' ');
    }
    emit_u1(out, ' ');
    emit_bytes(out, word.p, word.n);
    if (end == a.next) {
        emit_bytes(out, nl.p, nl.n);
    }
    emit_bytes(out, end, m.n - before);
    return true;
}

bool manifest_set(struct bytes m, struct str name, struct str value,
                  struct emit *out) {
    struct attribute a;
    struct str was;
    emit_reset(out);
    if (!find_in_main(m, name, &a, &was)) {
        return false;
    }
    struct str nl = line_end(m);
    size_t before = (size_t)(was.p - (const char *)m.p);  // with the colon
    size_t line = (size_t)(was.p - a.p) + 1;
    emit_bytes(out, m.p, before);
    emit_u1(out, ' ');
    for (size_t i = 0; i < value.n; i++, line++) {
        if (line >= LINE) {
            emit_bytes(out, nl.p, nl.n);
            emit_u1(out, ' ');
            line = 1;
        }
        emit_u1(out, (u1)value.p[i]);
    }
    put_line_end(out, nl, a.next, (const char *)m.p + m.n);
    emit_bytes(out, a.next, m.n - (size_t)(a.next - (const char *)m.p));
    return true;
}
