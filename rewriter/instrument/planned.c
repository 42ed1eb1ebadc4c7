// SPDX-License-Identifier: MIT
// What instrument inserts, and what it adds.
#include "rewriter/instrument/planned.h"

#include "analysis/base/file.h"
#include "analysis/base/folder.h"
#include "analysis/base/limits.h"
#include "analysis/sources/sources.h"
#include "rewriter/driver/analyse.h"
#include "rewriter/instrument/patch.h"
#include "rewriter/instrument/trial.h"
#include "rewriter/driver/unfold.h"
#include "rewriter/jar/newjar.h"
#include "rewriter/probe/allneeds.h"
#include "rt-native/plan.h"

// What is not there was reported; so was what is in the plan's place now.
static bool can_be_planned(const struct planned *p, const struct inputs *inputs,
                           struct diag *d) {
    bool ok = true;
    for (size_t i = 0; i < inputs->n; i++) {
        const struct input *input = &inputs->item[i];
        if (strcmp(input->out, p->path) == 0) {
            struct place at = {.file = input->shown, .byte = NO_BYTE};
            diag_report(d, OUT_PLAN, &at);
            ok = false;
        }
        ok = ok && input->kind != INPUT_MISSING;
    }
    return ok;
}

static void list_extras(struct planned *p) {
    struct new_file x;
    while (payload_entry(&p->payload, p->n_extra, &x.name, &x.content)) {
        p->n_extra++;
    }
    struct new_file *v = ARENA_ARRAY(&p->arena, struct new_file, p->n_extra);
    for (size_t i = 0; i < p->n_extra; i++) {
        payload_entry(&p->payload, i, &v[i].name, &v[i].content);
    }
    p->extra = v;
}

struct planner {
    struct planned *p;
    const struct instrument_spec *spec;
    const struct inputs *inputs;
};

// Files that are read, by any name and from whatever class path, are no outputs. An
// existing class file is what an earlier run has left there: inputs.c looks at it.
static bool is_safe(const struct planner *planner, struct analysis *a) {
    bool safe =
        !planner->p->jar_path || !analysis_is_input(a, planner->p->jar_path);
    for (size_t i = 0; i < planner->inputs->n && safe; i++) {
        const struct input *input = &planner->inputs->item[i];
        safe = input->kind == INPUT_CLASS || input->kind == INPUT_MISSING ||
               !analysis_is_input(a, input->out);
    }
    return safe;
}

static bool has_class_file(const struct inputs *inputs) {
    for (size_t i = 0; i < inputs->n; i++) {
        if (inputs->item[i].kind == INPUT_CLASS) {
            return true;
        }
    }
    return false;
}

// Who has the run time: each output, one module for all, or one jar.
static bool place_run_time(struct planned *p,
                           const struct instrument_spec *spec,
                           const struct inputs *inputs, struct diag *d) {
    if (!modules_find(&p->modules, inputs, &p->arena, d)) {
        return false;
    }
    if (patch_is_needed(inputs)) {
        p->module = STR(PATCH_HOME);  // which they require in any case
        return true;
    }
    bool share = modules_share(&p->modules, inputs);
    if (share || has_class_file(inputs)) {
        p->jar_path = arena_printf(&p->arena, "%s/%.*s", spec->output,
                                   STR_F(p->payload.jar));
    }
    if (share) {
        p->beside = p->payload.jar;
        p->module = p->payload.module;
    }
    return true;
}

static void list_read(struct planned *p, const struct sources *src) {
    size_t n = 0;
    while (src_looked(src, n)) {
        n++;
    }
    p->read = ARENA_ARRAY(&p->arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) {
        p->read[i] = arena_cstr(&p->arena, str_of(src_looked(src, i)));
    }
    p->read[n] = NULL;
}

static bool look_at_plan(void *context, struct analysis *a, struct plan *plan,
                         struct emit *bytes) {
    const struct planner *planner = context;
    trial_run(a, plan, bytes);
    payload_init(&planner->p->payload, plan);
    list_read(planner->p, a->src);
    return place_run_time(planner->p, planner->spec, planner->inputs,
                          a->diag) &&
           is_safe(planner, a);
}

static bool plan_all(struct planned *p, const struct instrument_spec *spec,
                     const struct inputs *inputs, struct diag *d) {
    struct planner planner = {p, spec, inputs};
    const struct unfold_then then = {
        {p->path, "folder with -o"}, look_at_plan, &planner};
    if (!unfold_inputs(spec->analysis, spec->unfold, &then, &p->plan, &p->bytes,
                       d)) {
        return false;
    }
    list_extras(p);
    planneeds_init(&p->answers, &p->plan);
    p->needs = planneeds(&p->answers);
    p->package = p->payload.package;
    return true;
}

static bool write_jar(struct planned *p, struct diag *d) {
    bool is_explicit = p->modules.n_explicit && p->modules.n_automatic == 0;
    size_t n = 0;
    struct new_file *v =
        ARENA_ARRAY(&p->arena, struct new_file, p->n_extra + 2);
    while (payload_jar_entry(&p->payload, is_explicit, n, &v[n].name,
                             &v[n].content)) {
        n++;
    }
    return newjar_write(p->jar_path, v, n, d);
}

bool planned_make(struct planned *p, const struct instrument_spec *spec,
                  const struct inputs *inputs, struct diag *d) {
    *p = (struct planned){0};
    emit_init(&p->bytes, LIMIT_PLAN_BYTES);
    arena_init(&p->arena);
    arena_init(&p->payload.arena);
    if (spec->probes != PROBES_PLAN) {
        p->needs = allneeds();
        p->package = STR(TRIAL_PACKAGE);
        return true;
    }
    p->path = arena_printf(&p->arena, "%s/" PLAN_FILE_NAME, spec->output);
    return can_be_planned(p, inputs, d) &&
           (!patch_is_needed(inputs) || patch_check(spec->analysis, d)) &&
           plan_all(p, spec, inputs, d);
}

bool planned_write(struct planned *p, struct diag *d) {
    struct bytes plan = {p->bytes.p, p->bytes.n};
    return (!p->path || file_replace_own(p->path, PLAN_MAGIC, plan, d)) &&
           (!p->jar_path || write_jar(p, d));
}

void planned_release(struct planned *p) {
    planneeds_release(&p->answers);
    payload_release(&p->payload);
    emit_release(&p->bytes);
    arena_release(&p->arena);
}
