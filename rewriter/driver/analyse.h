// SPDX-License-Identifier: MIT
// From what is asked to a solved call graph: what all commands have in common that look
// at a program or a component. This folder knows no options and no commands.
#ifndef CCINSTR_REWRITER_DRIVER_ANALYSE_H
#define CCINSTR_REWRITER_DRIVER_ANALYSE_H

#include "analysis/pointsto/pointsto.h"
#include "analysis/models/models.h"
#include "rewriter/driver/spec.h"
#include "rewriter/jar/select.h"

enum phase {
    PHASE_OPEN,
    PHASE_LOAD,
    PHASE_SOLVE,
    PHASE_PROPAGATE,  // of points-to sets
    PHASE_COUNT,
    N_PHASES
};

struct analysis {
    const struct analysis_spec *spec;
    struct diag *diag;
    struct arena arena;
    struct select component;  // which classes of the operands are
    struct sources *src;
    enum analysis_kind kind;
    bool solved;  // what follows is there
    struct world world;
    struct models models;
    struct effects *effects;  // of reflection; NULL: it is not followed
    struct dynamic *dynamic;  // of `effects`
    VEC(struct resource_text) resources;
    struct pointsto *pts;  // of points-to analyses
    struct solve solve;
    double spent[N_PHASES];
    double since;
    double told;  // of the progress
};

// All that can fail was reported then. analysis_close is needed all the same.
bool analysis_open(struct analysis *s, const struct analysis_spec *spec,
                   struct diag *diag);
// One of ANALYSIS_CHA and so on, once.
bool analysis_solve(struct analysis *s, enum analysis_kind kind);
// Forgets what was solved: the same inputs can be solved again, by what the spec says then.
void analysis_forget(struct analysis *s);
// What values can hold is not asked for any more: half of the memory.
void analysis_forget_values(struct analysis *s);
void analysis_close(struct analysis *s);

// A whole program, from main; otherwise a component, which is closed by Int. A
// Main-Class counts when nothing is said of Int.
bool analysis_is_program(const struct analysis *s);
// As --analysis names it.
const char *analysis_name(enum analysis_kind kind);

static inline bool analysis_is_points_to(enum analysis_kind kind) {
    return kind == ANALYSIS_0CFA || kind == ANALYSIS_AND;
}

// The main class of a program, as it was asked for or as the jar names it.
struct str analysis_main_class(struct analysis *s);
// Would writing to that file destroy something that is read? Reported, if so.
bool analysis_is_input(struct analysis *s, const char *output);

// Books what has passed since the last call to a phase.
void analysis_tick(struct analysis *s, enum phase phase);
// A warning that names classes that are nowhere.
void analysis_report_phantoms(struct analysis *s);

#endif
