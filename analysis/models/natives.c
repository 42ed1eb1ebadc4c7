// SPDX-License-Identifier: MIT
// natives.def as tables.
#include "analysis/models/natives.h"

#define TEXT(s) \
    { s, sizeof s - 1 }

#define NOTHING \
    { NATIVE_NOTHING, 0, NULL }
#define UNTOLD \
    { NATIVE_UNTOLD, 0, NULL }
#define CALLS(kind, method) \
    { NATIVE_CALLS, EDGE_##kind, method }
#define MAKES(class) \
    { NATIVE_MAKES, 0, class }

const struct native_row native_rows[] = {
#define NATIVE(class, name, desc, value, ...) \
    {TEXT(class), TEXT(name), TEXT(desc), false, value, {__VA_ARGS__}},
#define CODE(class, name, desc, value) \
    {TEXT(class), TEXT(name), TEXT(desc), true, value, {UNTOLD}},
#include "analysis/models/natives.def"
};

#define NATIVE(class, name, desc, value, ...)                       \
    _Static_assert(sizeof((struct native_effect[]){__VA_ARGS__}) <= \
                       MOST_EFFECTS * sizeof(struct native_effect), \
                   class "." name                                   \
                         ": more than MOST_EFFECTS, and none ends them");
#include "analysis/models/natives.def"

const struct str native_others[] = {
#define OTHERS(class) TEXT(class),
#include "analysis/models/natives.def"
};

const struct field_finder field_finders[] = {
#define FINDS_FIELDS(class, name, how, class_arg, inherited) \
    {TEXT(class), TEXT(name), how, class_arg, inherited},
#include "analysis/models/natives.def"
};

const char *const native_classes[] = {
#define SETS_FIELDS(class) class,
#include "analysis/models/natives.def"
};

const struct native_pass native_passes[] = {
#define PASSES(kind, class) {EDGE_##kind, class},
#include "analysis/models/natives.def"
};

#define N_OF(table) (sizeof(table) / sizeof *(table))

const u4 n_native_rows = N_OF(native_rows);
const u4 n_native_others = N_OF(native_others);
const u4 n_field_finders = N_OF(field_finders);
const u4 n_native_classes = N_OF(native_classes);
const u4 n_native_passes = N_OF(native_passes);

const struct native_row *native_find(struct str class, struct str name,
                                     struct str desc) {
    for (u4 i = 0; i < n_native_rows; i++) {
        const struct native_row *row = &native_rows[i];
        if (str_eq(class, row->class) && str_eq(name, row->name) &&
            str_starts(desc, row->desc)) {
            return row;
        }
    }
    return NULL;
}

bool native_has_others(struct str class) {
    for (u4 i = 0; i < n_native_others; i++) {
        if (str_eq(class, native_others[i])) {
            return true;
        }
    }
    return false;
}
