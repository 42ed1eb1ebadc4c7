// SPDX-License-Identifier: MIT
// What annotations say that a program can read (Class.getAnnotation and its like):
// classes and texts, by element. Code that asks an annotation for its element gets one
// of these.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_ANNOTVALUES_H
#define CCINSTR_ANALYSIS_CLASSFILE_ANNOTVALUES_H

#include "analysis/classfile/classfile.h"

struct annot_value {
    struct str annotation;  // binary name of its type
    struct str element;
    bool is_class;    // or else a String
    struct str text;  // of a class its descriptor, "V" for void
};

// Tells each value in annotations of c, its members, their parameters, and the types that
// they are declared with, and in what elements are by default, if c is a type of
// annotations. Arrays and annotations in annotations are followed. For a class of which
// only headers were read, too. What is malformed is read up to where it is so.
void annot_values(struct cf_class *c,
                  void (*found)(void *context, const struct annot_value *v),
                  void *context);

#endif
