// SPDX-License-Identifier: MIT
// What is known of a value: a text, a class, members of a class.
#ifndef CCINSTR_ANALYSIS_DYNAMIC_TOKENS_H
#define CCINSTR_ANALYSIS_DYNAMIC_TOKENS_H

#include "analysis/inclusion/points.h"
#include "analysis/world/world.h"

typedef obj_id token_id;  // 0 is none
typedef u4 text_id;       // 0 is none

struct dynamic;

enum token_kind {
    TOKEN_OPEN,  // something that nobody knows
    TOKEN_SOME,  // members of something that nobody knows, or members without a name
    TOKEN_OTHER,       // a text that names nothing as it is
    TOKEN_TEXT,        // a: text_id
    TOKEN_PART,        // a: text_id; what is known of a name that nobody knows
    TOKEN_CLASS,       // a: class_id; the Class object
    TOKEN_GUESS,       // a: class_id; its name, which may be meant
    TOKEN_METHODS,     // a: class_id, b: text_id of the name, 0 for any
    TOKEN_INITS,       // a: class_id; its constructors
    TOKEN_FIELDS,      // a: class_id, b: text_id of the name, 0 for any
    TOKEN_ARRAY,       // a: method_id, b: value; an array of classes made there
    TOKEN_INTERFACES,  // a: class_id; an array of the interfaces that it names
    N_TOKEN_KINDS
};

// Which members are asked for.
enum scope_of_members {
    MEMBERS_PUBLIC,    // public ones, inherited ones too
    MEMBERS_DECLARED,  // those that the class itself has
    MEMBERS_ALL,       // those that it has or inherits, public or not
};

struct token {
    u4 kind;  // enum token_kind
    u4 a, b;
    u4 declared;     // members: enum scope_of_members
    text_id params;  // members: "(I)" and the like; 0: any
    u4 guess;        // it may be meant; nobody knows
    u4 below;        // not the class itself, but any below it that has objects
    u4 usual;  // methods: those only that are looked for by what they are like
};

// The concrete classes below a type.
struct below {
    const class_id *class;
    u4 n;
    bool is_known;  // what is cast to that type is one of them
};

// The classes whose names fit a pattern; it tells nothing if there are more.
enum { MOST_FITTING = 32 };
struct fitting {
    const class_id *class;
    u4 n;
    bool is_known;
};

// --- tokens.c ------------------------------------------------------------

void tokens_init(struct dynamic *d);
token_id token_add(struct dynamic *d, struct token t);
struct token token_get(const struct dynamic *d, token_id id);
// One that names nothing as it is gives `other`.
token_id token_text(struct dynamic *d, struct str text);
// The same with '*' for what is not known. One that no class fits may still become a name,
// or be a key.
token_id token_pattern(struct dynamic *d, struct str text);
bool text_is_pattern(struct str text);
// The pattern as something to tell; 0 if nothing is known of the name.
token_id token_part(struct dynamic *d, struct str text);
token_id token_class(struct dynamic *d, class_id c);
// The same token, as one that may be meant.
token_id token_as_guess(struct dynamic *d, token_id id);
token_id token_guess(struct dynamic *d, class_id c);
token_id token_below(struct dynamic *d, class_id c);
text_id text_add(struct dynamic *d, struct str text);
// Without blanks at its ends.
struct str text_trimmed(struct str text);
struct str text_of(const struct dynamic *d, text_id id);
// The class on the path that has that name in Java, or 0; and the other way.
class_id token_named(struct dynamic *d, struct str name);
class_id token_class_named(struct dynamic *d, text_id id);
struct str token_java_name(struct dynamic *d, class_id c);

// --- path.c: the classes on the path -----------------------------------------

// Loads all of them.
void path_load(struct dynamic *d);
struct below path_below(struct dynamic *d, class_id top);
// How many they are, if that was asked; else 0.
u4 path_n_below(const struct dynamic *d, class_id top);
bool path_fits(struct str pattern, struct str text);
// Does the name of a class, as Java has it, begin so?
bool path_begins(struct dynamic *d, struct str text);
// All of which it does, in the order of their names.
void path_each_begun(struct dynamic *d, u4 about, struct str text,
                     void (*found)(struct dynamic *d, u4 about, class_id c));
// The classes whose names fit.
struct fitting path_fitting(struct dynamic *d, text_id pattern);

#endif
