// SPDX-License-Identifier: MIT
// test_points_points.c - the points-to solver: by hand, and random constraints
// against a solver that is too simple to be wrong.

#include "analysis/points/points.h"
#include "tests/unit/naivepoints.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static u4 next_random(u8 *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (u4)(*seed >> 33);
}

// --- Random constraints ------------------------------------------------------

// Of the first so many watches all can be in a program at the start; each of
// them can add one of the others per kind, which add no more.
enum { FIRST_WATCHES = 8 };

// One of the program in the solver.
struct real {
    struct points p;
    struct naive *n;
    var_id var;    // of variable 0
    obj_id first;  // of object 0
    mask_id mask[NAIVE_MASKS];
    bool arrived[NAIVE_WATCHES][NAIVE_OBJECTS];
    u4 twice;
    bool added[NAIVE_WATCHES];  // watches that were added
};

static struct naive_constraint random_constraint(const struct naive *n,
                                                 u8 *seed) {
    struct naive_constraint c = {
        .a = next_random(seed) % n->vars,
        .b = next_random(seed) % n->vars,
        .field = next_random(seed) % NAIVE_FIELDS,
    };
    u4 kind = next_random(seed) % 16;
    c.what = kind < 4 ? ADD : kind < 10 ? FLOW : kind < 13 ? LOAD : STORE;
    if (c.what == ADD) {
        c.a = next_random(seed) % n->objects;
    }
    return c;
}

static void random_watches(struct naive *n, u8 *seed) {
    for (u4 w = 0; w < NAIVE_WATCHES; w++) {
        for (u4 k = 0; k < NAIVE_KINDS; k++) {
            n->adds[w][k] = random_constraint(n, seed);
            u4 other = FIRST_WATCHES + w * NAIVE_KINDS + k;
            if (w < FIRST_WATCHES && next_random(seed) % 3 == 0) {
                n->adds[w][k] = (struct naive_constraint){
                    WATCH, next_random(seed) % n->vars, other, 0};
            }
        }
    }
    u4 watches = next_random(seed) % FIRST_WATCHES;
    for (u4 w = 0; w < watches; w++) {
        n->c[n->n++] =
            (struct naive_constraint){WATCH, next_random(seed) % n->vars, w, 0};
    }
}

static void random_program(struct naive *n, u8 *seed) {
    memset(n, 0, sizeof *n);
    u4 size = next_random(seed) % 100;
    n->vars = 2 + next_random(seed) % (NAIVE_VARS - 1);
    n->objects = size < 85   ? 1 + next_random(seed) % 20
                 : size < 98 ? 70
                             : NAIVE_OBJECTS;
    for (u4 o = 0; o < n->objects; o++) {
        n->kind[o] = next_random(seed) % NAIVE_KINDS;
    }
    for (u4 k = 0; k < NAIVE_KINDS; k++) {
        for (u4 m = 0; m < NAIVE_MASKS; m++) {
            n->passes[m][k] = m == 0 || next_random(seed) % 3;
        }
        for (u4 f = 0; f < NAIVE_FIELDS; f++) {
            n->field_mask[k][f] = next_random(seed) % NAIVE_MASKS;
        }
    }
    for (u4 v = 0; v < n->vars; v++) {
        n->mask[v] = next_random(seed) % 2 * (next_random(seed) % NAIVE_MASKS);
    }
    // Many objects in some variables, or maps would not come up.
    for (u4 o = 0; o < n->objects; o += 2) {
        n->c[n->n++] = (struct naive_constraint){ADD, o, o % 5 % n->vars, 0};
    }
    u4 many = n->vars + next_random(seed) % (2 * n->vars);
    for (u4 i = 0; i < many; i++) {
        n->c[n->n++] = random_constraint(n, seed);
    }
    // A cycle.
    u4 cycle = next_random(seed) % n->vars;
    for (u4 i = 0; i < cycle; i++) {
        n->c[n->n++] = (struct naive_constraint){FLOW, i, (i + 1) % cycle, 0};
    }
    random_watches(n, seed);
}

static void shuffle(struct naive *n, u8 *seed) {
    for (u4 i = n->n; i > 1; i--) {
        u4 k = next_random(seed) % i;
        struct naive_constraint c = n->c[i - 1];
        n->c[i - 1] = n->c[k];
        n->c[k] = c;
    }
}

static void constrain(struct real *r, struct naive_constraint c) {
    struct points *p = &r->p;
    switch (c.what) {
    case ADD:
        points_add(p, r->var + c.b, r->first + c.a);
        break;
    case FLOW:
        points_flow(p, r->var + c.a, r->var + c.b);
        break;
    case LOAD:
        points_load(p, r->var + c.a, c.field, r->var + c.b);
        break;
    case STORE:
        points_store(p, r->var + c.a, c.field, r->var + c.b);
        break;
    case WATCH:
        // Several objects may ask for the same.
        if (!r->added[c.b]) {
            r->added[c.b] = true;
            points_watch(p, r->var + c.a, c.b);
        }
        break;
    }
}

static mask_id field_mask(void *context, obj_id o, u4 field) {
    struct real *r = context;
    return r->mask[r->n->field_mask[r->n->kind[o - r->first]][field]];
}

static void arrived(void *context, u4 watch, const struct set *fresh) {
    struct real *r = context;
    obj_id o;
    for (struct set_walk w = set_walk(fresh); set_next(&w, &o);) {
        bool *seen = &r->arrived[watch][o - r->first];
        r->twice += *seen;
        *seen = true;
        constrain(r, r->n->adds[watch][r->n->kind[o - r->first]]);
    }
}

static void set_up(struct real *r, struct naive *n) {
    *r = (struct real){.n = n};
    struct points *p = &r->p;
    points_init(p, &(struct points_hooks){r, field_mask, arrived});
    r->var = points_vars(p, n->vars);
    kind_id kind[NAIVE_KINDS];
    for (u4 k = 0; k < NAIVE_KINDS; k++) {
        kind[k] = points_kind(p);
    }
    for (u4 m = 1; m < NAIVE_MASKS; m++) {
        r->mask[m] = points_mask(p);
    }
    // Half of the objects are there before the masks are.
    for (u4 o = 0; o < n->objects; o++) {
        for (u4 m = 1; o == n->objects / 2 && m < NAIVE_MASKS; m++) {
            for (u4 k = 0; k < NAIVE_KINDS; k++) {
                if (n->passes[m][k]) {
                    points_pass(p, r->mask[m], kind[k]);
                }
            }
        }
        obj_id id = points_object(p, kind[n->kind[o]]);
        r->first = r->first ? r->first : id;
        assert_int_equal(id, r->first + o);
        assert_int_equal(points_kind_of(p, id), kind[n->kind[o]]);
    }
    for (u4 v = 0; v < n->vars; v++) {
        points_limit(p, r->var + v, r->mask[n->mask[v]]);
    }
}

static void compare_set(const struct real *r, const struct set *s,
                        const bool *has) {
    u4 n = 0;
    for (u4 o = 0; o < r->n->objects; o++) {
        assert_int_equal(set_has(s, r->first + o), has[o]);
        n += has[o];
    }
    assert_int_equal(set_count(s), n);
}

static void compare(struct real *r) {
    struct naive *n = r->n;
    for (u4 v = 0; v < n->vars; v++) {
        compare_set(r, points_of(&r->p, r->var + v), n->in[v]);
    }
    for (u4 o = 0; o < n->objects; o++) {
        for (u4 f = 0; f < NAIVE_FIELDS; f++) {
            var_id v = points_field(&r->p, r->first + o, f);
            compare_set(r, points_of(&r->p, v), n->field[o][f]);
        }
    }
    assert_memory_equal(r->arrived, n->arrived, sizeof n->arrived);
    assert_int_equal(r->twice, 0);
}

// The solver on some order of the constraints, run several times on the way.
static void solve(struct real *r, struct naive *n, u4 n_first, u8 *seed) {
    set_up(r, n);
    points_tune(&r->p, next_random(seed) % 3 * 4, 0);
    u4 every = 1 + next_random(seed) % (n_first + 1);
    for (u4 i = 0; i < n_first; i++) {
        constrain(r, n->c[i]);
        if (i % every == 0) {
            points_run(&r->p);
        }
    }
    points_run(&r->p);
}

static void does_as_the_naive_one_does(void **state) {
    (void)state;
    static struct naive n, shuffled;
    static struct real r;
    u8 seed = 7;
    u4 collapsed = 0, fields = 0;
    for (u4 round = 0; round < 2000; round++) {
        random_program(&n, &seed);
        shuffled = n;
        u4 n_first = n.n;
        naive_run(&n);
        memcpy(shuffled.in, n.in, sizeof n.in);
        memcpy(shuffled.field, n.field, sizeof n.field);
        memcpy(shuffled.arrived, n.arrived, sizeof n.arrived);
        for (u4 again = 0; again < 3; again++) {
            solve(&r, &shuffled, n_first, &seed);
            collapsed += r.p.counts.collapsed;
            fields += r.p.counts.fields;
            compare(&r);
            points_release(&r.p);
            shuffle(&shuffled, &seed);
        }
    }
    assert_true(collapsed > 1000);
    assert_true(fields > 1000);
}

// The same calls make the same steps, not only the same sets.
static void does_the_same_again(void **state) {
    (void)state;
    static struct naive n;
    static struct real r;
    u8 seed = 99;
    for (u4 round = 0; round < 50; round++) {
        random_program(&n, &seed);
        struct points_counts c[2];
        u8 same[2] = {seed, seed};
        for (u4 i = 0; i < 2; i++) {
            solve(&r, &n, n.n, &same[i]);
            memset(&c[i], 0, sizeof c[i]);
            points_count(&r.p, &c[i]);
            points_release(&r.p);
        }
        assert_memory_equal(&c[0], &c[1], sizeof c[0]);
    }
}

// --- By hand -----------------------------------------------------------------

struct seen {
    struct points *p;
    u4 calls, objects;
    var_id v, w;  // v flows to w when something arrives
};

static void count_seen(void *context, u4 watch, const struct set *fresh) {
    struct seen *s = context;
    s->calls++;
    s->objects += set_count(fresh);
    assert_int_equal(watch, 5);
    if (s->v) {
        points_flow(s->p, s->v, s->w);
    }
}

static void follows_edges(void **state) {
    (void)state;
    struct points p;
    struct seen s = {.p = &p};
    points_init(&p, &(struct points_hooks){&s, NULL, count_seen});
    var_id v = points_vars(&p, 4);
    kind_id k = points_kind(&p);
    obj_id a = points_object(&p, k), b = points_object(&p, k);
    assert_int_equal(a, 1);
    assert_int_equal(b, 2);
    points_add(&p, v, a);
    points_store(&p, v, 3, v + 1);
    points_load(&p, v, 3, v + 2);
    points_add(&p, v + 1, b);
    points_watch(&p, v + 2, 5);
    s.v = v + 2;
    s.w = v + 3;
    points_run(&p);
    assert_true(set_has(points_of(&p, v + 2), b));
    assert_true(set_has(points_of(&p, v + 3), b));
    assert_int_equal(set_count(points_of(&p, v + 3)), 1);
    assert_true(set_is_equal(points_of(&p, v + 3),
                             points_of(&p, points_field(&p, a, 3))));
    assert_true(set_is_empty(points_of(&p, points_field(&p, b, 3))));
    assert_int_equal(s.calls, 1);
    points_run(&p);
    assert_int_equal(s.calls, 1);
    points_release(&p);
}

// Each object once, also for what members of a collapsed cycle lacked.
static void shows_objects_once_over_a_cycle(void **state) {
    (void)state;
    enum { N = 200 };
    struct points p;
    struct seen s = {.p = &p};
    points_init(&p, &(struct points_hooks){&s, NULL, count_seen});
    points_tune(&p, 4, 0);
    var_id v = points_vars(&p, N);
    kind_id k = points_kind(&p);
    for (u4 i = 0; i < N; i++) {
        points_add(&p, v + i, points_object(&p, k));
        points_flow(&p, v + i, v + (i + 1) % N);
    }
    points_watch(&p, v, 5);
    points_watch(&p, v + N / 2, 5);
    points_run(&p);
    assert_int_equal(s.objects, 2 * N);
    assert_int_equal(p.counts.collapsed, N - 1);
    assert_ptr_equal(points_of(&p, v), points_of(&p, v + N - 1));
    // What comes later reaches all, over any of them.
    points_add(&p, v + 7, points_object(&p, k));
    points_watch(&p, v + 9, 5);
    points_run(&p);
    assert_int_equal(s.objects, 3 * (N + 1));
    struct points_counts c;
    points_count(&p, &c);
    assert_int_equal(c.vars, N);
    assert_int_equal(c.objects, N + 1);
    assert_int_equal(c.flows, 0);
    points_release(&p);
}

// Variables of different masks stay apart, though they are a cycle.
static void keeps_masks_apart(void **state) {
    (void)state;
    struct points p;
    points_init(&p, &(struct points_hooks){0});
    points_tune(&p, 4, 0);
    var_id v = points_vars(&p, 2);
    kind_id in = points_kind(&p), out = points_kind(&p);
    mask_id m = points_mask(&p);
    points_pass(&p, m, in);
    points_limit(&p, v + 1, m);
    obj_id a = points_object(&p, in), b = points_object(&p, out);
    points_add(&p, v, b);
    points_add(&p, v + 1, a);
    points_add(&p, v + 1, b);
    points_flow(&p, v, v + 1);
    points_flow(&p, v + 1, v);
    points_run(&p);
    assert_int_equal(set_count(points_of(&p, v)), 2);
    assert_int_equal(set_count(points_of(&p, v + 1)), 1);
    assert_true(set_has(points_of(&p, v + 1), a));
    assert_int_equal(p.counts.collapsed, 0);
    points_release(&p);
}

// The same edges again and again do not fill memory.
static void forgets_duplicate_edges(void **state) {
    (void)state;
    struct points p;
    points_init(&p, &(struct points_hooks){0});
    var_id v = points_vars(&p, 51);
    for (u4 i = 0; i < 100000; i++) {
        points_flow(&p, v, v + 1 + i * 7 % 50);
    }
    assert_true(p.counts.flows <= 128);
    points_add(&p, v, points_object(&p, points_kind(&p)));
    points_run(&p);
    for (u4 i = 0; i < 51; i++) {
        assert_int_equal(set_count(points_of(&p, v + i)), 1);
    }
    points_release(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_edges),
        cmocka_unit_test(shows_objects_once_over_a_cycle),
        cmocka_unit_test(keeps_masks_apart),
        cmocka_unit_test(forgets_duplicate_edges),
        cmocka_unit_test(does_as_the_naive_one_does),
        cmocka_unit_test(does_the_same_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
