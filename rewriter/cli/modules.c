// SPDX-License-Identifier: MIT
// modules.c - which inputs are modules.
#include "rewriter/cli/modules.h"

#include "analysis/zip/zipread.h"
#include "rewriter/jar/select.h"

#include <stdio.h>

static bool is_module_archive(const struct input *in) {
    struct zipr z;
    struct diag unheard;
    struct place at = {.file = in->shown, .byte = NO_BYTE};
    bool found = false;
    diag_init(&unheard, DIAG_ERROR, false);
    if (zipr_open(&z, in->path, NULL, &at, &unheard)) {
        for (u8 i = 0; i < z.shape.n_entries && !found; i++) {
            const char *name =
                zip_get_name(z.za, i, ZIP_FL_ENC_RAW | ZIP_FL_UNCHANGED);
            found = name && select_is_module_entry(str_of(name));
        }
        zipr_close(&z);
    }
    diag_release(&unheard);
    return found;
}

static bool is_module_folder(const struct input *in) {
    char path[4096];
    struct stat st;
    int n = snprintf(path, sizeof path, "%s/module-info.class", in->path);
    return n > 0 && (size_t)n < sizeof path && stat(path, &st) == 0;
}

void modules_find(struct modules *m, const struct inputs *inputs) {
    *m = (struct modules){0};
    for (size_t i = 0; i < inputs->n; i++) {
        const struct input *in = &inputs->item[i];
        bool archive = in->kind == INPUT_ARCHIVE;
        bool module = archive
                          ? is_module_archive(in)
                          : in->kind == INPUT_FOLDER && is_module_folder(in);
        m->n_explicit += module;
        m->n_automatic += archive && !module;
    }
}

bool modules_share(const struct modules *m, const struct inputs *inputs) {
    return m->n_explicit && inputs->n > 1;
}
