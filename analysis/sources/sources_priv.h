// SPDX-License-Identifier: MIT
// What the files behind sources.h share: origins, the classes of jars and
// folders, the packages of the JDK.
//
// Classes of jars and folders are rows, found by name through a table; those
// of a JDK without an image (jmods, rt.jar) are rows too, behind a table of
// their own. Classes of an image have no rows: the image finds them.
#ifndef CCINSTR_ANALYSIS_SOURCES_SOURCES_PRIV_H
#define CCINSTR_ANALYSIS_SOURCES_SOURCES_PRIV_H

#include "analysis/base/cursor.h"
#include "analysis/base/mem.h"
#include "analysis/base/vec.h"
#include "analysis/classfile/classfile.h"
#include "analysis/sources/archive.h"
#include "analysis/sources/jdk.h"
#include "analysis/sources/jimage.h"
#include "analysis/sources/nametable.h"
#include "analysis/sources/sources.h"

#define NO_ROW UINT32_MAX

struct origin {
    struct str name;   // as the user knows it
    const char *path;  // of the jar or folder; "" for a module of an image
    struct archive *archive;  // NULL: none
    u1 part;                  // enum src_part
    bool jmod;       // classes are below classes/, packages are its own
    bool is_module;  // of the JDK
    // Its description as a module, of the highest version: path and index in
    // the archive; "" for none.
    struct str module_info;
    u4 module_index;
    u2 module_version;
    struct str main_class;
    struct bytes manifest;  // of an archive, if it has one
    u4 manifest_index;
    struct src_held held;
};

enum row_state { ROW_NEW, ROW_READ, ROW_BAD };

struct row {
    struct str name;   // of the class
    struct str entry;  // path in the archive or folder, terminated
    struct bytes bytes;
    u4 origin;
    u4 index;    // in the archive
    u2 version;  // of META-INF/versions/N, or 0
    u1 state;    // enum row_state
};

// A file that may name classes.
struct resource_file {
    struct str entry;
    u4 origin;
    u4 index;  // in the archive
    u1 kind;   // enum src_resource_kind
};

// A package, whether the JDK has it (then no other source counts) or not.
struct package {
    struct str name;
    struct str dir;  // "/java.base/java/lang/", in an image
    u4 origin;       // its module, or NO_ROW: none of the JDK's
    u1 part;
};

// A jrt:/module or jrt:/module/pack/age among the components.
struct jrt {
    struct str name;  // as given
    struct str module;
    struct str package;  // "" for all
};

struct sources {
    struct arena arena;    // for all that was opened
    struct arena scratch;  // for one call
    struct diag *diag;
    bool failed;  // something that is there could not be read, reported
    bool patch_jdk;
    bool (*is_component)(const void *context, struct str name);
    const void *context;
    struct jdk jdk;
    u4 release;
    struct archives archives;
    struct jimage image;
    VEC(struct origin) origins;
    VEC(struct row) rows;
    VEC(struct resource_file) resource_files;
    VEC(struct package) packages;
    VEC(struct jrt) jrts;
    struct names classes;        // of component and library: name to row
    struct names jdk_classes;    // of jmods and rt.jar
    struct names package_of;     // name to package
    struct names module_origin;  // module to origin
    struct names described;      // modules whose exports are in `exported`
    struct intern exported;      // moduleinfo.c
    struct names opened;         // real paths of jars and folders
    VEC(const char *) looked;    // paths looked at, also where nothing is
    u4 *component_origin;        // by component, NO_ROW for jrt
    u4 n_components;
    struct bytes *unpacked;  // by index in the image, where it is not in place
    u1 *unpacked_state;      // enum row_state
    VEC(struct str) names[SRC_N_PARTS];
    bool is_listed[SRC_N_PARTS];
    VEC(struct src_service) services;
    bool services_built;
};

// contents.c: reads the names of a jar's classes, and its Class-Path. False when it
// can't be read, reported.
bool load_jar(struct sources *s, struct origin o, struct str *class_path);
// Reads the names of a folder's classes. False when it can't be read, reported.
bool load_folder(struct sources *s, struct origin o);
// Takes a class file, whose name is in it. A file that is none is reported and left out.
bool load_class(struct sources *s, struct origin o);

// classpath.c: opens all that components and --classpath name.
bool classpath_open(struct sources *s, const struct src_spec *spec);

// jdkload.c: opens the JDK's classes.
bool jdk_open(struct sources *s, struct str asked);
// The package, or NULL if the JDK has modules but not this package in one.
const struct package *jdk_package(struct sources *s, struct str package);
bool jdk_locate(struct sources *s, const struct package *p, struct str name,
                struct jimage_entry *e);
bool jdk_read(struct sources *s, const struct jimage_entry *e, u4 origin,
              struct str name, struct bytes *out);
// The origin of a module of the JDK, made when it is first asked for.
u4 jdk_module(struct sources *s, struct str module);
// "java.base"
struct str jdk_module_name(const struct sources *s, u4 origin);
bool jdk_is_modular(const struct sources *s);
// Marks components that are parts of the JDK, once all are known. False, reported, when
// it has no part of that name.
bool jdk_mark_components(struct sources *s);

// moduleinfo.c: the description of a module.
struct module {
    struct cf_class c;  // in the scratch arena
    u2 flags;
    struct cursor at;  // at its exports
};
// Reads a module-info. False, and m is as it was but for c, if it is none.
bool module_read(struct sources *s, struct bytes b, u4 origin,
                 struct module *m);

// The bytes of a row, read at the first call.
bool row_read(struct sources *s, struct row *r);

// The part of a binary name in front of the last '/'.
static inline struct str package_part(struct str name) {
    size_t n = name.n;
    while (n > 0 && name.p[n - 1] != '/') {
        n--;
    }
    return (struct str){name.p, n ? n - 1 : 0};
}

#endif
