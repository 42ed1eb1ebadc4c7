// SPDX-License-Identifier: MIT
// Operands that are packages of the JDK.
//
// Only classes that change are written: --patch-module puts them in front of the
// module's own. The run time goes into java.base, since all of it can be seen from
// there only by classes of java.base; other modules are let in on the command line.
#include "rewriter/instrument/patch.h"

#include "analysis/base/folder.h"
#include "analysis/base/limits.h"
#include "analysis/base/shown.h"
#include "analysis/base/vec.h"
#include "analysis/sources/sources.h"
#include "analysis/text/arglist.h"
#include "rewriter/jar/select.h"

#include <stdio.h>

bool patch_is_needed(const struct inputs *inputs) {
    for (size_t i = 0; i < inputs->n; i++) {
        if (inputs->item[i].kind == INPUT_JDK) {
            return true;
        }
    }
    return false;
}

// --- The classes -------------------------------------------------------------

static bool is_picked(const void *context, struct str name) {
    return select_has(context, name);
}

// Those operands alone that are parts of the JDK, of which there are some. NULL,
// reported, if that fails.
static struct sources *open_parts(const struct analysis_spec *spec,
                                  struct select *component, struct arena *a,
                                  struct diag *d) {
    struct src_spec from = {.jdk = str_of(spec->jdk ? spec->jdk : "")};
    struct str *part = ARENA_ARRAY(a, struct str, spec->inputs.n);
    for (size_t i = 0; i < spec->inputs.n; i++) {
        if (inputs_is_part(spec->inputs.item[i])) {
            part[from.n_component++] = str_of(spec->inputs.item[i]);
        }
    }
    *component = (struct select){spec->component.item, spec->component.n};
    from.component = part;
    from.is_component = component->n ? is_picked : NULL;
    from.context = component;
    return src_open(&from, d);
}

// What probes call once the run time is up, and what that calls in turn: with
// probes there it would never end. Ending in '/': and all below.
static const char *const own[] = {
    "java/lang",   "java/lang/",           "java/nio",
    "java/util",   "java/util/concurrent", "java/util/concurrent/",
    "sun/invoke/", "jdk/internal/",
};

static bool is_own(struct str class_name) {
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        struct str base = str_base(class_name);
        size_t n = class_name.n - base.n;  // with the last slash
        struct str dir = {class_name.p, n ? n - 1 : 0};
        struct str is = str_of(own[i]);
        if (str_eq(dir, is) ||
            (str_ends(is, STR("/")) && str_starts(class_name, is))) {
            return true;
        }
    }
    return false;
}

bool patch_check(const struct analysis_spec *spec, struct diag *d) {
    struct arena a;
    struct select component;
    struct str name;
    arena_init(&a);
    struct sources *s = open_parts(spec, &component, &a, d);
    bool ok = s != NULL;
    if (s) {
        struct src_iter it = src_each(s, SRC_COMPONENT);
        while (ok && src_next(&it, &name)) {
            if (is_own(name)) {
                struct place at = {.file = arena_str(&a, name),
                                   .byte = NO_BYTE};
                diag_report(d, JDK_OWN, &at);
                ok = false;
            }
        }
        src_close(s);
    }
    arena_release(&a);
    return ok;
}

// --- The folder --------------------------------------------------------------

struct writing {
    const struct patch *p;
    struct arena arena;
    struct emit edited;
    VEC(struct new_file) file;
    struct jar_counts *counts;
    struct diag *diag;
};

static void instrument(struct writing *w, struct place *at,
                       struct bytes content) {
    emit_reset(&w->edited);
    enum instr_result r =
        instr_class(w->p->instr, at, content, &w->edited, w->diag);
    w->counts->n_classes++;
    w->counts->n_refused += r == INSTR_REFUSED;
    w->counts->bytes_in += content.n;
    if (r != INSTR_CHANGED) {
        return;
    }
    struct str now = arena_str(
        &w->arena, (struct str){(const char *)w->edited.p, w->edited.n});
    const struct new_file file = {
        str_of(arena_printf(&w->arena, "%.*s.class", STR_F(at->entry))),
        {(const u1 *)now.p, now.n}};
    vec_push(&w->file, file);
    w->counts->n_changed++;
    w->counts->bytes_out += now.n;
}

static void instrument_module(struct writing *w, struct sources *s,
                              struct str module) {
    struct str origin =
        str_of(arena_printf(&w->arena, "jrt:/%.*s", STR_F(module)));
    struct src_iter it = src_each(s, SRC_COMPONENT);
    struct src_class c;
    struct str name;
    while (src_next(&it, &name)) {
        if (src_find(s, name, &c) &&
            str_eq(src_origin_name(s, c.origin), origin)) {
            struct place at = {.file = origin, .entry = name, .byte = NO_BYTE};
            instrument(w, &at, c.bytes);
        }
    }
}

bool patch_write(const struct patch *p, struct str module, const char *out,
                 struct jar_counts *counts, struct diag *d) {
    struct writing w = {.p = p, .counts = counts, .diag = d};
    struct select component;
    arena_init(&w.arena);
    emit_init(&w.edited, LIMIT_EDITED_BYTES);
    struct sources *s = open_parts(p->spec, &component, &w.arena, d);
    bool ok = s != NULL;
    if (ok) {
        instrument_module(&w, s, module);
        for (size_t i = 0; i < p->n_extra && str_eq(module, STR(PATCH_HOME));
             i++) {
            vec_push(&w.file, p->extra[i]);
        }
        ok = folder_write(out, w.file.v, w.file.n, d);
        src_close(s);
    }
    vec_free(&w.file);
    emit_release(&w.edited);
    arena_release(&w.arena);
    return ok;
}

// --- What java is told -------------------------------------------------------

static bool is_first(const struct inputs *inputs, size_t i) {
    for (size_t k = 0; k < i; k++) {
        if (inputs->item[k].kind == INPUT_JDK &&
            str_eq(inputs->item[k].module, inputs->item[i].module)) {
            return false;
        }
    }
    return inputs->item[i].kind == INPUT_JDK &&
           !str_eq(inputs->item[i].module, STR(PATCH_HOME));
}

// Only classes of java.base see the run time there without that. NULL: all that need
// it are.
static const char *exports(const struct inputs *inputs, const struct modules *m,
                           struct str package, struct arena *a) {
    const char *to = NULL;
    for (size_t i = 0; i < inputs->n && !to; i++) {
        to = inputs->item[i].kind != INPUT_JDK ? "ALL-UNNAMED" : NULL;
    }
    for (size_t i = 0; i < m->n_named; i++) {
        to = arena_printf(a, "%s,%.*s", to, STR_F(m->name[i]));
    }
    for (size_t i = 0; i < inputs->n; i++) {
        if (is_first(inputs, i)) {
            to = arena_printf(a, "%s%s%.*s", to ? to : "", to ? "," : "",
                              STR_F(inputs->item[i].module));
        }
    }
    char *dotted = arena_cstr(a, package);
    for (char *c = dotted; *c; c++) {
        *c = *c == '/' ? '.' : *c;
    }
    return to ? arena_printf(a, PATCH_HOME "/%s=%s", dotted, to) : NULL;
}

struct arg_list patch_options(const struct inputs *inputs,
                              const struct modules *m, const char *output,
                              struct str package, struct arena *a) {
    struct arg_list list = {0};
    arg_list_add(&list, "--patch-module", a);
    arg_list_add(&list, arena_printf(a, PATCH_HOME "=%s/" PATCH_HOME, output),
                 a);
    for (size_t i = 0; i < inputs->n; i++) {
        if (is_first(inputs, i)) {
            const struct input *input = &inputs->item[i];
            arg_list_add(&list, "--patch-module", a);
            arg_list_add(
                &list,
                arena_printf(a, "%.*s=%s", STR_F(input->module), input->out),
                a);
        }
    }
    const char *to = exports(inputs, m, package, a);
    if (to) {
        arg_list_add(&list, "--add-exports", a);
        arg_list_add(&list, to, a);
    }
    return list;
}

void patch_tell(struct arg_list options) {
    fputs("run it with: java", stderr);
    for (size_t i = 0; i < options.n; i++) {
        fputc(' ', stderr);
        shown_print(stderr, str_of(options.item[i]));
    }
    fputc('\n', stderr);
}
