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
// In each of the first three kinds the last line that matches decides. Without a match
// the thing is wanted, unless the first line of its kind says what is wanted.
// stop_filter.c says what chains mean. # begins a remark.
#ifndef CCINSTR_REWRITER_DRIVER_CHAINFILE_H
#define CCINSTR_REWRITER_DRIVER_CHAINFILE_H

#include "analysis/forest/stop.h"
#include "rewriter/driver/spec.h"

struct chainfile {
    struct emit text;  // of the file, with what was added
    size_t n_read;     // of the file alone
    const char *name;
};

// Reads the file, which --add may begin, and the lines of --add. False, reported, if the
// file cannot be read or a line makes no sense.
bool chainfile_open(struct chainfile *f, const struct unfold_spec *spec,
                    struct diag *d);
void chainfile_release(struct chainfile *f);
bool chainfile_is_given(const struct unfold_spec *spec);
// Puts the lines into a filter. False, reported, if chains are too many; a line that
// matches nothing is only warned of.
bool chainfile_apply(const struct chainfile *f, struct stop_filter *to,
                     struct diag *d);
// Writes the lines of --add into the file of --prune. Call it when all else is written:
// a command that failed is given again, and the lines must not be there twice.
bool chainfile_save(const struct unfold_spec *spec, struct diag *d);

#endif
