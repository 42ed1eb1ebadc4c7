// SPDX-License-Identifier: MIT
// Arguments read from a file, @FILE, as javac reads them.
#ifndef CCINSTR_ANALYSIS_TEXT_ARGFILE_H
#define CCINSTR_ANALYSIS_TEXT_ARGFILE_H

#include "analysis/text/arglist.h"

struct arena;

// Adds argv to *out, without the name of the program, with the words of each @FILE in its
// place, and the files to *files. Returns NULL, or what is wrong, in the arena.
const char *argfile_expand(struct arg_list *out, struct arg_list *files,
                           int argc, char **argv, struct arena *arena);

// Adds the words of one file. Returns NULL, or what is wrong, in the arena.
const char *argfile_add(struct arg_list *out, const char *file,
                        struct arena *arena);

#endif
