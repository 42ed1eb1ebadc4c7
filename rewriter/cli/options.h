// SPDX-License-Identifier: MIT
// options.h - the command line, parsed: from argv to struct options.
//
// All strings and lists are borrowed from argv or live in the arena given to
// options_parse.
#ifndef CCINSTR_REWRITER_CLI_OPTIONS_H
#define CCINSTR_REWRITER_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum command_id {
#define COMMAND(id, name, function, operands, least, purpose) CMD_##id,
#include "rewriter/cli/options.def"
    N_COMMANDS,
    CMD_NONE = N_COMMANDS,  // only --help or --version was asked for
};

enum option_id {
#define OPTION(id, long_name, short_name, argument, kind, field, commands, \
               group, flags, help)                                         \
    OPT_##id,
#include "rewriter/cli/options.def"
    N_OPTIONS,
};

enum option_choice {
#define CHOICE(option, id, text) id,
#include "rewriter/cli/options.def"
    N_CHOICES,
};

enum option_word {
#define WORD(option, id, text) id,
#include "rewriter/cli/options.def"
    N_WORDS,
};

struct arg_list {
    const char **item;
    size_t n;
};

// What was asked for; a member is named in options.def by the option that
// fills it.
struct options {
    enum command_id command;
    struct arg_list argfiles;   // the FILE of each @FILE
    struct arg_list operands;   // what is no option, in order
    struct arg_list names;      // of run: paths of the operands below output
    struct arg_list component;  // class-name patterns; none means all classes
    const char *classpath;      // this and what follows: NULL if not given
    const char *jdk;
    const char *main;
    const char *roots;
    const char *interface, *tests, *interface_out;
    const char *why;
    const char *dump_method;
    struct arg_list values;
    struct arg_list from, to, within;  // patterns
    enum option_choice analysis, world, format, interface_level;
    unsigned limit;
    unsigned depth, from_main, length, forest_limit;
    enum option_choice recursion, feasibility, exceptions;
    enum option_choice granularity, by, forest_format;
    const char *levels, *criteria, *chains, *prune, *plan_out;
    const char *member, *reach;
    struct arg_list add, entry;
    bool longest, cuts, tables;
    bool patch_jdk, all_public, open;
    bool component_graph, entries, exits, rc;
    const char *html, *json, *csv, *xml, *cobertura, *sarif;
    const char *fail_under, *fail_on, *baseline;
    enum option_choice report_format, what, query_format;
    struct arg_list sources;
    unsigned top;
    bool every, by_name;
    bool methods, gaps, stats;
    const char *output;  // folder; NULL if not given
    bool nested;
    bool force;
    bool strict;
    unsigned threads;  // 0: one per processor
    enum option_choice probes;
    bool check;
    bool quiet;
    bool verbose;
    enum option_choice color;
    bool help;
    bool version;
    bool completion_table;
    bool given[N_OPTIONS];  // which options were
};

// Fill *o from the arguments after the program's name.  False if they make no
// sense; the reason was then printed (usage.h).
bool options_parse(struct options *o, int argc, char **argv,
                   struct arena *arena);

#endif
