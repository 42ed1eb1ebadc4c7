// SPDX-License-Identifier: MIT
// The only door to malloc outside arenas: buffers that grow, and objects that
// outlive every arena.
//
// Running out of memory ends the process with one line and status 3: every
// size that input decides has a ceiling (limits.h), so what fails here is the
// machine, and no caller could do better. Outputs are renamed only when
// complete, so none is left half-written, and what was to become one goes (temps.h).
#ifndef CCINSTR_ANALYSIS_BASE_MEM_H
#define CCINSTR_ANALYSIS_BASE_MEM_H

#include <stddef.h>

// n * size bytes, zeroed; never NULL.
void *mem_new(size_t n, size_t size);
// Resizes what mem_new or mem_grow gave; new bytes are not cleared.
void *mem_grow(void *p, size_t n, size_t size);
void mem_free(void *p);
// Ends the process as above, for what a library failed to allocate.
_Noreturn void mem_exhausted(void);

#define MEM_NEW(T) ((T *)mem_new(1, sizeof(T)))
#define MEM_ARRAY(T, n) ((T *)mem_new((n), sizeof(T)))

#endif
