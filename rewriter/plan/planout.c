// SPDX-License-Identifier: MIT
// The bytes of a plan, from its rows.
#include "rewriter/plan/planout.h"

#include "analysis/base/sha256.h"

void planout_init(struct planout *o) {
    *o = (struct planout){0};
#define ROW(id, name) vec_cover(&o->name, 1);
#define FIELD(field, kind, arg)
#define END
#include "rt-native/plan.def"
    emit_init(&o->text, UINT32_MAX);
    intern_init(&o->known, 1000);
    arena_init(&o->arena);
}

void planout_release(struct planout *o) {
#define ROW(id, name) vec_free(&o->name);
#define FIELD(field, kind, arg)
#define END
#include "rt-native/plan.def"
    emit_release(&o->text);
    intern_release(&o->known);
    arena_release(&o->arena);
}

u4 planout_string(struct planout *o, struct str s) {
    if (s.n == 0) {
        return 0;
    }
    u4 id = intern_find(&o->known, s, STR(""));
    if (id == 0) {
        id = intern_add(&o->known, arena_str(&o->arena, s), STR(""));
        vec_push(&o->string, ((struct plan_string){(u4)o->text.n, (u4)s.n}));
        emit_bytes(&o->text, s.p, s.n);
    }
    return id;
}

void planout_option(struct planout *o, const char *key, struct str value) {
    struct plan_option row = {planout_string(o, str_of(key)),
                              planout_string(o, value)};
    vec_push(&o->option, row);
}

static void emit_words(struct emit *e, const u4 *w, u4 n) {
    emit_bytes(e, w, n * sizeof *w);
}

static void emit_double(struct emit *e, u8 v) {
    const u4 w[] = {(u4)v, (u4)(v >> 32)};
    emit_words(e, w, 2);
}

struct table {
    const void *rows;
    u4 n, width;  // width: words per row; 0: bytes
};

static void tables_of(const struct planout *o, struct table t[PLAN_N_TABLES]) {
#define ROW(id, name) \
    t[PLAN_##id] =    \
        (struct table){o->name.v, o->name.n, sizeof *o->name.v / sizeof(u4)};
#define FIELD(field, kind, arg)
#define END
#include "rt-native/plan.def"
    t[PLAN_TEXT] = (struct table){o->text.p, (u4)o->text.n, 0};
}

static size_t bytes_of(const struct table *t) {
    return (size_t)t->n * (t->width ? t->width * sizeof(u4) : 1);
}

static size_t in_line(size_t n) {
    return (n + 7) & ~(size_t)7;
}

static void write_head(const struct table t[PLAN_N_TABLES], struct emit *to) {
    static const u4 identity[8];
    size_t at = PLAN_HEAD + PLAN_N_TABLES * PLAN_HEAD_TABLE, size = at;
    for (u4 i = 0; i < PLAN_N_TABLES; i++) {
        size = in_line(size) + bytes_of(&t[i]);
    }
    emit_room(to, size);
    emit_bytes(to, PLAN_MAGIC, 8);
    emit_words(to, (const u4[]){PLAN_VERSION, PLAN_N_TABLES}, 2);
    emit_words(to, identity, 8);
    emit_double(to, size);
    emit_double(to, 0);
    for (u4 i = 0; i < PLAN_N_TABLES; i++) {
        at = in_line(at);
        emit_double(to, at);
        emit_words(to, (const u4[]){t[i].n, t[i].width}, 2);
        at += bytes_of(&t[i]);
    }
}

void planout_identify(u1 *bytes, size_t n) {
    u8 sum = 0;
    memset(bytes + PLAN_IDENTITY, 0, sizeof(struct sha256));
    memcpy(bytes + PLAN_SUM, &sum, sizeof sum);
    struct sha256 id = sha256_of(bytes, n);
    memcpy(bytes + PLAN_IDENTITY, id.byte, sizeof id.byte);
    sum = plan_sum(bytes, n);
    memcpy(bytes + PLAN_SUM, &sum, sizeof sum);
}

bool planout_write(const struct planout *o, struct emit *to) {
    static const u1 zero[8];
    struct table t[PLAN_N_TABLES];
    tables_of(o, t);
    size_t start = to->n;
    write_head(t, to);
    for (u4 i = 0; i < PLAN_N_TABLES; i++) {
        size_t n = to->n - start;
        emit_bytes(to, zero, in_line(n) - n);
        emit_bytes(to, t[i].rows, bytes_of(&t[i]));
    }
    if (!emit_ok(to) || !emit_ok(&o->text)) {
        return false;
    }
    planout_identify(to->p + start, to->n - start);
    return true;
}
