// SPDX-License-Identifier: MIT
// An archive that is made of files of our own, in memory.
#include "rewriter/jar/newjar.h"

#include "analysis/base/file.h"
#include "analysis/base/folder.h"

#include <zip.h>

// The first date that an archive can have.
enum { FIRST_DATE = 315532800 };

static bool add(zip_t *za, const struct new_file *x, zip_error_t *error) {
    zip_source_t *s = zip_source_buffer(za, x->content.p, x->content.n, 0);
    char name[256];
    snprintf(name, sizeof name, "%.*s", STR_F(x->name));
    zip_int64_t i = s ? zip_file_add(za, name, s, ZIP_FL_ENC_UTF_8) : -1;
    if (i >= 0 && zip_file_set_mtime(za, (u8)i, FIRST_DATE, 0) == 0) {
        return true;
    }
    if (s && i < 0) {
        zip_source_free(s);
    }
    zip_error_set(error, zip_error_code_zip(zip_get_error(za)), 0);
    return false;
}

// The whole archive in s, which stays open to be read.
static bool fill(zip_source_t *s, const struct new_file *file, size_t n,
                 zip_error_t *error) {
    zip_source_keep(s);
    zip_t *za = zip_open_from_source(s, ZIP_TRUNCATE, error);
    if (!za) {
        zip_source_free(s);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!add(za, &file[i], error)) {
            zip_discard(za);
            return false;
        }
    }
    if (zip_close(za) != 0) {
        zip_error_set(error, zip_error_code_zip(zip_get_error(za)), 0);
        zip_discard(za);
        return false;
    }
    return true;
}

static bool read_all(zip_source_t *s, struct emit *out) {
    zip_stat_t st;
    bool ok = zip_source_stat(s, &st) == 0 && emit_room(out, st.size) &&
              zip_source_open(s) == 0;
    if (ok) {
        ok = zip_source_read(s, out->p, st.size) == (zip_int64_t)st.size;
        out->n = ok ? st.size : 0;
        zip_source_close(s);
    }
    return ok;
}

bool newjar_write(const char *path, const struct new_file *file, size_t n,
                  struct diag *d) {
    zip_error_t error;
    struct emit out;
    zip_error_init(&error);
    emit_init(&out, SIZE_MAX / 2);
    zip_source_t *s = zip_source_buffer_create(NULL, 0, 0, &error);
    bool ok = s && fill(s, file, n, &error) && read_all(s, &out);
    if (!ok) {
        struct place at = {.file = str_of(path), .byte = NO_BYTE};
        diag_report(d, ZIP_WRITE, &at, zip_error_strerror(&error));
    }
    if (s) {
        zip_source_free(s);
    }
    ok = ok && file_replace(path, out.p, out.n, d);
    emit_release(&out);
    zip_error_fini(&error);
    return ok;
}
