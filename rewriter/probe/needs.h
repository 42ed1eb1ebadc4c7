// SPDX-License-Identifier: MIT
// The questions of the inserter about a method.
//
// Two parts answer them: a plan (planneeds.h), and for development one that wants
// everything (allneeds.h). The inserter does not know which.
#ifndef CCINSTR_REWRITER_PROBE_NEEDS_H
#define CCINSTR_REWRITER_PROBE_NEEDS_H

#include "rewriter/edit/edit.h"

// What a probe before a call reports; it depends on what is known of the receiver's class.
enum need_before {
    NEED_NOTHING,
    NEED_LABEL,     // one label is certain
    NEED_NON_NULL,  // one, unless the receiver is null
    NEED_COUNT,     // one, and nobody asks the state before the call returns
    NEED_COUNT_NON_NULL,
    NEED_CLASS,   // the receiver's class tells
    NEED_SILENT,  // nothing is predicted: what runs is found by name
    NEED_OUT,     // it leaves the component
};

struct need_site {
    enum need_before before;
    u4 id;     // the label, where one is certain; else the site
    u4 maker;  // of the lambda that the instruction makes; 0: none
};

struct need_method {
    u4 id;
    bool entered;     // an entry, or an initialiser
    bool finalizer;   // that it runs is reported, whoever calls it
    bool unmeasured;  // nothing is known of it but that it is inside
    u4 caught;        // what to report at the first handler of the exception
                      // table, one more at the next; 0: nothing is reported
    bool any_site;    // has a probe
    bool any;         // probes or makers: else the method stays as it is
    struct need_site *site;  // by instruction
};

enum need_class {
    NEED_CLASS_NONE,     // not of the component
    NEED_CLASS_KNOWN,    // *id tells which
    NEED_CLASS_CHANGED,  // one of this name is, with other bytes
};

struct needs {
    const void *context;
    enum need_class (*find)(const void *context, struct str name,
                            struct bytes in, u4 *id);
    // Answers about the method of e, in that class. Sites are in e->arena.
    void (*ask)(const void *context, u4 class, struct edit *e,
                struct need_method *to);
};

#endif
