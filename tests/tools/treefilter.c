// SPDX-License-Identifier: MIT
// treefilter.c - the lines of --chains, decided on the text of a chain.
#include "analysis/base/file.h"
#include "rewriter/driver/pattern.h"
#include "tests/tools/treebuilder.h"

#include <stdio.h>
#include <stdlib.h>

// --- Reading -----------------------------------------------------------------

static const char *const name[N_WISHES] = {"entry", "site", "target", "chain"};
static const char blanks[] = " \t\r";

static void read_chain(struct filter *f, struct wish *w, char *words) {
    VEC(char *) word = {NULL, 0, 0};
    for (char *p = strtok(words, blanks); p; p = strtok(NULL, blanks)) {
        vec_push(&word, p);
    }
    if (word.n % 3 != 1) {
        BUG("a chain of %u words", word.n);
    }
    w->n_steps = word.n / 3;
    w->word = ARENA_ARRAY(f->arena, char *, word.n);
    memcpy(w->word, word.v, word.n * sizeof *word.v);
    vec_free(&word);
}

static void read_line(struct filter *f, char *line) {
    line += strspn(line, blanks);
    size_t n = strcspn(line, blanks);
    struct wish w = {.kind = 0, .pc = -1};
    if (*line == '\0' || *line == '#') {
        return;
    }
    while (w.kind < N_WISHES &&
           !str_eq((struct str){line, n}, str_of(name[w.kind]))) {
        w.kind++;
    }
    line += n + strspn(line + n, blanks);
    if (w.kind == N_WISHES || *line == '\0') {
        BUG("a line that is none");
    }
    w.excludes = *line == '!';
    w.pattern = line + w.excludes;
    w.pattern[strcspn(w.pattern, w.kind == WISH_CHAIN ? "" : blanks)] = '\0';
    if (w.kind == WISH_CHAIN) {
        read_chain(f, &w, w.pattern);
    } else if (w.kind == WISH_SITE && strrchr(w.pattern, '@')) {
        char *at = strrchr(w.pattern, '@');
        w.pc = atoi(at + 1);
        *at = '\0';
    }
    vec_push(&f->wish, w);
}

void filter_read(struct filter *f, const char *path, const struct calls *c,
                 struct arena *arena) {
    *f = (struct filter){.c = c, .arena = arena};
    FILE *in = fopen(path, "r");
    size_t room = 0;
    char *line = NULL;
    if (!in) {
        BUG("cannot open %s", path);
    }
    while (getline(&line, &room, in) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        read_line(f, arena_cstr(arena, str_of(line)));
    }
    free(line);
    fclose(in);
}

// --- Patterns ----------------------------------------------------------------

// The last line that matches decides; if none does, the first of its kind.
static bool is_wanted(const struct filter *f, enum wish_kind kind,
                      struct str method, u2 pc) {
    bool wanted = true, is_first = true;
    for (u4 i = 0; i < f->wish.n; i++) {
        const struct wish *w = &f->wish.v[i];
        if (w->kind != kind) {
            continue;
        }
        wanted = is_first ? w->excludes : wanted;
        is_first = false;
        if (pattern_matches_text(w->pattern, method) &&
            (w->pc < 0 || w->pc == pc)) {
            wanted = !w->excludes;
        }
    }
    return wanted;
}

static bool wants_chain_parts(const struct filter *f,
                              const struct chain *chain) {
    const struct calls *c = f->c;
    own_id from = chain->entry;
    if (!is_wanted(f, WISH_ENTRY, c->method.v[from].name, 0)) {
        return false;
    }
    for (u4 i = 0; i < chain->n; from = chain->step[i++].own) {
        const struct step *s = &chain->step[i];
        if (!is_wanted(f, WISH_SITE, c->method.v[from].name, s->pc) ||
            !is_wanted(f, WISH_TARGET, c->method.v[s->own].name, 0)) {
            return false;
        }
    }
    return true;
}

// --- Chains ------------------------------------------------------------------

static bool is_word(const char *word, struct str text) {
    return str_eq(str_of(word), STR("-")) || str_eq(str_of(word), text);
}

// Do the first n steps of both agree?
static bool agrees(const struct filter *f, const struct wish *w,
                   const struct chain *chain, u4 n) {
    const struct calls *c = f->c;
    if (n > chain->n || n > w->n_steps ||
        !str_eq(str_of(w->word[0]), c->method.v[chain->entry].name)) {
        return false;
    }
    for (u4 i = 0; i < n; i++) {
        char *const *word = w->word + 1 + 3 * (size_t)i;
        const struct step *s = &chain->step[i];
        char pc[8];
        snprintf(pc, sizeof pc, "%u", s->pc);
        if (!is_word(word[0], str_of(pc)) ||
            !is_word(word[1], c->g->receiver.v[s->x].name) ||
            !str_eq(str_of(word[2]), c->method.v[s->own].name)) {
            return false;
        }
    }
    return true;
}

// What is said of the chain and all that go on from it: by the line that names
// most of it, of such lines the last.
static bool is_kept(const struct filter *f, const struct chain *chain) {
    const struct wish *by = NULL;
    bool others = true, is_first = true;
    for (u4 i = 0; i < f->wish.n; i++) {
        const struct wish *w = &f->wish.v[i];
        if (w->kind != WISH_CHAIN) {
            continue;
        }
        others = is_first ? w->excludes : others;
        is_first = false;
        if (agrees(f, w, chain, w->n_steps) &&
            (!by || w->n_steps >= by->n_steps)) {
            by = w;
        }
    }
    return by ? !by->excludes : others;
}

// Is there a chain in the call graph that w names, that begins with this one,
// and is kept?
static bool is_needed_by(const struct filter *f, const struct wish *w,
                         const struct chain *chain) {
    const struct calls *c = f->c;
    if (!agrees(f, w, chain, chain->n)) {
        return false;
    }
    if (chain->n == w->n_steps) {
        return is_kept(f, chain);
    }
    own_id last = chain->n ? chain->step[chain->n - 1].own : chain->entry;
    struct step *longer = MEM_ARRAY(struct step, chain->n + 1);
    bool found = false;
    for (u4 i = 0; i < chain->n; i++) {
        longer[i] = chain->step[i];
    }
    for (label_id b = 1; b < c->label.n && !found; b++) {
        const struct calls_label *v = &c->label.v[b];
        if (v->target && c->site.v[v->site].method == last) {
            longer[chain->n] = step_of_branch(c, b);
            found = is_needed_by(
                f, w, &(struct chain){chain->entry, longer, chain->n + 1});
        }
    }
    mem_free(longer);
    return found;
}

static bool is_needed(const struct filter *f, const struct chain *chain) {
    for (u4 i = 0; i < f->wish.n; i++) {
        const struct wish *w = &f->wish.v[i];
        if (w->kind == WISH_CHAIN && !w->excludes &&
            is_needed_by(f, w, chain)) {
            return true;
        }
    }
    return false;
}

bool filter_stops(const struct filter *f, const struct chain *chain) {
    return !wants_chain_parts(f, chain) ||
           (!is_kept(f, chain) && !is_needed(f, chain));
}
