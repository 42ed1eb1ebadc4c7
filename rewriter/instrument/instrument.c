// SPDX-License-Identifier: MIT
// Jars and folders of classes in, drop-in replacements out.
#include "rewriter/instrument/instrument.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "analysis/base/order.h"
#include "analysis/base/par.h"
#include "analysis/base/shown.h"
#include "analysis/base/vec.h"
#include "rewriter/chains/unknowns.h"
#include "rewriter/driver/chainfile.h"
#include "rewriter/instrument/earlier.h"
#include "rewriter/instrument/inputs.h"
#include "rewriter/instrument/patch.h"
#include "rewriter/instrument/planned.h"
#include "rewriter/driver/term.h"
#include "rewriter/instrument/unchanged.h"
#include "rewriter/driver/unfold.h"
#include "rewriter/jar/crew.h"
#include "rewriter/jar/jar.h"
#include "rewriter/jar/tree.h"
#include "rewriter/probe/instrclass.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// The progress line is drawn again after so many classes.
enum { PROGRESS_STEP = 64 };

// One run of the command.
struct session {
    const struct instrument_spec *spec;
    struct diag *diag;
    struct term *term;
    struct arena arena;
    struct inputs inputs;
    struct jar_rules rules;
    struct instr **instr;  // one per thread
    struct planned plan;
    unsigned n_threads;
    struct crew crew;
    struct jar_counts total;
};

static enum jar_result transform(void *context, struct place *at,
                                 struct bytes in, struct emit *out,
                                 struct diag *d) {
    switch (instr_class(context, at, in, out, d)) {
    case INSTR_SAME:
        return JAR_SAME;
    case INSTR_CHANGED:
        return JAR_CHANGED;
    case INSTR_REFUSED:
        break;
    }
    return JAR_REFUSED;
}

static void progress(void *watcher, struct str input, size_t done, size_t all) {
    struct session *s = watcher;
    char text[256];
    if (s->term->live && (done % PROGRESS_STEP == 0 || done == all)) {
        snprintf(text, sizeof text, "%.*s: %zu of %zu", STR_F(input), done,
                 all);
        term_progress(s->term, str_of(text));
    }
}

static struct instr *worker_new(struct session *s) {
    enum probes_kind probes = s->spec->probes;
    struct instr *w = instr_new(probes == PROBES_NONE  ? INSTR_NONE
                                : probes == PROBES_NOP ? INSTR_NOP
                                                       : INSTR_PROBE);
    if (probes == PROBES_ALL || probes == PROBES_PLAN) {
        instr_set_needs(w, &s->plan.needs, s->plan.package);
        instr_set_module(w, s->plan.module);
    }
    instr_set_check(w, s->spec->check);
    return w;
}

static void crew_start(struct session *s) {
    s->n_threads = s->spec->threads ? s->spec->threads : par_n_cpus();
    s->instr = MEM_ARRAY(struct instr *, s->n_threads);
    void **context = MEM_ARRAY(void *, s->n_threads);
    for (unsigned i = 0; i < s->n_threads; i++) {
        s->instr[i] = worker_new(s);
        context[i] = s->instr[i];
    }
    crew_init(&s->crew, s->n_threads, context);
    mem_free(context);
}

static void crew_stop(struct session *s) {
    crew_release(&s->crew);
    for (unsigned i = 0; i < s->n_threads; i++) {
        instr_free(s->instr[i]);
    }
    mem_free(s->instr);
}

static void print_size(u8 bytes) {
    if (bytes < 10000) {
        fprintf(stderr, "%llu B", (unsigned long long)bytes);
    } else {
        fprintf(stderr, "%llu kB", (unsigned long long)((bytes + 500) / 1000));
    }
}

static void print_summary(const struct session *s, const struct input *input,
                          const struct jar_counts *c, u4 methods_refused) {
    if (s->spec->quiet) {
        return;
    }
    shown_print(stderr, input->shown);
    fprintf(stderr, ": %u class%s, %u rewritten, %u refused, ", c->n_classes,
            c->n_classes == 1 ? "" : "es", c->n_changed, c->n_refused);
    print_size(c->bytes_in);
    fputs(" -> ", stderr);
    print_size(c->bytes_out);
    if (c->n_archives) {
        fprintf(stderr, ", %u nested archives rewritten", c->n_archives);
    }
    if (methods_refused) {
        fprintf(stderr, ", %u method%s refused", methods_refused,
                methods_refused == 1 ? "" : "s");
    }
    fputs(c->unsigned_ ? ", signature dropped\n" : "\n", stderr);
}

static int entry_order(const void *a, const void *b) {
    return str_order(*(const struct str *)a, *(const struct str *)b);
}

// Of an archive that has several versions of a class one was analysed.
static void tell_variants(struct session *s, const struct input *input) {
    enum { NAMED = 5 };
    struct emit names;
    VEC(struct str) all = {0};
    struct str entry;
    for (unsigned k = 0; k < s->n_threads; k++) {
        for (size_t i = 0; instr_variant(s->instr[k], i, &entry); i++) {
            vec_push(&all, entry);
        }
    }
    emit_init(&names, LIMIT_MESSAGE);
    SORT(all.v, all.n, entry_order);
    for (size_t i = 0; i < all.n && i < NAMED; i++) {
        emit_bytes(&names, ", ", i ? 2 : 0);
        emit_bytes(&names, all.v[i].p, all.v[i].n);
    }
    emit_bytes(&names, ", ... (-v)", all.n > NAMED ? 10 : 0);
    if (all.n) {
        struct place at = {.file = input->shown, .byte = NO_BYTE};
        struct str text = {(const char *)names.p, names.n};
        diag_report(s->diag, VARIANTS, &at, (u4)all.n,
                    all.n == 1 ? " is" : "es are", all.n == 1 ? "it" : "them",
                    STR_F(text));
    }
    for (unsigned k = 0; k < s->n_threads; k++) {
        instr_forget_variants(s->instr[k]);
    }
    emit_release(&names);
    vec_free(&all);
}

static bool patch_module(struct session *s, struct str module, const char *out,
                         struct jar_counts *c) {
    const struct patch p = {s->spec->analysis, s->instr[0], s->plan.extra,
                            s->plan.n_extra};
    return patch_write(&p, module, out, c, s->diag);
}

// Several operands may be packages of one module of the JDK: the first stands for
// all.
static bool is_done(const struct session *s, const struct input *input) {
    for (const struct input *i = s->inputs.item; i < input; i++) {
        if (input->kind == INPUT_JDK && i->kind == INPUT_JDK &&
            str_eq(i->module, input->module)) {
            return true;
        }
    }
    return false;
}

static bool write_one(struct session *s, const struct input *input,
                      struct jar_counts *c) {
    const struct jar_way way = {input->shown, input->path, input->out};
    if (input->kind != INPUT_MISSING &&
        !inputs_make_room(input, &s->arena, s->diag)) {
        return false;
    }
    switch (input->kind) {
    case INPUT_MISSING:
        break;
    case INPUT_ARCHIVE:
        return jar_rewrite(&s->crew, &s->rules, &way, c, s->diag);
    case INPUT_CLASS:
        return tree_rewrite_class(&s->crew, &s->rules, &way, c, s->diag);
    case INPUT_FOLDER:
        return tree_rewrite(&s->crew, &s->rules, &way, c, s->diag);
    case INPUT_JDK:
        return patch_module(s, input->module, input->out, c);
    }
    return false;
}

static bool process(struct session *s, const struct input *input) {
    struct jar_counts c = {0};
    u4 refused_before = s->diag->n_id[D_METHOD_REFUSED];
    bool ok = write_one(s, input, &c);
    tell_variants(s, input);
    term_clear(s->term);
    diag_flush(s->diag, stderr);
    if (ok && !input->is_implied) {
        print_summary(s, input, &c,
                      s->diag->n_id[D_METHOD_REFUSED] - refused_before);
        jar_counts_add(&s->total, &c);
    }
    return ok;
}

// What the user must know to run it. From JDK 24 on the JVM warns of libraries that
// were not allowed.
static void print_how_to_run(struct session *s, bool patches) {
    const struct planned *p = &s->plan;
    if (s->spec->quiet || !p->n_extra || s->total.n_changed == 0) {
        return;
    }
    if (p->beside.n) {
        shown_print(stderr, p->beside);
        fputs(": the run time, which modules require and jars name in "
              "their Class-Path: keep it beside them, or name it on the path "
              "of modules or classes\n",
              stderr);
    } else if (p->jar_path) {
        shown_print(stderr, p->payload.jar);
        fputs(": the run time, for single class files: put it on their "
              "class path\n",
              stderr);
    }
    if (patches) {
        patch_tell(patch_options(&s->inputs, &p->modules, s->spec->output,
                                 p->package, &s->arena));
    } else if (!s->total.allowed || p->modules.n_explicit) {
        fputs("from JDK 24 on, run it with: java "
              "--enable-native-access=ALL-UNNAMED",
              stderr);
        if (p->modules.n_explicit) {
            fputs(" (as modules: ", stderr);
            shown_print(stderr, p->beside.n ? p->payload.module
                                            : STR("the name of the module"));
            fputc(')', stderr);
        }
        fputc('\n', stderr);
    }
}

// What the figures of its reports will be worth.
static void print_unknowns(struct session *s) {
    const char *words = s->plan.path && !s->spec->quiet
                            ? unknowns_words(&s->plan.plan, &s->arena)
                            : NULL;
    if (words) {
        fputs("not followed: ", stderr);
        shown_print(stderr, str_of(words));
        fprintf(stderr, " (%s)\n", unknowns_advice(&s->plan.plan));
    }
}

static enum instrument_result process_all(struct session *s) {
    bool ok = true;
    crew_start(s);
    for (size_t i = 0; i < s->inputs.n && !s->spec->stop(); i++) {
        const struct input *input = &s->inputs.item[i];
        bool left_out = input->is_implied && !ok;
        ok = !left_out && (is_done(s, input) || process(s, input)) && ok;
    }
    crew_stop(s);
    if (!ok || s->spec->stop()) {
        return INSTRUMENT_NOTHING;
    }
    print_unknowns(s);
    print_how_to_run(s, patch_is_needed(&s->inputs));
    if (s->spec->print_stats) {
        s->spec->print_stats(&s->total, s->plan.path ? &s->plan.plan : NULL);
    }
    const u4 *said = s->diag->n_id;
    struct place nowhere = {.byte = NO_BYTE};
    if (s->spec->analysis->component.n && s->total.n_classes == 0) {
        diag_report(s->diag, NO_CLASS, &nowhere);
    }
    bool whole = s->total.n_refused + said[D_METHOD_REFUSED] +
                     said[D_CLASS_CHANGED] + said[D_NESTED_SIZE] +
                     said[D_NESTED_DEPTH] + said[D_NESTED_BAD] ==
                 0;
    return s->spec->strict && !whole ? INSTRUMENT_PARTLY : INSTRUMENT_DONE;
}

// Warnings are not made again, but nobody is to think that there were none.
static void print_unchanged(const char *output, u4 warned) {
    shown_print(stderr, str_of(output));
    fputs(": nothing has changed", stderr);
    if (warned) {
        fprintf(stderr, " (%u warning%s when it was made: --force)", warned,
                warned == 1 ? "" : "s");
    }
    fputc('\n', stderr);
}

// Before anything is written.
static enum inputs_result find_inputs(struct session *s) {
    const struct inputs_spec spec = {s->spec->analysis->inputs, s->spec->output,
                                     s->spec->names};
    return inputs_find(&s->inputs, &spec, &s->arena, s->diag);
}

static bool are_originals(struct session *s) {
    bool ok = true;
    for (size_t i = 0; i < s->inputs.n; i++) {
        const struct input *input = &s->inputs.item[i];
        if (input->kind == INPUT_ARCHIVE || input->kind == INPUT_FOLDER) {
            ok = earlier_is_original(input->path, input->kind == INPUT_FOLDER,
                                     input->shown, s->diag) &&
                 ok;
        }
    }
    return ok;
}

// Of folders their own records tell that (inputs.c).
static bool may_replace(struct session *s, const struct unchanged *u) {
    bool ok = true;
    for (size_t i = 0; i < s->inputs.n; i++) {
        const struct input *input = &s->inputs.item[i];
        if (input->kind == INPUT_ARCHIVE || input->kind == INPUT_CLASS) {
            const struct earlier e = {input->out,
                                      input->out + strlen(s->spec->output) + 1,
                                      input->path, u->before};
            ok = earlier_check(&e, s->diag) && ok;
        }
    }
    return ok;
}

// All outputs, and the list that says so.
static enum instrument_result write_all(struct session *s,
                                        struct unchanged *u) {
    const struct instrument_spec *spec = s->spec;
    struct planned *p = &s->plan;
    bool ok = planned_make(p, spec, &s->inputs, s->diag) &&
              file_make_folder(spec->output, &s->arena, s->diag);
    if (ok) {
        unchanged_forget(u);
        ok = planned_write(p, s->diag);
    }
    if (!patch_is_needed(&s->inputs)) {
        s->rules.extra = p->extra;
        s->rules.n_extra = p->n_extra;
        s->rules.beside = p->beside;
        s->rules.native = p->n_extra != 0;
    }
    enum instrument_result status = ok ? process_all(s) : INSTRUMENT_NOTHING;
    if (status != INSTRUMENT_NOTHING &&
        !chainfile_save(spec->unfold, s->diag)) {
        status = INSTRUMENT_NOTHING;
    }
    if (status == INSTRUMENT_NOTHING) {
        unchanged_drop(u);
    }
    if (status == INSTRUMENT_DONE) {
        const char *const written[] = {p->path, p->path ? p->jar_path : NULL,
                                       NULL};
        unchanged_tell_left(u, s->diag);
        u->warned = s->diag->n_level[DIAG_WARNING];
        unchanged_note(u, p->read, written);
    }
    planned_release(p);
    return status;
}

static enum instrument_result run(struct session *s) {
    const struct instrument_spec *spec = s->spec;
    switch (find_inputs(s)) {
    case INPUTS_CLASH:
        return INSTRUMENT_CLASH;
    case INPUTS_UNSAFE:
        return INSTRUMENT_NOTHING;
    case INPUTS_FINE:
        break;
    }
    struct unchanged u;
    unchanged_init(&u, spec, &s->inputs);
    enum instrument_result status = INSTRUMENT_DONE;
    if (!unchanged_is(&u)) {
        status = are_originals(s) && may_replace(s, &u) ? INSTRUMENT_DONE
                                                        : INSTRUMENT_NOTHING;
        if (status == INSTRUMENT_DONE) {
            unchanged_forget(&u);
            status = write_all(s, &u);
        }
    } else if (!spec->quiet) {
        print_unchanged(spec->output, u.warned);
    }
    unchanged_release(&u);
    return status;
}

// What the process as a whole needs, before any thread is there.
static void prepare_process(void) {
    // Entries carry local times without a zone. libzip takes them to time_t
    // and back: in UTC that loses none, and asks no file for zones.
    setenv("TZ", "UTC0", 1);
    tzset();
    // Buffers come and go by the thousand: giving their pages back to the
    // system each time costs as much as compressing a class.
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
}

enum instrument_result instrument(const struct instrument_spec *spec,
                                  struct diag *diag) {
    struct session s = {.spec = spec, .diag = diag, .term = spec->term};
    prepare_process();
    arena_init(&s.arena);
    s.rules = (struct jar_rules){
        .transform = transform,
        .component = {spec->analysis->component.item,
                      spec->analysis->component.n},
        .nested = spec->nested,
        .progress = s.term->live && !spec->quiet ? progress : NULL,
        .watcher = &s,
        .stop = spec->stop};
    enum instrument_result status = run(&s);
    arena_release(&s.arena);
    return status;
}
