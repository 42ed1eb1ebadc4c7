// SPDX-License-Identifier: MIT
// Jars and folders: which classes they have, by the names of their entries.
//
// A class file is found by its entry's name, as the JVM finds it; of several
// entries of a name the last counts, and in a Multi-Release jar that of the
// highest version that the JDK's release allows. Nothing is unpacked here but
// the manifest.
#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "analysis/base/walk.h"
#include "analysis/classfile/classfile.h"
#include "analysis/sources/sources_priv.h"
#include "analysis/zip/manifest.h"
#include "analysis/zip/zipin.h"

#include <errno.h>
#include <string.h>

static const struct str SUFFIX = {".class", 6};
static const struct str VERSIONS = {"META-INF/versions/", 18};
static const struct str CLASSES = {"classes/", 8};

static bool strip(struct str *s, struct str prefix) {
    if (!str_starts(*s, prefix)) {
        return false;
    }
    *s = (struct str){s->p + prefix.n, s->n - prefix.n};
    return true;
}

// N of META-INF/versions/N/, which is taken off; 0, and nothing is, if there is
// none that counts for the release. The JVM looks for N as it writes it itself.
static u2 version_of(struct str *name, u4 release) {
    struct str rest = *name;
    if (!strip(&rest, VERSIONS)) {
        return 0;
    }
    u4 v = 0;
    size_t i = 0;
    while (i < rest.n && rest.p[i] >= '0' && rest.p[i] <= '9' && v < 1000) {
        v = 10 * v + (u4)(rest.p[i++] - '0');
    }
    if (i == rest.n || rest.p[i] != '/' || rest.p[0] == '0' || v < 9 ||
        v > release) {
        return 0;
    }
    *name = (struct str){rest.p + i + 1, rest.n - i - 1};
    return (u2)v;
}

// What one jar or folder adds.
struct loading {
    struct sources *s;
    u4 origin;
    bool multi_release;
    struct str package;  // the last one that was added
};

// A supplementary character has four bytes in an archive and six, a surrogate
// pair, in a class file.
static struct str class_file_form(struct sources *s, struct str name) {
    size_t n_long = 0;
    for (size_t i = 0; i < name.n; i++) {
        n_long += (u1)name.p[i] >= 0xF0;
    }
    if (n_long == 0) {
        return name;
    }
    u1 *out = ARENA_ARRAY(&s->arena, u1, name.n + 2 * n_long);
    size_t n = 0;
    for (size_t i = 0; i < name.n; i++) {
        const u1 *p = (const u1 *)name.p + i;
        if (*p < 0xF0 || name.n - i < 4) {
            out[n++] = *p;
            continue;
        }
        u4 c = (u4)(p[0] & 7) << 18 | (u4)(p[1] & 63) << 12 |
               (u4)(p[2] & 63) << 6 | (p[3] & 63u);
        u4 half[2] = {0xD800 + ((c - 0x10000) >> 10 & 0x3FF),
                      0xDC00 + (c & 0x3FF)};
        for (int k = 0; k < 2; k++) {
            out[n++] = (u1)(0xE0 | half[k] >> 12);
            out[n++] = (u1)(0x80 | (half[k] >> 6 & 63));
            out[n++] = (u1)(0x80 | (half[k] & 63));
        }
        i += 3;
    }
    return (struct str){(const char *)out, n};
}

// A jmod's package is in no other module, and in no other source.
static void own_package(struct loading *l, struct str name) {
    struct sources *s = l->s;
    struct str package = package_part(name);
    if (package.n == 0 || str_eq(package, l->package)) {
        return;
    }
    l->package = package;
    u4 fresh = s->packages.n;
    if (*names_intern(&s->package_of, package, fresh) == fresh) {
        *vec_more(&s->packages) =
            (struct package){.name = package, .origin = l->origin};
    }
}

static void add_class(struct loading *l, struct row r) {
    struct sources *s = l->s;
    const struct origin *o = &s->origins.v[l->origin];
    bool is_jdk = o->part == SRC_JDK || o->is_module;
    struct names *table = is_jdk ? &s->jdk_classes : &s->classes;
    u4 fresh = s->rows.n;
    u4 *at = names_intern(table, r.name, fresh);
    if (*at != fresh) {
        const struct row *old = &s->rows.v[*at];
        if (old->origin != l->origin || old->version > r.version) {
            return;
        }
        *at = fresh;
    }
    if (o->jmod && o->is_module) {
        own_package(l, r.name);
    }
    vec_push(&s->rows, r);
}

static void add_module_info(struct origin *o, const struct row *r) {
    if (!o->module_info.n || r->version >= o->module_version) {
        o->module_info = r->entry;
        o->module_index = r->index;
        o->module_version = r->version;
    }
}

// name: without what stands in front of it in the archive.
static void add_resource(struct loading *l, struct str entry, struct str name,
                         u4 index) {
    struct sources *s = l->s;
    enum src_resource_kind kind = src_resource_kind(name);
    if (kind && !s->origins.v[l->origin].is_module) {
        *vec_more(&s->resource_files) = (struct resource_file){
            arena_str(&s->arena, entry), l->origin, index, (u1)kind};
    }
}

static void add_entry(struct loading *l, struct str entry, u4 index) {
    struct sources *s = l->s;
    struct origin *o = &s->origins.v[l->origin];
    struct str name = entry;
    if (o->jmod && !strip(&name, CLASSES)) {
        return;
    }
    o->held.n_sources += str_ends(name, STR(".java"));
    // Where the class loaders of web archives and of Spring Boot begin.
    if (!o->is_module && !strip(&name, STR("WEB-INF/classes/"))) {
        strip(&name, STR("BOOT-INF/classes/"));
    }
    if (!str_ends(name, SUFFIX)) {
        add_resource(l, entry, name, index);
        return;
    }
    o->held.n_classes++;
    u2 version = l->multi_release ? version_of(&name, s->release) : 0;
    if (str_starts(name, STR("META-INF/"))) {
        return;
    }
    size_t skipped = entry.n - name.n;
    struct row r = {.entry = str_of(arena_cstr(&s->arena, entry)),
                    .origin = l->origin,
                    .index = index,
                    .version = version};
    r.name = (struct str){r.entry.p + skipped, name.n - SUFFIX.n};
    if (str_eq(r.name, STR("module-info"))) {
        add_module_info(o, &r);
        return;
    }
    if (r.name.n > 0 && r.name.n <= UINT16_MAX) {
        r.name = class_file_form(s, r.name);
        add_class(l, r);
    }
}

static struct str entry_name(const struct archive *a, u4 i) {
    const char *name =
        zip_get_name(a->zip.za, i, ZIP_FL_ENC_RAW | ZIP_FL_UNCHANGED);
    return str_of(name ? name : "");
}

static struct str with_slashes(struct str name, struct arena *a) {
    char *p = ARENA_ARRAY(a, char, name.n);
    for (size_t i = 0; i < name.n; i++) {
        p[i] = name.p[i] == '.' ? '/' : name.p[i];
    }
    return (struct str){p, name.n};
}

// What the manifest says, to o, l and *class_path.
static void read_manifest(struct loading *l, struct archive *a, u4 n,
                          struct str *class_path) {
    struct sources *s = l->s;
    struct archive_item item = {
        .index = NO_ROW, .max = LIMIT_MANIFEST_BYTES, .arena = &s->arena};
    for (u4 i = 0; i < n; i++) {
        struct str name = entry_name(a, i);
        if (manifest_is(name)) {
            item.index = i;
            item.name = arena_str(&s->scratch, name);
        }
    }
    struct bytes m;
    if (item.index == NO_ROW || !archive_read(&s->archives, a, &item, &m)) {
        return;
    }
    s->origins.v[l->origin].manifest = m;
    s->origins.v[l->origin].manifest_index = item.index;
    *class_path = manifest_value(m, STR("Class-Path"), &s->arena);
    l->multi_release = manifest_true(m, STR("Multi-Release"));
    struct str main = manifest_value(m, STR("Main-Class"), &s->arena);
    s->origins.v[l->origin].main_class = with_slashes(main, &s->arena);
}

static bool is_jmod(struct archive *a) {
    static const u1 magic[] = {'J', 'M', 1, 0};
    u1 head[sizeof magic];
    return a->zip.shape.prefix >= sizeof head &&
           zipin_read(&a->zip.in, 0, head, sizeof head) &&
           memcmp(head, magic, sizeof head) == 0;
}

bool load_jar(struct sources *s, struct origin o, struct str *class_path) {
    struct archive *a = ARENA_NEW(&s->arena, struct archive);
    a->path = o.path;
    *class_path = STR("");
    if (!archive_use(&s->archives, a, s->diag)) {
        return false;
    }
    u4 n = (u4)a->zip.shape.n_entries;
    o.archive = a;
    o.jmod = is_jmod(a);
    struct loading l = {.s = s, .origin = s->origins.n};
    vec_push(&s->origins, o);
    read_manifest(&l, a, n, class_path);
    for (u4 i = 0; i < n; i++) {
        add_entry(&l, entry_name(a, i), i);
    }
    return true;
}

bool load_folder(struct sources *s, struct origin o) {
    struct walk w;
    if (!walk_folder(&w, o.path, &s->scratch, s->diag)) {
        return false;
    }
    struct loading l = {.s = s, .origin = s->origins.n};
    vec_push(&s->origins, o);
    for (size_t i = 0; i < w.n; i++) {
        if (w.node[i].kind == NODE_FILE) {
            add_entry(&l, str_of(w.node[i].path), NO_ROW);
        }
    }
    arena_reset(&s->scratch);
    return true;
}

static bool read_file(struct sources *s, const struct row *r,
                      struct bytes *out) {
    const char *path = arena_printf(&s->scratch, "%s/%s",
                                    s->origins.v[r->origin].path, r->entry.p);
    struct emit e;
    emit_init(&e, LIMIT_CLASS_BYTES);
    bool ok = file_read(path, LIMIT_CLASS_BYTES, &e, s->diag);
    s->failed = s->failed || (!ok && errno != EFBIG);
    if (ok) {
        u1 *copy = ARENA_ARRAY(&s->arena, u1, e.n);
        if (e.n) {
            memcpy(copy, e.p, e.n);
        }
        *out = (struct bytes){copy, e.n};
    }
    emit_release(&e);
    arena_reset(&s->scratch);
    return ok;
}

bool load_class(struct sources *s, struct origin o) {
    struct loading l = {.s = s, .origin = s->origins.n};
    struct row r = {.entry = str_base(o.name), .origin = l.origin};
    struct str dir = {o.name.p, o.name.n - r.entry.n};
    struct place at = {.file = o.name, .byte = NO_BYTE};
    o.path = dir.n ? arena_cstr(&s->arena, dir) : ".";
    o.held.n_classes = 1;
    vec_push(&s->origins, o);
    struct cf_class c;
    if (!read_file(s, &r, &r.bytes)) {
        return false;
    }
    if (cf_parse(&c, r.bytes, CF_HEADERS, &s->scratch, &at, s->diag)) {
        r.name = cp_name_of(&c, c.this_class);
        r.state = ROW_READ;
        add_class(&l, r);
    }
    arena_reset(&s->scratch);
    return true;
}

bool row_read(struct sources *s, struct row *r) {
    if (r->state == ROW_NEW) {
        struct archive *a = s->origins.v[r->origin].archive;
        struct archive_item item = {r->index, r->entry, LIMIT_CLASS_BYTES,
                                    &s->arena};
        bool ok = a ? archive_read(&s->archives, a, &item, &r->bytes)
                    : read_file(s, r, &r->bytes);
        r->state = ok ? ROW_READ : ROW_BAD;
    }
    return r->state == ROW_READ;
}
