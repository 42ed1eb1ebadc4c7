// SPDX-License-Identifier: MIT
// wellformed.h - is a text what its reader wants? Small checkers that know nothing of
// who wrote it. Each returns NULL, or what is wrong at byte *at.
#ifndef CCINSTR_TESTS_FUZZ_WELLFORMED_H
#define CCINSTR_TESTS_FUZZ_WELLFORMED_H

#include "analysis/base/str.h"

// All of them want characters (UTF-8, RFC 3629), and none of those that would move the
// cursor of a terminal, end a line or turn the text round (shown.h says which), but for
// tabs and ends of lines where those are meant.

// Text for people.
const char *wellformed_text(struct str s, size_t *at);
// Lines, of which the last one ends, too.
const char *wellformed_rows(struct str s, size_t *at);
// One value, and nothing behind it (RFC 8259).
const char *wellformed_json(struct str s, size_t *at);
// One such object on each line.
const char *wellformed_json_lines(struct str s, size_t *at);
// Elements that close, attributes in quotes, references that are some (XML 1.0); or
// pages of HTML with all end tags, where some elements have none.
const char *wellformed_xml(struct str s, size_t *at);
const char *wellformed_html(struct str s, size_t *at);
// Records with as many fields each (RFC 4180), none of which is a formula.
const char *wellformed_csv(struct str s, size_t *at);

#endif
