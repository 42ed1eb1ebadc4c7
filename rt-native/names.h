// SPDX-License-Identifier: MIT
// Names of a plan: from a name, as the JVM has it, to its number.
#ifndef CCINSTR_RT_NATIVE_NAMES_H
#define CCINSTR_RT_NATIVE_NAMES_H

#include "rt-native/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Entries by number, and a map of them (umap.h), made once.
struct known_name;
struct known_names {
    struct known_name *all, *map;
};

// Takes the names of the plan's receivers and classes. They lie in the plan: its bytes,
// which are the caller's to write to, change where a name is escaped. False for want of
// memory; release both in any case.
bool known_names_index(const struct plan *p, char *bytes,
                       struct known_names *receivers,
                       struct known_names *classes);
void known_names_release(struct known_names *t);

// The number of that name, or 0.
uint32_t known_names_find(const struct known_names *t, const char *p, size_t n);

#endif
