// SPDX-License-Identifier: MIT
// Is what stands at the place of an output one that an earlier command left?
//
// What classes were changed in says so itself: a class has our attribute, an archive has
// the run time, or else such classes. An archive in which nothing was changed is a copy
// that has nothing of ours; so the list of what was written is asked (unchanged.c). That
// may be lost, so what is the same as the input may be replaced, too: nothing is lost.
// Names on the list are compared from the output folder on: that may be named otherwise
// now, and when it was copied, as caches of builds are, the times are others.
#include "rewriter/instrument/earlier.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/zip/zipread.h"
#include "rewriter/edit/classwrite.h"

#include <assert.h>

#define RUN_TIME "META-INF/ccinstr/"

static bool is_listed(const struct earlier *e) {
    struct arena a;
    arena_init(&a);
    struct str tail = str_of(arena_printf(&a, "/%s", e->name));
    bool is = false;
    for (const char *const *p = e->listed; p && *p && !is; p++) {
        is = str_ends(str_of(*p), tail);
    }
    arena_release(&a);
    return is;
}

static bool has(struct bytes b, struct str text) {
    return b.n && memmem(b.p, b.n, text.p, text.n) != NULL;
}

// Looked for as a class has it in its constants: tag, length, text.
static bool is_marked_class(struct bytes b) {
    static const char constant[] = "\1\0\7" CLASSWRITE_MARK;
    static_assert(sizeof CLASSWRITE_MARK - 1 == 7, "the length above");
    return b.n > 4 && memcmp(b.p, "\xCA\xFE\xBA\xBE", 4) == 0 &&
           has(b, (struct str){constant, sizeof constant - 1});
}

static bool is_marked_entry(struct zipr *z, u8 index, struct arena *a) {
    struct zipr_entry e;
    zipr_entry(z, index, &e);
    struct bytes name = {(const u1 *)e.name.p, e.name.n};
    return has(name, STR(RUN_TIME)) ||
           (str_ends(e.name, STR(".class")) && e.size <= LIMIT_CLASS_BYTES &&
            is_marked_class(zipr_content(z, index, LIMIT_CLASS_BYTES, a)));
}

static bool is_marked_archive(struct bytes b) {
    struct zipr z;
    struct diag quiet;
    struct place at = {.byte = NO_BYTE};
    diag_init(&quiet, DIAG_ERROR, false);
    bool is = false;
    if (zipr_open_mem(&z, b, NULL, &at, &quiet)) {
        for (u8 i = 0; i < z.shape.n_entries && !is; i++) {
            struct arena a;
            arena_init(&a);
            is = is_marked_entry(&z, i, &a);
            arena_release(&a);
        }
        zipr_close(&z);
    }
    diag_release(&quiet);
    return is;
}

static bool is_ours(const struct earlier *e, struct bytes b, bool *is,
                    struct diag *d) {
    struct emit original;
    emit_init(&original, SIZE_MAX / 2);
    bool ok = true;
    *is = is_marked_class(b) || is_marked_archive(b);
    if (!*is) {
        ok = file_read(e->original, SIZE_MAX / 2, &original, d);
        *is = ok && original.n == b.n && memcmp(original.p, b.p, b.n) == 0;
    }
    emit_release(&original);
    return ok;
}

void earlier_report(const char *path, struct diag *d) {
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_report(d, OUT_OTHER, &at);
}

// False, reported, if that cannot be told. *is: is there a file that can be lost?
static bool has_content(const char *path, bool *is, struct diag *d) {
    struct stat st;
    enum file_found found = file_look(path, &st, d);
    *is = found == FILE_FOUND && S_ISREG(st.st_mode) && st.st_size != 0;
    return found != FILE_UNKNOWN;
}

bool earlier_check(const struct earlier *e, struct diag *d) {
    struct emit there;
    bool is_there, is = true;
    if (!has_content(e->path, &is_there, d)) {
        return false;
    }
    if (!is_there || is_listed(e)) {
        return true;
    }
    emit_init(&there, SIZE_MAX / 2);
    bool ok = file_read(e->path, SIZE_MAX / 2, &there, d) &&
              is_ours(e, (struct bytes){there.p, there.n}, &is, d);
    emit_release(&there);
    if (ok && !is) {
        earlier_report(e->path, d);
    }
    return ok && is;
}

bool earlier_is_archive(const char *path, struct diag *d) {
    struct zipr z;
    struct diag quiet;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    bool is_there, is = true;
    if (!has_content(path, &is_there, d)) {
        return false;
    }
    if (is_there) {
        diag_init(&quiet, DIAG_ERROR, false);
        is = zipr_open(&z, path, NULL, &at, &quiet);
        bool failed = zipr_has_failed(&z);
        if (is) {
            zipr_close(&z);
        } else if (failed) {
            diag_take(d, &quiet);
        } else {
            earlier_report(path, d);
        }
        diag_release(&quiet);
    }
    return is;
}
