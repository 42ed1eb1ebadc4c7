// SPDX-License-Identifier: MIT
// wellformed.h - is a text what its reader wants? Small checkers that know nothing of
// who wrote it. Each returns NULL, or what is wrong at byte *at.
#ifndef CCINSTR_TESTS_FUZZ_WELLFORMED_H
#define CCINSTR_TESTS_FUZZ_WELLFORMED_H

#include "analysis/base/str.h"

// No control characters but tabs and ends of lines, whatever stands for letters: names
// are printed as class files have them.
const char *wellformed_lines(struct str s, size_t *at);
// UTF-8 (RFC 3629), and of characters below the blank only those two.
const char *wellformed_text(struct str s, size_t *at);
// Lines that end, whatever is in them.
const char *wellformed_rows(struct str s, size_t *at);
// One value, and nothing behind it (RFC 8259).
const char *wellformed_json(struct str s, size_t *at);
// One such object on each line.
const char *wellformed_json_lines(struct str s, size_t *at);
// Elements that close, attributes in quotes, references that are some (XML 1.0); or
// pages of HTML with all end tags, where some elements have none.
const char *wellformed_xml(struct str s, size_t *at);
const char *wellformed_html(struct str s, size_t *at);
// Records with as many fields each (RFC 4180).
const char *wellformed_csv(struct str s, size_t *at);

#endif
