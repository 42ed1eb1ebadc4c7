// SPDX-License-Identifier: MIT
// One class in, one class out.
#include "rewriter/probe/instrclass.h"

#include "analysis/base/mem.h"
#include "analysis/base/vec.h"
#include "analysis/classfile/attr.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/code.h"
#include "analysis/classfile/dump.h"
#include "rewriter/edit/check.h"
#include "rewriter/edit/classwrite.h"
#include "rewriter/edit/edit.h"
#include "rewriter/edit/refusal.h"
#include "rewriter/probe/insert.h"
#include "rewriter/probe/nop.h"

// What modules list that hold nops. There are no classes in it, but two modules
// must not have a package in common, so it is below this, under the module's
// name.
#define NOP_PACKAGE "ccinstr/rt"

struct instr {
    enum instr_probes probes;
    const struct needs *needs;
    struct str package;
    struct str owner;   // class Probe, in it
    struct str module;  // that has it; "": each module of its own
    instr_refused_fn *refused;
    void *refused_context;
    bool check;
    struct class_writer cw;
    struct arena checked;  // a class that is read again
    struct arena names;
    VEC(struct str) variant;
    struct arena variants;
};

struct instr *instr_new(enum instr_probes probes) {
    struct instr *w = MEM_NEW(struct instr);
    w->probes = probes;
    cw_init(&w->cw);
    arena_init(&w->checked);
    arena_init(&w->names);
    arena_init(&w->variants);
    return w;
}

void instr_free(struct instr *w) {
    if (w) {
        cw_release(&w->cw);
        arena_release(&w->checked);
        arena_release(&w->names);
        vec_free(&w->variant);
        arena_release(&w->variants);
        mem_free(w);
    }
}

void instr_set_needs(struct instr *w, const struct needs *needs,
                     struct str package) {
    w->needs = needs;
    w->package = package;
    w->owner = str_of(arena_printf(&w->names, "%.*s/Probe", STR_F(package)));
}

void instr_tell_refused(struct instr *w, instr_refused_fn *f, void *context) {
    w->refused = f;
    w->refused_context = context;
}

void instr_set_module(struct instr *w, struct str module) {
    w->module = module;
}

bool instr_variant(const struct instr *w, size_t i, struct str *entry) {
    if (i >= w->variant.n) {
        return false;
    }
    *entry = w->variant.v[i];
    return true;
}

void instr_forget_variants(struct instr *w) {
    w->variant.n = 0;
    arena_reset(&w->variants);
}

void instr_set_check(struct instr *w, bool on) {
    w->check = on;
}

static size_t first_difference(struct bytes a, const struct emit *b) {
    size_t i = 0;
    while (i < a.n && i < b->n && a.p[i] == b->p[i]) {
        i++;
    }
    return i;
}

static enum instr_result round_trip(struct instr *w, struct cf_class *c,
                                    const struct place *at, struct emit *out,
                                    struct diag *d) {
    struct class_edit as_it_is = {.method = NULL};
    if (!cw_write(&w->cw, c, &as_it_is, out, at, d)) {
        return INSTR_REFUSED;
    }
    if (w->check) {
        return INSTR_CHANGED;  // for others to compare
    }
    if (out->n == c->in.n && memcmp(out->p, c->in.p, out->n) == 0) {
        return INSTR_SAME;
    }
    struct place differs = *at;
    differs.byte = first_difference(c->in, out);
    diag_report(d, ROUND_TRIP, &differs);
    return INSTR_REFUSED;
}

// The code of method number m, or false when it has none that can be read.
static bool method_code(struct instr *w, struct cf_class *c, u4 m,
                        struct code *code, struct diag *d) {
    const struct cf_attr *a = attr_find(&c->methods[m].attrs, ATTR_Code);
    struct place nowhere = {.byte = NO_BYTE};
    return a && code_parse(code, c, a, &w->checked, &nowhere, d);
}

static void report_check(const struct cf_class *c, const struct code *code,
                         struct check_result r, const struct place *at,
                         struct diag *d) {
    struct emit text;
    emit_init(&text, SIZE_MAX / 2);
    u4 i = code_index(code, r.pc);
    if (i < code->n_insn) {
        emit_bytes(&text, "at ", 3);
        dump_insn(c, code, &code->insn[i], &text);
    }
    diag_report(d, CHECK, at, r.bad,
                STR_F(((struct str){(const char *)text.p, text.n})));
    emit_release(&text);
}

static bool parse_again(struct instr *w, struct cf_class *now,
                        struct bytes written, const struct place *at,
                        struct diag *d) {
    // What it says was said when the input was read.
    struct diag unheard;
    diag_init(&unheard, DIAG_ERROR, false);
    arena_reset(&w->checked);
    bool ok = cf_parse(now, written, CF_ALL, &w->checked, at, &unheard);
    if (!ok) {
        diag_report(d, CHECK, at, "it cannot be read", STR_F(STR("class")));
    }
    diag_release(&unheard);
    return ok;
}

// Whether each method of the class that was written from `was` is sound, or
// was not so before either.
static bool check_written(struct instr *w, struct cf_class *was,
                          struct bytes written, const struct place *at,
                          struct diag *d) {
    struct cf_class now;
    if (!parse_again(w, &now, written, at, d)) {
        return false;
    }
    for (u4 m = 0; m < now.n_methods; m++) {
        struct code code, before;
        if (!method_code(w, &now, m, &code, d)) {
            continue;
        }
        struct check_result r = check_code(&now, &code, &w->checked);
        if (r.bad && method_code(w, was, m, &before, d) &&
            !check_code(was, &before, &w->checked).bad) {
            struct place here = cf_place(&now, &now.methods[m], at);
            report_check(&now, &code, r, &here, d);
            return false;
        }
    }
    return true;
}

// One class being edited. A worker has nothing of it that a later class could
// see.
struct class_editor {
    const struct instr *w;
    bool is_module;
    struct insert insert;
};

static struct class_edit nops(const struct class_editor *editor) {
    return (struct class_edit){
        .method = editor->is_module ? NULL : nop_edit,
        .add_package = editor->is_module ? STR(NOP_PACKAGE) : STR(""),
        .package_per_module = true,
        .mark = STR("nop"),
    };
}

static void insert(void *context, struct edit *e) {
    insert_probes(&((struct class_editor *)context)->insert, e);
}

static void refused(void *context, u4 method) {
    const struct class_editor *editor = context;
    if (editor->w->refused) {
        editor->w->refused(editor->w->refused_context, editor->insert.class,
                           method);
    }
}

static struct class_edit module_edit(const struct instr *w) {
    return (struct class_edit){
        .add_package = w->module.n ? STR("") : w->package,
        .add_requires = w->module,
    };
}

// The mark is the last part of the package: which plan it was.
static struct class_edit probes(struct class_editor *editor) {
    return (struct class_edit){
        .method = insert,
        .refused = refused,
        .ctx = editor,
        .mark = str_base(editor->w->package),
    };
}

// Is the class, read already, one that probes are for? A module's description
// goes with its classes.
static bool is_wanted(struct instr *w, const struct cf_class *c,
                      struct class_editor *editor, const struct place *at,
                      struct diag *d) {
    *editor = (struct class_editor){.w = w,
                                    .is_module = c->access_flags & ACC_MODULE};
    if (w->probes == INSTR_NOP || editor->is_module) {
        return true;
    }
    editor->insert.needs = w->needs;
    editor->insert.owner = w->owner;
    struct str name = cp_name_of(c, c->this_class);
    enum need_class is =
        w->needs->find(w->needs->context, name, c->in, &editor->insert.class);
    if (is == NEED_CLASS_CHANGED) {
        diag_report(d, CLASS_CHANGED, at);
        vec_push(&w->variant, arena_str(&w->variants, at->entry));
    }
    editor->insert.unmeasured = is == NEED_CLASS_CHANGED;
    return is != NEED_CLASS_NONE;
}

static enum instr_result edit(struct instr *w, struct cf_class *c,
                              struct class_editor *editor,
                              const struct place *at, struct emit *out,
                              struct diag *d) {
    const struct class_edit how = w->probes == INSTR_NOP ? nops(editor)
                                  : editor->is_module    ? module_edit(w)
                                                         : probes(editor);
    if (!cw_write(&w->cw, c, &how, out, at, d)) {
        return INSTR_REFUSED;
    }
    if (w->cw.n_edited == 0 && !w->cw.module_changed) {
        return INSTR_SAME;
    }
    if (w->check &&
        !check_written(w, c, (struct bytes){out->p, out->n}, at, d)) {
        return INSTR_REFUSED;
    }
    return INSTR_CHANGED;
}

enum instr_result instr_class(struct instr *w, const struct place *at,
                              struct bytes in, struct emit *out,
                              struct diag *d) {
    struct cf_class c;
    if (!cw_parse(&w->cw, &c, in, at, d)) {
        diag_report(d, CLASS_COPIED, at);
        return INSTR_REFUSED;
    }
    if (w->probes == INSTR_NONE) {
        return round_trip(w, &c, at, out, d);
    }
    if (attr_find(&c.attrs, ATTR_CcInstr)) {
        diag_report(d, CLASS_REFUSED, at, refusal_text(REFUSED_ALREADY_DONE));
        return INSTR_REFUSED;
    }
    struct class_editor editor;
    if (!is_wanted(w, &c, &editor, at, d)) {
        return INSTR_SAME;
    }
    if (editor.is_module && attr_find(&c.attrs, ATTR_ModuleHashes)) {
        diag_report(d, MODULE_HASHES, at);
    }
    enum instr_result result = edit(w, &c, &editor, at, out, d);
    if (w->probes == INSTR_PROBE && editor.is_module &&
        (!w->module.n || result == INSTR_CHANGED)) {
        if (w->module.n) {
            diag_report(d, MODULE_REQUIRES, at, STR_F(w->module));
        } else {
            diag_report(d, MODULE_PACKAGE, at, STR_F(w->package));
        }
    }
    return result;
}
