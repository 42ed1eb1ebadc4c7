// SPDX-License-Identifier: MIT
// test_rt_plan.c - opening plans: what is refused, and what is said of it.

#include "rt-native/plan.h"
#include "tests/unit/lib/sampleplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

struct fixture {
    struct emit file;
    struct plan plan;  // of the file as it was
    struct plan_fault fault;
};

static int set_up(void **state) {
    static const struct fixture clean;
    struct fixture *f = test_malloc(sizeof *f);
    *f = clean;
    emit_init(&f->file, 1 << 30);
    sampleplan(&f->file);
    if (!plan_open(&f->plan, f->file.p, f->file.n, &f->fault)) {
        fail_msg("%s", f->fault.what);
    }
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    emit_release(&f->file);
    test_free(f);
    return 0;
}

// From a copy that ends where its memory ends, so that the address sanitizer
// sees what is read behind it. What opens is read. The sum is that of its bytes.
static bool opens(struct fixture *f, size_t n) {
    static const struct plan_fault none;
    u1 *copy = test_malloc(n ? n : 1);
    struct plan p;
    u8 sum;
    if (n) {
        memcpy(copy, f->file.p, n);
    }
    if (n >= PLAN_HEAD) {
        sum = plan_sum(copy, n);
        memcpy(copy + PLAN_SUM, &sum, sizeof sum);
    }
    f->fault = none;
    bool ok = plan_open(&p, copy, n, &f->fault);
    const char *bad = ok ? sampleplan_read(&p, &sum) : NULL;
    if (bad) {
        fail_msg("opened: %s", bad);
    }
    if (!ok && (!f->fault.what || f->fault.byte > n)) {
        fail_msg("refused without a reason or a place");
    }
    test_free(copy);
    return ok;
}

static u4 *word(struct fixture *f, u4 table, u4 row, u4 field) {
    const u4 *at = plan_rows(&f->plan, table) +
                   (size_t)row * plan_shape[table].n_fields + field;
    return (u4 *)(f->file.p + ((const u1 *)at - f->file.p));
}

static u4 field_named(u4 table, const char *name) {
    for (u4 i = 0; i < plan_shape[table].n_fields; i++) {
        if (strcmp(plan_shape[table].field[i].name, name) == 0) {
            return i;
        }
    }
    fail_msg("no field %s", name);
    return 0;
}

static void is_at(struct fixture *f, u4 table, u4 row, u4 field) {
    const struct plan_shape *shape = &plan_shape[table];
    const struct plan_fault *is = &f->fault;
    size_t byte = (size_t)((u1 *)word(f, table, row, field) - f->file.p);
    if (!is->table || !is->field || strcmp(is->table, shape->name) != 0 ||
        strcmp(is->field, shape->field[field].name) != 0 || is->row != row ||
        is->byte != byte) {
        fail_msg("%s at table %s, row %u, field %s, byte %zu and not at %s, %u,"
                 " %s, %zu",
                 is->what, is->table ? is->table : "-", is->row,
                 is->field ? is->field : "-", is->byte, shape->name, row,
                 shape->field[field].name, byte);
    }
}

// With v there, the plan is refused for that field.
static void refused(struct fixture *f, u4 table, u4 row, u4 field, u4 v) {
    u4 *w = word(f, table, row, field), was = *w;
    *w = v;
    if (opens(f, f->file.n)) {
        fail_msg("%s %u: %s %u is taken", plan_shape[table].name, row,
                 plan_shape[table].field[field].name, v);
    }
    is_at(f, table, row, field);
    *w = was;
}

// The same by name, and for that reason.
static void refused_as(struct fixture *f, u4 table, u4 row, const char *field,
                       u4 v, const char *what) {
    refused(f, table, row, field_named(table, field), v);
    assert_string_equal(f->fault.what, what);
}

#define SET(f, table, row, name, v) \
    (*word(f, table, row, field_named(table, name)) = (v))

// --- The head ----------------------------------------------------------------

// Every bit of it but those of the identity, which needs a hash to be checked, and of
// the sum.
static void every_bit_of_the_head_counts(void **state) {
    struct fixture *f = *state;
    size_t head = PLAN_HEAD + PLAN_N_TABLES * PLAN_HEAD_TABLE;
    for (size_t i = 0; i < head * 8; i++) {
        bool identity = i / 8 >= PLAN_IDENTITY && i / 8 < PLAN_IDENTITY + 32;
        if (identity || (i / 8 >= PLAN_SUM && i / 8 < PLAN_SUM + 8)) {
            continue;
        }
        f->file.p[i / 8] ^= (u1)(1u << i % 8);
        if (opens(f, f->file.n)) {
            fail_msg("byte %zu counts for nothing", i / 8);
        }
        assert_null(f->fault.table);
        f->file.p[i / 8] ^= (u1)(1u << i % 8);
    }
    assert_true(opens(f, f->file.n));
}

static void says_what_is_wrong_with_the_head(void **state) {
    struct fixture *f = *state;
    static const struct {
        size_t byte, fault;
        const char *what;
    } of[] = {
        {0, 0, "not a plan"},
        {8, 8, "of another version"},
        {12, 12, "another number of tables"},
        {49, 48, "cut off, or longer than it says"},
        {64, 64, "a table out of line"},
        {64 + 7, 64, "a table out of line"},
        {64 + 11, 72, "a table beyond the end"},
        {64 + 12, 76, "rows of another width"},
        {80, 80, "a table out of line"},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        f->file.p[of[i].byte] ^= 0x80;
        assert_false(opens(f, f->file.n));
        assert_string_equal(f->fault.what, of[i].what);
        assert_int_equal(f->fault.byte, of[i].fault);
        f->file.p[of[i].byte] ^= 0x80;
    }
}

// As it is, and with a head that knows of it.
static void refuses_every_truncation(void **state) {
    struct fixture *f = *state;
    for (size_t n = 0; n < f->file.n; n++) {
        assert_false(opens(f, n));
        if (n >= PLAN_HEAD) {
            u8 was, is = n;
            memcpy(&was, f->file.p + 48, sizeof was);
            memcpy(f->file.p + 48, &is, sizeof is);
            assert_false(opens(f, n));
            memcpy(f->file.p + 48, &was, sizeof was);
        }
    }
    assert_true(opens(f, f->file.n));
}

// Bytes that no table has, although the head knows of them.
static void refuses_what_is_too_long(void **state) {
    struct fixture *f = *state;
    emit_u1(&f->file, 0);
    u8 n = f->file.n;
    memcpy(f->file.p + 48, &n, sizeof n);
    assert_false(opens(f, f->file.n));
    assert_string_equal(f->fault.what, "bytes behind the last table");
    assert_int_equal(f->fault.byte, f->file.n - 1);
}

// Two tables that are one.
static void refuses_tables_that_overlap(void **state) {
    struct fixture *f = *state;
    u1 *entry = f->file.p + PLAN_HEAD;
    // Both have two words a row.
    memcpy(entry + PLAN_OPTION * PLAN_HEAD_TABLE,
           entry + PLAN_STRING * PLAN_HEAD_TABLE, PLAN_HEAD_TABLE);
    assert_false(opens(f, f->file.n));
    assert_string_equal(f->fault.what, "a table out of line");
    assert_int_equal(f->fault.byte, PLAN_HEAD + PLAN_HEAD_TABLE);
}

static void refuses_a_table_without_row_0(void **state) {
    struct fixture *f = *state;
    memset(f->file.p + PLAN_HEAD + PLAN_HANDLER * PLAN_HEAD_TABLE + 8, 0, 4);
    assert_false(opens(f, f->file.n));
    assert_string_equal(f->fault.what, "a table without row 0");
}

// --- Fields by their kind ----------------------------------------------------

// What plan.c takes for granted of plan.def.
static void shapes_hold_together(void **state) {
    (void)state;
    for (u4 t = 0; t < PLAN_TEXT; t++) {
        const struct plan_shape *shape = &plan_shape[t];
        for (u4 f = 0; f < shape->n_fields; f++) {
            const struct plan_field *field = &shape->field[f];
            bool first = field->kind == PLAN_K_FIRST;
            bool count =
                f + 1 < shape->n_fields && field[1].kind == PLAN_K_COUNT;
            assert_int_equal(first, count);
            if (field->kind == PLAN_K_OWNER) {
                const struct plan_shape *by = &plan_shape[field->arg];
                u4 n = 0;
                for (u4 i = 0; i < by->n_fields; i++) {
                    n += by->field[i].kind == PLAN_K_FIRST &&
                         by->field[i].arg == t;
                }
                assert_int_equal(n, 1);
            }
            if (field->kind == PLAN_K_BITS) {
                assert_in_range(plan_set[field->arg].n, 1, 31);
            }
        }
        assert_int_not_equal(shape->field[0].kind, PLAN_K_COUNT);
    }
}

static void the_sample_has_rows_everywhere(void **state) {
    struct fixture *f = *state;
    u8 sum;
    for (u4 t = 0; t < PLAN_TEXT; t++) {
        assert_true(f->plan.n[t] > 1);
    }
    assert_null(sampleplan_read(&f->plan, &sum));
    assert_true(opens(f, f->file.n));
}

static void row_0_is_zero(void **state) {
    struct fixture *f = *state;
    for (u4 t = 0; t < PLAN_TEXT; t++) {
        for (u4 i = 0; i < plan_shape[t].n_fields; i++) {
            refused(f, t, 0, i, 1);
            assert_string_equal(f->fault.what, "row 0 is not zero");
        }
    }
}

// Of what a field of this kind may be, the next above, and the highest.
static u4 bad_values(struct fixture *f, const struct plan_field *field, u4 row,
                     u4 bad[4]) {
    u4 n = 0;
    switch ((enum plan_field_kind)field->kind) {
    case PLAN_K_STR:
        bad[n++] = f->plan.n[PLAN_STRING];
        break;
    case PLAN_K_REF:
    case PLAN_K_OWNER:
        bad[n++] = 0;
        bad[n++] = f->plan.n[field->arg];
        break;
    case PLAN_K_OPT:
    case PLAN_K_FIRST:
        bad[n++] = f->plan.n[field->arg];
        break;
    case PLAN_K_BITS:
        bad[n++] = 1u << plan_set[field->arg].n;
        break;
    case PLAN_K_ONE:
        bad[n++] = plan_set[field->arg].n;
        break;
    case PLAN_K_PC:
        bad[n++] = UINT16_MAX + 1;
        break;
    case PLAN_K_MOVE:
        bad[n++] = plan_move(PLAN_TO, 0);
        bad[n++] = plan_move(PLAN_CUT, PLAN_N_RULES);
        bad[n++] = plan_move(PLAN_N_MOVE_KINDS, row);
        break;
    case PLAN_K_COUNT:
    case PLAN_K_NUM:
    case PLAN_K_HASH:
    case PLAN_K_LEVEL:
        break;
    }
    bad[n++] = UINT32_MAX;
    return n;
}

// Numbers are free, but for these.
static bool is_free(u4 table, const struct plan_field *field) {
    static const char *const bound[][2] = {
        {"string", "first"},
        {"string", "n"},
        {"method", "n_slots"},
        {"label", "slot"},
    };
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++) {
        if (strcmp(plan_shape[table].name, bound[i][0]) == 0 &&
            strcmp(field->name, bound[i][1]) == 0) {
            return false;
        }
    }
    return field->kind == PLAN_K_NUM || field->kind == PLAN_K_HASH ||
           field->kind == PLAN_K_LEVEL;
}

static void any_number_is_taken(struct fixture *f, u4 table, u4 row, u4 field) {
    u4 *w = word(f, table, row, field), was = *w;
    *w = UINT32_MAX;
    // The levels of the roots of one entry ascend.
    bool last = table != PLAN_ROOT || row + 1 == f->plan.n[table] ||
                f->plan.root[row + 1].entry != f->plan.root[row].entry;
    assert_int_equal(opens(f, f->file.n), last);
    *w = was;
}

static void every_field_is_looked_at(void **state) {
    struct fixture *f = *state;
    u4 bad[4];
    for (u4 t = 0; t < PLAN_TEXT; t++) {
        for (u4 row = 1; row < f->plan.n[t]; row++) {
            for (u4 i = 0; i < plan_shape[t].n_fields; i++) {
                const struct plan_field *field = &plan_shape[t].field[i];
                if (is_free(t, field)) {
                    any_number_is_taken(f, t, row, i);
                    continue;
                }
                u4 n = bad_values(f, field, row, bad);
                // Of what no rows are, none can begin.
                bool none =
                    field->kind == PLAN_K_COUNT && *word(f, t, row, i - 1) == 0;
                for (u4 b = 0; b < n; b++) {
                    if (!none) {
                        refused(f, t, row, i, bad[b]);
                    } else {
                        u4 *w = word(f, t, row, i);
                        *w = bad[b];
                        assert_false(opens(f, f->file.n));
                        is_at(f, t, row, i - 1);
                        *w = 0;
                    }
                }
            }
        }
    }
    assert_true(opens(f, f->file.n));
}

// Whatever is opened is read without a fault.
static void survives_every_bit(void **state) {
    struct fixture *f = *state;
    u4 refusals = 0;
    for (size_t i = 0; i < f->file.n * 8; i++) {
        f->file.p[i / 8] ^= (u1)(1u << i % 8);
        refusals += !opens(f, f->file.n);
        f->file.p[i / 8] ^= (u1)(1u << i % 8);
    }
    assert_true(refusals > f->file.n * 8 / 4);
}

// The sum finds each, whatever it makes of the file.
static void finds_every_bit(void **state) {
    struct fixture *f = *state;
    struct plan p;
    u4 by_sum = 0;
    for (size_t i = 0; i < f->file.n * 8; i++) {
        f->file.p[i / 8] ^= (u1)(1u << i % 8);
        if (plan_open(&p, f->file.p, f->file.n, &f->fault)) {
            fail_msg("byte %zu counts for nothing", i / 8);
        }
        by_sum += f->fault.byte == PLAN_SUM;
        f->file.p[i / 8] ^= (u1)(1u << i % 8);
    }
    assert_string_equal(f->fault.what, "its bytes have been changed");
    assert_true(by_sum > f->file.n * 8 / 4);
    assert_true(plan_open(&p, f->file.p, f->file.n, &f->fault));
}

// --- Owners ------------------------------------------------------------------

static void ranges_do_not_overlap(void **state) {
    struct fixture *f = *state;
    static const char what[] = "rows of another owner";
    refused_as(f, PLAN_CLASS, 1, "n_methods", 3, what);
    refused_as(f, PLAN_SITE, 3, "n_labels", 3, what);
    refused_as(f, PLAN_SITE, 4, "n_labels", 3, "no such rows");
    // From the row before on: it has another owner.
    SET(f, PLAN_CLASS, 2, "n_methods", 2);
    refused_as(f, PLAN_CLASS, 2, "first_method", 2, what);
    SET(f, PLAN_CLASS, 2, "n_methods", 1);
    // Of a table whose rows do not say whose they are.
    refused_as(f, PLAN_STATE, 4, "first_move", 2, "moves out of order");
    // What has no rows has none that begin somewhere.
    refused_as(f, PLAN_CLASS, 3, "first_method", 1,
               "no rows that begin somewhere");
}

static void every_row_is_owned(void **state) {
    struct fixture *f = *state;
    static const char what[] = "not among its owner's";
    refused_as(f, PLAN_LABEL, 2, "site", 2, what);
    SET(f, PLAN_CLASS, 1, "n_methods", 1);
    assert_false(opens(f, f->file.n));
    is_at(f, PLAN_METHOD, 2, field_named(PLAN_METHOD, "class"));
    assert_string_equal(f->fault.what, what);
}

// --- What holds between rows -------------------------------------------------

static void strings_lie_within_the_text(void **state) {
    struct fixture *f = *state;
    u4 n = f->plan.n[PLAN_TEXT];
    refused_as(f, PLAN_STRING, 1, "first", n + 1, "beyond the text");
    refused_as(f, PLAN_STRING, 1, "n", n - f->plan.string[1].first + 1,
               "beyond the text");
}

static void slots_are_those_of_their_method(void **state) {
    struct fixture *f = *state;
    refused_as(f, PLAN_LABEL, 2, "slot", 1, "slots out of order");
    refused_as(f, PLAN_LABEL, 2, "slot", 3, "slots out of order");
    refused_as(f, PLAN_LABEL, 7, "slot", 9, "slots out of order");
    refused_as(f, PLAN_METHOD, 1, "n_slots", 2, "not the slots of its sites");
    refused_as(f, PLAN_METHOD, 1, "n_slots", 4, "not the slots of its sites");
    // One may do without.
    SET(f, PLAN_LABEL, 7, "slot", 2);
    SET(f, PLAN_METHOD, 3, "n_slots", 2);
    assert_true(opens(f, f->file.n));
}

static void the_first_receiver_is_none(void **state) {
    struct fixture *f = *state;
    refused_as(f, PLAN_RECEIVER, 1, "kind", PLAN_A_CLASS,
               "row 1 is a receiver");
}

static void entries_and_roots_ascend(void **state) {
    struct fixture *f = *state;
    refused_as(f, PLAN_ENTRY, 2, "method", 1, "entries out of order");
    SET(f, PLAN_ENTRY, 1, "method", 3);
    assert_false(opens(f, f->file.n));
    is_at(f, PLAN_ENTRY, 2, field_named(PLAN_ENTRY, "method"));
    SET(f, PLAN_ENTRY, 1, "method", 1);
    refused_as(f, PLAN_ROOT, 3, "level", 0, "roots out of order");
    SET(f, PLAN_ROOT, 1, "entry", 2);
    SET(f, PLAN_ROOT, 1, "state", 4);
    assert_false(opens(f, f->file.n));
    assert_string_equal(f->fault.what, "roots out of order");
    SET(f, PLAN_ROOT, 2, "entry", 1);
    SET(f, PLAN_ROOT, 2, "state", 5);
    assert_false(opens(f, f->file.n));
    is_at(f, PLAN_ROOT, 2, field_named(PLAN_ROOT, "entry"));
}

static void roots_are_states_of_their_entry(void **state) {
    struct fixture *f = *state;
    refused_as(f, PLAN_ROOT, 1, "state", 4, "a state of another method");
}

// --- The forest --------------------------------------------------------------

static void labels_of_a_state_ascend(void **state) {
    struct fixture *f = *state;
    // The other way round, and twice the same.
    SET(f, PLAN_MOVE, 6, "label", 2);
    SET(f, PLAN_MOVE, 6, "to", plan_move(PLAN_TO, 1));
    assert_false(opens(f, f->file.n));
    is_at(f, PLAN_MOVE, 7, field_named(PLAN_MOVE, "label"));
    assert_string_equal(f->fault.what, "labels out of order");
}

static void labels_of_a_state_are_of_its_method(void **state) {
    struct fixture *f = *state;
    refused_as(f, PLAN_MOVE, 1, "label", 1, "a label of elsewhere");
    // It is, but its target is outside.
    refused_as(f, PLAN_MOVE, 7, "label", 3, "a label of elsewhere");
}

static void states_make_no_circle(void **state) {
    struct fixture *f = *state;
    static const char what[] = "leads to no state that can be there";
    // To itself, to one further down, to one that stands for another method.
    refused_as(f, PLAN_MOVE, 1, "to", plan_move(PLAN_TO, 2), what);
    refused_as(f, PLAN_MOVE, 1, "to", plan_move(PLAN_TO, 4), what);
    refused_as(f, PLAN_MOVE, 5, "to", plan_move(PLAN_TO, 2), what);
    // Moves of each other: 3 -> 4 -> 3.
    refused_as(f, PLAN_MOVE, 3, "to", plan_move(PLAN_TO, 4), what);
}

static void moves_are_of_one_state(void **state) {
    struct fixture *f = *state;
    // Two states change their places.
    SET(f, PLAN_STATE, 2, "first_move", 4);
    SET(f, PLAN_STATE, 4, "first_move", 1);
    assert_false(opens(f, f->file.n));
    is_at(f, PLAN_STATE, 2, field_named(PLAN_STATE, "first_move"));
    SET(f, PLAN_STATE, 2, "first_move", 1);
    SET(f, PLAN_STATE, 4, "first_move", 4);
    SET(f, PLAN_STATE, 5, "n_moves", 1);
    assert_false(opens(f, f->file.n));
    is_at(f, PLAN_MOVE, 7, 0);
    assert_string_equal(f->fault.what, "a move of no state");
}

static void back_edges_end_at_the_root(void **state) {
    struct fixture *f = *state;
    static const char what[] = "a back edge beyond the root";
    // State 3 is one edge below a root, state 2 is one itself.
    refused_as(f, PLAN_MOVE, 3, "to", plan_move(PLAN_UP, 2), what);
    refused_as(f, PLAN_MOVE, 1, "to", plan_move(PLAN_UP, 1), what);
    // 0 edges up is the state itself, which stands for another method.
    refused_as(f, PLAN_MOVE, 3, "to", plan_move(PLAN_UP, 0), "leads to itself");
    // The shortest way counts: state 2 as an inner state only.
    SET(f, PLAN_ROOT, 2, "state", 4);
    SET(f, PLAN_MOVE, 1, "to", plan_move(PLAN_UP, 1));
    assert_true(opens(f, f->file.n));
}

// --- Plans made for it -------------------------------------------------------

enum { MANY = 200000 };

static void make(struct fixture *f, struct planout *o) {
    emit_reset(&f->file);
    f->file.max = 1 << 30;
    assert_true(planout_write(o, &f->file));
}

// Two sites of one method, each with more labels than slots.
static void sites_have_few_slots(void **state) {
    struct fixture *f = *state;
    struct planout o;
    u4 n = PLAN_SITE_SLOTS + 1;
    planout_init(&o);
    vec_push(&o.class,
             ((struct plan_class){.first_method = 1, .n_methods = 1}));
    vec_push(
        &o.method,
        ((struct plan_method){
            .class = 1, .first_site = 1, .n_sites = 2, .n_slots = 2 * n - 2}));
    vec_push(&o.receiver, ((struct plan_receiver){0}));
    for (u4 site = 1; site <= 2; site++) {
        vec_push(&o.site, ((struct plan_site){.method = 1,
                                              .first_label = 1 + (site - 1) * n,
                                              .n_labels = n}));
        for (u4 i = 1; i <= n; i++) {
            u4 slot = i < n ? (site - 1) * (n - 1) + i : 0;
            vec_push(&o.label, ((struct plan_label){
                                   .site = site, .receiver = 1, .slot = slot}));
        }
    }
    make(f, &o);
    assert_true(plan_open(&f->plan, f->file.p, f->file.n, &f->fault));
    refused_as(f, PLAN_LABEL, 2 * n, "slot", 2 * n - 1,
               "more slots than a site can have");
    planout_release(&o);
}

// Every class has all methods. Were they looked at again for each class, this
// test would not end.
static void ranges_are_looked_at_once(void **state) {
    struct fixture *f = *state;
    struct planout o;
    planout_init(&o);
    for (u4 i = 0; i < MANY; i++) {
        vec_push(&o.class,
                 ((struct plan_class){.first_method = 1, .n_methods = MANY}));
        vec_push(&o.method, ((struct plan_method){.class = 1}));
    }
    make(f, &o);
    assert_false(opens(f, f->file.n));
    assert_string_equal(f->fault.table, "class");
    assert_int_equal(f->fault.row, 2);
    // The last one alone has them, so all that come before are looked at.
    for (u4 i = 1; i <= MANY; i++) {
        o.method.v[i].class = MANY;
        o.class.v[i].first_method = 0;
        o.class.v[i].n_methods = 0;
    }
    o.class.v[MANY].first_method = 1;
    o.class.v[MANY].n_methods = MANY;
    make(f, &o);
    assert_true(opens(f, f->file.n));
    planout_release(&o);
}

// The same for moves, whose rows know no owner.
static void moves_are_looked_at_once(void **state) {
    struct fixture *f = *state;
    struct planout o;
    planout_init(&o);
    sampleplan_fill(&o);
    u4 moves = o.move.n - 1;
    for (u4 i = 0; i < MANY; i++) {
        vec_push(&o.move, ((struct plan_move){1, plan_move(PLAN_CUT, 0)}));
        vec_push(&o.state, ((struct plan_state){1, 0, 1, moves + MANY}));
    }
    make(f, &o);
    assert_false(opens(f, f->file.n));
    assert_string_equal(f->fault.table, "state");
    assert_string_equal(f->fault.what, "moves out of order");
    planout_release(&o);
}

#define PLAN_TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        PLAN_TEST(every_bit_of_the_head_counts),
        PLAN_TEST(says_what_is_wrong_with_the_head),
        PLAN_TEST(refuses_every_truncation),
        PLAN_TEST(refuses_what_is_too_long),
        PLAN_TEST(refuses_tables_that_overlap),
        PLAN_TEST(refuses_a_table_without_row_0),
        PLAN_TEST(shapes_hold_together),
        PLAN_TEST(the_sample_has_rows_everywhere),
        PLAN_TEST(row_0_is_zero),
        PLAN_TEST(every_field_is_looked_at),
        PLAN_TEST(survives_every_bit),
        PLAN_TEST(finds_every_bit),
        PLAN_TEST(ranges_do_not_overlap),
        PLAN_TEST(every_row_is_owned),
        PLAN_TEST(strings_lie_within_the_text),
        PLAN_TEST(slots_are_those_of_their_method),
        PLAN_TEST(the_first_receiver_is_none),
        PLAN_TEST(entries_and_roots_ascend),
        PLAN_TEST(roots_are_states_of_their_entry),
        PLAN_TEST(labels_of_a_state_ascend),
        PLAN_TEST(labels_of_a_state_are_of_its_method),
        PLAN_TEST(states_make_no_circle),
        PLAN_TEST(moves_are_of_one_state),
        PLAN_TEST(back_edges_end_at_the_root),
        PLAN_TEST(sites_have_few_slots),
        PLAN_TEST(ranges_are_looked_at_once),
        PLAN_TEST(moves_are_looked_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
