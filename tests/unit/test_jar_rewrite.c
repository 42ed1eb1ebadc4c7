// SPDX-License-Identifier: MIT
// test_jar_rewrite.c - whole archives, with transforms that a test can steer.
//
// The archives are made by libzip. A "class" is any entry of that name; the
// transforms below stand for the instrumenter.

#include "analysis/base/file.h"
#include "analysis/zip/inflate.h"
#include "rewriter/jar/jar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

enum { N_ENTRIES = 1000, MANY = 4 };

struct fixture {
    char dir[64];
    char in[96];
    char out[96];
    struct diag diag;
    struct jar_counts counts;
};

static char content_of(int i, char *text, size_t n) {
    // Odd lengths and contents, some large enough to pass the write buffer.
    size_t len = i % 300 == 7 ? n - 1 : (size_t)(1 + i * 37 % 900);
    for (size_t k = 0; k < len; k++) {
        text[k] = (char)('a' + (k * k + (size_t)i) % 23);
    }
    text[len] = '\0';
    return text[0];
}

static void name_of(int i, char name[32]) {
    snprintf(name, 32, i % 3 ? "p/C%d.class" : "p/r%d", i);
}

static void make_archive(const char *path) {
    zip_t *za = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);
    assert_non_null(za);
    static const size_t room = 400000;
    for (int i = 0; i < N_ENTRIES; i++) {
        char name[32];
        char *text = malloc(room);
        name_of(i, name);
        content_of(i, text, room);
        zip_source_t *s = zip_source_buffer(za, text, strlen(text), 1);
        zip_int64_t k = zip_file_add(za, name, s, 0);
        assert_true(k >= 0);
        zip_set_file_compression(za, (zip_uint64_t)k,
                                 i % 5 ? ZIP_CM_DEFLATE : ZIP_CM_STORE, 0);
    }
    assert_int_equal(zip_close(za), 0);
}

static int set_up(void **state) {
    struct fixture *f = test_calloc(1, sizeof *f);
    strcpy(f->dir, "jar-test.XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    snprintf(f->in, sizeof f->in, "%s/in.jar", f->dir);
    snprintf(f->out, sizeof f->out, "%s/out.jar", f->dir);
    diag_init(&f->diag, DIAG_NOTE, false);
    make_archive(f->in);
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *f = *state;
    unlink(f->in);
    unlink(f->out);
    assert_int_equal(rmdir(f->dir), 0);  // nothing temporary was left
    diag_release(&f->diag);
    test_free(f);
    return 0;
}

static enum jar_result append(void *context, struct place *at, struct bytes in,
                              struct emit *out, struct diag *d) {
    (void)context;
    (void)at;
    (void)d;
    emit_bytes(out, in.p, in.n);
    emit_bytes(out, "+", 1);
    return JAR_CHANGED;
}

static enum jar_result keep(void *context, struct place *at, struct bytes in,
                            struct emit *out, struct diag *d) {
    (void)context;
    (void)at;
    (void)in;
    (void)out;
    (void)d;
    return JAR_SAME;
}

static enum jar_result change_late(void *context, struct place *at,
                                   struct bytes in, struct emit *out,
                                   struct diag *d) {
    if (!str_ends(at->entry, STR("7.class"))) {
        return JAR_SAME;
    }
    return append(context, at, in, out, d);
}

// Refuses some, with a message that has to come in order.
static enum jar_result grumble(void *context, struct place *at, struct bytes in,
                               struct emit *out, struct diag *d) {
    if (str_ends(at->entry, STR("1.class"))) {
        diag_report(d, CLASS_COPIED, at);
        return JAR_REFUSED;
    }
    return append(context, at, in, out, d);
}

static bool rewrite(struct fixture *f, jar_transform_fn fn, unsigned threads) {
    struct crew crew;
    void *context[MANY] = {NULL};
    const struct jar_rules rules = {.transform = fn};
    const struct jar_way way = {STR("in.jar"), f->in, f->out};
    crew_init(&crew, threads, context);
    bool ok = jar_rewrite(&crew, &rules, &way, &f->counts, &f->diag);
    crew_release(&crew);
    return ok;
}

static bool same_files(const struct fixture *f, struct emit *other) {
    struct emit a;
    struct diag d;
    diag_init(&d, DIAG_NOTE, false);
    emit_init(&a, SIZE_MAX / 2);
    assert_true(file_read(f->out, SIZE_MAX / 2, &a, &d));
    bool same = a.n == other->n && memcmp(a.p, other->p, a.n) == 0;
    emit_release(&a);
    diag_release(&d);
    return same;
}

static void read_into(const char *path, struct emit *e, struct diag *d) {
    emit_init(e, SIZE_MAX / 2);
    assert_true(file_read(path, SIZE_MAX / 2, e, d));
}

// The output, entry by entry, through libzip's own reading and checking.
static void check_entries(const struct fixture *f,
                          bool (*changed)(const char *name)) {
    static char want[400001];
    static char got[400002];
    zip_t *za = zip_open(f->out, ZIP_CHECKCONS | ZIP_RDONLY, NULL);
    assert_non_null(za);
    assert_int_equal(zip_get_num_entries(za, 0), N_ENTRIES);
    for (int i = 0; i < N_ENTRIES; i++) {
        char name[32];
        zip_stat_t st;
        name_of(i, name);
        content_of(i, want, 400000);
        if (changed(name)) {
            strcat(want, "+");
        }
        assert_string_equal(zip_get_name(za, (zip_uint64_t)i, 0), name);
        zip_stat_index(za, (zip_uint64_t)i, 0, &st);
        assert_int_equal(st.comp_method, i % 5 ? ZIP_CM_DEFLATE : ZIP_CM_STORE);
        zip_file_t *e = zip_fopen_index(za, (zip_uint64_t)i, 0);
        zip_int64_t n = zip_fread(e, got, sizeof got - 1);
        assert_int_equal(n, strlen(want));
        assert_memory_equal(got, want, strlen(want));
        assert_int_equal(zip_fclose(e), 0);
    }
    zip_discard(za);
}

static bool is_class(const char *name) {
    return str_ends(str_of(name), STR(".class"));
}

static bool is_late(const char *name) {
    return str_ends(str_of(name), STR("7.class"));
}

static void changes_classes_alone(void **state) {
    struct fixture *f = *state;
    assert_true(rewrite(f, append, MANY));
    check_entries(f, is_class);
    assert_int_equal(f->counts.n_classes, f->counts.n_changed);
    assert_int_equal(f->counts.n_classes, N_ENTRIES - (N_ENTRIES + 2) / 3);
}

static void begins_to_write_at_the_first_change(void **state) {
    struct fixture *f = *state;
    assert_true(rewrite(f, change_late, 2));
    check_entries(f, is_late);
    assert_true(f->counts.n_changed < f->counts.n_classes);
}

static void copies_what_does_not_change(void **state) {
    struct fixture *f = *state;
    struct emit before;
    read_into(f->in, &before, &f->diag);
    assert_true(rewrite(f, keep, MANY));
    assert_true(same_files(f, &before));
    assert_int_equal(f->counts.n_changed, 0);
    emit_release(&before);
}

static void does_the_same_with_any_number_of_threads(void **state) {
    struct fixture *f = *state;
    struct emit first;
    struct emit said;
    emit_init(&said, SIZE_MAX / 2);
    for (unsigned threads = 1; threads <= MANY; threads++) {
        struct emit *text = &f->diag.text;
        emit_reset(text);
        assert_true(rewrite(f, grumble, threads));
        if (threads == 1) {
            read_into(f->out, &first, &f->diag);
            emit_bytes(&said, text->p, text->n);
        }
        assert_true(same_files(f, &first));
        assert_int_equal(text->n, said.n);
        assert_memory_equal(text->p, said.p, said.n);
    }
    assert_true(f->counts.n_refused > 0 && said.n > 0);
    emit_release(&first);
    emit_release(&said);
}

static void leaves_no_output_of_a_failure(void **state) {
    struct fixture *f = *state;
    assert_true(rewrite(f, append, 2));
    struct emit good;
    read_into(f->out, &good, &f->diag);
    // The last entry's data is cut out: its header is behind the directory.
    struct emit bytes;
    read_into(f->in, &bytes, &f->diag);
    size_t at = 0;
    for (size_t i = 0; i + 4 < bytes.n; i++) {
        at = memcmp(bytes.p + i, "PK\3\4", 4) == 0 ? i : at;
    }
    memcpy(bytes.p + at, "QQQQ", 4);
    bytes.p[at + 26] = bytes.p[at + 27] = 0xFF;  // name of 65535 bytes
    bytes.p[at + 28] = bytes.p[at + 29] = 0xFF;
    struct outfile o;
    assert_true(outfile_open(&o, f->in, 0600, &f->diag));
    assert_true(file_write_all(o.fd, bytes.p, bytes.n, 0));
    assert_true(outfile_commit(&o, &f->diag));
    assert_false(rewrite(f, append, MANY));
    assert_true(f->diag.n_level[DIAG_ERROR] > 0);
    assert_true(same_files(f, &good));  // what was there before
    emit_release(&bytes);
    emit_release(&good);
}

#define CASE(t) cmocka_unit_test_setup_teardown(t, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(changes_classes_alone),
        CASE(begins_to_write_at_the_first_change),
        CASE(copies_what_does_not_change),
        CASE(does_the_same_with_any_number_of_threads),
        CASE(leaves_no_output_of_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
