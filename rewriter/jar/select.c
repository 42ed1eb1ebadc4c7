// SPDX-License-Identifier: MIT
// Which entries are classes of the component.
#include "rewriter/jar/select.h"

static const char SUFFIX[] = ".class";

// "META-INF/versions/9/" at the start of entry: its length, or 0.
static size_t version_prefix(struct str entry) {
    struct str dir = STR("META-INF/versions/");
    if (!str_starts(entry, dir)) {
        return 0;
    }
    size_t i = dir.n;
    while (i < entry.n && entry.p[i] >= '0' && entry.p[i] <= '9') {
        i++;
    }
    return i > dir.n && i < entry.n && entry.p[i] == '/' ? i + 1 : 0;
}

bool select_may_be_archive(struct str entry) {
    const struct str ending[] = {STR(".jar"), STR(".war"), STR(".ear"),
                                 STR(".rar"), STR(".zip"), STR(".hpi"),
                                 STR(".jpi"), STR(".aar"), STR(".kar")};
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        size_t n = ending[i].n;
        if (entry.n >= n &&
            str_eq_nocase((struct str){entry.p + entry.n - n, n}, ending[i])) {
            return true;
        }
    }
    return str_starts(entry, STR("BOOT-INF/lib/")) ||
           str_starts(entry, STR("WEB-INF/lib/"));
}

bool select_is_class(const struct jar_layout *l, struct str entry) {
    if (!str_ends(entry, str_of(SUFFIX))) {
        return false;
    }
    if (l->jmod && !str_starts(entry, STR("classes/"))) {
        return false;
    }
    return l->multi_release || !str_starts(entry, STR("META-INF/versions/"));
}

struct str select_root(const struct jar_layout *l, struct str entry) {
    const struct str root[] = {STR("classes/"), STR("WEB-INF/classes/"),
                               STR("BOOT-INF/classes/")};
    size_t n = 0;
    for (size_t i = l->jmod ? 0 : 1; i < 3 && !n; i++) {
        n = str_starts(entry, root[i]) ? root[i].n : 0;
    }
    return (struct str){entry.p, n};
}

struct str select_class_name(const struct jar_layout *l, struct str entry) {
    size_t skip = version_prefix(entry);
    skip = skip ? skip : select_root(l, entry).n;
    struct str name = {entry.p + skip, entry.n - skip};
    if (str_ends(name, str_of(SUFFIX))) {
        name.n -= sizeof SUFFIX - 1;
    }
    return name;
}

// One wildcard that can be given one more character when what follows it does
// not match.
struct retry {
    const char *pattern;  // behind the wildcard; NULL: none yet
    size_t at;            // in the name, from where it is tried next
};

// The latest * and the latest ** are all that need retrying: what an earlier
// one could take more, the later one can take as well, and a dot in the
// pattern fixes where all before it ends.
bool select_matches(const char *pattern, struct str name) {
    const char *p = pattern;
    size_t i = 0;
    struct retry star = {0};
    struct retry stars = {0};
    for (;;) {
        char c = i < name.n ? name.p[i] : '\0';
        c = c == '/' ? '.' : c;
        if (p[0] == '*' && p[1] == '*') {
            p += 2;
            stars = (struct retry){p, i};
            star.pattern = NULL;
        } else if (*p == '*') {
            star = (struct retry){++p, i};
        } else if (*p == '\0' &&
                   (i == name.n || (c == '$' && !strpbrk(pattern, "*?")))) {
            return true;
        } else if (i < name.n && *p && (*p == c || (*p == '?' && c != '.'))) {
            p++;
            i++;
        } else if (star.pattern && star.at < name.n && name.p[star.at] != '/' &&
                   name.p[star.at] != '.') {
            p = star.pattern;
            i = ++star.at;
        } else if (stars.pattern && stars.at < name.n) {
            star.pattern = NULL;
            p = stars.pattern;
            i = ++stars.at;
        } else {
            return false;
        }
    }
}

bool select_is_pattern(const char *pattern) {
    struct str p = str_of(pattern);
    if (p.n == 0 || p.p[0] == '.' || p.p[p.n - 1] == '.' ||
        str_ends(p, str_of(SUFFIX)) || strstr(pattern, "..")) {
        return false;
    }
    return strpbrk(pattern, "/\\[](){}<>!,;:'\" \t\n") == NULL;
}

bool select_is_module(struct str class_name) {
    return str_eq(class_name, STR("module-info"));
}

bool select_is_module_entry(struct str entry) {
    size_t skip = version_prefix(entry);
    skip = skip || !str_starts(entry, STR("classes/")) ? skip : 8;
    struct str name = {entry.p + skip, entry.n - skip};
    return str_eq(name, STR("module-info.class"));
}

bool select_has(const struct select *s, struct str class_name) {
    bool has = s->n == 0 || select_excludes(s->pattern[0]);
    for (size_t i = 0; i < s->n; i++) {
        bool excludes = select_excludes(s->pattern[i]);
        if (has == excludes &&
            select_matches(s->pattern[i] + excludes, class_name)) {
            has = !excludes;
        }
    }
    return has;
}

bool select_names(const struct select *s) {
    for (size_t i = 0; i < s->n; i++) {
        if (!select_excludes(s->pattern[i])) {
            return true;
        }
    }
    return false;
}
