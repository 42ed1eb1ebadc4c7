// SPDX-License-Identifier: MIT
// graphviz.h - a drawing in DOT made an SVG by dot of Graphviz.
#ifndef CCINSTR_REWRITER_CLI_GRAPHVIZ_H
#define CCINSTR_REWRITER_CLI_GRAPHVIZ_H

#include <stdbool.h>
#include <stdio.h>

struct diag;

// A file to draw into; NULL, reported, if there can be none.
FILE *graphviz_open(struct diag *d);
// Closes the drawing, and writes what dot makes of it to standard output. False, reported,
// if that is nothing.
bool graphviz_close(FILE *drawing, struct diag *d);

#endif
