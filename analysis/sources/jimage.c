// SPDX-License-Identifier: MIT
// The run-time image of a JDK, mapped and read in place.
#include "analysis/sources/jimage.h"

#include "analysis/base/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MAGIC = 0xCAFEDADA,
    MAGIC_SWAPPED = 0xDADAFECA,
    VERSION = 0x00010000,
    HEADER_BYTES = 28,
    FIRST_SEED = 0x01000193,
    LAYER_MAGIC = 0xCAFEFAFA,
    LAYER_BYTES = 29,
    LAYERS_MAX = 4,  // jlink has two kinds
};

enum { A_END, A_MODULE, A_PARENT, A_BASE, A_EXTENSION, A_AT, A_PACKED, A_SIZE };
enum { N_ATTRIBUTES = A_SIZE + 1 };

static u4 native4(const u1 *p) {
    u4 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static u8 native8(const u1 *p) {
    u8 v;
    memcpy(&v, p, sizeof v);
    return v;
}

static struct place place_in(const struct jimage *im, size_t byte) {
    return (struct place){.file = im->path, .byte = byte};
}

static void damaged(struct jimage *im, const char *what, const u1 *where,
                    struct diag *d) {
    if (!im->said) {
        struct place at = place_in(im, (size_t)(where - im->in.p));
        diag_report(d, IMAGE_TABLE, &at, what);
        im->said = true;
    }
}

static bool read_header(struct jimage *im, struct diag *d) {
    struct place at = place_in(im, 0);
    u8 n = im->in.n;
    if (n < HEADER_BYTES) {
        diag_report(d, IMAGE_TRUNCATED, &at, (unsigned long long)HEADER_BYTES,
                    (unsigned long long)n);
        return false;
    }
    const u1 *p = im->in.p;
    u4 magic = native4(p);
    if (magic == MAGIC_SWAPPED) {
        diag_report(d, IMAGE_ORDER, &at);
        return false;
    }
    if (magic != MAGIC) {
        diag_report(d, IMAGE_MAGIC, &at, (unsigned)magic);
        return false;
    }
    u4 version = native4(p + 4);
    if (version != VERSION) {
        at.byte = 4;
        diag_report(d, IMAGE_VERSION, &at, (unsigned)(version >> 16),
                    (unsigned)(version & 0xFFFF));
        return false;
    }
    im->table_length = native4(p + 16);
    im->locations_size = native4(p + 20);
    im->strings_size = native4(p + 24);
    return true;
}

static bool lay_out(struct jimage *im, struct diag *d) {
    u8 table = 4 * (u8)im->table_length;
    u8 end = HEADER_BYTES + 2 * table + im->locations_size + im->strings_size;
    if (end > im->in.n) {
        struct place at = place_in(im, 16);
        diag_report(d, IMAGE_TRUNCATED, &at, (unsigned long long)end,
                    (unsigned long long)im->in.n);
        return false;
    }
    im->redirect = im->in.p + HEADER_BYTES;
    im->offsets = im->redirect + table;
    im->locations = im->offsets + table;
    im->strings = (const char *)im->locations + im->locations_size;
    im->base = (size_t)end;
    if (im->table_length == 0) {
        damaged(im, "no table", im->in.p + 16, d);
        return false;
    }
    // So that every string ends, wherever it begins.
    if (im->strings_size == 0 || im->in.p[end - 1] != 0) {
        damaged(im, "unterminated strings", im->in.p + end - 1, d);
        return false;
    }
    return true;
}

bool jimage_open_mem(struct jimage *im, struct bytes in, const char *path,
                     struct diag *d) {
    *im = (struct jimage){.in = in, .path = str_of(path)};
    return read_header(im, d) && lay_out(im, d);
}

// Private, and read only: what others write to the file may be seen or not.
static bool map(const char *path, struct bytes *in) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    bool ok = fd >= 0 && fstat(fd, &st) == 0;
    if (ok && !S_ISREG(st.st_mode)) {
        errno = S_ISDIR(st.st_mode) ? EISDIR : ESPIPE;
        ok = false;
    }
    *in = (struct bytes){NULL, 0};
    if (ok && st.st_size > 0) {
        size_t n = (size_t)st.st_size;
        void *p = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
        ok = p != MAP_FAILED;
        *in = ok ? (struct bytes){p, n} : *in;
    }
    int e = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = e;
    return ok;
}

static void unmap(struct bytes in) {
    if (in.n) {
        // munmap takes no const. NOLINTNEXTLINE(performance-no-int-to-ptr)
        munmap((void *)(uintptr_t)in.p, in.n);
    }
}

bool jimage_open(struct jimage *im, const char *path, struct diag *d) {
    struct bytes in;
    if (!map(path, &in)) {
        struct place at = {.file = str_of(path), .byte = NO_BYTE};
        diag_report(d, FILE_OPEN, &at, strerror(errno));
        return false;
    }
    bool ok = jimage_open_mem(im, in, path, d);
    im->mapped = ok;
    if (!ok) {
        unmap(in);
    }
    return ok;
}

void jimage_close(struct jimage *im) {
    if (im->mapped) {
        unmap(im->in);
    }
    *im = (struct jimage){0};
}

struct str jimage_string(const struct jimage *im, u4 at) {
    return at < im->strings_size ? str_of(im->strings + at) : STR("");
}

bool jimage_entry_get(struct jimage *im, u4 index, struct jimage_entry *e,
                      struct diag *d) {
    const u1 *slot = im->offsets + 4 * (size_t)index;
    u4 off = native4(slot);
    if (off >= im->locations_size) {
        damaged(im, "location outside", slot, d);
        return false;
    }
    const u1 *p = im->locations + off;
    const u1 *end = im->locations + im->locations_size;
    u8 v[N_ATTRIBUTES] = {0};
    for (u4 n_seen = 0; p < end && *p >> 3; n_seen++) {
        u4 kind = *p >> 3;
        size_t n = (size_t)(*p & 7) + 1;
        if (kind >= N_ATTRIBUTES || n_seen == N_ATTRIBUTES ||
            (size_t)(end - p) <= n) {
            damaged(im, "malformed location", p, d);
            return false;
        }
        u8 value = 0;
        for (size_t i = 1; i <= n; i++) {
            value = value << 8 | p[i];
        }
        v[kind] = value;
        p += n + 1;
    }
    bool ok = p < end;
    for (u4 i = A_MODULE; i <= A_EXTENSION; i++) {
        ok = ok && v[i] < im->strings_size;
    }
    if (!ok) {
        damaged(im, "malformed location", im->locations + off, d);
        return false;
    }
    *e = (struct jimage_entry){
        index,         (u4)v[A_MODULE],    (u4)v[A_PARENT],
        (u4)v[A_BASE], (u4)v[A_EXTENSION], v[A_AT],
        v[A_PACKED],   v[A_SIZE]};
    return true;
}

static u4 hash_of(const struct jimage_name *name, u4 seed) {
    for (u4 i = 0; i < 3; i++) {
        const char *p = name->part[i].p;
        const char *end = p + name->part[i].n;
        for (; p < end; p++) {
            seed = (seed * FIRST_SEED) ^ (u1)*p;
        }
    }
    return seed & 0x7FFFFFFF;
}

// A name of which the front has been compared.
struct rest {
    const struct str *part;
    struct str now;
    const struct str *last;
};

static bool take(struct rest *r, struct str s) {
    while (s.n) {
        while (r->now.n == 0) {
            if (r->part == r->last) {
                return false;
            }
            r->now = *++r->part;
        }
        size_t n = s.n < r->now.n ? s.n : r->now.n;
        if (memcmp(s.p, r->now.p, n) != 0) {
            return false;
        }
        s = (struct str){s.p + n, s.n - n};
        r->now = (struct str){r->now.p + n, r->now.n - n};
    }
    return true;
}

// The writer does not put every name into the same pieces (one-letter packages
// stay in the base), so the composed name is what counts.
static bool has_name(const struct jimage *im, const struct jimage_entry *e,
                     const struct jimage_name *name) {
    struct rest r = {name->part, name->part[0], name->part + 2};
    struct str module = jimage_string(im, e->module);
    struct str parent = jimage_string(im, e->parent);
    struct str extension = jimage_string(im, e->extension);
    bool ok = module.n == 0 ||
              (take(&r, STR("/")) && take(&r, module) && take(&r, STR("/")));
    ok = ok && (parent.n == 0 || (take(&r, parent) && take(&r, STR("/"))));
    ok = ok && take(&r, jimage_string(im, e->base));
    ok =
        ok && (extension.n == 0 || (take(&r, STR(".")) && take(&r, extension)));
    ok = ok && r.now.n == 0;
    while (ok && r.part < r.last) {
        ok = (++r.part)->n == 0;
    }
    return ok;
}

bool jimage_find(struct jimage *im, const struct jimage_name *name,
                 struct jimage_entry *e, struct diag *d) {
    u4 row = hash_of(name, FIRST_SEED) % im->table_length;
    const u1 *redirect = im->redirect + 4 * (size_t)row;
    s4 v = (s4)native4(redirect);
    if (v == 0) {
        return false;
    }
    u4 index = v > 0 ? hash_of(name, (u4)v) % im->table_length : (u4)(-1 - v);
    if (index >= im->table_length) {
        damaged(im, "redirection outside", redirect, d);
        return false;
    }
    return jimage_entry_get(im, index, e, d) && has_name(im, e, name);
}

// Where compressed content is, and what it is said to become.
struct layer {
    u8 packed;
    u8 size;
    struct str method;
};

static bool is_layer(struct bytes b) {
    return b.n >= LAYER_BYTES && native4(b.p) == LAYER_MAGIC;
}

static const char *unpack(const struct jimage *im, struct bytes *b,
                          const struct jimage_tools *t) {
    struct layer l = {native8(b->p + 4), native8(b->p + 12),
                      jimage_string(im, native4(b->p + 20))};
    struct bytes packed = {b->p + LAYER_BYTES, b->n - LAYER_BYTES};
    if (str_eq(l.method, STR("compact-cp"))) {
        return "compressed by compact-cp (jlink --compress=1), which is not "
               "supported: make the image with --compress=2 or 0";
    }
    if (!str_eq(l.method, STR("zip"))) {
        return "compressed in an unknown way";
    }
    if (l.packed > packed.n || l.size > l.packed * LIMIT_INFLATE_RATIO ||
        l.size > t->max) {
        return "its compressed size cannot be true";
    }
    packed.n = (size_t)l.packed;
    u1 *out = ARENA_ARRAY(t->arena, u1, (size_t)l.size);
    if (!inflate_zlib(t->inflater, packed, out, (size_t)l.size)) {
        return "compressed data is corrupt";
    }
    *b = (struct bytes){out, (size_t)l.size};
    return NULL;
}

size_t jimage_content_byte(const struct jimage *im,
                           const struct jimage_entry *e) {
    return im->base + (e->at < im->in.n - im->base ? (size_t)e->at : 0);
}

const char *jimage_content(const struct jimage *im,
                           const struct jimage_entry *e,
                           const struct jimage_tools *t,
                           struct bytes *content) {
    u8 left = im->in.n - im->base;
    u8 n = e->packed ? e->packed : e->size;
    if (e->at > left || n > left - e->at) {
        return "lies outside";
    }
    if (e->size > t->max) {
        return "is too large";
    }
    *content = (struct bytes){im->in.p + im->base + e->at, (size_t)n};
    const char *wrong = NULL;
    for (u4 i = 0; e->packed && !wrong && is_layer(*content); i++) {
        wrong = i < LAYERS_MAX ? unpack(im, content, t)
                               : "compressed too many times";
    }
    if (!wrong && content->n != e->size) {
        wrong = "its size is not what the image says";
    }
    return wrong;
}
