// SPDX-License-Identifier: MIT
// What a folder holds, as a list in a fixed order.
//
// The list is its own queue: folders met on the way are read when their turn
// comes, so depth costs no stack, and names are sorted within each folder.
#include "analysis/base/walk.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct walker {
    const char *root;
    char *real_root;  // by realpath
    struct arena *arena;
    struct diag *diag;
    struct node *node;
    size_t n;
    size_t room;
};

static const char *full(struct walker *w, const char *path) {
    return *path ? arena_printf(w->arena, "%s/%s", w->root, path) : w->root;
}

static bool fail(struct walker *w, const char *path) {
    int error = errno;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    diag_report(w->diag, FILE_READ, &at, strerror(error));
    errno = error;
    return false;
}

static void add(struct walker *w, struct node node) {
    if (w->n == w->room) {
        w->room = w->room ? 2 * w->room : 64;
        w->node = mem_grow(w->node, w->room, sizeof *w->node);
    }
    w->node[w->n++] = node;
}

static int not_dots(const struct dirent *e) {
    return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

int walk_is_jar(const struct dirent *e) {
    struct str name = str_of(e->d_name);
    return str_ends(name, STR(".jar")) || str_ends(name, STR(".JAR"));
}

int walk_by_bytes(const struct dirent **a, const struct dirent **b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool is_inside(const char *path, const char *root) {
    size_t n = strlen(root);
    return strncmp(path, root, n) == 0 &&
           (path[n] == '/' || path[n] == '\0' || n == 1);
}

// Whether a relative link text, followed from the folder that holds `path`,
// never leaves the root on its way: "../../tree/x" may lead back into it, but
// from another place it leads elsewhere.
static bool stays_inside(const char *path, const char *text) {
    size_t depth = 0;
    for (const char *p = path; *p; p++) {
        depth += *p == '/';
    }
    while (*text) {
        size_t n = strcspn(text, "/");
        if (n == 2 && text[0] == '.' && text[1] == '.') {
            if (depth-- == 0) {
                return false;
            }
        } else if (n > 0 && !(n == 1 && text[0] == '.')) {
            depth++;
        }
        text += n;
        text += *text == '/';
    }
    return true;
}

// A link to a folder: the same link is right in the output if it is relative
// and stays inside.
static bool add_link(struct walker *w, struct node node) {
    char target[4096];
    const char *path = full(w, node.path);
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    ssize_t n = readlink(path, target, sizeof target - 1);
    char *real = n < 0 ? NULL : realpath(path, NULL);
    if (!real) {
        return fail(w, path);
    }
    bool ok = n > 0 && (size_t)n < sizeof target - 1 && target[0] != '/' &&
              is_inside(real, w->real_root);
    if (ok) {
        target[n] = '\0';
        ok = stays_inside(node.path, target);
    }
    mem_free(real);
    if (!ok) {
        diag_report(w->diag, DIR_LINK, &at);
        return true;
    }
    node.kind = NODE_LINK;
    node.target = arena_cstr(w->arena, (struct str){target, (size_t)n});
    add(w, node);
    return true;
}

// A link may lead nowhere. Of anything else that can't be looked at nobody knows that it
// can be left out: false, reported.
static bool add_any(struct walker *w, struct node node) {
    struct stat st;
    const char *path = full(w, node.path);
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    bool there = lstat(path, &st) == 0;
    bool link = there && S_ISLNK(st.st_mode);
    there = there && stat(path, &st) == 0;
    if (!there && !file_is_missing(errno)) {
        return fail(w, path);
    }
    if (!there) {
        diag_report(w->diag, DIR_ODD, &at, strerror(errno));
    } else if (S_ISREG(st.st_mode)) {
        node.kind = NODE_FILE;
        add(w, node);
    } else if (!S_ISDIR(st.st_mode)) {
        diag_report(w->diag, DIR_ODD, &at, "neither file nor folder");
    } else if (link) {
        return add_link(w, node);
    } else {
        node.kind = NODE_FOLDER;
        add(w, node);
    }
    return true;
}

static bool read_folder(struct walker *w, const char *path, unsigned depth) {
    struct dirent **list;
    struct place at = {.file = str_of(full(w, path)), .byte = NO_BYTE};
    if (depth > LIMIT_DIR_DEPTH) {
        diag_report(w->diag, DIR_DEPTH, &at, LIMIT_DIR_DEPTH);
        errno = ENAMETOOLONG;
        return false;
    }
    int n = scandir(full(w, path), &list, not_dots, walk_by_bytes);
    if (n < 0) {
        return fail(w, full(w, path));
    }
    bool ok = true;
    for (int i = 0; i < n; i++) {
        struct node node = {.path =
                                arena_printf(w->arena, "%s%s%s", path,
                                             *path ? "/" : "", list[i]->d_name),
                            .depth = depth};
        ok = ok && add_any(w, node);
        mem_free(list[i]);
    }
    mem_free(list);
    return ok;
}

bool walk_folder(struct walk *walk, const char *root, struct arena *a,
                 struct diag *d) {
    struct walker w = {
        .root = root, .real_root = realpath(root, NULL), .arena = a, .diag = d};
    struct place at = {.file = str_of(root), .byte = NO_BYTE};
    bool ok = w.real_root != NULL;
    if (!ok) {
        diag_report(d, FILE_OPEN, &at, strerror(errno));
    }
    ok = ok && read_folder(&w, "", 1);
    for (size_t i = 0; ok && i < w.n; i++) {
        if (w.node[i].kind == NODE_FOLDER) {
            ok = read_folder(&w, w.node[i].path, w.node[i].depth + 1);
        }
    }
    walk->n = w.n;
    walk->node = ARENA_ARRAY(a, struct node, w.n);
    if (w.n) {
        memcpy(walk->node, w.node, w.n * sizeof *w.node);
    }
    mem_free(w.node);
    mem_free(w.real_root);
    return ok;
}
