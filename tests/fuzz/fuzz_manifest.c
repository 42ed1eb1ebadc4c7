// SPDX-License-Identifier: MIT
// fuzz_manifest.c - any bytes as a manifest: read and changed.
//
// The input is a name and a value, each a line, and the manifest. What is set, added or
// appended is what is read then, all else stays as it was, and no line that was
// written is longer than the 72 bytes that the JAR specification allows.

#include "analysis/base/diag.h"
#include "analysis/base/limits.h"
#include "analysis/zip/jarurl.h"
#include "analysis/zip/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINE = 72, MOST_NAME = 60 };

static const char *const others[] = {"Main-Class", "Class-Path",
                                     "Multi-Release", "Name"};
enum { N_OTHERS = 4 };

struct manifest {
    struct bytes m;
    struct str name, value;
    struct arena mem;
    struct emit out;
};

// The next line of the input, only with what names (or values) are made of.
static struct str take_word(struct bytes *in, bool value, struct arena *mem) {
    char *to = ARENA_ARRAY(mem, char, in->n + 1);
    size_t n = 0, i = 0;
    while (i < in->n && in->p[i] != '\n') {
        u1 c = in->p[i++];
        bool letter = (c >= '0' && c <= '9') ||
                      ((c | 32) >= 'a' && (c | 32) <= 'z') || (n && c == '-');
        if (letter || (value && c > ' ')) {
            to[n++] = (char)c;
        }
    }
    i += i < in->n;
    *in = (struct bytes){in->p + i, in->n - i};
    return (struct str){to, n};
}

static struct bytes result(const struct manifest *k) {
    return (struct bytes){k->out.p, k->out.n};
}

static u4 longest_line(struct bytes m) {
    u4 most = 0, n = 0;
    for (size_t i = 0; i < m.n; i++) {
        n = m.p[i] == '\n' || m.p[i] == '\r' ? 0 : n + 1;
        most = n > most ? n : most;
    }
    return most;
}

static void lines_fit(const struct manifest *k) {
    u4 before = longest_line(k->m), after = longest_line(result(k));
    if (after > LINE && after > before) {
        BUG("a line of %u bytes", after);
    }
}

static void value_is(struct manifest *k, struct str wanted) {
    struct str is = manifest_value(result(k), k->name, &k->mem);
    if (!str_eq(is, wanted)) {
        BUG("%.*s is read instead of %.*s", STR_F(is), STR_F(wanted));
    }
}

static void others_stay(struct manifest *k) {
    for (u4 i = 0; i < N_OTHERS; i++) {
        struct str name = str_of(others[i]);
        if (!str_eq_nocase(name, k->name) &&
            !str_eq(manifest_value(k->m, name, &k->mem),
                    manifest_value(result(k), name, &k->mem))) {
            BUG("%s has changed", others[i]);
        }
    }
}

static void changed(struct manifest *k, struct str wanted) {
    lines_fit(k);
    value_is(k, wanted);
    others_stay(k);
}

static bool is_short(const struct manifest *k) {
    return k->name.n + 2 + k->value.n <= LINE;
}

static void change(struct manifest *k) {
    bool has = manifest_has(k->m, k->name);
    struct str was = manifest_value(k->m, k->name, &k->mem);
    if (manifest_set(k->m, k->name, k->value, &k->out) != has) {
        BUG("set, and %d", has);
    }
    if (has) {
        changed(k, k->value);
    }
    if (is_short(k) && manifest_add(k->m, k->name, k->value, &k->out)) {
        if (has) {
            BUG("added once more");
        }
        changed(k, k->value);
    }
    if (is_short(k) && manifest_append(k->m, k->name, k->value, &k->out)) {
        const char *all = arena_printf(&k->mem, "%.*s%s%.*s", STR_F(was),
                                       was.n ? " " : "", STR_F(k->value));
        lines_fit(k);
        others_stay(k);
        // It may end in blanks, which stay.
        struct str is = manifest_value(result(k), k->name, &k->mem);
        if (!str_ends(is, k->value) || !str_starts(is, was) ||
            is.n < strlen(all)) {
            BUG("%.*s is read instead of %s", STR_F(is), all);
        }
    }
}

static void strip(struct manifest *k) {
    struct emit again;
    emit_init(&again, LIMIT_MANIFEST_BYTES);
    if (manifest_strip(k->m, &k->out)) {
        others_stay(k);
        if (manifest_strip(result(k), &again)) {
            BUG("a digest is left");
        }
    }
    emit_release(&again);
}

// An absolute path and its URL are the same.
static void follow(struct manifest *k) {
    struct str urls = manifest_value(k->m, STR("Class-Path"), &k->mem);
    struct str url, path, back;
    while (jarurl_next(&urls, &url)) {
        if (!jarurl_path(url, &k->mem, &path)) {
            continue;
        }
        const char *name = arena_cstr(&k->mem, path);
        bool plain = name[0] == '/' && name[1] != '/';
        if (plain && strlen(name) == path.n &&
            (!jarurl_path(str_of(jarurl_of(name, &k->mem)), &k->mem, &back) ||
             !str_eq(back, path))) {
            BUG("another path: %.*s", STR_F(path));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct manifest k = {.m = {data, size}};
    arena_init(&k.mem);
    emit_init(&k.out, LIMIT_MANIFEST_BYTES);
    k.name = take_word(&k.m, false, &k.mem);
    k.value = take_word(&k.m, true, &k.mem);
    manifest_true(k.m, k.name);
    if (k.name.n && k.name.n < MOST_NAME && k.value.n) {
        change(&k);
    }
    strip(&k);
    follow(&k);
    emit_release(&k.out);
    arena_release(&k.mem);
    return 0;
}
