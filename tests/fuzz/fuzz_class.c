// SPDX-License-Identifier: MIT
// fuzz_class.c - any bytes as a class: read, dumped, written back as they were.

#include "analysis/base/limits.h"
#include "analysis/classfile/annotvalues.h"
#include "analysis/classfile/dump.h"
#include "rewriter/probe/instrclass.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct place here = {.file = {"T.class", 7}, .byte = NO_BYTE};

static void must_lie_in(const struct bytes *in, struct str part) {
    const u1 *p = (const u1 *)part.p;
    if (p < in->p || p > in->p + in->n ||
        part.n > (size_t)(in->p + in->n - p)) {
        BUG("what annotations say is not in the class");
    }
}

static void see_value(void *context, const struct annot_value *v) {
    must_lie_in(context, v->annotation);
    must_lie_in(context, v->element);
    must_lie_in(context, v->text);
}

// What is read in full is read by its headers, too, and can be dumped. What its
// annotations say can be told.
static bool read_both_ways(struct bytes in, struct diag *d) {
    struct arena a;
    arena_init(&a);
    struct cf_class c, headers;
    bool ok = cf_parse(&c, in, CF_ALL, &a, &here, d);
    if (cf_parse(&headers, in, CF_HEADERS, &a, &here, d)) {
        annot_values(&headers, see_value, &in);
    } else if (ok) {
        BUG("the headers alone are refused");
    }
    if (ok) {
        struct emit text;
        emit_init(&text, LIMIT_EDITED_BYTES);
        dump_class(&c, &a, &here, d, &text);
        emit_release(&text);
    }
    arena_release(&a);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes in = {data, size};
    struct diag d;
    diag_init(&d, DIAG_NOTE, false);
    struct emit out;
    emit_init(&out, LIMIT_EDITED_BYTES);
    struct instr *w = instr_new(INSTR_NONE);
    bool read = read_both_ways(in, &d);
    enum instr_result r = instr_class(w, &here, in, &out, &d);
    if (d.n_id[D_ROUND_TRIP]) {
        BUG("written back, it differs");
    }
    if (read != (r == INSTR_SAME) || r == INSTR_CHANGED) {
        BUG("read %d, result %d", read, (int)r);
    }
    if (!read && d.n_level[DIAG_WARNING] == 0) {
        BUG("refused without a word");
    }
    instr_free(w);
    emit_release(&out);
    diag_release(&d);
    return 0;
}
