// SPDX-License-Identifier: MIT
// A Code attribute from the model: as it was read, or edited.
#ifndef CCINSTR_REWRITER_EDIT_CODEWRITE_H
#define CCINSTR_REWRITER_EDIT_CODEWRITE_H

#include "rewriter/edit/layout.h"

// The body of the attribute exactly as it was read.
void code_write(const struct cf_class *c, const struct code *code,
                struct emit *out);

// The body with the edits of l. Tables that had to be dropped are reported to d. False
// when the method is refused: then cut off what was written.
bool code_write_edited(struct edit *e, const struct layout *l, struct emit *out,
                       const struct place *at, struct diag *d);

#endif
