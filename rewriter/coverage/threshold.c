// SPDX-License-Identifier: MIT
// What a build demands of coverage.
#include "rewriter/coverage/threshold.h"

#include <stdio.h>
#include <string.h>

enum { WHOLE = 10000 };

// A number from 0 to 100 with two decimals at most, behind which the text goes on at
// *end.
static bool parse_percent(const char *p, u4 *hundredths, const char **end) {
    u4 whole = 0, part = 0, digits = 0, decimals = 0;
    for (; *p >= '0' && *p <= '9' && digits < 4; p++, digits++) {
        whole = 10 * whole + (u4)(*p - '0');
    }
    if (*p == '.') {
        for (p++; *p >= '0' && *p <= '9' && decimals < 2; p++, decimals++) {
            part = 10 * part + (u4)(*p - '0');
        }
        if (decimals == 0) {
            return false;
        }
    }
    *hundredths = 100 * whole + (decimals == 1 ? 10 * part : part);
    *end = p + (*p == '%');
    return digits != 0 && *hundredths <= WHOLE;
}

// What the text up to `equals` names; N_FIGURES: nothing.
static u4 figure_named(const char *p, const char *equals) {
    size_t n = equals ? (size_t)(equals - p) : 0;
    u4 i = 0;
    while (i < N_FIGURES &&
           (strlen(figure_word[i]) != n || memcmp(figure_word[i], p, n) != 0)) {
        i++;
    }
    return i;
}

static enum threshold_fault parse_one(struct threshold *t, const char *p,
                                      const char **end, const char **wrong) {
    const char *equals = strchr(p, '=');
    u4 i = figure_named(p, equals);
    *wrong = p;
    if (i == N_FIGURES) {
        return THRESHOLD_NONSENSE;
    }
    if (t->given[i]) {
        *wrong = figure_word[i];
        return THRESHOLD_AGAIN;
    }
    t->given[i] = true;
    bool ok = parse_percent(equals + 1, &t->hundredths[i], end) &&
              (**end == ',' || **end == 0);
    return ok ? THRESHOLD_FINE : THRESHOLD_NONSENSE;
}

enum threshold_fault threshold_parse(struct threshold *t, const char *text,
                                     const char **wrong) {
    *t = (struct threshold){{0}, {0}};
    for (const char *p = text;;) {
        const char *end = p;
        enum threshold_fault fault = parse_one(t, p, &end, wrong);
        if (fault != THRESHOLD_FINE || *end == 0) {
            return fault;
        }
        p = end + 1;
    }
}

const char *threshold_text(char room[THRESHOLD_TEXT], u4 hundredths) {
    u4 part = hundredths % 100;
    if (part == 0) {
        snprintf(room, THRESHOLD_TEXT, "%u", hundredths / 100);
    } else if (part % 10 == 0) {
        snprintf(room, THRESHOLD_TEXT, "%u.%u", hundredths / 100, part / 10);
    } else {
        snprintf(room, THRESHOLD_TEXT, "%u.%02u", hundredths / 100, part);
    }
    return room;
}
