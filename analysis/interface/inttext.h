// SPDX-License-Identifier: MIT
// Int as a file: what its reader and its writer share.
//
//     # comment
//     com.acme.Foo$Bar#sell(int,java.lang.String[]):void    one method
//     com.acme.Foo$Bar#sell(int,java.lang.String[])         of any result type
//     com.acme.Foo$Bar#sell(...)                            of any parameters
//     com.acme.Foo$Bar#<init>()                             a constructor
//     com.acme.Foo$Bar#count                                a field
//     com.acme.Foo$Bar#*                   all public and protected members
//     instantiated com.acme.Foo[]          arrays that clients make
//     accessed com.acme.Foo[][]            arrays whose elements they use
//     accessed none                        no arrays of that kind
//
// A member may be inherited. Classes have their binary names, with dots. In
// names \s \t \n \r \\, \xHH (a byte) and \uXXXX stand for characters that mean something
// here, or would not be seen.
#ifndef CCINSTR_ANALYSIS_INTERFACE_INTTEXT_H
#define CCINSTR_ANALYSIS_INTERFACE_INTTEXT_H

#include "analysis/interface/interface.h"

#include <stdio.h>

// Adds to Int what the file names. False if the file can't be read, or a line names
// nothing: each such line is reported, with the nearest name.
bool inttext_read(struct interface *interface, struct world *w,
                  const char *path);

// The first line of a written file. By it another run knows that it may replace the
// file.
#define INTTEXT_HEAD "# ccinstr interface\n"

// Writes Int, sorted; methods with their result types. False, reported, when
// that fails.
bool inttext_write(const struct interface *interface, const struct world *w,
                   const char *path);

// Writes a member as a line has it, behind the '#'.
void inttext_method(struct emit *out, const struct world *w, method_id m);
void inttext_field(struct emit *out, const struct world *w, field_id f);
void inttext_class(struct emit *out, struct str name);
// The letter of a primitive type or void, or 0.
char inttext_primitive(struct str name);

#endif
