// SPDX-License-Identifier: MIT
// The contents of a folder, as a list in a fixed order.
#ifndef CCINSTR_ANALYSIS_BASE_WALK_H
#define CCINSTR_ANALYSIS_BASE_WALK_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"

enum node_kind { NODE_FOLDER, NODE_FILE, NODE_LINK };

struct node {
    const char *path;    // below the folder, terminated
    const char *target;  // of a NODE_LINK
    enum node_kind kind;
    unsigned depth;
};

struct walk {
    struct node *node;  // in the arena; a folder comes before what it holds
    size_t n;
};

// Lists all below root. Links to files count as files. A relative link to a folder
// inside `root` stays a link. Other links to folders, and things that are neither file
// nor folder, are left out with a warning. False, reported and with errno, when
// something can't be read.
bool walk_folder(struct walk *w, const char *root, struct arena *a,
                 struct diag *d);

struct dirent;
// For scandir: takes jars alone.
int walk_is_jar(const struct dirent *e);
// For scandir: the order of the bytes of names.
int walk_by_bytes(const struct dirent **a, const struct dirent **b);

#endif
