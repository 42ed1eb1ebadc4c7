// SPDX-License-Identifier: MIT
// smalldynamic.c - what follows reflection in a small world, without a solver.

#include "tests/unit/lib/smalldynamic.h"

#include "analysis/base/order.h"
#include "analysis/models/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void small_dynamic_init(struct small_dynamic *k) {
    small_init(&k->s);
}

void small_dynamic_open(struct small_dynamic *k, enum dynamic_level level) {
    small_open(&k->s);
    models_init(&k->models, &k->s.w);
    const struct dynamic_spec spec = {.level = level};
    k->effects = effects_new(&k->s.w, &k->models, &spec);
    k->d = effects_dynamic(k->effects);
}

void small_dynamic_release(struct small_dynamic *k) {
    if (k->d) {
        effects_free(k->effects);
        models_release(&k->models);
    }
    small_release(&k->s);
}

int small_dynamic_set_up(void **state) {
    struct small_dynamic *k = test_calloc(1, sizeof *k);
    small_dynamic_init(k);
    *state = k;
    return 0;
}

int small_dynamic_tear_down(void **state) {
    struct small_dynamic *k = *state;
    small_dynamic_release(k);
    test_free(k);
    return 0;
}

class_id small_class_of(struct small_dynamic *k, const char *name) {
    return small_find_class(&k->s, name);
}

class_id small_jdk_class(struct small_dynamic *k, const char *name) {
    class_id c = small_find_class(&k->s, name);
    k->s.w.class.v[c].flags |= CLASS_JDK;
    return c;
}

// --- Tokens in words -----------------------------------------------------------

static const char *const words[N_TOKEN_KINDS] = {
    [TOKEN_OPEN] = "open",   [TOKEN_SOME] = "some",
    [TOKEN_OTHER] = "other", [TOKEN_TEXT] = "text",
    [TOKEN_PART] = "part",   [TOKEN_CLASS] = "class",
    [TOKEN_GUESS] = "guess", [TOKEN_METHODS] = "methods",
    [TOKEN_INITS] = "inits", [TOKEN_FIELDS] = "fields",
    [TOKEN_ARRAY] = "array", [TOKEN_INTERFACES] = "interfaces"};

static struct str operand_of(struct small_dynamic *k, const struct token *t) {
    bool is_text = t->kind == TOKEN_TEXT || t->kind == TOKEN_PART;
    return t->kind == TOKEN_OPEN || t->kind == TOKEN_SOME ||
                   t->kind == TOKEN_OTHER
               ? STR("")
           : is_text ? text_of(k->d, t->a)
                     : k->s.w.class.v[t->a].name;
}

const char *small_token(struct small_dynamic *k, token_id id) {
    if (!id) {
        return "none";
    }
    struct token t = token_get(k->d, id);
    struct str of = operand_of(k, &t);
    bool is_named = t.b && (t.kind == TOKEN_METHODS || t.kind == TOKEN_FIELDS);
    struct str name = is_named ? text_of(k->d, t.b) : STR("");
    return arena_printf(&k->s.arena, "%s%s%.*s%s%.*s%s%s", words[t.kind],
                        of.n ? " " : "", STR_F(of), is_named ? "." : "",
                        STR_F(name), t.guess ? "?" : "", t.below ? "+" : "");
}

static int text_order(const void *a, const void *b) {
    return str_order(str_of(*(const char *const *)a),
                     str_of(*(const char *const *)b));
}

const char *small_tokens(struct small_dynamic *k, var_id v) {
    enum { MOST = 500 };
    const char *text[MOST];
    u4 n = 0;
    token_id id;
    const char *all = "";
    points_run(&k->d->p);
    for (struct set_walk w = set_walk(points_of(&k->d->p, v));
         set_next(&w, &id);) {
        if (n == MOST) {
            BUG("more than %d tokens", MOST);
        }
        text[n++] = small_token(k, id);
    }
    SORT(text, n, text_order);
    for (u4 i = 0; i < n; i++) {
        all = arena_printf(&k->s.arena, "%s%s%s", all, i ? ", " : "", text[i]);
    }
    return all;
}
