// SPDX-License-Identifier: MIT
// cmd_report.c - plans and data in, what was covered out.
//
// What is printed goes to standard output, in one format; files are written beside it,
// each complete or not at all. What a build demands is judged last (demand.h), and
// decides the exit status.
#include "rewriter/cli/cmd.h"

#include "analysis/base/file.h"
#include "analysis/base/shown.h"
#include "analysis/base/vec.h"
#include "analysis/text/big.h"
#include "analysis/text/out.h"
#include "rewriter/cli/demand.h"
#include "rewriter/cli/outputs.h"
#include "rewriter/coverage/figures.h"
#include "rewriter/coverage/loaded.h"
#include "rewriter/coverage/since.h"
#include "rewriter/driver/term.h"
#include "rewriter/formats/formats.h"
#include "rewriter/html/html.h"
#include "rewriter/options/optionrows.h"
#include "rewriter/options/options.h"
#include "rewriter/options/usage.h"
#include "rewriter/report/lists.h"
#include "rewriter/report/report.h"
#include "rewriter/runs/pool.h"

#include <stdlib.h>
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEFAULT_TOP = 10, DEFAULT_COLUMNS = 80, LIST_LIMIT = 1000000 };

// --- Files ----------------------------------------------------------------------------

static bool write_file(const char *path, report_writer write,
                       const struct report *r, struct diag *d) {
    struct out o;
    out_begin(&o, NULL);
    write(r, &o);
    bool ok = file_replace(path, o.text.p, o.text.n, d);
    out_end(&o);
    return ok;
}

static void print_whole(report_writer write, const struct report *r) {
    struct out o;
    out_begin(&o, stdout);
    write(r, &o);
    out_end(&o);
}

static bool write_files(const struct options *opt, const struct report *r,
                        struct diag *d) {
    bool ok = outputs_make_folders(opt, d);
    for (size_t i = 0; i < N_REPORT_FILES && ok; i++) {
        if (opt->report_file[i]) {
            ok &=
                write_file(opt->report_file[i], report_formats[i].write, r, d);
        }
    }
    return ok && (!opt->html || html_report(r, opt->html, d));
}

// Folders of sources that are of no use are most often wrong ones.
static void check_sources(const struct report *r, struct diag *d) {
    struct stat s;
    bool any = false;
    for (size_t i = 0; i < r->n_sources; i++) {
        struct place at = {.file = str_of(r->sources[i]), .byte = NO_BYTE};
        errno = 0;
        if (stat(r->sources[i], &s) == 0 && S_ISDIR(s.st_mode)) {
            any = true;
        } else if (errno && errno != ENOENT && errno != ENOTDIR) {
            diag_report(d, SOURCE_UNREAD, &at, strerror(errno));
        } else {
            diag_report(d, SOURCES_NO_FOLDER, &at);
        }
    }
    if (any && !report_has_sources(r)) {
        struct place at = {.byte = NO_BYTE};
        diag_report(d, SOURCES_NONE, &at);
    }
}

// --- Standard output --------------------------------------------------------------------

static struct report_look look_of(const struct options *opt) {
    struct report_look look = {.columns = DEFAULT_COLUMNS};
    struct winsize size;
    bool terminal = isatty(STDOUT_FILENO);
    const char *columns = getenv("COLUMNS");
    unsigned long wide = columns ? strtoul(columns, NULL, 10) : 0;
    const char *plain = getenv("NO_COLOR");
    if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
        size.ws_col) {
        look.columns = size.ws_col;
    } else if (wide > 0 && wide < UINT32_MAX / 2) {
        look.columns = (u4)wide;
    } else if (!terminal) {
        look.columns = UINT32_MAX / 2;  // nobody's width: whole lines
    }
    look.color = opt->color == COLOR_ALWAYS ||
                 (opt->color == COLOR_AUTO && terminal && !(plain && *plain));
    return look;
}

static enum list_of list_of(const struct options *opt) {
    return opt->what == WHAT_CHAINS        ? LIST_CHAINS
           : opt->what == WHAT_RC          ? LIST_RC
           : opt->what == WHAT_TM          ? LIST_TM
           : opt->what == WHAT_ENTRIES     ? LIST_ENTRIES
           : opt->what == WHAT_UNPREDICTED ? LIST_UNPREDICTED
                                           : LIST_HANDLERS;
}

// Lists have no room for it; who wants to know asks with -v, so that most runs of most
// programs need no line that is no list.
static void tell_about(const struct report *r, struct diag *d) {
    for (u4 i = 0; i < r->n; i++) {
        struct place at = {.file = str_of(r->cover[i]->path), .byte = NO_BYTE};
        struct pool_words w = pool_words(&r->cover[i]->pool, r->mem);
        for (u4 j = 0; j < w.n; j++) {
            diag_report(d, LIST_ABOUT, &at, w.line[j]);
        }
    }
}

static void print(const struct options *opt, const struct report *r,
                  struct diag *d) {
    if (opt->what != WHAT_SUMMARY) {
        bool json = opt->report_print == REPORT_JSON;
        tell_about(r, d);
        struct big left =
            report_list(r, list_of(opt), opt->every, LIST_LIMIT, json, stdout);
        if (!big_is_zero(left)) {
            struct place at = {.byte = NO_BYTE};
            struct str text = big_text(r->mem, left);
            diag_report(d, LIST_CUT, &at, LIST_LIMIT, STR_F(text));
        }
    } else if (opt->report_print == REPORT_JSON) {
        print_whole(report_json, r);
    } else if (opt->report_print == REPORT_GITHUB) {
        print_whole(report_github, r);
    } else if (!opt->quiet) {
        struct report_look look = look_of(opt);
        report_text(r, &look, stdout);
        if (opt->html) {
            fputs("\npages: ", stdout);
            shown_print(stdout, str_of(opt->html));
            puts("/index.html");
        }
    }
}

// --- Since when -------------------------------------------------------------------------

// Is what was loaded the runs of one plan, and has that to do with this one?
static bool is_baseline(const struct loaded *l, struct since *since,
                        const struct loaded *now, struct diag *d) {
    struct place at = {.file = str_of(l->list[l->n - 1]->path),
                       .byte = NO_BYTE};
    if (l->n > 1) {
        diag_report(d, BASELINE_MANY, &at);
        return false;
    }
    if (l->list[0]->pool.n_runs == 0) {
        diag_report(d, BASELINE_EMPTY, &at);
        return false;
    }
    bool ok = since_make(since, l->list[0], now->list[0], now->mem);
    if (!ok) {
        diag_report(d, BASELINE_ALIEN, &at);
    }
    return ok;
}

// The coverage of PLAN,DATA,...
static bool load_baseline(struct loaded *l, struct since *since,
                          const char *list, const struct loaded *now,
                          struct diag *d) {
    VEC(const char *) path = {0};
    for (const char *p = list; p; p = strchr(p, ',')) {
        p += *p == ',';
        vec_push(&path,
                 arena_printf(now->mem, "%.*s", (int)strcspn(p, ","), p));
    }
    bool ok = load_covers(l, path.v, path.n, now->mem, d) &&
              is_baseline(l, since, now, d);
    vec_free(&path);
    return ok;
}

// --- The command line -------------------------------------------------------------------

// Lists have no pages of their own, and are no annotations.
static bool has_use(const struct options *opt) {
    const char *command = command_rows[opt->command].name;
    bool list = opt->what != WHAT_SUMMARY;
    enum report_print f = opt->report_print;
    if (list ? f == REPORT_GITHUB : f == REPORT_TSV) {
        usage_error(command, OPTION_FORMAT, choice_text(OPT_REPORT_FORMAT, f));
        return false;
    }
    if (opt->every && opt->what != WHAT_CHAINS) {
        usage_error(command, OPTION_NEEDS, "all", "what chains");
        return false;
    }
    return true;
}

static bool parse_all(struct demand *to, const struct options *opt) {
    if (opt->baseline && !strchr(opt->baseline, ',')) {
        usage_error(command_rows[opt->command].name, BASELINE_WRONG,
                    opt->baseline);
        return false;
    }
    return demand_parse(to, opt) && has_use(opt);
}

// --- The command ------------------------------------------------------------------------

static int tell(const struct options *opt, const struct demand *demand,
                const struct loaded *l, const struct since *since,
                struct diag *d) {
    struct report r = {
        .cover = l->list,
        .n = l->n,
        .since = since,
        .top = opt->given[OPT_TOP] ? opt->top : DEFAULT_TOP,
        .sources = opt->sources.item,
        .n_sources = opt->sources.n,
        .mem = l->mem,
    };
    figures_make(&r.figures, l->list, l->n, l->mem);
    check_sources(&r, d);
    if (!write_files(opt, &r, d)) {
        return EXIT_NOTHING;
    }
    print(opt, &r, d);
    return demand_met(demand, &r, d) ? EXIT_DONE : EXIT_BELOW;
}

// Nothing is written before all that is read is there.
static int load_and_tell(const struct options *opt, const struct demand *demand,
                         const struct loaded *l, struct diag *d) {
    struct loaded before;
    struct since since;
    if (!opt->baseline) {
        return tell(opt, demand, l, NULL, d);
    }
    if (l->n != 1) {
        usage_error("report", BASELINE_PLANS);
        return EXIT_USAGE;
    }
    bool ok = load_baseline(&before, &since, opt->baseline, l, d);
    int status = ok ? tell(opt, demand, l, &since, d) : EXIT_NOTHING;
    load_release(&before);
    return status;
}

bool report_check(const struct options *opt) {
    struct demand demand;
    return parse_all(&demand, opt);
}

int cmd_report(const struct options *opt, struct diag *diag) {
    struct demand demand;
    struct loaded l;
    struct arena mem;
    if (!parse_all(&demand, opt)) {
        return EXIT_USAGE;
    }
    if (!outputs_check(opt, diag)) {
        return EXIT_NOTHING;
    }
    arena_init(&mem);
    bool ok = load_covers(&l, opt->operands.item, opt->operands.n, &mem, diag);
    ok = ok && (!opt->by_name || load_by_name(&l, diag));
    int status = ok ? load_and_tell(opt, &demand, &l, diag) : EXIT_NOTHING;
    // What was left out may be what is missed, so the report does not stand.
    status = l.spoiled ? EXIT_NOTHING : status;
    load_release(&l);
    arena_release(&mem);
    return status;
}
