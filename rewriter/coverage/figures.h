// SPDX-License-Identifier: MIT
// How much is required and how much of it was covered, in all and by groups.
#ifndef CCINSTR_REWRITER_COVERAGE_FIGURES_H
#define CCINSTR_REWRITER_COVERAGE_FIGURES_H

#include "rewriter/coverage/cover.h"

struct figure {
    struct big required;
    u8 covered;
    bool unknown;  // too many to be told (limits.h)
};

enum figure_of {
    FIGURE_CHAINS,            // by receiver, site and target
    FIGURE_CHAINS_BY_SITE,    // by site and target
    FIGURE_CHAINS_BY_METHOD,  // by caller and target
    FIGURE_RC,                // receiver classes at sites
    FIGURE_TM,                // target methods at sites
    FIGURE_ENTRIES,  // entries that have trees; covered if any of them is entered
    N_FIGURES
};
extern const char
    *const figure_word[N_FIGURES];  // "chains", "chains_by_site", ...

enum figures_by {
    FIGURES_BY_PACKAGE,
    FIGURES_BY_CLASS,
    FIGURES_BY_METHOD,  // entries and methods with required sites
    FIGURES_BY_LENGTH,  // of chains; rows have no figures of RC, TM and entries
    FIGURES_BY_LEVEL,   // of chains; rows have no figures of RC, TM and entries
    N_FIGURES_BY
};

struct figures_row {
    struct str
        name;  // com/acme, com/acme/Foo, com/acme/Foo.bar:(I)V, a number, "*"
    u4 id;     // row of the class or method in the plan of `cover`
    u4 cover;  // place among the covers of figures_make
    struct figure of[N_FIGURES];
};

struct figures {
    struct figure all[N_FIGURES];
    struct figures_row
        *row[N_FIGURES_BY];  // by name; lengths and levels by number
    u4 n[N_FIGURES_BY];
    bool has[N_FIGURES];  // are there requirements of that kind (--criteria)?
};

// Adds up the figures of several plans.
void figures_make(struct figures *f, const struct cover *const *cover, u4 n,
                  struct arena *mem);

// Per cent with one decimal, rounded down: 100.0 only if all is covered, 0.0 only if
// nothing is ("<0.1"); "-" if nothing is required or that is unknown.
enum { PERCENT_TEXT = 8 };
const char *figure_percent(char room[PERCENT_TEXT], const struct figure *f);
// The most hundredths of a per cent that the figure reaches.
u4 figure_hundredths(const struct figure *f);
// Is the figure at least that many hundredths of a per cent, without rounding? True if
// nothing is required.
bool figure_reaches(const struct figure *f, u4 hundredths);

#endif
