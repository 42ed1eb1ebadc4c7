// SPDX-License-Identifier: MIT
// Which entries are classes of the component.
//
// Patterns are class names as in Java source, a nested class with '$':
//     com.acme.Shop    that class, and the classes nested in it
//     com.acme.*       the classes of one package: * is any run without a dot
//     com.acme.**      the classes of packages below as well: ** is any run
//     com.acme.Sh?p    ? is any one character but a dot
// With ! in front it leaves out what matches. The last pattern that matches a class
// decides; without one it is left out, unless the first pattern leaves something out.
#ifndef CCINSTR_REWRITER_JAR_SELECT_H
#define CCINSTR_REWRITER_JAR_SELECT_H

#include "analysis/base/str.h"

struct select {
    const char *const *pattern;  // borrowed
    size_t n;                    // 0: every class
};

// How an archive says where its classes are.
struct jar_layout {
    bool jmod;           // below classes/
    bool multi_release;  // META-INF/versions/N/ counts
};

// Is the name that of an archive, in any case? Its content tells whether it is one.
bool select_may_be_archive(struct str entry);
bool select_is_class(const struct jar_layout *l, struct str entry);
// The class that the entry of an archive (or a path below a folder of
// classes) defines, packages separated by '/'.
struct str select_class_name(const struct jar_layout *l, struct str entry);
// The part of the entry of a class in front of its package, and in front of
// META-INF/versions/N/ if the class is for some versions only: a class loader begins to
// look there.
struct str select_root(const struct jar_layout *l, struct str entry);
// Could a class have a name that matches? False for paths, file names and stray blanks,
// which would silently match nothing. Without the ! in front.
bool select_is_pattern(const char *pattern);
static inline bool select_excludes(const char *pattern) {
    return pattern[0] == '!';
}
// Does one of the patterns say which classes are, and not only which are not?
bool select_names(const struct select *s);
// Does the name of a class, with '/' or '.', match that pattern? Without the ! in front.
bool select_matches(const char *pattern, struct str class_name);
// Is it module-info? class_name: as select_class_name gives it.
bool select_is_module(struct str class_name);
// Does an entry with that path make an archive or folder an explicit module?
bool select_is_module_entry(struct str entry);
bool select_has(const struct select *s, struct str class_name);

#endif
