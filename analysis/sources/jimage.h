// SPDX-License-Identifier: MIT
// The run-time image of a JDK, `lib/modules` (jimage 1.0), mapped and read in
// place.
//
//     u4 magic 0xCAFEDADA    u4 version (major << 16 | minor)    u4 flags
//     u4 resource_count      u4 table_length
//     u4 locations_size      u4 strings_size                     28 bytes
//     s4 redirect[table_length]
//     u4 offsets[table_length]      into the locations
//     u1 locations[locations_size]
//     u1 strings[strings_size]      NUL-terminated modified UTF-8
//     resources
//
// Numbers are in the machine's byte order. A location is a run of attributes,
// each `kind << 3 | length - 1` and a big-endian value; its name is composed
// of them: /module/parent/base.extension. The names are a perfect hash:
// redirect[hash] is a second seed, or the index itself; offsets[index] is the
// location, whose name has to be compared, since every name leads somewhere.
//
// Nothing in the file is believed: every index and range is checked where it
// is used, so that opening an image touches its header alone.
#ifndef CCINSTR_ANALYSIS_SOURCES_JIMAGE_H
#define CCINSTR_ANALYSIS_SOURCES_JIMAGE_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/types.h"
#include "analysis/zip/inflate.h"

struct jimage {
    struct bytes in;
    struct str path;  // borrowed, for messages
    bool mapped;
    bool said;  // damage of the tables was reported
    u4 table_length;
    u4 locations_size;
    u4 strings_size;
    const u1 *redirect;
    const u1 *offsets;
    const u1 *locations;
    const char *strings;
    size_t base;  // of the resources, in the file
};

// A location: offsets into the strings, and where the content lies.
struct jimage_entry {
    u4 index;
    u4 module;
    u4 parent;
    u4 base;
    u4 extension;
    u8 at;      // from the image's base
    u8 packed;  // bytes if compressed, else 0
    u8 size;
};

// A full name in up to three pieces, so that nobody has to join them.
struct jimage_name {
    struct str part[3];
};

// False after a diagnostic; then there is nothing to close. path is kept.
bool jimage_open(struct jimage *im, const char *path, struct diag *d);
bool jimage_open_mem(struct jimage *im, struct bytes in, const char *path,
                     struct diag *d);
void jimage_close(struct jimage *im);

// False when there is no such entry, or the tables are damaged (reported).
bool jimage_find(struct jimage *im, const struct jimage_name *name,
                 struct jimage_entry *e, struct diag *d);
// The entry at an index below table_length; false where it is damaged.
bool jimage_entry_get(struct jimage *im, u4 index, struct jimage_entry *e,
                      struct diag *d);
// A string of the image by its offset, as entries have it; "" outside.
struct str jimage_string(const struct jimage *im, u4 at);

// Unpacks content of at most `max` bytes.
struct jimage_tools {
    struct inflater *inflater;
    struct arena *arena;
    size_t max;
};
// The content of e: in place, or in the arena if it is compressed. Returns
// NULL, or what is wrong with it.
const char *jimage_content(const struct jimage *im,
                           const struct jimage_entry *e,
                           const struct jimage_tools *t, struct bytes *content);
// Where in the file the content of e is, as far as that can be true.
size_t jimage_content_byte(const struct jimage *im,
                           const struct jimage_entry *e);

#endif
