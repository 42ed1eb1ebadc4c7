// SPDX-License-Identifier: MIT
// The threads that rewrite, and the state that each keeps from job to job.
#ifndef CCINSTR_REWRITER_JAR_CREW_H
#define CCINSTR_REWRITER_JAR_CREW_H

#include "analysis/base/emit.h"
#include "analysis/base/par.h"

struct inflater;
struct deflater;

struct worker {
    void *context;  // of the class transform; borrowed
    struct inflater *inflater;
    struct deflater *deflater;
    struct emit plain;   // a class before ...
    struct emit edited;  // ... and after its transform
};

struct crew {
    struct par *par;
    struct worker *worker;
    unsigned n;
};

// Makes n >= 1 threads; context[i] is for number i.
void crew_init(struct crew *c, unsigned n, void *const *context);
void crew_release(struct crew *c);

#endif
