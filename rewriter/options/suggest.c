// SPDX-License-Identifier: MIT
// suggest.c - the known name nearest to a misspelt one.
//
// What it takes to be near: analysis/text/near.h.
#include "rewriter/options/optionrows.h"

#include "analysis/text/near.h"

const char *suggest_option(const char *name, enum command_id command) {
    struct near near = {.name = str_of(name)};
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        bool hidden = (option_rows[id].flags & HIDDEN) != 0;
        if (!hidden && option_is_for(id, command)) {
            near_consider(&near, option_rows[id].long_name);
        }
    }
    return near.best;
}

const char *suggest_command(const char *name) {
    struct near near = {.name = str_of(name)};
    for (enum command_id id = 0; id < N_COMMANDS; id++) {
        near_consider(&near, command_rows[id].name);
    }
    return near.best;
}

const char *suggest_word(struct str name, enum option_id id) {
    struct near near = {.name = name};
    for (enum option_word w = 0; w < N_WORDS; w++) {
        if (word_rows[w].option == id) {
            near_consider(&near, word_rows[w].text);
        }
    }
    return near.best;
}
