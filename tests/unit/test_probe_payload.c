// SPDX-License-Identifier: MIT
// test_probe_payload.c - classes of the run time in a plan's package.

#include "rewriter/probe/payload.h"

#include "tests/unit/lib/asmclass.h"
#include "tests/unit/lib/edited.h"
#include "tests/unit/lib/sample.h"
#include "tests/unit/lib/sampleplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define PACKAGE "ccinstr/rt/p0123456789abcdef"

// One Utf8 of a class renamed.
static void renames(const char *was, const char *is) {
    struct asm_class a;
    struct edited t;
    struct emit out;
    asm_init(&a, 52);
    edited_init(&t);
    emit_init(&out, 1 << 20);
    u2 i = asm_utf8(&a, was);
    assert_true(payload_rename_class(asm_finish(&a), STR(PACKAGE), &out));
    edited_run(&t, (struct bytes){out.p, out.n}, NULL, NULL);
    struct str now = cp_str(&t.c, i);
    if (!str_eq(now, str_of(is))) {
        fail_msg("%s became %.*s", was, STR_F(now));
    }
    asm_release(&a);
    edited_release(&t);
    emit_release(&out);
}

static void names_and_descriptors_are_renamed(void **state) {
    (void)state;
    renames("ccinstr/rt/Probe", PACKAGE "/Probe");
    renames("ccinstr/rt/Table$1", PACKAGE "/Table$1");
    renames("(Lccinstr/rt/A;I[Lccinstr/rt/B;)Lccinstr/rt/C;",
            "(L" PACKAGE "/A;I[L" PACKAGE "/B;)L" PACKAGE "/C;");
    renames("[Lccinstr/rt/A;", "[L" PACKAGE "/A;");
    renames("Ljava/util/List<Lccinstr/rt/A;>;",
            "Ljava/util/List<L" PACKAGE "/A;>;");
}

static void others_stay(void **state) {
    (void)state;
    renames("ccinstr/rt", "ccinstr/rt");
    renames("ccinstr/rtx/A", "ccinstr/rtx/A");
    renames("META-INF/ccinstr/rt/A", "META-INF/ccinstr/rt/A");
    renames("com/ccinstr/rt/A", "com/ccinstr/rt/A");
    renames("", "");
}

static void every_kind_of_constant_is_passed(void **state) {
    (void)state;
    struct asm_class a;
    struct emit out;
    emit_init(&out, 1 << 20);
    struct bytes in = sample_class(&a);
    assert_true(payload_rename_class(in, STR(PACKAGE), &out));
    assert_int_equal(out.n, in.n);
    assert_memory_equal(out.p, in.p, in.n);
    asm_release(&a);
    emit_release(&out);
}

static void what_is_no_class_is_refused(void **state) {
    (void)state;
    struct asm_class a;
    struct emit out;
    emit_init(&out, 1 << 20);
    struct bytes in = sample_class(&a);
    // Inside its constant pool each prefix is broken.
    for (size_t n = 0; n < 100; n++) {
        assert_false(
            payload_rename_class((struct bytes){in.p, n}, STR(PACKAGE), &out));
    }
    asm_release(&a);
    emit_release(&out);
}

static void the_plan_and_the_run_time(void **state) {
    (void)state;
    struct emit bytes;
    struct plan plan;
    struct plan_fault fault;
    struct payload p;
    struct str name;
    struct bytes content;
    emit_init(&bytes, 1 << 20);
    sampleplan(&bytes);
    assert_true(plan_open(&plan, bytes.p, bytes.n, &fault));
    payload_init(&p, &plan);
    assert_int_equal(p.id.n, 16);
    assert_true(str_starts(p.package, STR("ccinstr/rt/p")));
    assert_true(str_ends(p.package, p.id));
    assert_true(payload_entry(&p, 0, &name, &content));
    assert_true(str_starts(name, STR("META-INF/ccinstr/")));
    assert_true(str_ends(name, STR(".plan")));
    assert_int_equal(content.n, bytes.n);
    u4 classes = 0, libraries = 0;
    for (size_t i = 1; payload_entry(&p, i, &name, &content); i++) {
        bool class = str_starts(name, p.package);
        classes += class && str_ends(name, STR(".class"));
        libraries += !class && str_ends(name, STR(".so"));
        if (!class) {
            assert_non_null(
                memmem(content.p, content.n, p.package.p, p.package.n));
        }
    }
    assert_true(classes >= 5);
    assert_int_equal(libraries, 1);
    payload_release(&p);
    emit_release(&bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_descriptors_are_renamed),
        cmocka_unit_test(others_stay),
        cmocka_unit_test(every_kind_of_constant_is_passed),
        cmocka_unit_test(what_is_no_class_is_refused),
        cmocka_unit_test(the_plan_and_the_run_time),
    };
    return cmocka_run_group_tests_name("probe/payload", tests, NULL, NULL);
}
