// SPDX-License-Identifier: MIT
// options.h - the command line, parsed: from argv to struct options.
//
// All strings and lists are borrowed from argv or live in the arena given to
// options_parse.
#ifndef CCINSTR_REWRITER_OPTIONS_OPTIONS_H
#define CCINSTR_REWRITER_OPTIONS_OPTIONS_H

#include "rewriter/driver/spec.h"
#include "rewriter/driver/term.h"
#include "rewriter/formats/formats.h"
#include "rewriter/instrument/instrument.h"
#include "rewriter/report/report.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;

enum command_id {
#define COMMAND(id, name, function, operands, least, purpose) CMD_##id,
#include "rewriter/options/options.def"
    N_COMMANDS,
    CMD_NONE = N_COMMANDS,  // only --help or --version was asked for
};

enum option_id {
#define OPTION(id, long_name, short_name, argument, kind, field, commands, \
               group, flags, help)                                         \
    OPT_##id,
#include "rewriter/options/options.def"
    N_OPTIONS,
};

enum option_word {
#define WORD(option, id, text) id,
#include "rewriter/options/options.def"
    N_WORDS,
};

enum graph_format { FORMAT_TSV, FORMAT_JSON, FORMAT_DOT };
enum forest_format {
    FOREST_TEXT,
    FOREST_TSV,
    FOREST_JSON,
    FOREST_DOT,
    FOREST_SVG
};
enum granularity { GRANULARITY_RECEIVER, GRANULARITY_SITE, GRANULARITY_METHOD };
enum forest_by { BY_ENTRY, BY_CLASS, BY_PACKAGE, BY_LENGTH };
enum report_print { REPORT_TEXT, REPORT_TSV, REPORT_JSON, REPORT_GITHUB };
enum report_what {
    WHAT_SUMMARY,
    WHAT_CHAINS,
    WHAT_RC,
    WHAT_TM,
    WHAT_ENTRIES,
    WHAT_UNPREDICTED,
    WHAT_HANDLERS
};
enum query_format { QUERY_TEXT, QUERY_JSON };

// What was asked for; a member is named in options.def by the option that
// fills it.
struct options {
    enum command_id command;
    struct arg_list argfiles;  // the FILE of each @FILE
    struct arg_list operands;  // what is no option, in order
    struct arg_list names;     // of run: paths of the operands below output
    struct analysis_spec analysis;
    struct unfold_spec unfold;
    struct edge_spec edges;
    const char *levels, *criteria;  // lists that specs.c reads
    const char *why;
    const char *dump_method;
    struct arg_list values;
    enum graph_format format;
    unsigned limit;
    unsigned length, forest_limit;
    enum granularity granularity;
    enum forest_by by;
    enum forest_format forest_format;
    const char *plan_out;
    const char *member, *reach;
    struct arg_list entry;
    bool longest, cuts, tables;
    bool inside, entries, exits, rc;
    const char *html;
    const char *report_file[N_REPORT_FILES];  // NULL: not asked for
    const char *fail_under, *fail_on, *baseline;
    enum report_print report_print;
    enum report_what what;
    enum query_format query_format;
    struct arg_list sources;
    unsigned top;
    bool every, by_name;
    bool methods, gaps, stats, levels_table;
    const char *output;  // folder; NULL if not given
    bool nested;
    bool force;
    bool strict;
    unsigned threads;  // 0: one per processor
    enum probes_kind probes;
    bool check;
    bool quiet;
    bool verbose;
    enum color_when color;
    bool help, help_all;
    bool version;
    bool completion_table;
    bool given[N_OPTIONS];  // which options were
};

// Fill *o from the arguments after the program's name.  False if they make no
// sense; the reason was then printed (usage.h).
bool options_parse(struct options *o, int argc, char **argv,
                   struct arena *arena);

#endif
