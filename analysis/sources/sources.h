// SPDX-License-Identifier: MIT
// Where classes come from: the component, the class path, the JDK.
//
// In this order the first wins: the component's jars, folders and class files,
// what their manifests' Class-Path names, tests, the entries of --classpath
// (jars, folders, "dir/*"), each followed by its Class-Path, and the JDK. But a
// package that belongs to a module of the JDK is only looked up in the JDK, as
// in the JVM, unless the component patches it (patch_jdk). A Java 8 has no
// modules: there each class of the JDK comes first.
//
// Class names are binary names with '/', in modified UTF-8, as class files
// have them. All that is found lives until src_close. One thread at a time.
#ifndef CCINSTR_ANALYSIS_SOURCES_SOURCES_H
#define CCINSTR_ANALYSIS_SOURCES_SOURCES_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/types.h"

// All borrowed until src_close.
struct src_spec {
    // JAR, DIR, X.class, jrt:/module, jrt:/module/pack/age
    const struct str *component;
    u4 n_component;
    struct str tests;      // of clients, in the form of classpath
    struct str classpath;  // as given to --classpath, ':' between; "" if none
    struct str jdk;        // HOME, "none", or "" for the search order
    bool patch_jdk;        // component classes may replace those of the JDK
    // Which classes of the component's inputs are the component; the others are
    // library. NULL: all.
    bool (*is_component)(const void *context, struct str name);
    const void *context;
};

struct sources;

enum src_part { SRC_COMPONENT, SRC_TESTS, SRC_LIBRARY, SRC_JDK, SRC_N_PARTS };

struct src_class {
    struct bytes bytes;  // mapped or inflated
    u4 origin;           // which jar, folder or module
    u1 part;             // enum src_part
    bool jdk;            // of the JDK, also as a component (jrt:/module)
};

// NULL after an error. d is kept for errors to come.
struct sources *src_open(const struct src_spec *spec, struct diag *d);
void src_close(struct sources *s);

// Could something not be read, for a reason that is not in it (a disk, too many open
// files)? It was reported. The classes found are no result then: some may be missing.
bool src_failed(const struct sources *s);

u4 src_release(const struct sources *s);           // 8, 17, 25; 0: no JDK
struct str src_jdk_home(const struct sources *s);  // "" for none
// Main-Class of the manifest of a component, with '/'; "" if none.
struct str src_main_class(const struct sources *s, u4 component);

// Files of a jar or folder, by the ends of their names.
struct src_held {
    u4 n_classes;
    u4 n_sources;  // .java
};
// What a component holds, also of what is not picked; nothing for a part of the JDK, and
// for a jar that was named before.
struct src_held src_component_held(const struct sources *s, u4 component);

// False when there is no such class, or when it can't be read (reported at
// the first time).
bool src_find(struct sources *s, struct str name, struct src_class *out);
// Is there such a class? It is not read.
bool src_has(struct sources *s, struct str name);
// The same, and of which part it is.
bool src_has_in(struct sources *s, struct str name, enum src_part *part);

// Is that file one of the jars and class files that were opened?
bool src_is_opened(const struct sources *s, const char *path);

// Path number i that was looked at to open the sources: a jar, folder, class file or
// "dir/*", even if nothing is there. In that order, NULL behind the last; a path may come
// again.
const char *src_looked(const struct sources *s, size_t i);

// The module of the JDK that has the package of the class of that name: "java.base". "":
// none has it, so the class is of an unnamed module; so is all if the JDK has no modules.
struct str src_module(struct sources *s, struct str name);
// May code of that module ("": an unnamed one) use the package of the class of that name,
// by what is exported or opened to it? What options and manifests of a JVM add is not
// known. It does not ask which modules `to` reads, since reflection does not.
bool src_is_exported(struct sources *s, struct str name, struct str to);

// Where a class is, for messages about it. Each call makes it anew, so ask once.
struct place src_place(struct sources *s, u4 origin, struct str name);
// "app.jar", "classes", "jrt:/java.base".
struct str src_origin_name(const struct sources *s, u4 origin);

// The names of all classes of a part that src_find finds there, in an order
// that depends on the inputs alone; module-info and package-info left out.
struct src_iter {
    struct sources *s;
    enum src_part part;
    u4 next;
};
struct src_iter src_each(struct sources *s, enum src_part part);
bool src_next(struct src_iter *it, struct str *name);

// A provider of a service: by a file META-INF/services/X of the component or
// the class path, in their order, or by `provides` of a module.
struct src_service {
    struct str service;  // both binary names with '/'
    struct str provider;
    u4 origin;
};
const struct src_service *src_services(struct sources *s, u4 *n);

// A resource file that may name classes, of the component or the class path; those of the
// JDK are none.
enum src_resource_kind {
    SRC_NO_RESOURCE,
    SRC_SERVICES,    // META-INF/services/X
    SRC_PROPERTIES,  // *.properties, *.factories
    SRC_IMPORTS,     // *.imports
    SRC_XML,
    SRC_JSON,
    SRC_YAML,  // *.yml, *.yaml
    SRC_MANIFEST,
    SRC_BINARY,  // below META-INF: *.dat, and what has no suffix
    SRC_N_RESOURCE_KINDS
};
// What an entry of that name is, without a prefix such as WEB-INF/classes/.
enum src_resource_kind src_resource_kind(struct str name);

struct src_resource {
    struct str entry;    // lives until src_close
    struct bytes bytes;  // only until the next
    u4 origin;
    u1 kind;  // enum src_resource_kind
};

// Goes through them in the order of the inputs. One that can't be read, or is larger than
// LIMIT_RESOURCE_BYTES, is left out with a warning.
struct src_resources {
    struct sources *s;
    u4 next;
    u8 n_bytes;  // read so far
    struct arena arena;
};
void src_resources_init(struct src_resources *r, struct sources *s);
void src_resources_release(struct src_resources *r);
bool src_resources_next(struct src_resources *r, struct src_resource *out);

#endif
