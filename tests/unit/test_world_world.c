// SPDX-License-Identifier: MIT
// test_world_world.c - ids, arrays, classes that are nowhere or broken, and
// hierarchies that cannot be.

#include "analysis/world/load.h"
#include "analysis/world/resolve.h"
#include "tests/unit/lib/asmclass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { PUBLIC = 0x0021, INTERFACE = 0x0601 };

struct seen {
    char dir[64];
    struct diag d;
    struct sources *src;
    struct world w;
};

static void utf8(struct emit *e, const char *text) {
    put(e, "01 %2", (unsigned)strlen(text));
    emit_bytes(e, text, strlen(text));
}

// FILE.class in the folder: class NAME, perhaps with a superclass, an interface
// or two, and a static field int x; without its last `cut` bytes.
struct made {
    const char *file, *name, *super, *itf, *itf2;
    u2 flags;
    bool x;
    size_t cut;
};

static void make(const struct seen *s, struct made m) {
    struct emit e;
    char path[128];
    emit_init(&e, 1000);
    put(&e, "CA FE BA BE 00 00 00 34 00 0B");
    utf8(&e, m.name);
    utf8(&e, m.super ? m.super : "-");
    utf8(&e, m.itf ? m.itf : "-");
    utf8(&e, m.itf2 ? m.itf2 : "-");
    utf8(&e, "x");
    utf8(&e, "I");
    put(&e, "07 0001 07 0002 07 0003 07 0004 %2 0007 %2 %2",
        m.flags ? m.flags : PUBLIC, m.super ? 8 : 0,
        (m.itf != NULL) + (m.itf2 != NULL));
    put(&e, m.itf ? "0009" : "");
    put(&e, m.itf2 ? "000A" : "");
    put(&e, m.x ? "0001 0009 0005 0006 0000" : "0000");
    put(&e, "0000 0000");
    snprintf(path, sizeof path, "%s/%s.class", s->dir, m.file);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(e.p, 1, e.n - m.cut, f), e.n - m.cut);
    fclose(f);
    emit_release(&e);
}

#define MAKE(s, ...) make((s), (struct made){__VA_ARGS__})

static int set_up(void **state) {
    struct seen *s = test_calloc(1, sizeof *s);
    snprintf(s->dir, sizeof s->dir, "/tmp/ccinstr-world.XXXXXX");
    assert_non_null(mkdtemp(s->dir));
    char path[128];
    for (const char *const *sub =
             (const char *const[]){"java", "java/lang", "java/io", NULL};
         *sub; sub++) {
        snprintf(path, sizeof path, "%s/%s", s->dir, *sub);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    const char *object = "java/lang/Object";
    MAKE(s, .file = object, .name = object);
    MAKE(s, .file = "java/lang/Cloneable", .name = "java/lang/Cloneable",
         .super = object, .flags = INTERFACE);
    MAKE(s, .file = "java/io/Serializable", .name = "java/io/Serializable",
         .super = object, .flags = INTERFACE);
    diag_init(&s->d, DIAG_NOTE, false);
    *state = s;
    return 0;
}

// To be called when all classes are made.
static void open_world(struct seen *s) {
    struct str component = str_of(s->dir);
    s->src = src_open(&(struct src_spec){.component = &component,
                                         .n_component = 1,
                                         .jdk = STR("none")},
                      &s->d);
    assert_non_null(s->src);
    world_init(&s->w, s->src, &s->d);
}

static int tear_down(void **state) {
    struct seen *s = *state;
    world_release(&s->w);
    src_close(s->src);
    diag_release(&s->d);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", s->dir);
    int status = system(command);
    test_free(s);
    return status;
}

static class_id loaded(struct seen *s, const char *name) {
    class_id c = world_class(&s->w, str_of(name));
    world_load(&s->w, c);
    assert_int_equal(s->w.class.v[c].state, CLASS_LOADED);
    return c;
}

static void assert_said(const struct seen *s, enum diag_id id, u4 n) {
    assert_int_equal(s->d.n_id[id], n);
    assert_int_equal(s->d.n_level[DIAG_ERROR] + s->d.n_level[DIAG_WARNING], n);
}

static bool is_sub(struct seen *s, const char *a, const char *b) {
    return world_is_subtype(&s->w, loaded(s, a), loaded(s, b));
}

static void gives_ids(void **state) {
    struct seen *s = *state;
    MAKE(s, .file = "A", .name = "A", .super = "java/lang/Object",
         .itf = "java/lang/Cloneable");
    open_world(s);
    struct world *w = &s->w;
    class_id a = loaded(s, "A");
    assert_int_equal(world_class(w, STR("A")), a);
    assert_int_equal(world_type(w, STR("LA;")), a);
    assert_int_equal(world_type(w, STR("I")), 0);
    assert_int_equal(world_type(w, STR("")), 0);
    assert_int_equal(world_type(w, STR("LA")), 0);
    assert_int_equal(world_type(w, STR("LA;LA;")), 0);
    assert_int_equal(w->class.v[a].depth, 1);
    assert_int_equal(w->up.v[a].super, w->known.object);
    assert_true(w->class.v[a].flags & CLASS_COMPONENT);
    assert_true(world_is_concrete(w, a));
    assert_true(is_sub(s, "A", "java/lang/Cloneable"));
    assert_false(is_sub(s, "java/lang/Object", "A"));
    assert_false(is_sub(s, "A", "java/io/Serializable"));
    sig_id f = world_sig(w, STR("f"), STR("()V"));
    assert_int_equal(world_sig(w, STR("f"), STR("()V")), f);
    assert_int_not_equal(world_sig(w, STR("f()"), STR("V")), f);
    assert_said(s, D_CLASS_NAME, 0);
}

static void relates_arrays(void **state) {
    struct seen *s = *state;
    MAKE(s, .file = "A", .name = "A", .super = "java/lang/Object",
         .itf = "java/lang/Cloneable");
    MAKE(s, .file = "B", .name = "B", .super = "A");
    open_world(s);
    struct world *w = &s->w;
    class_id a = loaded(s, "A"), as = world_array_of(w, a);
    assert_int_equal(as, world_class(w, STR("[LA;")));
    assert_int_equal(world_array_of(w, as), world_class(w, STR("[[LA;")));
    assert_int_equal(w->class.v[world_type(w, STR("[LA;"))].elem, a);
    assert_true(is_sub(s, "[LB;", "[LA;"));
    assert_true(is_sub(s, "[[LB;", "[[LA;"));
    assert_false(is_sub(s, "[LA;", "[LB;"));
    assert_false(is_sub(s, "[[LB;", "[LA;"));
    assert_false(is_sub(s, "A", "[LA;"));
    assert_true(is_sub(s, "[[LB;", "[Ljava/lang/Object;"));
    assert_true(is_sub(s, "[[LB;", "[Ljava/lang/Cloneable;"));
    assert_true(is_sub(s, "[LB;", "[Ljava/lang/Cloneable;"));
    assert_true(is_sub(s, "[[I", "[Ljava/io/Serializable;"));
    assert_false(is_sub(s, "[I", "[Ljava/lang/Object;"));
    assert_true(is_sub(s, "[I", "java/lang/Object"));
    assert_true(is_sub(s, "[I", "[I"));
    assert_false(is_sub(s, "[I", "[J"));
    assert_said(s, D_CLASS_NAME, 0);
}

// A name of 60000 dimensions is no array (JVMS 4.4.1), and costs one class.
static void bounds_arrays(void **state) {
    struct seen *s = *state;
    open_world(s);
    static char name[60001];
    memset(name, '[', 60000);
    name[60000] = 'I';
    u4 before = s->w.class.n;
    class_id c = world_class(&s->w, (struct str){name, sizeof name});
    assert_int_equal(s->w.class.n, before + 1);
    world_load(&s->w, c);
    assert_true(s->w.class.v[c].flags & CLASS_PHANTOM);
    c = world_class(&s->w, (struct str){name + sizeof name - 256, 256});
    assert_true(s->w.class.v[c].flags & CLASS_ARRAY);
    assert_int_equal(s->w.class.n, before + 1 + 255);
    c = world_class(&s->w, STR("["));
    assert_int_equal(s->w.class.v[c].elem, 0);
}

static void makes_phantoms(void **state) {
    struct seen *s = *state;
    MAKE(s, .file = "A", .name = "A", .super = "gone/Super", .itf = "gone/Itf");
    open_world(s);
    struct world *w = &s->w;
    class_id a = loaded(s, "A"), up = world_class(w, STR("gone/Super"));
    assert_int_equal(w->up.v[a].super, up);
    assert_true(w->class.v[up].flags & CLASS_PHANTOM);
    assert_int_equal(w->up.v[up].super, w->known.object);
    assert_int_equal(w->n_phantoms, 2);
    assert_false(world_is_concrete(w, up));
    assert_true(is_sub(s, "A", "gone/Super"));
    ref_id r = world_ref(w, up, world_sig(w, STR("f"), STR("()V")), false);
    assert_int_equal(resolve_method(w, r), 0);
    assert_said(s, D_CLASS_NAME, 0);
}

static void breaks_circles(void **state) {
    struct seen *s = *state;
    MAKE(s, .file = "A", .name = "A", .super = "B");
    MAKE(s, .file = "B", .name = "B", .super = "C");
    MAKE(s, .file = "C", .name = "C", .super = "A");
    MAKE(s, .file = "D", .name = "D", .super = "D");
    MAKE(s, .file = "I", .name = "I", .super = "java/lang/Object", .itf = "J",
         .flags = INTERFACE);
    MAKE(s, .file = "J", .name = "J", .super = "java/lang/Object", .itf = "I",
         .flags = INTERFACE);
    open_world(s);
    loaded(s, "A");
    assert_true(is_sub(s, "A", "C"));
    assert_said(s, D_CLASS_CIRCULAR, 1);
    assert_false(is_sub(s, "C", "A"));
    loaded(s, "D");
    assert_said(s, D_CLASS_CIRCULAR, 2);
    loaded(s, "I");
    assert_true(is_sub(s, "I", "J"));
    assert_false(is_sub(s, "J", "I"));
    assert_said(s, D_CLASS_CIRCULAR, 3);
}

// Object is above all; what it says of itself cannot change that.
static void keeps_object_on_top(void **state) {
    struct seen *s = *state;
    MAKE(s, .file = "java/lang/Object", .name = "java/lang/Object",
         .super = "A", .itf = "I");
    MAKE(s, .file = "A", .name = "A", .super = "java/lang/Object", .itf = "I");
    MAKE(s, .file = "I", .name = "I", .super = "java/lang/Object",
         .flags = INTERFACE);
    open_world(s);
    class_id o = loaded(s, "java/lang/Object");
    assert_int_equal(s->w.class.v[o].depth, 0);
    assert_int_equal(s->w.up.v[o].super, 0);
    assert_true(is_sub(s, "A", "java/lang/Object"));
    assert_true(is_sub(s, "A", "I"));
    assert_false(is_sub(s, "java/lang/Object", "A"));
    assert_false(is_sub(s, "java/lang/Object", "I"));
    assert_said(s, D_CLASS_CIRCULAR, 1);
}

static void tells_of_broken_classes(void **state) {
    struct seen *s = *state;
    MAKE(s, .file = "Cut", .name = "Cut", .super = "java/lang/Object",
         .cut = 5);
    MAKE(s, .file = "Other", .name = "Wrong", .super = "java/lang/Object");
    open_world(s);
    class_id c = loaded(s, "Cut");
    assert_true(s->w.class.v[c].flags & CLASS_PHANTOM);
    assert_said(s, D_CLASS_TRUNCATED, 1);
    s->d.n_level[DIAG_WARNING] = 0;
    c = loaded(s, "Other");
    assert_true(s->w.class.v[c].flags & CLASS_PHANTOM);
    assert_said(s, D_CLASS_NAME, 1);
    loaded(s, "Other");
    assert_said(s, D_CLASS_NAME, 1);
}

static const char *field_x(struct seen *s, const char *owner) {
    static const char *const name[] = {"A", "J", "K", "L"};
    struct world *w = &s->w;
    sig_id sig = world_sig(w, STR("x"), STR("I"));
    ref_id r = world_ref_field(w, world_class(w, str_of(owner)), sig);
    class_id c = w->field.v[resolve_field(w, r)].class;
    for (u4 i = 0; i < 4; i++) {
        if (c && str_eq(w->class.v[c].name, str_of(name[i]))) {
            return name[i];
        }
    }
    return "-";
}

// The nearest interface first, before those that it extends (JVMS 5.4.3.2).
static void finds_fields(void **state) {
    struct seen *s = *state;
    const char *object = "java/lang/Object";
    MAKE(s, .file = "L", .name = "L", .super = object, .flags = INTERFACE,
         .x = true);
    MAKE(s, .file = "J", .name = "J", .super = object, .itf = "L",
         .flags = INTERFACE, .x = true);
    MAKE(s, .file = "K", .name = "K", .super = object, .flags = INTERFACE,
         .x = true);
    MAKE(s, .file = "N", .name = "N", .super = object, .flags = INTERFACE);
    MAKE(s, .file = "I", .name = "I", .super = object, .itf = "N", .itf2 = "J",
         .flags = INTERFACE);
    MAKE(s, .file = "A", .name = "A", .super = object, .x = true);
    MAKE(s, .file = "B", .name = "B", .super = "A", .itf = "I", .itf2 = "K");
    MAKE(s, .file = "C", .name = "C", .super = "B", .itf = "L");
    MAKE(s, .file = "D", .name = "D", .super = "A", .itf = "N");
    open_world(s);
    assert_string_equal(field_x(s, "I"), "J");
    assert_string_equal(field_x(s, "B"), "J");
    assert_string_equal(field_x(s, "C"), "L");
    assert_string_equal(field_x(s, "D"), "A");
    assert_string_equal(field_x(s, "N"), "-");
}

static void loads_all_there_is(void **state) {
    struct seen *s = *state;
    MAKE(s, .file = "A", .name = "A", .super = "java/lang/Object");
    MAKE(s, .file = "B", .name = "B", .super = "A", .itf = "gone/Itf");
    open_world(s);
    load_all(&s->w);
    assert_int_equal(s->w.n_loaded, 5);
    assert_int_equal(s->w.n_phantoms, 1);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(gives_ids),
        TEST(relates_arrays),
        TEST(bounds_arrays),
        TEST(makes_phantoms),
        TEST(breaks_circles),
        TEST(keeps_object_on_top),
        TEST(tells_of_broken_classes),
        TEST(finds_fields),
        TEST(loads_all_there_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
