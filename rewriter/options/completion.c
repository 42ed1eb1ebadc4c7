// SPDX-License-Identifier: MIT
// completion.c - what shells complete, as a table, from the rows of options.def.
//
// Which files an argument means is told by the word that stands for it in --help, so
// a new option is completed without being named here.

#include "rewriter/options/completion.h"

#include "rewriter/coverage/figures.h"
#include "rewriter/options/optionrows.h"

#include <string.h>

// Of operands, where CLASS is a class file; in options it is the name of a class.
static const struct operand_meaning {
    const char *word, *kinds;
    bool is_folder;  // or may be one
} operand_meanings[] = {
    {"JAR", "jar war ear zip jmod", false},
    {"DIR", NULL, true},
    {"CLASS", "class", false},
    {"PLAN", "plan", true},
    {"DATA", "ccd", true},
    {"QUESTION", "?", false},
    {"--", "--", false},
};
enum { N_OPERANDS = sizeof operand_meanings / sizeof *operand_meanings };

static const struct argument_meaning {
    const char *word, *kinds;
} argument_meanings[] = {
    {"DIR", "/"},     {"HOME", "/"},
    {"FILE", "*"},    {"PATH", "jar war ear zip jmod / :"},
    {"C,...", ","},   {"W,...", ","},
    {"C=N,...", ","}, {"PLAN,DATA", "plan ccd / ,"},
};
enum { N_ARGUMENTS = sizeof argument_meanings / sizeof *argument_meanings };

static const char *or_none(const char *text) {
    return *text ? text : "-";
}

static bool has_word(const char *usage, const char *word) {
    static const char between[] = " |[.]";
    size_t n = strlen(word);
    for (const char *p = usage; *p; p += strcspn(p, between)) {
        p += strspn(p, between);
        if (strcspn(p, between) == n && memcmp(p, word, n) == 0) {
            return true;
        }
    }
    return false;
}

// Those of all words of a usage line; folders once, and last.
static void print_operand_kinds(const char *usage, FILE *out) {
    const char *blank = "";
    bool is_folder = false;
    for (size_t i = 0; i < N_OPERANDS; i++) {
        const struct operand_meaning *m = &operand_meanings[i];
        if (!has_word(usage, m->word)) {
            continue;
        }
        is_folder = is_folder || m->is_folder;
        if (m->kinds) {
            fprintf(out, "%s%s", blank, m->kinds);
            blank = " ";
        }
    }
    if (is_folder) {
        fprintf(out, "%s/", blank);
    } else if (!*blank) {
        fputc('-', out);
    }
}

static const char *option_kinds(const struct option_row *row) {
    for (size_t i = 0; i < N_ARGUMENTS; i++) {
        if (strcmp(argument_meanings[i].word, row->argument) == 0) {
            return argument_meanings[i].kinds;
        }
    }
    return "-";
}

static void print_words(enum option_id id, FILE *out) {
    const char *blank = "";
    for (size_t c = 0; c < N_CHOICES; c++) {
        if (choice_rows[c].option == id) {
            fprintf(out, "%s%s", blank, choice_rows[c].text);
            blank = " ";
        }
    }
    for (enum option_word w = 0; w < N_WORDS; w++) {
        if (word_rows[w].option == id) {
            fprintf(out, "%s%s", blank, word_rows[w].text);
            blank = " ";
        }
    }
    for (int i = 0; id == OPT_FAIL_UNDER && i < N_FIGURES; i++) {
        fprintf(out, "%s%s=", blank, figure_word[i]);
        blank = " ";
    }
    fputs(*blank ? "" : "-", out);
}

// What --help says, on one line.
static void print_help(const char *help, FILE *out) {
    for (const char *p = help; *p; p++) {
        fputc(*p == '\n' ? ' ' : *p, out);
    }
}

static void print_option(enum option_id id, enum command_id command,
                         FILE *out) {
    const struct option_row *row = &option_rows[id];
    char letter[] = {'-', row->short_name, 0};
    fprintf(out, "option\t%s\t--%s\t%s\t%s\t%s\t%s\t",
            command == CMD_NONE ? "-" : command_rows[command].name,
            row->long_name, letter, row->kind == LIST ? "*" : "-",
            or_none(row->argument), option_kinds(row));
    print_words(id, out);
    fputc('\t', out);
    print_help(row->help, out);
    fputc('\n', out);
}

static const struct question {
    const char *name, *about;
} questions[] = {
#define QUESTION(name_, about_, least, most, ask, help) \
    {.name = name_, .about = about_},
#include "rewriter/options/questions.def"
};
enum { N_QUESTIONS = sizeof questions / sizeof *questions };

void completion_print(FILE *out) {
    for (enum command_id c = 0; c < N_COMMANDS; c++) {
        fprintf(out, "command\t%s\t", command_rows[c].name);
        print_operand_kinds(command_rows[c].operands, out);
        fprintf(out, "\t%s\n", command_rows[c].purpose);
    }
    for (enum command_id c = 0; c <= CMD_NONE; c++) {
        for (enum option_id id = 0; id < N_OPTIONS; id++) {
            if (!(option_rows[id].flags & HIDDEN) && option_is_for(id, c)) {
                print_option(id, c, out);
            }
        }
    }
    for (size_t i = 0; i < N_QUESTIONS; i++) {
        fprintf(out, "question\t%s\t", questions[i].name);
        print_operand_kinds(questions[i].about, out);
        fprintf(out, "\t%s\n", or_none(questions[i].about));
    }
}
