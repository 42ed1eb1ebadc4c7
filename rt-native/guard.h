// SPDX-License-Identifier: MIT
// A guard over a mapped file: what others cut off of it does not end the process.
//
// Who touches a page that the file no longer has gets SIGBUS. Where a guard is set,
// memory of nobody is put in its place then, and the process goes on. All other
// faults go to the handler that was there before.
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
    // Of the first page: bits that are set when something is gone.
    uint64_t *mark;
    uint64_t bits;
    // What is said then, once, on standard error. Borrowed, as long as it is set.
    const char *line[GUARD_N_LINES];
};

struct guard;

// NULL if there can be none: the process is as it was.
struct guard *guard_set(const struct guard_spec *spec);
// Before the mapping goes. NULL is none.
void guard_clear(struct guard *g);
// Not 0 from then on, when something is gone.
const uint32_t *guard_cut(const struct guard *g);

#endif
