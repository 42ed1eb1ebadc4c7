// SPDX-License-Identifier: MIT
// Archives, opened through libzip wherever they begin in their file.
#include "analysis/zip/zipread.h"

#include "analysis/base/file.h"
#include "analysis/base/mem.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static zip_int64_t source_read(struct zipr *z, void *data, u8 len) {
    u8 left = z->shape.end - z->shape.base - z->at;
    len = len < left ? len : left;
    if (!zipin_read(&z->in, z->shape.base + z->at, data, (size_t)len)) {
        zip_error_set(&z->error, ZIP_ER_READ, errno);
        return -1;
    }
    z->at += len;
    return (zip_int64_t)len;
}

static zip_int64_t source_seek(struct zipr *z, void *data, u8 len) {
    zip_int64_t at = zip_source_seek_compute_offset(
        z->at, z->shape.end - z->shape.base, data, len, &z->error);
    if (at < 0) {
        return -1;
    }
    z->at = (u8)at;
    return 0;
}

static zip_int64_t source_stat(struct zipr *z, void *data) {
    zip_stat_t *st = data;
    zip_stat_init(st);
    st->size = z->shape.end - z->shape.base;
    st->valid = ZIP_STAT_SIZE;
    return 0;
}

static zip_int64_t source_supports(const struct zipr *z) {
    zip_int64_t can = ZIP_SOURCE_SUPPORTS_SEEKABLE;
    return z->sink ? can | ZIP_SOURCE_SUPPORTS_WRITABLE : can;
}

static zip_int64_t source(void *user, void *data, zip_uint64_t len,
                          zip_source_cmd_t cmd) {
    struct zipr *z = user;
    switch (cmd) {
    case ZIP_SOURCE_SUPPORTS:
        return source_supports(z);
    case ZIP_SOURCE_STAT:
        return source_stat(z, data);
    case ZIP_SOURCE_OPEN:
        z->at = 0;
        return 0;
    case ZIP_SOURCE_READ:
        return source_read(z, data, len);
    case ZIP_SOURCE_SEEK:
        return source_seek(z, data, len);
    case ZIP_SOURCE_TELL:
        return (zip_int64_t)z->at;
    case ZIP_SOURCE_CLOSE:
    case ZIP_SOURCE_FREE:
        return 0;
    case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&z->error, data, len);
    case ZIP_SOURCE_BEGIN_WRITE:
    case ZIP_SOURCE_WRITE:
    case ZIP_SOURCE_SEEK_WRITE:
    case ZIP_SOURCE_TELL_WRITE:
    case ZIP_SOURCE_COMMIT_WRITE:
    case ZIP_SOURCE_ROLLBACK_WRITE:
        if (z->sink) {
            return z->sink->command(z->sink, data, len, cmd, &z->error);
        }
        break;
    default:
        break;
    }
    zip_error_set(&z->error, ZIP_ER_OPNOTSUPP, 0);
    return -1;
}

// No memory is no fault of an archive.
static void check_memory(zip_error_t *e) {
    if (zip_error_code_zip(e) == ZIP_ER_MEMORY) {
        mem_exhausted();
    }
}

static bool open_archive(struct zipr *z, const struct place *at,
                         struct diag *d) {
    zip_error_t e;
    zip_error_init(&e);
    zip_source_t *s = zip_source_function_create(source, z, &e);
    z->za = s ? zip_open_from_source(s, 0, &e) : NULL;
    // The end record has been found. Where libzip has no memory for it, it says that
    // there is none: asked again, it has some or says so.
    if (!z->za && zip_error_code_zip(&e) == ZIP_ER_NOZIP) {
        z->za = zip_open_from_source(s, 0, &e);
    }
    bool ok = z->za != NULL;
    if (!ok) {
        check_memory(&e);
        diag_report(d, ZIP_OPEN, at, zip_error_strerror(&e));
        zip_source_free(s);
    } else if ((u8)zip_get_num_entries(z->za, 0) != z->shape.n_entries) {
        diag_report(d, ZIP_OPEN, at, "two directories contradict each other");
        ok = false;
    }
    zip_error_fini(&e);
    return ok;
}

static bool open_any(struct zipr *z, struct zipr_sink *sink,
                     const struct place *at, struct diag *d) {
    z->za = NULL;
    z->sink = sink;
    z->at = 0;
    zip_error_init(&z->error);
    struct diag said;
    diag_init_part(&said, d);
    bool ok =
        zip_shape(&z->in, &z->shape, at, &said) && open_archive(z, at, &said);
    // What could not be read looks as if it were damaged.
    if (z->in.error) {
        diag_report(d, FILE_READ, at, strerror(z->in.error));
        ok = false;
    } else {
        diag_take(d, &said);
    }
    diag_release(&said);
    if (!ok) {
        int error = z->in.error;
        zipr_close(z);
        z->in.error = error;
    }
    return ok;
}

bool zipr_has_failed(const struct zipr *z) {
    return z->in.error != 0;
}

bool zipr_open(struct zipr *z, const char *path, struct zipr_sink *sink,
               const struct place *at, struct diag *d) {
    if (!zipin_open(&z->in, path)) {
        z->in.error = file_is_missing(errno) ? 0 : errno;
        diag_report(d, FILE_OPEN, at, strerror(errno));
        return false;
    }
    return open_any(z, sink, at, d);
}

bool zipr_open_mem(struct zipr *z, struct bytes mem, struct zipr_sink *sink,
                   const struct place *at, struct diag *d) {
    zipin_open_mem(&z->in, mem);
    return open_any(z, sink, at, d);
}

void zipr_close(struct zipr *z) {
    if (z->za) {
        zip_discard(z->za);
        z->za = NULL;
    }
    zip_error_fini(&z->error);
    zipin_close(&z->in);
}

void zipr_entry(struct zipr *z, u8 index, struct zipr_entry *e) {
    *e = (struct zipr_entry){.index = index};
    if (zip_stat_index(z->za, index, ZIP_FL_UNCHANGED, &e->st) != 0) {
        BUG("no entry %llu", (unsigned long long)index);
    }
    const char *name =
        zip_get_name(z->za, index, ZIP_FL_ENC_RAW | ZIP_FL_UNCHANGED);
    e->name = str_of(name ? name : "");
    e->size = e->st.size;
    e->compressed = e->st.comp_size;
    e->crc = e->st.crc;
    e->method = e->st.comp_method;
    e->encrypted = e->st.encryption_method != ZIP_EM_NONE;
}

bool zipr_raw(struct zipr *z, const struct zipr_entry *e, struct emit *out) {
    zip_file_t *f =
        zip_fopen_index(z->za, e->index, ZIP_FL_COMPRESSED | ZIP_FL_UNCHANGED);
    if (!f) {
        check_memory(zip_get_error(z->za));
        return false;
    }
    bool ok = emit_room(out, (size_t)e->compressed);
    u8 left = e->compressed;
    while (ok && left) {
        zip_int64_t n = zip_fread(f, out->p + out->n, left);
        ok = n > 0;
        if (ok) {
            out->n += (size_t)n;
            left -= (u8)n;
        }
    }
    if (!ok) {
        zip_error_t *why = zip_file_get_error(f);
        check_memory(why);
        zip_error_set(zip_get_error(z->za), zip_error_code_zip(why),
                      zip_error_code_system(why));
    }
    zip_fclose(f);
    return ok;
}

struct bytes zipr_content(struct zipr *z, u8 index, size_t most,
                          struct arena *a) {
    zip_stat_t st;
    struct bytes b = {0};
    if (zip_stat_index(z->za, index, 0, &st) != 0 || st.size > most) {
        return b;
    }
    zip_file_t *f = zip_fopen_index(z->za, index, 0);
    u1 *p = ARENA_ARRAY(a, u1, st.size + 1);
    if (f && zip_fread(f, p, st.size) == (zip_int64_t)st.size) {
        b = (struct bytes){p, st.size};
    } else {
        check_memory(f ? zip_file_get_error(f) : zip_get_error(z->za));
    }
    if (f) {
        zip_fclose(f);
    }
    return b;
}
