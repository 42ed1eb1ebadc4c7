// SPDX-License-Identifier: MIT
// Text in the pages and pieces of an HTML report.
#include "rewriter/html/html_priv.h"

#include "analysis/base/shown.h"
#include "analysis/text/big.h"
#include "rewriter/coverage/figures.h"

void html_put(struct html *h, const char *markup) {
    out_put(&h->o, str_of(markup));
}

// --- Characters ------------------------------------------------------------------

static const char *entity(char c) {
    return c == '&'    ? "&amp;"
           : c == '<'  ? "&lt;"
           : c == '>'  ? "&gt;"
           : c == '"'  ? "&quot;"
           : c == '\'' ? "&#39;"
                       : NULL;
}

void html_text(struct html *h, struct str s) {
    for (size_t i = 0; i < s.n;) {
        const char *known = entity(s.p[i]);
        if (known) {
            html_put(h, known);
            i++;
        } else if (s.p[i] == '\t' || s.p[i] == '\n') {
            emit_u1(&h->o.text, (u1)s.p[i++]);
        } else {
            shown_next(&h->o.text, s, &i);
        }
    }
}

static bool is_plain(u1 c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z') || (c && strchr("-_.~", c));
}

void html_url(struct html *h, struct str s) {
    struct str text = shown_str(&h->mem, s);
    for (size_t i = 0; i < text.n; i++) {
        char hex[4];
        u1 byte = (u1)text.p[i];
        if (is_plain(byte)) {
            emit_u1(&h->o.text, byte);
        } else {
            snprintf(hex, sizeof hex, "%%%02X", byte);
            html_put(h, hex);
        }
    }
}

// Pages show such strings, and look for them in what html_url wrote. Markup in one would
// end the script that has it.
void html_json(struct html *h, struct str s) {
    struct emit *e = &h->o.text;
    size_t from = e->n, more = 0;
    out_json(&h->o, shown_str(&h->mem, s));
    for (size_t i = from; i < e->n; i++) {
        more += e->p[i] == '<' || e->p[i] == '>' || e->p[i] == '&';
    }
    if (more == 0) {
        return;
    }
    size_t n = e->n - from;
    u1 *text = MEM_ARRAY(u1, n);
    memcpy(text, e->p + from, n);
    e->n = from;
    for (size_t i = 0; i < n; i++) {
        char code[8];
        u1 c = text[i];
        if (c == '<' || c == '>' || c == '&') {
            snprintf(code, sizeof code, "\\u%04x", c);
            html_put(h, code);
        } else {
            emit_u1(e, c);
        }
    }
    mem_free(text);
}

// --- Numbers ---------------------------------------------------------------------

#define MOST_EXACT (1ull << 53)

static void put_digits(struct html *h, u8 n) {
    char text[20];
    size_t at = sizeof text;
    do {
        text[--at] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    emit_bytes(&h->o.text, text + at, sizeof text - at);
}

void html_count(struct html *h, u8 n) {
    html_put(h, n > MOST_EXACT ? "\"" : "");
    put_digits(h, n);
    html_put(h, n > MOST_EXACT ? "\"" : "");
}

void html_big(struct html *h, struct big n) {
    if (n.n == 0) {
        html_count(h, n.low);
        return;
    }
    html_put(h, "\"");
    out_put(&h->o, big_text(&h->mem, n));
    html_put(h, "\"");
}

void html_digits(struct html *h, struct str digits) {
    for (size_t i = 0; i < digits.n; i++) {
        if (i && (digits.n - i) % 3 == 0) {
            html_put(h, "\u202F");
        }
        emit_u1(&h->o.text, (u1)digits.p[i]);
    }
}

// --- Records ---------------------------------------------------------------------

// What stands before each part: fields by what they follow.
static const struct {
    char behind;  // of a part, before the next field; or 0
    bool may_be_left;
} part[] = {
#define RECORD(id) {'[', false},
#define FLAT(id) {0, false},
#define FIELD(id, name) {',', false},
#define OPTIONAL(id, name) {',', true},
#define END(id) {0, true},
#include "rewriter/html/records.def"
};

static const char *part_name(enum html_part i) {
    static const char *const name[] = {
#define RECORD(id) #id,
#define FLAT(id) #id,
#define FIELD(id, name) #id "_" #name,
#define OPTIONAL(id, name) #id "_" #name,
#define END(id) #id "_END",
#include "rewriter/html/records.def"
    };
    return name[i];
}

void html_field(struct html *h, enum html_part *at, enum html_part field) {
    if (field != *at + 1) {
        BUG("%s is put behind %s", part_name(field), part_name(*at));
    }
    if (part[*at].behind) {
        emit_u1(&h->o.text, (u1)part[*at].behind);
    }
    *at = field;
}

void html_record_whole(enum html_part at) {
    if (!part[at + 1].may_be_left) {
        BUG("a record ends at %s", part_name(at));
    }
}

void html_record_end(struct html *h, enum html_part at) {
    html_record_whole(at);
    emit_u1(&h->o.text, ']');
}

// --- Figures ---------------------------------------------------------------------

static void put_figure(struct html *h, const struct figure *f) {
    char room[PERCENT_TEXT];
    if (!f->unknown && big_is_zero(f->required)) {
        html_put(h, "null");
        return;
    }
    enum html_part at = HTML_FIGURE;
    html_field(h, &at, HTML_FIGURE_REQUIRED);
    if (f->unknown) {
        html_put(h, "null");
    } else {
        html_big(h, f->required);
    }
    html_field(h, &at, HTML_FIGURE_COVERED);
    html_count(h, f->covered);
    html_field(h, &at, HTML_FIGURE_SHARE);
    html_json(h, str_of(figure_percent(room, f)));
    html_record_end(h, at);
}

void html_figures(struct html *h, const struct figure *figure) {
    for (u4 i = 0; i < N_FIGURES; i++) {
        html_put(h, i ? "," : "[");
        put_figure(h, &figure[i]);
    }
    html_put(h, "]");
}

void html_figure_words(struct html *h) {
    html_put(h, "\"words\":");
    for (u4 i = 0; i < N_FIGURES; i++) {
        html_put(h, i ? "," : "[");
        html_json(h, str_of(figure_word[i]));
    }
    html_put(h, "],\"has\":");
    for (u4 i = 0; i < N_FIGURES; i++) {
        html_put(h, i ? "," : "[");
        html_put(h, h->r->figures.has[i] ? "1" : "0");
    }
    html_put(h, "]");
}

static const char *const figure_title[N_FIGURES] = {
    [FIGURE_CHAINS] = "Chains",
    [FIGURE_CHAINS_BY_SITE] = "Chains, by call site",
    [FIGURE_CHAINS_BY_METHOD] = "Chains, by method",
    [FIGURE_RC] = "Receiver classes",
    [FIGURE_TM] = "Target methods",
    [FIGURE_ENTRIES] = "Entries",
};

static void put_card(struct html *h, u4 i, const struct figure *f) {
    char room[PERCENT_TEXT], covered[24];
    const char *share = figure_percent(room, f);
    bool is_number = (share[0] >= '0' && share[0] <= '9') || share[0] == '<';
    html_put(h, "<li><span>");
    html_put(h, figure_title[i]);
    html_put(h, "</span><strong>");
    html_text(h, str_of(share));
    html_put(h, is_number ? "\u202F%" : "");
    html_put(h, "</strong><span class=\"bar\" aria-hidden=\"true\"><span "
                "style=\"width:");
    html_put(h, share[0] == '<' ? "0.1" : is_number ? share : "0");
    html_put(h, "%\"></span></span><span class=\"of\">");
    snprintf(covered, sizeof covered, "%llu", (unsigned long long)f->covered);
    html_digits(h, str_of(covered));
    html_put(h, " of ");
    if (f->unknown) {
        html_put(h, "too many to tell");
    } else {
        html_digits(h, big_text(&h->mem, f->required));
    }
    html_put(h, "</span></li>\n");
}

void html_cards(struct html *h, const struct figure *figure) {
    html_put(h, "<ul class=\"cards\">\n");
    for (u4 i = 0; i < N_FIGURES; i++) {
        if (h->r->figures.has[i] &&
            (figure[i].unknown || !big_is_zero(figure[i].required))) {
            put_card(h, i, &figure[i]);
        }
    }
    html_put(h, "</ul>\n");
}

// --- Pages -----------------------------------------------------------------------

void html_begin(struct html *h, const struct html_head *head) {
    html_put(h, "<!DOCTYPE html>\n<html lang=\"en\" data-page=\"");
    html_put(h, head->kind);
    html_put(h, "\" data-base=\"");
    html_put(h, head->base);
    html_put(
        h, "\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, "
           "initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n<title>");
    html_text(h, head->title);
    html_put(h, "</title>\n<link rel=\"stylesheet\" href=\"");
    html_put(h, head->base);
    html_put(h, "page.css\">\n<script src=\"");
    html_put(h, head->base);
    html_put(h,
             "page.js\"></script>\n</head>\n<body>\n"
             "<a class=\"skip\" href=\"#main\">To the content</a>\n<header>\n"
             "<nav aria-label=\"Pages\"><a href=\"");
    html_put(h, head->base);
    html_put(h, "index.html\">Overview</a> <a href=\"");
    html_put(h, head->base);
    html_put(h, "hot.html\">Hot chains</a></nav>\n<h1>");
    html_text(h, head->title);
    html_put(h, "</h1>\n<p id=\"said\" role=\"status\"></p>\n</header>\n"
                "<main id=\"main\" tabindex=\"-1\">\n");
}

void html_plan_name(struct html *h, const struct html_plan *p) {
    if (h->r->n > 1) {
        html_put(h, "<p class=\"dim\">");
        html_text(h, str_of(report_plan_title(h->r, (u4)(p - h->plan))));
        html_put(h, "</p>\n");
    }
}

void html_end(struct html *h) {
    html_put(h,
             "</main>\n<footer>Written by ccinstr. A chain is a path of calls "
             "that begins at an entry and stays inside the component."
             "</footer>\n</body>\n</html>\n");
}

void html_file(struct html *h, const char *name) {
    struct emit *e = &h->o.text;
    struct str content = {(const char *)e->p, e->n};
    content = arena_str(&h->mem, content);
    vec_push(&h->file, ((struct new_file){
                           .name = arena_str(&h->mem, str_of(name)),
                           .content = {(const u1 *)content.p, content.n}}));
    emit_reset(e);
}
