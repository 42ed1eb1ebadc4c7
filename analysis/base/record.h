// SPDX-License-Identifier: MIT
// A list of the files that a run has put into an output folder, so that the next run may
// replace the folder.
//
// Replacing a folder deletes what is in it. So beside each output folder NAME
// stands a file .NAME.ccinstr that lists what was written there, and only a
// folder that holds nothing else is replaced: neither a folder of the user's,
// nor a copy of ours, nor one of ours to which something was added. An empty
// folder has nothing to lose; some build tools make it beforehand.
#ifndef CCINSTR_ANALYSIS_BASE_RECORD_H
#define CCINSTR_ANALYSIS_BASE_RECORD_H

#include "analysis/base/file.h"
#include "analysis/base/walk.h"

// Is that the name of a record?
bool record_is_name(struct str name);
// Writes the record of `folder`, which is to hold the nodes of w. It counts once it is
// committed. False, reported, if that fails; then there is nothing to abort.
bool record_write(struct outfile *o, const char *folder, const struct walk *w,
                  struct diag *d);

// *why, in arena a: why `folder` must not be replaced, in words of a message: it is no
// folder, or holds something that its record does not list. NULL if it may be replaced, or
// is not there. False, reported, if that cannot be told.
bool record_look(const char *folder, struct arena *a, const char **why,
                 struct diag *d);

#endif
