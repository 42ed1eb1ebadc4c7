// SPDX-License-Identifier: MIT
// From the names of files to coverage.
#ifndef CCINSTR_REWRITER_COVERAGE_LOADED_H
#define CCINSTR_REWRITER_COVERAGE_LOADED_H

#include "rewriter/coverage/cover.h"
#include "rewriter/plan/planfile.h"

struct loaded {
    struct planfile *plan;
    struct cover *cover;              // by plan, in the order of the names
    const struct cover *const *list;  // the same
    u4 n;
    u4 n_plans;  // that were opened
    u4 n_data;   // files that something was taken from
    bool
        spoiled;  // a file was none of data, or its runs contradict those of others
    struct arena *mem;
};

enum load_kind { LOAD_PLAN, LOAD_DATA, LOAD_FOLDER, LOAD_OTHER };
// By the bytes that it begins with; what cannot be read is LOAD_OTHER, with the reason in
// *error, else 0.
enum load_kind load_kind(const char *path, int *error);

// The data files (*.ccd) of a folder, behind others, in the order of their names. False,
// reported, if it cannot be read. The array is the caller's.
struct load_names {
    const char **v;
    u4 n, cap;
};
bool load_data_names(struct load_names *to, const char *path, struct arena *mem,
                     struct diag *d);

// Plans, data files and folders, of which all *.ccd count; data count for the plan
// they are of, and what cannot be used is reported and left out (`spoiled`, but for data
// of other plans that a folder holds). Plans without data
// are covered by nothing. False, reported, if there is no plan, one cannot be used, or
// of a file or folder that was named nothing can. To be released either way.
bool load_covers(struct loaded *l, const char *const *path, size_t n,
                 struct arena *mem, struct diag *d);
void load_release(struct loaded *l);

// Of two plans the first one alone, with what of the data of the second has its names
// (byname.h); what is lost is reported. False, reported, if there are not two, the
// first has data of its own, or nothing is left.
bool load_by_name(struct loaded *l, struct diag *d);

#endif
