// SPDX-License-Identifier: MIT
// From the names of files to coverage.
#include "rewriter/coverage/loaded.h"

#include "analysis/base/order.h"
#include "analysis/base/vec.h"
#include "rewriter/coverage/byname.h"
#include "rewriter/runs/pool.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { MAGIC = 8, IDENTITY_AT = 16, IDENTITY = 32 };

struct head {
    char bytes[IDENTITY_AT + IDENTITY];
    size_t n;
    int error;  // why it cannot be read, or 0
};

static struct head read_head(const char *path) {
    struct head h = {.n = 0};
    FILE *f = fopen(path, "rb");
    h.error = f ? 0 : errno;
    if (f) {
        h.n = fread(h.bytes, 1, sizeof h.bytes, f);
        h.error = ferror(f) ? errno : 0;
        fclose(f);
    }
    return h;
}

enum load_kind load_kind(const char *path, int *error) {
    struct stat s;
    *error = stat(path, &s) == 0 ? 0 : errno;
    if (*error) {
        return LOAD_OTHER;
    }
    if (S_ISDIR(s.st_mode)) {
        return LOAD_FOLDER;
    }
    struct head h = read_head(path);
    *error = h.error;
    return h.n < MAGIC                               ? LOAD_OTHER
           : memcmp(h.bytes, PLAN_MAGIC, MAGIC) == 0 ? LOAD_PLAN
           : memcmp(h.bytes, DATA_MAGIC, MAGIC) == 0 ? LOAD_DATA
                                                     : LOAD_OTHER;
}

// --- Names --------------------------------------------------------------------------

// One of data; `from` is the operand that named it, or its folder.
struct named_file {
    const char *path;
    u4 from;
    bool in_folder;
    bool is_data;  // by what it begins with; of those in a folder by the name
    int error;     // why that could not be read, or 0
};

struct named_files {
    VEC(const char *) plan;
    VEC(struct named_file) data;
    u4 n_operands;
    struct arena *mem;
    struct diag *d;
};

static struct place at_file(const char *path) {
    return (struct place){.file = str_of(path), .byte = NO_BYTE};
}

static int name_order(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_data_name(const char *name) {
    size_t n = strlen(name);
    return n > 4 && strcmp(name + n - 4, ".ccd") == 0;
}

// Who reads a pipe that somebody left in a folder may wait for ever.
static bool is_readable(const char *path, struct diag *d) {
    struct stat s;
    bool is = stat(path, &s) != 0 || S_ISREG(s.st_mode) || S_ISDIR(s.st_mode);
    if (!is) {
        struct place at = at_file(path);
        diag_report(d, FILE_KIND, &at);
    }
    return is;
}

bool load_data_names(struct load_names *to, const char *path, struct arena *mem,
                     struct diag *d) {
    struct place at = at_file(path);
    DIR *folder = opendir(path);
    if (!folder) {
        diag_report(d, FILE_OPEN, &at, strerror(errno));
        return false;
    }
    u4 first = to->n;
    bool ok = true;
    struct dirent *e;
    while ((errno = 0, e = readdir(folder)) != NULL) {
        if (is_data_name(e->d_name)) {
            const char *name = arena_printf(mem, "%s/%s", path, e->d_name);
            ok = is_readable(name, d) && ok;
            vec_push(to, name);
        }
    }
    int failed = errno;
    closedir(folder);
    if (failed) {
        diag_report(d, FILE_READ, &at, strerror(failed));
        return false;
    }
    if (to->n == first) {
        diag_report(d, NO_DATA_HERE, &at);
    } else {
        SORT(to->v + first, to->n - first, name_order);
    }
    return ok;
}

static bool add_folder(struct named_files *files, const char *path) {
    struct load_names all = {0};
    bool ok = load_data_names(&all, path, files->mem, files->d);
    for (u4 i = 0; i < all.n; i++) {
        vec_push(&files->data, ((struct named_file){.path = all.v[i],
                                                    .from = files->n_operands,
                                                    .in_folder = true,
                                                    .is_data = true}));
    }
    vec_free(&all);
    return ok;
}

static bool add_name(struct named_files *files, const char *path) {
    int error;
    enum load_kind kind = load_kind(path, &error);
    files->n_operands++;
    switch (kind) {
    case LOAD_PLAN:
        vec_push(&files->plan, path);
        return true;
    case LOAD_FOLDER:
        return add_folder(files, path);
    default:
        // Or what is wrong with it is told later.
        vec_push(&files->data,
                 ((struct named_file){.path = path,
                                      .from = files->n_operands,
                                      .is_data = kind == LOAD_DATA,
                                      .error = error}));
        return true;
    }
}

// --- Files --------------------------------------------------------------------------

static struct pooling **begin(struct loaded *l) {
    struct pooling **pool = ARENA_ZARRAY(l->mem, struct pooling *, l->n);
    for (u4 i = 0; i < l->n; i++) {
        pool[i] = pool_begin(&l->plan[i].plan, l->mem);
    }
    return pool;
}

static u4 plan_of(const struct loaded *l, const struct head *h) {
    for (u4 i = 0; i < l->n && h->n == sizeof h->bytes; i++) {
        if (memcmp(h->bytes + IDENTITY_AT, l->plan[i].plan.identity,
                   IDENTITY) == 0) {
            return i;
        }
    }
    return l->n;
}

static bool is_data(const struct head *h) {
    return h->n == sizeof h->bytes && memcmp(h->bytes, DATA_MAGIC, MAGIC) == 0;
}

// In a folder may be data of other components, too. With one plan whoever adds a file
// says what is wrong with it.
static bool add_data(struct loaded *l, struct pooling **pool,
                     const struct named_file *x, struct diag *d) {
    struct place at = at_file(x->path);
    if (x->error) {
        diag_report(d, FILE_OPEN, &at, strerror(x->error));
        l->spoiled = true;
        return false;
    }
    struct head h = read_head(x->path);
    u4 plan = plan_of(l, &h);
    if (plan == l->n && is_data(&h) && pool_is_changed(x->path)) {
        plan = 0;  // whichever: it is missed there, and said
    }
    if (plan == l->n && is_data(&h) && (x->in_folder || l->n > 1)) {
        diag_report(d, DATA_OF_NONE, &at);
        return false;
    }
    if (plan == l->n && l->n > 1) {
        if (h.error) {
            diag_report(d, FILE_OPEN, &at, strerror(h.error));
        } else {
            diag_report(d, NEITHER_PLAN_NOR_DATA, &at);
        }
        l->spoiled = true;
        return false;
    }
    bool ok = pool_add(pool[plan == l->n ? 0 : plan], x->path, d);
    l->n_data += ok;
    l->spoiled = l->spoiled || !ok;
    return ok;
}

// Of each operand something must be of use, or a build that names a wrong file would
// be judged by the others.
static bool add_all(struct loaded *l, struct pooling **pool,
                    const struct named_files *files) {
    bool all = true;
    for (u4 i = 0; i < files->data.n;) {
        u4 from = files->data.v[i].from;
        bool any = false;
        for (; i < files->data.n && files->data.v[i].from == from; i++) {
            any |= add_data(l, pool, &files->data.v[i], files->d);
        }
        if (!any && files->data.v[i - 1].in_folder) {
            struct str path = str_of(files->data.v[i - 1].path);
            struct place at = {.file = {path.p, path.n - str_base(path).n},
                               .byte = NO_BYTE};
            diag_report(files->d, DATA_NONE_HERE, &at);
        }
        all = all && any;
    }
    return all;
}

// What was meant to be the plan is most often misspelt.
static void tell_no_plan(const struct named_files *files) {
    struct place nowhere = {.byte = NO_BYTE};
    for (u4 i = 0; i < files->data.n; i++) {
        const struct named_file *x = &files->data.v[i];
        struct place at = at_file(x->path);
        if (x->error) {
            diag_report(files->d, FILE_OPEN, &at, strerror(x->error));
        } else if (!x->is_data) {
            diag_report(files->d, NEITHER_PLAN_NOR_DATA, &at);
        }
    }
    diag_report(files->d, NO_PLAN, &nowhere);
}

static bool load_plans(struct loaded *l, const struct named_files *files) {
    l->n = l->n_plans = files->plan.n;
    l->plan = ARENA_ZARRAY(l->mem, struct planfile, (size_t)l->n + 1);
    for (u4 i = 0; i < l->n; i++) {
        if (!planfile_load(&l->plan[i], files->plan.v[i], files->d)) {
            return false;
        }
        for (u4 j = 0; j < i; j++) {
            if (memcmp(l->plan[i].plan.identity, l->plan[j].plan.identity,
                       IDENTITY) == 0) {
                struct place at = at_file(files->plan.v[i]);
                diag_report(files->d, PLAN_TWICE, &at, files->plan.v[j]);
                return false;
            }
        }
    }
    if (l->n == 0) {
        tell_no_plan(files);
    }
    return l->n != 0;
}

static bool load(struct loaded *l, const struct named_files *files) {
    if (!load_plans(l, files)) {
        return false;
    }
    struct pooling **pooling = begin(l);
    bool ok = add_all(l, pooling, files);
    const struct cover **list = ARENA_ARRAY(l->mem, const struct cover *, l->n);
    l->cover = ARENA_ZARRAY(l->mem, struct cover, l->n);
    l->list = list;
    for (u4 i = 0; i < files->plan.n; i++) {
        struct pool pool;
        list[i] = &l->cover[i];
        bool whole = pool_end(pooling[i], &pool, files->d);
        if (whole && ok) {
            cover_make(&l->cover[i], &l->plan[i].plan, files->plan.v[i], &pool,
                       l->mem);
        }
        ok &= whole;
    }
    return ok;
}

bool load_covers(struct loaded *l, const char *const *path, size_t n,
                 struct arena *mem, struct diag *d) {
    struct named_files files = {.mem = mem, .d = d};
    *l = (struct loaded){.mem = mem};
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        ok = ok && add_name(&files, path[i]);
    }
    ok = ok && load(l, &files);
    vec_free(&files.plan);
    vec_free(&files.data);
    return ok;
}

void load_release(struct loaded *l) {
    for (u4 i = 0; i < l->n_plans; i++) {
        planfile_release(&l->plan[i]);
    }
}

// --- By name ------------------------------------------------------------------------

static void tell_lost(const struct byname_lost *lost, const char *path,
                      struct diag *d) {
    struct place at = at_file(path);
    if (lost->nodes || lost->hits || lost->notes) {
        diag_report(d, BY_NAME_LOST, &at, (unsigned long long)lost->nodes,
                    (unsigned long long)lost->hits, lost->notes,
                    (unsigned long long)lost->kept);
    }
    for (u4 i = 0; i < lost->n; i++) {
        const struct byname_blame *b = &lost->blame[i];
        diag_report(d, BY_NAME_BLAME, &at, STR_F(b->method),
                    b->is_there ? "its calls are not where they were, or it "
                                  "is no entry any more"
                                : "it is gone",
                    (unsigned long long)b->nodes);
    }
}

bool load_by_name(struct loaded *l, struct diag *d) {
    struct place nowhere = {.byte = NO_BYTE};
    if (l->n != 2 || l->cover[0].pool.n_runs) {
        diag_report(d, BY_NAME_PLANS, &nowhere);
        return false;
    }
    struct pool pool;
    struct byname_lost lost;
    const struct cover *old = &l->cover[1];
    bool any = byname_map(old->plan, &old->pool, l->cover[0].plan, &pool, &lost,
                          l->mem);
    tell_lost(&lost, old->path, d);
    if (any) {
        const char *path = l->cover[0].path;
        cover_make(&l->cover[0], l->cover[0].plan, path, &pool, l->mem);
        l->n = 1;
    } else {
        struct place at = at_file(old->path);
        diag_report(d, BY_NAME_NOTHING, &at);
    }
    return any;
}
