// SPDX-License-Identifier: MIT
// unchanged.c - is there nothing to do, because all is as it was left?
//
// The list is text, a line for each thing, its name last:
//
//     warned 2
//     ccinstr 0.1.0
//     file 5417416 1763550000.123456789 1763550000.130456789 /usr/bin/ccinstr
//     option depth 6
//     operand app.jar
//     read
//     file 4641 1763550000.123456789 1763550000.123456789 app.jar
//     group 12 7d86... classes       how many files, and SHA-256 of all their lines
//     group 3 05be... lib/*
//     none lib/missing.jar
//
// Of a file that is its size, when it was written and when anything of it changed: its
// permissions, too, or that it took the place of another. Below `warned`, lines down to
// `read` are made from the command line alone; the others are made again from their last
// word and compared.
#include "config.h"

#include "rewriter/cli/unchanged.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "analysis/base/sha256.h"
#include "analysis/base/walk.h"
#include "analysis/image/jdk.h"
#include "rewriter/cli/options_priv.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define NAME ".ccinstr-made"
#define WARNED "warned "
#define READ "read\n"
#define SELF "/proc/self/exe"

struct listing {
    struct arena *arena;
    struct emit text;
    struct timespec newest;
    const struct stat *output;  // the output folder, if there is one; else NULL
    bool fails;                 // something that no line can tell
};

static void begin(struct listing *l, struct arena *arena) {
    *l = (struct listing){.arena = arena};
    emit_init(&l->text, LIMIT_PLAN_BYTES);
}

// A line ends where it should, or the list cannot be told from another.
static void add(struct listing *l, const char *line) {
    l->fails = l->fails || strchr(line, '\n') != NULL;
    emit_bytes(&l->text, line, strlen(line));
    emit_u1(&l->text, '\n');
}

#define ADD(l, ...) add(l, arena_printf((l)->arena, __VA_ARGS__))

// --- Files -------------------------------------------------------------------

static bool is_younger(struct timespec a, struct timespec b) {
    return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
}

static void add_file(struct listing *l, const char *path, const char *name) {
    struct stat st;
    if (stat(path, &st) != 0) {
        ADD(l, "none %s", name);
        return;
    }
    l->newest = is_younger(st.st_mtim, l->newest) ? st.st_mtim : l->newest;
    l->newest = is_younger(st.st_ctim, l->newest) ? st.st_ctim : l->newest;
    ADD(l, "file %lld %lld.%09ld %lld.%09ld %s", (long long)st.st_size,
        (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
        (long long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec, name);
}

// Of a group of files: how many, and a sum of their lines, which is taken over.
static void end_group(struct listing *l, struct listing *in, size_t n,
                      const char *name) {
    struct sha256 sum = sha256_of(in->text.p, in->text.n);
    char hex[2 * sizeof sum.byte + 1];
    for (size_t i = 0; i < sizeof sum.byte; i++) {
        snprintf(hex + 2 * i, 3, "%02x", sum.byte[i]);
    }
    l->newest = is_younger(in->newest, l->newest) ? in->newest : l->newest;
    l->fails = l->fails || in->fails || !emit_ok(&in->text);
    ADD(l, "group %zu %s %s", n, hex, name);
    emit_release(&in->text);
}

static bool is_output(const struct listing *l, const char *path) {
    struct stat st;
    return l->output && stat(path, &st) == 0 &&
           st.st_dev == l->output->st_dev && st.st_ino == l->output->st_ino;
}

static bool is_below(const char *path, const char *folder) {
    size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && path[n] == '/';
}

// All that is below a folder, but for the output folder: that changes each time.
static void add_tree(struct listing *l, const char *folder) {
    struct listing in;
    struct walk w = {0};
    struct diag quiet;
    size_t n = 0;
    begin(&in, l->arena);
    diag_init(&quiet, DIAG_ERROR, false);
    l->fails = !walk_folder(&w, folder, l->arena, &quiet) || l->fails;
    diag_release(&quiet);
    const char *left_out = NULL;
    for (size_t i = 0; i < w.n && !l->fails; i++) {
        const struct node *f = &w.node[i];
        const char *path = arena_printf(l->arena, "%s/%s", folder, f->path);
        if (left_out && is_below(f->path, left_out)) {
            continue;
        }
        if (f->kind == NODE_LINK) {
            ADD(&in, "link %s %s", f->target, f->path);
        } else if (f->kind == NODE_FILE) {
            add_file(&in, path, f->path);
            n++;
        } else if (is_output(l, path)) {
            left_out = f->path;
        } else {
            ADD(&in, "folder %s", f->path);
        }
    }
    end_group(l, &in, n, folder);
}

// "dir/*" of a class path.
static void add_jars(struct listing *l, const char *pattern) {
    struct listing in;
    struct dirent **list = NULL;
    struct str folder = {pattern, strlen(pattern) - 1};
    int n = scandir(arena_cstr(l->arena, folder), &list, walk_is_jar,
                    walk_by_bytes);
    begin(&in, l->arena);
    for (int i = 0; i < n; i++) {
        add_file(
            &in,
            arena_printf(l->arena, "%.*s%s", STR_F(folder), list[i]->d_name),
            list[i]->d_name);
        mem_free(list[i]);
    }
    mem_free(list);
    end_group(l, &in, n < 0 ? 0 : (size_t)n, pattern);
}

static void add_path(struct listing *l, const char *path) {
    struct stat st;
    if (str_ends(str_of(path), STR("/*"))) {
        add_jars(l, path);
    } else if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        add_tree(l, path);
    } else {
        add_file(l, path, path);
    }
}

// --- The command line ----------------------------------------------------------

// Does it decide what is written?
static bool is_option(enum option_id id) {
    return option_is_for(id, CMD_INSTRUMENT) &&
           option_rows[id].group != GROUP_GENERAL && id != OPT_THREADS &&
           id != OPT_FORCE && id != OPT_INSTRUMENT_STATS;
}

static void add_option(struct listing *l, const struct options *opt,
                       enum option_id id) {
    const struct option_row *row = &option_rows[id];
    const void *field = (const char *)opt + row->field;
    const struct arg_list *list = field;
    const char *text;
    switch (row->kind) {
    case FLAG:
        ADD(l, "option %s %d", row->long_name, *(const bool *)field);
        break;
    case TEXT:
        text = *(const char *const *)field;
        ADD(l, "option %s%s%s", row->long_name, text ? " " : "",
            text ? text : "");
        break;
    case LIST:
        for (size_t i = 0; i < list->n; i++) {
            ADD(l, "option %s %s", row->long_name, list->item[i]);
        }
        break;
    case COUNT:
    case NUMBER:
        ADD(l, "option %s %u", row->long_name, *(const unsigned *)field);
        break;
    case CHOICE:
        ADD(l, "option %s %s", row->long_name,
            choice_rows[*(const enum option_choice *)field].text);
        break;
    }
}

static void add_command(struct listing *l, const struct options *opt) {
    ADD(l, "ccinstr " PACKAGE_VERSION);
    add_file(l, SELF, SELF);
    char *folder = getcwd(NULL, 0);
    l->fails = l->fails || !folder;
    ADD(l, "in %s", folder ? folder : "");
    mem_free(folder);
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        if (is_option(id)) {
            add_option(l, opt, id);
        }
    }
    for (size_t i = 0; i < opt->operands.n; i++) {
        ADD(l, "operand %s", opt->operands.item[i]);
    }
    for (size_t i = 0; i < opt->names.n; i++) {
        ADD(l, "name %s", opt->names.item[i]);
    }
}

// Which one it is may follow from the environment.
static void add_jdk(struct listing *l, const struct options *opt) {
    struct diag quiet;
    struct jdk jdk;
    diag_init(&quiet, DIAG_ERROR, false);
    bool found =
        jdk_find(&jdk, str_of(opt->jdk ? opt->jdk : ""), l->arena, &quiet);
    diag_release(&quiet);
    if (!found || jdk.kind == JDK_NONE) {
        ADD(l, "jdk");
        return;
    }
    ADD(l, "jdk %s", jdk.home);
    add_path(l, arena_printf(l->arena, "%s/release", jdk.home));
    add_path(l, jdk.path);
}

// These do something each time: print, or add to a file.
static bool is_for_once(const struct options *opt) {
    return opt->stats || opt->force || opt->add.n;
}

static void add_read(struct listing *l, const struct unchanged *u,
                     const char *const *read) {
    const char *const file[] = {u->opt->interface, u->opt->roots,
                                u->opt->chains, u->opt->prune};
    for (size_t i = 0; i < u->inputs->n; i++) {
        if (u->inputs->item[i].kind != INPUT_JDK) {
            add_path(l, u->inputs->item[i].path);
        }
    }
    for (; read && *read; read++) {
        add_path(l, *read);
    }
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        if (file[i]) {
            add_path(l, file[i]);
        }
    }
}

static void add_written(struct listing *l, const struct unchanged *u,
                        const char *const *written) {
    for (size_t i = 0; i < u->inputs->n; i++) {
        add_path(l, u->inputs->item[i].out);
    }
    for (; written && *written; written++) {
        add_path(l, *written);
    }
    if (u->opt->interface_out) {
        add_path(l, u->opt->interface_out);
    }
}

// --- From outside --------------------------------------------------------------

void unchanged_init(struct unchanged *u, const struct options *opt,
                    const struct inputs *inputs) {
    *u = (struct unchanged){.opt = opt, .inputs = inputs};
    arena_init(&u->arena);
    clock_gettime(CLOCK_REALTIME, &u->start);
    u->path = arena_printf(&u->arena, "%s/" NAME, opt->output);
}

void unchanged_release(struct unchanged *u) {
    arena_release(&u->arena);
}

// What the command line alone says, and where the output is.
static void add_head(struct listing *l, struct unchanged *u) {
    l->output = stat(u->opt->output, &u->output) == 0 ? &u->output : NULL;
    add_command(l, u->opt);
    add_jdk(l, u->opt);
    emit_bytes(&l->text, READ, sizeof READ - 1);
}

// The name that a line is about: behind its first words.
static const char *name_in(struct arena *a, struct str line) {
    size_t words = str_starts(line, STR("none "))   ? 1
                   : str_starts(line, STR("file ")) ? 4
                                                    : 3;
    size_t i = 0;
    for (; words && i < line.n; i++) {
        words -= line.p[i] == ' ';
    }
    return arena_cstr(a, (struct str){line.p + i, line.n - i});
}

// Its first line, which is taken off.
static bool take_warned(struct str *list, u4 *warned) {
    size_t i = sizeof WARNED - 1;
    if (!str_starts(*list, STR(WARNED))) {
        return false;
    }
    for (*warned = 0; i < list->n && list->p[i] >= '0' && list->p[i] <= '9';) {
        *warned = 10 * *warned + (u4)(list->p[i++] - '0');
    }
    if (i == list->n || list->p[i] != '\n') {
        return false;
    }
    *list = (struct str){list->p + i + 1, list->n - i - 1};
    return true;
}

// The lines of old behind `at` are those that would be written now.
static bool is_same(struct listing *now, struct str old, size_t at) {
    while (at < old.n) {
        const char *end = memchr(old.p + at, '\n', old.n - at);
        size_t n = end ? (size_t)(end - old.p) - at : 0;
        size_t from = now->text.n;
        if (!end) {
            return false;
        }
        add_path(now, name_in(now->arena, (struct str){old.p + at, n}));
        if (now->fails || now->text.n - from != n + 1 ||
            memcmp(now->text.p + from, old.p + at, n + 1) != 0) {
            return false;
        }
        at += n + 1;
    }
    return true;
}

bool unchanged_is(struct unchanged *u) {
    struct emit old;
    struct listing now;
    struct diag quiet;
    if (is_for_once(u->opt)) {
        return false;
    }
    diag_init(&quiet, DIAG_ERROR, false);
    emit_init(&old, LIMIT_PLAN_BYTES);
    begin(&now, &u->arena);
    bool is = access(u->path, F_OK) == 0 &&
              file_read(u->path, LIMIT_PLAN_BYTES, &old, &quiet);
    struct str list = {(const char *)old.p, old.n};
    is = is && take_warned(&list, &u->warned);
    if (is) {
        add_head(&now, u);
        is = !now.fails && list.n > now.text.n &&
             memcmp(list.p, now.text.p, now.text.n) == 0 &&
             is_same(&now, list, now.text.n);
    }
    emit_release(&now.text);
    emit_release(&old);
    diag_release(&quiet);
    return is;
}

void unchanged_forget(const struct unchanged *u) {
    unlink(u->path);
}

void unchanged_note(struct unchanged *u, const char *const *read,
                    const char *const *written) {
    struct listing l;
    struct diag quiet;
    diag_init(&quiet, DIAG_ERROR, false);
    begin(&l, &u->arena);
    ADD(&l, WARNED "%" PRIu32, u->warned);
    add_head(&l, u);
    add_read(&l, u, read);
    bool settled = is_younger(u->start, l.newest);
    add_written(&l, u, written);
    if (settled && !l.fails && emit_ok(&l.text)) {
        file_replace(u->path, l.text.p, l.text.n, &quiet);
    }
    emit_release(&l.text);
    diag_release(&quiet);
}
