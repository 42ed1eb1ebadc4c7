// SPDX-License-Identifier: MIT
// test_zip_shape.c - where an archive lies in its file, and what is refused.
//
// One entry, built by hand, so that every field can be made to lie.

#include "analysis/zip/zipshape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { DATA = 5, LOCAL = 30 + 1 + DATA, CENTRAL = 46 + 1, END = 22 };

struct file {
    u1 p[4096];
    size_t n;
};

static void le(struct file *f, unsigned width, u8 v) {
    for (unsigned i = 0; i < width; i++) {
        f->p[f->n++] = (u1)(v >> 8 * i);
    }
}

static void zeros(struct file *f, size_t n) {
    memset(f->p + f->n, 0, n);
    f->n += n;
}

static void end_record(struct file *f, u8 count, u8 size, u8 offset) {
    le(f, 4, 0x06054b50);
    zeros(f, 4);
    le(f, 2, count);
    le(f, 2, count);
    le(f, 4, size);
    le(f, 4, offset);
    le(f, 2, 0);
}

static void record(struct file *f, u8 offset, u8 compressed) {
    le(f, 4, 0x02014b50);
    zeros(f, 16);
    le(f, 4, compressed);
    le(f, 4, DATA);
    le(f, 2, 1);
    zeros(f, 12);
    le(f, 4, offset);
    le(f, 1, 'x');
}

static void local(struct file *f) {
    le(f, 4, 0x04034b50);
    zeros(f, 14);
    le(f, 4, DATA);
    le(f, 4, DATA);
    le(f, 2, 1);
    le(f, 2, 0);
    le(f, 1, 'x');
    zeros(f, DATA);
}

// prefix bytes, then the archive; `counted`: by offsets, too.
static struct file archive(size_t prefix, bool counted) {
    struct file f = {.n = 0};
    u8 base = counted ? prefix : 0;
    zeros(&f, prefix);
    local(&f);
    record(&f, base, DATA);
    end_record(&f, 1, CENTRAL, base + LOCAL);
    return f;
}

static bool shape(const struct file *f, struct zip_shape *s) {
    struct zipin in;
    struct diag d;
    struct place at = {.file = STR("f"), .byte = NO_BYTE};
    diag_init(&d, DIAG_NOTE, false);
    zipin_open_mem(&in, (struct bytes){f->p, f->n});
    bool ok = zip_shape(&in, s, &at, &d);
    assert_int_equal(d.n_level[DIAG_ERROR], ok ? 0 : 1);
    zipin_close(&in);
    diag_release(&d);
    return ok;
}

static void finds_the_archive(void **state) {
    (void)state;
    struct zip_shape s;
    struct file f = archive(0, false);
    assert_true(shape(&f, &s));
    assert_int_equal(s.base, 0);
    assert_int_equal(s.prefix, 0);
    assert_int_equal(s.end, f.n);
    assert_int_equal(s.n_entries, 1);

    f = archive(100, false);
    assert_true(shape(&f, &s));
    assert_int_equal(s.base, 100);
    assert_int_equal(s.prefix, 100);

    f = archive(100, true);
    assert_true(shape(&f, &s));
    assert_int_equal(s.base, 0);
    assert_int_equal(s.prefix, 100);
}

static void sees_past_what_looks_like_an_end(void **state) {
    (void)state;
    struct zip_shape s;
    // A comment that holds an end record.
    struct file f = archive(0, false);
    f.p[f.n - 2] = END;
    end_record(&f, 7, 0, 0xFFFF);
    assert_true(shape(&f, &s));
    assert_int_equal(s.n_entries, 1);
    assert_int_equal(s.end, f.n);

    // Bytes behind the archive that are no comment.
    f = archive(0, false);
    size_t end = f.n;
    zeros(&f, 10);
    assert_true(shape(&f, &s));
    assert_int_equal(s.end, end);
}

static void takes_an_empty_archive(void **state) {
    (void)state;
    struct zip_shape s;
    struct file f = {.n = 0};
    end_record(&f, 0, 0, 0);
    assert_true(shape(&f, &s));
    assert_int_equal(s.n_entries, 0);
}

static void reads_zip64_records(void **state) {
    (void)state;
    struct zip_shape s;
    struct file f = {.n = 0};
    zeros(&f, 10);
    local(&f);
    record(&f, 0, DATA);
    size_t at = f.n - 10;
    le(&f, 4, 0x06064b50);
    le(&f, 8, 44);
    zeros(&f, 12);
    le(&f, 8, 1);
    le(&f, 8, 1);
    le(&f, 8, CENTRAL);
    le(&f, 8, LOCAL);
    le(&f, 4, 0x07064b50);
    le(&f, 4, 0);
    le(&f, 8, at);
    le(&f, 4, 1);
    end_record(&f, 0xFFFF, UINT32_MAX, UINT32_MAX);
    assert_true(shape(&f, &s));
    assert_int_equal(s.n_entries, 1);
    assert_int_equal(s.prefix, 10);
    // A count that the directory has no room for.
    f.p[10 + at + 32 + 6] = 1;
    assert_false(shape(&f, &s));
}

static void refuses_what_cannot_be(void **state) {
    (void)state;
    struct zip_shape s;
    struct file f = archive(0, false);
    for (size_t n = 0; n < f.n; n++) {
        struct file cut = f;
        cut.n = n;
        assert_false(shape(&cut, &s));
    }

    f = (struct file){.n = 0};
    local(&f);
    record(&f, 0, LOCAL + 1);  // more data than there is
    end_record(&f, 1, CENTRAL, LOCAL);
    assert_false(shape(&f, &s));

    f = (struct file){.n = 0};
    local(&f);
    record(&f, LOCAL + 1, DATA);  // behind the directory's start
    end_record(&f, 1, CENTRAL, LOCAL);
    assert_false(shape(&f, &s));

    f = (struct file){.n = 0};
    local(&f);
    record(&f, 0, UINT32_MAX);  // in an extra field that is not there
    end_record(&f, 1, CENTRAL, LOCAL);
    assert_false(shape(&f, &s));

    f = (struct file){.n = 0};
    local(&f);
    for (int i = 0; i < 8; i++) {
        record(&f, 0, DATA);  // shared data: 8 times 5 do not fit into 36
    }
    end_record(&f, 8, 8 * CENTRAL, LOCAL);
    assert_false(shape(&f, &s));

    f = archive(0, false);
    f.p[f.n - END + 8] = f.p[f.n - END + 10] = 2;  // one entry is claimed more
    assert_false(shape(&f, &s));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_archive),
        cmocka_unit_test(sees_past_what_looks_like_an_end),
        cmocka_unit_test(takes_an_empty_archive),
        cmocka_unit_test(reads_zip64_records),
        cmocka_unit_test(refuses_what_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
