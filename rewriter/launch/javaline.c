// SPDX-License-Identifier: MIT
// A command line of the java launcher.
//
// Which words are options and which are their arguments is the launcher's own
// rule (java.c and args.c of the JDK): options until the first word without '-',
// which is what is started. -jar only says that this is a jar, and options may
// come between; -m has it as its argument.
#include "rewriter/launch/javaline.h"

#include "analysis/base/arena.h"
#include "analysis/base/str.h"
#include "analysis/text/argfile.h"

#include <string.h>

enum meaning {
    CLASS_PATH,
    MODULE_PATH,
    MAIN_MODULE,
    JAR,
    SOURCE,
    DATA,
    UNSEEN,
    NO_START,
    PLAIN,
};

static const struct java_option {
    const char *name;
    const char *joined;
    enum meaning meaning;
    bool spaced;
} java_options[] = {
#define JAVAOPT(name, spaced, joined, meaning) {name, joined, meaning, spaced},
#include "rewriter/launch/javaopts.def"
};

// Words still to come: those of the command, and in front of them those of a file.
struct reader {
    struct javaline *j;
    struct arena *arena;
    const struct arg_list *command;
    size_t at;             // in the command
    struct arg_list file;  // what @FILE held
    size_t at_file;
    bool is_jar;
    bool stops;  // an option was there with which nothing is started
};

bool javaline_is_java(const char *program) {
    struct str name = str_base(str_of(program));
    return str_starts(name, STR("java"));
}

static const char *next_of(struct arg_list *list, size_t *at) {
    return *at < list->n ? list->item[(*at)++] : NULL;
}

// Where the launcher expands, that is, before it knows what is started. Words from
// a file are not expanded again.
static bool next_word(struct reader *r, const char **word) {
    struct arg_list command = *r->command;
    for (;;) {
        *word = next_of(&r->file, &r->at_file);
        if (*word) {
            return true;
        }
        *word = next_of(&command, &r->at);
        if (!*word || (*word)[0] != '@' || !(*word)[1] || r->j->verbatim) {
            return true;
        }
        if ((*word)[1] == '@') {
            ++*word;
            return true;
        }
        r->file = (struct arg_list){0};
        r->at_file = 0;
        r->j->wrong = argfile_add(&r->file, *word + 1, r->arena);
        if (r->j->wrong) {
            return false;
        }
    }
}

static const struct java_option *find_option(const char *word,
                                             const char **value) {
    *value = NULL;
    for (size_t i = 0; i < sizeof java_options / sizeof *java_options; i++) {
        const struct java_option *o = &java_options[i];
        size_t n = strlen(o->joined);
        if (strcmp(word, o->name) == 0) {
            return o;
        }
        if (n && strncmp(word, o->joined, n) == 0) {
            *value = word + n;
            return o;
        }
    }
    return NULL;
}

static void keep(struct reader *r, const char *word) {
    arg_list_add(&r->j->options, word, r->arena);
}

// An option whose argument, if it takes one, is value: a word of its own, if two.
static void take_option(struct reader *r, const struct java_option *o,
                        const char *word, const char *value, bool two) {
    struct javaline *j = r->j;
    switch (o->meaning) {
    case CLASS_PATH:
        j->class_path = value;
        return;
    case MODULE_PATH:
        j->module_path = value;
        return;
    case MAIN_MODULE:
        j->start = JAVA_MODULE;
        j->what = value;
        return;
    case JAR:
        r->is_jar = true;
        return;
    case SOURCE:
        j->start = JAVA_SOURCE;
        break;
    case DATA:
        j->data = word;
        break;
    case UNSEEN:
        arg_list_add(&j->unseen,
                     two ? arena_printf(r->arena, "%s %s", word, value) : word,
                     r->arena);
        break;
    case NO_START:
        r->stops = true;
        break;
    case PLAIN:
        break;
    }
    keep(r, word);
    if (two) {
        keep(r, value);
    }
}

// Options up to what is started, which is *word then; NULL at the end.
static bool read_options(struct reader *r, const char **word) {
    for (;;) {
        if (!next_word(r, word)) {
            return false;
        }
        if (!*word || (*word)[0] != '-') {
            return true;
        }
        const char *value;
        const struct java_option *o = find_option(*word, &value);
        if (strcmp(*word, "--disable-@files") == 0) {
            r->j->verbatim = true;
        }
        if (!o) {
            keep(r, *word);
            continue;
        }
        bool two = o->spaced && !value;
        if (two && !next_word(r, &value)) {
            return false;
        }
        if (o->spaced && !value) {
            keep(r, *word);  // the launcher says that something is missing
            r->stops = true;
            continue;
        }
        take_option(r, o, *word, value, two);
        if (r->j->start == JAVA_MODULE) {
            *word = r->j->what;
            return true;
        }
    }
}

// Words of JDK_JAVA_OPTIONS: blanks separate, either quote keeps them, and there is
// no other rule.
static void split_words(struct arg_list *out, const char *text,
                        struct arena *arena) {
    char *word = arena_cstr(arena, str_of(text));
    const char *p = text;
    for (;;) {
        p += strspn(p, " \t\n\r\f\v");
        if (!*p) {
            return;
        }
        char quote = 0;
        size_t n = 0;
        for (; *p && (quote || !strchr(" \t\n\r\f\v", *p)); p++) {
            if (*p == quote) {
                quote = 0;
            } else if (!quote && (*p == '"' || *p == '\'')) {
                quote = *p;
            } else {
                word[n++] = *p;
            }
        }
        arg_list_add(out, arena_cstr(arena, (struct str){word, n}), arena);
    }
}

// The launcher reads them itself: only what they say of paths is taken from them.
static bool read_environment(struct javaline *j, const char *text,
                             struct arena *arena) {
    struct arg_list words = {0};
    struct javaline line = {0};
    const char *word;
    split_words(&words, text, arena);
    struct reader r = {.j = &line, .arena = arena, .command = &words};
    if (!read_options(&r, &word)) {
        j->wrong = line.wrong;
        return false;
    }
    j->class_path = line.class_path;
    j->module_path = line.module_path;
    j->unseen = line.unseen;
    j->data = line.data;
    return true;
}

static bool is_source(const char *what) {
    return str_ends(str_of(what), STR(".java"));
}

static void set_start(struct reader *r, const char *what) {
    struct javaline *j = r->j;
    j->what = what;
    if (!what || r->stops) {
        j->start = JAVA_NOTHING;
    } else if (j->start == JAVA_NOTHING) {
        j->start = r->is_jar         ? JAVA_JAR
                   : is_source(what) ? JAVA_SOURCE
                                     : JAVA_CLASS;
    }
    if (j->start == JAVA_JAR) {
        j->class_path = NULL;
    }
}

bool javaline_parse(struct javaline *j, const struct arg_list *command,
                    const struct javaline_env *env, struct arena *arena) {
    *j = (struct javaline){.program = command->item[0]};
    struct reader r = {.j = j, .arena = arena, .command = command, .at = 1};
    const char *what;
    if ((env->options && !read_environment(j, env->options, arena)) ||
        !read_options(&r, &what)) {
        return false;
    }
    if (!j->class_path) {
        j->class_path = env->class_path;
    }
    set_start(&r, what);
    struct arg_list rest = *command;
    for (const char *word; (word = next_of(&r.file, &r.at_file)) ||
                           (word = next_of(&rest, &r.at));) {
        arg_list_add(&j->arguments, word, arena);
    }
    return true;
}

// A word that begins with @ would be read as the name of a file.
static void add_word(struct arg_list *out, const struct javaline *j,
                     const char *word, struct arena *arena) {
    bool guard = word[0] == '@' && !j->verbatim;
    arg_list_add(out, guard ? arena_printf(arena, "@%s", word) : word, arena);
}

static void add_pair(struct arg_list *out, const struct javaline *j,
                     const char *name, const char *value, struct arena *arena) {
    if (value) {
        arg_list_add(out, name, arena);
        add_word(out, j, value, arena);
    }
}

struct arg_list javaline_make(const struct javaline *j,
                              const struct arg_list *more,
                              struct arena *arena) {
    struct arg_list out = {0};
    arg_list_add(&out, j->program, arena);
    for (size_t i = 0; i < more->n; i++) {
        arg_list_add(&out, more->item[i], arena);
    }
    for (size_t i = 0; i < j->options.n; i++) {
        add_word(&out, j, j->options.item[i], arena);
    }
    if (j->start != JAVA_JAR) {
        add_pair(&out, j, "-cp", j->class_path, arena);
    }
    add_pair(&out, j, "-p", j->module_path, arena);
    if (j->start == JAVA_JAR || j->start == JAVA_MODULE) {
        add_pair(&out, j, j->start == JAVA_JAR ? "-jar" : "-m", j->what, arena);
    } else if (j->what) {
        add_word(&out, j, j->what, arena);
    }
    for (size_t i = 0; i < j->arguments.n; i++) {
        arg_list_add(&out, j->arguments.item[i], arena);
    }
    arg_list_add(&out, NULL, arena);
    out.n--;
    return out;
}
