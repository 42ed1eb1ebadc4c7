// SPDX-License-Identifier: MIT
// Which inputs are modules.
#include "rewriter/instrument/modules.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/classfile/attr.h"
#include "analysis/classfile/classfile.h"
#include "analysis/zip/zipread.h"
#include "rewriter/jar/select.h"

#include <errno.h>

// What is being looked at: what a module-info says, if it can be read.
struct look {
    struct arena *arena;
    struct diag unheard;
    int error;  // why something could not be read, or 0
    struct str name;
    struct str main_class;
};

// The constant that an attribute names first.
static struct str first_name(struct look *l, const struct cf_class *c,
                             enum attr_kind kind) {
    const struct cf_attr *a = attr_find(&c->attrs, kind);
    return a && !a->bad
               ? arena_str(l->arena, cp_name_of(c, be2(attr_body(c, a).p)))
               : STR("");
}

static void read_info(struct look *l, struct bytes b, const struct place *at) {
    struct cf_class c;
    if (b.n && cf_parse(&c, b, CF_ALL, l->arena, at, &l->unheard)) {
        l->name = first_name(l, &c, ATTR_Module);
        l->main_class = first_name(l, &c, ATTR_ModuleMainClass);
    }
}

static bool is_module_archive(struct look *l, const struct input *input) {
    struct zipr z;
    struct place at = {.file = input->shown, .byte = NO_BYTE};
    bool found = false;
    bool open = zipr_open(&z, input->path, NULL, &at, &l->unheard);
    if (open) {
        for (u8 i = 0; i < z.shape.n_entries && !found; i++) {
            const char *name =
                zip_get_name(z.za, i, ZIP_FL_ENC_RAW | ZIP_FL_UNCHANGED);
            found = name && select_is_module_entry(str_of(name));
            if (found) {
                read_info(l, zipr_content(&z, i, LIMIT_CLASS_BYTES, l->arena),
                          &at);
            }
        }
    }
    l->error = zipr_has_failed(&z) ? z.in.error : l->error;
    if (open) {
        zipr_close(&z);
    }
    return found;
}

static bool is_module_folder(struct look *l, const struct input *input) {
    const char *path =
        arena_printf(l->arena, "%s/module-info.class", input->path);
    struct place at = {.file = input->shown, .byte = NO_BYTE};
    struct stat st;
    struct emit e;
    if (stat(path, &st) != 0) {
        l->error = file_is_missing(errno) ? l->error : errno;
        return false;
    }
    emit_init(&e, LIMIT_CLASS_BYTES);
    if (file_read(path, LIMIT_CLASS_BYTES, &e, &l->unheard)) {
        read_info(l, (struct bytes){e.p, e.n}, &at);
    } else if (errno != EFBIG) {
        l->error = errno;
    }
    emit_release(&e);
    return true;
}

bool modules_find(struct modules *m, const struct inputs *inputs,
                  struct arena *a, struct diag *d) {
    bool ok = true;
    struct look l = {.arena = a};
    *m = (struct modules){.name = ARENA_ARRAY(a, struct str, inputs->n),
                          .main_class = ARENA_ARRAY(a, struct str, inputs->n)};
    diag_init(&l.unheard, DIAG_ERROR, false);
    for (size_t i = 0; i < inputs->n; i++) {
        const struct input *input = &inputs->item[i];
        bool archive = input->kind == INPUT_ARCHIVE;
        l.name = l.main_class = STR("");
        bool module = archive ? is_module_archive(&l, input)
                              : input->kind == INPUT_FOLDER &&
                                    is_module_folder(&l, input);
        if (l.error) {
            struct place at = {.file = input->shown, .byte = NO_BYTE};
            diag_report(d, FILE_READ, &at, strerror(l.error));
            l.error = 0;
            ok = false;
        }
        m->n_explicit += module;
        m->n_automatic += archive && !module;
        if (l.name.n) {
            m->main_class[m->n_named] = l.main_class;
            m->name[m->n_named++] = l.name;
        }
    }
    diag_release(&l.unheard);
    return ok;
}

bool modules_share(const struct modules *m, const struct inputs *inputs) {
    return m->n_explicit && inputs->n > 1;
}
