// SPDX-License-Identifier: MIT
// test_zip_inflate.c - content is unpacked whole and checked, or refused.

#include "analysis/zip/inflate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// "hello hello hello hello\n" as raw deflate.
static const char TEXT[] = "hello hello hello hello\n";
static const u1 PACKED[] = {0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57,
                            0xC8, 0x40, 0x27, 0xB9, 0x00};

enum { SIZE = sizeof TEXT - 1 };

struct fixture {
    struct inflater *inflater;
    struct emit buf;
    struct diag diag;
    struct zipr_entry entry;
    struct bytes raw;
    struct bytes content;
};

static int set_up(void **state) {
    static const struct fixture clean;
    struct fixture *f = test_malloc(sizeof *f);
    *f = clean;
    f->inflater = inflater_new();
    emit_init(&f->buf, 1 << 20);
    diag_init(&f->diag, DIAG_NOTE, false);
    f->entry.size = SIZE;
    f->entry.compressed = sizeof PACKED;
    f->entry.method = 8;
    f->entry.crc = crc_of((struct bytes){(const u1 *)TEXT, SIZE});
    f->raw = (struct bytes){PACKED, sizeof PACKED};
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    inflater_free(f->inflater);
    emit_release(&f->buf);
    diag_release(&f->diag);
    test_free(f);
    return 0;
}

static bool unpack(struct fixture *f) {
    struct unpack u = {f->raw, &f->buf, &f->content};
    struct place at = {.byte = NO_BYTE};
    return inflate_entry(f->inflater, &f->entry, &u, &at, &f->diag);
}

static void checksums_are_those_of_zip(void **state) {
    (void)state;
    assert_int_equal(crc_of((struct bytes){(const u1 *)"123456789", 9}),
                     0xCBF43926);
    assert_int_equal(crc_of((struct bytes){NULL, 0}), 0);
}

static void unpacks(void **state) {
    struct fixture *f = *state;
    for (int i = 0; i < 2; i++) {  // the state is fit for another
        assert_true(unpack(f));
        assert_int_equal(f->content.n, SIZE);
        assert_memory_equal(f->content.p, TEXT, SIZE);
    }
    f->raw = (struct bytes){(const u1 *)TEXT, SIZE};
    f->entry.method = 0;
    assert_true(unpack(f));
    assert_ptr_equal(f->content.p, TEXT);
    assert_int_equal(f->diag.n_level[DIAG_WARNING], 0);
}

// A zlib stream is the same behind two bytes, and before its checksum.
static void unpacks_zlib_streams(void **state) {
    struct fixture *f = *state;
    u1 in[2 + sizeof PACKED + 4] = {0x78, 0x9C};
    u1 out[SIZE + 1];
    memcpy(in + 2, PACKED, sizeof PACKED);
    u4 a = 1, b = 0;
    for (int i = 0; i < SIZE; i++) {
        a = (a + (u1)TEXT[i]) % 65521;
        b = (b + a) % 65521;
    }
    put4(in + 2 + sizeof PACKED, b << 16 | a);
    struct bytes all = {in, sizeof in};
    for (int i = 0; i < 2; i++) {
        assert_true(inflate_zlib(f->inflater, all, out, SIZE));
        assert_memory_equal(out, TEXT, SIZE);
        assert_true(unpack(f));  // the other form in between
    }
    assert_false(inflate_zlib(f->inflater, all, out, SIZE - 1));
    assert_false(inflate_zlib(f->inflater, all, out, SIZE + 1));
    all.n--;
    assert_false(inflate_zlib(f->inflater, all, out, SIZE));
    all.n++;
    in[sizeof in - 1] ^= 1;
    assert_false(inflate_zlib(f->inflater, all, out, SIZE));
}

static void refuses(struct fixture *f, enum diag_id id) {
    assert_false(unpack(f));
    assert_int_equal(f->diag.n_id[id], 1);
    assert_int_equal(f->diag.n_level[DIAG_WARNING], 1);
}

static void refuses_a_wrong_checksum(void **state) {
    struct fixture *f = *state;
    f->entry.crc ^= 1;
    refuses(f, D_ENTRY_CRC);
}

static void refuses_a_size_too_small(void **state) {
    struct fixture *f = *state;
    f->entry.size = SIZE - 1;
    refuses(f, D_ENTRY_INFLATE);
}

static void refuses_a_size_too_large(void **state) {
    struct fixture *f = *state;
    f->entry.size = SIZE + 1;
    refuses(f, D_ENTRY_INFLATE);
}

static void reserves_nothing_for_a_size_that_lies(void **state) {
    struct fixture *f = *state;
    f->entry.size = UINT32_MAX;
    refuses(f, D_ENTRY_SIZE);
    assert_int_equal(f->buf.cap, 0);
}

static void refuses_cut_data(void **state) {
    struct fixture *f = *state;
    f->raw.n -= 2;
    refuses(f, D_ENTRY_INFLATE);
}

static void refuses_no_data(void **state) {
    struct fixture *f = *state;
    f->raw.n = 0;
    f->entry.size = 0;
    refuses(f, D_ENTRY_INFLATE);
}

static void refuses_stored_data_of_another_size(void **state) {
    struct fixture *f = *state;
    f->entry.method = 0;
    refuses(f, D_ENTRY_SIZE);
}

static void refuses_other_methods(void **state) {
    struct fixture *f = *state;
    f->entry.method = 12;
    refuses(f, D_ENTRY_METHOD);
}

static void refuses_encryption(void **state) {
    struct fixture *f = *state;
    f->entry.encrypted = true;
    refuses(f, D_ENTRY_METHOD);
}

#define CASE(t) cmocka_unit_test_setup_teardown(t, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checksums_are_those_of_zip),
        CASE(unpacks),
        CASE(unpacks_zlib_streams),
        CASE(refuses_a_wrong_checksum),
        CASE(refuses_a_size_too_small),
        CASE(refuses_a_size_too_large),
        CASE(reserves_nothing_for_a_size_that_lies),
        CASE(refuses_cut_data),
        CASE(refuses_no_data),
        CASE(refuses_stored_data_of_another_size),
        CASE(refuses_other_methods),
        CASE(refuses_encryption),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
