// SPDX-License-Identifier: MIT
// uthash (Debian: uthash-dev), set up once: for maps where speed does not decide.
//
// An entry is a struct of yours with a `UT_hash_handle hh` in it, its map a pointer to
// such a struct that is NULL while it is empty: HASH_FIND and HASH_ADD of uthash(3) take
// keys of any bytes. An entry must not move while it is in a map; a key that is not in
// its entry (HASH_ADD_KEYPTR) is borrowed. HASH_CLEAR gives the table back, the entries
// are yours.
//
// Hashes have the key of the process, so that whoever chooses names cannot choose what
// collides. Asking for that costs some nanoseconds: a table that is asked often has a key
// of its own (hash.h) and HASH_FIND_BYHASHVALUE. An entry costs 56 bytes and its share of
// the chains. Where there are many, idmap.h, intern.h and tuples.h are smaller and faster
// (tests/bench/README.md, Hash tables).
#ifndef CCINSTR_ANALYSIS_TABLE_UMAP_H
#define CCINSTR_ANALYSIS_TABLE_UMAP_H

#include "analysis/base/mem.h"
#include "analysis/table/hash.h"

// mem.h ends the process where there is no memory, in its own way; uthash must not.
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) mem_exhausted()
#define uthash_malloc(bytes) mem_new(1, (bytes))
#define uthash_free(p, bytes) mem_free(p)
#define HASH_FUNCTION(p, n, hash) \
    ((hash) = hash_str(hash_key(), (struct str){(const char *)(p), (n)}))
// A key of no bytes may have no address.
#define HASH_KEYCMP(a, b, n) ((n) ? memcmp((a), (b), (n)) : 0)
#include <uthash.h>

#endif
