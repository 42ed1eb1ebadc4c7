// SPDX-License-Identifier: MIT
// What the operands name, and where each goes in the output folder.
//
// Paths lie: links, ".." and different spellings lead to one file. So files
// and folders are compared by device and inode, and what lies inside what is
// found by going up from the real path.
#include "rewriter/instrument/inputs.h"

#include "analysis/base/file.h"
#include "analysis/base/folder.h"
#include "analysis/base/mem.h"
#include "rewriter/driver/shortnames.h"
#include "rewriter/instrument/patch.h"

#include <errno.h>
#include <stdlib.h>

static struct place place_of(struct str path) {
    return (struct place){.file = path, .byte = NO_BYTE};
}

static bool same(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

// The path without its last part: "a/b/" -> "a", "a" -> ".", "/" -> NULL.
static char *parent_of(struct arena *a, const char *path) {
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') {
        n--;
    }
    if (n == 1 && path[0] == '/') {
        return NULL;
    }
    while (n > 0 && path[n - 1] != '/') {
        n--;
    }
    while (n > 1 && path[n - 1] == '/') {
        n--;
    }
    return n ? arena_cstr(a, (struct str){path, n}) : arena_cstr(a, STR("."));
}

// Is the existing path the thing st describes, or inside it? Also where that cannot be
// told, which is reported.
static bool is_within(const char *path, const struct stat *st, struct arena *a,
                      struct diag *d) {
    char *real = realpath(path, NULL);
    bool found = false;
    if (!real) {
        struct place at = place_of(str_of(path));
        diag_report(d, FILE_OPEN, &at, strerror(errno));
        return true;
    }
    for (const char *p = real; p && !found; p = parent_of(a, p)) {
        struct stat here;
        found = file_look(p, &here, d) != FILE_FOUND || same(&here, st);
    }
    mem_free(real);
    return found;
}

// The part of path that exists; NULL, reported, if that cannot be told.
static const char *existing(const char *path, struct arena *a, struct diag *d) {
    struct stat st;
    enum file_found found = FILE_NONE;
    while (path && (found = file_look(path, &st, d)) == FILE_NONE) {
        path = strcmp(path, ".") == 0 ? NULL : parent_of(a, path);
    }
    return found == FILE_UNKNOWN ? NULL : path ? path : "/";
}

bool inputs_is_part(const char *operand) {
    return str_starts(str_of(operand), STR("jrt:"));
}

// The folder for what replaces classes of a module has the module's name.
static bool find_jdk(struct input *input, const char *output, struct arena *a) {
    struct str rest = input->shown;
    if (!inputs_is_part(input->path)) {
        return false;
    }
    rest = (struct str){rest.p + 4, rest.n - 4};
    while (rest.n && *rest.p == '/') {
        rest = (struct str){rest.p + 1, rest.n - 1};
    }
    const char *end = rest.n ? memchr(rest.p, '/', rest.n) : NULL;
    input->module = (struct str){rest.p, end ? (size_t)(end - rest.p) : rest.n};
    input->out = arena_printf(a, "%s/%.*s", output, STR_F(input->module));
    input->kind = INPUT_JDK;
    input->shown = str_of(arena_printf(a, "jrt:/%.*s", STR_F(input->module)));
    return true;
}

// name: where it goes below the output folder.
static void find_one(struct input *input, const char *output, struct str name,
                     struct arena *a, struct diag *d) {
    if (find_jdk(input, output, a)) {
        return;
    }
    struct place at = place_of(input->shown);
    input->out = arena_printf(a, "%s/%.*s", output, STR_F(name));
    if (stat(input->path, &input->st) != 0) {
        diag_report(d, FILE_OPEN, &at, strerror(errno));
    } else if (!name.n) {
        diag_report(d, FILE_NAME, &at);
    } else if (S_ISDIR(input->st.st_mode)) {
        input->kind = INPUT_FOLDER;
    } else if (S_ISREG(input->st.st_mode)) {
        input->kind =
            str_ends(name, STR(".class")) ? INPUT_CLASS : INPUT_ARCHIVE;
    } else {
        diag_report(d, FILE_KIND, &at);
    }
}

// Beside parts of the JDK the run time needs a place of its own, unless one of them
// is of that module.
static void add_home(struct inputs *inputs, const char *output,
                     struct arena *a) {
    for (size_t i = 0; i < inputs->n; i++) {
        if (str_eq(inputs->item[i].module, STR(PATCH_HOME))) {
            return;
        }
    }
    if (patch_is_needed(inputs)) {
        inputs->item[inputs->n++] = (struct input){
            .shown = STR("jrt:/" PATCH_HOME ", which has the run time"),
            .path = "jrt:/" PATCH_HOME,
            .out = arena_printf(a, "%s/" PATCH_HOME, output),
            .kind = INPUT_JDK,
            .module = STR(PATCH_HOME),
            .is_implied = true};
    }
}

// What is missing was reported; parts of one module have one output.
static bool clash(const struct input *one, const struct input *other) {
    return one->kind != INPUT_MISSING && other->kind != INPUT_MISSING &&
           (one->kind != INPUT_JDK || other->kind != INPUT_JDK) &&
           names_meet(str_of(one->out), str_of(other->out));
}

static bool clashes(const struct inputs *inputs, struct diag *d) {
    for (size_t i = 0; i < inputs->n; i++) {
        for (size_t k = i + 1; k < inputs->n; k++) {
            const struct input *one = &inputs->item[i],
                               *other = &inputs->item[k];
            struct place at = place_of(one->shown);
            if (clash(one, other) && strcmp(one->out, other->out) == 0) {
                diag_report(d, OUT_TWICE, &at, STR_F(other->shown));
                return true;
            }
            if (clash(one, other)) {
                diag_report(d, OUT_NESTED, &at, STR_F(other->shown));
                return true;
            }
        }
    }
    return false;
}

// Would writing `one` destroy the input `other`?
static bool destroys(const struct input *one, const struct input *other,
                     struct arena *a, struct diag *d) {
    struct stat st;
    enum file_found found = file_look(one->out, &st, d);
    if (found != FILE_FOUND) {
        return found == FILE_UNKNOWN;
    }
    return same(&st, &other->st) ||
           ((one->kind == INPUT_FOLDER || one->kind == INPUT_JDK) &&
            other->kind != INPUT_JDK && is_within(other->path, &st, a, d));
}

static bool is_safe(const struct inputs *inputs, const struct input *one,
                    const char *output, struct arena *a, struct diag *d) {
    struct place at = place_of(str_of(one->out));
    for (size_t i = 0; i < inputs->n; i++) {
        const struct input *other = &inputs->item[i];
        if (other->kind != INPUT_MISSING && destroys(one, other, a, d)) {
            diag_report(d, OUT_IS_IN, &at, STR_F(other->shown));
            return false;
        }
    }
    if (one->kind != INPUT_FOLDER && one->kind != INPUT_JDK) {
        return true;
    }
    const char *there =
        one->kind == INPUT_FOLDER ? existing(output, a, d) : output;
    if (!there) {
        return false;
    }
    if (one->kind == INPUT_FOLDER && is_within(there, &one->st, a, d)) {
        at = place_of(one->shown);
        diag_report(d, OUT_INSIDE, &at, STR_F(str_of(output)));
        return false;
    }
    return folder_is_replaceable(one->out, d);
}

// ".." behind a folder that is yet to be made would lead where nobody looked.
static bool leads_back(const char *output, struct arena *a, struct diag *d) {
    struct stat st;
    if (stat(output, &st) == 0) {
        return false;
    }
    for (const char *p = output; (p = strstr(p, "..")) != NULL; p += 2) {
        bool starts = p == output || p[-1] == '/';
        struct str up_to = {output, (size_t)(p - output)};
        if (starts && (p[2] == '/' || p[2] == '\0') && up_to.n &&
            stat(arena_cstr(a, up_to), &st) != 0) {
            struct place at = place_of(str_of(output));
            diag_report(d, FILE_OPEN, &at, strerror(ENOENT));
            return true;
        }
    }
    return false;
}

enum inputs_result inputs_find(struct inputs *inputs,
                               const struct inputs_spec *spec, struct arena *a,
                               struct diag *d) {
    const char *output = spec->output;
    size_t n = spec->operands.n;
    *inputs = (struct inputs){ARENA_ZARRAY(a, struct input, n + 1), n};
    const struct str *own = names_of(&spec->operands, a);
    for (size_t i = 0; i < n; i++) {
        inputs->item[i].path = spec->operands.item[i];
        inputs->item[i].shown = str_of(inputs->item[i].path);
        find_one(&inputs->item[i], output,
                 spec->names.n ? str_of(spec->names.item[i]) : own[i], a, d);
    }
    add_home(inputs, output, a);
    if (clashes(inputs, d)) {
        return INPUTS_CLASH;
    }
    if (leads_back(output, a, d)) {
        return INPUTS_UNSAFE;
    }
    for (size_t i = 0; i < inputs->n; i++) {
        if (inputs->item[i].kind != INPUT_MISSING &&
            !is_safe(inputs, &inputs->item[i], output, a, d)) {
            return INPUTS_UNSAFE;
        }
    }
    return INPUTS_FINE;
}

bool inputs_make_room(const struct input *input, struct arena *a,
                      struct diag *d) {
    const char *above = parent_of(a, input->out);
    return !above || file_make_folder(above, a, d);
}
