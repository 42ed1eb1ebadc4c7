// SPDX-License-Identifier: MIT
// cmd_query.c - one question about a plan and its runs.
//
// Behind the plan come data, then the name of a question, then what it is about. What
// is named as a question is one; a file or folder of that name is written ./hot.
#include "rewriter/cli/cmd.h"
#include "rewriter/cli/nearby.h"
#include "rewriter/cli/printedchain.h"

#include "analysis/text/arglist.h"
#include "analysis/text/near.h"
#include "analysis/text/out.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/loaded.h"
#include "rewriter/driver/pattern.h"
#include "rewriter/options/optionrows.h"
#include "rewriter/options/options.h"
#include "rewriter/options/usage.h"
#include "rewriter/query/query.h"
#include "rt-native/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { DEFAULT_TOP = 20 };

// What comes behind the question.
struct asked {
    const struct options *opt;
    const char *plan;
    const char *const *word;
    size_t n;
    struct diag *diag;
};

typedef int answer(const struct query *q, const struct asked *a);

// --- Methods -----------------------------------------------------------------

struct methods {
    struct pattern pattern;
    bool entries;
    struct str source;  // those of a file instead
};

static struct str source_of(const struct plan *p, u4 method) {
    return chains_string(p, p->class[p->method[method].class].source);
}

static bool takes_method(void *context, const struct plan *p, u4 method) {
    const struct methods *m = context;
    if (m->source.n) {
        return str_eq(m->source, source_of(p, method));
    }
    struct str name = chains_method(p, method);
    return (!m->entries || p->method[method].flags & PLAN_METHOD_ENTRY) &&
           pattern_takes(&m->pattern, name);
}

// False, reported, if nothing is meant.
static bool find_methods(const struct query *q, const struct asked *a,
                         const char *text, bool entries, struct methods *m) {
    const struct pattern_methods all =
        nearby_methods(q->c->plan, entries, q->mem);
    *m = (struct methods){.pattern = pattern_among(text, &all),
                          .entries = entries};
    if (!m->pattern.any) {
        struct place at = {.file = str_of(a->plan), .byte = NO_BYTE};
        diag_report(a->diag, QUERY_NONE, &at, entries ? "entry" : "method",
                    text, nearby_text(text, &all, q->mem));
    }
    return m->pattern.any;
}

// --- Questions ---------------------------------------------------------------

static int ask_methods(const struct query *q, const struct asked *a,
                       bool entries,
                       void (*ask)(const struct query *, struct chains_pick)) {
    struct methods m;
    if (a->n == 0) {
        ask(q, (struct chains_pick){0});
        return EXIT_DONE;
    }
    if (!find_methods(q, a, a->word[0], entries, &m)) {
        return EXIT_NOTHING;
    }
    ask(q, (struct chains_pick){takes_method, &m});
    return EXIT_DONE;
}

static int ask_reach(const struct query *q, const struct asked *a) {
    return ask_methods(q, a, false, query_reach);
}

static int ask_uncovered(const struct query *q, const struct asked *a) {
    return ask_methods(q, a, true, query_uncovered);
}

static int ask_chains(const struct query *q, const struct asked *a) {
    return ask_methods(q, a, true, query_chains);
}

static int ask_entry(const struct query *q, const struct asked *a) {
    return ask_methods(q, a, true, query_entry);
}

static int ask_hot(const struct query *q, const struct asked *a) {
    (void)a;
    query_hot(q);
    return EXIT_DONE;
}

// METHOD:12 or METHOD@7: the end of the name, and the number behind it.
static char *split_place(const struct query *q, const char *word,
                         struct query_place *at) {
    char *name = arena_cstr(q->mem, str_of(word));
    size_t n = strlen(name), digits = 0;
    while (digits < n && name[n - 1 - digits] >= '0' &&
           name[n - 1 - digits] <= '9') {
        digits++;
    }
    if (digits && digits < n && digits <= 9 &&
        strchr(":@", name[n - 1 - digits])) {
        char *sign = &name[n - 1 - digits];
        at->which = *sign == '@' ? QUERY_OFFSET : QUERY_NUMBER;
        at->number = (u4)strtoul(sign + 1, NULL, 10);
        *sign = '\0';
    }
    return name;
}

// Shop.java:12 or Shop.java:12 @7, as reports have a place. False if it is none.
static bool read_place(const struct query *q, const char *name,
                       struct query_place *at, struct methods *m) {
    const struct plan *p = q->c->plan;
    struct query_place place = *at;
    struct str source = str_of(name);
    if (at->which == QUERY_OFFSET && str_ends(source, STR(" "))) {
        source.n--;
        source = str_of(split_place(q, arena_cstr(q->mem, source), &place));
    }
    if (place.which != QUERY_NUMBER) {
        return false;
    }
    place.line = place.number;
    place.number = at->number;
    place.which = at->which == QUERY_OFFSET ? QUERY_OFFSET : QUERY_EVERYWHERE;
    for (u4 i = 1; i < p->n[PLAN_METHOD]; i++) {
        if (str_eq(source, source_of(p, i))) {
            *m = (struct methods){.source = source};
            *at = place;
            return true;
        }
    }
    return false;
}

static int ask_site(const struct query *q, const struct asked *a) {
    struct query_place at = {.which = QUERY_EVERYWHERE};
    struct methods m;
    char *name = split_place(q, a->word[0], &at);
    at.methods = (struct chains_pick){takes_method, &m};
    if (!read_place(q, name, &at, &m) && !find_methods(q, a, name, false, &m)) {
        return EXIT_NOTHING;
    }
    if (query_n_sites(q, &at) == 0) {
        struct place where = {.file = str_of(a->plan), .byte = NO_BYTE};
        diag_report(a->diag, QUERY_NONE, &where, "call site", a->word[0], "");
        return EXIT_NOTHING;
    }
    query_site(q, &at);
    return EXIT_DONE;
}

static int answer_printed(const struct query *q, const struct asked *a,
                          const struct printed_chain *x) {
    if (!printed_chain_report(x, q->c->plan, a->plan, q->mem, a->diag)) {
        return EXIT_NOTHING;
    }
    for (u4 i = 0; i < x->n; i++) {
        if (i && !q->json) {
            out_put(q->out, STR("\n"));
        }
        query_why_not(q, x->words[i]);
    }
    return EXIT_DONE;
}

// The words of a chain may be one argument, as a list has it, or one each.
static int ask_why_not(const struct query *q, const struct asked *a) {
    const char *words = a->word[0];
    struct printed_chain x;
    for (size_t i = 1; i < a->n; i++) {
        words = arena_printf(q->mem, "%s %s", words, a->word[i]);
    }
    if (printed_chain_read(&x, q->c->plan, GRAIN_RECEIVER, str_of(words),
                           q->mem)) {
        return answer_printed(q, a, &x);
    }
    if (!query_why_not(q, str_of(words))) {
        usage_error("query", QUESTION_CHAIN, words,
                    printed_chain_example(&q->c->forest, q->mem));
        return EXIT_USAGE;
    }
    return EXIT_DONE;
}

static int ask_compare(const struct query *q, const struct asked *a) {
    struct loaded l;
    int error;  // is told when it is read
    bool same = load_kind(a->word[0], &error) != LOAD_PLAN;
    const char **path = ARENA_ARRAY(q->mem, const char *, a->n + 1);
    path[0] = a->plan;
    for (size_t i = 0; i < a->n; i++) {
        path[i + same] = a->word[i];
    }
    bool ok = load_covers(&l, path, a->n + same, q->mem, a->diag);
    if (ok && l.n > 1) {
        usage_error("query", QUESTION_PLANS, a->word[0]);
        load_release(&l);
        return EXIT_USAGE;
    }
    if (ok) {
        query_compare(q, l.list[0]);
    }
    load_release(&l);
    return ok ? EXIT_DONE : EXIT_NOTHING;
}

static const struct question {
    const char *name, *about;
    size_t least, most;  // words behind it
    answer *ask;
} questions[] = {
#define QUESTION(name_, about_, least_, most_, ask_, help) \
    {.name = name_,                                        \
     .about = about_,                                      \
     .least = least_,                                      \
     .most = most_,                                        \
     .ask = ask_},
#include "rewriter/options/questions.def"
};
enum { N_QUESTIONS = sizeof questions / sizeof *questions };

// All names, with commas between them.
static const char question_names[] =
#define QUESTION(name, about, least, most, ask, help) ", " name
#include "rewriter/options/questions.def"
    ;
#define QUESTION_NAMES (question_names + 2)

static const struct question *find_question(const char *name) {
    for (u4 i = 0; i < N_QUESTIONS; i++) {
        if (strcmp(questions[i].name, name) == 0) {
            return &questions[i];
        }
    }
    return NULL;
}

// --- The command line --------------------------------------------------------

static void say_unknown(const char *word) {
    struct near near = {.name = str_of(word)};
    for (u4 i = 0; i < N_QUESTIONS; i++) {
        near_consider(&near, questions[i].name);
    }
    if (near.best) {
        usage_error("query", QUESTION_NEAR, word, near.best);
    } else {
        usage_error("query", QUESTION_UNKNOWN, word, QUESTION_NAMES);
    }
}

// What is there, or looks like a path, is meant as one.
static bool is_file(const char *word) {
    struct stat s;
    return strchr(word, '/') || str_ends(str_of(word), STR(".ccd")) ||
           stat(word, &s) == 0;
}

// Where the question stands; 0, said, if there is none.
static size_t find_place(const struct arg_list *operands) {
    for (size_t i = 1; i < operands->n; i++) {
        if (find_question(operands->item[i])) {
            return i;
        }
        if (!is_file(operands->item[i])) {
            say_unknown(operands->item[i]);
            return 0;
        }
    }
    usage_error("query", QUESTION_MISSING, QUESTION_NAMES);
    return 0;
}

static bool has_words(const struct question *question, const struct asked *a) {
    bool ok = a->n >= question->least && a->n <= question->most;
    if (!ok) {
        usage_error("query", QUESTION_WORDS, question->name,
                    *question->about ? " " : "", question->about);
    }
    return ok;
}

// Nothing can be left out of nothing.
static bool excludes(const struct question *question, const struct asked *a) {
    bool is_method =
        question->ask != ask_why_not && question->ask != ask_compare;
    bool is = is_method && a->n && pattern_excludes(a->word[0]);
    if (is) {
        usage_error("query", QUESTION_PATTERN, a->word[0]);
    }
    return is;
}

static int answer_it(const struct question *question, const struct asked *a,
                     const struct loaded *l) {
    struct out out;
    u4 top = a->opt->given[OPT_QUERY_LIMIT] ? a->opt->limit : DEFAULT_TOP;
    const struct query q = {
        .c = l->list[0],
        .out = &out,
        .json = a->opt->query_format == QUERY_JSON,
        .top = top ? top : UINT32_MAX,
        .mem = l->mem,
    };
    out_begin(&out, stdout);
    int status = question->ask(&q, a);
    out_end(&out);
    return status;
}

int cmd_query(const struct options *opt, struct diag *diag) {
    const struct arg_list *operands = &opt->operands;
    size_t at = find_place(operands);
    if (at == 0) {
        return EXIT_USAGE;
    }
    const struct question *question = find_question(operands->item[at]);
    const struct asked a = {opt, operands->item[0], operands->item + at + 1,
                            operands->n - at - 1, diag};
    if (!has_words(question, &a) || excludes(question, &a)) {
        return EXIT_USAGE;
    }
    struct loaded l;
    struct arena mem;
    arena_init(&mem);
    int status = EXIT_NOTHING;
    if (load_covers(&l, operands->item, at, &mem, diag)) {
        status = EXIT_USAGE;
        if (l.n > 1) {
            usage_error("query", QUESTION_PLANS, operands->item[1]);
        } else {
            status = answer_it(question, &a, &l);
        }
    }
    load_release(&l);
    arena_release(&mem);
    return status;
}
