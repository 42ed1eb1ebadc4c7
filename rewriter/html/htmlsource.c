// SPDX-License-Identifier: MIT
// Pages of source files: each line with the call sites on it, how many of them ran, and
// how many of the receivers that they require were seen. As in the XML formats a line
// that misses any of these is covered in part.
//
// Only sites that chains go through, or of which receivers are required, are told of:
// others have no probe, so that nobody knows whether they ran.
#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/table/intern.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/html/html_priv.h"
#include "rewriter/report/lines.h"
#include "rt-native/plan.h"

#include <errno.h>
#include <sys/stat.h>

struct line_calls {
    u4 sites, ran;
    u4 required, covered;  // receivers or targets
    bool targets;          // that only those are asked for
    u4 class;              // of the first one
};

struct source {
    struct str path;  // com/acme/Foo.java
    VEC(u4) class;    // whose code it has
};

struct page_sources {
    struct html *h;
    struct html_plan *p;
    struct intern known;  // package and file
    VEC(struct source) all;
    struct emit bytes;
    VEC(struct line_calls) line;
    struct cover_pair *pair;  // room
};

static struct str package_of(struct str class) {
    struct str base = str_base(class);
    return (struct str){class.p, class.n - base.n};
}

// A plan could name any file.
static bool is_safe(struct str package, struct str file) {
    struct str part[] = {package, file};
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < part[k].n; i++) {
            char c = part[k].p[i];
            if (c == '\0' || c == '\\' || (k == 1 && c == '/') ||
                (c == '.' && i + 1 < part[k].n && part[k].p[i + 1] == '.')) {
                return false;
            }
        }
    }
    return file.n && (package.n == 0 || package.p[0] != '/');
}

static void collect(struct page_sources *s) {
    const struct plan *plan = s->p->c->plan;
    vec_cover(&s->all, 1);
    for (u4 c = 1; c < plan->n[PLAN_CLASS]; c++) {
        struct str file = html_string(s->p, plan->class[c].source);
        struct str package = package_of(html_string(s->p, plan->class[c].name));
        if (!is_safe(package, file)) {
            continue;
        }
        u4 id = intern_add(&s->known, package, file);
        if (id == s->all.n) {
            vec_push(&s->all,
                     ((struct source){.path = str_of(arena_printf(
                                          &s->h->mem, "%.*s%.*s",
                                          STR_F(package), STR_F(file)))}));
        }
        vec_push(&s->all.v[id].class, c);
    }
}

// One that cannot be read is told of, and has no page.
static bool read_found(struct page_sources *s, const char *path) {
    struct diag quiet;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_init_part(&quiet, s->h->d);
    bool ok = file_read(path, LIMIT_SOURCE_BYTES, &s->bytes, &quiet);
    if (!ok) {
        diag_report(s->h->d, SOURCE_UNREAD, &at, strerror(errno));
    }
    diag_release(&quiet);
    return ok;
}

// Reads the file from the first folder that has it.
static bool read_source(struct page_sources *s, const struct source *x) {
    const struct report *r = s->h->r;
    for (size_t i = 0; i < r->n_sources; i++) {
        const char *path =
            arena_printf(&s->h->mem, "%s/%.*s", r->sources[i], STR_F(x->path));
        struct stat st;
        errno = 0;
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
            return read_found(s, path);
        }
        if (errno && errno != ENOENT && errno != ENOTDIR) {
            struct place at = {.file = str_of(path), .byte = NO_BYTE};
            diag_report(s->h->d, SOURCE_UNREAD, &at, strerror(errno));
            return false;
        }
    }
    return false;
}

static void count_site(struct page_sources *s, const struct plan_site *x,
                       u4 site, u4 class) {
    struct lines_site told;
    if (x->line == 0 || x->line >= s->line.n ||
        !lines_site(&told, s->p->c, site, s->pair)) {
        return;
    }
    struct line_calls *l = &s->line.v[x->line];
    l->class = l->sites ? l->class : class;
    l->sites++;
    l->ran += told.hits != 0;
    l->required += told.required;
    l->covered += told.covered;
    l->targets = l->targets || (told.required && !(x->flags & PLAN_SITE_RC));
}

static void count_calls(struct page_sources *s, const struct source *x) {
    const struct plan *plan = s->p->c->plan;
    u4 lines = 1;
    for (size_t i = 0; i < s->bytes.n; i++) {
        lines += s->bytes.p[i] == '\n';
    }
    s->line.n = 0;
    vec_cover(&s->line, lines + 1);
    memset(s->line.v, 0, s->line.n * sizeof *s->line.v);
    for (u4 i = 0; i < x->class.n; i++) {
        const struct plan_class *c = &plan->class[x->class.v[i]];
        for (u4 m = c->first_method; m < c->first_method + c->n_methods; m++) {
            const struct plan_method *q = &plan->method[m];
            for (u4 k = q->first_site; k < q->first_site + q->n_sites; k++) {
                count_site(s, &plan->site[k], k, x->class.v[i]);
            }
        }
    }
}

static bool is_full(const struct line_calls *l) {
    return l->ran == l->sites && l->covered == l->required;
}

static void put_calls(struct page_sources *s, const struct line_calls *l) {
    struct html *h = s->h;
    html_put(h, is_full(l) ? "<td class=\"calls mark yes\">✓ "
                : l->ran   ? "<td class=\"calls mark some\">◐ "
                           : "<td class=\"calls mark no\">○ ");
    const char *page = s->p->page[l->class];
    if (page) {
        html_put(h, "<a href=\"../");
        html_text(h, str_of(page));
        html_put(h, "\">");
    }
    html_count(h, l->ran);
    html_put(h, " of ");
    html_count(h, l->sites);
    html_put(h, page ? "</a>" : "");
    if (l->required) {
        html_put(h, ", ");
        html_count(h, l->covered);
        html_put(h, " of ");
        html_count(h, l->required);
        html_put(h, l->targets ? " targets" : " receivers");
    }
    html_put(h, "</td>");
}

static void put_line(struct page_sources *s, u4 number, struct str text) {
    struct html *h = s->h;
    const struct line_calls *l = &s->line.v[number];
    html_put(h, "<tr id=\"L");
    html_count(h, number);
    html_put(h, "\"");
    if (l->sites) {
        html_put(h, is_full(l) ? " class=\"full\""
                    : l->ran   ? " class=\"part\""
                               : " class=\"never\"");
    }
    html_put(h, "><th scope=\"row\"><a href=\"#L");
    html_count(h, number);
    html_put(h, "\">");
    html_count(h, number);
    html_put(h, "</a></th>");
    if (l->sites) {
        put_calls(s, l);
    } else {
        html_put(h, "<td class=\"calls\"></td>");
    }
    html_put(h, "<td class=\"text\">");
    html_text(h, text);
    html_put(h, "</td></tr>\n");
}

static void put_lines(struct page_sources *s) {
    const char *p = (const char *)s->bytes.p;
    const char *end = p + s->bytes.n;
    for (u4 number = 1; p < end; number++) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        stop = stop ? stop : end;
        size_t n = (size_t)(stop - p);
        put_line(s, number, (struct str){p, n && p[n - 1] == '\r' ? n - 1 : n});
        p = stop + 1;
    }
}

static void put_source(struct page_sources *s, struct source *x,
                       const char *name) {
    struct html *h = s->h;
    struct html_head head = {.kind = "", .base = "../", .title = x->path};
    count_calls(s, x);
    html_begin(h, &head);
    html_plan_name(h, s->p);
    html_unknowns(h, s->p, "../");
    html_put(h, "<p class=\"dim\">Beside each line: how many of its call sites "
                "that tests should go through ran, and how many of the "
                "receivers that tests should call there they met.</p>\n"
                "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
                "aria-label=\"Source\"><table class=\"source\">\n");
    put_lines(s);
    html_put(h, "</table></div>\n");
    html_end(h);
    html_file(h, name);
}

void html_sources(struct html *h, struct html_plan *p) {
    struct page_sources s = {.h = h, .p = p};
    if (!h->r->n_sources) {
        return;
    }
    intern_init(&s.known, 64);
    emit_init(&s.bytes, SIZE_MAX / 2);
    s.pair = ARENA_ARRAY(&h->mem, struct cover_pair, p->c->plan->n[PLAN_LABEL]);
    collect(&s);
    for (u4 i = 1; i < s.all.n; i++) {
        struct source *x = &s.all.v[i];
        if (read_source(&s, x)) {
            const char *name =
                arena_printf(&h->mem, "src/%s%u.html", p->prefix, i);
            for (u4 k = 0; k < x->class.n; k++) {
                p->source[x->class.v[k]] = name;
            }
            put_source(&s, x, name);
        }
        vec_free(&x->class);
    }
    vec_free(&s.all);
    vec_free(&s.line);
    emit_release(&s.bytes);
    intern_release(&s.known);
}
