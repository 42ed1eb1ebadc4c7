// SPDX-License-Identifier: MIT
// The threads that rewrite, and what each of them keeps from job to job.
#include "rewriter/jar/crew.h"

#include "analysis/base/mem.h"
#include "analysis/zip/inflate.h"
#include "rewriter/jar/deflate.h"

void crew_init(struct crew *c, unsigned n, void *const *context) {
    *c = (struct crew){.worker = MEM_ARRAY(struct worker, n), .n = n};
    void **of_thread = MEM_ARRAY(void *, n);
    for (unsigned i = 0; i < n; i++) {
        struct worker *w = &c->worker[i];
        w->context = context[i];
        w->inflater = inflater_new();
        w->deflater = deflater_new();
        emit_init(&w->plain, SIZE_MAX / 2);
        emit_init(&w->edited, SIZE_MAX / 2);
        of_thread[i] = w;
    }
    c->par = par_new(n, of_thread);
    mem_free(of_thread);
}

void crew_release(struct crew *c) {
    par_free(c->par);
    for (unsigned i = 0; i < c->n; i++) {
        struct worker *w = &c->worker[i];
        inflater_free(w->inflater);
        deflater_free(w->deflater);
        emit_release(&w->plain);
        emit_release(&w->edited);
    }
    mem_free(c->worker);
}
