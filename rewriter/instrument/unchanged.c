// SPDX-License-Identifier: MIT
// Is there nothing to do, because all is as it was left?
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
//     contents 12 7d86... classes    how many files, and SHA-256 of all their lines
//     group 3 05be... lib/*
//     none lib/missing.jar
//     written
//     group 12 91c1... new/classes
//     besides
//     file 6214 1763550001.123456789 1763550001.130456789 new/ccinstr.plan
//
// Of a file that is its size, when it was written and when anything of it changed: its
// permissions, too, or that it took the place of another. Build tools copy resources each
// time, and give them the time that they had: in folders that are read contents count in
// place of the last. Below `warned`, lines down to `read` are made from the command line
// alone; the others are made again from their last word and compared.
#include "config.h"

#include "rewriter/instrument/unchanged.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "analysis/base/record.h"
#include "analysis/base/sha256.h"
#include "analysis/base/vec.h"
#include "analysis/base/walk.h"
#include "analysis/sources/jdk.h"
#include "rewriter/driver/shortnames.h"
#include "rewriter/instrument/planned.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#define NAME ".ccinstr-made"
#define WARNED "warned "
#define READ "read\n"
#define WRITTEN "written\n"
#define BESIDES "besides\n"
#define BY_CONTENTS "contents "
#define BY_TIMES "group "
#define SELF "/proc/self/exe"

struct listing {
    struct arena *arena;
    struct emit text;
    struct timespec newest;
    const struct unchanged *unchanged;
    struct stat output;  // the output folder; all 0: there is none
    bool fails;          // something that no line can tell
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

static void note_age(struct listing *l, const struct stat *st) {
    l->newest = is_younger(st->st_mtim, l->newest) ? st->st_mtim : l->newest;
    l->newest = is_younger(st->st_ctim, l->newest) ? st->st_ctim : l->newest;
}

static void add_file(struct listing *l, const char *path, const char *name) {
    struct stat st;
    if (stat(path, &st) != 0) {
        ADD(l, "none %s", name);
        return;
    }
    note_age(l, &st);
    ADD(l, "file %lld %lld.%09ld %lld.%09ld %s", (long long)st.st_size,
        (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
        (long long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec, name);
}

static const char *hex_of(struct listing *l, struct sha256 sum) {
    char *hex = ARENA_ARRAY(l->arena, char, 2 * sizeof sum.byte + 1);
    for (size_t i = 0; i < sizeof sum.byte; i++) {
        snprintf(hex + 2 * i, 3, "%02x", sum.byte[i]);
    }
    return hex;
}

static void add_contents(struct listing *l, const char *path,
                         const char *name) {
    struct stat st;
    struct sha256 sum;
    if (stat(path, &st) != 0 || !file_sum(path, &sum)) {
        ADD(l, "none %s", name);
        return;
    }
    note_age(l, &st);
    ADD(l, "file %o %lld.%09ld %s %s", (unsigned)st.st_mode,
        (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec, hex_of(l, sum), name);
}

// Of a group of files: how many, and a sum of their lines, which is taken over.
static void end_group(struct listing *l, const char *kind,
                      struct listing *group, size_t n, const char *name) {
    l->newest =
        is_younger(group->newest, l->newest) ? group->newest : l->newest;
    l->fails = l->fails || group->fails || !emit_ok(&group->text);
    ADD(l, "%s%zu %s %s", kind, n,
        hex_of(l, sha256_of(group->text.p, group->text.n)), name);
    emit_release(&group->text);
}

static bool is_output(const struct listing *l, const char *path) {
    struct stat st;
    return l->output.st_ino && stat(path, &st) == 0 &&
           st.st_dev == l->output.st_dev && st.st_ino == l->output.st_ino;
}

// Does ccinstr itself write that below the output folder?
static bool is_ours(const struct listing *l, const char *path) {
    const struct inputs *inputs = l->unchanged->inputs;
    size_t above = strlen(l->unchanged->spec->output) + 1;
    struct str base = str_base(str_of(path));
    for (size_t i = 0; i < inputs->n; i++) {
        struct str out = str_of(inputs->item[i].out + above);
        if (names_meet(out, str_of(path)) && out.n <= strlen(path)) {
            return true;
        }
    }
    return str_eq(base, STR(NAME)) || str_eq(base, STR(PLAN_FILE_NAME)) ||
           str_starts(base, STR(PAYLOAD_JAR)) || record_is_name(base);
}

// Of all that is below a folder what was not written by us, where the output folder is
// in it: that changes each time.
static bool is_left_out(const struct listing *l, const struct node *output,
                        const char *path) {
    size_t n = output ? strlen(output->path) : 0;
    return output && strncmp(path, output->path, n) == 0 && path[n] == '/' &&
           is_ours(l, path + n + 1);
}

static void add_tree(struct listing *l, const char *folder, const char *kind) {
    struct listing group;
    struct walk w = {0};
    struct diag quiet;
    const struct node *output = NULL;
    size_t n = 0;
    begin(&group, l->arena);
    diag_init(&quiet, DIAG_ERROR, false);
    l->fails = !walk_folder(&w, folder, l->arena, &quiet) || l->fails;
    diag_release(&quiet);
    for (size_t i = 0; i < w.n && !l->fails; i++) {
        const struct node *f = &w.node[i];
        const char *path = arena_printf(l->arena, "%s/%s", folder, f->path);
        if (is_left_out(l, output, f->path)) {
            continue;
        }
        if (f->kind == NODE_LINK) {
            ADD(&group, "link %s %s", f->target, f->path);
        } else if (f->kind == NODE_FOLDER) {
            ADD(&group, "folder %s", f->path);
            output = is_output(l, path) ? f : output;
        } else {
            (strcmp(kind, BY_CONTENTS) == 0 ? add_contents
                                            : add_file)(&group, path, f->path);
            n++;
        }
    }
    end_group(l, kind, &group, n, folder);
}

// "dir/*" of a class path.
static void add_jars(struct listing *l, const char *pattern) {
    struct listing group;
    struct dirent **list = NULL;
    struct str folder = {pattern, strlen(pattern) - 1};
    int n = scandir(arena_cstr(l->arena, folder), &list, walk_is_jar,
                    walk_by_bytes);
    begin(&group, l->arena);
    for (int i = 0; i < n; i++) {
        add_file(
            &group,
            arena_printf(l->arena, "%.*s%s", STR_F(folder), list[i]->d_name),
            list[i]->d_name);
        mem_free(list[i]);
    }
    mem_free(list);
    end_group(l, BY_TIMES, &group, n < 0 ? 0 : (size_t)n, pattern);
}

// kind: how the files of a folder are told.
static void add_path(struct listing *l, const char *path, const char *kind) {
    struct stat st;
    if (str_ends(str_of(path), STR("/*"))) {
        add_jars(l, path);
    } else if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        add_tree(l, path, kind);
    } else {
        add_file(l, path, path);
    }
}

// --- The command line ----------------------------------------------------------

static void add_command(struct listing *l, const struct instrument_spec *spec) {
    ADD(l, "ccinstr " PACKAGE_VERSION);
    add_file(l, SELF, SELF);
    char *folder = getcwd(NULL, 0);
    l->fails = l->fails || !folder;
    ADD(l, "in %s", folder ? folder : "");
    mem_free(folder);
    for (size_t i = 0; i < spec->asked.n; i++) {
        ADD(l, "option %s", spec->asked.item[i]);
    }
    for (size_t i = 0; i < spec->analysis->inputs.n; i++) {
        ADD(l, "operand %s", spec->analysis->inputs.item[i]);
    }
    for (size_t i = 0; i < spec->names.n; i++) {
        ADD(l, "name %s", spec->names.item[i]);
    }
}

// Which one it is may follow from the environment.
static void add_jdk(struct listing *l, const struct instrument_spec *spec) {
    struct diag quiet;
    struct jdk jdk;
    diag_init(&quiet, DIAG_ERROR, false);
    bool found =
        jdk_find(&jdk, str_of(spec->analysis->jdk ? spec->analysis->jdk : ""),
                 l->arena, &quiet);
    diag_release(&quiet);
    if (!found || jdk.kind == JDK_NONE) {
        ADD(l, "jdk");
        return;
    }
    ADD(l, "jdk %s", jdk.home);
    add_path(l, arena_printf(l->arena, "%s/release", jdk.home), BY_TIMES);
    add_path(l, jdk.path, BY_TIMES);
}

// These do something each time: print, or add to a file.
static bool is_for_once(const struct instrument_spec *spec) {
    return spec->print_stats || spec->force || spec->unfold->add.n;
}

static void add_read(struct listing *l, const struct unchanged *u,
                     const char *const *read) {
    for (size_t i = 0; i < u->inputs->n; i++) {
        if (u->inputs->item[i].kind != INPUT_JDK) {
            add_path(l, u->inputs->item[i].path, BY_CONTENTS);
        }
    }
    for (; read && *read; read++) {
        add_path(l, *read, BY_CONTENTS);
    }
    for (size_t i = 0; i < u->spec->read.n; i++) {
        add_path(l, u->spec->read.item[i], BY_CONTENTS);
    }
}

static void add_written(struct listing *l, const struct unchanged *u,
                        const char *const *written) {
    emit_bytes(&l->text, WRITTEN, sizeof WRITTEN - 1);
    for (size_t i = 0; i < u->inputs->n; i++) {
        add_path(l, u->inputs->item[i].out, BY_TIMES);
    }
    emit_bytes(&l->text, BESIDES, sizeof BESIDES - 1);
    for (; written && *written; written++) {
        add_path(l, *written, BY_TIMES);
    }
    if (u->spec->analysis->interface_out) {
        add_path(l, u->spec->analysis->interface_out, BY_TIMES);
    }
}

// --- From outside --------------------------------------------------------------

void unchanged_init(struct unchanged *u, const struct instrument_spec *spec,
                    const struct inputs *inputs) {
    *u = (struct unchanged){.spec = spec, .inputs = inputs};
    arena_init(&u->arena);
    clock_gettime(CLOCK_REALTIME, &u->start);
    u->path = arena_printf(&u->arena, "%s/" NAME, spec->output);
}

void unchanged_release(struct unchanged *u) {
    arena_release(&u->arena);
}

// What the command line alone says, and where the output is.
static void add_head(struct listing *l, const struct unchanged *u) {
    l->unchanged = u;
    if (stat(u->spec->output, &l->output) != 0) {
        l->output = (struct stat){0};
    }
    add_command(l, u->spec);
    add_jdk(l, u->spec);
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
    enum { DIGITS = 9 };
    size_t first = sizeof WARNED - 1, i = first;
    if (!str_starts(*list, STR(WARNED))) {
        return false;
    }
    for (*warned = 0; i < list->n && list->p[i] >= '0' && list->p[i] <= '9';) {
        *warned = 10 * *warned + (u4)(list->p[i++] - '0');
    }
    if (i == first || i > first + DIGITS || i == list->n ||
        list->p[i] != '\n') {
        return false;
    }
    *list = (struct str){list->p + i + 1, list->n - i - 1};
    return true;
}

// The next line of the list, which is taken off; false at its end, and of half a line.
static bool next_line(struct str *list, struct str *line) {
    const char *end = list->n ? memchr(list->p, '\n', list->n) : NULL;
    if (!end) {
        return false;
    }
    *line = (struct str){list->p, (size_t)(end - list->p) + 1};
    *list = (struct str){list->p + line->n, list->n - line->n};
    return true;
}

// Would that line be written now?
static bool is_same_line(struct listing *now, struct str line) {
    size_t from = now->text.n;
    if (str_eq(line, STR(WRITTEN)) || str_eq(line, STR(BESIDES))) {
        emit_bytes(&now->text, line.p, line.n);
        return true;
    }
    struct str bare = {line.p, line.n - 1};
    add_path(now, name_in(now->arena, bare),
             str_starts(line, STR(BY_CONTENTS)) ? BY_CONTENTS : BY_TIMES);
    return !now->fails && now->text.n - from == line.n &&
           memcmp(now->text.p + from, line.p, line.n) == 0;
}

static bool is_same(struct listing *now, struct str list) {
    struct str line;
    bool is = list.n > now->text.n && !now->fails &&
              memcmp(list.p, now->text.p, now->text.n) == 0;
    list = is ? (struct str){list.p + now->text.n, list.n - now->text.n} : list;
    while (is && next_line(&list, &line)) {
        is = is_same_line(now, line);
    }
    return is && list.n == 0;
}

// The outputs that an earlier command left.
static const char **outputs_of(struct str list, struct arena *a) {
    struct str line;
    VEC(const char *) name = {0};
    bool are = false;
    while (next_line(&list, &line) && !str_eq(line, STR(BESIDES))) {
        if (are) {
            struct str bare = {line.p, line.n - 1};
            vec_push(&name, name_in(a, bare));
        }
        are = are || str_eq(line, STR(WRITTEN));
    }
    const char **all = ARENA_ZARRAY(a, const char *, name.n + 1);
    for (size_t i = 0; i < name.n; i++) {
        all[i] = name.v[i];
    }
    vec_free(&name);
    return all;
}

static bool read_list(const char *path, struct emit *list) {
    struct diag quiet;
    diag_init(&quiet, DIAG_ERROR, false);
    emit_init(list, LIMIT_PLAN_BYTES);
    bool ok = access(path, F_OK) == 0 &&
              file_read(path, LIMIT_PLAN_BYTES, list, &quiet);
    diag_release(&quiet);
    return ok;
}

const char *const *unchanged_written(const char *output, struct arena *a) {
    struct emit list;
    const char **names = NULL;
    if (read_list(arena_printf(a, "%s/" NAME, output), &list)) {
        names = outputs_of((struct str){(const char *)list.p, list.n}, a);
    }
    emit_release(&list);
    return names;
}

bool unchanged_is(struct unchanged *u) {
    struct emit old;
    struct listing now;
    u->before = unchanged_written(u->spec->output, &u->arena);
    if (is_for_once(u->spec)) {
        return false;
    }
    begin(&now, &u->arena);
    bool is = read_list(u->path, &old);
    struct str list = {(const char *)old.p, old.n};
    is = is && take_warned(&list, &u->warned);
    if (is) {
        add_head(&now, u);
        is = is_same(&now, list);
    }
    emit_release(&now.text);
    emit_release(&old);
    return is;
}

static bool is_before(const struct unchanged *u, const char *path) {
    bool is = false;
    for (const char *const *p = u->before; p && *p && !is; p++) {
        is = strcmp(*p, path) == 0;
    }
    return is;
}

// No list is the same as one that begins like that, but what was written is known by it.
static bool keep_names(const struct unchanged *u, struct listing *l) {
    struct diag quiet;
    diag_init(&quiet, DIAG_ERROR, false);
    emit_bytes(&l->text, WRITTEN, sizeof WRITTEN - 1);
    for (const char *const *p = u->before; p && *p; p++) {
        ADD(l, "none %s", *p);
    }
    for (size_t i = 0; i < u->inputs->n; i++) {
        if (!is_before(u, u->inputs->item[i].out)) {
            ADD(l, "none %s", u->inputs->item[i].out);
        }
    }
    bool ok = !l->fails && emit_ok(&l->text) &&
              file_replace(u->path, l->text.p, l->text.n, &quiet);
    if (!ok) {
        unlink(u->path);
    }
    diag_release(&quiet);
    return ok;
}

void unchanged_forget(struct unchanged *u) {
    struct listing l;
    if (u->forgotten) {
        return;
    }
    begin(&l, &u->arena);
    u->forgotten = keep_names(u, &l);
    emit_release(&l.text);
}

void unchanged_drop(const struct unchanged *u) {
    struct stat st;
    bool any = u->before && *u->before;
    for (size_t i = 0; i < u->inputs->n && !any; i++) {
        any = stat(u->inputs->item[i].out, &st) == 0 || errno != ENOENT;
    }
    if (!any) {
        unlink(u->path);
    }
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

static bool is_written(const struct unchanged *u, const struct stat *st) {
    for (size_t i = 0; i < u->inputs->n; i++) {
        struct stat out;
        // What cannot be looked at may be it.
        bool is = stat(u->inputs->item[i].out, &out) == 0
                      ? out.st_dev == st->st_dev && out.st_ino == st->st_ino
                      : !file_is_missing(errno);
        if (is) {
            return true;
        }
    }
    return false;
}

void unchanged_tell_left(const struct unchanged *u, struct diag *d) {
    for (const char *const *path = u->before; path && *path; path++) {
        struct stat st;
        if (stat(*path, &st) == 0 && !is_written(u, &st)) {
            struct place at = {.file = str_of(*path), .byte = NO_BYTE};
            diag_report(d, OUT_LEFT, &at);
        }
    }
}
