// SPDX-License-Identifier: MIT
// What System.getProperty and System.getenv give.
#include "analysis/dynamic/dynamic_priv.h"

#include <stdlib.h>

// Those that each JVM sets and that are parts of names.
static const struct {
    const char *key, *value;
} usual[] = {
    {"file.separator", "/"},
    {"path.separator", ":"},
    {"java.vm.specification.name", "Java Virtual Machine Specification"},
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

static const char *value_of(struct dynamic *d, struct str key) {
    const char *value = given(d, key);
    for (size_t i = 0; !value && i < sizeof usual / sizeof *usual; i++) {
        value = str_eq(key, str_of(usual[i].key)) ? usual[i].value : NULL;
    }
    return value;
}

// The key is known: its value, or what the call names in its place.
void property_read(struct dynamic *d, const struct op *o, struct str key) {
    const char *value = o->kind == OP_PROPERTY
                            ? value_of(d, key)
                            : getenv(arena_cstr(&d->scratch, key));
    if (value) {
        trace_add(d, o->to, token_text(d, str_of(value)));
    } else if (o->n > 1) {
        op_copy_operand(d, o, 1);
    }
    bool is_new = intern_find(&d->keys, key, STR("")) == 0;
    if (is_new) {
        intern_add(&d->keys, arena_str(&d->arena, key), STR(""));
    }
}
