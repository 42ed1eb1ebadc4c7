// SPDX-License-Identifier: MIT
// Names of methods and classes as people read them: what all text shows, and what patterns
// and printed chains take.
#ifndef CCINSTR_REWRITER_CHAINS_READABLE_H
#define CCINSTR_REWRITER_CHAINS_READABLE_H

#include "analysis/base/arena.h"
#include "analysis/base/str.h"

// The parts of com/acme/Foo.bar:(I)V; those that it has not are empty.
struct readable_name {
    struct str class, method, descriptor;
};
struct readable_name readable_parts(struct str name);

// "Foo.bar(int, String)" of com/acme/Foo.bar:(ILjava/lang/String;)V, "a client's Foo.bar()" of
// client:com/acme/Foo.bar:()V.
struct str readable_method(struct arena *mem, struct str name);
// "com.acme.Foo" of com/acme/Foo, "byte[]" of [B, "lambda:Foo.bar(int)" of
// lambda:com/acme/Foo.bar:(I)V, "a client's com.acme.Foo" of client:com/acme/Foo.
struct str readable_class(struct arena *mem, struct str name);
// The same without packages.
struct str readable_simple_class(struct arena *mem, struct str name);

// What these show of a client's is written as plans have it, client:Foo, without blanks.
struct str readable_undo(struct arena *mem, struct str text);

#endif
