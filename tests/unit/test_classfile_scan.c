// SPDX-License-Identifier: MIT
// test_classfile_scan.c - the instructions that name something, found as the
// full decoder finds them in every class of some jars; and code that is cut.

#include "analysis/classfile/scan.h"

#include "analysis/classfile/code.h"
#include "analysis/sources/sources.h"
#include "tests/unit/lib/asmclass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static const struct place here = {.byte = NO_BYTE};

static bool names(const struct insn *i) {
    return strchr("kKfmcJDMn", op_table[i->op].format) != NULL;
}

// How many instructions of that method were compared.
static u4 compare_method(const struct cf_class *c, const struct code *k,
                         struct bytes body) {
    struct scan s;
    struct scan_insn i;
    u4 n = 0;
    assert_true(scan_open(&s, c, body));
    assert_int_equal(s.n, k->length);
    for (u4 j = 0; j < k->n_insn; j++) {
        const struct insn *want = &k->insn[j];
        if (!names(want)) {
            continue;
        }
        n++;
        assert_true(scan_next(&s, &i));
        assert_int_equal(i.pc, want->pc);
        assert_int_equal(i.op, want->op == OPC_ldc ? OPC_ldc_w : want->op);
        assert_int_equal(i.index, want->a);
        struct scan_insn again = scan_at(&s, i.pc);
        assert_int_equal(again.pc, i.pc);
        assert_int_equal(again.op, i.op);
        assert_int_equal(again.index, i.index);
    }
    assert_false(scan_next(&s, &i));
    assert_false(s.bad);
    return n;
}

static u4 compare_class(struct bytes in, struct arena *a, struct diag *d) {
    struct cf_class all, headers;
    assert_true(cf_parse(&all, in, CF_ALL, a, &here, d));
    assert_true(cf_parse(&headers, in, CF_HEADERS, a, &here, d));
    u4 n = 0;
    for (u4 i = 0; i < all.n_methods; i++) {
        const struct cf_attr *at = attr_find(&all.methods[i].attrs, ATTR_Code);
        struct bytes body;
        bool has =
            cf_find_attr(&headers, headers.methods[i].at, STR("Code"), &body);
        assert_int_equal(at != NULL, has);
        struct code k;
        if (at) {
            assert_true(code_parse(&k, &all, at, a, &here, d));
            n += compare_method(&headers, &k, body);
        }
    }
    return n;
}

static void finds_what_the_decoder_finds(void **state) {
    (void)state;
    const char *jars = getenv("CCINSTR_JARS");
    char path[300];
    snprintf(path, sizeof path, "%s/commons-lang3.jar",
             jars ? jars : "/usr/share/java");
    if (access(path, R_OK) != 0) {
        print_message("# skipped: no %s\n", path);
        return;
    }
    struct diag d;
    struct arena a;
    diag_init(&d, DIAG_ERROR, false);
    arena_init(&a);
    struct str component = str_of(path);
    struct sources *src = src_open(&(struct src_spec){.component = &component,
                                                      .n_component = 1,
                                                      .jdk = STR("none")},
                                   &d);
    assert_non_null(src);
    struct src_iter it = src_each(src, SRC_COMPONENT);
    u4 n = 0;
    for (struct str name; src_next(&it, &name);) {
        struct src_class c;
        assert_true(src_find(src, name, &c));
        n += compare_class(c.bytes, &a, &d);
        arena_reset(&a);
    }
    assert_true(n > 10000);
    src_close(src);
    arena_release(&a);
    diag_release(&d);
}

// A method of a class of that version with this code, scanned to its end.
struct scanned {
    struct asm_class a;
    struct arena arena;
    struct diag d;
    struct cf_class c;
    struct bytes body;
    struct scan s;
};

static void begin(struct scanned *t, u2 major, const char *bytes) {
    struct emit code;
    asm_init(&t->a, major);
    arena_init(&t->arena);
    diag_init(&t->d, DIAG_NOTE, false);
    emit_init(&code, 1 << 20);
    put(&code, bytes);
    asm_code(&t->a,
             &(struct asm_method){.name = "f", .desc = "()V", .code = &code});
    emit_release(&code);
    assert_true(cf_parse(&t->c, asm_finish(&t->a), CF_HEADERS, &t->arena, &here,
                         &t->d));
    assert_true(cf_find_attr(&t->c, t->c.methods[0].at, STR("Code"), &t->body));
}

static void end(struct scanned *t) {
    arena_release(&t->arena);
    diag_release(&t->d);
    asm_release(&t->a);
}

// The offsets of what names something, as text; '!' and the offset where it
// stopped before the end.
static void assert_scan(const char *bytes, const char *want) {
    struct scanned t = {0};
    char got[200] = "";
    size_t n = 0;
    begin(&t, 52, bytes);
    assert_true(scan_open(&t.s, &t.c, t.body));
    for (struct scan_insn i; scan_next(&t.s, &i) && n < sizeof got - 20;) {
        n += (size_t)snprintf(got + n, 20, "%u ", (unsigned)i.pc);
    }
    if (t.s.bad) {
        snprintf(got + n, 20, "!%u ", (unsigned)t.s.pc);
    }
    assert_string_equal(got, want);
    end(&t);
}

static void steps_over_the_odd_ones(void **state) {
    (void)state;
    // tableswitch at each alignment, low 5 to high 6; then new
    assert_scan("AA 000000 00000000 00000005 00000006 00*8 BB 0001", "24 ");
    assert_scan("00 AA 0000 00000000 00000005 00000006 00*8 BB 0001", "24 ");
    assert_scan("00*2 AA 00 00000000 00000005 00000006 00*8 BB 0001", "24 ");
    assert_scan("00*3 AA 00000000 00000005 00000006 00*8 BB 0001", "24 ");
    assert_scan("00*3 AA 00000000 FFFFFFFF 00000000 00*8 BB 0001", "24 ");
    assert_scan("00*3 AB 00000000 00000002 00*16 BB 0001", "28 ");
    assert_scan("00*3 AB 00000000 00000000 BB 0001", "12 ");
    assert_scan("C4 84 0000 0000 BB 0001 C4 15 0001 BC 0A", "6 13 ");
    assert_scan("12 07 13 0007 14 0007 B9 0007 01 00 BA 0007 00 00 C5 0007 02",
                "0 2 5 8 13 18 ");
}

static void stops_at_what_is_cut(void **state) {
    (void)state;
    assert_scan("B1", "");
    assert_scan("BB 0001 BB 00", "0 !3 ");
    assert_scan("12", "!0 ");
    assert_scan("B9 0007 01", "!0 ");
    assert_scan("C4", "!0 ");
    assert_scan("00 C4 84 0000 00", "!1 ");
    assert_scan("C4 15 00", "!0 ");
    assert_scan("AA", "!0 ");
    assert_scan("00*3 AA 00000000 00000000 000000", "!3 ");
    // high below low, or more targets than there is code
    assert_scan("00*3 AA 00000000 00000001 00000000 00*8", "!3 ");
    assert_scan("00*3 AA 00000000 80000000 7FFFFFFF 00*8", "!3 ");
    assert_scan("00*3 AA 00000000 00000000 00000001 00*7", "!3 ");
    assert_scan("00*3 AB 00000000 000000", "!3 ");
    assert_scan("00*3 AB 00000000 00000001 00*7", "!3 ");
    assert_scan("00*3 AB 00000000 FFFFFFFF 00*8", "!3 ");
    assert_scan("00*3 AB 00000000 20000000 00*8", "!3 ");
    assert_scan("BB 0001 CB 00", "0 !3 ");
}

static void opens_no_cut_attribute(void **state) {
    (void)state;
    struct scanned t = {0};
    begin(&t, 52, "BB 0001 B1");
    for (size_t n = 0; n < t.body.n; n++) {
        struct bytes cut = {t.body.p, n};
        assert_int_equal(scan_open(&t.s, &t.c, cut), n >= 12);
    }
    assert_true(scan_open(&t.s, &t.c, t.body));
    assert_int_equal(t.s.rest.n, 4);
    end(&t);
    t = (struct scanned){0};
    begin(&t, 52, "");
    assert_false(scan_open(&t.s, &t.c, t.body));
    end(&t);
    t = (struct scanned){0};
    begin(&t, 52, "00*65536");
    assert_false(scan_open(&t.s, &t.c, t.body));
    end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_the_decoder_finds),
        cmocka_unit_test(steps_over_the_odd_ones),
        cmocka_unit_test(stops_at_what_is_cut),
        cmocka_unit_test(opens_no_cut_attribute),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
