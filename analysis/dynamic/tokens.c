// SPDX-License-Identifier: MIT
// Tokens: what is known of a value.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/sources/sources.h"
#include "analysis/world/world.h"

void tokens_init(struct dynamic *d) {
    tuples_init(&d->token_rows);
    intern_init(&d->texts, 256);
    vec_push(&d->token_of_row, 0);
    for (u4 i = 0; i < N_TOKEN_KINDS; i++) {
        d->kind[i] = points_kind(&d->p);
    }
    d->open = token_add(d, (struct token){.kind = TOKEN_OPEN});
    d->some = token_add(d, (struct token){.kind = TOKEN_SOME});
    d->other = token_add(d, (struct token){.kind = TOKEN_OTHER});
    if (d->spec.level < DYNAMIC_RESOLVED) {
        // What nobody knows may be anything, and so may its members: no name that
        // comes besides changes what is done there.
        d->some = d->open;
        points_top(&d->p, d->open);
    }
}

token_id token_add(struct dynamic *d, struct token t) {
    const u4 words[] = {t.kind,   t.a,     t.b,     t.declared,
                        t.params, t.guess, t.below, t.usual};
    u4 row = tuples_intern(&d->token_rows, words, 8);
    if (row == d->token_of_row.n) {
        token_id id = points_object(&d->p, d->kind[t.kind]);
        vec_push(&d->token_of_row, id);
        vec_cover(&d->row_of_token, id + 1);
        d->row_of_token.v[id] = row;
    }
    return d->token_of_row.v[row];
}

struct token token_get(const struct dynamic *d, token_id id) {
    u4 n;
    const u4 *words = tuples_get(&d->token_rows, d->row_of_token.v[id], &n);
    return (struct token){words[0], words[1], words[2], words[3],
                          words[4], words[5], words[6], words[7]};
}

text_id text_add(struct dynamic *d, struct str text) {
    text_id id = intern_find(&d->texts, text, STR(""));
    return id ? id : intern_add(&d->texts, arena_str(&d->arena, text), STR(""));
}

struct str text_of(const struct dynamic *d, text_id id) {
    return d->texts.row.v[id].a;
}

struct str text_trimmed(struct str text) {
    while (text.n && (u1)text.p[0] <= ' ') {
        text.p++;
        text.n--;
    }
    while (text.n && (u1)text.p[text.n - 1] <= ' ') {
        text.n--;
    }
    return text;
}

// Could it be a name of a class or member, or a part of one, once it is trimmed? Messages
// are not.
static bool is_name(struct str text, bool pattern) {
    enum { LONGEST = 512 };
    text = text_trimmed(text);
    for (size_t i = 0; i < text.n; i++) {
        u1 c = (u1)text.p[i];
        bool is = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                  (c >= 'a' && c <= 'z') || c >= 0x80 ||
                  (c && strchr("._$/[;-<>", c)) || (pattern && c == '*');
        if (!is) {
            return false;
        }
    }
    return text.n <= LONGEST;
}

token_id token_text(struct dynamic *d, struct str text) {
    if (!is_name(text, false)) {
        return d->other;
    }
    return d->spec.level < DYNAMIC_STRINGS
               ? d->open
               : token_add(d, (struct token){.kind = TOKEN_TEXT,
                                             .a = text_add(d, text)});
}

token_id token_pattern(struct dynamic *d, struct str text) {
    if (!text_is_pattern(text) || !is_name(text, true)) {
        return text_is_pattern(text) ? d->other : token_text(d, text);
    }
    if (d->spec.level < DYNAMIC_STRINGS) {
        return d->open;
    }
    text_id id = text_add(d, text);
    return path_fitting(d, id).is_known
               ? token_add(d, (struct token){.kind = TOKEN_TEXT, .a = id})
               : d->open;
}

bool text_is_pattern(struct str text) {
    return memchr(text.p, '*', text.n) != NULL;
}

token_id token_part(struct dynamic *d, struct str text) {
    bool is_told = text_is_pattern(text) && text.n > 1 && is_name(text, true);
    return is_told ? token_add(d, (struct token){.kind = TOKEN_PART,
                                                 .a = text_add(d, text)})
                   : 0;
}

token_id token_class(struct dynamic *d, class_id c) {
    return token_add(d, (struct token){.kind = TOKEN_CLASS, .a = c});
}

token_id token_guess(struct dynamic *d, class_id c) {
    return token_add(d, (struct token){.kind = TOKEN_GUESS, .a = c});
}

token_id token_as_guess(struct dynamic *d, token_id id) {
    struct token t = token_get(d, id);
    t.guess = true;
    return token_add(d, t);
}

token_id token_below(struct dynamic *d, class_id c) {
    return token_add(d,
                     (struct token){.kind = TOKEN_CLASS, .a = c, .below = 1});
}

// A name as Java has it: with dots; of an array its descriptor with dots.
class_id token_named(struct dynamic *d, struct str name) {
    char *binary = arena_cstr(&d->arena, name);
    for (size_t i = 0; i < name.n; i++) {
        if (binary[i] == '/') {
            return 0;
        }
        binary[i] = binary[i] == '.' ? '/' : binary[i];
    }
    struct str text = {binary, name.n};
    struct str elem = text;
    while (elem.n && elem.p[0] == '[') {
        elem.p++;
        elem.n--;
    }
    if (elem.n == text.n) {
        return text.n && src_has(d->w->src, text) ? world_class(d->w, text) : 0;
    }
    bool of_class = elem.n > 2 && elem.p[0] == 'L' &&
                    elem.p[elem.n - 1] == ';' &&
                    src_has(d->w->src, (struct str){elem.p + 1, elem.n - 2});
    bool of_prims = elem.n == 1 && strchr("ZBCSIJFD", elem.p[0]);
    return of_class || of_prims ? world_class(d->w, text) : 0;
}

// The same text comes to many calls.
class_id token_class_named(struct dynamic *d, text_id id) {
    vec_cover(&d->named, id + 1);
    if (!d->named.v[id]) {
        d->named.v[id] = 1 + token_named(d, text_of(d, id));
    }
    return d->named.v[id] - 1;
}

// com.acme.Shop$Till: as Class.getName gives it.
struct str token_java_name(struct dynamic *d, class_id c) {
    struct str name = d->w->class.v[c].name;
    char *text = arena_cstr(&d->arena, name);
    for (size_t i = 0; i < name.n; i++) {
        text[i] = text[i] == '/' ? '.' : text[i];
    }
    return (struct str){text, name.n};
}
