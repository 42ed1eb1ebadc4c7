// SPDX-License-Identifier: MIT
// Names that could be those of classes, in the text of a resource file.
//
// Files are taken as words, not by their formats, since who reads one is not known.
//
// A name is a run of letters, digits, '_', '$' and either dots or slashes, such as
// com.acme.Shop$Item or com/acme/Shop, as long as it can be; a dot or slash at an end of
// it does not count. It has a dot or slash, unless the file is below META-INF/services. Parts
// begin with no digit. Whether there is such a class is asked elsewhere.
//
// What is joined and written otherwise in a kind of file is read so: lines and
// characters behind a backslash in .properties and JSON, folded lines in a manifest.
// Remarks hold no names. Bytes above 127 are UTF-8 if all of the text can be, else
// Latin-1. In a binary file a name has its length in front, in two bytes, the higher first.
//
// Nothing is allocated but the name; each byte is looked at a bounded number of times.
#ifndef CCINSTR_ANALYSIS_SOURCES_NAMETEXT_H
#define CCINSTR_ANALYSIS_SOURCES_NAMETEXT_H

#include "analysis/base/str.h"
#include "analysis/base/vec.h"
#include "analysis/sources/sources.h"

struct name_text {
    struct str text;
    size_t at;     // next byte
    size_t begin;  // of the name
    u4 line;       // of `counted`, from 1
    size_t counted;
    u1 kind;        // enum src_resource_kind
    u1 encoding;    // enum of nametext.c
    bool fresh;     // only blanks stand in front in this line
    bool unclosed;  // a remark of XML does not end
    bool simple;    // names may be in no package, whatever the kind
    VEC(char) name;
};

// The text is borrowed.
void nametext_init(struct name_text *t, struct str text,
                   enum src_resource_kind kind);
void nametext_release(struct name_text *t);
// Names need no package from now on: the text is known to be of classes.
void nametext_take_simple(struct name_text *t);

struct text_name {
    struct str name;  // with '/', in modified UTF-8; until the next call
    u4 line;          // where it begins
};
// The next one; the same name may come again.
bool nametext_next(struct name_text *t, struct text_name *out);

#endif
