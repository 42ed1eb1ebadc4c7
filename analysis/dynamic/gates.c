// SPDX-License-Identifier: MIT
// Which reflection of the JDK counts (gates.def).
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/world/world.h"

struct gate_row {
    const char *prefix;
    enum gate gate;
};

static const struct gate_row inside[] = {
#define INSIDE(gate, prefix) {prefix, GATE_##gate},
#include "analysis/dynamic/gates.def"
};

static const struct gate_row opens[] = {
#define OPENS(prefix, gate) {prefix, GATE_##gate},
#include "analysis/dynamic/gates.def"
};

static const struct gate_row skips[] = {
#define SKIPS(name, gate) {name, GATE_##gate},
#include "analysis/dynamic/gates.def"
};

static const struct gate_row says[] = {
#define SAYS(text, gate) {text, GATE_##gate},
#include "analysis/dynamic/gates.def"
};

static enum gate find_gate(const struct dynamic *d, class_id c) {
    const struct world_class *k = &d->w->class.v[c];
    bool is_library = k->flags & CLASS_JDK && !(k->flags & CLASS_COMPONENT);
    size_t n = is_library && d->spec.level == DYNAMIC_RESOLVED
                   ? sizeof inside / sizeof *inside
                   : 0;
    for (size_t i = 0; i < n; i++) {
        if (str_starts(k->name, str_of(inside[i].prefix))) {
            return inside[i].gate;
        }
    }
    return GATE_NONE;
}

// Classes are asked for once for each of their methods.
enum gate gate_of(struct dynamic *d, class_id c) {
    vec_cover(&d->gate, c + 1);
    if (!d->gate.v[c]) {
        d->gate.v[c] = (u1)(1 + find_gate(d, c));
    }
    return d->gate.v[c] - 1;
}

// A class, or a package with those in it.
static bool is_meant(struct str name, struct str what) {
    return what.p[what.n - 1] == '/' ? str_starts(name, what)
                                     : str_eq(name, what);
}

static bool is_skipped(struct str name, enum gate g) {
    for (size_t i = 0; i < sizeof skips / sizeof *skips; i++) {
        if (skips[i].gate == g && str_eq(name, str_of(skips[i].prefix))) {
            return true;
        }
    }
    return false;
}

// What a class outside of the JDK names.
void gates_open(struct dynamic *d, class_id c) {
    const struct cf_class *cf = d->w->class.v[c].cf;
    for (u4 k = 1; k < cf->n_pool; k++) {
        for (size_t i = 0;
             cp_is(cf, k, CP_STRING) && i < sizeof says / sizeof *says; i++) {
            if (str_starts(cp_name_of(cf, k), str_of(says[i].prefix))) {
                d->is_gate_open[says[i].gate] = true;
            }
        }
        struct str name = cp_is(cf, k, CP_CLASS) ? cp_name_of(cf, k) : STR("");
        for (size_t i = 0; name.n && i < sizeof opens / sizeof *opens; i++) {
            if (is_meant(name, str_of(opens[i].prefix)) &&
                !is_skipped(name, opens[i].gate)) {
                d->is_gate_open[opens[i].gate] = true;
            }
        }
    }
}
