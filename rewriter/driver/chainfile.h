// SPDX-License-Identifier: MIT
// Which chains are wanted: the lines of --chains and --prune.
//
//     entry  com.acme.Shop          trees of entries: patterns of methods
//     target !com.acme.log.**       what edges lead to; ! excludes
//     site   !com.acme.Shop#run@17  call sites: of methods, or one by its offset
//     chain  !com/acme/Shop.run:()V 17 - com/acme/Cart.add:()V
//                                   that chain, with all that go on from it; for
//                                   offset and receiver - means any
//
// Of each of the first three kinds the last line that matches decides; what no
// line matches is wanted, unless the first line of that kind says what is. What
// chains mean is told in stop_filter.c. # begins a remark.
#ifndef CCINSTR_REWRITER_DRIVER_CHAINFILE_H
#define CCINSTR_REWRITER_DRIVER_CHAINFILE_H

#include "analysis/forest/stop.h"
#include "rewriter/driver/spec.h"

struct chainfile {
    struct emit text;  // of the file, with what was added
    size_t n_read;     // of the file alone
    const char *name;
};

// What was asked: the file, which --add may begin, and the lines of --add.
// False, reported, if it cannot be read or a line makes no sense.
bool chainfile_open(struct chainfile *f, const struct unfold_spec *spec,
                    struct diag *d);
void chainfile_release(struct chainfile *f);
bool chainfile_is_given(const struct unfold_spec *spec);
// False, reported, if chains are too many; a line that matches nothing is only
// warned of.
bool chainfile_apply(const struct chainfile *f, struct stop_filter *to,
                     struct diag *d);
// The lines of --add into the file of --prune, when all else is written: what has failed
// is done again, and they must not be there twice.
bool chainfile_save(const struct unfold_spec *spec, struct diag *d);

#endif
