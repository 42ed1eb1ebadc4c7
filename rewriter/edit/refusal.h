// SPDX-License-Identifier: MIT
// Why a method or a class is left as it was (refusals.def).
#ifndef CCINSTR_REWRITER_EDIT_REFUSAL_H
#define CCINSTR_REWRITER_EDIT_REFUSAL_H

enum refusal {
    REFUSED_NOT,
#define REFUSAL(id, text) REFUSED_##id,
#include "rewriter/edit/refusals.def"
#undef REFUSAL
    REFUSED_N
};

const char *refusal_text(enum refusal r);

#endif
