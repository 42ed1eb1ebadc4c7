// SPDX-License-Identifier: MIT
// fuzz_report.c - plans and data files through all that tells of them: reports of all
// formats, lists, pages, questions, merged files.
//
// The input is OPTION_BYTES of options (struct wanted), then files, each behind its
// length in three bytes: a plan, two data files of it, another plan and a data file of
// that. They are refused with a message; or every report is whole and what its format
// wants, and what is merged is canonical and tells the same as its parts.

#include "analysis/base/folder.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "rewriter/coverage/loaded.h"
#include "rewriter/coverage/since.h"
#include "rewriter/formats/formats.h"
#include "rewriter/html/html.h"
#include "rewriter/query/query.h"
#include "rewriter/report/lists.h"
#include "rewriter/report/report.h"
#include "tests/fuzz/memfile.h"
#include "tests/fuzz/repair.h"
#include "tests/fuzz/wellformed.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OPTION_BYTES = 4, MOST_LINES = 300 };

enum { PLAN, DATA, MORE, OTHER, THEIRS, N_FILES };

struct wanted {
    enum { RUNS, BY_NAME, BASELINE, BOTH } mode;
    bool as_it_is;  // what checks a file as a whole is not repaired
    bool json, every, color;
    u4 columns, top;
    u4 question;
    u4 method;  // that it is about
};

struct input {
    struct wanted want;
    struct arena mem;
    struct diag d;
    u4 n;  // files that are there
    struct bytes bytes[N_FILES];
    struct memfile file[N_FILES];
};

// ---- the input -------------------------------------------------------------

static struct wanted wanted_of(const uint8_t *p) {
    static const u4 columns[] = {80, 20, 200, UINT32_MAX / 2};
    static const u4 top[] = {10, 0, 1, UINT32_MAX};
    return (struct wanted){
        .mode = p[0] & 3,
        .as_it_is = p[0] & 4,
        .json = p[0] & 8,
        .every = p[0] & 16,
        .color = p[0] & 32,
        .columns = columns[p[1] & 3],
        .top = top[p[1] >> 2 & 3],
        .question = p[2],
        .method = p[3],
    };
}

static void read_files(struct input *k, struct bytes in) {
    u1 *copy[N_FILES] = {NULL};
    for (; k->n < N_FILES && in.n > 3; k->n++) {
        size_t n = (size_t)in.p[0] << 16 | (size_t)in.p[1] << 8 | in.p[2];
        n = n < in.n - 3 ? n : in.n - 3;
        copy[k->n] = ARENA_ARRAY(&k->mem, u1, n + 1);
        memcpy(copy[k->n], in.p + 3, n);
        k->bytes[k->n] = (struct bytes){copy[k->n], n};
        in = (struct bytes){in.p + 3 + n, in.n - 3 - n};
    }
    for (u4 i = 0; i < k->n && !k->want.as_it_is; i++) {
        u4 plan = i < OTHER ? PLAN : OTHER;
        if (i == plan) {
            repair_plan(copy[i], k->bytes[i].n);
        } else {
            repair_data(copy[i], k->bytes[i].n, copy[plan], k->bytes[plan].n);
        }
    }
    for (u4 i = 0; i < k->n; i++) {
        memfile_open(&k->file[i], k->bytes[i]);
    }
}

// ---- what is written ---------------------------------------------------------

// Text on its way to memory.
struct sheet {
    FILE *out;
    struct out o;  // on its way there, of those who write to one
    bool has_o;
    char *text;
    size_t n;
};

static FILE *sheet_begin(struct sheet *s) {
    *s = (struct sheet){0};
    s->out = open_memstream(&s->text, &s->n);
    if (!s->out) {
        BUG("no stream");
    }
    return s->out;
}

static struct out *sheet_out(struct sheet *s) {
    out_begin(&s->o, sheet_begin(s));
    s->has_o = true;
    return &s->o;
}

typedef const char *checker(struct str s, size_t *at);

static void check(struct str s, checker *is, const char *what) {
    size_t at;
    const char *bad = is(s, &at);
    if (bad) {
        size_t from = at < 60 ? 0 : at - 60;
        size_t n = s.n - from < 120 ? s.n - from : 120;
        BUG("%s, byte %zu: %s: %.*s", what, at, bad, (int)n, s.p + from);
    }
}

// The text is the arena's.
static struct str sheet_end(struct sheet *s, checker *is, const char *what,
                            struct arena *mem) {
    if (s->has_o) {
        out_end(&s->o);
    }
    if (ferror(s->out) || fclose(s->out) != 0) {
        BUG("%s: not written", what);
    }
    struct str text = arena_str(mem, (struct str){s->text, s->n});
    mem_free(s->text);
    check(text, is, what);
    return text;
}

// Pages are looked at instead of being written: html_report ends in this.
bool __wrap_folder_write(const char *out, const struct new_file *file, size_t n,
                         struct diag *d);
bool __wrap_folder_write(const char *out, const struct new_file *file, size_t n,
                         struct diag *d) {
    (void)out;
    (void)d;
    for (size_t i = 0; i < n; i++) {
        struct str s = {(const char *)file[i].content.p, file[i].content.n};
        char name[100];
        snprintf(name, sizeof name, "%.*s", STR_F(file[i].name));
        bool page = str_ends(file[i].name, STR(".html"));
        check(s, page ? wellformed_html : wellformed_text, name);
    }
    return n > 0;
}

// ---- reports -----------------------------------------------------------------

// Colours begin with a control character.
static const char *colored_text(struct str s, size_t *at) {
    static const char escape[] = "\033[";
    for (size_t i = 0; i < s.n;) {
        const char *p = memmem(s.p + i, s.n - i, escape, 2);
        size_t n = p ? (size_t)(p - s.p) - i : s.n - i;
        const char *bad = wellformed_text((struct str){s.p + i, n}, at);
        if (bad) {
            *at += i;
            return bad;
        }
        for (i += p ? n + 2 : n; p && i < s.n && s.p[i] != 'm'; i++) {
            if (s.p[i] != ';' && (s.p[i] < '0' || s.p[i] > '9')) {
                *at = i;
                return "what is no colour";
            }
        }
    }
    return NULL;
}

static void write_reports(const struct input *k, const struct report *r) {
    static const struct {
        void (*write)(const struct report *r, struct out *o);
        checker *is;
        const char *name;
    } row[] = {
        {report_json, wellformed_json, "json"},
        {report_csv, wellformed_csv, "csv"},
        {report_jacoco, wellformed_xml, "jacoco"},
        {report_cobertura, wellformed_xml, "cobertura"},
        {report_sarif, wellformed_json, "sarif"},
        {report_roots, wellformed_rows, "roots"},
        {report_github, wellformed_rows, "github"},
    };
    struct sheet s;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        row[i].write(r, sheet_out(&s));
        sheet_end(&s, row[i].is, row[i].name, r->mem);
    }
    const struct report_look look = {k->want.columns, k->want.color};
    report_text(r, &look, sheet_begin(&s));
    sheet_end(&s, k->want.color ? colored_text : wellformed_rows, "text",
              r->mem);
}

static void write_lists(const struct input *k, const struct report *r) {
    for (enum list_of of = LIST_CHAINS; of <= LIST_HANDLERS; of++) {
        struct sheet s;
        report_list(r, of, k->want.every, MOST_LINES, k->want.json,
                    sheet_begin(&s));
        sheet_end(&s, k->want.json ? wellformed_json_lines : wellformed_rows,
                  "a list", r->mem);
    }
}

// ---- questions ---------------------------------------------------------------

static bool is_that(void *context, const struct plan *p, u4 method) {
    const struct input *k = context;
    return method == k->want.method % p->n[PLAN_METHOD];
}

// A line of the list of chains, or what is like one.
static struct str chain_of(const struct input *k, const struct report *r) {
    struct sheet s;
    report_list(r, LIST_CHAINS, true, k->want.method, false, sheet_begin(&s));
    struct str all = sheet_end(&s, wellformed_rows, "chains", r->mem);
    all.n -= all.n > 0;
    const char *end = memrchr(all.p, '\n', all.n);
    size_t n = end ? (size_t)(end - all.p) + 1 : 0;
    return (struct str){all.p + n, all.n - n};
}

// False: what is asked for is not there, which is no answer.
static bool put_question(struct input *k, const struct query *q,
                         const struct report *r) {
    struct chains_pick pick = {is_that, k};
    struct query_place at = {.methods = pick, .which = QUERY_EVERYWHERE};
    switch (k->want.question % 8) {
    case 0:
        query_hot(q);
        break;
    case 1:
        query_reach(q, pick);
        break;
    case 2:
        query_uncovered(q, k->want.every ? (struct chains_pick){0} : pick);
        break;
    case 3:
        query_chains(q, pick);
        break;
    case 4:
        query_entry(q, pick);
        break;
    case 5:
        if (query_n_sites(q, &at) == 0) {
            return false;
        }
        query_site(q, &at);
        break;
    case 6:
        return query_why_not(q, chain_of(k, r));
    default:
        query_compare(q, r->cover[r->n - 1]);
    }
    return true;
}

static void ask(struct input *k, const struct report *r) {
    struct sheet s;
    const struct query q = {
        .c = r->cover[0],
        .out = sheet_out(&s),
        .json = k->want.json,
        .top = k->want.top ? k->want.top : UINT32_MAX,
        .mem = r->mem,
    };
    bool json = put_question(k, &q, r) && k->want.json;
    sheet_end(&s, json ? wellformed_json : wellformed_rows, "an answer",
              r->mem);
}

// ---- from names to reports -----------------------------------------------------

static void tell(struct input *k, const struct loaded *l,
                 const struct since *since) {
    struct report r = {
        .cover = l->list,
        .n = l->n,
        .since = since,
        .top = k->want.top,
        .mem = l->mem,
    };
    figures_make(&r.figures, l->list, l->n, l->mem);
    write_reports(k, &r);
    write_lists(k, &r);
    ask(k, &r);
    if (!html_report(&r, "/nowhere", &k->d)) {
        BUG("no pages");
    }
}

static u4 said(const struct input *k) {
    return k->d.n_level[DIAG_ERROR] + k->d.n_level[DIAG_WARNING];
}

static bool load(struct input *k, struct loaded *l, const u4 *file, u4 n) {
    const char *path[N_FILES];
    u4 there = 0;
    for (u4 i = 0; i < n; i++) {
        if (file[i] < k->n) {
            path[there++] = k->file[file[i]].path;
        }
    }
    u4 before = said(k);
    bool ok = load_covers(l, path, there, &k->mem, &k->d);
    if (!ok && said(k) == before) {
        BUG("refused without a word");
    }
    return ok;
}

// Since the other runs, of the other plan if there is one.
static void tell_since(struct input *k, const struct loaded *now) {
    static const u4 other[] = {OTHER, THEIRS}, same[] = {PLAN, MORE};
    struct loaded before;
    struct since since;
    bool ok = load(k, &before, k->n > OTHER ? other : same, 2) &&
              before.n == 1 &&
              since_make(&since, before.list[0], now->list[0], &k->mem);
    if (ok) {
        tell(k, now, &since);
    }
    load_release(&before);
}

static void report(struct input *k) {
    static const u4 files[][N_FILES] = {
        [RUNS] = {PLAN, DATA, MORE},
        [BY_NAME] = {PLAN, OTHER, THEIRS},
        [BASELINE] = {PLAN, DATA, MORE},
        [BOTH] = {PLAN, DATA, OTHER, THEIRS, MORE},
    };
    static const u4 n[] = {3, 3, 3, 5};
    struct loaded l;
    bool ok = load(k, &l, files[k->want.mode], n[k->want.mode]);
    if (ok && k->want.mode == BY_NAME) {
        ok = load_by_name(&l, &k->d);
    }
    if (ok && k->want.mode == BASELINE) {
        tell_since(k, &l);
    } else if (ok) {
        tell(k, &l, NULL);
    }
    load_release(&l);
}

// ---- merging -------------------------------------------------------------------

// Those files as one, in *to. False if that cannot be.
static bool merge(struct input *k, const struct memfile *const *file, u4 n,
                  struct emit *to) {
    struct pool pool;
    struct pooling *all = pool_begin(NULL, &k->mem);
    bool ok = true;
    for (u4 i = 0; i < n; i++) {
        ok = pool_add(all, file[i]->path, &k->d) && ok;
    }
    ok = pool_end(all, &pool, &k->d) && ok && pool.n_runs;
    emit_init(to, LIMIT_DATA_BYTES);
    if (ok) {
        pool_write_data(&pool, to);
    }
    return ok;
}

static bool is_same(const struct emit *a, const struct emit *b) {
    return a->n == b->n && memcmp(a->p, b->p, a->n) == 0;
}

// What was merged is a file that merging leaves as it is.
static void merge_again(struct input *k, const struct emit *once) {
    struct memfile m;
    const struct memfile *const file[] = {&m};
    struct emit again;
    memfile_open(&m, (struct bytes){once->p, once->n});
    if (!merge(k, file, 1, &again)) {
        BUG("what was merged is refused");
    }
    if (!is_same(once, &again)) {
        BUG("what was merged is not canonical");
    }
    emit_release(&again);
    memfile_close(&m);
}

// The figures of the plan with these files; "" if that is refused, or not all of a file
// is taken.
static struct str figures_of(struct input *k, const struct memfile *const *file,
                             u4 n) {
    const char *path[N_FILES] = {k->file[PLAN].path};
    struct loaded l;
    struct sheet s;
    struct str text = STR("");
    u4 before = said(k);
    for (u4 i = 0; i < n; i++) {
        path[i + 1] = file[i]->path;
    }
    if (load_covers(&l, path, n + 1, &k->mem, &k->d) && said(k) == before) {
        struct report r = {.cover = l.list, .n = l.n, .top = 10, .mem = l.mem};
        figures_make(&r.figures, l.list, l.n, l.mem);
        report_json(&r, sheet_out(&s));
        text = sheet_end(&s, wellformed_json, "json", r.mem);
    }
    load_release(&l);
    return text;
}

// What was merged tells the same as its parts.
static void tell_merged(struct input *k, const struct memfile *const *file,
                        u4 n, const struct emit *merged) {
    struct memfile m;
    const struct memfile *const one[] = {&m};
    struct str parts = figures_of(k, file, n);
    memfile_open(&m, (struct bytes){merged->p, merged->n});
    if (parts.n && !str_eq(parts, figures_of(k, one, 1))) {
        BUG("what was merged tells something else");
    }
    memfile_close(&m);
}

// The order of files does not count, damaged or not.
static void merge_all(struct input *k) {
    if (k->n <= DATA) {
        return;
    }
    bool two = k->n > MORE;
    const struct memfile *const file[] = {&k->file[DATA],
                                          &k->file[two ? MORE : DATA]};
    const struct memfile *const back[] = {file[1], file[0]};
    struct emit one, other;
    u4 before = said(k);
    bool ok = merge(k, file, 1 + two, &one);
    bool intact = said(k) == before;
    if (ok) {
        merge_again(k, &one);
    }
    bool back_ok = merge(k, back, 1 + two, &other);
    if (back_ok != ok) {
        BUG("the other way round it is another answer");
    }
    if (ok && !is_same(&one, &other)) {
        BUG("the other way round it is another file");
    }
    if (intact && ok) {
        tell_merged(k, file, 1 + two, &one);
    }
    emit_release(&one);
    emit_release(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < OPTION_BYTES) {
        return 0;
    }
    struct input k = {.want = wanted_of(data)};
    arena_init(&k.mem);
    diag_init(&k.d, DIAG_NOTE, false);
    read_files(&k, (struct bytes){data + OPTION_BYTES, size - OPTION_BYTES});
    report(&k);
    merge_all(&k);
    for (u4 i = 0; i < k.n; i++) {
        memfile_close(&k.file[i]);
    }
    arena_release(&k.mem);
    diag_release(&k.d);
    return 0;
}
