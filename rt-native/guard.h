// SPDX-License-Identifier: MIT
// A guard over a mapped file: if others cut the file, the process does not end.
//
// A thread that touches a page that the file no longer has gets SIGBUS. A guard then puts
// memory of its own in place of the page, and the process goes on. All other faults go to
// the handler that was there before.
#ifndef CCINSTR_RT_NATIVE_GUARD_H
#define CCINSTR_RT_NATIVE_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum guard_line {
    GUARD_PART,  // some of the file is gone
    GUARD_ALL,
    GUARD_N_LINES
};

struct guard_spec {
    char *from;  // whole pages
    size_t bytes;
    // Double words that are still the file's, if that may become less; else NULL.
    const uint64_t *most;
    int fd;
    dev_t device;  // of fd, should somebody have closed it
    ino_t inode;
    // A word of the first page, and the bits of it that are set when something is gone.
    uint64_t *mark;
    uint64_t bits;
    // Lines for standard error, each written once when it is true. Borrowed, as long as
    // the guard is set.
    const char *line[GUARD_N_LINES];
};

struct guard;

// Sets a guard. NULL if there can be none: then the process is as it was.
struct guard *guard_set(const struct guard_spec *spec);
// Takes a guard away; call it before the mapping goes. NULL is none.
void guard_clear(struct guard *g);
// A word that is not 0 from then on, when something is gone.
const uint32_t *guard_cut(const struct guard *g);

#endif
