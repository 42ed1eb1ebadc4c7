// SPDX-License-Identifier: MIT
// Texts that are made of texts.
//
// Of few products all are kept. Of more only those that may name classes on the path are:
// a list of names behind some packages makes hundreds, and most name nothing. In the JDK's
// own code it would cost all programs a list of all classes.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/world/world.h"

enum {
    MOST_PRODUCTS = 64,    // that are kept whatever they name
    MOST_STEPS = 1 << 15,  // in search of those that name classes
};

// The products that have a part more of operand `fresh`: those in front of it give the
// parts that they had before, those behind it all.
struct search {
    struct dynamic *d;
    op_id id;
    struct op op;
    bool of_classes;  // only those
    u4 fresh;
};

static struct operand *operand_of(const struct search *k, u4 i) {
    return &k->d->operand.v[k->op.first + i];
}

// All that is not known is one '*'.
static struct str with_part(struct dynamic *d, struct str so_far,
                            struct str text) {
    if (so_far.n && so_far.p[so_far.n - 1] == '*' && text.n &&
        text.p[0] == '*') {
        text.p++;
        text.n--;
    }
    char *both = ARENA_ARRAY(&d->scratch, char, so_far.n + text.n + 1);
    memcpy(both, so_far.p, so_far.n);
    memcpy(both + so_far.n, text.p, text.n);
    return (struct str){both, so_far.n + text.n};
}

// Is it worth going on? A class on the path begins so.
static bool goes_on(struct search *k, struct str so_far) {
    if (!k->of_classes) {
        return true;
    }
    const char *star = memchr(so_far.p, '*', so_far.n);
    struct str known = {so_far.p, star ? (size_t)(star - so_far.p) : so_far.n};
    return known.n && k->d->op.v[k->id].n_steps++ < MOST_STEPS &&
           path_begins(k->d, known);
}

static bool may_name_classes(struct dynamic *d, struct str text) {
    if (!text_is_pattern(text)) {
        return token_named(d, text) != 0;
    }
    struct fitting k = path_fitting(d, text_add(d, text));
    return !k.is_known || k.n;
}

static void keep(struct search *k, struct str text) {
    struct dynamic *d = k->d;
    if (!k->of_classes || may_name_classes(d, text)) {
        trace_pattern(d, k->op.to, text);
    }
}

static void concat_from(struct search *k, u4 i, struct str so_far) {
    struct dynamic *d = k->d;
    if (i == k->op.n) {
        keep(k, so_far);
        return;
    }
    const struct operand *o = operand_of(k, i);
    u4 end = i < k->fresh ? o->n_done : o->token.n;
    for (u4 j = i == k->fresh ? o->n_done : 0; j < end; j++) {
        struct token t = token_get(d, o->token.v[j]);
        struct str text = t.kind == TOKEN_TEXT ? text_of(d, t.a) : STR("*");
        struct str more = with_part(d, so_far, text);
        if (goes_on(k, more)) {
            concat_from(k, i + 1, more);
        }
    }
}

// How many products there are, or one more than MOST_PRODUCTS.
static u4 n_products(const struct search *k) {
    u4 n = 1;
    for (u4 i = 0; i < k->op.n && n; i++) {
        u8 more = (u8)n * operand_of(k, i)->token.n;
        n = more > MOST_PRODUCTS ? MOST_PRODUCTS + 1 : (u4)more;
    }
    return n;
}

// Products of so many parts are too many, and in the JDK's own code nobody looks for those
// that name classes: no part that comes besides changes anything.
bool concat_is_full(const struct dynamic *d, op_id o, u4 n_parts) {
    return n_parts > MOST_PRODUCTS &&
           !loose_is_program(d, d->w->method.v[d->op.v[o].at].class);
}

// All that has come since the last time.
static void concat(struct dynamic *d, op_id id) {
    struct search k = {.d = d, .id = id, .op = d->op.v[id]};
    u4 n = n_products(&k);
    if (n == 0) {
        return;
    }
    k.of_classes = n > MOST_PRODUCTS;
    if (k.of_classes) {
        trace_open(d, k.op.to);
        if (!loose_is_program(d, d->w->method.v[k.op.at].class)) {
            return;
        }
    }
    arena_reset(&d->scratch);
    for (; k.fresh < k.op.n; k.fresh++) {
        if (operand_of(&k, k.fresh)->n_done <
            operand_of(&k, k.fresh)->token.n) {
            concat_from(&k, 0, STR(""));
        }
    }
    for (u4 i = 0; i < k.op.n; i++) {
        operand_of(&k, i)->n_done = operand_of(&k, i)->token.n;
    }
}

// What has a part that names nothing, or a blank within, names nothing.
void concat_part(struct dynamic *d, struct operand *part, token_id token) {
    struct token t = token_get(d, token);
    struct str text = t.kind == TOKEN_TEXT ? text_of(d, t.a) : STR("");
    if (t.kind == TOKEN_OTHER || text_trimmed(text).n < text.n) {
        trace_add(d, d->op.v[part->of].to, d->other);
    } else if (t.kind != TOKEN_PART) {
        vec_push(&part->token, token);
    }
}

void concat_later(struct dynamic *d, op_id o) {
    if (!d->op.v[o].waits) {
        d->op.v[o].waits = true;
        vec_push(&d->concat, o);
    }
}

void concat_run(struct dynamic *d) {
    for (u4 i = 0; i < d->concat.n; i++) {
        d->op.v[d->concat.v[i]].waits = false;
        concat(d, d->concat.v[i]);
    }
    d->concat.n = 0;
}
