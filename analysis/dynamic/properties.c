// SPDX-License-Identifier: MIT
// System properties and variables of the environment.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/sources/sources.h"
#include "analysis/world/world.h"

#include <stdlib.h>

#define RELEASE "release"
#define CLASS_VERSION "version of class files"

// Those that each JVM sets.
static const struct {
    const char *key, *value;
} usual[] = {
#define PROPERTY(key, value) {key, value},
#include "analysis/dynamic/properties.def"
};

// "K=V" of the command line.
static const char *given(const struct dynamic *d, struct str key) {
    for (size_t i = d->spec.n_properties; i-- > 0;) {
        const char *text = d->spec.properties[i];
        if (strncmp(text, key.p, key.n) == 0 && text[key.n] == '=') {
            return text + key.n + 1;
        }
    }
    return NULL;
}

// 1.8 and 17; 52.0 and 61.0. NULL without a JDK.
static const char *told_by_release(struct dynamic *d, const char *value) {
    enum { DOTTED = 8, CLASSES_OF_0 = 44 };
    u4 release = src_release(d->w->src);
    return !release ? NULL
           : strcmp(value, CLASS_VERSION) == 0
               ? arena_printf(&d->arena, "%u.0", CLASSES_OF_0 + release)
               : arena_printf(&d->arena, release <= DOTTED ? "1.%u" : "%u",
                              release);
}

// True if each JVM sets it; *to is its value, if that is known.
static bool is_usual(struct dynamic *d, struct str key, const char **to) {
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        if (str_eq(key, str_of(usual[i].key))) {
            const char *value = usual[i].value;
            bool by_release = value && (strcmp(value, RELEASE) == 0 ||
                                        strcmp(value, CLASS_VERSION) == 0);
            *to = by_release ? told_by_release(d, value) : value;
            return true;
        }
    }
    return false;
}

static void note_key(struct dynamic *d, struct str key) {
    if (intern_find(&d->keys, key, STR("")) == 0) {
        intern_add(&d->keys, arena_str(&d->arena, key), STR(""));
    }
}

void property_read(struct dynamic *d, const struct op *o, struct str key) {
    bool is_set = false;
    const char *value = o->kind == OP_PROPERTY
                            ? given(d, key)
                            : getenv(arena_cstr(&d->scratch, key));
    if (!value && o->kind == OP_PROPERTY) {
        is_set = is_usual(d, key, &value);
    }
    if (value) {
        trace_add(d, o->to, token_text(d, str_of(value)));
    } else if (is_set) {
        trace_open(d, o->to);
    } else {
        op_copy_operand(d, o, 1);
    }
    note_key(d, key);
}
