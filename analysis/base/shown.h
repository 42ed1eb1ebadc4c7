// SPDX-License-Identifier: MIT
// Text from input as it may be shown.
//
// Names come from class files, plans, data files, folders and arguments, and those may
// hold anything. Characters that would move the cursor of a terminal, turn a line round
// or end it are never written as they are: control characters (C0, DEL, C1), the ends of
// lines and paragraphs (U+2028, U+2029), the marks and controls of the direction
// (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), half of a pair of
// surrogates, and bytes that are no character. Each kind of output has one function
// that all text from input goes through:
//
//     text, tsv    out_text, out_row   \t \n \r, \xHH for a byte below 0x80 or one that
//                  diag, shown_print   is no character, else \uXXXX for the character
//     words, lists that are read back  the same, and \s for a blank, \\ for a backslash
//                  shown_word          (Int: intwrite.c, which has more to escape)
//     csv          out_csv             as text, in quotes where it must be; a first
//                                      = + - @, which would make it a formula, as \xHH
//     JSON, SARIF  out_json            \uXXXX, which is the character itself
//     XML          xml_text            &#N;, which is the character itself; U+FFFD
//                                      where XML has none
//     HTML         html_text           as text, but for tab and line feed; and &lt; ...
//     DOT, SVG     out_dot             as text
//     annotations  github.c            as text, then %HH as GitHub wants it
//
// Names that plans and graphs have are words of their kind already, in which a
// backslash is two: so an escape in them is nothing else. Messages and paths are for
// people, who may have a backslash of their own. All other characters are UTF-8, also
// those that class files have as two surrogates.
#ifndef CCINSTR_ANALYSIS_BASE_SHOWN_H
#define CCINSTR_ANALYSIS_BASE_SHOWN_H

#include "analysis/base/arena.h"
#include "analysis/base/emit.h"

#include <stdio.h>

// Is that character one that is not written as it is?
bool shown_is_odd(u4 c);

// Writes the character at byte *at of s as it may be shown, and moves *at behind it.
void shown_next(struct emit *to, struct str s, size_t *at);
// Writes all of s as it may be shown.
void shown_put(struct emit *to, struct str s);
void shown_print(FILE *to, struct str s);
// Writes \xHH.
void shown_byte(struct emit *to, u1 byte);

// s as it may be shown; s itself if nothing in it is odd.
struct str shown_str(struct arena *mem, struct str s);

// s as one word; s itself if it is one. Odd characters stay: they are shown when the
// word is written.
struct str shown_word(struct arena *mem, struct str s);

// Back from text that was shown to a word, in modified UTF-8. `whole`: back to what the
// text was before it became a word.
struct str shown_undo(struct arena *mem, struct str s, bool whole);

// Writes the character that stands at byte *at of s, shown or not, and moves *at behind
// it. False if that is a backslash that begins no escape.
bool shown_back(struct emit *to, struct str s, size_t *at);

#endif
