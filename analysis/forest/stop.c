// SPDX-License-Identifier: MIT
// Stopping rules, all of them: made and released by the rows of stops.def.
#include "analysis/forest/stop.h"

static const struct stop_row {
    struct stop_rule (*make)(const struct stop_given *given);
    enum stop_wish usual;
} row[N_STOPS] = {
#define STOP(id, name, usual) [STOP_##id] = {stop_##name, usual},
#include "analysis/forest/stops.def"
};

void stops_make(struct stop_rule rule[N_STOPS], const struct stop_given *given,
                const enum stop_wish wish[N_STOPS]) {
    for (enum stop_id i = 0; i < N_STOPS; i++) {
        enum stop_wish is = wish[i] == STOP_AS_USUAL ? row[i].usual : wish[i];
        rule[i] = is == STOP_ON ? row[i].make(given) : (struct stop_rule){0};
    }
}

void stops_release(struct stop_rule rule[N_STOPS]) {
    for (enum stop_id i = 0; i < N_STOPS; i++) {
        if (rule[i].release) {
            rule[i].release(rule[i].context);
        }
    }
}
