// SPDX-License-Identifier: MIT
// jacoco.c - a report as XML of JaCoCo, report.dtd 1.1.
//
// Of several plans each is a group, so that what they both have is told of each.
//
// An instruction is a call site, a branch a receiver (or target) that is required of
// it. A line that a site does not name is that of its method; a site without either
// counts in its method only.
#include "analysis/text/out.h"
#include "rewriter/formats/formats.h"
#include "rewriter/formats/xml.h"
#include "rewriter/report/lines.h"
#include "rewriter/report/report.h"
#include "rewriter/runs/pool.h"

static void counter(struct xml *x, const char *type, u8 all, u8 covered) {
    if (all) {
        xml_open(x, "counter");
        xml_text(x, "type", str_of(type));
        xml_number(x, "missed", all - covered);
        xml_number(x, "covered", covered);
        xml_close(x, "counter");
    }
}

static void counters(struct xml *x, const struct lines_row *row, u4 from,
                     u4 to) {
    struct lines_sum s = lines_sum(row, from, to);
    counter(x, "INSTRUCTION", s.sites, s.sites_covered);
    counter(x, "BRANCH", s.required, s.covered);
    counter(x, "LINE", s.lines, s.lines_covered);
    counter(x, "METHOD", s.methods, s.methods_covered);
}

// Of what has more than one class, too.
static void counters_with_classes(struct xml *x, const struct lines_row *row,
                                  u4 from, u4 to) {
    struct lines_sum s = lines_sum(row, from, to);
    counters(x, row, from, to);
    counter(x, "CLASS", s.classes, s.classes_covered);
}

static void put_method(struct xml *x, const struct lines_row *row, u4 from,
                       u4 to) {
    xml_open(x, "method");
    xml_text(x, "name", row[from].name.method);
    xml_text(x, "desc", row[from].name.descriptor);
    if (row[from].method_line) {
        xml_number(x, "line", row[from].method_line);
    }
    counters(x, row, from, to);
    xml_close(x, "method");
}

static void put_class(struct xml *x, const struct lines_row *row, u4 from,
                      u4 to) {
    xml_open(x, "class");
    xml_text(x, "name", row[from].name.class);
    if (row[from].source.n) {
        xml_text(x, "sourcefilename", row[from].source);
    }
    for (u4 i = from, end; i < to; i = end) {
        end = lines_end(row, i, to, LINES_METHOD);
        put_method(x, row, i, end);
    }
    counters_with_classes(x, row, from, to);
    xml_close(x, "class");
}

static void put_source(struct xml *x, const struct lines_row *row, u4 from,
                       u4 to) {
    xml_open(x, "sourcefile");
    xml_text(x, "name", row[from].source);
    for (u4 i = from, end; i < to; i = end) {
        end = lines_end(row, i, to, LINES_LINE);
        if (row[i].line) {
            struct lines_sum s = lines_sum(row, i, end);
            xml_open(x, "line");
            xml_number(x, "nr", row[i].line);
            xml_number(x, "mi", s.sites - s.sites_covered);
            xml_number(x, "ci", s.sites_covered);
            xml_number(x, "mb", s.required - s.covered);
            xml_number(x, "cb", s.covered);
            xml_close(x, "line");
        }
    }
    counters_with_classes(x, row, from, to);
    xml_close(x, "sourcefile");
}

static void put_package(struct xml *x, const struct lines *l, u4 from, u4 to) {
    xml_open(x, "package");
    xml_text(x, "name", l->by_class[from].package);
    for (u4 i = from, end; i < to; i = end) {
        end = lines_end(l->by_class, i, to, LINES_CLASS);
        put_class(x, l->by_class, i, end);
    }
    for (u4 i = from, end; i < to; i = end) {
        end = lines_end(l->by_source, i, to, LINES_SOURCE);
        if (l->by_source[i].source.n) {
            put_source(x, l->by_source, i, end);
        }
    }
    counters_with_classes(x, l->by_class, from, to);
    xml_close(x, "package");
}

// Times are in milliseconds. A run that was not seen to end has no other time than
// that of its start.
static void put_runs(struct xml *x, const struct report *r) {
    for (u4 i = 0; i < r->n; i++) {
        const struct pool *pool = &r->cover[i]->pool;
        for (u4 k = 0; k < pool->n_runs; k++) {
            const struct pool_run *run = &pool->run[k];
            xml_open(x, "sessioninfo");
            xml_text(x, "id", report_run_id(r->mem, run));
            xml_number(x, "start", run->start / 1000);
            xml_number(x, "dump", (run->end ? run->end : run->start) / 1000);
            xml_close(x, "sessioninfo");
        }
    }
}

static void put_packages(struct xml *x, const struct lines *l, u4 from, u4 to) {
    for (u4 i = from, end; i < to; i = end) {
        end = lines_end(l->by_class, i, to, LINES_PACKAGE);
        put_package(x, l, i, end);
    }
}

static void put_groups(struct xml *x, const struct report *r,
                       const struct lines *l) {
    for (u4 i = 0, end; i < l->n; i = end) {
        u4 plan = l->by_class[i].plan;
        end = lines_end(l->by_class, i, l->n, LINES_PLAN);
        xml_open(x, "group");
        xml_text(x, "name", str_of(report_plan_name(r, plan)));
        put_packages(x, l, i, end);
        counters_with_classes(x, l->by_class, i, end);
        xml_close(x, "group");
    }
}

void report_jacoco(const struct report *r, struct out *o) {
    struct lines l;
    struct xml x;
    lines_make(&l, r);
    xml_begin(&x,
              "report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \"report.dtd\"",
              o);
    xml_open(&x, "report");
    xml_text(&x, "name", STR("ccinstr"));
    put_runs(&x, r);
    if (r->n > 1) {
        put_groups(&x, r, &l);
    } else {
        put_packages(&x, &l, 0, l.n);
    }
    counters_with_classes(&x, l.by_class, 0, l.n);
    xml_close(&x, "report");
    xml_end(&x);
}
