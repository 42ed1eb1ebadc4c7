// SPDX-License-Identifier: MIT
// smallworld.h - a world of a few classes made by hand, without a JDK.
#ifndef CCINSTR_TESTS_UNIT_LIB_SMALLWORLD_H
#define CCINSTR_TESTS_UNIT_LIB_SMALLWORLD_H

#include "analysis/base/arena.h"
#include "analysis/world/world.h"
#include "tests/unit/lib/asmclass.h"

enum { SMALL_MOST_FILES = 80 };

struct small_world {
    struct arena arena;
    char *dir;  // where its classes are
    const char *file[SMALL_MOST_FILES];
    u4 n_files;
    const char *folder[SMALL_MOST_FILES];  // of packages
    u4 n_folders;
    struct asm_class a;  // the one being made
    struct emit code;
    struct diag d;
    struct sources *src;
    struct world w;
};

// It has java/lang/Object, with <init>, clone and toString.
void small_init(struct small_world *s);
void small_release(struct small_world *s);

// A class begins, and the one before it is complete. super or interface may be
// NULL.
void small_class(struct small_world *s, u2 flags, const char *name,
                 const char *super, const char *interface);
// A method of it: code as for put(); NULL: none.
void small_method(struct small_world *s, u2 flags, const char *name,
                  const char *desc, const char *code, ...);
// All are complete: from now on s->w can be asked.
void small_open(struct small_world *s);

class_id small_find_class(struct small_world *s, const char *name);
method_id small_find(struct small_world *s, const char *method);

#endif
