// SPDX-License-Identifier: MIT
// uthash (Debian: uthash-dev), set up once for the library: for maps that nobody reads
// while somebody writes, and where speed does not decide.
//
// An entry that could not be added for want of memory has no table (hh.tbl is NULL), and
// the map is as it was. The program under test chooses names: each process has another
// hash. A file may define HASH_KEYCMP before it includes this.
#ifndef CCINSTR_RT_NATIVE_UMAP_H
#define CCINSTR_RT_NATIVE_UMAP_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

// The lower half of a product and the upper one, as in analysis/table/hash.h.
static inline uint64_t umap_mix(uint64_t a, uint64_t b) {
    uint64_t low = (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF);
    uint64_t mid = (a >> 32) * (b & 0xFFFFFFFF) + (low >> 32);
    uint64_t other = (a & 0xFFFFFFFF) * (b >> 32) + (mid & 0xFFFFFFFF);
    return (a * b) ^ ((a >> 32) * (b >> 32) + (mid >> 32) + (other >> 32));
}

static inline uint32_t umap_hash(const void *bytes, size_t n, uint64_t seed) {
    uint64_t key = 0x9e3779b97f4a7c15u;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it is an address
    const void *random = (const void *)getauxval(AT_RANDOM);
    if (random) {
        memcpy(&key, random, sizeof key);
    }
    key |= 1;
    uint64_t h = umap_mix((key + n) ^ seed, key);
    for (size_t i = 0; i < n; i += 8) {
        uint64_t word = 0;
        memcpy(&word, (const char *)bytes + i, n - i < 8 ? n - i : 8);
        h = umap_mix(h ^ word, key);
    }
    return (uint32_t)umap_mix(h, key);
}

#define HASH_NONFATAL_OOM 1
#define HASH_FUNCTION(p, n, hash) ((hash) = umap_hash((p), (n), 0))
#include <uthash.h>

#endif
