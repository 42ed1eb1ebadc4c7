// SPDX-License-Identifier: MIT
// Resource files of the component and the class path: which of them may name classes,
// and their content, one after another.
//
// Which there are is known when the sources are open; each is read when it is asked
// for, and not kept.
#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/sources/sources_priv.h"
#include "analysis/zip/manifest.h"

#include <errno.h>
#include <string.h>

// Log4j2Plugins.dat, dgminfo: lists that a library made when it was built.
static bool is_binary(struct str name) {
    const char *slash = memrchr(name.p, '/', name.n);
    size_t base = slash ? (size_t)(slash - name.p) + 1 : 0;
    return str_starts(name, STR("META-INF/")) && base < name.n &&
           (str_ends(name, STR(".dat")) ||
            !memchr(name.p + base, '.', name.n - base));
}

enum src_resource_kind src_resource_kind(struct str name) {
    static const struct {
        struct str suffix;
        enum src_resource_kind kind;
    } known[] = {
        {{".properties", 11}, SRC_PROPERTIES},
        {{".factories", 10}, SRC_PROPERTIES},
        {{".xml", 4}, SRC_XML},
        {{".imports", 8}, SRC_IMPORTS},
        {{".json", 5}, SRC_JSON},
        {{".yml", 4}, SRC_YAML},
        {{".yaml", 5}, SRC_YAML},
    };
    struct str services = STR("META-INF/services/");
    if (str_starts(name, STR("META-INF/maven/"))) {
        return SRC_NO_RESOURCE;  // how it was built
    }
    if (str_starts(name, services) && name.n > services.n) {
        return SRC_SERVICES;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (str_ends(name, known[i].suffix)) {
            return known[i].kind;
        }
    }
    return manifest_is(name) ? SRC_MANIFEST
           : is_binary(name) ? SRC_BINARY
                             : SRC_NO_RESOURCE;
}

void src_resources_init(struct src_resources *r, struct sources *s) {
    *r = (struct src_resources){.s = s};
    arena_init(&r->arena);
}

void src_resources_release(struct src_resources *r) {
    arena_release(&r->arena);
}

// What is not there (any more), or not for us, is left out with a warning. Other reasons
// are none of the file, as for a class.
static bool read_in_folder(struct src_resources *r, const char *folder,
                           struct str entry, struct bytes *out) {
    struct sources *s = r->s;
    const char *path = arena_printf(&r->arena, "%s/%.*s", folder, STR_F(entry));
    struct emit e;
    struct diag quiet;
    diag_init_part(&quiet, s->diag);
    emit_init(&e, LIMIT_RESOURCE_BYTES);
    bool ok = file_read(path, LIMIT_RESOURCE_BYTES, &e, &quiet);
    int error = errno;
    if (ok) {
        struct str copy =
            arena_str(&r->arena, (struct str){(const char *)e.p, e.n});
        *out = (struct bytes){(const u1 *)copy.p, copy.n};
    } else if (error == EFBIG || file_is_missing(error)) {
        struct place at = {
            .file = str_of(folder), .entry = entry, .byte = NO_BYTE};
        diag_report(s->diag, ENTRY_UNREAD, &at,
                    error == EFBIG ? "it is too large" : strerror(error));
    } else {
        s->failed = true;
        diag_take(s->diag, &quiet);
    }
    emit_release(&e);
    diag_release(&quiet);
    return ok;
}

static bool read_one(struct src_resources *r, const struct resource_file *f,
                     struct bytes *out) {
    struct sources *s = r->s;
    const struct origin *o = &s->origins.v[f->origin];
    arena_reset(&r->arena);
    if (!o->archive) {
        return read_in_folder(r, o->path, f->entry, out);
    }
    if (o->manifest.p && o->manifest_index == f->index) {
        *out = o->manifest;  // it was read to open the archive
        return true;
    }
    struct archive_item item = {.index = f->index,
                                .name = f->entry,
                                .max = LIMIT_RESOURCE_BYTES,
                                .arena = &r->arena};
    return archive_read(&s->archives, o->archive, &item, out);
}

bool src_resources_next(struct src_resources *r, struct src_resource *out) {
    struct sources *s = r->s;
    while (r->next < s->resource_files.n) {
        const struct resource_file *f = &s->resource_files.v[r->next++];
        struct str file = str_of(s->origins.v[f->origin].path);
        struct place at = {.file = file, .entry = f->entry, .byte = NO_BYTE};
        if (s->origins.v[f->origin].part == SRC_JDK) {
            continue;
        }
        if (r->n_bytes > LIMIT_RESOURCES_TOTAL) {
            diag_report(s->diag, RESOURCES_MANY, &at,
                        (unsigned)(LIMIT_RESOURCES_TOTAL >> 20));
            r->next = s->resource_files.n;
            return false;
        }
        if (read_one(r, f, &out->bytes)) {
            out->entry = f->entry;
            out->origin = f->origin;
            out->kind = f->kind;
            r->n_bytes += out->bytes.n;
            return true;
        }
    }
    return false;
}
