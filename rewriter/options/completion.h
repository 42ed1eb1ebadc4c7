// SPDX-License-Identifier: MIT
// completion.h - what shells complete, as the table that completion.bash and
// completion.zsh are made with.
//
// Lines of fields with a tab between them; a field that is empty is a -.
//
//     command   NAME  KINDS  PURPOSE
//     option    COMMAND  --NAME  -LETTER  TIMES  ARGUMENT  KINDS  WORDS  HELP
//     question  NAME  KINDS  ABOUT
//
// The command - is the program itself. TIMES is * if an option may be repeated.
// WORDS are all values there are, with blanks between them. KINDS says which files
// are meant, with blanks between them:
//
//     SUFFIX    files whose names end in it: jar
//     /         folders
//     *         any file
//     : or ,    several, with that between them (of WORDS, too)
//     ?         a question of ccinstr query
//     --        that, and behind it the command line of another program
#ifndef CCINSTR_REWRITER_OPTIONS_COMPLETION_H
#define CCINSTR_REWRITER_OPTIONS_COMPLETION_H

#include <stdio.h>

void completion_print(FILE *out);

#endif
