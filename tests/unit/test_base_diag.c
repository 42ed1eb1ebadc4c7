// SPDX-License-Identifier: MIT
// test_base_diag.c - the form of messages, and that nothing is lost of them.

#include "analysis/base/diag.h"
#include "analysis/base/limits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// What d would print; the caller frees it.
static char *printed(struct diag *d) {
    struct {
        char *text;
        size_t n;
    } said = {0};
    FILE *out = open_memstream(&said.text, &said.n);
    assert_non_null(out);
    diag_flush(d, out);
    fclose(out);
    return said.text;
}

static void assert_prints(struct diag *d, const char *expected) {
    char *text = printed(d);
    assert_string_equal(text, expected);
    free(text);
}

static void names_place_and_byte(void **state) {
    (void)state;
    struct diag d;
    diag_init(&d, DIAG_WARNING, false);
    struct place at = {
        .file = STR("app.jar"),
        .entry = STR("com/acme/A.class"),
        .name = STR("f"),
        .desc = STR("(I)V"),
        .byte = 1042,
    };
    diag_report(&d, POOL_TAG, &at, 131, 2);
    assert_prints(&d, "ccinstr: warning: app.jar!com/acme/A.class: f(I)V: "
                      "constant pool entry 131: unknown tag 2 (byte 1042)\n");
    at = (struct place){.file = STR("x"), .byte = NO_BYTE};
    diag_report(&d, FILE_KIND, &at);
    char expected[200];
    snprintf(expected, sizeof expected, "ccinstr: error: x: %s\n",
             D_TEXT_FILE_KIND);
    assert_prints(&d, expected);
    diag_release(&d);
}

static void counts_what_it_does_not_show(void **state) {
    (void)state;
    struct diag d;
    diag_init(&d, DIAG_ERROR, false);
    struct place at = {.byte = NO_BYTE};
    diag_report(&d, CLASS_COPIED, &at);
    diag_report(&d, CLASS_COPIED, &at);
    assert_prints(&d, "");
    assert_int_equal(d.n_level[DIAG_WARNING], 2);
    assert_int_equal(d.n_id[D_CLASS_COPIED], 2);
    diag_release(&d);
}

static void takes_over_in_order(void **state) {
    (void)state;
    struct diag main_diag;
    struct diag worker;
    diag_init(&main_diag, DIAG_WARNING, false);
    diag_init(&worker, DIAG_WARNING, false);
    struct place a = {.file = STR("a"), .byte = NO_BYTE};
    struct place b = {.file = STR("b"), .byte = NO_BYTE};
    diag_report(&worker, CLASS_COPIED, &b);
    diag_report(&main_diag, CLASS_COPIED, &a);
    diag_take(&main_diag, &worker);
    assert_int_equal(worker.n_level[DIAG_WARNING], 0);
    assert_prints(&worker, "");
    assert_int_equal(main_diag.n_level[DIAG_WARNING], 2);
    assert_prints(&main_diag, "ccinstr: warning: a: class copied unchanged\n"
                              "ccinstr: warning: b: class copied unchanged\n");
    diag_release(&worker);
    diag_release(&main_diag);
}

// Names come from class files: no escape sequence may reach the terminal, and
// one of 65535 characters must not flood it.
static void disarms_names(void **state) {
    (void)state;
    struct diag d;
    diag_init(&d, DIAG_WARNING, false);
    char *name = malloc(65535);
    assert_non_null(name);
    memset(name, 'x', 65535);
    name[0] = '\033';
    name[1] = '\n';
    struct place at = {.entry = {name, 65535}, .byte = NO_BYTE};
    diag_report(&d, CLASS_COPIED, &at);
    char *text = printed(&d);
    assert_null(strchr(text, '\033'));
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    assert_true(strlen(text) < 5000);
    free(text);
    free(name);
    diag_release(&d);
}

// A hostile input has any number of things to complain of: they are counted,
// and only so many are kept.
static void leaves_out_what_is_too_much(void **state) {
    (void)state;
    struct diag d;
    struct diag part;
    diag_init(&d, DIAG_WARNING, false);
    diag_init_part(&part, &d);
    struct place at = {.file = STR("a"), .byte = NO_BYTE};
    for (int i = 0; i < 200000; i++) {
        diag_report(&part, CLASS_COPIED, &at);
        if (i % 50000 == 0) {
            diag_take(&d, &part);
        }
    }
    assert_true(part.text.n < 2 * LIMIT_SAID_ENTRY_BYTES);
    for (int i = 0; i < 200; i++) {
        for (int k = 0; k < 1000; k++) {
            diag_report(&part, CLASS_COPIED, &at);
        }
        diag_take(&d, &part);
    }
    assert_true(d.text.n < 2 * LIMIT_SAID_BYTES);
    assert_int_equal(d.n_id[D_CLASS_COPIED], 400000);
    char *text = printed(&d);
    size_t lines = 0;
    for (const char *p = text; *p; p++) {
        lines += *p == '\n';
    }
    const char *more = strstr(text, "ccinstr: note: ");
    assert_non_null(more);
    assert_int_equal(strtoul(more + 15, NULL, 10) + lines - 1, 400000);
    assert_non_null(strstr(more, " more messages were left out\n"));
    free(text);
    diag_release(&part);
    diag_release(&d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_place_and_byte),
        cmocka_unit_test(counts_what_it_does_not_show),
        cmocka_unit_test(takes_over_in_order),
        cmocka_unit_test(disarms_names),
        cmocka_unit_test(leaves_out_what_is_too_much),
    };
    return cmocka_run_group_tests_name("base/diag", tests, NULL, NULL);
}
