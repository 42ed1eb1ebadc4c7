// SPDX-License-Identifier: MIT
// Why a method or a class is left as it was: the texts.
#include "rewriter/edit/refusal.h"

const char *refusal_text(enum refusal r) {
    static const char *const text[REFUSED_N] = {
        [REFUSED_NOT] = "not refused",
#define REFUSAL(id, text) [REFUSED_##id] = text,
#include "rewriter/edit/refusals.def"
#undef REFUSAL
    };
    return text[r];
}
