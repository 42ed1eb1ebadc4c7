// SPDX-License-Identifier: MIT
// Opening a plan: every field of every row is looked at, and no row more often
// than a few times, whatever the file says.
#include "rt-native/plan.h"

#include "rt-native/shared.h"
#include "rt-native/sum.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "plans are read in place");

// --- Words -------------------------------------------------------------------

#define FLAGS(id, name) const char *const plan_##name##_name[] = {
#define BIT(id, word) word,
#define END_FLAGS(count) \
    }                    \
    ;
#define WORDS(id, name) const char *const plan_##name##_name[] = {
#define WORD(id, word) word,
#define END_WORDS(count) \
    }                    \
    ;
#include "rt-native/planwords.def"

#define FLAGS(id, name) \
    {                   \
        plan_##name##_name,
#define BIT(id, word)
#define END_FLAGS(count) \
    count                \
    }                    \
    ,
#define WORDS(id, name) \
    {                   \
        plan_##name##_name,
#define WORD(id, word)
#define END_WORDS(count) \
    count                \
    }                    \
    ,
const struct plan_set plan_set[PLAN_N_SETS] = {
#include "rt-native/planwords.def"
};

// --- Shapes ------------------------------------------------------------------

#define ARG_NUM(a) a
#define ARG_HASH(a) a
#define ARG_LEVEL(a) a
#define ARG_STR(a) a
#define ARG_REF(a) PLAN_##a
#define ARG_OPT(a) PLAN_##a
#define ARG_FIRST(a) PLAN_##a
#define ARG_COUNT(a) a
#define ARG_BITS(a) PLAN_SET_##a
#define ARG_ONE(a) PLAN_SET_##a
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

const uint32_t *plan_rows(const struct plan *p, uint32_t table) {
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

// --- Faults ------------------------------------------------------------------

struct check {
    struct plan *p;
    struct plan_fault *fault;
};

static bool fail(struct check *check, size_t byte, const char *what) {
    *check->fault = (struct plan_fault){.what = what, .byte = byte};
    return false;
}

static bool fail_row(struct check *check, enum plan_table table, uint32_t row,
                     uint32_t field, const char *what) {
    const struct plan_shape *shape = &plan_shape[table];
    const uint32_t *at =
        plan_rows(check->p, table) + (size_t)row * shape->n_fields + field;
    *check->fault = (struct plan_fault){
        .what = what,
        .table = shape->name,
        .field = shape->field[field].name,
        .row = row,
        .byte = (size_t)((const unsigned char *)at - check->p->bytes),
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

// The tables leave nothing out and nothing twice, so what is read of a file is
// not more than its size. *end: of the table before.
static bool find_table(struct check *check, uint32_t i, uint64_t *end) {
    struct plan *p = check->p;
    size_t head = PLAN_HEAD + (size_t)i * PLAN_HEAD_TABLE;
    uint64_t offset = double_at(p->bytes + head);
    uint32_t rows = word_at(p->bytes + head + 8);
    uint32_t width = word_at(p->bytes + head + 12);
    bool is_text = i == PLAN_TEXT;
    if (width != (is_text ? 0 : plan_shape[i].n_fields)) {
        return fail(check, head + 12, "rows of another width");
    }
    if (offset != ((*end + 7) & ~(uint64_t)7)) {
        return fail(check, head, "a table out of line");
    }
    uint64_t bytes = is_text ? rows : (uint64_t)rows * width * 4;
    if (offset > p->size || bytes > p->size - offset) {
        return fail(check, head + 8, "a table beyond the end");
    }
    if (!is_text && rows == 0) {
        return fail(check, head + 8, "a table without row 0");
    }
    p->n[i] = rows;
    set_table(p, i, p->bytes + offset);
    *end = offset + bytes;
    return true;
}

static bool find_tables(struct check *check) {
    uint64_t end = PLAN_HEAD + PLAN_N_TABLES * PLAN_HEAD_TABLE;
    if (check->p->size < end) {
        return fail(check, check->p->size, "too short");
    }
    for (uint32_t i = 0; i < PLAN_N_TABLES; i++) {
        if (!find_table(check, i, &end)) {
            return false;
        }
    }
    return end == check->p->size ||
           fail(check, end, "bytes behind the last table");
}

static bool read_head(struct check *check) {
    struct plan *p = check->p;
    if (p->size < PLAN_HEAD) {
        return fail(check, p->size, "too short");
    }
    if (memcmp(p->bytes, PLAN_MAGIC, 8) != 0) {
        return fail(check, 0, "not a plan");
    }
    if (word_at(p->bytes + 8) != PLAN_VERSION) {
        return fail(check, 8, "of another version");
    }
    if (word_at(p->bytes + 12) != PLAN_N_TABLES) {
        return fail(check, 12, "another number of tables");
    }
    if (double_at(p->bytes + 48) != p->size) {
        return fail(check, 48, "cut off, or longer than it says");
    }
    p->identity = p->bytes + PLAN_IDENTITY;
    return find_tables(check);
}

uint64_t plan_sum(const void *bytes, size_t size) {
    enum { REST = PLAN_SUM + sizeof(uint64_t) };
    uint64_t sum = sum_bytes(SUM_NONE, bytes, PLAN_SUM);
    return sum_bytes(sum, (const unsigned char *)bytes + REST, size - REST);
}

// What was changed and still makes sense.
static bool check_sum(struct check *check) {
    const struct plan *p = check->p;
    return double_at(p->bytes + PLAN_SUM) == plan_sum(p->bytes, p->size) ||
           fail(check, PLAN_SUM, "its bytes have been changed");
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

// The row's owner has it.
static bool is_owned(const struct plan *p, enum plan_table table, uint32_t r,
                     uint32_t owner, uint8_t by) {
    const struct plan_shape *shape = &plan_shape[by];
    uint32_t first = field_of_kind(shape, PLAN_K_FIRST, (uint8_t)table);
    if (owner == 0 || owner >= p->n[by]) {
        return false;
    }
    const uint32_t *range =
        plan_rows(p, by) + (size_t)owner * shape->n_fields + first;
    return r >= range[0] && r - range[0] < range[1];
}

// NULL, or what is wrong with one field.
static const char *field_fault(const struct plan *p, enum plan_table table,
                               uint32_t r, const uint32_t *row, uint32_t f) {
    struct plan_field field = plan_shape[table].field[f];
    uint32_t v = row[f];
    switch ((enum plan_field_kind)field.kind) {
    case PLAN_K_NUM:
    case PLAN_K_HASH:
    case PLAN_K_LEVEL:
    case PLAN_K_MOVE:
        return NULL;
    case PLAN_K_STR:
        return v < p->n[PLAN_STRING] ? NULL : "no such string";
    case PLAN_K_REF:
        return v && v < p->n[field.arg] ? NULL : "no such row";
    case PLAN_K_OPT:
        return v < p->n[field.arg] ? NULL : "no such row";
    case PLAN_K_FIRST:
        return row[f + 1] == 0 ? v == 0 ? NULL : "no rows that begin somewhere"
               : v && v < p->n[field.arg] ? NULL
                                          : "no such row";
    case PLAN_K_COUNT:
        field = plan_shape[table].field[f - 1];
        return v <= p->n[field.arg] - row[f - 1] ? NULL : "no such rows";
    case PLAN_K_BITS:
        return v >> plan_set[field.arg].n == 0 ? NULL : "unknown flags";
    case PLAN_K_ONE:
        return v < plan_set[field.arg].n ? NULL : "an unknown value";
    case PLAN_K_PC:
        return v <= UINT16_MAX ? NULL : "no offset";
    case PLAN_K_OWNER:
        return is_owned(p, table, r, v, field.arg) ? NULL
                                                   : "not among its owner's";
    }
    return "an unknown kind of field";
}

static bool check_table(struct check *check, enum plan_table table) {
    const struct plan_shape *shape = &plan_shape[table];
    const uint32_t *row = plan_rows(check->p, table);
    for (uint32_t f = 0; f < shape->n_fields; f++) {
        if (row[f] != 0) {
            return fail_row(check, table, 0, f, "row 0 is not zero");
        }
    }
    for (uint32_t r = 1; r < check->p->n[table]; r++) {
        row += shape->n_fields;
        for (uint32_t f = 0; f < shape->n_fields; f++) {
            const char *what = field_fault(check->p, table, r, row, f);
            if (what) {
                return fail_row(check, table, r, f, what);
            }
        }
    }
    return true;
}

// --- What holds between tables -----------------------------------------------

// Rows that say whose they are: those of the range in field f of row r.
static bool check_range(struct check *check, enum plan_table table, uint32_t r,
                        uint32_t f, uint32_t owner) {
    const struct plan_shape *shape = &plan_shape[table];
    uint32_t of = shape->field[f].arg, width = plan_shape[of].n_fields;
    const uint32_t *range =
        plan_rows(check->p, table) + (size_t)r * shape->n_fields + f;
    const uint32_t *row = plan_rows(check->p, of) + (size_t)range[0] * width;
    for (uint32_t i = 0; i < range[1]; i++, row += width) {
        if (row[owner] != r) {
            return fail_row(check, table, r, i ? f + 1 : f,
                            "rows of another owner");
        }
    }
    return true;
}

// Each row has one owner, so no range holds what another does. One that does
// ends the search, so no row is looked at more than twice.
static bool check_owners(struct check *check) {
    for (uint32_t t = 0; t < PLAN_TEXT; t++) {
        const struct plan_shape *shape = &plan_shape[t];
        for (uint32_t f = 0; f < shape->n_fields; f++) {
            uint32_t owner =
                shape->field[f].kind == PLAN_K_FIRST
                    ? field_of_kind(&plan_shape[shape->field[f].arg],
                                    PLAN_K_OWNER, (uint8_t)t)
                    : UINT32_MAX;
            for (uint32_t r = 1; owner != UINT32_MAX && r < check->p->n[t];
                 r++) {
                if (!check_range(check, (enum plan_table)t, r, f, owner)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static bool check_strings(struct check *check) {
    const struct plan *p = check->p;
    for (uint32_t i = 1; i < p->n[PLAN_STRING]; i++) {
        const struct plan_string *s = &p->string[i];
        if (s->first > p->n[PLAN_TEXT]) {
            return fail_row(check, PLAN_STRING, i, FIELD_OF(string, first),
                            "beyond the text");
        }
        if (s->n > p->n[PLAN_TEXT] - s->first) {
            return fail_row(check, PLAN_STRING, i, FIELD_OF(string, n),
                            "beyond the text");
        }
    }
    return true;
}

// Of one site; *next is the slot that comes next in its method.
static bool check_site_slots(struct check *check, const struct plan_site *s,
                             uint32_t *next) {
    uint32_t end = *next + PLAN_SITE_SLOTS;
    for (uint32_t i = 0; i < s->n_labels; i++) {
        uint32_t l = s->first_label + i, slot = check->p->label[l].slot;
        if (slot != 0 && slot != *next) {
            return fail_row(check, PLAN_LABEL, l, FIELD_OF(label, slot),
                            "slots out of order");
        }
        if (slot == end) {
            return fail_row(check, PLAN_LABEL, l, FIELD_OF(label, slot),
                            "more slots than a site can have");
        }
        *next += slot != 0;
    }
    return true;
}

static bool check_slots(struct check *check) {
    const struct plan *p = check->p;
    for (uint32_t i = 1; i < p->n[PLAN_METHOD]; i++) {
        const struct plan_method *m = &p->method[i];
        uint32_t next = 1;
        for (uint32_t j = 0; j < m->n_sites; j++) {
            if (!check_site_slots(check, &p->site[m->first_site + j], &next)) {
                return false;
            }
        }
        if (m->n_slots != next - 1) {
            return fail_row(check, PLAN_METHOD, i, FIELD_OF(method, n_slots),
                            "not the slots of its sites");
        }
    }
    return true;
}

static bool check_receivers(struct check *check) {
    const struct plan *p = check->p;
    return p->n[PLAN_RECEIVER] == 1 ||
           p->receiver[1].kind == PLAN_NO_RECEIVER ||
           fail_row(check, PLAN_RECEIVER, 1, FIELD_OF(receiver, kind),
                    "row 1 is a receiver");
}

static bool check_entries(struct check *check) {
    const struct plan *p = check->p;
    for (uint32_t i = 2; i < p->n[PLAN_ENTRY]; i++) {
        if (p->entry[i - 1].method >= p->entry[i].method) {
            return fail_row(check, PLAN_ENTRY, i, FIELD_OF(entry, method),
                            "entries out of order");
        }
    }
    return true;
}

// NULL, or what is wrong with the label of a move.
static const char *move_label_fault(const struct plan *p, uint32_t s,
                                    uint32_t m) {
    const struct plan_label *l = &p->label[p->move[m].label];
    if (m > p->state[s].first_move &&
        p->move[m - 1].label >= p->move[m].label) {
        return "labels out of order";
    }
    return l->target && p->site[l->site].method == p->state[s].method
               ? NULL
               : "a label of elsewhere";
}

// And with where it leads.
static const char *move_to_fault(const struct plan *p, uint32_t s, uint32_t m) {
    uint32_t target = p->label[p->move[m].label].target;
    uint32_t to = p->move[m].to, about = plan_move_about(to);
    switch (plan_move_kind(to)) {
    case PLAN_TO:
        return about && about < s && p->state[about].method == target
                   ? NULL
                   : "leads to no state that can be there";
    case PLAN_UP:
        return about || p->state[s].method == target ? NULL : "leads to itself";
    case PLAN_CUT:
        return about < PLAN_N_RULES ? NULL : "an unknown rule";
    default:
        return "an unknown kind of move";
    }
}

static bool check_move(struct check *check, uint32_t s, uint32_t m) {
    const char *what = move_label_fault(check->p, s, m);
    if (what) {
        return fail_row(check, PLAN_MOVE, m, FIELD_OF(move, label), what);
    }
    what = move_to_fault(check->p, s, m);
    return !what || fail_row(check, PLAN_MOVE, m, FIELD_OF(move, to), what);
}

static bool check_moves(struct check *check) {
    const struct plan *p = check->p;
    uint32_t next = 1;
    for (uint32_t s = 1; s < p->n[PLAN_STATE]; s++) {
        const struct plan_state *q = &p->state[s];
        if (q->n_moves && q->first_move != next) {
            return fail_row(check, PLAN_STATE, s, FIELD_OF(state, first_move),
                            "moves out of order");
        }
        for (uint32_t i = 0; i < q->n_moves; i++, next++) {
            if (!check_move(check, s, next)) {
                return false;
            }
        }
    }
    return next == p->n[PLAN_MOVE] ||
           fail_row(check, PLAN_MOVE, next, 0, "a move of no state");
}

static bool check_roots(struct check *check) {
    const struct plan *p = check->p;
    for (uint32_t i = 1; i < p->n[PLAN_ROOT]; i++) {
        const struct plan_root *r = &p->root[i];
        if (p->state[r->state].method != p->entry[r->entry].method) {
            return fail_row(check, PLAN_ROOT, i, FIELD_OF(root, state),
                            "a state of another method");
        }
        if (r[-1].entry > r->entry) {
            return fail_row(check, PLAN_ROOT, i, FIELD_OF(root, entry),
                            "roots out of order");
        }
        if (r[-1].entry == r->entry && r[-1].level >= r->level) {
            return fail_row(check, PLAN_ROOT, i, FIELD_OF(root, level),
                            "roots out of order");
        }
    }
    return true;
}

// Parents have the higher numbers: from the roots down, the least number of
// edges above each state.
static bool check_back_edges(struct check *check, uint32_t *above) {
    const struct plan *p = check->p;
    for (uint32_t s = 0; s < p->n[PLAN_STATE]; s++) {
        above[s] = UINT32_MAX;
    }
    for (uint32_t i = 1; i < p->n[PLAN_ROOT]; i++) {
        above[p->root[i].state] = 0;
    }
    for (uint32_t s = p->n[PLAN_STATE]; s-- > 1;) {
        const struct plan_state *q = &p->state[s];
        for (uint32_t i = 0; above[s] != UINT32_MAX && i < q->n_moves; i++) {
            uint32_t m = q->first_move + i, to = p->move[m].to;
            uint32_t about = plan_move_about(to);
            if (plan_move_kind(to) == PLAN_UP && about > above[s]) {
                return fail_row(check, PLAN_MOVE, m, FIELD_OF(move, to),
                                "a back edge beyond the root");
            }
            if (plan_move_kind(to) == PLAN_TO && above[about] > above[s] + 1) {
                above[about] = above[s] + 1;
            }
        }
    }
    return true;
}

static bool check_forest(struct check *check) {
    uint32_t *above = malloc(check->p->n[PLAN_STATE] * sizeof *above);
    if (!above) {
        check->fault->no_memory = true;
        check->fault->what = "there is no memory for checking it";
        return false;
    }
    bool ok = check_moves(check) && check_roots(check) &&
              check_back_edges(check, above);
    free(above);
    return ok;
}

bool plan_open(struct plan *p, const void *bytes, size_t size,
               struct plan_fault *fault) {
    *fault = (struct plan_fault){0};
    *p = (struct plan){.bytes = bytes, .size = size};
    struct check check = {p, fault};
    if (!read_head(&check)) {
        return false;
    }
    for (uint32_t i = 0; i < PLAN_TEXT; i++) {
        if (!check_table(&check, (enum plan_table)i)) {
            return false;
        }
    }
    return check_owners(&check) && check_strings(&check) &&
           check_slots(&check) && check_receivers(&check) &&
           check_entries(&check) && check_forest(&check) && check_sum(&check);
}

static bool is_same_place(const struct plan_maker *a,
                          const struct plan_maker *b) {
    return a->method == b->method && a->pc == b->pc;
}

bool plan_maker_is_open(const struct plan *p, uint32_t maker) {
    const struct plan_maker *k = &p->maker[maker];
    const struct plan_string *name = &p->string[p->receiver[k->receiver].name];
    return (maker > 1 && is_same_place(k, k - 1)) ||
           (maker + 1 < p->n[PLAN_MAKER] && is_same_place(k, k + 1)) ||
           (name->n == sizeof ANY_LAMBDA - 1 &&
            memcmp(p->text + name->first, ANY_LAMBDA, name->n) == 0);
}

bool plan_wants_prologue(const struct plan *p, uint32_t method) {
    const struct plan_method *m = &p->method[method];
    bool wants =
        m->flags & (PLAN_METHOD_ENTRY | PLAN_METHOD_CLINIT | PLAN_METHOD_OPEN);
    for (uint32_t i = 0; i < m->n_sites && !wants; i++) {
        wants = p->site[m->first_site + i].flags & PLAN_SITE_PROBE;
    }
    return wants;
}
