// SPDX-License-Identifier: MIT
// The JDK's classes: an image that finds them itself, or archives whose
// classes become rows.
//
// In a JDK with modules a class is found through its package. Which module has
// a package, an image tells by its entry "/packages/java.util": pairs of
// numbers, whether the package is empty in a module, and the module's name.
// Answers are kept, those that say no too, until there are too many.
#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "analysis/base/walk.h"
#include "analysis/sources/sources_priv.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

bool jdk_is_modular(const struct sources *s) {
    return s->jdk.kind == JDK_IMAGE || s->jdk.kind == JDK_JMODS;
}

u4 jdk_module(struct sources *s, struct str module) {
    u4 fresh = s->origins.n;
    u4 at = *names_intern(&s->module_origin, module, fresh);
    if (at == fresh) {
        const char *name = arena_printf(&s->arena, "jrt:/%.*s", STR_F(module));
        *vec_more(&s->origins) = (struct origin){.name = str_of(name),
                                                 .path = "",
                                                 .part = SRC_JDK,
                                                 .is_module = true};
    }
    return at;
}

static u1 part_of(struct sources *s, struct str module, struct str package) {
    for (size_t i = 0; i < s->jrts.n; i++) {
        const struct jrt *j = &s->jrts.v[i];
        if (str_eq(j->module, module) &&
            (j->package.n == 0 || str_eq(j->package, package))) {
            return SRC_COMPONENT;
        }
    }
    return SRC_JDK;
}

struct str jdk_module_name(const struct sources *s, u4 origin) {
    struct str name = s->origins.v[origin].name;
    size_t n = STR("jrt:/").n;
    return (struct str){name.p + n, name.n - n};
}

// "java.util" of "java/util", where the next call may overwrite it.
static struct str dotted(struct sources *s, struct str package) {
    char *p = ARENA_ARRAY(&s->scratch, char, package.n);
    for (size_t i = 0; i < package.n; i++) {
        p[i] = package.p[i] == '/' ? '.' : package.p[i];
    }
    return (struct str){p, package.n};
}

// The module that has classes or resources in the package, "" if none has.
static struct str module_with(struct sources *s, struct str package) {
    struct jimage_name name = {
        {STR("/packages/"), dotted(s, package), STR("")}};
    struct jimage_tools t = {s->archives.inflater, &s->scratch,
                             LIMIT_CLASS_BYTES};
    struct jimage_entry e;
    struct bytes b;
    struct str module = STR("");
    if (!jimage_find(&s->image, &name, &e, s->diag)) {
        return module;
    }
    const char *wrong = jimage_content(&s->image, &e, &t, &b);
    if (wrong) {
        struct place at = {.file = s->image.path,
                           .entry = package,
                           .byte = jimage_content_byte(&s->image, &e)};
        diag_report(s->diag, IMAGE_CONTENT, &at, wrong);
        return module;
    }
    for (size_t i = 0; module.n == 0 && i + 8 <= b.n; i += 8) {
        u4 pair[2];
        memcpy(pair, b.p + i, sizeof pair);
        module = pair[0] == 0 ? jimage_string(&s->image, pair[1]) : module;
    }
    return module;
}

static const struct package *package_of_image(struct sources *s,
                                              struct str package) {
    if (memchr(package.p, '.', package.n)) {
        return NULL;
    }
    struct str module = module_with(s, package);
    arena_reset(&s->scratch);
    if (module.n == 0 && s->packages.n >= LIMIT_PACKAGES_KEPT) {
        return NULL;
    }
    struct package p = {.name = arena_str(&s->arena, package),
                        .origin = NO_ROW};
    if (module.n) {
        p.origin = jdk_module(s, module);
        p.part = part_of(s, module, p.name);
        p.dir = str_of(arena_printf(&s->arena, "/%.*s/%.*s/", STR_F(module),
                                    STR_F(p.name)));
    }
    names_intern(&s->package_of, p.name, s->packages.n);
    vec_push(&s->packages, p);
    return module.n ? &s->packages.v[s->packages.n - 1] : NULL;
}

const struct package *jdk_package(struct sources *s, struct str package) {
    if (package.n == 0) {
        return NULL;
    }
    const u4 *i = names_find(&s->package_of, package);
    if (i) {
        const struct package *p = &s->packages.v[*i];
        return p->origin == NO_ROW ? NULL : p;
    }
    return s->jdk.kind == JDK_IMAGE ? package_of_image(s, package) : NULL;
}

bool jdk_locate(struct sources *s, const struct package *p, struct str name,
                struct jimage_entry *e) {
    size_t skip = p->name.n + 1;
    struct jimage_name full = {
        {p->dir, {name.p + skip, name.n - skip}, STR(".class")}};
    return jimage_find(&s->image, &full, e, s->diag);
}

// Keeps the content of e (none: it can't be read) for the next time.
static void keep(struct sources *s, const struct jimage_entry *e,
                 struct bytes content, enum row_state state) {
    if (!s->unpacked) {
        s->unpacked = MEM_ARRAY(struct bytes, s->image.table_length);
        s->unpacked_state = MEM_ARRAY(u1, s->image.table_length);
    }
    s->unpacked[e->index] = content;
    s->unpacked_state[e->index] = (u1)state;
}

bool jdk_read(struct sources *s, const struct jimage_entry *e, u4 origin,
              struct str name, struct bytes *out) {
    if (s->unpacked && s->unpacked_state[e->index] != ROW_NEW) {
        *out = s->unpacked[e->index];
        return s->unpacked_state[e->index] == ROW_READ;
    }
    struct jimage_tools t = {s->archives.inflater, &s->arena,
                             LIMIT_CLASS_BYTES};
    const char *wrong = jimage_content(&s->image, e, &t, out);
    if (wrong) {
        struct place at = src_place(s, origin, name);
        at.byte = jimage_content_byte(&s->image, e);
        diag_report(s->diag, IMAGE_CONTENT, &at, wrong);
        *out = (struct bytes){NULL, 0};
        keep(s, e, *out, ROW_BAD);
    } else if (e->packed) {
        keep(s, e, *out, ROW_READ);
    }
    return !wrong;
}

static int is_jmod(const struct dirent *e) {
    return str_ends(str_of(e->d_name), STR(".jmod"));
}

static bool open_jmod(struct sources *s, const char *path) {
    struct str none;
    struct str module = str_base(str_of(path));
    module.n -= STR(".jmod").n;
    const char *name = arena_printf(&s->arena, "jrt:/%.*s", STR_F(module));
    struct origin o = {
        .name = str_of(name), .path = path, .part = SRC_JDK, .is_module = true};
    names_intern(&s->module_origin, module, s->origins.n);
    return load_jar(s, o, &none);
}

static bool open_jar(struct sources *s, const char *path) {
    struct str none;
    struct origin o = {.name = str_of(path), .path = path, .part = SRC_JDK};
    struct stat st;
    enum file_found found = file_look(path, &st, s->diag);
    return found == FILE_NONE || (found == FILE_FOUND && load_jar(s, o, &none));
}

// What a folder has of archives, in the order of their names. A folder that is
// not there has none.
struct archive_kind {
    int (*is_one)(const struct dirent *);
    bool (*open)(struct sources *, const char *);
};
static bool open_folder(struct sources *s, const char *folder,
                        struct archive_kind kind) {
    struct dirent **list;
    int n = scandir(folder, &list, kind.is_one, walk_by_bytes);
    if (n < 0) {
        struct place at = {.file = str_of(folder), .byte = NO_BYTE};
        bool missing = errno == ENOENT;
        if (!missing) {
            diag_report(s->diag, FILE_OPEN, &at, strerror(errno));
        }
        return missing;
    }
    bool ok = true;
    for (int i = 0; i < n; i++) {
        const char *path =
            arena_printf(&s->arena, "%s/%s", folder, list[i]->d_name);
        ok = ok && kind.open(s, path);
        mem_free(list[i]);
    }
    mem_free(list);
    return ok;
}

// The boot class path of Java 8, and then what the extension loader adds.
static bool open_rt(struct sources *s) {
    static const char *const jars[] = {
        "resources", "rt", "sunrsasign", "jsse", "jce", "charsets", "jfr"};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof jars / sizeof *jars; i++) {
        ok = open_jar(
            s, arena_printf(&s->arena, "%s/%s.jar", s->jdk.path, jars[i]));
    }
    return ok && open_folder(s, arena_printf(&s->arena, "%s/ext", s->jdk.path),
                             (struct archive_kind){walk_is_jar, open_jar});
}

// Every class needs it, and its version is that of the JDK.
static bool look_at_object(struct sources *s) {
    struct src_class c;
    struct place at = {.file = str_of(s->jdk.path), .byte = NO_BYTE};
    u4 n_errors = s->diag->n_level[DIAG_ERROR];
    if (!src_find(s, STR("java/lang/Object"), &c) || c.bytes.n < 8) {
        if (s->diag->n_level[DIAG_ERROR] == n_errors) {
            diag_report(s->diag, JDK_NO_OBJECT, &at);
        }
        return false;
    }
    u4 major = be2(c.bytes.p + 6);
    if (s->release == 0 && major > 44) {
        s->release = major - 44;
    }
    return true;
}

bool jdk_open(struct sources *s, struct str asked) {
    if (!jdk_find(&s->jdk, asked, &s->arena, s->diag)) {
        return false;
    }
    bool ok = true;
    switch (s->jdk.kind) {
    case JDK_NONE:
        return true;
    case JDK_IMAGE:
        ok = jimage_open(&s->image, s->jdk.path, s->diag);
        break;
    case JDK_JMODS:
        ok = open_folder(s, s->jdk.path,
                         (struct archive_kind){is_jmod, open_jmod});
        break;
    case JDK_RT:
        ok = open_rt(s);
        break;
    }
    s->release = ok ? jdk_release(&s->jdk, &s->arena) : 0;
    return ok && look_at_object(s);
}

static bool has_module(struct sources *s, struct str module) {
    if (s->jdk.kind == JDK_JMODS) {
        return names_find(&s->module_origin, module) != NULL;
    }
    struct jimage_name name = {{STR("/"), module, STR("/module-info.class")}};
    struct jimage_entry e;
    return jimage_find(&s->image, &name, &e, s->diag);
}

// A component's classes in a package of the JDK: the JVM does not see them.
static void tell_hidden(struct sources *s) {
    struct names told;
    names_init(&told);
    for (size_t i = 0; i < s->rows.n; i++) {
        struct origin o = s->origins.v[s->rows.v[i].origin];
        struct str name = package_part(s->rows.v[i].name);
        const struct package *p =
            o.part == SRC_COMPONENT ? jdk_package(s, name) : NULL;
        if (p && names_add(&told, name)) {
            struct place at = {.file = o.name, .byte = NO_BYTE};
            diag_report(s->diag, JDK_PACKAGE, &at, STR_F(name),
                        STR_F(s->origins.v[p->origin].name));
        }
    }
    names_release(&told);
}

bool jdk_mark_components(struct sources *s) {
    for (size_t i = 0; i < s->jrts.n; i++) {
        struct jrt j = s->jrts.v[i];
        bool ok = has_module(s, j.module);
        if (ok && j.package.n) {
            const struct package *p = jdk_package(s, j.package);
            ok = p && str_eq(jdk_module_name(s, p->origin), j.module);
        }
        if (!ok) {
            struct place at = {.file = j.name, .byte = NO_BYTE};
            diag_report(s->diag, JRT_MISSING, &at, s->jdk.path);
            return false;
        }
    }
    for (size_t i = 0; i < s->packages.n; i++) {
        struct package *p = &s->packages.v[i];
        if (p->origin != NO_ROW) {
            p->part = part_of(s, jdk_module_name(s, p->origin), p->name);
        }
    }
    if (jdk_is_modular(s) && !s->patch_jdk) {
        tell_hidden(s);
    }
    return true;
}
