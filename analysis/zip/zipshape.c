// SPDX-License-Identifier: MIT
// Where an archive lies in its file, and whether its directory can be true.
//
// The end record is searched from the back, as the JDK does: the last one
// whose comment fits and before which a central directory stands. Its place,
// less the directory's size, is where the directory is; the difference to
// where the record says it is tells what offsets count from. So launchers are
// found whether or not their author corrected the offsets (zip -A).
#include "analysis/zip/zipshape.h"

#include "analysis/base/limits.h"
#include "analysis/base/mem.h"

#include <errno.h>
#include <string.h>

enum {
    END_BYTES = 22,
    END64_BYTES = 56,
    LOCATOR_BYTES = 20,
    CENTRAL_BYTES = 46,
    COMMENT_MAX = 0xFFFF,
    ZIP64_ID = 1
};

// The directory as the end records describe it.
struct directory {
    u8 n;       // entries claimed
    u8 size;    // in bytes
    u8 offset;  // claimed
    u8 at;      // in the file
    bool is64;
};

static u4 le2(const u1 *p) {
    return (u4)p[0] | (u4)p[1] << 8;
}

static u4 le4(const u1 *p) {
    return le2(p) | le2(p + 2) << 16;
}

static u8 le8(const u1 *p) {
    return (u8)le4(p) | (u8)le4(p + 4) << 32;
}

static bool is_sig(const u1 *p, char a, char b) {
    return p[0] == 'P' && p[1] == 'K' && p[2] == a && p[3] == b;
}

static bool sig_at(struct zipin *in, u8 off, char a, char b) {
    u1 sig[4];
    return zipin_read(in, off, sig, 4) && is_sig(sig, a, b);
}

// The zip64 end record that belongs to the end record at `end`, if any:
// replaces what that says. Returns where the records begin.
static u8 read_end64(struct zipin *in, u8 end, struct directory *dir) {
    u1 loc[LOCATOR_BYTES];
    u1 rec[END64_BYTES];
    if (end < LOCATOR_BYTES + END64_BYTES ||
        !zipin_read(in, end - LOCATOR_BYTES, loc, sizeof loc) ||
        !is_sig(loc, 6, 7)) {
        return end;
    }
    // Right before its locator, or (with an extension) where that says.
    u8 at = end - LOCATOR_BYTES - END64_BYTES;
    if (!sig_at(in, at, 6, 6)) {
        at = le8(loc + 8);
    }
    if (at > end || !zipin_read(in, at, rec, sizeof rec) ||
        !is_sig(rec, 6, 6)) {
        return end;
    }
    dir->n = le8(rec + 32);
    dir->size = le8(rec + 40);
    dir->offset = le8(rec + 48);
    dir->is64 = true;
    return at;
}

// Is there a directory that the end record at `end` can mean?
static bool find_directory(struct zipin *in, u8 end, const u1 *rec,
                           struct directory *dir) {
    *dir = (struct directory){
        .n = le2(rec + 10), .size = le4(rec + 12), .offset = le4(rec + 16)};
    u8 behind = read_end64(in, end, dir);
    if (dir->size > behind) {
        return false;
    }
    dir->at = behind - dir->size;
    if (dir->n == 0 && dir->size == 0) {
        return dir->at >= dir->offset;
    }
    if (dir->at >= dir->offset && sig_at(in, dir->at, 1, 2)) {
        return true;
    }
    // Something stands between directory and end record.
    dir->at = dir->offset;
    return dir->offset <= behind && dir->size <= behind - dir->offset &&
           sig_at(in, dir->at, 1, 2);
}

static bool find_end(struct zipin *in, struct directory *dir, u8 *end) {
    u8 span = END_BYTES + COMMENT_MAX;
    span = span < in->size ? span : in->size;
    if (span < END_BYTES) {
        return false;
    }
    u1 *tail = mem_grow(NULL, (size_t)span, 1);
    bool found = false;
    u8 from = in->size - span;
    if (zipin_read(in, from, tail, (size_t)span)) {
        for (u8 i = span - END_BYTES + 1; i-- > 0 && !found;) {
            const u1 *rec = tail + i;
            u8 left = span - i - END_BYTES;
            found = is_sig(rec, 5, 6) && le2(rec + 20) <= left &&
                    find_directory(in, from + i, rec, dir);
            if (found) {
                *end = from + i + END_BYTES + le2(rec + 20);
            }
        }
    }
    mem_free(tail);
    return found;
}

// What a record keeps in its zip64 extra field: the fields that are full, in
// this order. False when they are not there.
static bool read_extra64(const u1 *extra, size_t n, const u1 *rec,
                         struct zip_record *r) {
    bool full_size = le4(rec + 24) == UINT32_MAX;
    while (n >= 4) {
        size_t len = le2(extra + 2);
        if (len > n - 4) {
            return false;
        }
        if (le2(extra) == ZIP64_ID) {
            const u1 *p = extra + 4 + (full_size ? 8 : 0);
            const u1 *end = extra + 4 + len;
            if (r->compressed == UINT32_MAX) {
                if (end - p < 8) {
                    return false;
                }
                r->compressed = le8(p);
                p += 8;
            }
            if (r->offset == UINT32_MAX) {
                if (end - p < 8) {
                    return false;
                }
                r->offset = le8(p);
            }
            return true;
        }
        extra += 4 + len;
        n -= 4 + len;
    }
    return false;
}

static bool read_record(struct zipin *in, u8 left, struct zip_record *r) {
    u1 rec[CENTRAL_BYTES];
    if (left < CENTRAL_BYTES || !zipin_read(in, r->at, rec, sizeof rec) ||
        !is_sig(rec, 1, 2)) {
        return false;
    }
    u4 name = le2(rec + 28);
    u4 n_extra = le2(rec + 30);
    r->compressed = le4(rec + 20);
    r->offset = le4(rec + 42);
    r->bytes = (u8)CENTRAL_BYTES + name + n_extra + le2(rec + 32);
    r->stamp = le4(rec + 12);
    if (r->bytes > left) {
        return false;
    }
    if (r->compressed != UINT32_MAX && r->offset != UINT32_MAX) {
        return true;
    }
    u1 extra[COMMENT_MAX];
    return zipin_read(in, r->at + CENTRAL_BYTES + name, extra, n_extra) &&
           read_extra64(extra, n_extra, rec, r);
}

bool zip_record_next(struct zipin *in, const struct zip_shape *s,
                     struct zip_record *r) {
    r->at = r->bytes ? r->at + r->bytes : s->directory;
    u8 left = s->directory + s->bytes - r->at;
    return left && read_record(in, left, r);
}

// Counts the entries, finds the first local header, and adds up the data:
// entries that share it would let a small archive become a huge one.
static bool walk(struct zipin *in, struct zip_shape *s, const struct place *at,
                 struct diag *d) {
    u8 room = s->directory - s->base;
    u8 first = room;
    struct zip_record r = {0};
    struct place here = *at;
    here.byte = s->directory;
    while (zip_record_next(in, s, &r)) {
        here.byte = r.at;
        if (r.offset > s->directory - s->base || r.compressed > room) {
            diag_report(d, ZIP_OVERLAP, &here);
            return false;
        }
        room -= r.compressed;
        first = r.offset < first ? r.offset : first;
        if (++s->n_entries > LIMIT_ZIP_ENTRIES) {
            diag_report(d, ZIP_MANY, &here, LIMIT_ZIP_ENTRIES);
            return false;
        }
    }
    if (r.at != s->directory + s->bytes) {
        here.byte = r.at;
        diag_report(d, ZIP_OPEN, &here, "malformed central directory");
        return false;
    }
    s->prefix = s->base + first;
    return true;
}

bool zip_shape(struct zipin *in, struct zip_shape *s, const struct place *at,
               struct diag *d) {
    struct directory dir;
    *s = (struct zip_shape){0};
    if (!find_end(in, &dir, &s->end)) {
        if (str_ends(at->file, STR(".java"))) {
            diag_report(d, ZIP_SOURCE, at);
        } else {
            diag_report(d, ZIP_TRUNCATED, at);
        }
        return false;
    }
    if (dir.n > dir.size / CENTRAL_BYTES) {
        diag_report(d, ZIP_COUNT, at, (unsigned long long)dir.n,
                    (unsigned long long)(dir.size / CENTRAL_BYTES));
        return false;
    }
    s->base = dir.at - dir.offset;
    s->directory = dir.at;
    s->bytes = dir.size;
    if (!walk(in, s, at, d)) {
        return false;
    }
    // Old writers count modulo 65536.
    if (dir.n != (dir.is64 ? s->n_entries : s->n_entries % 65536)) {
        diag_report(d, ZIP_COUNT, at, (unsigned long long)dir.n,
                    (unsigned long long)s->n_entries);
        return false;
    }
    return true;
}
