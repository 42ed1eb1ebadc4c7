// SPDX-License-Identifier: MIT
// test_inclusion_points.c - the points-to solver: by hand, and random constraints
// against a solver that is too simple to be wrong.

#include "analysis/inclusion/points.h"
#include "tests/unit/lib/naivepoints.h"

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

enum {
    MOST_VARS = 40,
    MOST_OBJECTS = 400,
    KINDS = 5,
    MASKS = 4,
    FIELDS = 3,
    MOST_CONSTRAINTS = 2000,
    // Of the first so many watches all can be in a program at the start; each of
    // them can add one of the others per kind, which add no more.
    FIRST_WATCHES = 8,
    WATCHES = 64,
};

struct program {
    u4 vars, objects, n;
    struct naive_constraint c[MOST_CONSTRAINTS];
    u4 kind[MOST_OBJECTS];
    bool passes[MASKS][KINDS];  // mask 0: everything
    u4 mask[MOST_VARS];
    u4 field_mask[KINDS][FIELDS];
    // What a watch adds when an object of a kind arrives.
    struct naive_constraint adds[WATCHES][KINDS];
};

// A program in the naive solver.
struct simple {
    const struct program *of;
    struct naive n;
    bool added[WATCHES][KINDS];
};

// And in the real one.
struct real {
    struct points p;
    const struct program *of;
    var_id var;    // of variable 0
    obj_id first;  // of object 0
    mask_id mask[MASKS];
    bool arrived[WATCHES][MOST_OBJECTS];
    u4 twice;
    bool added[WATCHES];  // watches that were added
};

static struct naive_constraint random_constraint(const struct program *q,
                                                 u8 *seed) {
    struct naive_constraint c = {
        .a = next_random(seed) % q->vars,
        .b = next_random(seed) % q->vars,
        .field = next_random(seed) % FIELDS,
    };
    u4 kind = next_random(seed) % 16;
    c.what = kind < 4 ? ADD : kind < 10 ? FLOW : kind < 13 ? LOAD : STORE;
    if (c.what == ADD) {
        c.a = next_random(seed) % q->objects;
    }
    return c;
}

static void random_watches(struct program *q, u8 *seed) {
    for (u4 w = 0; w < WATCHES; w++) {
        for (u4 k = 0; k < KINDS; k++) {
            q->adds[w][k] = random_constraint(q, seed);
            u4 other = FIRST_WATCHES + w * KINDS + k;
            if (w < FIRST_WATCHES && next_random(seed) % 3 == 0) {
                q->adds[w][k] = (struct naive_constraint){
                    WATCH, next_random(seed) % q->vars, other, 0};
            }
        }
    }
    u4 watches = next_random(seed) % FIRST_WATCHES;
    for (u4 w = 0; w < watches; w++) {
        q->c[q->n++] =
            (struct naive_constraint){WATCH, next_random(seed) % q->vars, w, 0};
    }
}

static void random_program(struct program *q, u8 *seed) {
    memset(q, 0, sizeof *q);
    u4 size = next_random(seed) % 100;
    q->vars = 2 + next_random(seed) % (MOST_VARS - 1);
    q->objects = size < 85   ? 1 + next_random(seed) % 20
                 : size < 98 ? 70
                             : MOST_OBJECTS;
    for (u4 o = 0; o < q->objects; o++) {
        q->kind[o] = next_random(seed) % KINDS;
    }
    for (u4 k = 0; k < KINDS; k++) {
        for (u4 m = 0; m < MASKS; m++) {
            q->passes[m][k] = m == 0 || next_random(seed) % 3;
        }
        for (u4 f = 0; f < FIELDS; f++) {
            q->field_mask[k][f] = next_random(seed) % MASKS;
        }
    }
    for (u4 v = 0; v < q->vars; v++) {
        q->mask[v] = next_random(seed) % 2 * (next_random(seed) % MASKS);
    }
    // Many objects in some variables, or maps would not come up.
    for (u4 o = 0; o < q->objects; o += 2) {
        q->c[q->n++] = (struct naive_constraint){ADD, o, o % 5 % q->vars, 0};
    }
    u4 many = q->vars + next_random(seed) % (2 * q->vars);
    for (u4 i = 0; i < many; i++) {
        q->c[q->n++] = random_constraint(q, seed);
    }
    // A cycle.
    u4 cycle = next_random(seed) % q->vars;
    for (u4 i = 0; i < cycle; i++) {
        q->c[q->n++] = (struct naive_constraint){FLOW, i, (i + 1) % cycle, 0};
    }
    random_watches(q, seed);
}

static void shuffle(struct program *q, u8 *seed) {
    for (u4 i = q->n; i > 1; i--) {
        u4 k = next_random(seed) % i;
        struct naive_constraint c = q->c[i - 1];
        q->c[i - 1] = q->c[k];
        q->c[k] = c;
    }
}

static u4 simple_mask(void *context, u4 object, u4 field) {
    const struct simple *s = context;
    return s->of->field_mask[s->of->kind[object]][field];
}

static void simple_arrived(void *context, u4 watch, u4 object) {
    struct simple *s = context;
    u4 kind = s->of->kind[object];
    if (!s->added[watch][kind]) {
        s->added[watch][kind] = true;
        vec_push(&s->n.c, s->of->adds[watch][kind]);
    }
}

static void solve_simply(struct simple *s, const struct program *q) {
    *s = (struct simple){.of = q};
    naivepoints_init(&s->n,
                     &(struct naive_hooks){s, simple_mask, simple_arrived});
    for (u4 v = 0; v < q->vars; v++) {
        vec_push(&s->n.mask, q->mask[v]);
    }
    for (u4 o = 0; o < q->objects; o++) {
        vec_push(&s->n.kind, q->kind[o]);
    }
    for (u4 m = 1; m < MASKS; m++) {
        for (u4 k = 0; k < KINDS; k++) {
            if (q->passes[m][k]) {
                vec_push(&s->n.pass, ((struct naive_pass){m, k}));
            }
        }
    }
    for (u4 i = 0; i < q->n; i++) {
        vec_push(&s->n.c, q->c[i]);
    }
    naive_run(&s->n);
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
    return r->mask[r->of->field_mask[r->of->kind[o - r->first]][field]];
}

static void arrived(void *context, u4 watch, const struct set *fresh) {
    struct real *r = context;
    obj_id o;
    for (struct set_walk w = set_walk(fresh); set_next(&w, &o);) {
        bool *seen = &r->arrived[watch][o - r->first];
        r->twice += *seen;
        *seen = true;
        constrain(r, r->of->adds[watch][r->of->kind[o - r->first]]);
    }
}

static void set_up(struct real *r, const struct program *q) {
    *r = (struct real){.of = q};
    struct points *p = &r->p;
    points_init(p, &(struct points_hooks){r, field_mask, arrived});
    r->var = points_vars(p, q->vars);
    kind_id kind[KINDS];
    for (u4 k = 0; k < KINDS; k++) {
        kind[k] = points_kind(p);
    }
    for (u4 m = 1; m < MASKS; m++) {
        r->mask[m] = points_mask(p);
    }
    // Half of the objects are there before the masks are.
    for (u4 o = 0; o < q->objects; o++) {
        for (u4 m = 1; o == q->objects / 2 && m < MASKS; m++) {
            for (u4 k = 0; k < KINDS; k++) {
                if (q->passes[m][k]) {
                    points_pass(p, r->mask[m], kind[k]);
                }
            }
        }
        obj_id id = points_object(p, kind[q->kind[o]]);
        r->first = r->first ? r->first : id;
        assert_int_equal(id, r->first + o);
    }
    for (u4 v = 0; v < q->vars; v++) {
        points_limit(p, r->var + v, r->mask[q->mask[v]]);
    }
}

// `there`: has the naive solver that variable at all?
static void compare_set(const struct real *r, const struct naive *n,
                        var_id real, bool there, u4 simple) {
    const struct set *s = points_of((struct points *)&r->p, real);
    u4 count = 0;
    for (u4 o = 0; o < r->of->objects; o++) {
        bool has = there && naive_has(n, simple, o);
        assert_int_equal(set_has(s, r->first + o), has);
        count += has;
    }
    assert_int_equal(set_count(s), count);
}

static void compare(struct real *r, const struct naive *n) {
    for (u4 v = 0; v < r->of->vars; v++) {
        compare_set(r, n, r->var + v, true, v);
    }
    for (u4 o = 0; o < r->of->objects; o++) {
        for (u4 f = 0; f < FIELDS; f++) {
            u4 simple;
            bool there = naive_find_field(n, o, f, &simple);
            var_id v = points_field(&r->p, r->first + o, f);
            compare_set(r, n, v, there, simple);
        }
        for (u4 w = 0; w < WATCHES; w++) {
            assert_int_equal(r->arrived[w][o], naive_was_told(n, w, o));
        }
    }
    assert_int_equal(r->twice, 0);
}

// The solver on some order of the constraints, run several times on the way.
static void solve(struct real *r, const struct program *q, u8 *seed) {
    set_up(r, q);
    points_tune(&r->p, next_random(seed) % 3 * 4, 0);
    u4 every = 1 + next_random(seed) % (q->n + 1);
    for (u4 i = 0; i < q->n; i++) {
        constrain(r, q->c[i]);
        if (i % every == 0) {
            points_run(&r->p);
        }
    }
    points_run(&r->p);
}

static void does_as_the_naive_one_does(void **state) {
    (void)state;
    static struct program q;
    static struct simple s;
    static struct real r;
    u8 seed = 7;
    u4 collapsed = 0, fields = 0;
    for (u4 round = 0; round < 2000; round++) {
        random_program(&q, &seed);
        solve_simply(&s, &q);
        for (u4 again = 0; again < 3; again++) {
            solve(&r, &q, &seed);
            collapsed += r.p.counts.collapsed;
            fields += r.p.counts.fields;
            compare(&r, &s.n);
            points_release(&r.p);
            shuffle(&q, &seed);
        }
        naivepoints_release(&s.n);
    }
    assert_true(collapsed > 1000);
    assert_true(fields > 1000);
}

// The same calls make the same steps, not only the same sets.
static void does_the_same_again(void **state) {
    (void)state;
    static struct program q;
    static struct real r;
    u8 seed = 99;
    for (u4 round = 0; round < 50; round++) {
        random_program(&q, &seed);
        struct points_counts c[2];
        u8 same[2] = {seed, seed};
        for (u4 i = 0; i < 2; i++) {
            solve(&r, &q, &same[i]);
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
    assert_true(set_has(points_of(&p, points_field(&p, a, 3)), b));
    assert_int_equal(set_count(points_of(&p, points_field(&p, a, 3))), 1);
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

// --- An object that makes all others needless ----------------------------------

static void sends_nothing_besides_top(void **state) {
    struct points p;
    (void)state;
    points_init(&p, &(struct points_hooks){0});
    kind_id k = points_kind(&p);
    obj_id top = points_object(&p, k), a = points_object(&p, k);
    var_id v = points_vars(&p, 3);
    points_top(&p, top);
    points_flow(&p, v, v + 1);
    points_add(&p, v + 2, a);
    points_flow(&p, v + 2, v + 1);
    points_add(&p, v, top);
    assert_true(points_has(&p, v, top));
    points_add(&p, v, a);
    points_run(&p);
    assert_false(set_has(points_of(&p, v), a));
    assert_true(set_has(points_of(&p, v + 1), top));
    assert_false(points_has(&p, v + 2, top));
    points_flow(&p, v, v + 2);
    points_run(&p);
    assert_true(points_has(&p, v + 2, top));
    points_release(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_edges),
        cmocka_unit_test(shows_objects_once_over_a_cycle),
        cmocka_unit_test(keeps_masks_apart),
        cmocka_unit_test(forgets_duplicate_edges),
        cmocka_unit_test(sends_nothing_besides_top),
        cmocka_unit_test(does_as_the_naive_one_does),
        cmocka_unit_test(does_the_same_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
