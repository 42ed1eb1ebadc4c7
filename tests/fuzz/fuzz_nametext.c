// SPDX-License-Identifier: MIT
// fuzz_nametext.c - any bytes as a resource file: the names that could be classes.
//
// The input is a byte that says which kind of file, and the text. Each name is one, in a
// line that the text has and none before that of the one before; and if nothing in the
// text is written in another way than it is meant, the name stands in it, in that line.

#include "analysis/base/diag.h"
#include "analysis/sources/nametext.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The line with that number, from 1; lines end with LF, CR, or both.
static struct str line_at(struct str text, u4 number) {
    size_t at = 0, end;
    for (;; number--) {
        for (end = at;
             end < text.n && text.p[end] != '\n' && text.p[end] != '\r';) {
            end++;
        }
        if (number == 1) {
            return (struct str){text.p + at, end - at};
        }
        if (end == text.n) {
            BUG("a line behind the text");
        }
        bool both =
            text.p[end] == '\r' && end + 1 < text.n && text.p[end + 1] == '\n';
        at = end + 1 + both;
    }
}

static bool is_part_end(char c) {
    return c == '/' || c == '.';
}

static bool stands_in(struct str line, struct str name) {
    for (size_t i = 0; i + name.n <= line.n; i++) {
        size_t n = 0;
        while (n < name.n && (line.p[i + n] == name.p[n] ||
                              (name.p[n] == '/' && line.p[i + n] == '.'))) {
            n++;
        }
        if (n == name.n) {
            return true;
        }
    }
    return false;
}

static void check(struct str name, bool may_be_simple) {
    bool first = true, has_end = false;
    for (size_t i = 0; i < name.n; i++) {
        char c = name.p[i];
        if (c == '.' || (first && (is_part_end(c) || (c >= '0' && c <= '9'))) ||
            ((u1)c < 0x80 && strchr(" \t\n\r\\\"'<>#-;:,", c))) {
            BUG("no name: %.*s", STR_F(name));
        }
        first = is_part_end(c);
        has_end = has_end || first;
    }
    if (name.n == 0 || name.n > UINT16_MAX || first ||
        !(has_end || may_be_simple)) {
        BUG("no name: %.*s", STR_F(name));
    }
}

// All bytes mean themselves.
static bool is_plain(struct str text, u4 kind) {
    bool plain = kind != SRC_MANIFEST;
    for (size_t i = 0; i < text.n && plain; i++) {
        plain = (u1)text.p[i] < 0x80 && text.p[i] != '\\';
    }
    return plain;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    struct str text = {(const char *)data + 1, size - 1};
    u4 kind = 1 + data[0] % (SRC_N_RESOURCE_KINDS - 1);
    bool plain = is_plain(text, kind);
    struct name_text t;
    struct text_name n = {.line = 0};
    u4 before = 1;
    nametext_init(&t, text, (enum src_resource_kind)kind);
    while (nametext_next(&t, &n)) {
        check(n.name, kind == SRC_SERVICES);
        if (n.line < before) {
            BUG("line %u behind %u", (unsigned)n.line, (unsigned)before);
        }
        struct str line = line_at(text, n.line);
        if (plain && !stands_in(line, n.name)) {
            BUG("%.*s is not in its line", STR_F(n.name));
        }
        before = n.line;
    }
    nametext_release(&t);
    return 0;
}
