// SPDX-License-Identifier: MIT
// Field and method descriptors (JVMS 4.3).
#ifndef CCINSTR_ANALYSIS_CLASSFILE_DESC_H
#define CCINSTR_ANALYSIS_CLASSFILE_DESC_H

#include "analysis/base/str.h"
#include "analysis/base/types.h"

// Cuts the first field type off *rest. An empty result means that there is
// none, or that it is malformed.
struct str desc_next(struct str *rest);

// The slots of a type, by its first letter: V 0, J and D 2, others 1.
static inline u4 desc_slots(char letter) {
    return letter == 'V' ? 0 : letter == 'J' || letter == 'D' ? 2 : 1;
}

// The two halves of a method descriptor. False when it is malformed.
struct desc_method {
    struct str args;  // the types without parentheses
    struct str ret;   // one type, or V
    u4 arg_slots;     // without the receiver
};
bool desc_method(struct str desc, struct desc_method *out);

#endif
