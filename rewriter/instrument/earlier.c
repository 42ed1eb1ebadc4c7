// SPDX-License-Identifier: MIT
// Is what stands at the place of an output, or is an input, what an earlier command left?
//
// What classes were changed in says so itself: a class has our attribute, an archive has
// the run time, or else such classes. An archive in which nothing was changed is a copy
// that has nothing of ours; so the list of what was written is asked (unchanged.c). That
// may be lost, so what is the same as the input may be replaced, too: nothing is lost.
// Names on the list are compared from the output folder on: that may be named otherwise
// now, and when it was copied, as caches of builds are, the times are others.
//
// An input is an output if the run time is where its packages begin, or if its module-info
// or manifest leads to a run time beside it. Marks of classes do not tell that: an
// archive may hold one class of an instrumented library.
#include "rewriter/instrument/earlier.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/zip/manifest.h"
#include "analysis/zip/zipread.h"
#include "rewriter/edit/classwrite.h"
#include "rewriter/jar/select.h"

#include <assert.h>

#define RUN_TIME "META-INF/ccinstr/"
// Of a jar of its own (rewriter/probe/payload.c).
#define RUN_TIME_JAR "ccinstr-rt-"
#define RUN_TIME_MODULE "ccinstr.rt.p"

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

// --- Inputs ------------------------------------------------------------------

static bool leads_to_run_time(struct str name, struct bytes content,
                              struct arena *a) {
    if (manifest_is(name)) {
        struct str path = manifest_value(content, STR("Class-Path"), a);
        return has((struct bytes){(const u1 *)path.p, path.n},
                   STR(RUN_TIME_JAR));
    }
    return has(content, STR(RUN_TIME_MODULE));
}

static bool is_in_output(struct zipr *z, u8 index, struct arena *a) {
    const struct jar_layout any = {.jmod = true};
    struct zipr_entry e;
    zipr_entry(z, index, &e);
    struct str root = select_root(&any, e.name);
    struct str name = {e.name.p + root.n, e.name.n - root.n};
    return str_starts(name, STR(RUN_TIME)) ||
           ((manifest_is(e.name) || select_is_module_entry(e.name)) &&
            leads_to_run_time(e.name,
                              zipr_content(z, index, LIMIT_CLASS_BYTES, a), a));
}

// What is no archive is reported by whoever needs one.
static bool is_output_archive(const char *path, bool *is, struct diag *d) {
    struct zipr z;
    struct diag unheard;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_init(&unheard, DIAG_ERROR, false);
    bool opened = zipr_open(&z, path, NULL, &at, &unheard);
    for (u8 i = 0; opened && i < z.shape.n_entries && !*is; i++) {
        struct arena a;
        arena_init(&a);
        *is = is_in_output(&z, i, &a);
        arena_release(&a);
    }
    bool ok = !zipr_has_failed(&z);
    if (!ok && !opened) {
        diag_take(d, &unheard);
    } else if (!ok) {
        diag_report(d, FILE_READ, &at, strerror(z.in.error));
    }
    if (opened) {
        zipr_close(&z);
    }
    diag_release(&unheard);
    return ok;
}

static bool is_output_module(const char *file, bool *is, struct diag *d) {
    struct stat st;
    struct emit e;
    enum file_found found = file_look(file, &st, d);
    if (found != FILE_FOUND || !S_ISREG(st.st_mode)) {
        return found != FILE_UNKNOWN;
    }
    emit_init(&e, LIMIT_CLASS_BYTES);
    bool ok = file_read(file, LIMIT_CLASS_BYTES, &e, d);
    *is = ok && has((struct bytes){e.p, e.n}, STR(RUN_TIME_MODULE));
    emit_release(&e);
    return ok;
}

static bool is_output_folder(const char *path, bool *is, struct diag *d) {
    static const char *const place[] = {RUN_TIME, "WEB-INF/classes/" RUN_TIME,
                                        "BOOT-INF/classes/" RUN_TIME};
    struct arena a;
    bool ok = true;
    arena_init(&a);
    for (size_t i = 0; i < sizeof place / sizeof *place && ok && !*is; i++) {
        struct stat st;
        enum file_found found =
            file_look(arena_printf(&a, "%s/%s", path, place[i]), &st, d);
        ok = found != FILE_UNKNOWN;
        *is = found == FILE_FOUND;
    }
    ok = ok &&
         (*is || is_output_module(
                     arena_printf(&a, "%s/module-info.class", path), is, d));
    arena_release(&a);
    return ok;
}

bool earlier_is_original(const char *path, bool is_folder, struct str shown,
                         struct diag *d) {
    bool is = false;
    bool ok = is_folder ? is_output_folder(path, &is, d)
                        : is_output_archive(path, &is, d);
    if (is) {
        struct place at = {.file = shown, .byte = NO_BYTE};
        diag_report(d, INPUT_MADE, &at);
    }
    return ok && !is;
}
