// SPDX-License-Identifier: MIT
// sarif.c - the places to test next as results of SARIF 2.1.0.
#include "config.h"
#include "rewriter/formats/formats.h"

#include "rewriter/report/top.h"

#include "analysis/base/utf8.h"
#include "analysis/text/out.h"
#include "rewriter/chains/unknowns.h"
#include "rewriter/coverage/cover.h"
#include "rewriter/report/report.h"

static const struct {
    const char *id, *name, *text;
} rule[] = {
    {"entry", "EntryNotCovered",
     "A method that code outside can call was never called from there."},
    {"chain", "ChainNotCovered",
     "A required call chain was followed up to this call, and not further."},
    {"receiver", "ReceiverNotCovered",
     "A call was never made on objects of some classes that it can be made "
     "on."},
    {"target", "TargetNotCovered",
     "A call never ran some methods that it can run."},
    {"lost", "NoLongerCovered",
     "What the runs of the baseline covered is covered no longer."},
};
enum { N_RULES = sizeof rule / sizeof *rule };

static void put(struct out *o, const char *s) {
    out_put(o, str_of(s));
}

static void put_rules(struct out *o) {
    out_json_key(o, "rules");
    put(o, "[");
    for (u4 i = 0; i < N_RULES; i++) {
        put(o, i ? ",{" : "{");
        out_json_text(o, "id", str_of(rule[i].id));
        out_json_text(o, "name", str_of(rule[i].name));
        out_json_key(o, "shortDescription");
        put(o, "{");
        out_json_text(o, "text", str_of(rule[i].text));
        put(o, "},\"defaultConfiguration\":{\"level\":\"note\"}}");
    }
    put(o, "]");
}

static char *put_byte(char *at, u1 c) {
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/$";
    static const char digit[] = "0123456789ABCDEF";
    if (c && strchr(plain, c)) {
        *at++ = (char)c;
    } else {
        *at++ = '%';
        *at++ = digit[c >> 4];
        *at++ = digit[c & 15];
    }
    return at;
}

// A path as a URI: what such a thing may hold as it is, and the rest by its bytes.
static struct str uri_of(struct arena *mem, struct str path) {
    static const char scheme[] = "file://";
    bool whole = path.n && path.p[0] == '/';
    char *to = ARENA_ARRAY(mem, char, 3 * path.n + 8), *at = to;
    if (whole) {
        memcpy(at, scheme, sizeof scheme - 1);
        at += sizeof scheme - 1;
    }
    for (size_t i = 0; i < path.n;) {
        char room[UTF8_BYTES];
        size_t from = i;
        u4 c = utf8_next(path, &i);
        bool pair = i - from > UTF8_BYTES;
        const char *byte = pair ? room : path.p + from;
        size_t n = pair ? utf8_bytes(room, c) : i - from;
        for (size_t k = 0; k < n; k++) {
            at = put_byte(at, (u1)byte[k]);
        }
    }
    return (struct str){to, (size_t)(at - to)};
}

static void put_location(struct out *o, const struct report *r,
                         const struct top_words *w) {
    out_json_key(o, "locations");
    put(o, "[{");
    out_json_key(o, "physicalLocation");
    put(o, "{");
    out_json_key(o, "artifactLocation");
    put(o, "{");
    out_json_text(o, "uri", uri_of(r->mem, w->file));
    put(o, "}");
    if (w->line) {
        out_json_key(o, "region");
        put(o, "{");
        out_json_number(o, "startLine", w->line);
        put(o, "}");
    }
    put(o, "}");
    out_json_key(o, "logicalLocations");
    put(o, "[{");
    out_json_text(o, "fullyQualifiedName", w->method);
    out_json_text(o, "kind", STR("function"));
    put(o, "}]}]");
}

static void put_result(struct out *o, const struct report *r,
                       const struct top_words *w, bool first) {
    u4 index = 0;
    while (strcmp(rule[index].id, w->rule) != 0) {
        index++;
    }
    put(o, first ? "\n{" : ",\n{");
    put(o, "\"ruleId\":");
    out_json(o, str_of(w->rule));
    out_json_number(o, "ruleIndex", index);
    out_json_text(o, "level", STR("note"));
    out_json_key(o, "message");
    put(o, "{");
    out_json_text(o, "text", str_of(w->message));
    put(o, "}");
    put_location(o, r, w);
    if (r->n > 1) {
        out_json_key(o, "properties");
        put(o, "{");
        out_json_number(o, "plan", w->plan);
        put(o, "}");
    }
    put(o, "}");
    out_flush(o, false);
}

static void put_results(struct out *o, const struct report *r) {
    struct top_uncovered *uncovered;
    struct top_site *site;
    struct top_since *lost;
    u4 n_uncovered = top_uncovered(r, &uncovered);
    u4 sites = top_sites(r, &site);
    u4 losses = top_since(r, COMPARE_LOST, &lost);
    bool first = true;
    out_json_key(o, "results");
    put(o, "[");
    for (u4 i = 0; i < n_uncovered; i++) {
        struct top_words w = top_uncovered_words(r, &uncovered[i]);
        put_result(o, r, &w, first);
        first = false;
    }
    for (u4 i = 0; i < sites; i++) {
        struct top_words w = top_site_words(r, &site[i]);
        put_result(o, r, &w, first);
        first = false;
    }
    for (u4 i = 0; i < losses; i++) {
        struct top_words w = top_lost_words(r, &lost[i]);
        put_result(o, r, &w, first);
        first = false;
    }
    put(o, "]");
}

// What the figures do not tell: SARIF has notifications for it.
static void put_unknowns(struct out *o, const struct report *r) {
    bool any = false;
    for (u4 i = 0; i < r->n; i++) {
        const char *words = unknowns_words(r->cover[i]->plan, r->mem);
        if (!words) {
            continue;
        }
        if (!any) {
            out_json_key(o, "invocations");
            put(o, "[{\"executionSuccessful\":true,"
                   "\"toolExecutionNotifications\":[");
        }
        put(o, any ? ",{" : "{");
        put(o, "\"level\":\"note\",\"message\":{");
        out_json_text(
            o, "text",
            str_of(arena_printf(r->mem, "%s%snot followed: %s",
                                r->n > 1 ? report_plan_name(r, i) : "",
                                r->n > 1 ? ": " : "", words)));
        put(o, "}}");
        any = true;
    }
    put(o, any ? "]}]" : "");
}

void report_sarif(const struct report *r, struct out *o) {
    out_json_text(o, "$schema",
                  STR("https://json.schemastore.org/sarif-2.1.0.json"));
    out_json_text(o, "version", STR("2.1.0"));
    out_json_key(o, "runs");
    put(o, "[{\"tool\":{\"driver\":{");
    out_json_text(o, "name", STR("ccinstr"));
    out_json_text(o, "version", STR(PACKAGE_VERSION));
    put_rules(o);
    put(o, "}}");
    put_unknowns(o, r);
    put_results(o, r);
    put(o, "}]");
    out_json_end(o);
}
