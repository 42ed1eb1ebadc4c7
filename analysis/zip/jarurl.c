// SPDX-License-Identifier: MIT
// The URLs of a manifest's Class-Path.
#include "analysis/zip/jarurl.h"

bool jarurl_next(struct str *list, struct str *url) {
    size_t i = 0;
    while (i < list->n && list->p[i] == ' ') {
        i++;
    }
    size_t start = i;
    while (i < list->n && list->p[i] != ' ') {
        i++;
    }
    *url = (struct str){list->p + start, i - start};
    *list = (struct str){list->p + i, list->n - i};
    return url->n != 0;
}

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static struct str decoded(struct str url, struct arena *a) {
    char *p = ARENA_ARRAY(a, char, url.n);
    size_t n = 0;
    for (size_t i = 0; i < url.n; i++) {
        int high = url.p[i] == '%' && url.n - i > 2 ? hex(url.p[i + 1]) : -1;
        int low = high >= 0 ? hex(url.p[i + 2]) : -1;
        p[n++] = low >= 0 ? (char)(16 * high + low) : url.p[i];
        i += low >= 0 ? 2 : 0;
    }
    return (struct str){p, n};
}

static struct str behind(struct str s, size_t n) {
    return (struct str){s.p + n, s.n - n};
}

// "//host/path": the path, of this machine.
static bool drop_host(struct str *url) {
    struct str host = behind(*url, 2);
    const char *slash = memchr(host.p, '/', host.n);
    host.n = slash ? (size_t)(slash - host.p) : host.n;
    *url = behind(*url, 2 + host.n);
    return host.n == 0 || str_eq_nocase(host, STR("localhost"));
}

bool jarurl_path(struct str url, struct arena *a, struct str *path) {
    const char *colon = url.n ? memchr(url.p, ':', url.n) : NULL;
    if (colon) {
        struct str scheme = {url.p, (size_t)(colon - url.p)};
        if (!str_eq_nocase(scheme, STR("file"))) {
            return false;
        }
        url = behind(url, scheme.n + 1);
    }
    if (str_starts(url, STR("//")) && !drop_host(&url)) {
        return false;
    }
    *path = decoded(url, a);
    return path->n != 0;
}

// What stands for itself in a path of a URL (RFC 3986, 3.3).
static bool is_plain(char c) {
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
           (c && strchr("/-._~!$&'()*+,;=@", c));
}

const char *jarurl_of(const char *path, struct arena *a) {
    static const char digit[] = "0123456789ABCDEF";
    struct str scheme = STR("file:");
    char *url = ARENA_ARRAY(a, char, scheme.n + 3 * strlen(path) + 1);
    memcpy(url, scheme.p, scheme.n);
    size_t n = scheme.n;
    for (const char *c = path; *c; c++) {
        if (is_plain(*c)) {
            url[n++] = *c;
        } else {
            url[n++] = '%';
            url[n++] = digit[(unsigned char)*c >> 4];
            url[n++] = digit[(unsigned char)*c & 15];
        }
    }
    url[n] = '\0';
    return url;
}
