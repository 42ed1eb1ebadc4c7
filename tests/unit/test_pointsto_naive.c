// SPDX-License-Identifier: MIT
// test_pointsto_naive.c - points-to analysis of real jars, without a JDK: every set
// is what a naive solver makes of the same constraints, and watches are told of
// just the members.
//
// The constraints are recorded on their way from analysis/pointsto to
// analysis/inclusion: the linker puts the __wrap_ functions below between them
// (tests/local.mk).

#include "analysis/interface/placeholder.h"
#include "analysis/pointsto/pointsto.h"
#include "analysis/models/models.h"
#include "tests/unit/lib/naivepoints.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

struct field {
    obj_id o;
    u4 field;
};

// The naive solver numbers variables, objects, kinds and masks as the real one
// does; fields that only loads and stores ask for it numbers behind these.
struct record {
    bool eager;  // the real solver is to look for cycles all the time
    struct points *p;
    struct points_hooks hooks;  // of pointsto
    struct naive n;
    u4 vars;                  // that were asked for, but for those of fields
    struct idmap mask;        // (object, field) to the mask of its variable + 1
    VEC(struct field) field;  // that have one
    struct idmap told;        // (watch, object) to 1
    u4 n_told, twice;
};
static struct record rec;

// --- Between pointsto and inclusion -------------------------------------------------

void __real_points_init(struct points *p, const struct points_hooks *h);
var_id __real_points_vars(struct points *p, u4 n);
void __real_points_limit(struct points *p, var_id v, mask_id m);
obj_id __real_points_object(struct points *p, kind_id k);
void __real_points_pass(struct points *p, mask_id m, kind_id k);
void __real_points_add(struct points *p, var_id v, obj_id o);
void __real_points_flow(struct points *p, var_id from, var_id to);
void __real_points_load(struct points *p, var_id base, u4 field, var_id to);
void __real_points_store(struct points *p, var_id base, u4 field, var_id from);
void __real_points_watch(struct points *p, var_id v, u4 watch);
var_id __real_points_field(struct points *p, obj_id o, u4 field);
void __wrap_points_init(struct points *p, const struct points_hooks *h);
var_id __wrap_points_vars(struct points *p, u4 n);
void __wrap_points_limit(struct points *p, var_id v, mask_id m);
obj_id __wrap_points_object(struct points *p, kind_id k);
void __wrap_points_pass(struct points *p, mask_id m, kind_id k);
void __wrap_points_add(struct points *p, var_id v, obj_id o);
void __wrap_points_flow(struct points *p, var_id from, var_id to);
void __wrap_points_load(struct points *p, var_id base, u4 field, var_id to);
void __wrap_points_store(struct points *p, var_id base, u4 field, var_id from);
void __wrap_points_watch(struct points *p, var_id v, u4 watch);
var_id __wrap_points_field(struct points *p, obj_id o, u4 field);

static mask_id field_mask(void *context, obj_id o, u4 field) {
    mask_id m = rec.hooks.field_mask(context, o, field);
    *idmap_at(&rec.mask, idmap_key(o, field)) = m + 1;
    vec_push(&rec.field, ((struct field){o, field}));
    return m;
}

static void arrived(void *context, u4 watch, const struct set *fresh) {
    obj_id o;
    for (struct set_walk w = set_walk(fresh); set_next(&w, &o);) {
        u4 *told = idmap_at(&rec.told, idmap_key(watch + 1, o));
        rec.twice += *told;
        *told = 1;
        rec.n_told++;
    }
    rec.hooks.arrived(context, watch, fresh);
}

static void note(enum naive_what what, u4 a, u4 b, u4 field) {
    vec_push(&rec.n.c, ((struct naive_constraint){what, a, b, field}));
}

void __wrap_points_init(struct points *p, const struct points_hooks *h) {
    rec.p = p;
    rec.hooks = *h;
    const struct points_hooks ours = {h->context, field_mask, arrived};
    __real_points_init(p, &ours);
    if (rec.eager) {
        points_tune(p, 1, 0);
    }
}

var_id __wrap_points_vars(struct points *p, u4 n) {
    var_id v = __real_points_vars(p, n);
    vec_cover(&rec.n.mask, v + n);
    rec.vars += n;
    return v;
}

void __wrap_points_limit(struct points *p, var_id v, mask_id m) {
    rec.n.mask.v[v] = m;
    __real_points_limit(p, v, m);
}

obj_id __wrap_points_object(struct points *p, kind_id k) {
    obj_id o = __real_points_object(p, k);
    vec_cover(&rec.n.kind, o + 1);
    rec.n.kind.v[o] = k;
    return o;
}

void __wrap_points_pass(struct points *p, mask_id m, kind_id k) {
    vec_push(&rec.n.pass, ((struct naive_pass){m, k}));
    __real_points_pass(p, m, k);
}

void __wrap_points_add(struct points *p, var_id v, obj_id o) {
    note(ADD, o, v, 0);
    __real_points_add(p, v, o);
}

void __wrap_points_flow(struct points *p, var_id from, var_id to) {
    note(FLOW, from, to, 0);
    __real_points_flow(p, from, to);
}

void __wrap_points_load(struct points *p, var_id base, u4 field, var_id to) {
    note(LOAD, base, to, field);
    __real_points_load(p, base, field, to);
}

void __wrap_points_store(struct points *p, var_id base, u4 field, var_id from) {
    note(STORE, base, from, field);
    __real_points_store(p, base, field, from);
}

void __wrap_points_watch(struct points *p, var_id v, u4 watch) {
    note(WATCH, v, watch, 0);
    __real_points_watch(p, v, watch);
}

static mask_id mask_of(const struct field *f) {
    u4 m = idmap_find(&rec.mask, idmap_key(f->o, f->field));
    assert_int_not_equal(m, 0);
    return m - 1;
}

var_id __wrap_points_field(struct points *p, obj_id o, u4 field) {
    var_id v = __real_points_field(p, o, field);
    *idmap_at(&rec.n.field, idmap_key(o + 1, field)) = v + 1;
    vec_cover(&rec.n.mask, v + 1);
    rec.n.mask.v[v] = mask_of(&(struct field){o, field});
    return v;
}

// --- The analysis ------------------------------------------------------------

static u4 naive_mask(void *context, u4 object, u4 field) {
    (void)context;
    return mask_of(&(struct field){object, field});
}

static void compare_var(var_id real, u4 simple) {
    const struct set *s = points_of(rec.p, real);
    u4 count = 0;
    for (obj_id o = 1; o < rec.n.kind.n; o++) {
        bool has = naive_has(&rec.n, simple, o);
        if (has != set_has(s, o)) {
            print_error("variable %u: object %u\n", real, o);
        }
        assert_int_equal(set_has(s, o), has);
        count += has;
    }
    assert_int_equal(set_count(s), count);
}

// A variable that is neither one of those asked for nor a field's is not
// compared, and counted by nobody.
static void compare_vars(u4 n_vars) {
    bool *of_field = MEM_ARRAY(bool, n_vars);
    u4 compared = 0;
    for (u4 i = 0; i < rec.field.n; i++) {
        const struct field *f = &rec.field.v[i];
        var_id v = __real_points_field(rec.p, f->o, f->field);
        u4 simple;
        assert_true(naive_find_field(&rec.n, f->o, f->field, &simple));
        assert_true(v < n_vars && !of_field[v]);
        of_field[v] = true;
        compare_var(v, simple);
        compared++;
    }
    for (var_id v = 1; v < n_vars; v++) {
        if (!of_field[v]) {
            // The naive solver has no constraints on what nobody asked for.
            if (!rec.p->var.v[v].is_joint) {
                compare_var(v, v);
            }
            compared++;
        }
    }
    assert_int_equal(compared, n_vars - 1);
    assert_int_equal(rec.vars + rec.field.n, n_vars - 1);
    mem_free(of_field);
}

static void compare_watches(void) {
    u4 n = 0;
    for (u4 w = 0; w < rec.n.told.n; w++) {
        for (obj_id o = 1; o < rec.n.kind.n; o++) {
            bool told = idmap_find(&rec.told, idmap_key(w + 1, o)) != 0;
            assert_int_equal(told, naive_was_told(&rec.n, w, o));
            n += told;
        }
    }
    assert_int_equal(n, rec.n_told);
    assert_int_equal(rec.twice, 0);
}

static void analyse(const char *path, enum pts_objects how) {
    struct str component = str_of(path);
    const struct src_spec spec = {.component = &component,
                                  .n_component = 1,
                                  .classpath = STR(""),
                                  .jdk = STR("none")};
    struct diag d;
    struct world w;
    struct models m;
    struct solve s;
    diag_init(&d, DIAG_ERROR, false);
    struct sources *src = src_open(&spec, &d);
    assert_non_null(src);
    world_init(&w, src, &d);
    models_init(&m, &w);
    struct solve_hooks hooks = models_hooks(&m);
    struct pointsto *h = pts_new(&s, &w, how);
    struct solve_engine engine = pts_engine(h);
    solve_init(&s, &w, &hooks, &engine);
    models_start(&m, &s);
    struct interface in = {0};
    interface_of_visible(&in, &w, INT_PUBLIC);
    interface_finish(&in, &w);
    placeholder_add(&s, &in, false);
    interface_release(&in);
    solve_run(&s);

    naive_run(&rec.n);
    struct points_counts c;
    points_count(rec.p, &c);
    compare_vars(rec.p->var.n);
    compare_watches();
    print_message("# %u variables, %u objects, %u constraints, %u collapsed\n",
                  c.vars, c.objects, rec.n.c.n, c.collapsed);
    assert_true(c.vars > 1000 && rec.n_told > 100);

    pts_free(h);
    solve_release(&s);
    models_release(&m);
    world_release(&w);
    src_close(src);
    diag_release(&d);
}

struct job {
    const char *jar;
    enum pts_objects how;
    bool eager;
    const char *path;
};

static void has_the_sets_of_the_naive_solver(void **state) {
    const struct job *job = *state;
    rec = (struct record){.eager = job->eager};
    naivepoints_init(&rec.n, &(struct naive_hooks){NULL, naive_mask, NULL});
    analyse(job->path, job->how);
    naivepoints_release(&rec.n);
    idmap_release(&rec.mask);
    idmap_release(&rec.told);
    vec_free(&rec.field);
}

static void is_not_there(void **state) {
    (void)state;
}

// cmocka's own skip() reads as a failure in TAP, so the name says it.
static struct CMUnitTest test_of(struct job *job, struct arena *a) {
    const char *jars = getenv("CCINSTR_JARS");
    job->path =
        arena_printf(a, "%s/%s.jar", jars ? jars : "/usr/share/java", job->jar);
    bool there = access(job->path, R_OK) == 0;
    const char *name = arena_printf(
        a, "%s, %s%s%s%s", job->jar, job->how == PTS_OF_SITE ? "and" : "0cfa",
        job->eager ? ", eager" : "", there ? "" : " # SKIP no ",
        there ? "" : job->path);
    return (struct CMUnitTest){
        name, there ? has_the_sets_of_the_naive_solver : is_not_there, NULL,
        NULL, job};
}

int main(void) {
    static struct job job[] = {
        {"xz", PTS_OF_SITE, false, NULL},
        {"xz", PTS_OF_CLASS, true, NULL},
        {"cup", PTS_OF_SITE, true, NULL},
        {"asm", PTS_OF_SITE, true, NULL},
        {"antlr3-runtime", PTS_OF_SITE, true, NULL},
        {"antlr3-runtime", PTS_OF_CLASS, true, NULL},
        {"commons-lang3", PTS_OF_SITE, false, NULL},
        {"commons-lang3", PTS_OF_CLASS, true, NULL},
        {"bcel", PTS_OF_SITE, true, NULL},
        {"bsh", PTS_OF_SITE, true, NULL},
        {"js", PTS_OF_SITE, true, NULL},
        {"antlr", PTS_OF_SITE, false, NULL},
        {"guava", PTS_OF_CLASS, true, NULL},
        {"guava", PTS_OF_SITE, false, NULL},
    };
    enum { N_JOBS = sizeof job / sizeof *job };
    struct CMUnitTest tests[N_JOBS];
    struct arena names;
    arena_init(&names);
    for (size_t i = 0; i < N_JOBS; i++) {
        tests[i] = test_of(&job[i], &names);
    }
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&names);
    return status;
}
