// SPDX-License-Identifier: MIT
// The elements of the class path and the module path of a java command: jars and
// folders, and those that the manifests of jars name in Class-Path.
//
// They are taken as the launcher and the class loaders take them: DIR/* is each jar of a
// folder, an empty element the working directory, a missing one is ignored. On the module
// path a folder that is no module stands for the modules in it.
#ifndef CCINSTR_REWRITER_LAUNCH_JAVAPATH_H
#define CCINSTR_REWRITER_LAUNCH_JAVAPATH_H

#include "analysis/base/vec.h"
#include "analysis/table/intern.h"
#include "rewriter/jar/select.h"
#include "rewriter/launch/javaline.h"

enum element_kind { ELEMENT_MISSING, ELEMENT_JAR, ELEMENT_FOLDER };

// An element that a Class-Path names by an absolute URL.
struct named {
    u4 element;
    struct str url;
};

struct element {
    const char
        *path;  // for messages: as it was written, or behind what names it
    const char *key;  // absolute; a class loader counts a Class-Path from there
    enum element_kind kind;
    bool is_class_path, is_module_path;  // itself, not by a Class-Path
    bool has_match;                      // a class that is asked for
    bool has_main;                       // the class that is started
    bool has_classes;
    bool
        has_named;  // a class that a word of the program names; or a folder so named
    bool is_tests;  // that is named as tests
    // Main-Class of the manifest, or NULL; of an explicit module on the module
    // path what ModuleMainClass says.
    const char *main_class;
    const char *module;  // its name; only of the module path
    VEC(u4) names;       // elements that its Class-Path names by others
    VEC(struct named) names_absolute;
    VEC(u4) package;  // those of its classes, in javapath.packages; some twice
};

struct javapath {
    struct arena *arena;
    VEC(struct element) element;
    struct intern keys;               // that of element i is i + 1
    VEC(u4) class_path, module_path;  // in order
    const char *main_class;           // that is started; NULL if unknown
    struct intern packages;           // as com/acme
    struct diag *diag;
    bool failed;  // something that is there could not be read, reported
};

struct javapath_spec {
    const struct javaline *line;
    const struct select *component;  // n is 0: nothing was said
    const char *tests;  // jars and folders, with : between them; or NULL
};

// Finds the elements. The launcher tells of those that are missing or damaged. False,
// reported, if something could not be read.
bool javapath_find(struct javapath *p, const struct javapath_spec *spec,
                   struct arena *arena, struct diag *d);
void javapath_release(struct javapath *p);

// Does -m, with MODULE or MODULE/CLASS in `what`, name that module (or NULL)?
bool javapath_is_module(const char *module, const char *what);
// Adds the names in a folder, sorted; none if there is no such folder. False with errno if
// it cannot be read.
bool javapath_names(const char *dir, struct arg_list *to, struct arena *a);

#endif
