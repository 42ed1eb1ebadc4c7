// SPDX-License-Identifier: MIT
// The tables of a plan as text: every row by the shape of its table.
#include "rewriter/plan/plantext.h"

#include "analysis/base/shown.h"
#include "rewriter/plan/planfile.h"

// Text is gathered and handed on in pieces of this size.
enum { PIECE = 1 << 18 };

static void put(struct emit *e, const char *text) {
    emit_bytes(e, text, strlen(text));
}

static void put_number(struct emit *e, u4 n) {
    char text[16];
    snprintf(text, sizeof text, "%u", (unsigned)n);
    put(e, text);
}

static void put_hex(struct emit *e, const void *bytes, u4 n) {
    char text[4];
    for (u4 i = 0; i < n; i++) {
        snprintf(text, sizeof text, "%02x", ((const u1 *)bytes)[i]);
        put(e, text);
    }
}

// A string is one word. Names are in a plan as they are in other text formats,
// where a backslash begins an escape already; values of options are as the user
// wrote them.
static void put_string(struct emit *e, struct str s) {
    for (size_t i = 0; i < s.n;) {
        if (s.p[i] == ' ') {
            put(e, "\\s");
            i++;
        } else {
            shown_next(e, s, &i);
        }
    }
}

// A row is called by its first string; one without, as the first that it refers
// to. plan.def has no circle of such rows.
static struct str name_of(const struct plan *p, u4 table, u4 row) {
    for (;;) {
        const struct plan_shape *shape = &plan_shape[table];
        const u4 *v = plan_rows(p, table) + (size_t)row * shape->n_fields;
        u4 to = UINT32_MAX;
        for (u4 f = 0; f < shape->n_fields; f++) {
            u1 kind = shape->field[f].kind;
            if (kind == PLAN_K_STR) {
                return planfile_text(p, v[f]);
            }
            if (to == UINT32_MAX &&
                (kind == PLAN_K_REF || kind == PLAN_K_OWNER)) {
                to = f;
            }
        }
        if (to == UINT32_MAX) {
            return STR("");
        }
        table = shape->field[to].arg;
        row = v[to];
    }
}

static void put_row(struct emit *e, const struct plan *p, u4 table, u4 row) {
    if (row == 0) {
        put(e, "-");
        return;
    }
    put_number(e, row);
    put(e, "(");
    put_string(e, name_of(p, table, row));
    put(e, ")");
}

static void put_flags(struct emit *e, const struct plan_set *set, u4 flags) {
    const char *between = "";
    for (u4 i = 0; i < set->n; i++) {
        if (flags >> i & 1) {
            put(e, between);
            put(e, set->word[i]);
            between = ",";
        }
    }
    put(e, flags ? "" : "-");
}

static void put_move(struct emit *e, u4 to) {
    switch (plan_move_kind(to)) {
    case PLAN_TO:
        put(e, "-> state ");
        put_number(e, plan_move_about(to));
        break;
    case PLAN_UP:
        put(e, "^ ");
        put_number(e, plan_move_about(to));
        break;
    case PLAN_CUT:
        put(e, "cut by ");
        put(e, plan_rule_name[plan_move_about(to)]);
        break;
    default:
        BUG("a move of kind %u", (unsigned)plan_move_kind(to));
    }
}

static void put_value(struct emit *e, const struct plan *p,
                      const struct plan_field *field, u4 v) {
    switch ((enum plan_field_kind)field->kind) {
    case PLAN_K_NUM:
    case PLAN_K_PC:
    case PLAN_K_FIRST:
    case PLAN_K_COUNT:
        put_number(e, v);
        break;
    case PLAN_K_LEVEL:
        if (v == PLAN_ANY_LEVEL) {
            put(e, "*");
        } else {
            put_number(e, v);
        }
        break;
    case PLAN_K_HASH:
        put_hex(e, &v, sizeof v);
        break;
    case PLAN_K_STR:
        put_string(e, planfile_text(p, v));
        break;
    case PLAN_K_REF:
    case PLAN_K_OPT:
    case PLAN_K_OWNER:
        put_row(e, p, field->arg, v);
        break;
    case PLAN_K_BITS:
        put_flags(e, &plan_set[field->arg], v);
        break;
    case PLAN_K_ONE:
        put(e, plan_set[field->arg].word[v]);
        break;
    case PLAN_K_MOVE:
        put_move(e, v);
        break;
    }
}

static void put_fields(struct emit *e, const struct plan *p, u4 table, u4 row) {
    const struct plan_shape *shape = &plan_shape[table];
    const u4 *v = plan_rows(p, table) + (size_t)row * shape->n_fields;
    put(e, shape->name);
    put(e, " ");
    put_number(e, row);
    for (u4 f = 0; f < shape->n_fields; f++) {
        put(e, " ");
        // An arrow says enough.
        if (shape->field[f].kind != PLAN_K_MOVE) {
            put(e, shape->field[f].name);
            put(e, "=");
        }
        put_value(e, p, &shape->field[f], v[f]);
    }
    put(e, "\n");
}

static void hand_on(struct emit *e, FILE *out, size_t from) {
    if (e->n > from) {
        fwrite(e->p, 1, e->n, out);
        emit_reset(e);
    }
}

void plantext_write(const struct plan *p, FILE *out) {
    struct emit e;
    emit_init(&e, SIZE_MAX / 2);
    put(&e, "plan version=");
    put_number(&e, PLAN_VERSION);
    put(&e, " identity=");
    put_hex(&e, p->identity, 32);
    put(&e, "\n");
    for (u4 t = PLAN_STRING + 1; t < PLAN_TEXT; t++) {
        for (u4 row = 1; row < p->n[t]; row++) {
            put_fields(&e, p, t, row);
            hand_on(&e, out, PIECE);
        }
    }
    hand_on(&e, out, 0);
    emit_release(&e);
}
