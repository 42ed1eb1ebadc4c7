// SPDX-License-Identifier: MIT
// A small run-time image, made for tests.
//
// The perfect hash is found as jlink does it: names are put into buckets by
// their first hash, and for each bucket of several, the largest first, seeds
// are tried until its names fall on free places.
#include "tests/unit/lib/jimagefile.h"

#include "analysis/base/diag.h"
#include "analysis/base/mem.h"

#include <stdio.h>
#include <string.h>
#include <zlib.h>

enum { FILES_MAX = 64 };

static const char TEXT[] = "\xCA\xFE\xBA\xBE\0\0\0\x3D, and more of the same, "
                           "and more of the same";

struct bytes image_text(void) {
    return (struct bytes){(const u1 *)TEXT, sizeof TEXT - 1};
}

static void native4(struct emit *e, u4 v) {
    emit_bytes(e, &v, sizeof v);
}

static u4 string_at(struct emit *strings, const char *z) {
    for (size_t i = 0; i < strings->n;) {
        const char *s = (const char *)strings->p + i;
        if (strcmp(s, z) == 0) {
            return (u4)i;
        }
        i += strlen(s) + 1;
    }
    u4 at = (u4)strings->n;
    emit_bytes(strings, z, strlen(z) + 1);
    return at;
}

static void attribute(struct emit *e, u4 kind, u8 v) {
    u4 n = 1;
    while (n < 8 && v >> (8 * n)) {
        n++;
    }
    emit_u1(e, kind << 3 | (n - 1));
    while (n-- > 0) {
        emit_u1(e, (u4)(v >> (8 * n)) & 0xFF);
    }
}

static u4 hash(const char *s, u4 seed) {
    for (; *s; s++) {
        seed = (seed * 0x01000193) ^ (u1)*s;
    }
    return seed & 0x7FFFFFFF;
}

// The tables of the hash: which file is at which index, and the redirections.
struct table {
    u4 n;
    char name[FILES_MAX][256];
    s4 redirect[FILES_MAX];
    u4 file_at[FILES_MAX];
    bool taken[FILES_MAX];
};

static bool try_seed(struct table *t, const u4 *bucket, u4 n, u4 seed) {
    u4 place[FILES_MAX];
    for (u4 i = 0; i < n; i++) {
        place[i] = hash(t->name[bucket[i]], seed) % t->n;
        bool free_place = !t->taken[place[i]];
        for (u4 k = 0; k < i; k++) {
            free_place = free_place && place[k] != place[i];
        }
        if (!free_place) {
            return false;
        }
    }
    for (u4 i = 0; i < n; i++) {
        t->taken[place[i]] = true;
        t->file_at[place[i]] = bucket[i];
    }
    return true;
}

static void fill_buckets(struct table *t, u4 size) {
    for (u4 row = 0; row < t->n; row++) {
        u4 bucket[FILES_MAX];
        u4 n = 0;
        for (u4 i = 0; i < t->n; i++) {
            if (hash(t->name[i], 0x01000193) % t->n == row) {
                bucket[n++] = i;
            }
        }
        if (n != size) {
            continue;
        }
        if (n > 1) {
            u4 seed = 1;
            while (!try_seed(t, bucket, n, seed)) {
                seed++;
            }
            t->redirect[row] = (s4)seed;
        } else {
            u4 place = 0;
            while (t->taken[place]) {
                place++;
            }
            t->taken[place] = true;
            t->file_at[place] = bucket[0];
            t->redirect[row] = -1 - (s4)place;
        }
    }
}

static void name_file(const struct image_file *f, char *out, size_t n) {
    snprintf(out, n, "%s%s%s%s%s%s%s%s", *f->module ? "/" : "", f->module,
             *f->module ? "/" : "", f->parent, *f->parent ? "/" : "", f->base,
             *f->extension ? "." : "", f->extension);
}

static void make_location(const struct image_file *f, u8 at,
                          struct emit *locations, struct emit *strings) {
    attribute(locations, 1, string_at(strings, f->module));
    attribute(locations, 2, string_at(strings, f->parent));
    attribute(locations, 3, string_at(strings, f->base));
    attribute(locations, 4, string_at(strings, f->extension));
    attribute(locations, 5, at);
    if (f->size) {
        attribute(locations, 6, f->n);
    }
    attribute(locations, 7, f->size ? f->size : f->n);
    emit_u1(locations, 0);
}

void image_make(const struct image_file *file, u4 n, struct emit *out) {
    struct table *t = MEM_NEW(struct table);
    struct emit locations, strings;
    u4 offset[FILES_MAX];
    u8 at = 0;
    if (n > FILES_MAX) {
        BUG("%u files", (unsigned)n);
    }
    emit_init(&locations, 1 << 20);
    emit_init(&strings, 1 << 20);
    emit_bytes(&strings, "\0zip\0compact-cp\0odd", 20);
    emit_u1(&locations, 0);
    t->n = n;
    for (u4 i = 0; i < n; i++) {
        name_file(&file[i], t->name[i], sizeof t->name[i]);
        offset[i] = (u4)locations.n;
        make_location(&file[i], at, &locations, &strings);
        at += file[i].n;
    }
    for (u4 size = n; size > 0; size--) {
        fill_buckets(t, size);
    }
    const u4 header[] = {0xCAFEDADA,      0x00010000,   0, n, n,
                         (u4)locations.n, (u4)strings.n};
    emit_bytes(out, header, sizeof header);
    emit_bytes(out, t->redirect, 4 * (size_t)n);
    for (u4 i = 0; i < n; i++) {
        native4(out, offset[t->file_at[i]]);
    }
    emit_bytes(out, locations.p, locations.n);
    emit_bytes(out, strings.p, strings.n);
    for (u4 i = 0; i < n; i++) {
        emit_bytes(out, file[i].content, file[i].n);
    }
    emit_release(&locations);
    emit_release(&strings);
    mem_free(t);
}

void image_layer(struct emit *out, u8 packed, u8 size, u4 method) {
    native4(out, 0xCAFEFAFA);
    emit_bytes(out, &packed, sizeof packed);
    emit_bytes(out, &size, sizeof size);
    native4(out, method);
    native4(out, 0xFFFFFFFF);
    emit_u1(out, 1);
}

void image_sample(struct emit *out) {
    const size_t size = sizeof TEXT - 1;
    u1 packed[200];
    uLongf n = sizeof packed;
    if (compress(packed, &n, (const u1 *)TEXT, size) != Z_OK) {
        BUG("compress");
    }
    struct emit layer;
    emit_init(&layer, 1000);
    image_layer(&layer, n, size, IMAGE_ZIP);
    emit_bytes(&layer, packed, n);
    // Behind the four strings that are always there come "java.base", then ...
    const u4 package[] = {1, 0, 0, 20};
    const struct image_file file[] = {
        {"java.base", "java/lang", "Object", "class", TEXT, size, 0},
        {"java.base", "java/lang", "String", "class", layer.p, layer.n, size},
        {"java.base", "", "p/A", "class", TEXT, size, 0},
        {"java.base", "", "module-info", "class", TEXT, size, 0},
        {"packages", "", "java.lang", "", package, sizeof package, 0},
    };
    image_make(file, 5, out);
    emit_release(&layer);
}
