// SPDX-License-Identifier: MIT
// test_classfile_parse.c - from bytes to the model, and every way to fail.

#include "analysis/base/limits.h"
#include "analysis/classfile/attr.h"
#include "tests/unit/lib/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct parsed {
    struct asm_class a;
    struct arena arena;
    struct diag d;
    struct cf_class c;
};

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

static int set_up(void **state) {
    struct parsed *t = test_calloc(1, sizeof *t);
    arena_init(&t->arena);
    diag_init(&t->d, DIAG_NOTE, false);
    *state = t;
    return 0;
}

static int tear_down(void **state) {
    struct parsed *t = *state;
    arena_release(&t->arena);
    diag_release(&t->d);
    asm_release(&t->a);
    test_free(t);
    return 0;
}

static bool parse(struct parsed *t, struct bytes in) {
    return cf_parse(&t->c, in, CF_ALL, &t->arena, &here, &t->d);
}

// Refused with that text, and with nothing else.
static void assert_bad(struct parsed *t, struct bytes in, enum diag_id id,
                       const char *text) {
    emit_reset(&t->d.text);
    u4 n = t->d.n_id[id];
    u4 all = t->d.n_level[DIAG_WARNING];
    assert_false(parse(t, in));
    assert_int_equal(t->d.n_id[id], n + 1);
    assert_int_equal(t->d.n_level[DIAG_WARNING], all + 1);
    emit_u1(&t->d.text, 0);
    if (!strstr((const char *)t->d.text.p, text)) {
        fail_msg("no \"%s\" in: %s", text, (const char *)t->d.text.p);
    }
}

static void reads_the_sample(void **state) {
    struct parsed *t = *state;
    assert_true(parse(t, sample_class(&t->a)));
    assert_int_equal(t->d.text.n, 0);
    struct cf_class *c = &t->c;
    assert_int_equal(c->major, 61);
    assert_int_equal(c->n_pool, t->a.n_pool);
    assert_true(str_eq(cp_name_of(c, c->this_class), STR("T")));
    assert_true(str_eq(cp_name_of(c, c->super_class), STR("java/lang/Object")));
    assert_int_equal(c->n_fields, 2);
    assert_int_equal(c->n_methods, 2);
    assert_true(str_eq(cp_str(c, c->methods[0].name), STR("f")));
    assert_true(str_eq(cp_str(c, c->methods[0].desc), STR("(I)J")));
    assert_int_equal(c->methods[0].access_flags, 9);
    assert_int_equal(c->methods[1].attrs.n, 9);
    for (u4 i = 0; i < 9; i++) {
        assert_int_not_equal(c->methods[1].attrs.v[i].kind, ATTR_OTHER);
        assert_false(c->methods[1].attrs.v[i].bad);
    }
    const struct cf_attr *vendor = &c->attrs.v[c->attrs.n - 1];
    assert_int_equal(vendor->kind, ATTR_OTHER);
    assert_int_equal(be2(attr_body(c, vendor).p), 0xDEAD);
    assert_null(attr_find(&c->attrs, ATTR_NestHost));
    assert_non_null(attr_find(&c->attrs, ATTR_Record));
}

static void constants_by_kind(void **state) {
    struct parsed *t = *state;
    assert_true(parse(t, sample_class(&t->a)));
    u4 seen[CP_N_TAGS] = {0};
    for (u4 i = 1; i < t->c.n_pool; i++) {
        const struct cp_entry *e = &t->c.pool[i];
        seen[e->tag]++;
        if (e->tag == CP_LONG) {
            assert_int_equal(be4(t->c.in.p + e->at), 0x01234567);
            assert_int_equal(t->c.pool[i + 1].tag, CP_NONE);
            assert_false(cp_is(&t->c, i + 1, CP_LONG));
        } else if (e->tag == CP_INTEGER) {
            assert_int_equal(e->value, 123456789);
        } else if (e->tag == CP_INVOKE_DYNAMIC) {
            struct cp_ref r = cp_ref_of(&t->c, i);
            assert_int_equal(r.owner.n, 0);
            assert_true(str_eq(r.desc, STR("()I")));
        } else if (e->tag == CP_INTERFACE_METHODREF) {
            struct cp_ref r = cp_ref_of(&t->c, i);
            assert_true(str_eq(r.owner, STR("java/lang/Runnable")));
            assert_true(str_eq(r.name, STR("run")));
        }
    }
    for (u1 tag = 1; tag < CP_N_TAGS; tag++) {
        bool exists = tag != 2 && tag != 13 && tag != 14;
        assert_int_equal(seen[tag] != 0, exists);
    }
    assert_false(cp_is(&t->c, t->c.n_pool, CP_NONE));
    assert_int_equal(cp_name_of(&t->c, 0).n, 0);
}

static void headers_only_looks_at_no_attribute(void **state) {
    struct parsed *t = *state;
    struct bytes in = sample_class(&t->a);
    assert_true(cf_parse(&t->c, in, CF_HEADERS, &t->arena, &here, &t->d));
    assert_int_equal(t->c.n_methods, 2);
    assert_int_equal(t->c.methods[0].attrs.n, 0);
    assert_int_equal(t->c.attrs.n, 0);
}

// No prefix of a class is a class, and each says why.
static void every_prefix_is_refused(void **state) {
    struct parsed *t = *state;
    struct bytes in = sample_class(&t->a);
    for (size_t n = 0; n < in.n; n++) {
        // Exactly as long, so that a read past the end is seen.
        u1 *copy = test_malloc(n ? n : 1);
        memcpy(copy, in.p, n);
        u4 said = t->d.n_level[DIAG_WARNING];
        struct bytes part = {copy, n};
        assert_false(parse(t, part));
        assert_int_equal(t->d.n_level[DIAG_WARNING], said + 1);
        cf_parse(&t->c, part, CF_HEADERS, &t->arena, &here, &t->d);
        test_free(copy);
        arena_reset(&t->arena);
    }
    assert_true(t->d.n_id[D_POOL_TRUNCATED] > 10);
    assert_true(t->d.n_id[D_CLASS_TRUNCATED] > 10);
}

static void magic_and_version(void **state) {
    struct parsed *t = *state;
    struct bytes in = sample_class(&t->a);
    u1 *p = t->a.out.p;
    p[3] = 0xBF;
    assert_bad(t, in, D_CLASS_MAGIC,
               "not a class file (magic CAFEBABF) (byte 0)");
    p[3] = 0xBE;
    put2(p + 6, 44);  // a Mach-O fat binary would hold a small count here
    assert_bad(t, in, D_CLASS_MAGIC, "magic CAFEBABE");
    put2(p + 6, CF_MAJOR_MAX + 1);
    assert_true(parse(t, in));
    assert_int_equal(t->d.n_id[D_CLASS_VERSION], 1);
    put2(p + 4, 0xFFFF);  // preview
    put2(p + 6, CF_MAJOR_MAX);
    assert_true(parse(t, in));
    put2(p + 6, CF_MAJOR_MIN);
    assert_true(parse(t, in));
    assert_int_equal(t->d.n_id[D_CLASS_VERSION], 1);
}

static void sizes(void **state) {
    struct parsed *t = *state;
    struct bytes in = sample_class(&t->a);
    assert_bad(t, (struct bytes){in.p, LIMIT_CLASS_BYTES + 1u}, D_CLASS_SIZE,
               "67108865 bytes");
    emit_u2(&t->a.out, 0);
    assert_bad(t, (struct bytes){t->a.out.p, in.n + 2}, D_CLASS_TRAILING,
               "2 bytes behind the end");
}

struct pool_case {
    enum diag_id id;
    const char *constants;
    u4 n;  // constants in it
    const char *says;
};

// T is 2 (its name 1), Object 4 (its name 3); these follow from 5 on.
static const struct pool_case pool_cases[] = {
    {D_POOL_TAG, "02 00 00", 1, "entry 5: unknown tag 2"},
    {D_POOL_TAG, "00", 1, "entry 5: unknown tag 0"},
    {D_POOL_TAG, "0D 00 00", 1, "entry 5: unknown tag 13"},
    {D_POOL_TAG, "15 00 00", 1, "entry 5: unknown tag 21"},
    {D_POOL_TAG, "FF 00 00", 1, "entry 5: unknown tag 255"},
    {D_POOL_UTF8, "01 00 02 61 00", 1, "entry 5: malformed UTF-8"},
    {D_POOL_UTF8, "01 00 01 C3", 1, "entry 5: malformed UTF-8"},
    {D_POOL_REF, "07 00 05", 1, "entry 5: refers to entry 5, which is not a U"},
    {D_POOL_REF, "07 00 00", 1, "entry 5: refers to entry 0, which is not a U"},
    {D_POOL_REF, "08 00 02", 1, "entry 5: refers to entry 2, which is not a U"},
    {D_POOL_REF, "10 FF FF", 1, "refers to entry 65535, which is not a Utf8"},
    {D_POOL_REF, "13 00 02", 1, "which is not a Utf8"},
    {D_POOL_REF, "14 00 02", 1, "which is not a Utf8"},
    {D_POOL_REF, "0C 00 02 00 01", 1, "refers to entry 2, which is not a Utf8"},
    {D_POOL_REF, "0C 00 01 00 02", 1, "refers to entry 2, which is not a Utf8"},
    {D_POOL_REF, "09 00 01 00 06 0C 00 01 00 01", 2,
     "entry 5: refers to entry 1, which is not a Class"},
    {D_POOL_REF, "0A 00 02 00 01", 1, "which is not a NameAndType"},
    {D_POOL_REF, "0B 00 02 00 02", 1, "which is not a NameAndType"},
    {D_POOL_REF, "11 00 00 00 01", 1, "which is not a NameAndType"},
    {D_POOL_REF, "12 00 00 00 01", 1, "which is not a NameAndType"},
    {D_POOL_REF, "0F 01 00 02", 1, "which is not a reference"},
    // The second half of a long is no constant.
    {D_POOL_REF, "05 00*8 07 00 06", 3, "refers to entry 6"},
    {D_POOL_LAST, "05 00*8", 1, "entry 5: a Long takes two entries"},
    {D_POOL_LAST, "06 00*8", 1, "entry 5: a Double takes two entries"},
};

static void broken_constants(void **state) {
    struct parsed *t = *state;
    for (size_t i = 0; i < sizeof pool_cases / sizeof *pool_cases; i++) {
        const struct pool_case *p = &pool_cases[i];
        asm_init(&t->a, 52);
        put(&t->a.pool, p->constants);
        t->a.n_pool += p->n;
        assert_bad(t, asm_finish(&t->a), p->id, p->says);
        asm_release(&t->a);
    }
    asm_init(&t->a, 52);
    struct bytes in = asm_finish(&t->a);
    put2(t->a.out.p + 8, 0);
    assert_bad(t, in, D_POOL_COUNT, "size 0 (byte 8)");
    // One more than there are: the access flags are taken for a tag.
    put2(t->a.out.p + 8, 6);
    assert_bad(t, in, D_POOL_TAG, "entry 5: unknown tag 0");
}

static void broken_headers(void **state) {
    struct parsed *t = *state;
    asm_init(&t->a, 52);
    t->a.this_class = 1;
    assert_bad(t, asm_finish(&t->a), D_CLASS_REF,
               "this_class refers to constant pool entry 1");
    t->a.this_class = 2;
    t->a.super_class = 3;
    assert_bad(t, asm_finish(&t->a), D_CLASS_REF, "super_class");
    t->a.super_class = 0;  // java.lang.Object, module-info
    assert_true(parse(t, asm_finish(&t->a)));
    put(&t->a.methods, "00 00 00 02 00 01 00 00");
    t->a.n_methods = 1;
    assert_bad(t, asm_finish(&t->a), D_CLASS_REF, "member name");
    put2(t->a.methods.p + 2, 1);
    put2(t->a.methods.p + 4, 4);
    assert_bad(t, asm_finish(&t->a), D_CLASS_REF, "member descriptor");
    put2(t->a.methods.p + 4, 1);
    assert_true(parse(t, asm_finish(&t->a)));
    t->a.n_methods = 0xFFFF;
    assert_bad(t, asm_finish(&t->a), D_CLASS_TRUNCATED, "method table");
}

static void interfaces(void **state) {
    struct parsed *t = *state;
    asm_init(&t->a, 52);
    struct emit e;
    emit_init(&e, 1000);
    put(&e, "CA FE BA BE 00 00 00 34 %2", t->a.n_pool);
    emit_bytes(&e, t->a.pool.p, t->a.pool.n);
    put(&e, "06 00 00 02 00 04 00 02 00 04 00 02 00 00 00 00 00 00");
    assert_true(parse(t, (struct bytes){e.p, e.n}));
    assert_int_equal(t->c.n_interfaces, 2);
    assert_int_equal(t->c.interfaces[1], 2);
    put2(e.p + e.n - 8, 1);
    assert_bad(t, (struct bytes){e.p, e.n}, D_CLASS_REF, "interface refers");
    emit_release(&e);
}

static void attribute_names_and_lengths(void **state) {
    struct parsed *t = *state;
    asm_init(&t->a, 52);
    asm_attr(&t->a, &t->a.attrs, "Vendor", "01 02 03");
    u1 *p = t->a.attrs.body.p;
    put2(p, 2);
    assert_bad(t, asm_finish(&t->a), D_ATTR_NAME,
               "attribute name refers to constant pool entry 2");
    put2(p, t->a.n_pool - 1u);
    put4(p + 2, 0xFFFFFFFF);
    assert_bad(t, asm_finish(&t->a), D_CLASS_TRUNCATED, "attributes");
    put4(p + 2, 2);
    assert_bad(t, asm_finish(&t->a), D_CLASS_TRAILING, "1 bytes");
}

struct attr_case {
    char where;
    const char *name;
    const char *body;
    bool bad;
};

// Entry 1 is a Utf8, 2 a Class, 5 an Integer, 6 a Long.
static const struct attr_case attr_cases[] = {
    {'C', "SourceFile", "00 01", false},
    {'C', "SourceFile", "00 02", true},
    {'C', "SourceFile", "00", true},
    {'C', "SourceFile", "00 01 00", true},
    {'F', "ConstantValue", "00 06", false},
    {'F', "ConstantValue", "00 02", true},
    {'F', "ConstantValue", "00 07", true},
    {'C', "InnerClasses", "00 01 00 02 00 00 00 00 FF FF", false},
    {'C', "InnerClasses", "00 01 00 00 00 00 00 00 FF FF", true},
    {'C', "InnerClasses", "00 02 00 02 00 00 00 00 FF FF", true},
    {'C', "InnerClasses", "00 00", false},
    {'C', "Deprecated", "", false},
    {'C', "Deprecated", "00", true},
    {'C', "EnclosingMethod", "00 02 00 00", false},
    {'C', "EnclosingMethod", "00 02 00 02", true},
    {'M', "Exceptions", "00 02 00 02 00 04", false},
    {'M', "Exceptions", "00 01 00 01", true},
    {'M', "MethodParameters", "02 00 00 00 00 00 01 00 10", false},
    {'M', "MethodParameters", "02 00 00 00 00", true},
    {'M', "AnnotationDefault", "49 00 05", false},
    {'M', "AnnotationDefault", "4A 00 05", true},
    {'M', "AnnotationDefault", "3F 00 05", true},
    {'M', "AnnotationDefault", "5B 00 00", false},
    {'M', "AnnotationDefault", "5B FF FF", true},
    {'C', "RuntimeVisibleAnnotations", "00 01 00 01 00 01 00 01 63 00 01",
     false},
    {'C', "RuntimeVisibleAnnotations", "00 01 00 02 00 00", true},
    {'C', "RuntimeVisibleAnnotations", "00 01 00 01 00 01 00 02 63 00 01",
     true},
    {'C', "RuntimeVisibleTypeAnnotations", "00 01 10 00 00 00 00 01 00 00",
     false},
    {'C', "RuntimeVisibleTypeAnnotations", "00 01 18 00 00 00 00 01 00 00",
     true},
    {'C', "BootstrapMethods", "00 00", false},
    {'C', "BootstrapMethods", "00 01 00 02 00 00", true},
    {'C', "Record", "00 01 00 01 00 01 00 01 00 01 00 00 00 01 FF", false},
    {'C', "Record", "00 01 00 01 00 01 00 01 00 01 00 00 00 02 FF", true},
    {'C', "ModuleHashes", "00 01 00 00", false},
    {'C', "Module", "00 01 00 00 00 00", true},
    {'C', "NestHost", "00 02", false},
    {'C', "NestHost", "00 01", true},
};

static const struct cf_attr *parse_case(struct parsed *t,
                                        const struct attr_case *k) {
    asm_init(&t->a, 61);
    asm_const(&t->a, "03 00 00 00 07");
    asm_long(&t->a, 0, 1);
    struct asm_attrs as;
    asm_attrs_init(&as);
    asm_attr(&t->a, &as, k->name, k->body);
    const struct cf_attr *a;
    if (k->where == 'F') {
        asm_field_raw(&t->a, 0, "x", "J", &as);
    } else if (k->where == 'M') {
        asm_method_raw(&t->a, 0x400, "f", "()V", &as);
    } else {
        asm_attr(&t->a, &t->a.attrs, k->name, k->body);
    }
    assert_true(parse(t, asm_finish(&t->a)));
    a = k->where == 'F'   ? t->c.fields[0].attrs.v
        : k->where == 'M' ? t->c.methods[0].attrs.v
                          : t->c.attrs.v;
    asm_attrs_release(&as);
    return a;
}

static void bodies_are_checked(void **state) {
    struct parsed *t = *state;
    for (size_t i = 0; i < sizeof attr_cases / sizeof *attr_cases; i++) {
        const struct attr_case *k = &attr_cases[i];
        u4 said = t->d.n_id[D_ATTR_BODY];
        const struct cf_attr *a = parse_case(t, k);
        if (a->bad != k->bad) {
            fail_msg("%s %s: bad is %d", k->name, k->body, a->bad);
        }
        assert_int_not_equal(a->kind, ATTR_OTHER);
        assert_int_equal(t->d.n_id[D_ATTR_BODY], said + k->bad);
        asm_release(&t->a);
        arena_reset(&t->arena);
    }
    asm_init(&t->a, 61);
}

// JVMS 4.7.1: elsewhere it means nothing, so its body is not looked at.
static void an_attribute_in_the_wrong_place_is_unknown(void **state) {
    struct parsed *t = *state;
    static const struct attr_case cases[] = {
        {'M', "SourceFile", "00", false},
        {'F', "Code", "00", false},
        {'C', "StackMapTable", "00", false},
        {'C', "code", "00", false},
    };
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(parse_case(t, &cases[i])->kind, ATTR_OTHER);
        asm_release(&t->a);
    }
    assert_int_equal(t->d.text.n, 0);
    asm_init(&t->a, 61);
}

static void annotations_nest_as_deep_as_the_limit(void **state) {
    struct parsed *t = *state;
    for (u4 more = 0; more < 2; more++) {
        asm_init(&t->a, 52);
        struct emit body;
        emit_init(&body, 10000);
        for (u4 i = 0; i < LIMIT_ANNOTATION_DEPTH + more; i++) {
            put(&body, "5B 00 01");
        }
        put(&body, "73 00 01");
        struct asm_attrs as;
        asm_attrs_init(&as);
        asm_attr_emit(&t->a, &as, "AnnotationDefault", &body);
        asm_method_raw(&t->a, 0x400, "f", "()V", &as);
        assert_true(parse(t, asm_finish(&t->a)));
        assert_int_equal(t->c.methods[0].attrs.v[0].bad, more);
        assert_int_equal(t->d.n_id[D_ATTR_BODY], more);
        asm_attrs_release(&as);
        emit_release(&body);
        asm_release(&t->a);
    }
    asm_init(&t->a, 52);
}

#define WITH_PARSED(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_PARSED(reads_the_sample),
        WITH_PARSED(constants_by_kind),
        WITH_PARSED(headers_only_looks_at_no_attribute),
        WITH_PARSED(every_prefix_is_refused),
        WITH_PARSED(magic_and_version),
        WITH_PARSED(sizes),
        WITH_PARSED(broken_constants),
        WITH_PARSED(broken_headers),
        WITH_PARSED(interfaces),
        WITH_PARSED(attribute_names_and_lengths),
        WITH_PARSED(bodies_are_checked),
        WITH_PARSED(an_attribute_in_the_wrong_place_is_unknown),
        WITH_PARSED(annotations_nest_as_deep_as_the_limit),
    };
    return cmocka_run_group_tests_name("classfile/parse", tests, NULL, NULL);
}
