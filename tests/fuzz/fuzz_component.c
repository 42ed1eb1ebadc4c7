// SPDX-License-Identifier: MIT
// fuzz_component.c - some classes and options: analysed, planned, instrumented.
//
// The input is OPTION_BYTES of options, then classes, each behind its length in two
// bytes (the last may end early). Those of packages java.* are the class path, all
// others the component; there is no JDK. It is refused with a message; or there is a
// plan, which opens, and each class that was changed is a class again, in which no
// method fails the structural check that passed it before. Both times the same.

#include "analysis/base/limits.h"
#include "rewriter/instrument/trial.h"
#include "rewriter/driver/unfold.h"
#include "rewriter/probe/allneeds.h"
#include "rewriter/probe/instrclass.h"
#include "rewriter/probe/planneeds.h"
#include "tests/fuzz/judge.h"
#include "tests/fuzz/memfile.h"
#include "tests/unit/lib/sampleplan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct place here = {.file = {"in.jar", 6}, .byte = NO_BYTE};

enum { OPTION_BYTES = 4, MOST_CLASSES = 64 };

struct component {
    struct arena mem;
    struct analysis_spec analysis;
    struct unfold_spec unfold;
    bool all_probes;
    struct new_file own[MOST_CLASSES], library[MOST_CLASSES];
    u4 n_own, n_library;
    struct memfile jar, classpath;
};

// ---- the input -------------------------------------------------------------

// Its entry; classes whose name cannot be read lie beside those that can.
static struct str entry_of(struct component *k, struct bytes in, u4 i) {
    struct diag d;
    struct cf_class c;
    diag_init(&d, DIAG_ERROR, false);
    const char *name = arena_printf(&k->mem, "Bad%u", i);
    if (cf_parse(&c, in, CF_HEADERS, &k->mem, &here, &d)) {
        name = arena_cstr(&k->mem, cp_name_of(&c, c.this_class));
    }
    diag_release(&d);
    return str_of(arena_printf(&k->mem, "%s.class", name));
}

static void add_class(struct component *k, struct bytes in) {
    struct new_file x = {entry_of(k, in, k->n_own + k->n_library), in};
    if (str_starts(x.name, STR("java/"))) {
        k->library[k->n_library++] = x;
    } else {
        k->own[k->n_own++] = x;
    }
}

static void read_classes(struct component *k, struct bytes in) {
    for (u4 i = 0; i < MOST_CLASSES && in.n > 2; i++) {
        size_t n = (size_t)in.p[0] << 8 | in.p[1];
        n = n < in.n - 2 ? n : in.n - 2;
        add_class(k, (struct bytes){in.p + 2, n});
        in = (struct bytes){in.p + 2 + n, in.n - 2 - n};
    }
}

static bool bit(u1 b, u4 i) {
    return b >> i & 1;
}

// What Int is, or where a program begins: in one of the first classes.
static void set_roots(struct component *k, u1 b) {
    struct analysis_spec *to = &k->analysis;
    to->interface_level = INT_PROTECTED;
    if (bit(b, 0) && k->n_own) {
        struct str name = k->own[(b >> 4) % k->n_own].name;
        name.n -= sizeof ".class" - 1;
        to->main = arena_cstr(&k->mem, name);
        return;
    }
    to->interface_level = bit(b, 1)   ? INT_PUBLIC
                          : bit(b, 2) ? INT_PACKAGE
                                      : INT_PROTECTED;
    to->has_interface = true;
    to->open = bit(b, 3);
}

static void set_chains(struct unfold_spec *to, u1 b, u1 more) {
    static const u2 levels[] = {0, 1u << 0, 7u << 0, 1u << 15 | 1u << 3};
    u4 length = 1 + (b & 7);
    if (bit(b, 3)) {
        to->from_main = length;
    } else {
        to->depth = length;
        to->levels = levels[b >> 4 & 3];
    }
    u4 criteria = b >> 6;
    to->chains = criteria == 0 || criteria == 2;
    to->rc = criteria != 2;
    to->tm = criteria != 1;
    to->recursion = bit(more, 0) ? RECURSION_BACKEDGE : RECURSION_UNROLL;
    to->stop[STOP_GUARD] = bit(more, 1) ? STOP_OFF : STOP_ON;
    to->exceptions = bit(more, 2) ? EXCEPTIONS_WARN : EXCEPTIONS_IGNORE;
}

static void set_options(struct component *k, const uint8_t *p) {
    static const enum analysis_kind analyses[] = {ANALYSIS_AND, ANALYSIS_0CFA,
                                                  ANALYSIS_RTA, ANALYSIS_CHA};
    enum dynamic_level dynamic = p[0] >> 4 & 7;
    const char **input = ARENA_ARRAY(&k->mem, const char *, 1);
    input[0] = k->jar.path;
    k->analysis = (struct analysis_spec){
        .inputs = {input, 1},
        .classpath = k->classpath.path,
        .jdk = "none",
        .kind = analyses[p[0] & 3],
        .dynamic = dynamic < DYNAMIC_RESOLVED ? dynamic : DYNAMIC_RESOLVED,
        .no_resource_names = bit(p[3], 3),
        .world = bit(p[0], 2) ? WORLD_ALL : WORLD_REFERENCED};
    k->all_probes = bit(p[0], 3);
    set_roots(k, p[1]);
    set_chains(&k->unfold, p[2], p[3]);
}

// ---- what is made of it ----------------------------------------------------

// All that comes of it, to be compared: plan, classes, messages.
struct outcome {
    struct emit bytes;
    struct diag d;
};

// The plan of it, in *to, as `instrument` has it.
static bool make_plan(struct component *k, struct outcome *r, struct plan *p,
                      struct emit *to) {
    struct analysis a = {0};
    struct plan_fault fault;
    u4 said = r->d.n_level[DIAG_ERROR];
    bool ok =
        analysis_open(&a, &k->analysis, &r->d) && unfold(&a, &k->unfold, to);
    if (ok) {
        u8 sum;
        if (!plan_open(p, to->p, to->n, &fault)) {
            BUG("%s, %s: %s", fault.table, fault.field, fault.what);
        }
        const char *bad = sampleplan_read(p, &sum);
        if (bad) {
            BUG("a plan that opens: %s", bad);
        }
        trial_run(&a, p, to);
    } else if (r->d.n_level[DIAG_ERROR] == said) {
        BUG("refused without a word");
    }
    analysis_close(&a);
    return ok;
}

static void instrument(struct component *k, struct outcome *r,
                       const struct needs *needs) {
    struct instr *w = instr_new(INSTR_PROBE);
    struct emit out;
    emit_init(&out, LIMIT_EDITED_BYTES);
    instr_set_needs(w, needs, STR(TRIAL_PACKAGE));
    for (u4 i = 0; i < k->n_own; i++) {
        struct bytes in = k->own[i].content;
        u4 said = r->d.n_level[DIAG_WARNING] + r->d.n_level[DIAG_ERROR];
        enum instr_result is = instr_class(w, &here, in, &out, &r->d);
        if (is == INSTR_CHANGED) {
            judge_class(in, (struct bytes){out.p, out.n}, true);
            emit_bytes(&r->bytes, out.p, out.n);
        } else if (is == INSTR_REFUSED &&
                   r->d.n_level[DIAG_WARNING] + r->d.n_level[DIAG_ERROR] ==
                       said) {
            BUG("class %u is refused without a word", i);
        }
    }
    emit_release(&out);
    instr_free(w);
}

static void run(struct component *k, struct outcome *r) {
    struct emit bytes;
    struct plan p;
    struct planneeds answers;
    emit_init(&r->bytes, SIZE_MAX / 2);
    diag_init(&r->d, DIAG_NOTE, false);
    emit_init(&bytes, LIMIT_PLAN_BYTES);
    if (k->all_probes) {
        struct needs all = allneeds();
        instrument(k, r, &all);
    } else if (make_plan(k, r, &p, &bytes)) {
        emit_bytes(&r->bytes, bytes.p, bytes.n);
        planneeds_init(&answers, &p);
        struct needs needs = planneeds(&answers);
        instrument(k, r, &needs);
        planneeds_release(&answers);
    }
    emit_bytes(&r->bytes, r->d.text.p, r->d.text.n);
    emit_release(&bytes);
    diag_release(&r->d);
}

static struct str text_of(const struct emit *e) {
    return (struct str){(const char *)e->p, e->n};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < OPTION_BYTES) {
        return 0;
    }
    struct component k = {.n_own = 0};
    struct outcome first, again;
    arena_init(&k.mem);
    read_classes(&k, (struct bytes){data + OPTION_BYTES, size - OPTION_BYTES});
    memfile_open_jar(&k.jar, k.own, k.n_own);
    memfile_open_jar(&k.classpath, k.library, k.n_library);
    set_options(&k, data);
    run(&k, &first);
    run(&k, &again);
    if (!str_eq(text_of(&first.bytes), text_of(&again.bytes))) {
        BUG("other bytes the second time");
    }
    emit_release(&first.bytes);
    emit_release(&again.bytes);
    memfile_close(&k.jar);
    memfile_close(&k.classpath);
    arena_release(&k.mem);
    return 0;
}
