// SPDX-License-Identifier: MIT
// edited.c - a class through the editor, and what came out of it taken apart.

#include "tests/unit/lib/edited.h"

#include "analysis/base/limits.h"
#include "rewriter/edit/check.h"
#include "tests/unit/lib/asmclass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

void edited_init(struct edited *t) {
    cw_init(&t->w);
    diag_init(&t->d, DIAG_NOTE, false);
    emit_init(&t->out, LIMIT_EDITED_BYTES);
    arena_init(&t->arena);
}

void edited_release(struct edited *t) {
    cw_release(&t->w);
    diag_release(&t->d);
    emit_release(&t->out);
    arena_release(&t->arena);
}

struct code *edited_code(struct edited *t, u4 method) {
    assert_true(method < t->c.n_methods);
    const struct cf_attr *a = attr_find(&t->c.methods[method].attrs, ATTR_Code);
    assert_non_null(a);
    struct code *k = ARENA_NEW(&t->arena, struct code);
    assert_true(code_parse(k, &t->c, a, &t->arena, &here, &t->d));
    return k;
}

void edited_run_unchecked(struct edited *t, struct bytes in, edit_method_fn f,
                          void *ctx) {
    struct class_edit edit = {.method = f, .ctx = ctx};
    assert_true(cw_parse(&t->w, &t->in, in, &here, &t->d));
    assert_true(cw_write(&t->w, &t->in, &edit, &t->out, &here, &t->d));
    arena_reset(&t->arena);
    struct bytes out = {t->out.p, t->out.n};
    assert_true(cf_parse(&t->c, out, CF_ALL, &t->arena, &here, &t->d));
    assert_int_equal(t->c.n_methods, t->in.n_methods);
}

void edited_run(struct edited *t, struct bytes in, edit_method_fn f,
                void *ctx) {
    edited_run_unchecked(t, in, f, ctx);
    for (u4 i = 0; i < t->c.n_methods; i++) {
        if (attr_find(&t->c.methods[i].attrs, ATTR_Code)) {
            struct check_result r =
                check_code(&t->c, edited_code(t, i), &t->arena);
            if (r.bad) {
                fail_msg("method %u, offset %u: %s", i, r.pc, r.bad);
            }
        }
    }
}

static void assert_bytes(struct bytes got, const char *bytes, va_list ap) {
    struct emit e;
    emit_init(&e, SIZE_MAX / 2);
    vput(&e, bytes, ap);
    for (size_t i = 0; i < e.n && i < got.n; i++) {
        if (e.p[i] != got.p[i]) {
            fail_msg("byte %zu is %02X, not %02X", i, got.p[i], e.p[i]);
        }
    }
    assert_int_equal(got.n, e.n);
    emit_release(&e);
}

void assert_code(struct edited *t, u4 method, const char *bytes, ...) {
    struct bytes body =
        attr_body(&t->c, attr_find(&t->c.methods[method].attrs, ATTR_Code));
    va_list ap;
    va_start(ap, bytes);
    assert_bytes((struct bytes){body.p + 8, be4(body.p + 4)}, bytes, ap);
    va_end(ap);
}

void assert_table(struct edited *t, u4 method, enum attr_kind kind,
                  const char *bytes, ...) {
    const struct code_attr *a = code_find(edited_code(t, method), kind);
    va_list ap;
    va_start(ap, bytes);
    assert_bytes(a ? attr_body(&t->c, a->a) : (struct bytes){NULL, 0}, bytes,
                 ap);
    va_end(ap);
}

void assert_handler(const struct code *k, u4 n, const u4 row[4]) {
    assert_true(n < k->n_handlers);
    assert_int_equal(k->handler[n].start, row[0]);
    assert_int_equal(k->handler[n].end, row[1]);
    assert_int_equal(k->handler[n].handler, row[2]);
    assert_int_equal(k->handler[n].type, row[3]);
}

void assert_text(struct diag *d, const char *part) {
    emit_u1(&d->text, 0);
    d->text.n--;
    if (!strstr((const char *)d->text.p, part)) {
        fail_msg("\"%s\" is not said in: %s", part, (const char *)d->text.p);
    }
}

void assert_refused(struct edited *t, enum refusal why) {
    assert_int_equal(t->w.n_edited, 0);
    assert_int_equal(t->w.n_refused, 1);
    assert_text(&t->d, refusal_text(why));
    assert_int_equal(t->out.n, t->in.in.n);
    assert_memory_equal(t->out.p, t->in.in.p, t->out.n);
}
