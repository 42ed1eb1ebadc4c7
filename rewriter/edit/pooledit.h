// SPDX-License-Identifier: MIT
// Constants that are added to a class: append only.
//
// No index of the input ever changes, so whatever refers to a constant (ldc,
// annotations, unknown attributes) can stay as it is. Constants that the pool has are used
// again. When the pool is full every call returns 0, and `full` is set. A refused method
// may leave constants behind that nothing uses; pool_rewind takes them back.
#ifndef CCINSTR_REWRITER_EDIT_POOLEDIT_H
#define CCINSTR_REWRITER_EDIT_POOLEDIT_H

#include "analysis/base/emit.h"
#include "analysis/classfile/classfile.h"

struct pool_added;

struct pooledit {
    const struct cf_class *c;
    struct arena *arena;  // as long as the class is edited
    u4 count;             // constant_pool_count with what was added
    bool full;
    struct pool_added *added;  // by index - c->n_pool
    u4 room;                   // of added
    // By hash: indices of constants asked for, or of all; 0: free.
    u2 *slot;
    u4 slot_mask;  // slots - 1; 0: none yet
    u8 key;        // of hashes
    u4 n_slots;    // in use
    u4 n_scans;    // of the input's constants
};

void pool_init(struct pooledit *p, const struct cf_class *c, struct arena *a);

// The functions below find or add a constant; 0 when the pool is full (or an argument was
// 0).
u2 pool_utf8(struct pooledit *p, struct str s);
u2 pool_integer(struct pooledit *p, s4 v);
u2 pool_class(struct pooledit *p, struct str internal_name);
u2 pool_package(struct pooledit *p, struct str internal_name);
u2 pool_module(struct pooledit *p, struct str name);
u2 pool_methodref(struct pooledit *p, struct str owner, struct str name,
                  struct str desc);

// Forgets the constants that were added since count was `count`.
void pool_rewind(struct pooledit *p, u4 count);

// The descriptor of the method that constant i refers to, old or added.
struct str pool_method_desc(const struct pooledit *p, u2 i);

// constant_pool_count and all constants, first the input's, from the model.
void pool_write(const struct pooledit *p, struct emit *out);

#endif
