// SPDX-License-Identifier: MIT
// json.c - all that a report tells as one JSON object: ccinstr-report(5). Here its
// frame, the plans with their runs, and the figures.
//
// What may be larger than a double can hold is a string of digits.
#include "rewriter/formats/json.h"

#include "analysis/text/big.h"
#include "rewriter/chains/chains.h"
#include "rewriter/chains/unknowns.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/coverage/figures.h"
#include "rewriter/formats/formats.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

#include <inttypes.h>

// --- Writing ------------------------------------------------------------------------

// out_json_key opens an object at the start of a line or text: elements do that
// themselves, so here every key has something before it.
static void key(struct json *j, const char *name) {
    struct emit *t = &j->o->text;
    bool opened = t->n && t->p[t->n - 1] == '{';
    out_put(j->o, opened ? STR("") : STR(","));
    out_json(j->o, str_of(name));  // options have names of a plan
    out_put(j->o, STR(":"));
}

void json_text(struct json *j, const char *name, struct str s) {
    key(j, name);
    out_json(j->o, s);
}

void json_number(struct json *j, const char *name, u8 n) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, n);
    key(j, name);
    out_put(j->o, str_of(text));
}

void json_digits(struct json *j, const char *name, u8 n) {
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, n);
    json_text(j, name, str_of(text));
}

void json_flag(struct json *j, const char *name, bool is) {
    key(j, name);
    out_put(j->o, is ? STR("true") : STR("false"));
}

void json_array(struct json *j, const char *name) {
    key(j, name);
    out_put(j->o, STR("["));
    j->first = true;
}

void json_array_end(struct json *j) {
    out_put(j->o, j->first ? STR("]") : STR("\n]"));
    j->first = false;
}

void json_element(struct json *j) {
    // Before and not behind: the text is never empty then, but for this.
    out_flush(j->o, false);
    out_put(j->o, j->first ? STR("\n{") : STR(",\n{"));
    j->first = false;
}

void json_element_end(struct json *j) {
    out_put(j->o, STR("}"));
    j->first = false;
}

static void null(struct json *j, const char *name) {
    key(j, name);
    out_put(j->o, STR("null"));
}

void json_object(struct json *j, const char *name) {
    key(j, name);
    out_put(j->o, STR("{"));
}

void json_object_end(struct json *j) {
    out_put(j->o, STR("}"));
}

// --- Figures ------------------------------------------------------------------------

// In hundredths, rounded down.
static void put_percent(struct json *j, const struct figure *f) {
    char text[16];
    if (f->unknown || big_is_zero(f->required)) {
        null(j, "percent");
        return;
    }
    u4 n = figure_hundredths(f);
    snprintf(text, sizeof text, "%u.%02u", n / 100 % 1000, n % 100);
    key(j, "percent");
    out_put(j->o, str_of(text));
}

void json_figures(struct json *j, const struct figures *f,
                  const struct figure *figure) {
    for (u4 i = 0; i < N_FIGURES; i++) {
        if (!f->has[i]) {
            continue;
        }
        json_object(j, figure_word[i]);
        if (figure[i].unknown) {
            null(j, "required");
        } else {
            json_text(j, "required", big_text(j->r->mem, figure[i].required));
        }
        json_digits(j, "covered", figure[i].covered);
        put_percent(j, &figure[i]);
        json_object_end(j);
    }
}

static void put_source(struct json *j, const struct plan *p, u4 class,
                       u4 line) {
    struct str source = chains_string(p, p->class[class].source);
    if (source.n) {
        json_text(j, "source", source);
    }
    if (line) {
        json_number(j, "line", line);
    }
}

// Packages can be of several plans.
static void put_row(struct json *j, enum figures_by by,
                    const struct figures_row *row) {
    json_element(j);
    json_text(j,
              by == FIGURES_BY_LENGTH  ? "length"
              : by == FIGURES_BY_LEVEL ? "level"
                                       : "name",
              row->name);
    const struct plan *p = j->r->cover[row->cover]->plan;
    if (by == FIGURES_BY_CLASS) {
        json_number(j, "plan", row->cover);
        put_source(j, p, row->id, 0);
    } else if (by == FIGURES_BY_METHOD) {
        json_number(j, "plan", row->cover);
        put_source(j, p, p->method[row->id].class, p->method[row->id].line);
    }
    json_figures(j, &j->r->figures, row->of);
    json_element_end(j);
}

static void put_all_figures(struct json *j) {
    static const char *const name[N_FIGURES_BY] = {
        [FIGURES_BY_PACKAGE] = "packages", [FIGURES_BY_CLASS] = "classes",
        [FIGURES_BY_METHOD] = "methods",   [FIGURES_BY_LENGTH] = "lengths",
        [FIGURES_BY_LEVEL] = "levels",
    };
    json_object(j, "figures");
    json_figures(j, &j->r->figures, j->r->figures.all);
    json_object_end(j);
    for (u4 by = 0; by < N_FIGURES_BY; by++) {
        json_array(j, name[by]);
        for (u4 i = 0; i < j->r->figures.n[by]; i++) {
            put_row(j, by, &j->r->figures.row[by][i]);
        }
        json_array_end(j);
    }
}

// --- Plans and runs ------------------------------------------------------------------

static void put_options(struct json *j, const struct plan *p) {
    json_object(j, "options");
    for (u4 i = 1; i < p->n[PLAN_OPTION]; i++) {
        struct str k = chains_string(p, p->option[i].key);
        key(j, arena_cstr(j->r->mem, k));
        out_json(j->o, chains_string(p, p->option[i].value));
    }
    json_object_end(j);
}

static void put_runs(struct json *j, const struct pool *pool) {
    json_array(j, "runs");
    for (u4 i = 0; i < pool->n_runs; i++) {
        const struct pool_run *run = &pool->run[i];
        json_element(j);
        json_text(j, "id", report_run_id(j->r->mem, run));
        json_text(j, "command", run->command);
        json_number(j, "start", run->start);
        if (run->end) {
            json_number(j, "end", run->end);
        } else {
            null(j, "end");
        }
        json_flag(j, "clean", run->flags & DATA_CLEAN);
        json_flag(j, "exact", run->flags & DATA_EXACT);
        json_flag(j, "verified", !(run->flags & DATA_UNVERIFIED));
        json_flag(j, "damaged", run->flags & DATA_DAMAGED);
        json_digits(j, "threads", run->threads);
        json_element_end(j);
    }
    json_array_end(j);
}

// What is not as it was written, and what is missing.
static void put_trust(struct json *j, const struct pool *pool) {
    struct pool_trust t = pool_trust(pool);
    json_array(j, "damaged");
    for (u4 i = 0; i < pool->n_damages; i++) {
        json_element(j);
        json_text(j, "file", str_of(pool->damage[i].path));
        json_number(j, "byte", pool->damage[i].byte);
        json_text(j, "what", str_of(pool->damage[i].what));
        json_element_end(j);
    }
    json_array_end(j);
    json_flag(j, "lost", pool->flags & DATA_LOST);
    json_object(j, "unrecorded");
    for (u4 i = 0; i < DATA_N_CAUSES; i++) {
        json_digits(j, data_cause_word[i], t.unrecorded[i]);
    }
    json_object_end(j);
}

// What stayed unknown to the analysis; null where the plan does not tell.
static void put_unknowns(struct json *j, const struct plan *p) {
    const struct plan_unknowns u = unknowns_of(p);
    if (!u.is_told) {
        null(j, "unknown");
        return;
    }
    json_object(j, "unknown");
    json_text(j, "dynamic", u.level);
    json_number(j, "calls", u.calls);
    json_number(j, "calls_elsewhere", u.elsewhere);
    json_number(j, "natives", u.natives);
    json_number(j, "guesses", u.guesses);
    json_array(j, "sites");
    for (u4 i = 1; i < p->n[PLAN_SITE]; i++) {
        if (p->site[i].flags & PLAN_SITE_UNKNOWN) {
            const struct plan_site *s = &p->site[i];
            json_element(j);
            json_text(j, "method", chains_method(p, s->method));
            put_source(j, p, p->method[s->method].class, s->line);
            json_number(j, "offset", s->pc);
            json_text(j, "called", chains_string(p, s->called));
            json_element_end(j);
        }
    }
    json_array_end(j);
    json_object_end(j);
}

void json_identity(struct json *j, const struct plan *p) {
    char hex[65];
    for (u4 k = 0; k < 32; k++) {
        snprintf(hex + 2 * k, 3, "%02x", p->identity[k]);
    }
    json_text(j, "identity", str_of(hex));
}

static void put_plans(struct json *j) {
    json_array(j, "plans");
    for (u4 i = 0; i < j->r->n; i++) {
        const struct cover *c = j->r->cover[i];
        const struct plan *p = c->plan;
        json_element(j);
        json_identity(j, p);
        put_options(j, p);
        put_unknowns(j, p);
        json_number(j, "classes", p->n[PLAN_CLASS] - 1);
        json_number(j, "methods", p->n[PLAN_METHOD] - 1);
        json_number(j, "sites", p->n[PLAN_SITE] - 1);
        json_number(j, "labels", p->n[PLAN_LABEL] - 1);
        json_text(j, "counts", str_of(data_counts_word[c->pool.counts]));
        json_flag(j, "file_full", c->pool.flags & DATA_FILE_FULL);
        json_flag(j, "table_full", c->pool.flags & DATA_TABLE_FULL);
        put_trust(j, &c->pool);
        json_digits(j, "strangers", c->strangers);
        put_runs(j, &c->pool);
        json_element_end(j);
    }
    json_array_end(j);
}

void report_json(const struct report *r, struct out *o) {
    struct json j = {.o = o, .r = r};
    out_put(o, STR("{"));
    json_text(&j, "format", STR("ccinstr-report"));
    json_number(&j, "version", 2);
    put_plans(&j);
    put_all_figures(&j);
    json_lists(&j);
    json_since(&j);
    out_put(o, STR("}\n"));
}
