// SPDX-License-Identifier: MIT
// words.c - plans, runs, files and places as reports name them.
#include "rewriter/report/report.h"

#include "analysis/base/shown.h"
#include "rewriter/chains/chains.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/runs/pool.h"
#include "rt-native/plan.h"

#include <inttypes.h>
#include <unistd.h>

struct str report_run_id(struct arena *mem, const struct pool_run *r) {
    return str_of(arena_printf(mem, "%016" PRIx64, r->id));
}

const char *report_plan_name(const struct report *r, u4 plan) {
    return arena_printf(r->mem, "plan%u", plan);
}

// Bytes that two paths begin with, as whole folders.
static size_t same_begin(const char *one, const char *other) {
    size_t n = 0;
    for (size_t i = 0; one[i] && one[i] == other[i]; i++) {
        n = one[i] == '/' ? i + 1 : n;
    }
    return n;
}

// Bytes that they end with, as whole names with the '/' in front.
static size_t same_end(const char *one, const char *other) {
    size_t n = strlen(one), m = strlen(other), same = 0;
    for (size_t i = 1; i <= n && i <= m && one[n - i] == other[m - i]; i++) {
        same = one[n - i] == '/' ? i : same;
    }
    return same;
}

// What of its path tells a plan from those whose components are called alike; empty if
// there are none.
static struct str own_part(const struct report *r, u4 plan) {
    const struct cover *c = r->cover[plan];
    struct str inputs = chains_option(c->plan, "inputs"), part = STR("");
    size_t begin = SIZE_MAX, end = SIZE_MAX;
    for (u4 i = 0; i < r->n; i++) {
        const struct cover *other = r->cover[i];
        if (i != plan && str_eq(chains_option(other->plan, "inputs"), inputs)) {
            size_t n = same_begin(c->path, other->path),
                   m = same_end(c->path, other->path);
            begin = n < begin ? n : begin;
            end = m < end ? m : end;
            part = str_of(c->path);
        }
    }
    if (part.n) {
        end = begin + end < part.n ? end : 0;
        part = (struct str){part.p + begin, part.n - begin - end};
    }
    return part;
}

const char *report_plan_title(const struct report *r, u4 plan) {
    struct str inputs = chains_option(r->cover[plan]->plan, "inputs"),
               part = own_part(r, plan);
    const char *name = r->n > 1 ? report_plan_name(r, plan) : "";
    return arena_printf(r->mem, "%s%s%.*s%s%.*s%s", name, *name ? ": " : "",
                        STR_F(inputs), part.n ? " (" : "", STR_F(part),
                        part.n ? ")" : "");
}

// --- For programs ------------------------------------------------------------

struct str report_escaped(struct arena *mem, struct str name) {
    return shown_str(mem, shown_word(mem, name));
}

struct str report_plain(struct arena *mem, struct str name) {
    return shown_undo(mem, name, true);
}

// The file of a class that does not name it: that of the class around it.
static struct str guess_file(struct arena *mem, struct str class) {
    struct str s = str_base(class);
    const char *inner = s.n > 1 ? memchr(s.p + 1, '$', s.n - 1) : NULL;
    s.n = inner ? (size_t)(inner - s.p) : s.n;
    return str_of(arena_printf(mem, "%.*s.java", STR_F(s)));
}

struct str report_file_name(struct arena *mem, const struct plan *p, u4 class) {
    const struct plan_class *c = &p->class[class];
    struct str name = report_plain(mem, chains_string(p, c->name));
    struct str file = report_plain(mem, chains_string(p, c->source));
    if (!file.n) {
        file = guess_file(mem, name);
    }
    name.n -= str_base(name).n;
    return str_of(arena_printf(mem, "%.*s%.*s", STR_F(name), STR_F(file)));
}

// The file below the first folder that has it; nothing if none has.
static struct str find_file(const struct report *r, struct str file) {
    for (size_t i = 0; i < r->n_sources; i++) {
        struct str dir = str_of(r->sources[i]);
        while (dir.n > 1 && dir.p[dir.n - 1] == '/') {
            dir.n--;
        }
        const char *in =
            arena_printf(r->mem, "%.*s/%.*s", STR_F(dir), STR_F(file));
        if (access(in, F_OK) == 0) {
            return str_of(in);
        }
    }
    return STR("");
}

struct str report_file(const struct report *r, const struct plan *p, u4 class) {
    struct str file = report_file_name(r->mem, p, class);
    struct str found = find_file(r, file);
    return found.n ? found : file;
}

bool report_has_sources(const struct report *r) {
    for (u4 i = 0; i < r->n; i++) {
        const struct plan *p = r->cover[i]->plan;
        for (u4 c = 1; c < p->n[PLAN_CLASS]; c++) {
            if (find_file(r, report_file_name(r->mem, p, c)).n) {
                return true;
            }
        }
    }
    return false;
}

// --- Places ------------------------------------------------------------------

struct str report_place(struct arena *mem, const struct plan *p, u4 site) {
    return chains_site_place(mem, p, site);
}

const char *report_which_call(struct arena *mem, const struct plan *p,
                              u4 site) {
    const struct plan_site *s = &p->site[site];
    const struct plan_method *m = &p->method[s->method];
    u4 n = 0, at = 1;
    for (u4 i = 0; s->line && i < m->n_sites; i++) {
        const struct plan_site *x = &p->site[m->first_site + i];
        bool alike = x->line == s->line && x->called == s->called;
        n += alike;
        at += alike && x->pc < s->pc;
    }
    return n > 1 ? arena_printf(mem, " (call %u of %u)", at, n) : "";
}

struct str report_method_place(struct arena *mem, const struct plan *p,
                               u4 method) {
    return chains_place(mem, p, method, p->method[method].line, -1);
}
