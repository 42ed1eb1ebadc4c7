// SPDX-License-Identifier: MIT
// help.c - what --help prints, from the rows of options.def.

#include "rewriter/options/help.h"

#include "rewriter/options/optionrows.h"

#include <string.h>

// Lines that a terminal has at least.
enum { SCREEN = 24 };
enum { TEXT_COLUMN = 27, COMMAND_WIDTH = 12 };

// What stands left of a text; alone on its line where that would not begin in its
// column.
static void print_pair(const char *left, const char *text, FILE *out) {
    if (strlen(left) >= TEXT_COLUMN) {
        fprintf(out, "%s\n", left);
        left = "";
    }
    for (const char *line = text; line; left = "") {
        int n = (int)strcspn(line, "\n");
        fprintf(out, "%-*s%.*s\n", TEXT_COLUMN, left, n, line);
        line = line[n] ? line + n + 1 : NULL;
    }
}

static void print_option(const struct option_row *row, FILE *out) {
    char left[64];
    char letter[8] = "    ";
    if (row->short_name) {
        snprintf(letter, sizeof letter, "-%c, ", row->short_name);
    }
    snprintf(left, sizeof left, "  %s--%s %s", letter, row->long_name,
             row->argument);
    print_pair(left, row->help, out);
}

// Each with what stands behind it.
static void print_questions(FILE *out) {
    static const struct {
        const char *left, *help;
    } question[] = {
#define QUESTION(name, about, least, most, ask, help_) \
    {.left = "  " name " " about, .help = help_},
#include "rewriter/options/questions.def"
    };
    fputs("\nQuestions (see ccinstr-query(5)):\n", out);
    for (size_t i = 0; i < sizeof question / sizeof *question; i++) {
        print_pair(question[i].left, question[i].help, out);
    }
}

static void print_options(enum command_id command, FILE *out) {
    for (enum option_group g = 0; g < N_GROUPS; g++) {
        bool any = false;
        for (enum option_id id = 0; id < N_OPTIONS; id++) {
            const struct option_row *row = &option_rows[id];
            if (row->group != g || (row->flags & HIDDEN) ||
                !option_is_for(id, command)) {
                continue;
            }
            if (!any) {
                fprintf(out, "\n%s:\n", group_titles[g]);
            }
            any = true;
            print_option(row, out);
        }
    }
}

static unsigned lines_of(const char *text) {
    unsigned n = 1;
    for (; (text = strchr(text, '\n')); text++) {
        n++;
    }
    return n;
}

// Do all options of a command fit on a screen, below its head?
static bool is_short(enum command_id command) {
    enum { HEAD = 3, QUESTIONS = 14 };
    unsigned n = command == CMD_QUERY ? HEAD + QUESTIONS : HEAD;
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        const struct option_row *row = &option_rows[id];
        if (option_is_for(id, command) && !(row->flags & HIDDEN)) {
            n += lines_of(row->help);
        }
    }
    return n + N_GROUPS <= SCREEN;
}

// What most users need.
static void print_first(enum command_id command, FILE *out) {
    bool any = false;
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        const struct option_row *row = &option_rows[id];
        if (option_is_for(id, command) && row->flags & FIRST) {
            fputs(any ? "" : "\nMost used:\n", out);
            print_option(row, out);
            any = true;
        }
    }
    fprintf(out, "\nAll options: ccinstr %s --help all, or ccinstr(1).\n",
            command_rows[command].name);
}

static void print_program(FILE *out) {
    fputs(
        "usage: ccinstr COMMAND [option...] ...\n\n"
        "Which call chains through a Java component did its tests exercise?\n"
        "ccinstr reads jars, analyses them, writes drop-in replacements that\n"
        "record it, and reports what they recorded.\n",
        out);
    fputs("\nCommands (ccinstr COMMAND --help tells more):\n", out);
    for (enum command_id c = 0; c < N_COMMANDS; c++) {
        fprintf(out, "  %-*s%s\n", COMMAND_WIDTH, command_rows[c].name,
                command_rows[c].purpose);
    }
    print_options(CMD_NONE, out);
    fputs("\n@FILE stands for the arguments in that file, as with javac.\n"
          "\nExit status: 0 done; 1 done, but not all of it under --strict;\n"
          "2 wrong usage; 3 nothing useful could be produced.\n",
          out);
}

static void print_command(enum command_id command, bool all, FILE *out) {
    const struct command_row *row = &command_rows[command];
    fprintf(out, "usage: ccinstr %s [option...] %s\n\n", row->name,
            row->operands);
    fprintf(out, "ccinstr %s: %s.\n", row->name, row->purpose);
    if (command == CMD_QUERY) {
        print_questions(out);
    }
    if (all || is_short(command)) {
        print_options(command, out);
    } else {
        print_first(command, out);
    }
}

void help_print(enum command_id command, bool all, FILE *out) {
    if (command == CMD_NONE) {
        print_program(out);
    } else {
        print_command(command, all, out);
    }
}
