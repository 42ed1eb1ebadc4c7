// SPDX-License-Identifier: MIT
// Where a JDK is, what holds its classes, and which release it is.
//
// A JDK is known by what holds its classes. A folder is taken as its home, and
// if it is `bin` or `jre`, or has nothing itself, the folder above is tried.
// JAVA_HOME counts if it is set: where it names no JDK that is an error, and
// not a reason to take another one. On PATH every `java` is looked at in turn,
// since the first may be a script that only starts the real one.
#include "analysis/sources/jdk.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Looking for one. What cannot be looked at may be what is looked for: it is an error, and
// not a reason to take another one.
struct search {
    struct jdk *j;
    struct arena *a;
    const char *failed;  // a path, or NULL
    int error;
};

static void note_failure(struct search *s, const char *path) {
    if (!file_is_missing(errno) && !s->failed) {
        s->failed = path;
        s->error = errno;
    }
}

static bool is_file(struct search *s, const char *path) {
    struct stat st;
    if (stat(path, &st) != 0) {
        note_failure(s, path);
        return false;
    }
    return S_ISREG(st.st_mode);
}

// What a home may have, and the path that is then handed on.
struct sign {
    enum jdk_kind kind;
    const char *file;
    const char *path;
};
static const struct sign SIGNS[] = {
    {JDK_IMAGE, "lib/modules", "lib/modules"},
    {JDK_JMODS, "jmods/java.base.jmod", "jmods"},
    {JDK_RT, "jre/lib/rt.jar", "jre/lib"},
    {JDK_RT, "lib/rt.jar", "lib"},
};

static bool try_home(struct search *s, const char *home) {
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS && !s->failed; i++) {
        if (is_file(s, arena_printf(s->a, "%s/%s", home, SIGNS[i].file))) {
            *s->j =
                (struct jdk){SIGNS[i].kind, home,
                             arena_printf(s->a, "%s/%s", home, SIGNS[i].path)};
            return true;
        }
    }
    return false;
}

// path without its last part; "." and "/" where nothing is left.
static const char *above(const char *path, struct arena *a) {
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') {
        n--;
    }
    while (n > 0 && path[n - 1] != '/') {
        n--;
    }
    while (n > 1 && path[n - 1] == '/') {
        n--;
    }
    return n ? arena_cstr(a, (struct str){path, n}) : ".";
}

static const char *without_slashes(struct str path, struct arena *a) {
    while (path.n > 1 && path.p[path.n - 1] == '/') {
        path.n--;
    }
    return arena_cstr(a, path);
}

// A home, or its bin, jre, or bin/java.
static bool try_near(struct search *s, struct str asked) {
    const char *path = without_slashes(asked, s->a);
    if (try_home(s, path)) {
        return true;
    }
    char *real = realpath(path, NULL);
    if (!real) {
        note_failure(s, path);
        return false;
    }
    path = arena_cstr(s->a, str_of(real));
    mem_free(real);
    if (is_file(s, path)) {
        path = above(path, s->a);
    }
    struct str last = str_base(str_of(path));
    return (str_eq(last, STR("bin")) || str_eq(last, STR("jre"))) &&
           try_home(s, above(path, s->a));
}

static bool try_path(struct search *s) {
    const char *p = getenv("PATH");
    while (p && !s->failed) {
        size_t n = strcspn(p, ":");
        struct str dir = n ? (struct str){p, n} : STR(".");
        const char *java = arena_printf(s->a, "%.*s/java", STR_F(dir));
        if (is_file(s, java) && access(java, X_OK) == 0 &&
            try_near(s, str_of(java))) {
            return true;
        }
        p = p[n] ? p + n + 1 : NULL;
    }
    return false;
}

bool jdk_find(struct jdk *j, struct str asked, struct arena *a,
              struct diag *d) {
    struct search s = {.j = j, .a = a};
    struct place at = {.file = asked, .byte = NO_BYTE};
    *j = (struct jdk){JDK_NONE, "", ""};
    if (str_eq(asked, STR("none"))) {
        return true;
    }
    const char *home = asked.n ? NULL : getenv("JAVA_HOME");
    if (home) {
        at.file = str_of(home);
    }
    if (at.file.n ? try_near(&s, at.file) : try_path(&s)) {
        return true;
    }
    if (s.failed) {
        at.file = str_of(s.failed);
        diag_report(d, FILE_OPEN, &at, strerror(s.error));
    } else if (at.file.n) {
        diag_report(d, JDK_HOME, &at, asked.n ? "--jdk" : "JAVA_HOME");
    } else {
        diag_report(d, JDK_MISSING, &at);
    }
    return false;
}

static u4 number_at(struct str s, size_t *i) {
    u4 v = 0;
    while (*i < s.n && s.p[*i] >= '0' && s.p[*i] <= '9' && v < 100000) {
        v = 10 * v + (u4)(s.p[(*i)++] - '0');
    }
    return v;
}

u4 jdk_feature(struct str version) {
    size_t i = 0;
    u4 v = number_at(version, &i);
    if (v == 1 && i < version.n && version.p[i] == '.') {
        i++;
        v = number_at(version, &i);
    }
    return v;
}

// The value behind `key` at the start of a line, without quotes.
static struct str value_of(struct str text, struct str key) {
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        struct str line = {text.p, n};
        if (str_starts(line, key)) {
            line = (struct str){line.p + key.n, line.n - key.n};
            bool quoted = line.n && line.p[0] == '"';
            return quoted ? (struct str){line.p + 1, line.n - 1} : line;
        }
        n += end != NULL;
        text = (struct str){text.p + n, text.n - n};
    }
    return STR("");
}

u4 jdk_release(const struct jdk *j, struct arena *a) {
    // A jre of Java 8 has none of its own where it is part of a JDK.
    struct search s = {.a = a};
    const char *path = arena_printf(a, "%s/release", j->home);
    if (!is_file(&s, path)) {
        path = arena_printf(a, "%s/../release", j->home);
    }
    if (j->kind == JDK_NONE || !is_file(&s, path)) {
        return 0;
    }
    struct emit text;
    struct diag quiet;
    emit_init(&text, LIMIT_RELEASE_BYTES);
    diag_init(&quiet, DIAG_ERROR, false);
    u4 v = 0;
    if (file_read(path, LIMIT_RELEASE_BYTES, &text, &quiet)) {
        struct str all = {(const char *)text.p, text.n};
        v = jdk_feature(value_of(all, STR("JAVA_VERSION=")));
    }
    diag_release(&quiet);
    emit_release(&text);
    return v;
}
