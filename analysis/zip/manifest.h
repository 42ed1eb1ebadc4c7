// SPDX-License-Identifier: MIT
// META-INF/MANIFEST.MF: questions about it, and changes of it.
#ifndef CCINSTR_ANALYSIS_ZIP_MANIFEST_H
#define CCINSTR_ANALYSIS_ZIP_MANIFEST_H

#include "analysis/base/arena.h"
#include "analysis/base/emit.h"
#include "analysis/base/str.h"

bool manifest_is(struct str entry);
// Is it a signature file or signature block: META-INF/X.SF, .RSA, .DSA, .EC, SIG-X?
bool manifest_is_signature(struct str entry);

// Does the main section say `name: true`?
bool manifest_true(struct bytes m, struct str name);
// Does it say anything of name?
bool manifest_has(struct bytes m, struct str name);
// The value of name in the main section, its lines joined, in the arena; or "".
struct str manifest_value(struct bytes m, struct str name, struct arena *a);
// m without the digests of entries, and without the sections that then say
// nothing; every other byte stays. False if there were none.
bool manifest_strip(struct bytes m, struct emit *out);
// m with an attribute more at the end of its main section. False, and out is
// empty, if that has it already.
bool manifest_add(struct bytes m, struct str name, struct str value,
                  struct emit *out);
// m with a word more at the end of an attribute of its main section that is a
// list of words, which it may not have yet. False, and out is empty, if m is
// empty.
bool manifest_append(struct bytes m, struct str name, struct str word,
                     struct emit *out);
// m with another value of an attribute of its main section. False, and out is empty,
// if it has none.
bool manifest_set(struct bytes m, struct str name, struct str value,
                  struct emit *out);

#endif
