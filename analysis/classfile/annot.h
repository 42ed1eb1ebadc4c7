// SPDX-License-Identifier: MIT
// Annotations (JVMS 4.7.16): their values, one after another, with those of arrays
// and of annotations that are values.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_ANNOT_H
#define CCINSTR_ANALYSIS_CLASSFILE_ANNOT_H

#include "analysis/base/cursor.h"
#include "analysis/base/limits.h"
#include "analysis/classfile/classfile.h"

struct annot_reader {
    const struct cf_class *c;
    struct cursor *cur;
    u4 depth;
    struct annot_level {
        u2 left;  // how many values are still to come
        bool named;
        u2 type, element;  // that these are of
    } open[1 + LIMIT_ANNOTATION_DEPTH];
};

// A value that holds no others.
struct annot_item {
    u2 type;  // Utf8, the descriptor of the annotation; 0: the default of an element
    u2 element;  // Utf8
    u1 tag;
    u2 value;  // constant; of an enum's the Utf8 of its type
};

// An annotation at the cursor.
void annot_open(struct annot_reader *r, const struct cf_class *c,
                struct cursor *cur);
// A value at the cursor, the default of that element (Utf8).
void annot_open_default(struct annot_reader *r, const struct cf_class *c,
                        struct cursor *cur, u2 element);
// False when there are no more. The cursor is behind them then, or it has failed,
// because they are malformed.
bool annot_next(struct annot_reader *r, struct annot_item *item);

// The bytes of an annotation, which are checked.
void annot_skip(const struct cf_class *c, struct cursor *cur);
void annot_skip_default(const struct cf_class *c, struct cursor *cur);

#endif
