// SPDX-License-Identifier: MIT
// The attribute table (attrs.def): names, places, and bodies that are checked.
#ifndef CCINSTR_ANALYSIS_CLASSFILE_ATTR_H
#define CCINSTR_ANALYSIS_CLASSFILE_ATTR_H

#include "analysis/base/cursor.h"
#include "analysis/classfile/classfile.h"

enum attr_kind {
    ATTR_UNSEEN,  // only in cp_entry.attr
    ATTR_OTHER,   // not in the table
#define ATTR(name, where, body) ATTR_##name,
#include "analysis/classfile/attrs.def"
#undef ATTR
    ATTR_N_KINDS
};

// Reads a u2-counted attribute list at `cur` into an index (JVMS 4.7). `where`
// is the place letter of attrs.def; an attribute that stands elsewhere has no
// meaning there (JVMS 4.7.1) and is ATTR_OTHER. A body that is not as the
// table says is marked bad and noted, and the class goes on. False when the
// list itself is broken; the diagnostic is given.
struct attr_reader {
    struct cf_class *c;
    struct arena *arena;
    const struct place *at;
    struct diag *d;
};
bool attr_read_list(const struct attr_reader *r, struct cursor *cur, char where,
                    struct cf_attrs *out);

// Skips such a list.
void attr_skip_list(struct cursor *cur);

// The attributes of such a list at an offset of the input (cf_member.at, cf_class.at); for
// a class of which only headers were read. Bodies are not checked, and a broken list
// ends. c remembers what its constants name.
struct attr_iter {
    struct cf_class *c;
    struct cursor cur;
    u4 left;
    char where;
};
struct attr_iter attr_each(struct cf_class *c, u4 at, char where);
bool attr_next(struct attr_iter *it, struct cf_attr *a);

// The first attribute of that kind, or NULL.
const struct cf_attr *attr_find(const struct cf_attrs *as, enum attr_kind kind);

static inline struct bytes attr_body(const struct cf_class *c,
                                     const struct cf_attr *a) {
    return (struct bytes){c->in.p + a->at, a->len};
}

// The index at the cursor, of a constant of that kind; else the cursor fails.
static inline u2 attr_index(const struct cf_class *c, struct cursor *cur,
                            u1 tag) {
    u2 i = cur_u2(cur);
    if (!cp_is(c, i, tag)) {
        cur_fail(cur);
    }
    return i;
}

// The target_type of type annotations in code (JVMS 4.7.20.1): those that name
// ranges of a local, an exception handler, and the instructions from INSN on,
// of which those from CAST on have an index behind the offset.
enum target_type {
    TARGET_LOCAL = 0x40,
    TARGET_RESOURCE = 0x41,
    TARGET_CATCH = 0x42,
    TARGET_INSN = 0x43,
    TARGET_CAST = 0x47,
    TARGET_LAST = 0x4B,
};

// target_type, target_info and type_path of a type annotation at the cursor: skipped. The
// cursor fails when they are malformed.
void attr_skip_target(struct cursor *cur);

#endif
