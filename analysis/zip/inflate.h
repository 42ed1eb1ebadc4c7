// SPDX-License-Identifier: MIT
// From an entry's compressed bytes to its content, checked.
#ifndef CCINSTR_ANALYSIS_ZIP_INFLATE_H
#define CCINSTR_ANALYSIS_ZIP_INFLATE_H

#include "analysis/base/diag.h"
#include "analysis/base/emit.h"
#include "analysis/zip/zipread.h"

// Unpacks. A thread has one of its own, whose state is made once.
struct inflater;

struct inflater *inflater_new(void);
void inflater_free(struct inflater *f);

// Where content is unpacked from and to.
struct unpack {
    struct bytes raw;       // in
    struct emit *buf;       // borrowed, used if need be
    struct bytes *content;  // out
};

// The content of e, whose compressed bytes are u->raw: in u->buf (after a reset), or
// u->raw itself if e is stored. False with a warning at `at` if e is unsupported or
// corrupt, or its size or checksum is wrong. The caller has bounded e->size.
bool inflate_entry(struct inflater *f, const struct zipr_entry *e,
                   const struct unpack *u, const struct place *at,
                   struct diag *d);

// A zlib stream (RFC 1950) of exactly n bytes to out; false when it is none.
bool inflate_zlib(struct inflater *f, struct bytes in, u1 *out, size_t n);

// The checksum of zip entries.
u4 crc_of(struct bytes b);

#endif
