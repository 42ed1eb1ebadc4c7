// SPDX-License-Identifier: MIT
// usage.h - errors in the command line.
//
// They are printed at once and not kept in a struct diag: until the command
// line is understood, nobody knows how messages are to look.
#ifndef CCINSTR_REWRITER_OPTIONS_USAGE_H
#define CCINSTR_REWRITER_OPTIONS_USAGE_H

// One constant per text, so that the compiler checks the arguments against it.
#define USAGE(id, text) static const char USAGE_TEXT_##id[] = text;
#include "rewriter/options/usage.def"
#undef USAGE

// usage_error("instrument", OPTION_UNKNOWN, arg); the first is NULL where no
// command is known. Prints one line to standard error.
#define usage_error(command, id, ...) \
    usage_print("error", command, USAGE_TEXT_##id, ##__VA_ARGS__)
#define usage_warning(command, id, ...) \
    usage_print("warning", command, USAGE_TEXT_##id, ##__VA_ARGS__)

void usage_print(const char *level, const char *command, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif
