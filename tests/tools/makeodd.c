// SPDX-License-Identifier: MIT
// makeodd - classes, plans and data whose names hold all that a terminal, a page or a
// parser might take for something else, to try what each writer makes of them; and whose
// run has no times that there can be.
//
// usage: makeodd classes DIR     into DIR and DIR/odd, which is there
//        makeodd many DIR N      N classes with plain names, into DIR/many
//        makeodd raw PLAN OUT    a plan whose names have a line's end where it says \n
//        makeodd data PLAN OUT   a run of it

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "rewriter/plan/planfile.h"
#include "rewriter/plan/planout.h"
#include "tests/unit/lib/asmclass.h"
#include "tests/unit/lib/draftdata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A sequence of a terminal, letters that turn the line round, markup, quotes, ends of
// lines of all kinds, a zero and a pair of surrogates as class files have them, and half
// of a pair. Methods may have all of that but < and >.
#define ODD_METHOD                                                        \
    "\x1b[31m\xE2\x80\xAE\"'&,%\\\n\t\r \xC0\x80\xE2\x80\xA8\xC2\x85\x7F" \
    "\xED\xA0\xBD\xED\xB8\x80\xED\xA0\x80\xE2\x81\xA6\xE2\x80\x8E\xD8\x9Cz"
#define ODD "<script>" ODD_METHOD

#define ABOVE "odd/I" ODD
#define FIRST "odd/J" ODD
#define SECOND "odd/K" ODD
#define ALONE "=1+1" ODD  // without a package
#define THROWN "odd/X" ODD
#define CALLED "m" ODD_METHOD

static bool write_class(const char *dir, const char *name, struct asm_class *a,
                        struct diag *d) {
    char path[4096];
    struct bytes b;
    asm_attr(a, &a->attrs, "SourceFile", "%2", asm_utf8(a, "S" ODD ".java"));
    b = asm_finish(a);
    snprintf(path, sizeof path, "%s/%s.class", dir, name);
    bool ok = file_replace(path, b.p, b.n, d);
    asm_release(a);
    return ok;
}

// A public method of that code, which stands at line 7.
static void add(struct asm_class *a, u2 flags, const char *name,
                const char *desc, struct emit *code,
                const struct emit *handlers) {
    struct asm_attrs lines;
    asm_attrs_init(&lines);
    asm_attr(a, &lines, "LineNumberTable", "00 01 00 00 00 07");
    asm_code(a, &(struct asm_method){.access_flags = 1 | flags,
                                     .name = name,
                                     .desc = desc,
                                     .max_stack = 2,
                                     .max_locals = 2,
                                     .code = code,
                                     .handlers = handlers,
                                     .attrs = &lines});
    asm_attrs_release(&lines);
    emit_release(code);
}

static bool write_one(const char *dir, const char *name, const char *super,
                      struct diag *d) {
    struct asm_class a;
    struct emit code;
    asm_init(&a, 49);
    a.access_flags = 0x21;
    a.this_class = asm_class_const(&a, name);
    a.super_class = asm_class_const(&a, super);
    emit_init(&code, 100);
    put(&code, "2A B7 %2 B1", asm_ref(&a, 10, super, "<init>", "()V"));
    add(&a, 0, "<init>", "()V", &code, NULL);
    emit_init(&code, 100);
    put(&code, "B8 %2 B1", asm_ref(&a, 10, "none/Out" ODD, CALLED, "()V"));
    add(&a, 0, CALLED, "()V", &code, NULL);
    return write_class(dir, name, &a, d);
}

// What calls that method of any of them, and catches what it throws.
static bool write_alone(const char *dir, struct diag *d) {
    struct asm_class a;
    struct emit code, handlers;
    asm_init(&a, 49);
    a.access_flags = 0x21;
    a.this_class = asm_class_const(&a, ALONE);
    asm_field_raw(&a, 9, "f" ODD, "I", NULL);
    emit_init(&code, 100);
    emit_init(&handlers, 100);
    put(&code, "2A B6 %2 B2 %2 57 B1 57 B1",
        asm_ref(&a, 10, ABOVE, CALLED, "()V"),
        asm_ref(&a, 9, ALONE, "f" ODD, "I"));
    put(&handlers, "00 00 00 04 00 09 %2", asm_class_const(&a, THROWN));
    add(&a, 8, "go" ODD_METHOD, "(L" ABOVE ";)V", &code, &handlers);
    emit_init(&code, 100);
    put(&code, "BB %2 59 B7 %2 B8 %2 B1", asm_class_const(&a, FIRST),
        asm_ref(&a, 10, FIRST, "<init>", "()V"),
        asm_ref(&a, 10, ALONE, "go" ODD_METHOD, "(L" ABOVE ";)V"));
    add(&a, 8, "run" ODD_METHOD, "()V", &code, NULL);
    emit_release(&handlers);
    return write_class(dir, ALONE, &a, d);
}

static bool write_classes(const char *dir, struct diag *d) {
    return write_one(dir, ABOVE, "java/lang/Object", d) &&
           write_one(dir, FIRST, ABOVE, d) &&
           write_one(dir, SECOND, ABOVE, d) && write_alone(dir, d);
}

// A class of a package of many, whose method calls that of the next one.
static bool write_next(const char *dir, u4 k, u4 n, struct diag *d) {
    struct asm_class a;
    struct emit code;
    char name[32], next[32];
    snprintf(name, sizeof name, "many/C%05u", k);
    snprintf(next, sizeof next, "many/C%05u", (k + 1) % n);
    asm_init(&a, 49);
    a.access_flags = 0x21;
    a.this_class = asm_class_const(&a, name);
    emit_init(&code, 100);
    put(&code, "B8 %2 B1", asm_ref(&a, 10, next, "call", "()V"));
    add(&a, 8, "call", "()V", &code, NULL);
    return write_class(dir, name, &a, d);
}

static bool write_many(const char *dir, const char *number, struct diag *d) {
    u4 n = (u4)strtoul(number, NULL, 10);
    bool ok = true;
    for (u4 k = 0; k < n && ok; k++) {
        ok = write_next(dir, k, n, d);
    }
    return ok;
}

// --- Plans and data ------------------------------------------------------------------

static bool write_raw(const char *plan, const char *to, struct diag *d) {
    struct planfile f;
    bool ok = planfile_load(&f, plan, d);
    if (ok) {
        char *text =
            (char *)f.bytes.p + (f.plan.text - (const char *)f.bytes.p);
        for (u4 i = 0; i + 1 < f.plan.n[PLAN_TEXT]; i++) {
            if (text[i] == '\\' && text[i + 1] == 'n') {
                text[i] = text[i + 1] = '\n';
            }
        }
        planout_identify(f.bytes.p, f.bytes.n);
        ok = file_replace(to, f.bytes.p, f.bytes.n, d);
    }
    planfile_release(&f);
    return ok;
}

static void note(struct draft *f, enum data_kind kind, u4 a, const char *text) {
    u4 n = (u4)strlen(text);
    draft_note(f, kind,
               &(struct data_note){
                   .a = a, .count = 3, .n = n, .n_whole = n, .text = text});
}

static bool write_data(const char *plan, const char *to, struct diag *d) {
    // Times beyond those that have a sign.
    static const struct draft_run run = {7, ((u8)1 << 63) + 1, UINT64_MAX,
                                         DATA_CLEAN, "java " ODD};
    struct planfile f;
    bool ok = planfile_load(&f, plan, d);
    if (ok) {
        struct draft draft;
        u8 seed = 88172645463325252u;
        draft_init(&draft, &f.plan, &run);
        draft_random(&draft, 20, &seed);
        for (u4 i = 1; i < f.plan.n[PLAN_SITE]; i++) {
            note(&draft, DATA_RECEIVER, i, "ran/R" ODD);
        }
        for (u4 i = 1; i < f.plan.n[PLAN_HANDLER]; i++) {
            note(&draft, DATA_HANDLER, i, "");
        }
        note(&draft, DATA_JVM, 0, "jvm" ODD);
        draft_sums(&draft);
        ok = file_replace(to, draft.w.v, draft.w.n * sizeof *draft.w.v, d);
        draft_release(&draft);
    }
    planfile_release(&f);
    return ok;
}

int main(int argc, char **argv) {
    struct diag d;
    const char *what = argc > 2 ? argv[1] : "";
    diag_init(&d, DIAG_WARNING, false);
    bool ok = argc == 3 && strcmp(what, "classes") == 0
                  ? write_classes(argv[2], &d)
              : argc == 4 && strcmp(what, "many") == 0
                  ? write_many(argv[2], argv[3], &d)
              : argc == 4 && strcmp(what, "raw") == 0
                  ? write_raw(argv[2], argv[3], &d)
              : argc == 4 && strcmp(what, "data") == 0
                  ? write_data(argv[2], argv[3], &d)
                  : false;
    if (!ok && d.text.n == 0) {
        fputs("usage: makeodd classes DIR | many DIR N | raw PLAN OUT | data "
              "PLAN OUT\n",
              stderr);
    }
    diag_flush(&d, stderr);
    diag_release(&d);
    return ok ? 0 : 1;
}
