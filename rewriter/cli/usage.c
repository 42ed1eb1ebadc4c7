// SPDX-License-Identifier: MIT
// usage.c - errors in the command line.

#include "rewriter/cli/usage.h"

#include "analysis/base/str.h"

#include <stdarg.h>
#include <stdio.h>

// An argument can be as long as the system allows; what is echoed of it is not.
enum { LINE_MAX_BYTES = 2000 };

void usage_print(const char *command, const char *fmt, ...) {
    char line[LINE_MAX_BYTES];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    // An argument is echoed back: its control characters must not reach the
    // terminal. Tabs are what lists have, and are to be seen.
    char shown[2 * LINE_MAX_BYTES] = "";
    size_t n = 0;
    for (const char *p = line; *p; p++) {
        if (*p == '\t') {
            shown[n++] = '\\';
            shown[n++] = 't';
        } else {
            shown[n++] = str_shown(*p);
        }
    }
    fprintf(stderr, "ccinstr: error: %s%s%.*s\n", command ? command : "",
            command ? ": " : "", (int)n, shown);
}
