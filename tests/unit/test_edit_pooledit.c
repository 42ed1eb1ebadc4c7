// SPDX-License-Identifier: MIT
// test_edit_pooledit.c - constants that are added: append only, found again.

#include "rewriter/edit/pooledit.h"
#include "tests/unit/lib/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct pooled {
    struct asm_class a;
    struct arena arena;
    struct diag d;
    struct cf_class c;
    struct pooledit p;
    struct emit out;
};

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

static void open_pool(struct pooled *t, struct bytes in) {
    assert_true(cf_parse(&t->c, in, CF_ALL, &t->arena, &here, &t->d));
    pool_init(&t->p, &t->c, &t->arena);
}

static int set_up(void **state) {
    struct pooled *t = test_calloc(1, sizeof *t);
    arena_init(&t->arena);
    diag_init(&t->d, DIAG_NOTE, false);
    emit_init(&t->out, 1 << 20);
    open_pool(t, sample_class(&t->a));
    *state = t;
    return 0;
}

static int tear_down(void **state) {
    struct pooled *t = *state;
    arena_release(&t->arena);
    diag_release(&t->d);
    emit_release(&t->out);
    asm_release(&t->a);
    test_free(t);
    return 0;
}

static void what_is_there_is_used(void **state) {
    struct pooled *t = *state;
    u4 count = t->p.count;
    assert_int_equal(count, t->c.n_pool);
    u2 i = pool_utf8(&t->p, STR("java/lang/Throwable"));
    assert_true(str_eq(cp_str(&t->c, i), STR("java/lang/Throwable")));
    i = pool_class(&t->p, STR("java/lang/Throwable"));
    assert_true(cp_is(&t->c, i, CP_CLASS));
    i = pool_integer(&t->p, 123456789);
    assert_int_equal(t->c.pool[i].value, 123456789);
    assert_true(cp_is(&t->c, pool_package(&t->p, STR("text")), CP_PACKAGE));
    assert_int_equal(t->p.count, count);
    // Of a method that is new: class, name and type are there.
    i = pool_methodref(&t->p, STR("java/lang/Throwable"), STR("text"),
                       STR("()I"));
    assert_int_equal(i, count);
    assert_int_equal(t->p.count, count + 1);
}

// A Module and a Package of the same name, a Float with the bits of an
// Integer, the second half of a Long: none is taken for another.
static void kinds_are_told_apart(void **state) {
    struct pooled *t = *state;
    u2 i = pool_class(&t->p, STR("text"));
    assert_int_equal(i, t->c.n_pool);
    i = pool_integer(&t->p, 0x3F800000);
    assert_int_equal(i, t->c.n_pool + 1);
    i = pool_integer(&t->p, 0);
    assert_int_equal(i, t->c.n_pool + 2);
    // A NameAndType, and what refers to it.
    i = pool_methodref(&t->p, STR("java/lang/Throwable"), STR("x"), STR("J"));
    assert_int_equal(i, t->c.n_pool + 4);
}

static void each_is_added_once(void **state) {
    struct pooled *t = *state;
    u4 count = t->p.count;
    u2 m = pool_methodref(&t->p, STR("r/P"), STR("hit"), STR("(IJ)V"));
    // Utf8 and Class of the owner, three for the rest, itself.
    assert_int_equal(t->p.count, count + 6);
    assert_int_equal(m, count + 5);
    assert_true(str_eq(pool_method_desc(&t->p, m), STR("(IJ)V")));
    for (int k = 0; k < 3; k++) {
        assert_int_equal(
            pool_methodref(&t->p, STR("r/P"), STR("hit"), STR("(IJ)V")), m);
    }
    assert_int_equal(t->p.count, count + 6);
    u2 other = pool_methodref(&t->p, STR("r/P"), STR("hit"), STR("()V"));
    assert_int_not_equal(other, m);
    assert_true(str_eq(pool_method_desc(&t->p, other), STR("()V")));
    // Many more than are remembered, and all found again.
    u2 index[300];
    for (s4 k = 0; k < 300; k++) {
        index[k] = pool_integer(&t->p, k * 1000);
    }
    for (s4 k = 0; k < 300; k++) {
        assert_int_equal(pool_integer(&t->p, k * 1000), index[k]);
    }
}

static void the_input_stands_first_byte_for_byte(void **state) {
    struct pooled *t = *state;
    pool_write(&t->p, &t->out);
    assert_int_equal(t->out.n, 2 + t->a.pool.n);
    assert_memory_equal(t->out.p + 2, t->a.pool.p, t->a.pool.n);
    emit_reset(&t->out);
    pool_integer(&t->p, -2);
    pool_class(&t->p, STR("n/New"));
    pool_write(&t->p, &t->out);
    assert_int_equal(be2(t->out.p), t->c.n_pool + 3);
    assert_memory_equal(t->out.p + 2, t->a.pool.p, t->a.pool.n);
    struct emit e;
    emit_init(&e, 100);
    put(&e, "03 FF FF FF FE 01 00 05 6E 2F 4E 65 77 07 %2", t->c.n_pool + 1);
    assert_int_equal(t->out.n, 2 + t->a.pool.n + e.n);
    assert_memory_equal(t->out.p + 2 + t->a.pool.n, e.p, e.n);
    emit_release(&e);
}

static void rewinding_forgets(void **state) {
    struct pooled *t = *state;
    u2 kept = pool_integer(&t->p, 5000);
    u4 count = t->p.count;
    u2 gone = pool_class(&t->p, STR("a/Gone"));
    pool_methodref(&t->p, STR("r/P"), STR("hit"), STR("(IJ)V"));
    pool_rewind(&t->p, count);
    assert_int_equal(t->p.count, count);
    assert_int_equal(pool_integer(&t->p, 5000), kept);
    // The index is given again, and what was remembered does not mislead.
    u2 text = pool_utf8(&t->p, STR("other"));
    assert_int_equal(text, count);
    u2 again = pool_class(&t->p, STR("a/Gone"));
    assert_true(again > gone);
    pool_rewind(&t->p, t->c.n_pool);
    pool_write(&t->p, &t->out);
    assert_int_equal(t->out.n, 2 + t->a.pool.n);
}

static void a_full_pool_says_so(void **state) {
    struct pooled *t = *state;
    asm_release(&t->a);
    asm_init(&t->a, 52);
    while (t->a.n_pool < 65533) {
        asm_const(&t->a, "03 %4", t->a.n_pool);
    }
    open_pool(t, asm_finish(&t->a));
    u4 count = t->p.count;
    // Two are free: 65534 is the last index.
    assert_int_equal(pool_class(&t->p, STR("x/Y")), 65534);
    assert_false(t->p.full);
    assert_int_equal(pool_integer(&t->p, -1), 0);
    assert_true(t->p.full);
    assert_int_equal(t->p.count, 65535);
    // What is there is still found.
    assert_int_equal(pool_integer(&t->p, 60000), 60000);
    assert_int_equal(pool_class(&t->p, STR("x/Y")), 65534);
    assert_int_equal(pool_class(&t->p, STR("x/Z")), 0);
    assert_int_equal(pool_methodref(&t->p, STR("x/Z"), STR("T"), STR("T")), 0);
    pool_rewind(&t->p, count);
    assert_false(t->p.full);
    assert_int_equal(pool_integer(&t->p, -1), 65533);
}

// --- Against a list ----------------------------------------------------------

enum { N_INPUT = 600, N_NAMES = 150, N_ASKED = 20000 };

// Text number `text` as a Utf8, or its Class; an Integer. By index.
struct listed {
    u1 tag;
    u4 value;
};

static u4 next_random(u8 *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (u4)(*seed >> 33);
}

// Names of one length with the same end.
static struct str name_of(u4 text, char *room) {
    snprintf(room, 16, "n%03u/Name", text);
    return str_of(room);
}

static u2 find_listed(const struct listed *list, u4 n, u1 tag, u4 value) {
    for (u4 i = 5; i < n; i++) {
        if (list[i].tag == tag && list[i].value == value) {
            return (u2)i;
        }
    }
    return 0;
}

// Finds it in the list or adds it.
static u2 ask_list(struct listed *list, u4 *n, u1 tag, u4 value) {
    u2 i = find_listed(list, *n, tag, value);
    if (!i) {
        list[*n] = (struct listed){tag, value};
        i = (u2)(*n)++;
    }
    return i;
}

static u2 ask_class(struct listed *list, u4 *n, u4 text) {
    return ask_list(list, n, CP_CLASS, ask_list(list, n, CP_UTF8, text));
}

// Few of the names and numbers, so that many are there several times.
static void make_input(struct pooled *t, struct listed *list, u8 *seed) {
    char room[16];
    asm_release(&t->a);
    asm_init(&t->a, 52);
    while (t->a.n_pool < N_INPUT) {
        struct listed *is = &list[t->a.n_pool];
        u4 value = next_random(seed) % (N_NAMES / 2);
        u2 name = find_listed(list, t->a.n_pool, CP_UTF8, value);
        switch (next_random(seed) % 3) {
        case 0:
            *is = (struct listed){CP_UTF8, value};
            asm_utf8(&t->a, name_of(value, room).p);
            break;
        case 1:
            *is = (struct listed){CP_INTEGER, value};
            asm_const(&t->a, "03 %4", value);
            break;
        default:
            *is = (struct listed){CP_CLASS, name ? name : 1u};
            asm_const(&t->a, "07 %2", is->value);
        }
    }
}

static void ask_both(struct pooled *t, struct listed *list, u4 *n, u8 *seed) {
    char room[16];
    u4 value = next_random(seed) % N_NAMES;
    switch (next_random(seed) % 4) {
    case 0:
        assert_int_equal(pool_utf8(&t->p, name_of(value, room)),
                         ask_list(list, n, CP_UTF8, value));
        break;
    case 1:
        // Many more than are looked for by a scan.
        value *= next_random(seed) % 100;
        assert_int_equal(pool_integer(&t->p, (s4)value),
                         ask_list(list, n, CP_INTEGER, value));
        break;
    default:
        assert_int_equal(pool_class(&t->p, name_of(value, room)),
                         ask_class(list, n, value));
    }
}

static void what_is_found_is_the_first(void **state) {
    struct pooled *t = *state;
    struct listed *list = test_calloc(65536, sizeof *list);
    u8 seed = 1;
    make_input(t, list, &seed);
    open_pool(t, asm_finish(&t->a));
    u4 n = N_INPUT;
    for (u4 asked = 0, mark = n; asked < N_ASKED; asked++) {
        ask_both(t, list, &n, &seed);
        assert_int_equal(t->p.count, n);
        if (next_random(&seed) % 50 == 0) {
            n = mark;
            pool_rewind(&t->p, mark);
        } else if (next_random(&seed) % 100 == 0) {
            mark = n;
        }
    }
    test_free(list);
}

#define WITH_POOL(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_POOL(what_is_there_is_used),
        WITH_POOL(kinds_are_told_apart),
        WITH_POOL(each_is_added_once),
        WITH_POOL(the_input_stands_first_byte_for_byte),
        WITH_POOL(rewinding_forgets),
        WITH_POOL(a_full_pool_says_so),
        WITH_POOL(what_is_found_is_the_first),
    };
    return cmocka_run_group_tests_name("edit/pooledit", tests, NULL, NULL);
}
