// SPDX-License-Identifier: MIT
// cmd_instrument.c - jars and folders of classes in, drop-in replacements out.
#include "rewriter/cli/cmd.h"

#include "analysis/base/arena.h"
#include "analysis/text/arglist.h"
#include "rewriter/cli/interrupt.h"
#include "rewriter/driver/term.h"
#include "rewriter/instrument/instrument.h"
#include "rewriter/options/optionrows.h"
#include "rewriter/options/options.h"
#include "rewriter/stats/instrstats.h"

// Does it decide what is written?
static bool decides(enum option_id id) {
    return option_is_for(id, CMD_INSTRUMENT) &&
           option_rows[id].group != GROUP_GENERAL &&
           !(option_rows[id].flags & NO_RESULT);
}

// Lines that differ where the values of the option do.
static void add_lines(struct arg_list *to, const struct options *opt,
                      enum option_id id, struct arena *a) {
    const struct option_row *row = &option_rows[id];
    const char *name = row->long_name;
    const void *value = option_value(opt, id);
    const struct arg_list *list = value;
    const char *text;
    switch (row->kind) {
    case FLAG:
        arg_list_add(to, arena_printf(a, "%s %d", name, *(const bool *)value),
                     a);
        break;
    case TEXT:
        text = *(const char *const *)value;
        arg_list_add(to, text ? arena_printf(a, "%s %s", name, text) : name, a);
        break;
    case LIST:
        for (size_t i = 0; i < list->n; i++) {
            arg_list_add(to, arena_printf(a, "%s %s", name, list->item[i]), a);
        }
        break;
    case COUNT:
    case NUMBER:
        arg_list_add(
            to, arena_printf(a, "%s %u", name, *(const unsigned *)value), a);
        break;
    case CHOICE:
        arg_list_add(to,
                     arena_printf(a, "%s %s", name,
                                  choice_text(id, *(const unsigned *)value)),
                     a);
        break;
    }
}

int instrument_operands(const struct options *opt, const struct arg_list *names,
                        struct diag *diag) {
    static const int status[] = {[INSTRUMENT_DONE] = EXIT_DONE,
                                 [INSTRUMENT_PARTLY] = EXIT_BELOW,
                                 [INSTRUMENT_CLASH] = EXIT_USAGE,
                                 [INSTRUMENT_NOTHING] = EXIT_NOTHING};
    struct arena arena;
    struct term term;
    arena_init(&arena);
    term_init(&term, opt->color, opt->quiet);
    struct instrument_spec spec = {.analysis = &opt->analysis,
                                   .unfold = &opt->unfold,
                                   .output = opt->output,
                                   .names = *names,
                                   .probes = opt->probes,
                                   .nested = opt->nested,
                                   .check = opt->check,
                                   .strict = opt->strict,
                                   .print_stats =
                                       opt->stats ? instrstats_print : NULL,
                                   .force = opt->force,
                                   .quiet = opt->quiet,
                                   .threads = opt->threads,
                                   .term = &term,
                                   .stop = interrupt_seen};
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        if (decides(id)) {
            add_lines(&spec.asked, opt, id, &arena);
        }
        if (opt->given[id] && option_rows[id].flags & IS_READ) {
            struct arg_list files = option_texts(opt, id, &arena);
            for (size_t i = 0; i < files.n; i++) {
                arg_list_add(&spec.read, files.item[i], &arena);
            }
        }
    }
    enum instrument_result result = instrument(&spec, diag);
    arena_release(&arena);
    return status[result];
}

int cmd_instrument(const struct options *opt, struct diag *diag) {
    const struct arg_list by_own_names = {0};
    interrupt_catch();
    int status = instrument_operands(opt, &by_own_names, diag);
    interrupt_pass_on();
    return status;
}
