// SPDX-License-Identifier: MIT
// Jars and folders of classes in, drop-in replacements out: finds what the operands are
// and where each goes, makes the plan, inserts the probes, and writes all of it, or tells
// that nothing has changed.
#ifndef CCINSTR_REWRITER_INSTRUMENT_INSTRUMENT_H
#define CCINSTR_REWRITER_INSTRUMENT_INSTRUMENT_H

#include "analysis/base/diag.h"
#include "rewriter/driver/spec.h"
#include "rewriter/driver/term.h"
#include "rewriter/jar/jar.h"
#include "rt-native/plan.h"

// The probes of a plan, nothing, an instruction that does nothing, or a probe wherever
// one can be.
enum probes_kind { PROBES_PLAN, PROBES_NONE, PROBES_NOP, PROBES_ALL };

struct instrument_spec {
    const struct analysis_spec *analysis;
    const struct unfold_spec *unfold;
    const char *output;  // the folder
    struct arg_list
        names;  // where below it each input goes; none: by its own name
    enum probes_kind probes;
    bool nested;  // archives in archives, too
    bool check;   // each class that was written is read again
    bool strict;  // what is left as it was matters to the result
    bool force, quiet;
    unsigned threads;  // 0: one for each processor
    // All that decides what is written, as lines, and the files among it that are read:
    // while they stay the same there is nothing to do (unchanged.h).
    struct arg_list asked, read;
    struct term *term;
    bool (*stop)(void);  // is it to end soon?
    // Figures of what was inserted are wanted; without a plan p is NULL.
    void (*print_stats)(const struct jar_counts *c, const struct plan *p);
};

enum instrument_result {
    INSTRUMENT_DONE,
    INSTRUMENT_PARTLY,  // it was strict, and something had to be left as it was
    INSTRUMENT_CLASH,   // two inputs have one name
    INSTRUMENT_NOTHING,  // nothing can be used; that was reported
};
// Sets TZ of the process.
enum instrument_result instrument(const struct instrument_spec *spec,
                                  struct diag *diag);

#endif
