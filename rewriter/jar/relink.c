// SPDX-License-Identifier: MIT
// A jar whose Class-Path leads elsewhere.
#include "rewriter/jar/relink.h"

#include "analysis/base/limits.h"
#include "analysis/zip/jarurl.h"
#include "analysis/zip/manifest.h"
#include "analysis/zip/zipread.h"
#include "rewriter/jar/zipwrite.h"

#include <errno.h>
#include <sys/stat.h>

#define MANIFEST "META-INF/MANIFEST.MF"
#define CLASS_PATH STR("Class-Path")

static struct str now_of(struct str url, const struct relink *r, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (str_eq(url, r[i].from)) {
            return r[i].to;
        }
    }
    return url;
}

// The manifest m with these URLs.
static void edit(struct bytes m, const struct relink *r, size_t n,
                 struct arena *a, struct emit *out) {
    struct str list = manifest_value(m, CLASS_PATH, a), url;
    struct emit value;
    emit_init(&value, LIMIT_MANIFEST_BYTES);
    while (jarurl_next(&list, &url)) {
        struct str now = now_of(url, r, n);
        emit_bytes(&value, " ", value.n ? 1 : 0);
        emit_bytes(&value, now.p, now.n);
    }
    manifest_set(m, CLASS_PATH, (struct str){(const char *)value.p, value.n},
                 out);
    emit_release(&value);
}

static bool drop_signature(struct zipr *z, struct zipw *w) {
    for (u8 i = 0; i < z->shape.n_entries; i++) {
        const char *name =
            zip_get_name(z->za, i, ZIP_FL_ENC_RAW | ZIP_FL_UNCHANGED);
        if (name && manifest_is_signature(str_of(name)) && !zipw_delete(w, i)) {
            return false;
        }
    }
    return true;
}

static bool replace(struct zipr *z, u8 entry, const struct emit *text) {
    zip_source_t *s = zip_source_buffer(z->za, text->p, text->n, 0);
    if (s && zip_file_replace(z->za, entry, s, 0) == 0) {
        return true;
    }
    if (s) {
        zip_source_free(s);
    }
    return false;
}

static bool rewrite(struct zipr *z, struct zipw *w, const struct relink *r,
                    size_t n) {
    struct arena a;
    struct emit text;
    arena_init(&a);
    emit_init(&text, LIMIT_MANIFEST_BYTES);
    zip_int64_t i = zip_name_locate(z->za, MANIFEST, ZIP_FL_NOCASE);
    struct bytes m = {0};
    if (i >= 0) {
        m = zipr_content(z, (u8)i, LIMIT_MANIFEST_BYTES, &a);
    }
    bool ok = m.n != 0;
    if (ok) {
        edit(m, r, n, &a, &text);
        zipw_begin(w);
        ok = drop_signature(z, w) && replace(z, (u8)i, &text) &&
             zip_close(z->za) == 0;
    }
    if (ok) {
        z->za = NULL;  // zip_close freed it
    }
    emit_release(&text);
    arena_release(&a);
    return ok;
}

bool relink_jar(const char *path, const struct relink *url, size_t n,
                struct diag *d) {
    struct zipr z;
    struct zipw w;
    struct stat st;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    if (stat(path, &st) != 0) {
        diag_report(d, FILE_OPEN, &at, strerror(errno));
        return false;
    }
    zipw_init_file(&w, &z, path, st.st_mode & 07777, d);
    bool ok = zipr_open(&z, path, &w.sink, &at, d);
    if (ok) {
        ok = rewrite(&z, &w, url, n);
        if (!ok) {
            diag_report(d, ZIP_WRITE, &at, zip_strerror(z.za));
        }
        zipr_close(&z);
    }
    zipw_release(&w);
    return ok;
}
