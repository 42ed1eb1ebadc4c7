// SPDX-License-Identifier: MIT
// cobertura.c - a report as XML of Cobertura, coverage-04.dtd.
//
// A line has call sites; a condition is one of them with all that is required of it.
// What has no line is in no figure of this format. It knows no groups of packages: of
// several plans each has packages of its own, named for it, since readers take two
// packages of one name for one, and its classes for doubles.
#include "config.h"
#include "rewriter/formats/formats.h"

#include "analysis/text/out.h"
#include "rewriter/formats/xml.h"
#include "rewriter/report/lines.h"
#include "rewriter/report/report.h"
#include "rewriter/runs/pool.h"

#include <inttypes.h>

// covered of all with four decimals, rounded down: "1" only if nothing is missing.
// So it is of no lines at all, as Cobertura itself writes it, at each level, and who
// compares rates expects it: nothing is missing there. lines-valid tells the two apart.
static void rate(struct xml *x, const char *name, u8 all, u8 covered) {
    char text[24] = "1";
    if (covered < all) {
        snprintf(text, sizeof text, "0.%04u", (u4)(covered * 10000 / all));
    }
    xml_text(x, name, str_of(text));
}

static u4 percent(u8 all, u8 covered) {
    return all ? (u4)(covered * 100 / all) : 100;
}

static void rates(struct xml *x, const struct lines_sum *s) {
    rate(x, "line-rate", s->lines, s->lines_covered);
    rate(x, "branch-rate", s->required, s->covered);
    xml_text(x, "complexity", STR("0"));
}

static void put_conditions(struct xml *x, const struct lines_row *row, u4 from,
                           u4 to) {
    u4 n = 0;
    xml_open(x, "conditions");
    for (u4 i = from; i < to; i++) {
        if (row[i].required) {
            char text[8];
            snprintf(text, sizeof text, "%u%%",
                     percent(row[i].required, row[i].covered));
            xml_open(x, "condition");
            xml_number(x, "number", n++);
            xml_text(x, "type", STR("switch"));
            xml_text(x, "coverage", str_of(text));
            xml_close(x, "condition");
        }
    }
    xml_close(x, "conditions");
}

static void put_line(struct xml *x, const struct lines_row *row, u4 from,
                     u4 to) {
    struct lines_sum s = lines_sum(row, from, to);
    xml_open(x, "line");
    xml_number(x, "number", row[from].line);
    xml_number(x, "hits", s.hits);
    xml_text(x, "branch", s.required ? STR("true") : STR("false"));
    if (s.required) {
        char text[64];
        snprintf(text, sizeof text, "%u%% (%" PRIu64 "/%" PRIu64 ")",
                 percent(s.required, s.covered), s.covered, s.required);
        xml_text(x, "condition-coverage", str_of(text));
        put_conditions(x, row, from, to);
    }
    xml_close(x, "line");
}

// Of rows by source.
static void put_lines(struct xml *x, const struct lines_row *row, u4 from,
                      u4 to) {
    xml_open(x, "lines");
    for (u4 i = from, end; i < to; i = end) {
        end = lines_end(row, i, to, LINES_LINE);
        if (row[i].line) {
            put_line(x, row, i, end);
        }
    }
    xml_close(x, "lines");
}

static void put_methods(struct xml *x, const struct lines_row *row, u4 from,
                        u4 to) {
    xml_open(x, "methods");
    for (u4 i = from, end; i < to; i = end) {
        end = lines_end(row, i, to, LINES_METHOD);
        struct lines_sum s = lines_sum(row, i, end);
        xml_open(x, "method");
        xml_text(x, "name", row[i].name.method);
        xml_text(x, "signature", row[i].name.descriptor);
        rates(x, &s);
        put_lines(x, row, i, end);
        xml_close(x, "method");
    }
    xml_close(x, "methods");
}

static struct str dotted(struct arena *mem, struct str name) {
    char *to = ARENA_ARRAY(mem, char, name.n);
    for (size_t i = 0; i < name.n; i++) {
        to[i] = name.p[i] == '/' ? '.' : name.p[i];
    }
    return (struct str){to, name.n};
}

static void put_class(struct xml *x, const struct lines_row *row, u4 n,
                      struct arena *mem) {
    struct lines_sum s = lines_sum(row, 0, n);
    xml_open(x, "class");
    xml_text(x, "name", dotted(mem, row->name.class));
    xml_text(x, "filename", row->file);
    rates(x, &s);
    put_methods(x, row, 0, n);
    put_lines(x, lines_by_line(mem, row, n), 0, n);
    xml_close(x, "class");
}

static struct str package_name(const struct report *r,
                               const struct lines_row *row) {
    struct str name = dotted(r->mem, row->package);
    if (r->n == 1) {
        return name;
    }
    return str_of(arena_printf(r->mem, "%s%s%.*s",
                               report_plan_name(r, row->plan),
                               name.n ? "." : "", STR_F(name)));
}

static void put_package(struct xml *x, const struct report *r,
                        const struct lines_row *row, u4 n) {
    struct lines_sum s = lines_sum(row, 0, n);
    xml_open(x, "package");
    xml_text(x, "name", package_name(r, row));
    rates(x, &s);
    xml_open(x, "classes");
    for (u4 i = 0, end; i < n; i = end) {
        end = lines_end(row, i, n, LINES_CLASS);
        put_class(x, row + i, end - i, r->mem);
    }
    xml_close(x, "classes");
    xml_close(x, "package");
}

static void put_sources(struct xml *x, const struct report *r) {
    xml_open(x, "sources");
    for (size_t i = 0; i < r->n_sources; i++) {
        xml_leaf(x, "source", str_of(r->sources[i]));
    }
    if (r->n_sources == 0) {
        xml_leaf(x, "source", STR("."));
    }
    xml_close(x, "sources");
}

// When the last of the runs ended, in milliseconds: the report has no clock.
static u8 last_time(const struct report *r) {
    u8 last = 0;
    for (u4 i = 0; i < r->n; i++) {
        const struct pool *pool = &r->cover[i]->pool;
        for (u4 k = 0; k < pool->n_runs; k++) {
            last = pool->run[k].start > last ? pool->run[k].start : last;
            last = pool->run[k].end > last ? pool->run[k].end : last;
        }
    }
    return last / 1000;
}

static void put_head(struct xml *x, const struct report *r,
                     const struct lines *l) {
    struct lines_sum s = lines_sum(l->by_class, 0, l->n);
    rates(x, &s);
    xml_number(x, "lines-covered", s.lines_covered);
    xml_number(x, "lines-valid", s.lines);
    xml_number(x, "branches-covered", s.covered);
    xml_number(x, "branches-valid", s.required);
    xml_text(x, "version", STR("ccinstr " PACKAGE_VERSION));
    xml_number(x, "timestamp", last_time(r));
}

static void leave_out(struct lines_row *row, u4 n) {
    for (u4 i = 0; i < n; i++) {
        if (row[i].line == 0) {
            row[i].sites = row[i].required = row[i].covered = 0;
        }
    }
}

void report_cobertura(const struct report *r, struct out *o) {
    struct lines l;
    struct xml x;
    lines_make(&l, r);
    leave_out(l.by_class, l.n);
    xml_begin(&x,
              "coverage SYSTEM "
              "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\"",
              o);
    xml_open(&x, "coverage");
    put_head(&x, r, &l);
    put_sources(&x, r);
    xml_open(&x, "packages");
    for (u4 i = 0, end; i < l.n; i = end) {
        end = lines_end(l.by_class, i, l.n, LINES_PACKAGE);
        put_package(&x, r, l.by_class + i, end - i);
    }
    xml_close(&x, "packages");
    xml_close(&x, "coverage");
    xml_end(&x);
}
