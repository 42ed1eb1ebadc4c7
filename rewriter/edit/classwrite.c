// SPDX-License-Identifier: MIT
// A class from the model.
#include "rewriter/edit/classwrite.h"

#include "analysis/base/limits.h"
#include "analysis/classfile/attr.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "rewriter/edit/codewrite.h"
#include "rewriter/edit/layout.h"
#include "rewriter/edit/pooledit.h"
#include "rewriter/edit/refusal.h"

void cw_init(struct class_writer *w) {
    *w = (struct class_writer){0};
    arena_init(&w->class_arena);
    arena_init(&w->method_arena);
    emit_init(&w->rest, LIMIT_EDITED_BYTES);
    emit_init(&w->bytes, LIMIT_METHOD_BYTES);
}

void cw_release(struct class_writer *w) {
    arena_release(&w->class_arena);
    arena_release(&w->method_arena);
    emit_release(&w->rest);
    emit_release(&w->bytes);
}

bool cw_parse(struct class_writer *w, struct cf_class *c, struct bytes in,
              const struct place *at, struct diag *d) {
    arena_reset(&w->class_arena);
    return cf_parse(c, in, CF_ALL, &w->class_arena, at, d);
}

struct rewriting {
    struct class_writer *w;
    struct cf_class *c;
    const struct class_edit *edit;
    struct pooledit pool;
    const struct place *at;
    struct diag *d;
};

static void write_raw(const struct rewriting *j, const struct cf_attr *a) {
    emit_u2(&j->w->rest, a->name);
    emit_u4(&j->w->rest, a->len);
    emit_bytes(&j->w->rest, j->c->in.p + a->at, a->len);
}

static void refused(struct rewriting *j, const struct cf_member *m, u4 bytes,
                    const struct place *at, enum refusal r) {
    j->w->n_refused++;
    diag_report(j->d, METHOD_REFUSED, at, refusal_text(r), bytes);
    if (j->edit->refused) {
        j->edit->refused(j->edit->ctx, (u4)(m - j->c->methods));
    }
}

// HotSpot compiles no method of more bytes (DontCompileHugeMethods): measured,
// a call of 8001 bytes takes twenty times as long as one of 8000.
enum { JIT_LIMIT = 8000 };

static bool try_edited(struct rewriting *j, struct edit *e, struct layout *l,
                       const struct place *at) {
    j->edit->method(j->edit->ctx, e);
    if (e->refused != REFUSED_NOT || edit_is_empty(e)) {
        return false;
    }
    if (e->k->narrow) {
        e->refused = REFUSED_NARROW_CODE;
    } else if (layout_build(l, e)) {
        code_write_edited(e, l, &j->w->rest, at, j->d);
    }
    if (!emit_ok(&j->w->rest) || !emit_ok(&j->w->bytes)) {
        e->refused = REFUSED_METHOD_TOO_LARGE;
    }
    return e->refused == REFUSED_NOT;
}

// The edited body behind the attribute's head; false leaves nothing of it. It
// may take only so much room that all of the input still fits behind it.
static bool write_edited(struct rewriting *j, struct edit *e,
                         const struct place *at) {
    struct emit *out = &j->w->rest;
    size_t start = out->n;
    u4 constants = j->pool.count;
    struct layout l;
    size_t most = LIMIT_EDITED_BYTES - j->c->in.n;
    out->max =
        start + LIMIT_METHOD_BYTES < most ? start + LIMIT_METHOD_BYTES : most;
    bool ok = try_edited(j, e, &l, at);
    out->max = LIMIT_EDITED_BYTES;
    if (!ok) {
        out->n = start;
        out->over = false;
        pool_rewind(&j->pool, constants);
        if (e->refused != REFUSED_NOT) {
            refused(j, e->m, e->k->length, at, e->refused);
        }
        return false;
    }
    j->w->n_edited++;
    if (e->k->length <= JIT_LIMIT && l.length > JIT_LIMIT) {
        diag_report(j->d, METHOD_HUGE, at, e->k->length, l.length);
    }
    return true;
}

// Two methods whose code the JVM itself looks at are left as they are. HotSpot
// makes the objects of a class finalizable if its finalize() does more than
// return: any code in an empty one would change that for each subclass, and in
// java.lang.Object for all there is. And it registers finalizers at the return
// of Object's constructor, which its compilers know by heart: with code added
// there (and both JIT compilers at work) JDK 17 crashes.
static bool is_known_to_jvm(const struct edit *e) {
    struct str name = cp_str(e->c, e->m->name);
    if (str_eq(name, STR("finalize"))) {
        return e->k->n_insn == 1 &&
               str_eq(cp_str(e->c, e->m->desc), STR("()V"));
    }
    return str_eq(name, STR("<init>")) &&
           str_eq(cp_name_of(e->c, e->c->this_class), STR("java/lang/Object"));
}

static bool is_editable(const struct rewriting *j, const struct edit *e) {
    return j->edit->method && !is_known_to_jvm(e);
}

static void write_code(struct rewriting *j, const struct cf_member *m,
                       const struct cf_attr *a) {
    struct class_writer *w = j->w;
    struct place at = cf_place(j->c, m, j->at);
    arena_reset(&w->method_arena);
    emit_reset(&w->bytes);
    struct code *code = ARENA_NEW(&w->method_arena, struct code);
    if (!code_parse(code, j->c, a, &w->method_arena, &at, j->d)) {
        refused(j, m, a->len, &at, REFUSED_BAD_CODE);
        write_raw(j, a);
        return;
    }
    emit_u2(&w->rest, a->name);
    size_t hole = emit_hole4(&w->rest);
    struct edit e = {
        .arena = &w->method_arena, .bytes = &w->bytes, .work = &w->work};
    edit_init(&e, j->c, m, code, &j->pool);
    if (!is_editable(j, &e) || !write_edited(j, &e, &at)) {
        code_write(j->c, code, &w->rest);
    }
    emit_fill4(&w->rest, hole);
}

static void write_members(struct rewriting *j, const struct cf_member *v,
                          u4 n) {
    struct emit *out = &j->w->rest;
    emit_u2(out, n);
    for (u4 i = 0; i < n; i++) {
        emit_u2(out, v[i].access_flags);
        emit_u2(out, v[i].name);
        emit_u2(out, v[i].desc);
        emit_u2(out, v[i].attrs.n);
        for (u4 k = 0; k < v[i].attrs.n; k++) {
            const struct cf_attr *a = &v[i].attrs.v[k];
            if (a->kind == ATTR_Code) {
                write_code(j, &v[i], a);
            } else {
                write_raw(j, a);
            }
        }
    }
}

// The package that a module gets.
static struct str own_package(struct rewriting *j) {
    if (!j->edit->package_per_module) {
        return j->edit->add_package;
    }
    const struct cf_attr *module = attr_find(&j->c->attrs, ATTR_Module);
    struct str name = STR("");
    if (module && !module->bad) {
        name = cp_name_of(j->c, be2(attr_body(j->c, module).p));
    }
    char *p = arena_printf(&j->w->class_arena, "%.*s/%.*s",
                           STR_F(j->edit->add_package), STR_F(name));
    for (char *q = p; *q; q++) {
        *q = *q == '.' ? '/' : *q;
    }
    return str_of(p);
}

// A module that lists its packages must list one that is added to its jar.
static bool write_packages(struct rewriting *j, const struct cf_attr *a) {
    struct bytes body = attr_body(j->c, a);
    u2 package = pool_package(&j->pool, own_package(j));
    u4 n = be2(body.p);
    if (package == 0 || n == 65535) {
        diag_report(j->d, CLASS_REFUSED, j->at,
                    refusal_text(REFUSED_POOL_FULL));
        return false;
    }
    for (u4 i = 0; i < n; i++) {
        if (be2(body.p + 2 + 2 * i) == package) {
            return false;
        }
    }
    emit_u2(&j->w->rest, a->name);
    emit_u4(&j->w->rest, a->len + 2);
    emit_u2(&j->w->rest, n + 1);
    emit_bytes(&j->w->rest, body.p + 2, body.n - 2);
    emit_u2(&j->w->rest, package);
    j->w->module_changed = true;
    return true;
}

static bool has_requires(struct bytes body, u2 module) {
    for (u4 i = 0; i < be2(body.p + 6); i++) {
        if (be2(body.p + 8 + 6 * i) == module) {
            return true;
        }
    }
    return false;
}

// A module requires one more, which no source names.
static bool write_module(struct rewriting *j, const struct cf_attr *a) {
    enum { SYNTHETIC = 0x1000 };
    struct bytes body = attr_body(j->c, a);
    struct emit *out = &j->w->rest;
    u2 module = pool_module(&j->pool, j->edit->add_requires);
    u4 n = be2(body.p + 6);
    if (module == 0 || n == 65535) {
        diag_report(j->d, CLASS_REFUSED, j->at,
                    refusal_text(REFUSED_POOL_FULL));
        return false;
    }
    if (has_requires(body, module)) {
        return false;
    }
    size_t head = 8 + 6 * (size_t)n;  // what stands in front of `exports`
    emit_u2(out, a->name);
    emit_u4(out, a->len + 6);
    emit_bytes(out, body.p, 6);
    emit_u2(out, n + 1);
    emit_bytes(out, body.p + 8, head - 8);
    emit_u2(out, module);
    emit_u2(out, SYNTHETIC);
    emit_u2(out, 0);
    emit_bytes(out, body.p + head, body.n - head);
    j->w->module_changed = true;
    return true;
}

// False: the attribute stays as it is.
static bool write_changed(struct rewriting *j, const struct cf_attr *a) {
    if (a->bad) {
        return false;
    }
    switch (a->kind) {
    case ATTR_Module:
        return j->edit->add_requires.n && write_module(j, a);
    case ATTR_ModulePackages:
        return j->edit->add_package.n && write_packages(j, a);
    default:
        return false;
    }
}

// The name of the mark's attribute, or 0 when there is to be none (or the pool
// has no room for it: the mark is a courtesy, not worth refusing the class).
static u2 mark_name(struct rewriting *j) {
    bool wanted = j->w->n_edited && j->edit->mark.n && j->c->attrs.n < 65535;
    return wanted ? pool_utf8(&j->pool, STR(CLASSWRITE_MARK)) : 0;
}

static void write_rest(struct rewriting *j) {
    const struct cf_class *c = j->c;
    struct emit *out = &j->w->rest;
    emit_u2(out, c->access_flags);
    emit_u2(out, c->this_class);
    emit_u2(out, c->super_class);
    emit_u2(out, c->n_interfaces);
    for (u4 i = 0; i < c->n_interfaces; i++) {
        emit_u2(out, c->interfaces[i]);
    }
    write_members(j, c->fields, c->n_fields);
    write_members(j, c->methods, c->n_methods);
    u2 mark = mark_name(j);
    emit_u2(out, c->attrs.n + (mark != 0));
    for (u4 i = 0; i < c->attrs.n; i++) {
        const struct cf_attr *a = &c->attrs.v[i];
        if (!write_changed(j, a)) {
            write_raw(j, a);
        }
    }
    if (mark) {
        emit_u2(out, mark);
        emit_u4(out, (u4)j->edit->mark.n);
        emit_bytes(out, j->edit->mark.p, j->edit->mark.n);
    }
}

bool cw_write(struct class_writer *w, struct cf_class *c,
              const struct class_edit *edit, struct emit *out,
              const struct place *at, struct diag *d) {
    struct rewriting j = {.w = w, .c = c, .edit = edit, .at = at, .d = d};
    w->n_edited = w->n_refused = w->work = 0;
    w->module_changed = false;
    emit_reset(&w->rest);
    pool_init(&j.pool, c, &w->class_arena);
    write_rest(&j);
    emit_reset(out);
    emit_u4(out, CF_MAGIC);
    emit_u2(out, c->minor);
    emit_u2(out, c->major);
    pool_write(&j.pool, out);
    emit_bytes(out, w->rest.p, w->rest.n);
    if (!emit_ok(out) || !emit_ok(&w->rest) || !emit_ok(&w->bytes)) {
        diag_report(d, CLASS_REFUSED, at,
                    refusal_text(REFUSED_CLASS_TOO_LARGE));
        return false;
    }
    return true;
}
