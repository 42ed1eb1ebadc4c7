// SPDX-License-Identifier: MIT
// Chains as people see them.
//
// All chains that the text can mean are followed at once along the calls of the plan. They
// need not be in the forest: what stops them there is chains_find's to say.
#include "rewriter/cli/printedchain.h"

#include "analysis/base/shown.h"
#include "rewriter/chains/readable.h"
#include "rewriter/cli/nearby.h"
#include "rewriter/driver/pattern.h"
#include "rewriter/report/report.h"
#include "rt-native/plan.h"
#include "rt-native/shared.h"

enum { MOST_STEPS = 1000 };

// A line or an offset of a call, or either; "" is any.
struct spot {
    struct str line, offset;
};

struct chain_element {
    const char *method;
    struct str receiver;   // "": any
    struct spot at, next;  // the call that leads here, and the one from here on
    struct str which;      // "call 1 of 2", of those on that line; "": any
};

// --- The text ----------------------------------------------------------------

static struct str part(struct str s, size_t from, size_t to) {
    return (struct str){s.p + from, to - from};
}

static struct str trim(struct str s) {
    while (s.n && (u1)s.p[0] <= ' ') {
        s = part(s, 1, s.n);
    }
    while (s.n && (u1)s.p[s.n - 1] <= ' ') {
        s.n--;
    }
    return s;
}

// Where `what` begins in s, or its end.
static size_t find(struct str s, const char *what) {
    const char *at = memmem(s.p, s.n, what, strlen(what));
    return at ? (size_t)(at - s.p) : s.n;
}

static size_t leading_digits(struct str s) {
    size_t n = 0;
    while (n < s.n && s.p[n] >= '0' && s.p[n] <= '9') {
        n++;
    }
    return n;
}

// The number that stands at the end behind that sign is taken off.
static struct str take_number(struct str *s, char sign) {
    size_t n = s->n;
    while (n && s->p[n - 1] >= '0' && s->p[n - 1] <= '9') {
        n--;
    }
    if (n == s->n || n == 0 || s->p[n - 1] != sign) {
        return STR("");
    }
    struct str number = part(*s, n, s->n);
    *s = trim(part(*s, 0, n - 1));
    return number;
}

static struct spot take_spot(struct str *s) {
    struct spot at = {.offset = take_number(s, '@')};
    at.line = take_number(s, ':');
    return at;
}

// A name that was shown.
static struct str name_of(struct arena *mem, struct str s) {
    return shown_undo(mem, readable_undo(mem, s), false);
}

// What stands in front of steps that are not taken or no chain, and a count, and what behind
// those that are cut.
static struct str without_marks(struct str s) {
    static const char *const mark[] = {"? ", "x ", "^ back to "};
    size_t n = leading_digits(s);
    s = trim(part(s, n < s.n && s.p[n] == ' ' ? n : 0, s.n));
    for (u4 i = 0; i < sizeof mark / sizeof *mark; i++) {
        if (str_starts(s, str_of(mark[i]))) {
            s = trim(part(s, strlen(mark[i]), s.n));
            break;
        }
    }
    return part(s, 0, find(s, ": cut by "));
}

// "3  ? METHOD on RECEIVER (Foo.java:12 @7)", "METHOD:12", "METHOD (level 1)".
static bool read_element(struct chain_element *e, struct str s,
                         struct arena *mem) {
    *e = (struct chain_element){.receiver = STR(""), .which = STR("")};
    s = without_marks(trim(s));
    size_t open = find(s, " (");
    if (str_ends(s, STR(")")) && open < s.n) {
        struct str place = part(s, open + 2, s.n - 1);
        if (str_starts(place, STR("call "))) {
            e->which = place;
        }
        e->at = take_spot(&place);
        s.n = open;
    }
    size_t on = find(s, " on ");
    if (on < s.n) {
        e->receiver = name_of(mem, trim(part(s, on + 4, s.n)));
        s = trim(part(s, 0, on));
    }
    e->next = take_spot(&s);
    e->method = arena_cstr(mem, name_of(mem, s));
    return s.n && pattern_is_text(e->method) && !pattern_excludes(e->method);
}

// Elements are lines, or stand on both sides of a >.
static u4 read_elements(struct chain_element *e, struct str text,
                        struct arena *mem) {
    u4 n = 0;
    text = trim(text);
    while (text.n && n < MOST_STEPS) {
        size_t line = find(text, "\n"), arrow = find(text, " > ");
        size_t end = line < arrow ? line : arrow;
        if (!read_element(&e[n++], part(text, 0, end), mem)) {
            return 0;
        }
        text = part(text, end < text.n ? end + (end == line ? 1 : 3) : end,
                    text.n);
        text = trim(text);
    }
    return text.n ? 0 : n;
}

// Behind the path of a report and "; " stands what ran there. A descriptor may end so, too.
static size_t path_end(struct str text) {
    for (size_t at = 0, word; at < text.n; at++) {
        at += find(part(text, at, text.n), "; ");
        for (word = at; word && (u1)text.p[word - 1] > ' ';) {
            word--;
        }
        struct str last = part(text, word, at);
        if (find(last, ":(") == last.n) {
            return at;
        }
    }
    return text.n;
}

// Is it a line of a list, or its words?
static bool is_listed(const struct plan *p, struct str words,
                      struct arena *mem) {
    size_t n = 0;
    while (n < words.n && words.p[n] != ' ' && words.p[n] != '\t') {
        n++;
    }
    struct str entry = shown_undo(mem, (struct str){words.p, n}, false);
    bool is = n < words.n && words.p[n] == '\t';
    for (u4 m = 1; m < p->n[PLAN_METHOD] && !is; m++) {
        is = str_eq(chains_method(p, m), entry) &&
             !memmem(words.p, words.n, " > ", 3);
    }
    return is && !memchr(words.p, '\n', words.n);
}

// --- What it means -----------------------------------------------------------

struct reading {
    u4 method;  // that it ends in; 0: it ends before
    const char *words;
};

struct reader {
    const struct plan *p;
    enum grain grain;
    struct arena *mem;
    struct reading now[PRINTED_CHAINS], after[PRINTED_CHAINS];
    u4 n, n_after;
    bool more;
};

// What only receivers or sites tell apart is one at a coarser granularity.
static void add(struct reader *r, struct reading x) {
    for (u4 i = 0; i < r->n_after; i++) {
        if (r->after[i].method == x.method &&
            strcmp(r->after[i].words, x.words) == 0) {
            return;
        }
    }
    if (r->n_after < PRINTED_CHAINS) {
        r->after[r->n_after++] = x;
    } else {
        r->more = true;
    }
}

static void advance(struct reader *r) {
    memcpy(r->now, r->after, sizeof r->now);
    r->n = r->n_after;
    r->n_after = 0;
}

static bool is_number(const struct reader *r, struct str said, u4 number) {
    return str_eq(said, str_of(arena_printf(r->mem, "%u", number)));
}

// A number behind a colon may be an offset, too, as for `site`.
static bool is_at(const struct reader *r, const struct spot *at, bool strictly,
                  const struct plan_site *s) {
    return (!at->offset.n || is_number(r, at->offset, s->pc)) &&
           (!at->line.n || is_number(r, at->line, s->line) ||
            (!strictly && is_number(r, at->line, s->pc)));
}

static bool is_on(const struct reader *r, struct str said, u4 label) {
    const struct plan *p = r->p;
    struct str x = chains_string(p, p->receiver[p->label[label].receiver].name);
    struct str client = str_of(CLIENT_PREFIX);
    if (str_starts(said, client) && str_starts(x, client)) {
        said = part(said, client.n, said.n);
        x = part(x, client.n, x.n);
    }
    struct str shown = readable_class(r->mem, x);
    const char *of_package = arena_printf(r->mem, ".%.*s", STR_F(said));
    const char *nested = arena_printf(r->mem, "$%.*s", STR_F(said));
    return !said.n || str_eq(said, x) || str_eq(said, shown) ||
           str_ends(shown, str_of(of_package)) ||
           str_ends(shown, str_of(nested));
}

// A step behind those words, as lists have it at that granularity.
static const char *with_step(struct reader *r, const char *words,
                             struct str offset, struct str on, struct str to) {
    struct str none = STR("-");
    return arena_printf(r->mem, "%s %.*s %.*s %.*s", words,
                        STR_F(r->grain == GRAIN_METHOD ? none : offset),
                        STR_F(r->grain == GRAIN_RECEIVER ? on : none),
                        STR_F(to));
}

static void take_site(struct reader *r, const struct reading *x, u4 site,
                      const struct chain_element *e,
                      const struct pattern *method) {
    const struct plan *p = r->p;
    const struct plan_site *s = &p->site[site];
    for (u4 j = s->first_label; j < s->first_label + s->n_labels; j++) {
        const struct plan_label *l = &p->label[j];
        struct str to = chains_string(p, l->to);
        struct str on = chains_string(p, p->receiver[l->receiver].name);
        if (pattern_takes(method, to) && is_on(r, e->receiver, j)) {
            struct str pc = str_of(arena_printf(r->mem, "%u", s->pc));
            add(r, (struct reading){l->target,
                                    with_step(r, x->words, pc, on, to)});
        }
    }
}

static bool is_which(const struct reader *r, struct str said, u4 site) {
    const char *text = arena_printf(r->mem, " (%.*s)", STR_F(said));
    return !said.n || strcmp(text, report_which_call(r->mem, r->p, site)) == 0;
}

static void take_step(struct reader *r, const struct reading *x,
                      const struct chain_element *before,
                      const struct chain_element *e,
                      const struct pattern *method) {
    const struct plan_method *m = &r->p->method[x->method];
    for (u4 i = m->first_site; i < m->first_site + m->n_sites; i++) {
        const struct plan_site *s = &r->p->site[i];
        if (is_at(r, &before->next, false, s) && is_at(r, &e->at, true, s) &&
            is_which(r, before->which, i)) {
            take_site(r, x, i, e, method);
        }
    }
}

static struct str either(struct str a, struct str b) {
    return a.n ? a : b;
}

// ":12", which is no offset, "7" or "-".
static const char *spot_word(struct reader *r, const struct spot *here,
                             const struct spot *before) {
    struct str offset = either(here->offset, before->offset);
    struct str line = either(here->line, before->line);
    return offset.n ? arena_cstr(r->mem, offset)
           : line.n ? arena_printf(r->mem, ":%.*s", STR_F(line))
                    : "-";
}

// The words of a step that there is not.
static void end_there(struct reader *r, const struct chain_element *before,
                      const struct chain_element *e) {
    struct str at = str_of(spot_word(r, &e->at, &before->next));
    struct str on = either(e->receiver, STR("-"));
    char *method = arena_cstr(r->mem, str_of(e->method));
    // A word has no blanks.
    size_t n = 0;
    for (const char *c = method; *c; c++) {
        method[n] = *c;
        n += *c != ' ';
    }
    method[n] = '\0';
    for (u4 i = 0; i < r->n; i++) {
        add(r, (struct reading){
                   0, with_step(r, r->now[i].words, at, on, str_of(method))});
    }
}

static struct str target_name(void *context, u4 i) {
    const struct reader *r = context;
    return chains_string(r->p, r->p->label[i + 1].to);
}

// Entries, if any of its methods is one.
static bool begin(struct reader *r, const struct chain_element *e) {
    for (u4 both = 0; both < 2 && r->n_after == 0; both++) {
        const struct pattern_methods all =
            nearby_methods(r->p, both == 0, r->mem);
        const struct pattern method = pattern_among(e->method, &all);
        for (u4 m = 1; m < r->p->n[PLAN_METHOD]; m++) {
            bool is_entry = r->p->method[m].flags & PLAN_METHOD_ENTRY;
            struct str name = chains_method(r->p, m);
            if ((both || is_entry) && pattern_takes(&method, name)) {
                add(r, (struct reading){m, arena_cstr(r->mem, name)});
            }
        }
    }
    advance(r);
    return r->n != 0;
}

static void follow(struct reader *r, struct printed_chain *x,
                   const struct chain_element *e, u4 n) {
    const struct pattern_methods all = {r->p->n[PLAN_LABEL] - 1, target_name,
                                        r};
    bool ended = false;
    for (u4 i = 1; i < n && !ended; i++) {
        const struct pattern method = pattern_among(e[i].method, &all);
        for (u4 k = 0; k < r->n; k++) {
            take_step(r, &r->now[k], &e[i - 1], &e[i], &method);
        }
        ended = r->n_after == 0;
        if (ended) {
            end_there(r, &e[i - 1], &e[i]);
        }
        advance(r);
    }
    x->words = ARENA_ARRAY(r->mem, struct str, r->n);
    x->n = r->n;
    x->more = r->more;
    for (u4 i = 0; i < r->n; i++) {
        x->words[i] = str_of(r->now[i].words);
    }
}

bool printed_chain_read(struct printed_chain *x, const struct plan *p,
                        enum grain grain, struct str text, struct arena *mem) {
    struct chain_element *e =
        ARENA_ARRAY(mem, struct chain_element, MOST_STEPS);
    bool listed = is_listed(p, text, mem);
    text.n = path_end(text);
    u4 n = listed ? 0 : read_elements(e, text, mem);
    struct reader *r = ARENA_ZARRAY(mem, struct reader, 1);
    *x = (struct printed_chain){0};
    r->p = p;
    r->grain = grain;
    r->mem = mem;
    if (n == 0) {
        return false;
    }
    if (begin(r, &e[0])) {
        follow(r, x, e, n);
    } else {
        x->unknown = e[0].method;
    }
    return true;
}

bool printed_chain_report(const struct printed_chain *x, const struct plan *p,
                          const char *file, struct arena *mem, struct diag *d) {
    struct place at = {.file = str_of(file), .byte = NO_BYTE};
    if (x->n == 0) {
        const struct pattern_methods all = nearby_methods(p, false, mem);
        diag_report(d, QUERY_NONE, &at, "method", x->unknown,
                    nearby_text(x->unknown, &all, mem));
    } else if (x->more) {
        diag_report(d, QUERY_CHAINS, &at, x->n);
    }
    return x->n != 0;
}

static bool is_constructor(const struct plan *p, u4 label) {
    struct str to = chains_string(p, p->label[label].to);
    return find(to, "<init>") < to.n;
}

const char *printed_chain_example(const struct chains *c, struct arena *mem) {
    const struct plan *p = c->plan;
    u4 root = 0, label = 0;
    for (u4 i = 0; i < c->n_roots; i++) {
        const struct plan_state *q = &c->state[c->root[i].state];
        for (u4 j = 0; j < q->n_moves; j++) {
            const struct plan_move *m = &c->move[q->first_move + j];
            if (chains_is_child(m) && (!label || is_constructor(p, label))) {
                root = i;
                label = m->label;
            }
        }
    }
    if (!label) {
        return "Shop.sell(int):12 > Cart.add(int)";
    }
    const struct plan_site *s = &p->site[p->label[label].site];
    struct str entry = readable_method(mem, chains_entry(c, root));
    struct str to = readable_method(mem, chains_string(p, p->label[label].to));
    return arena_printf(mem, "%.*s%c%u > %.*s", STR_F(entry),
                        s->line ? ':' : '@', s->line ? s->line : s->pc,
                        STR_F(to));
}
