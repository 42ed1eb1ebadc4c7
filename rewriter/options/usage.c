// SPDX-License-Identifier: MIT
// usage.c - errors in the command line.

#include "rewriter/options/usage.h"

#include "analysis/base/shown.h"

#include <stdarg.h>
#include <stdio.h>

// An argument can be as long as the system allows; what is echoed of it is not.
enum { LINE_MAX_BYTES = 2000 };

void usage_print(const char *level, const char *command, const char *fmt, ...) {
    char line[LINE_MAX_BYTES];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    fprintf(stderr, "ccinstr: %s: %s%s", level, command ? command : "",
            command ? ": " : "");
    shown_print(stderr, str_of(line));
    fputc('\n', stderr);
}
