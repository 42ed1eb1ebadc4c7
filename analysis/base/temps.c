// SPDX-License-Identifier: MIT
// Temporary files and folders, known to the process so that they go when it does.
#include "analysis/base/temps.h"

#include "analysis/base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

struct temp {
    struct temp *next;
    bool is_folder;
    char path[];
};

static struct temp *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// The place on the list first: there may be no memory for it.
static struct temp *place_for(const char *path, bool is_folder) {
    struct temp *t = mem_new(1, sizeof *t + strlen(path) + 1);
    t->is_folder = is_folder;
    return t;
}

// With the lock held since before it was made, or was not.
static void add(struct temp *t, const char *path, bool is_there) {
    if (is_there) {
        memcpy(t->path, path, strlen(path) + 1);
        t->next = all;
        all = t;
    }
    int error = errno;
    pthread_mutex_unlock(&lock);
    if (!is_there) {
        mem_free(t);
    }
    errno = error;
}

int temps_file(char *path) {
    struct temp *t = place_for(path, false);
    pthread_mutex_lock(&lock);
    int fd = mkstemp(path);
    add(t, path, fd >= 0);
    return fd;
}

bool temps_folder(char *path) {
    struct temp *t = place_for(path, true);
    pthread_mutex_lock(&lock);
    bool ok = mkdtemp(path) != NULL;
    add(t, path, ok);
    return ok;
}

// Six letters at the end of path.
static bool make_name(char *path) {
    static const char letter[] = "abcdefghijklmnopqrstuvwxyz012345";
    enum { LETTERS = 6 };
    unsigned char random[LETTERS];
    if (getrandom(random, LETTERS, 0) != LETTERS) {
        return false;
    }
    char *end = path + strlen(path) - LETTERS;
    for (size_t i = 0; i < LETTERS; i++) {
        end[i] = letter[random[i] % (sizeof letter - 1)];
    }
    return true;
}

bool temps_link(const char *target, char *path) {
    struct temp *t = place_for(path, false);
    bool ok;
    pthread_mutex_lock(&lock);
    do {
        ok = make_name(path) && symlink(target, path) == 0;
    } while (!ok && errno == EEXIST);
    add(t, path, ok);
    return ok;
}

void temps_forget(const char *path) {
    int error = errno;
    pthread_mutex_lock(&lock);
    struct temp **at = &all;
    while (*at && strcmp((*at)->path, path) != 0) {
        at = &(*at)->next;
    }
    struct temp *t = *at;
    if (t) {
        *at = t->next;
    }
    pthread_mutex_unlock(&lock);
    mem_free(t);
    errno = error;
}

// --- Removal ---------------------------------------------------------------------

// Removes what is in the folder but for folders, and puts the name of the first of those
// behind its path. False if there is none.
static bool empty_folder(char *path, size_t n) {
    _Alignas(struct dirent64) char some[4096];
    bool has_folder = false;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    for (ssize_t got = 1; fd >= 0 && got > 0 && !has_folder;) {
        got = getdents64(fd, some, sizeof some);
        for (ssize_t at = 0; at < got && !has_folder;) {
            const struct dirent64 *e = (const struct dirent64 *)(some + at);
            size_t length = strlen(e->d_name);
            at += e->d_reclen;
            if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
                unlinkat(fd, e->d_name, 0) == 0 || errno != EISDIR ||
                n + 1 + length >= PATH_MAX) {
                continue;
            }
            path[n] = '/';
            memcpy(path + n + 1, e->d_name, length + 1);
            has_folder = true;
        }
    }
    if (fd >= 0) {
        close(fd);
    }
    return has_folder;
}

// Down into the first folder there is, and up again when that is gone; what can't be
// removed ends it.
bool temps_remove(const char *folder) {
    char path[PATH_MAX];
    size_t first = strlen(folder), n = first;
    if (n >= sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    memcpy(path, folder, n + 1);
    for (;;) {
        if (empty_folder(path, n)) {
            n += strlen(path + n);
        } else if (rmdir(path) != 0) {
            return false;
        } else if (n == first) {
            return true;
        } else {
            do {
                n--;
            } while (path[n] != '/');
            path[n] = '\0';
        }
    }
}

void temps_remove_all(void) {
    pthread_mutex_lock(&lock);  // for good
    for (const struct temp *t = all; t; t = t->next) {
        if (t->is_folder) {
            temps_remove(t->path);
        } else {
            unlink(t->path);
        }
    }
}
