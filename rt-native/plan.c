// SPDX-License-Identifier: MIT
// Opening a plan: every field of every row is looked at, once.
#include "rt-native/plan.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "plans are read in place");

const char *const plan_rule_name[PLAN_N_RULES] = {
    [PLAN_BY_DEPTH] = "depth",
    [PLAN_BY_THIS] = "this-call",
    [PLAN_BY_FILTER] = "filter",
    [PLAN_BY_GUARD] = "guard",
};

const char *const plan_reason_name[PLAN_N_REASONS] = {
    [PLAN_INTERFACE] = "interface",
    [PLAN_CALLBACK] = "callback",
    [PLAN_VM] = "vm",
};

// --- Shapes ------------------------------------------------------------------

#define ARG_NUM(a) a
#define ARG_STR(a) a
#define ARG_REF(a) PLAN_##a
#define ARG_OPT(a) PLAN_##a
#define ARG_FIRST(a) PLAN_##a
#define ARG_COUNT(a) a
#define ARG_BITS(a) a
#define ARG_ONE(a) a
#define ARG_PC(a) a
#define ARG_OWNER(a) PLAN_##a
#define ARG_MOVE(a) a

#define ROW(id, name) static const struct plan_field name##_field[] = {
#define FIELD(field, kind, arg) {#field, PLAN_K_##kind, ARG_##kind(arg)},
#define END \
    }       \
    ;
#include "rt-native/plan.def"

const struct plan_shape plan_shape[PLAN_TEXT] = {
#define ROW(id, name) \
    {#name, name##_field, sizeof name##_field / sizeof *name##_field},
#define FIELD(field, kind, arg)
#define END
#include "rt-native/plan.def"
};

// --- Faults ------------------------------------------------------------------

struct check {
    struct plan *p;
    struct plan_fault *fault;
};

static const uint32_t *table_of(const struct plan *p, uint32_t table) {
    switch (table) {
#define ROW(id, name) \
    case PLAN_##id:   \
        return (const uint32_t *)p->name;
#define FIELD(field, kind, arg)
#define END
#include "rt-native/plan.def"
    default:
        return NULL;
    }
}

static bool fail(struct check *k, size_t byte, const char *what) {
    *k->fault = (struct plan_fault){.what = what, .byte = byte};
    return false;
}

static bool fail_row(struct check *k, enum plan_table table, uint32_t row,
                     uint32_t field, const char *what) {
    const struct plan_shape *shape = &plan_shape[table];
    const uint32_t *at =
        table_of(k->p, table) + (size_t)row * shape->n_fields + field;
    *k->fault = (struct plan_fault){
        .what = what,
        .table = shape->name,
        .field = shape->field[field].name,
        .row = row,
        .byte = (size_t)((const unsigned char *)at - k->p->bytes),
    };
    return false;
}

#define FIELD_OF(name, member) \
    ((uint32_t)(offsetof(struct plan_##name, member) / sizeof(uint32_t)))

// --- The head ----------------------------------------------------------------

static uint32_t word_at(const unsigned char *p) {
    uint32_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

static uint64_t double_at(const unsigned char *p) {
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return w;
}

static void set_table(struct plan *p, uint32_t table, const void *at) {
    switch (table) {
#define ROW(id, name) \
    case PLAN_##id:   \
        p->name = at; \
        break;
#define FIELD(field, kind, arg)
#define END
#include "rt-native/plan.def"
    default:
        p->text = at;
    }
}

static bool find_table(struct check *k, uint32_t i) {
    struct plan *p = k->p;
    size_t head = PLAN_HEAD + (size_t)i * PLAN_HEAD_TABLE;
    uint64_t offset = double_at(p->bytes + head);
    uint32_t rows = word_at(p->bytes + head + 8);
    uint32_t width = word_at(p->bytes + head + 12);
    bool is_text = i == PLAN_TEXT;
    if (width != (is_text ? 0 : plan_shape[i].n_fields)) {
        return fail(k, head + 12, "rows of another width");
    }
    if (offset % 8 != 0) {
        return fail(k, head, "a table out of line");
    }
    uint64_t bytes = is_text ? rows : (uint64_t)rows * width * 4;
    if (offset > p->size || bytes > p->size - offset) {
        return fail(k, head, "a table beyond the end");
    }
    if (!is_text && rows == 0) {
        return fail(k, head + 8, "a table without row 0");
    }
    p->n[i] = rows;
    set_table(p, i, p->bytes + offset);
    return true;
}

static bool read_head(struct check *k) {
    struct plan *p = k->p;
    if (p->size < PLAN_HEAD + PLAN_N_TABLES * PLAN_HEAD_TABLE) {
        return fail(k, p->size, "too short");
    }
    if (memcmp(p->bytes, PLAN_MAGIC, 8) != 0) {
        return fail(k, 0, "not a plan");
    }
    if (word_at(p->bytes + 8) != PLAN_VERSION) {
        return fail(k, 8, "of another version");
    }
    if (word_at(p->bytes + 12) != PLAN_N_TABLES) {
        return fail(k, 12, "another number of tables");
    }
    if (double_at(p->bytes + 48) != p->size) {
        return fail(k, 48, "cut off, or longer than it says");
    }
    p->identity = p->bytes + PLAN_IDENTITY;
    for (uint32_t i = 0; i < PLAN_N_TABLES; i++) {
        if (!find_table(k, i)) {
            return false;
        }
    }
    return true;
}

// --- Fields ------------------------------------------------------------------

static uint32_t field_of_kind(const struct plan_shape *shape, uint8_t kind,
                              uint8_t arg) {
    for (uint32_t f = 0; f < shape->n_fields; f++) {
        if (shape->field[f].kind == kind && shape->field[f].arg == arg) {
            return f;
        }
    }
    return UINT32_MAX;
}

static bool is_within(const uint32_t *row, uint32_t first, uint32_t r) {
    return r >= row[first] && r - row[first] < row[first + 1];
}

// The row's owner has it; each row has one owner, so no range holds what
// another does.
static bool is_owned(const struct plan *p, enum plan_table table, uint32_t r,
                     uint32_t owner, uint8_t by) {
    const struct plan_shape *shape = &plan_shape[by];
    uint32_t first = field_of_kind(shape, PLAN_K_FIRST, (uint8_t)table);
    return owner && owner < p->n[by] &&
           is_within(table_of(p, by) + (size_t)owner * shape->n_fields, first,
                     r);
}

// Those rows know their owner.
static bool is_owner(const struct plan *p, enum plan_table table, uint32_t r,
                     const uint32_t *range, uint8_t of) {
    const struct plan_shape *shape = &plan_shape[of];
    uint32_t owner = field_of_kind(shape, PLAN_K_OWNER, (uint8_t)table);
    if (owner == UINT32_MAX) {
        return true;
    }
    for (uint32_t i = 0; i < range[1]; i++) {
        const uint32_t *row =
            table_of(p, of) + (size_t)(range[0] + i) * shape->n_fields;
        if (row[owner] != r) {
            return false;
        }
    }
    return true;
}

// NULL, or what is wrong with one field.
static const char *field_fault(const struct plan *p, enum plan_table table,
                               uint32_t r, const uint32_t *row, uint32_t f) {
    struct plan_field field = plan_shape[table].field[f];
    uint32_t v = row[f];
    switch ((enum plan_field_kind)field.kind) {
    case PLAN_K_NUM:
    case PLAN_K_COUNT:
    case PLAN_K_MOVE:
        return NULL;
    case PLAN_K_STR:
        return v < p->n[PLAN_STRING] ? NULL : "no such string";
    case PLAN_K_REF:
        return v && v < p->n[field.arg] ? NULL : "no such row";
    case PLAN_K_OPT:
        return v < p->n[field.arg] ? NULL : "no such row";
    case PLAN_K_FIRST:
        if (row[f + 1] == 0) {
            return v == 0 ? NULL : "no rows that begin somewhere";
        }
        return v == 0 || v >= p->n[field.arg] ||
                       row[f + 1] > p->n[field.arg] - v
                   ? "no such rows"
               : is_owner(p, table, r, row + f, field.arg)
                   ? NULL
                   : "rows of another owner";
    case PLAN_K_BITS:
        return v >> field.arg == 0 ? NULL : "unknown flags";
    case PLAN_K_ONE:
        return v < field.arg ? NULL : "an unknown value";
    case PLAN_K_PC:
        return v <= UINT16_MAX ? NULL : "no offset";
    case PLAN_K_OWNER:
        return is_owned(p, table, r, v, field.arg) ? NULL
                                                   : "not among its owner's";
    }
    return "an unknown kind of field";
}

static bool check_table(struct check *k, enum plan_table table) {
    const struct plan_shape *shape = &plan_shape[table];
    const uint32_t *row = table_of(k->p, table);
    for (uint32_t f = 0; f < shape->n_fields; f++) {
        if (row[f] != 0) {
            return fail_row(k, table, 0, f, "row 0 is not zero");
        }
    }
    for (uint32_t r = 1; r < k->p->n[table]; r++) {
        row += shape->n_fields;
        for (uint32_t f = 0; f < shape->n_fields; f++) {
            const char *what = field_fault(k->p, table, r, row, f);
            if (what) {
                return fail_row(k, table, r, f, what);
            }
        }
    }
    return true;
}

// --- What holds between tables -----------------------------------------------

static bool check_strings(struct check *k) {
    const struct plan *p = k->p;
    for (uint32_t i = 1; i < p->n[PLAN_STRING]; i++) {
        const struct plan_string *s = &p->string[i];
        if (s->first > p->n[PLAN_TEXT] || s->n > p->n[PLAN_TEXT] - s->first) {
            return fail_row(k, PLAN_STRING, i, 0, "beyond the text");
        }
    }
    return true;
}

static const char *move_fault(const struct plan *p, uint32_t s, uint32_t m) {
    const struct plan_label *l = &p->label[p->move[m].label];
    uint32_t to = p->move[m].to, about = plan_move_about(to);
    if (m > p->state[s].first_move &&
        p->move[m - 1].label >= p->move[m].label) {
        return "labels out of order";
    }
    if (!l->target || p->site[l->site].method != p->state[s].method) {
        return "a label of elsewhere";
    }
    switch (plan_move_kind(to)) {
    case PLAN_TO:
        return about && about < s && p->state[about].method == l->target
                   ? NULL
                   : "leads to no state that can be there";
    case PLAN_UP:
        return NULL;
    case PLAN_CUT:
        return about < PLAN_N_RULES ? NULL : "an unknown rule";
    default:
        return "an unknown kind of move";
    }
}

static bool check_moves(struct check *k) {
    const struct plan *p = k->p;
    uint32_t next = 1;
    for (uint32_t s = 1; s < p->n[PLAN_STATE]; s++) {
        const struct plan_state *q = &p->state[s];
        if (q->n_moves && q->first_move != next) {
            return fail_row(k, PLAN_STATE, s, FIELD_OF(state, first_move),
                            "moves out of order");
        }
        for (uint32_t i = 0; i < q->n_moves; i++, next++) {
            const char *what = move_fault(p, s, next);
            if (what) {
                return fail_row(k, PLAN_MOVE, next, FIELD_OF(move, to), what);
            }
        }
    }
    return next == p->n[PLAN_MOVE] ||
           fail_row(k, PLAN_MOVE, next, 0, "a move of no state");
}

static bool check_roots(struct check *k) {
    const struct plan *p = k->p;
    for (uint32_t i = 1; i < p->n[PLAN_ROOT]; i++) {
        const struct plan_root *r = &p->root[i];
        if (p->state[r->state].method != p->entry[r->entry].method) {
            return fail_row(k, PLAN_ROOT, i, FIELD_OF(root, state),
                            "a state of another method");
        }
    }
    return true;
}

// Parents have the higher numbers: from the roots down, the least number of
// edges above each state.
static bool check_back_edges(struct check *k, uint32_t *above) {
    const struct plan *p = k->p;
    for (uint32_t s = 0; s < p->n[PLAN_STATE]; s++) {
        above[s] = UINT32_MAX;
    }
    for (uint32_t i = 1; i < p->n[PLAN_ROOT]; i++) {
        above[p->root[i].state] = 0;
    }
    for (uint32_t s = p->n[PLAN_STATE] - 1; s > 0; s--) {
        const struct plan_state *q = &p->state[s];
        for (uint32_t i = 0; above[s] != UINT32_MAX && i < q->n_moves; i++) {
            uint32_t m = q->first_move + i, to = p->move[m].to;
            uint32_t about = plan_move_about(to);
            if (plan_move_kind(to) == PLAN_UP && about > above[s]) {
                return fail_row(k, PLAN_MOVE, m, FIELD_OF(move, to),
                                "a back edge beyond the root");
            }
            if (plan_move_kind(to) == PLAN_TO && above[about] > above[s] + 1) {
                above[about] = above[s] + 1;
            }
        }
    }
    return true;
}

static bool check_forest(struct check *k) {
    uint32_t *above = malloc(k->p->n[PLAN_STATE] * sizeof *above);
    if (!above) {
        return fail(k, 0, "too large for the memory there is");
    }
    bool ok = check_moves(k) && check_roots(k) && check_back_edges(k, above);
    free(above);
    return ok;
}

bool plan_open(struct plan *p, const void *bytes, size_t size,
               struct plan_fault *fault) {
    struct check k = {p, fault};
    *p = (struct plan){.bytes = bytes, .size = size};
    if (!read_head(&k)) {
        return false;
    }
    for (uint32_t i = 0; i < PLAN_TEXT; i++) {
        if (!check_table(&k, (enum plan_table)i)) {
            return false;
        }
    }
    return check_strings(&k) && check_forest(&k);
}
