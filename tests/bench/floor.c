// SPDX-License-Identifier: MIT
// The least that zlib needs for a jar: the floor under every rewriter's time.
//
//   floor info JAR         entries, classes, class bytes, largest entry, jar bytes
//   floor recompress JAR   inflate every deflated entry, deflate it again
//   floor own IN OUT       inflate the classes of IN, deflate those classes of OUT
//                          whose bytes differ; prints what OUT spends on them and
//                          what zlib would
//
// All streams are made once and reset, which is the fastest way to use zlib: an
// init per entry costs nearly half as much again in page faults. CRCs are computed
// as a zip reader and writer must. Nothing is written. "own" spends no deflate on
// an entry that came out unchanged, because a rewriter may copy that one raw, and
// none on entries that are no classes; so the floor is as low as can be argued.
// Reading OUT's classes back is something that a rewriter does not do; the time
// that takes is left out of the time printed.

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

enum {
    LEVEL = 6,
    END_SIZE = 22,
    CENTRAL_SIZE = 46,
    LOCAL_SIZE = 30,
    DEFLATED = 8,
};

struct jar {
    const char *path;
    const uint8_t *data;
    size_t size;
    size_t at;      // of the next central header
    unsigned left;  // entries not yet visited
};

struct entry {
    const char *name;
    size_t name_size;
    unsigned method;
    uint32_t crc;
    const uint8_t *data;  // compressed
    size_t packed_size;
    size_t size;
};

struct buffer {
    uint8_t *data;
    size_t room;
};

struct codec {
    z_stream inflate;
    z_stream deflate;
    struct buffer input;
    struct buffer output;
    struct buffer packed;
};

static void die(const char *path, const char *what) {
    fprintf(stderr, "floor: %s: %s\n", path, what);
    exit(2);
}

static unsigned le16(const uint8_t *p) {
    return p[0] | (unsigned)p[1] << 8;
}

static uint32_t le32(const uint8_t *p) {
    return le16(p) | (uint32_t)le16(p + 2) << 16;
}

static struct jar jar_open(const char *path) {
    struct jar jar = {.path = path};
    int fd = open(path, O_RDONLY);
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0 || st.st_size < END_SIZE) {
        die(path, "cannot read");
    }
    jar.size = (size_t)st.st_size;
    void *map = mmap(NULL, jar.size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED) {
        die(path, "cannot map");
    }
    close(fd);
    jar.data = map;
    size_t end = jar.size - END_SIZE;
    while (le32(jar.data + end) != 0x06054b50) {
        if (end == 0) {
            die(path, "no end record");
        }
        end--;
    }
    jar.left = le16(jar.data + end + 10);
    jar.at = le32(jar.data + end + 16);
    if (jar.left == 0xffff || jar.at == 0xffffffff) {
        die(path, "zip64 is not read here");
    }
    return jar;
}

static int jar_each(struct jar *jar, struct entry *entry) {
    if (jar->left == 0) {
        return 0;
    }
    if (jar->size < CENTRAL_SIZE || jar->at > jar->size - CENTRAL_SIZE ||
        le32(jar->data + jar->at) != 0x02014b50) {
        die(jar->path, "bad central header");
    }
    const uint8_t *p = jar->data + jar->at;
    size_t local = le32(p + 42);
    *entry = (struct entry){
        .name = (const char *)p + CENTRAL_SIZE,
        .name_size = le16(p + 28),
        .method = le16(p + 10),
        .crc = le32(p + 16),
        .packed_size = le32(p + 20),
        .size = le32(p + 24),
    };
    if (local > jar->size - LOCAL_SIZE) {
        die(jar->path, "bad local offset");
    }
    size_t start = local + LOCAL_SIZE + le16(jar->data + local + 26) +
                   le16(jar->data + local + 28);
    if (start > jar->size || entry->packed_size > jar->size - start ||
        jar->at + CENTRAL_SIZE + entry->name_size > jar->size) {
        die(jar->path, "entry lies outside of the file");
    }
    entry->data = jar->data + start;
    jar->at += CENTRAL_SIZE + entry->name_size + le16(p + 30) + le16(p + 32);
    jar->left--;
    return 1;
}

static int is_class(const struct entry *e) {
    return e->name_size > 6 &&
           memcmp(e->name + e->name_size - 6, ".class", 6) == 0;
}

static uint8_t *buffer_room(struct buffer *b, size_t size) {
    if (b->room < size) {
        b->room = size * 2;
        free(b->data);
        b->data = malloc(b->room);
        if (b->data == NULL) {
            die("memory", "exhausted");
        }
    }
    return b->data;
}

static void codec_init(struct codec *c) {
    memset(c, 0, sizeof *c);
    if (inflateInit2(&c->inflate, -MAX_WBITS) != Z_OK ||
        deflateInit2(&c->deflate, LEVEL, Z_DEFLATED, -MAX_WBITS, 8,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        die("zlib", "cannot initialise");
    }
}

static const uint8_t *unpack(struct codec *c, const struct entry *e,
                             struct buffer *to) {
    uint8_t *out = buffer_room(to, e->size + 1);
    if (e->method != DEFLATED) {
        if (e->packed_size != e->size) {
            die("jar", "unknown method");
        }
        memcpy(out, e->data, e->size);
    } else {
        inflateReset(&c->inflate);
        c->inflate.next_in = (Bytef *)(uintptr_t)e->data;
        c->inflate.avail_in = (uInt)e->packed_size;
        c->inflate.next_out = out;
        c->inflate.avail_out = (uInt)e->size + 1;
        if (inflate(&c->inflate, Z_FINISH) != Z_STREAM_END ||
            c->inflate.total_out != e->size) {
            die("jar", "bad deflate data");
        }
    }
    if (crc32(0, out, (uInt)e->size) != e->crc) {
        die("jar", "bad CRC");
    }
    return out;
}

static size_t pack(struct codec *c, const uint8_t *data, size_t size) {
    size_t bound = deflateBound(&c->deflate, size);
    deflateReset(&c->deflate);
    c->deflate.next_in = (Bytef *)(uintptr_t)data;
    c->deflate.avail_in = (uInt)size;
    c->deflate.next_out = buffer_room(&c->packed, bound);
    c->deflate.avail_out = (uInt)bound;
    if (deflate(&c->deflate, Z_FINISH) != Z_STREAM_END) {
        die("zlib", "deflate failed");
    }
    return c->deflate.total_out;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void info(const char *path) {
    struct jar jar = jar_open(path);
    struct entry e;
    unsigned entries = 0, classes = 0;
    size_t bytes = 0, largest = 0;
    while (jar_each(&jar, &e)) {
        entries++;
        classes += is_class(&e) ? 1 : 0;
        bytes += is_class(&e) ? e.size : 0;
        largest = e.size > largest ? e.size : largest;
    }
    printf("%u %u %zu %zu %zu\n", entries, classes, bytes, largest, jar.size);
}

static void recompress(const char *path) {
    double start = now();
    struct codec c;
    codec_init(&c);
    struct jar jar = jar_open(path);
    struct entry e;
    size_t packed = 0;
    uint32_t crc = 0;
    while (jar_each(&jar, &e)) {
        if (e.method == DEFLATED) {
            const uint8_t *data = unpack(&c, &e, &c.input);
            crc ^= (uint32_t)crc32(0, data, (uInt)e.size);
            packed += pack(&c, data, e.size);
        }
    }
    printf("%.6f %zu %08x\n", now() - start, packed, crc);
}

/* A rewriter keeps the order of entries; it may add some and drop some that are no classes. */
static void own(const char *in_path, const char *out_path) {
    double start = now(), reading = 0;
    struct codec c;
    codec_init(&c);
    struct jar in = jar_open(in_path), out = jar_open(out_path);
    struct entry a, b;
    size_t written = 0, zlib = 0;
    unsigned changed = 0;
    uint32_t crc = 0;
    while (jar_each(&in, &a)) {
        if (!is_class(&a)) {
            continue;
        }
        const uint8_t *old = unpack(&c, &a, &c.input);
        double t = now();
        do {
            if (!jar_each(&out, &b)) {
                die(out_path,
                    "lacks a class of the input, or has another order");
            }
        } while (a.name_size != b.name_size ||
                 memcmp(a.name, b.name, a.name_size) != 0);
        const uint8_t *new = unpack(&c, &b, &c.output);
        int same = a.size == b.size && memcmp(old, new, a.size) == 0;
        reading += now() - t;
        if (!same && b.method == DEFLATED) {
            crc ^= (uint32_t)crc32(0, new, (uInt)b.size);
            zlib += pack(&c, new, b.size);
            written += b.packed_size;
            changed++;
        }
    }
    printf("%.6f %zu %zu %u %08x\n", now() - start - reading, written, zlib,
           changed, crc);
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "info") == 0) {
        info(argv[2]);
    } else if (argc == 3 && strcmp(argv[1], "recompress") == 0) {
        recompress(argv[2]);
    } else if (argc == 4 && strcmp(argv[1], "own") == 0) {
        own(argv[2], argv[3]);
    } else {
        fputs("usage: floor info JAR | recompress JAR | own IN OUT\n", stderr);
        return 2;
    }
    return fflush(stdout) == 0 ? 0 : 2;
}
