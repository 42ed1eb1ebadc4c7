// SPDX-License-Identifier: MIT
// test_table_idmap.c - the map from pairs of ids to ids.

#include "analysis/table/idmap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void is_empty_at_first(void **state) {
    (void)state;
    struct idmap m = {0};
    assert_int_equal(idmap_find(&m, idmap_key(1, 2)), 0);
    u4 *id = idmap_at(&m, idmap_key(1, 2));
    assert_int_equal(*id, 0);
    *id = 7;
    assert_int_equal(idmap_find(&m, idmap_key(1, 2)), 7);
    assert_int_equal(idmap_find(&m, idmap_key(2, 1)), 0);
    assert_int_equal(m.n, 1);
    idmap_release(&m);
    assert_int_equal(idmap_find(&m, idmap_key(1, 2)), 0);
}

static void fill(struct idmap *m, u4 n) {
    for (u4 i = 1; i <= n; i++) {
        *idmap_at(m, idmap_key(i % 100 + 1, i)) = i;
    }
    assert_int_equal(m->n, n);
    for (u4 i = 1; i <= n; i++) {
        assert_int_equal(*idmap_at(m, idmap_key(i % 100 + 1, i)), i);
        assert_int_equal(idmap_find(m, idmap_key(i % 100 + 1, i)), i);
        assert_int_equal(idmap_find(m, idmap_key(i % 100 + 102, i)), 0);
    }
    assert_int_equal(m->n, n);
}

static void grows(void **state) {
    (void)state;
    struct idmap m = {0};
    fill(&m, 100000);
    idmap_release(&m);
}

// What was reserved is not moved, and reserving keeps what is there.
static void reserves(void **state) {
    (void)state;
    struct idmap m = {0};
    *idmap_at(&m, idmap_key(500, 1)) = 9;
    idmap_reserve(&m, 5000);
    assert_int_equal(idmap_find(&m, idmap_key(500, 1)), 9);
    const struct idmap_slot *slot = m.slot;
    for (u4 i = 1; i < 5000; i++) {
        *idmap_at(&m, idmap_key(i, 2)) = i;
    }
    assert_ptr_equal(m.slot, slot);
    idmap_reserve(&m, 10);
    assert_ptr_equal(m.slot, slot);
    assert_int_equal(idmap_find(&m, idmap_key(4999, 2)), 4999);
    idmap_release(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_at_first),
        cmocka_unit_test(grows),
        cmocka_unit_test(reserves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
