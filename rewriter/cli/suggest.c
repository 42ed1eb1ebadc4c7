// SPDX-License-Identifier: MIT
// suggest.c - the known name nearest to a misspelt one.
//
// Distance is the number of letters added, left out, changed, or swapped with
// their neighbour (optimal string alignment).  Up to a third of the letters
// may be wrong: beyond that a suggestion misleads more than it helps.

#include "rewriter/cli/options_priv.h"

#include <string.h>

enum { NAME_MAX_LETTERS = 24 };  // longer names are nobody's misspelling

static unsigned min3(unsigned a, unsigned b, unsigned c) {
    unsigned m = a < b ? a : b;
    return m < c ? m : c;
}

static unsigned distance(const char *a, size_t na, const char *b, size_t nb) {
    unsigned d[NAME_MAX_LETTERS + 1][NAME_MAX_LETTERS + 1];
    for (size_t i = 0; i <= na; i++) {
        d[i][0] = (unsigned)i;
    }
    for (size_t j = 0; j <= nb; j++) {
        d[0][j] = (unsigned)j;
    }
    for (size_t i = 1; i <= na; i++) {
        for (size_t j = 1; j <= nb; j++) {
            unsigned change = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1,
                           d[i - 1][j - 1] + change);
            bool swapped =
                i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && d[i - 2][j - 2] + 1 < d[i][j]) {
                d[i][j] = d[i - 2][j - 2] + 1;
            }
        }
    }
    return d[na][nb];
}

// Takes candidate for *best if it is nearer to name than *least.
static void consider(const char *name, const char *candidate, const char **best,
                     unsigned *least) {
    size_t n = strlen(name);
    size_t m = strlen(candidate);
    if (n > NAME_MAX_LETTERS || m > NAME_MAX_LETTERS) {
        return;
    }
    unsigned d = distance(name, n, candidate, m);
    if (d <= (m + 2) / 3 && d < *least) {
        *least = d;
        *best = candidate;
    }
}

const char *suggest_option(const char *name, enum command_id command) {
    const char *best = NULL;
    unsigned least = ~0u;
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
    unsigned least = ~0u;
    for (enum command_id id = 0; id < N_COMMANDS; id++) {
        consider(name, command_rows[id].name, &best, &least);
    }
    return best;
}
