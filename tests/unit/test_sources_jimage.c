// SPDX-License-Identifier: MIT
// test_sources_jimage.c - run-time images: what is found, what is refused, and
// that damage is never believed.

#include "analysis/base/mem.h"
#include "analysis/sources/jimage.h"
#include "tests/unit/lib/jimagefile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

struct fixture {
    struct emit file;
    struct jimage image;
    struct diag diag;
    struct arena arena;
    struct inflater *inflater;
};

static int set_up(void **state) {
    static const struct fixture clean;
    struct fixture *f = test_malloc(sizeof *f);
    *f = clean;
    emit_init(&f->file, 1 << 20);
    diag_init(&f->diag, DIAG_NOTE, false);
    arena_init(&f->arena);
    f->inflater = inflater_new();
    image_sample(&f->file);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    jimage_close(&f->image);
    emit_release(&f->file);
    diag_release(&f->diag);
    arena_release(&f->arena);
    inflater_free(f->inflater);
    test_free(f);
    return 0;
}

// From a copy of n bytes that ends where its memory ends, so that the address
// sanitizer sees what is read behind it.
static bool open_copy(struct fixture *f, u1 *copy, size_t n) {
    if (n) {
        memcpy(copy, f->file.p, n);
    }
    return jimage_open_mem(&f->image, (struct bytes){copy, n}, "modules",
                           &f->diag);
}

static bool open_all(struct fixture *f) {
    return jimage_open_mem(&f->image, (struct bytes){f->file.p, f->file.n},
                           "modules", &f->diag);
}

static bool find(struct fixture *f, const char *a, const char *b, const char *c,
                 struct jimage_entry *e) {
    struct jimage_name name = {{str_of(a), str_of(b), str_of(c)}};
    return jimage_find(&f->image, &name, e, &f->diag);
}

// NULL, or what is wrong with it.
static const char *content(struct fixture *f, const char *name,
                           struct bytes *out) {
    struct jimage_entry e;
    struct jimage_tools t = {f->inflater, &f->arena, 1000};
    return find(f, name, "", "", &e) ? jimage_content(&f->image, &e, &t, out)
                                     : "not found";
}

static const char *const NAMES[] = {
    "/java.base/java/lang/Object.class", "/java.base/java/lang/String.class",
    "/java.base/p/A.class", "/java.base/module-info.class"};

static void finds_what_there_is(void **state) {
    struct fixture *f = *state;
    struct jimage_entry e;
    struct bytes b;
    assert_true(open_all(f));
    for (int i = 0; i < 4; i++) {
        assert_null(content(f, NAMES[i], &b));
        assert_int_equal(b.n, image_text().n);
        assert_memory_equal(b.p, image_text().p, b.n);
    }
    assert_true(find(f, "/java.base/java/lang/", "Object", ".class", &e));
    assert_true(find(f, "", "/java.base/java/lang/Object.class", "", &e));
    assert_true(find(f, "/java.ba", "", "se/java/lang/Object.class", &e));
    assert_null(content(f, "/packages/java.lang", &b));
    u4 pair[2];
    memcpy(pair, b.p + 8, sizeof pair);
    assert_string_equal(jimage_string(&f->image, pair[1]).p, "java.base");
    assert_int_equal(f->diag.n_level[DIAG_ERROR], 0);
}

static void reads_in_place(void **state) {
    struct fixture *f = *state;
    struct bytes b;
    assert_true(open_all(f));
    assert_null(content(f, NAMES[0], &b));
    assert_true(b.p > f->file.p && b.p + b.n < f->file.p + f->file.n);
}

static void finds_nothing_else(void **state) {
    struct fixture *f = *state;
    struct jimage_entry e;
    assert_true(open_all(f));
    const char *const names[] = {"",
                                 "/",
                                 "/java.base/java/lang/Objec.class",
                                 "/java.base/java/lang/Object.clas",
                                 "/java.base/java/lang/Object.class/",
                                 "java.base/java/lang/Object.class",
                                 "/java.base/java/lang/Object",
                                 "/java.base/java.lang/Object.class",
                                 "/packages/java",
                                 "/packages/java.lang.",
                                 "/java.base/A.class"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_false(find(f, names[i], "", "", &e));
        assert_false(find(f, "", "", names[i], &e));
    }
    assert_int_equal(f->diag.n_level[DIAG_ERROR], 0);
}

// The u4 at that place of the header changed, the image is refused so.
static void refused_header(struct fixture *f, size_t at, u4 v,
                           enum diag_id id) {
    u4 old;
    memcpy(&old, f->file.p + at, 4);
    memcpy(f->file.p + at, &v, 4);
    assert_false(open_all(f));
    assert_int_equal(f->diag.n_id[id], 1);
    assert_int_equal(f->diag.n_level[DIAG_ERROR], 1);
    memcpy(f->file.p + at, &old, 4);
    diag_release(&f->diag);
    diag_init(&f->diag, DIAG_NOTE, false);
}

static void refuses_other_files(void **state) {
    struct fixture *f = *state;
    refused_header(f, 0, 0xCAFEBABE, D_IMAGE_MAGIC);
    refused_header(f, 0, 0xDADAFECA, D_IMAGE_ORDER);
    refused_header(f, 4, 0x00010001, D_IMAGE_VERSION);
    refused_header(f, 4, 0x00020000, D_IMAGE_VERSION);
    refused_header(f, 16, 0, D_IMAGE_TABLE);
    refused_header(f, 16, 0x20000000, D_IMAGE_TRUNCATED);
    refused_header(f, 16, 0xFFFFFFFF, D_IMAGE_TRUNCATED);
    refused_header(f, 20, 0xFFFFFFFF, D_IMAGE_TRUNCATED);
    refused_header(f, 24, 0xFFFFFFFF, D_IMAGE_TRUNCATED);
    u4 n_strings;
    memcpy(&n_strings, f->file.p + 24, 4);
    refused_header(f, 24, n_strings - 1, D_IMAGE_TABLE);
    assert_true(open_all(f));
}

static void refuses_an_absent_file(void **state) {
    struct fixture *f = *state;
    assert_false(jimage_open(&f->image, "/nowhere/modules", &f->diag));
    assert_false(jimage_open(&f->image, "/", &f->diag));
    assert_int_equal(f->diag.n_id[D_FILE_OPEN], 2);
    assert_false(jimage_open(&f->image, "/dev/null", &f->diag));
    assert_int_equal(f->diag.n_id[D_FILE_OPEN], 3);
}

// Everything that can be asked of an image; how many answers were right.
static u4 ask_all(struct fixture *f) {
    u4 n = 0;
    struct jimage_entry e;
    struct bytes b;
    struct jimage_tools t = {f->inflater, &f->arena, 1000};
    for (int i = 0; i < 4; i++) {
        n += !content(f, NAMES[i], &b) && b.n == image_text().n &&
             memcmp(b.p, image_text().p, b.n) == 0;
    }
    content(f, "/packages/java.lang", &b);
    u4 most = f->image.table_length < 100 ? f->image.table_length : 100;
    for (u4 i = 0; i < most; i++) {
        if (jimage_entry_get(&f->image, i, &e, &f->diag) &&
            !jimage_content(&f->image, &e, &t, &b)) {
            assert_true(b.n <= 1000);
            for (size_t k = 0; k < b.n; k++) {
                n += b.p[k] == 0xFF && b.n > 900;  // to be read
            }
        }
    }
    arena_reset(&f->arena);
    return n;
}

static void survives_every_truncation(void **state) {
    struct fixture *f = *state;
    u4 n_opened = 0;
    for (size_t n = 0; n < f->file.n; n++) {
        u1 *copy = mem_new(n, 1);
        u4 before = f->diag.n_level[DIAG_ERROR];
        if (open_copy(f, copy, n)) {
            n_opened++;
            assert_true(ask_all(f) < 5);
        } else {
            assert_int_equal(f->diag.n_level[DIAG_ERROR], before + 1);
        }
        mem_free(copy);
    }
    assert_true(n_opened > 100 && n_opened < f->file.n - 100);
}

// Every bit of every byte, and every byte set to the extremes.
static void survives_every_flip(void **state) {
    struct fixture *f = *state;
    u1 *copy = mem_new(f->file.n, 1);
    u4 n_wrong = 0;
    for (size_t i = 0; i < f->file.n; i++) {
        for (u4 k = 0; k < 10; k++) {
            u1 old = f->file.p[i];
            u4 v = k < 8 ? old ^ 1u << k : k == 8 ? 0xFF : 0;
            f->file.p[i] = (u1)v;
            if (!open_copy(f, copy, f->file.n) || ask_all(f) != 4) {
                n_wrong++;
            }
            f->file.p[i] = old;
        }
    }
    mem_free(copy);
    assert_true(n_wrong > f->file.n);
    assert_true(f->diag.n_id[D_IMAGE_TABLE] > 10);
}

static void tells_damage_once_with_its_byte(void **state) {
    struct fixture *f = *state;
    size_t offsets = 28 + 5 * 4;
    memset(f->file.p + offsets, 0xFF, 5 * 4);
    assert_true(open_all(f));
    struct jimage_entry e;
    for (int i = 0; i < 4; i++) {
        assert_false(find(f, NAMES[i], "", "", &e));
    }
    assert_int_equal(f->diag.n_id[D_IMAGE_TABLE], 1);
    char text[200] = {0};
    memcpy(text, f->diag.text.p, f->diag.text.n);
    assert_non_null(strstr(text, "error: modules: malformed run-time image"));
    size_t byte = strtoul(strstr(text, "(byte ") + 6, NULL, 10);
    assert_true(byte >= offsets && byte < offsets + 20);
}

// One class, packed in n layers of that method, whose sizes are off by so much.
struct packing {
    u4 n_layers;
    u4 method;
    s4 packed_off;
    s4 size_off;
    bool corrupt;
};

static const char *read_packed(struct fixture *f, struct packing p) {
    struct bytes text = image_text();
    struct emit packed;
    emit_init(&packed, 1000);
    // A zlib stream of stored blocks, made from the inside out.
    emit_bytes(&packed, text.p, text.n);
    for (u4 i = 0; i < p.n_layers; i++) {
        struct emit next;
        emit_init(&next, 1000);
        u4 n = (u4)packed.n;
        image_layer(&next, (u8)((s8)n + 11 + p.packed_off),
                    (u8)((s8)n + p.size_off), p.method);
        const u1 head[] = {0x78,         0x01,   0x01,         (u1)n,
                           (u1)(n >> 8), (u1)~n, (u1)(~n >> 8)};
        emit_bytes(&next, head, sizeof head);
        emit_bytes(&next, packed.p, n);
        u4 a = 1, b = 0;
        for (u4 k = 0; k < n; k++) {
            a = (a + packed.p[k]) % 65521;
            b = (b + a) % 65521;
        }
        emit_u4(&next, (b << 16 | a) ^ p.corrupt);
        emit_release(&packed);
        packed = next;
    }
    const struct image_file file = {"m",      "p",      "A",   "class",
                                    packed.p, packed.n, text.n};
    emit_reset(&f->file);
    image_make(&file, 1, &f->file);
    emit_release(&packed);
    struct bytes b;
    assert_true(open_all(f));
    const char *wrong = content(f, "/m/p/A.class", &b);
    if (!wrong) {
        assert_int_equal(b.n, text.n);
        assert_memory_equal(b.p, text.p, b.n);
    }
    return wrong;
}

static void undoes_layers(void **state) {
    struct fixture *f = *state;
    assert_null(read_packed(f, (struct packing){1, IMAGE_ZIP, 0, 0, false}));
    assert_null(read_packed(f, (struct packing){2, IMAGE_ZIP, 0, 0, false}));
    assert_string_equal(
        read_packed(f, (struct packing){9, IMAGE_ZIP, 0, 0, false}),
        "compressed too many times");
    assert_non_null(
        strstr(read_packed(f, (struct packing){1, IMAGE_COMPACT, 0, 0, false}),
               "jlink --compress"));
    assert_string_equal(
        read_packed(f, (struct packing){1, IMAGE_ODD, 0, 0, false}),
        "compressed in an unknown way");
}

static void refuses_layers_that_lie(void **state) {
    struct fixture *f = *state;
    const struct packing lies[] = {
        {1, IMAGE_ZIP, 1, 0, false},       {1, IMAGE_ZIP, -1, 0, false},
        {1, IMAGE_ZIP, 0, 1, false},       {1, IMAGE_ZIP, 0, -1, false},
        {1, IMAGE_ZIP, 0, 900000, false},  {1, IMAGE_ZIP, 0, 0, true},
        {1, IMAGE_ZIP, -500000, 0, false}, {1, IMAGE_ZIP, 0, -500000, false},
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        assert_non_null(read_packed(f, lies[i]));
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(finds_what_there_is),    TEST(reads_in_place),
        TEST(finds_nothing_else),     TEST(refuses_other_files),
        TEST(refuses_an_absent_file), TEST(survives_every_truncation),
        TEST(survives_every_flip),    TEST(tells_damage_once_with_its_byte),
        TEST(undoes_layers),          TEST(refuses_layers_that_lie),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
