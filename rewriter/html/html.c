// SPDX-License-Identifier: MIT
// An HTML report: a folder of pages that needs nothing else, from all files to the
// folder.
#include "rewriter/html/html.h"

#include "analysis/base/folder.h"
#include "analysis/base/record.h"
#include "rewriter/chains/unknowns.h"
#include "rewriter/html/html_priv.h"
#include "rewriter/html/page.h"

static void put_plan(struct html *h, u4 i) {
    struct html_plan *p = &h->plan[i];
    p->c = h->r->cover[i];
    p->prefix = h->r->n > 1 ? arena_printf(&h->mem, "%u-", i + 1) : "";
    p->unknowns = unknowns_words(p->c->plan, &h->mem);
    u4 n = p->c->plan->n[PLAN_CLASS];
    p->page = ARENA_ZARRAY(&h->mem, const char *, n);
    p->source = ARENA_ZARRAY(&h->mem, const char *, n);
    html_trees(h, p);
    html_classes(h, p);
}

static void put_files(struct html *h) {
    for (u4 i = 0; i < h->r->n; i++) {
        put_plan(h, i);
    }
    html_index(h);
    html_hot(h);
    for (size_t i = 0; i < page_n_files; i++) {
        emit_bytes(&h->o.text, page_file[i].p, page_file[i].n);
        html_file(h, page_file[i].name);
    }
}

static const char *without_slash(struct html *h, const char *dir) {
    struct str s = str_of(dir);
    while (s.n > 1 && s.p[s.n - 1] == '/') {
        s.n--;
    }
    return arena_cstr(&h->mem, s);
}

static bool is_ours(struct html *h, const char *path) {
    const char *why;
    if (!record_look(path, &h->mem, &why, h->d)) {
        return false;
    }
    if (why) {
        struct place at = {.file = str_of(path), .byte = NO_BYTE};
        diag_report(h->d, REPORT_FOREIGN, &at, why);
    }
    return !why;
}

bool html_report(const struct report *r, const char *dir, struct diag *d) {
    struct html h = {.r = r, .d = d};
    arena_init(&h.mem);
    const char *path = without_slash(&h, dir);
    bool ok = is_ours(&h, path);
    if (ok) {
        out_begin(&h.o, NULL);
        h.plan = ARENA_ZARRAY(&h.mem, struct html_plan, r->n);
        put_files(&h);
        ok = folder_write(path, h.file.v, h.file.n, d);
        emit_release(&h.o.text);
    }
    vec_free(&h.file);
    arena_release(&h.mem);
    return ok;
}
