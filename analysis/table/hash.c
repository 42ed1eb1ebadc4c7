// SPDX-License-Identifier: MIT
// The key of hashes.
#include "analysis/table/hash.h"

#include <sys/auxv.h>

// The system gives each process some random bytes: to ask for more of them, once
// for each table, would take a call of the system.
u8 hash_key(void) {
    u8 key = HASH_FIXED;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it is an address
    const void *random = (const void *)getauxval(AT_RANDOM);
    if (random) {
        memcpy(&key, random, sizeof key);
    }
    return key | 1;
}
