// SPDX-License-Identifier: MIT
// suggest.c - the known name nearest to a misspelt one.
//
// What it takes to be near: analysis/text/near.h.

#include "rewriter/options/optionrows.h"

#include "analysis/text/near.h"

#include <string.h>

// Takes candidate for *best if it is nearer to name than *least.
static void consider(const char *name, const char *candidate, const char **best,
                     u4 *least) {
    u4 d = near_distance(str_of(name), str_of(candidate));
    if (near_enough(d, str_of(candidate)) && d < *least) {
        *least = d;
        *best = candidate;
    }
}

const char *suggest_option(const char *name, enum command_id command) {
    const char *best = NULL;
    u4 least = UINT32_MAX;
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        bool hidden = (option_rows[id].flags & HIDDEN) != 0;
        if (!hidden && option_is_for(id, command)) {
            consider(name, option_rows[id].long_name, &best, &least);
        }
    }
    return best;
}

const char *suggest_command(const char *name) {
    const char *best = NULL;
    u4 least = UINT32_MAX;
    for (enum command_id id = 0; id < N_COMMANDS; id++) {
        consider(name, command_rows[id].name, &best, &least);
    }
    return best;
}
