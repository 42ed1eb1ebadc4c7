// SPDX-License-Identifier: MIT
// From the names of files to coverage.
#ifndef CCINSTR_REWRITER_COVERAGE_LOADED_H
#define CCINSTR_REWRITER_COVERAGE_LOADED_H

#include "rewriter/coverage/cover.h"
#include "rewriter/plan/planfile.h"

struct loaded {
    struct planfile *plan;
    struct cover *cover;              // by plan, in the order of the names
    const struct cover *const *list;  // pointers to these
    u4 n;                             // plans
    u4 n_plans;                       // plans that were opened
    u4 n_data;                        // files that something was taken from
    bool
        spoiled;  // a file was none of data, or its runs contradict those of others
    struct arena *mem;
};

enum load_kind { LOAD_PLAN, LOAD_DATA, LOAD_FOLDER, LOAD_OTHER };
// The kind of a file by its first bytes. A file that cannot be read is LOAD_OTHER, with
// the reason in *error, which is 0 else.
enum load_kind load_kind(const char *path, int *error);

struct load_names {
    const char **v;  // the caller frees it (vec_free)
    u4 n, cap;
};
// Adds the data files (*.ccd) of a folder, in the order of their names. False, reported,
// if the folder or one of them cannot be read.
bool load_data_names(struct load_names *to, const char *path, struct arena *mem,
                     struct diag *d);

// Loads plans, data files and folders, of which all *.ccd count. Data count for the
// plan they are of. Data that cannot be used are reported and left out, and `spoiled` is
// set, but not for data of other plans that a folder holds. Plans without data are
// covered by nothing. False, reported, if there is no plan, if a plan cannot be used, or
// if nothing of a named file or folder can. Release l either way.
bool load_covers(struct loaded *l, const char *const *path, size_t n,
                 struct arena *mem, struct diag *d);
void load_release(struct loaded *l);

// Keeps the first of two plans alone, and counts for it the data of the second that
// have its names (byname.h); lost ones are reported. False, reported, if there are not
// two plans, the first has data of its own, or nothing is left.
bool load_by_name(struct loaded *l, struct diag *d);

#endif
