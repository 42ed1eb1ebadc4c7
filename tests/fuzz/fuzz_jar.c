// SPDX-License-Identifier: MIT
// fuzz_jar.c - any bytes as an archive: read, rewritten, read again.
//
// The transform changes every class whose size is even, so that both ways of
// going through an archive are taken. What is written must open again.

#include "analysis/base/diag.h"
#include "rewriter/jar/crew.h"
#include "rewriter/jar/jar.h"
#include "rewriter/jar/jar_priv.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum jar_result transform(void *context, struct place *at,
                                 struct bytes in, struct emit *out,
                                 struct diag *d) {
    (void)context;
    (void)at;
    (void)d;
    if (in.n % 2) {
        return JAR_SAME;
    }
    emit_bytes(out, in.p, in.n);
    emit_u1(out, 0);
    return JAR_CHANGED;
}

static void read_again(const struct zipw *out, const struct place *at,
                       struct diag *d) {
    struct zipr z;
    struct bytes now = {out->mem.p, out->mem.n};
    if (!zipr_open_mem(&z, now, NULL, at, d)) {
        BUG("what was written does not open: %.*s", (int)d->text.n,
            (const char *)d->text.p);
    }
    zipr_close(&z);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const struct jar_rules rules = {.transform = transform, .nested = true};
    u8 room = 64 << 20;
    const struct nested n = {
        .rules = &rules, .at = {.byte = NO_BYTE}, .depth = 0, .room = &room};
    struct crew crew;
    struct zipw out;
    struct jar_counts counts = {0};
    struct diag d;
    diag_init(&d, DIAG_NOTE, false);
    crew_init(&crew, 1, (void *[]){NULL});
    enum jar_result r = jar_rewrite_nested(
        &crew.worker[0], &n, (struct bytes){data, size}, &out, &counts, &d);
    if (r == JAR_CHANGED) {
        read_again(&out, &n.at, &d);
    }
    zipw_release(&out);
    crew_release(&crew);
    diag_release(&d);
    return 0;
}
