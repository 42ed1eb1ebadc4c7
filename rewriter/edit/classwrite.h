// SPDX-License-Identifier: MIT
// Writes a class from the model, with every method through the hands of an editor.
//
// Methods are taken apart, edited and written one after another, in an arena
// that is reset in between, so a class costs the memory of its largest method.
// They go to a buffer of their own, because the constants they add come first
// in the file. A method that cannot be edited stays as it was.
#ifndef CCINSTR_REWRITER_EDIT_CLASSWRITE_H
#define CCINSTR_REWRITER_EDIT_CLASSWRITE_H

#include "rewriter/edit/edit.h"

// Adds to e what is to be inserted into its method; adding nothing leaves it.
typedef void (*edit_method_fn)(void *ctx, struct edit *e);

// The attribute of classes that were changed.
#define CLASSWRITE_MARK "CcInstr"

struct class_writer {
    struct arena class_arena;   // the model and the constants of one class
    struct arena method_arena;  // one method
    struct emit rest;           // the class behind its constant pool
    struct emit bytes;          // inserted code of one method
    // About the last class:
    u4 n_edited;   // methods that were changed
    u4 n_refused;  // methods that were to be changed, and are as they were
    bool module_changed;
    u4 work;  // see struct edit
};

void cw_init(struct class_writer *w);
void cw_release(struct class_writer *w);

// Starts on another class: forgets the last one and reads this one whole.
bool cw_parse(struct class_writer *w, struct cf_class *c, struct bytes in,
              const struct place *at, struct diag *d);

struct class_edit {
    edit_method_fn method;  // NULL: write the model as it is
    // Called for each method that was to be edited and is left as it was.
    void (*refused)(void *ctx, u4 method);
    void *ctx;
    // A module-info that lists its packages gets one more: this one, or below
    // it one of the module's name. "": none.
    struct str add_package;
    bool package_per_module;
    // A module-info requires one more module, this one. "": none.
    struct str add_requires;
    // The content of the attribute CcInstr, by which a class with edited methods is known.
    // "": no mark.
    struct str mark;
};

// Writes the class to out (after a reset). False, after a diagnostic, when the
// class as a whole is refused.
bool cw_write(struct class_writer *w, struct cf_class *c,
              const struct class_edit *edit, struct emit *out,
              const struct place *at, struct diag *d);

#endif
