// SPDX-License-Identifier: MIT
// Classes that resource files name: those of the component's inputs, of tests and of the
// class path; not those of the JDK.
//
//     static void found(void *context, const struct resource_name *n) { ... }
//     resource_names(w, found, context);
//
// Read are META-INF/services/*, *.properties, *.factories, *.imports, *.xml, *.json,
// *.yml, *.yaml and META-INF/MANIFEST.MF, and below META-INF *.dat and files without a
// suffix, but nothing below META-INF/maven (sources.h); nametext.h says what a name is
// there. A name counts if the sources have a class of that name, the JDK among them (part
// tells); no class is loaded. Names of members, packages, arrays, and of nested classes with
// a dot count for nothing, nor do paths of class files, which manifests of signed jars are
// full of.
//
// `found` is called for each class once for each file, with the first place there, in the
// order of the inputs, their files and the text. The entry that it is given lives until
// src_close.
//
// A file that is damaged, cannot be read, or is larger than LIMIT_RESOURCE_BYTES is left out
// with a warning; behind LIMIT_RESOURCES_TOTAL bytes all are. One with a NUL in it is no
// text, and left out in silence.
#ifndef CCINSTR_ANALYSIS_WORLD_RESOURCENAMES_H
#define CCINSTR_ANALYSIS_WORLD_RESOURCENAMES_H

#include "analysis/world/world.h"

struct resource_name {
    class_id class;    // named in the world, perhaps not loaded
    u1 part;           // enum src_part of the class
    u4 origin;         // which jar or folder has the file: src_origin_name
    struct str entry;  // the file in it
    u4 line;           // from 1
};

void resource_names(struct world *w,
                    void (*found)(void *context, const struct resource_name *n),
                    void *context);
// The same of one file that the user names, whatever its kind: names in it need no package.
// `origin` is 0 then, and `entry` its path.
void resource_names_in(struct world *w, struct str path, struct str text,
                       void (*found)(void *context,
                                     const struct resource_name *n),
                       void *context);

#endif
