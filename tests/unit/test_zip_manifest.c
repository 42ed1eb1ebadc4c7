// SPDX-License-Identifier: MIT
// test_zip_manifest.c - manifests: what is found in them, what is taken out.

#include "analysis/zip/manifest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct bytes text(const char *s) {
    return (struct bytes){(const u1 *)s, strlen(s)};
}

// before without digests is `after`; NULL: there are none.
static void strips(const char *before, const char *after) {
    struct emit out;
    emit_init(&out, 1000);
    bool any = manifest_strip(text(before), &out);
    assert_int_equal(any, after != NULL);
    if (after) {
        emit_u1(&out, 0);
        assert_string_equal((const char *)out.p, after);
    }
    emit_release(&out);
}

static void takes_out_digests_alone(void **state) {
    (void)state;
    strips("A: 1\n\nName: x\nSHA-256-Digest: q\n\n", "A: 1\n\n");
    strips("A: 1\r\n\r\nName: x\r\nB: 2\r\nSHA1-Digest: q\r\n\r\n",
           "A: 1\r\n\r\nName: x\r\nB: 2\r\n\r\n");
    strips("A: 1\n\nName: x\nMD5-Digest-en: q\n r\n s\nB: 2\n\n",
           "A: 1\n\nName: x\nB: 2\n\n");
    strips("A: 1\n\nName: a\n b\nx-digest: q\n\nName: y\nC: 3\n\n",
           "A: 1\n\nName: y\nC: 3\n\n");
    strips("A: 1\r\rName: x\rSHA-Digest: q\r\rName: y\rC: 3\r",
           "A: 1\r\rName: y\rC: 3\r");
}

static void ends_anywhere(void **state) {
    (void)state;
    strips("A: 1\n\nName: x\nSHA-Digest: q", "A: 1\n\n");
    strips("A: 1\n\nName: x\nSHA-Digest: q\n B", "A: 1\n\n");
    strips("A: 1\n\nName: x\nB: 2\nSHA-Digest: q", "A: 1\n\nName: x\nB: 2\n");
    strips("A: 1\n\nSHA-Digest: q\nName: x", "A: 1\n\n");
}

// before with "N: v" is `after`; NULL: it has one.
static void adds(const char *before, const char *after) {
    struct emit out;
    emit_init(&out, 1000);
    bool added = manifest_add(text(before), STR("N"), STR("v"), &out);
    assert_int_equal(added, after != NULL);
    if (after) {
        emit_u1(&out, 0);
        assert_string_equal((const char *)out.p, after);
    }
    emit_release(&out);
}

static void adds_to_the_main_section(void **state) {
    (void)state;
    adds("A: 1\n", "A: 1\nN: v\n");
    adds("A: 1\r\n\r\n", "A: 1\r\nN: v\r\n\r\n");
    adds("A: 1\n 2\n\nName: x\nB: 2\n\n",
         "A: 1\n 2\nN: v\n\nName: x\nB: 2\n\n");
    adds("A: 1\r\rName: x\r", "A: 1\rN: v\r\rName: x\r");
    adds("A: 1", "A: 1\r\nN: v\r\n");
    // \r and the empty line behind it must not become one end.
    adds("A: 1\rB: 2\n\nName: x\r", "A: 1\rB: 2\nN: v\r\n\nName: x\r");
    adds("A: 1\nn: w\n", NULL);
    adds("A: 1\n\nName: x\nN: w\n", "A: 1\nN: v\n\nName: x\nN: w\n");
    adds("", NULL);
}

// before with one more "word" in its list N is `after`.
static void appends(const char *before, const char *after) {
    struct emit out;
    emit_init(&out, 1000);
    assert_true(manifest_append(text(before), STR("N"), STR("word"), &out));
    emit_u1(&out, 0);
    assert_string_equal((const char *)out.p, after);
    emit_release(&out);
}

#define TEN "0123456789"
#define LINE "N: " TEN TEN TEN TEN TEN TEN "0123"  // and 5 more are 72

static void appends_to_a_list(void **state) {
    (void)state;
    appends("A: 1\n", "A: 1\nN: word\n");
    appends("N: a b\nA: 1\n", "N: a b word\nA: 1\n");
    appends("n: a", "n: a word\r\n");
    appends("A: 1\r\nN: a\r\n b\r\n\r\n", "A: 1\r\nN: a\r\n b word\r\n\r\n");
    appends("A: 1\n\nName: x\nN: a\n", "A: 1\nN: word\n\nName: x\nN: a\n");
    appends(LINE "\n\n", LINE " word\n\n");
    appends(LINE "4\nA: 1\n", LINE "4\n  word\nA: 1\n");
    appends(LINE "4\r\n 5\r\n", LINE "4\r\n 5 word\r\n");
}

// before with the value `v` of N is `after`; NULL: it has no N.
static void sets(const char *before, const char *v, const char *after) {
    struct emit out;
    emit_init(&out, 1000);
    bool set = manifest_set(text(before), STR("N"), str_of(v), &out);
    assert_int_equal(set, after != NULL);
    if (after) {
        emit_u1(&out, 0);
        assert_string_equal((const char *)out.p, after);
    }
    emit_release(&out);
}

static void sets_a_value(void **state) {
    (void)state;
    sets("A: 1\n", "x", NULL);
    sets("", "x", NULL);
    sets("A: 1\n\nName: x\nN: y\n", "x", NULL);
    sets("N: 1\nA: 2\n", "x", "N: x\nA: 2\n");
    sets("A: 1\rn: 1\n\nName: x\r", "y", "A: 1\rn: y\r\n\nName: x\r");
    sets("A: 1\r\nn: 1\r\n 2\r\n 3\r\nB: 4\r\n\r\nName: x\r\n", "x y",
         "A: 1\r\nn: x y\r\nB: 4\r\n\r\nName: x\r\n");
    sets("A: 1\nN: 1", "x", "A: 1\nN: x\n");
    sets("N:1\n", TEN TEN TEN TEN TEN TEN "012345678", LINE "45678\n");
    sets("N: 1\n 2\n", TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN,
         LINE "45678\n 9" TEN TEN TEN TEN TEN TEN TEN "\n");
}

static void leaves_all_else(void **state) {
    (void)state;
    strips("", NULL);
    strips("A: 1\nSHA-256-Digest: main sections have none\n\n", NULL);
    strips("A: 1\n\nName: x\n\n\nName: y\nDigest: 1\nX-Digests: 2\n\n", NULL);
    strips("A: 1\n\nName: x\n\n\nName: y\nS-Digest: q\n\n\n",
           "A: 1\n\nName: x\n\n\n\n");
}

static void finds_true_in_the_main_section(void **state) {
    (void)state;
    struct str name = STR("Multi-Release");
    assert_true(manifest_true(text("Multi-Release: true\n"), name));
    assert_true(manifest_true(text("A: 1\r\nmulti-RELEASE:  TRUE \r\n"), name));
    assert_false(manifest_true(text("Multi-Release: false\n"), name));
    assert_false(manifest_true(text("Multi-Release: truer\n"), name));
    assert_false(manifest_true(text("Multi-Release\n"), name));
    assert_false(manifest_true(text("X-Multi-Release: true\n"), name));
    assert_false(manifest_true(text("A: 1\n\nMulti-Release: true\n"), name));
    assert_false(manifest_true(text("A: 1\n Multi-Release: true\n"), name));
    assert_false(manifest_true(text(""), name));
}

static void joins_the_lines_of_a_value(void **state) {
    (void)state;
    struct arena a;
    arena_init(&a);
    const struct {
        const char *manifest, *value;
    } rows[] = {
        {"Class-Path: a.jar b.jar\n", "a.jar b.jar"},
        {"X: 1\r\nclass-path:  a.j\r\n ar  b\r\n .jar \r\nY: 2\r\n",
         "a.jar  b.jar"},
        {"Class-Path: a\n b", "ab"},
        {"Class-Path:\n \n  a\r b\n", "ab"},
        {"Class-Path:\nX: 1\n", ""},
        {"Class-Path", ""},
        {"X: 1\n\nClass-Path: a\n", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct str v =
            manifest_value(text(rows[i].manifest), STR("Class-Path"), &a);
        assert_true(str_eq(v, str_of(rows[i].value)));
    }
    arena_release(&a);
}

static void knows_signature_files(void **state) {
    (void)state;
    assert_true(manifest_is_signature(STR("META-INF/A.SF")));
    assert_true(manifest_is_signature(STR("meta-inf/a.rsa")));
    assert_true(manifest_is_signature(STR("META-INF/A.dsa")));
    assert_true(manifest_is_signature(STR("META-INF/A.EC")));
    assert_true(manifest_is_signature(STR("META-INF/SIG-x")));
    assert_false(manifest_is_signature(STR("META-INF/x/A.SF")));
    assert_false(manifest_is_signature(STR("META-INF/A.SFX")));
    assert_false(manifest_is_signature(STR("A.SF")));
    assert_false(manifest_is_signature(STR("META-INF/")));
    assert_false(manifest_is_signature(STR("")));
    assert_true(manifest_is(STR("META-INF/MANIFEST.MF")));
    assert_true(manifest_is(STR("Meta-Inf/manifest.mf")));
    assert_false(manifest_is(STR("META-INF/x/MANIFEST.MF")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_out_digests_alone),
        cmocka_unit_test(ends_anywhere),
        cmocka_unit_test(leaves_all_else),
        cmocka_unit_test(adds_to_the_main_section),
        cmocka_unit_test(appends_to_a_list),
        cmocka_unit_test(sets_a_value),
        cmocka_unit_test(finds_true_in_the_main_section),
        cmocka_unit_test(joins_the_lines_of_a_value),
        cmocka_unit_test(knows_signature_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
