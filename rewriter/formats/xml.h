// SPDX-License-Identifier: MIT
// XML on its way to a file: elements, indented, and attributes.
#ifndef CCINSTR_REWRITER_FORMATS_XML_H
#define CCINSTR_REWRITER_FORMATS_XML_H

#include "analysis/text/out.h"

struct xml {
    struct out *out;
    u4 depth;
    bool open;  // a tag that may get attributes
};

// Writes the declaration, and on a line of its own the doctype, which holds `doctype`.
void xml_begin(struct xml *x, const char *doctype, struct out *o);
void xml_end(struct xml *x);

void xml_open(struct xml *x, const char *element);
void xml_close(struct xml *x, const char *element);
// Writes an attribute of the element that was opened last. Characters that XML has not
// are U+FFFD.
void xml_text(struct xml *x, const char *name, struct str value);
void xml_number(struct xml *x, const char *name, u8 value);
// <element>content</element>
void xml_leaf(struct xml *x, const char *element, struct str content);

#endif
