// SPDX-License-Identifier: MIT
// Entry times that are no dates, carried past libzip.
#include "rewriter/jar/stamps.h"

#include "analysis/base/file.h"
#include "analysis/base/mem.h"
#include "analysis/zip/zipin.h"
#include "analysis/zip/zipshape.h"

#include <unistd.h>

// Marks an entry that is left out; as a stamp it would be of month 15.
#define DROPPED 0xFFFFFFFFu

enum { CENTRAL_STAMP = 12, LOCAL_STAMP = 10 };

static unsigned days_in(unsigned year, unsigned month) {
    static const u1 days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    // From 1980 to 2107 only 2100 is no leap year among the fourth ones.
    bool leap = year % 4 == 0 && year != 2100;
    return days[month - 1] + (month == 2 && leap ? 1u : 0u);
}

static bool is_date(u4 stamp) {
    unsigned year = 1980 + (stamp >> 25);
    unsigned month = stamp >> 21 & 15;
    unsigned day = stamp >> 16 & 31;
    return month >= 1 && month <= 12 && day >= 1 &&
           day <= days_in(year, month) && (stamp >> 11 & 31) < 24 &&
           (stamp >> 5 & 63) < 60 && (stamp & 31) < 30;
}

void stamps_read(struct stamps *s, struct zipr *zip) {
    struct zip_record r = {0};
    bool odd = false;
    *s = (struct stamps){0};
    while (zip_record_next(&zip->in, &zip->shape, &r) && !odd) {
        odd = !is_date(r.stamp);
    }
    if (!odd) {
        return;
    }
    s->stamp = MEM_ARRAY(u4, (size_t)zip->shape.n_entries);
    r = (struct zip_record){0};
    while (s->n < zip->shape.n_entries &&
           zip_record_next(&zip->in, &zip->shape, &r)) {
        s->stamp[s->n++] = r.stamp;
    }
}

void stamps_release(struct stamps *s) {
    mem_free(s->stamp);
}

void stamps_drop(struct stamps *s, size_t i) {
    if (i < s->n) {
        s->stamp[i] = DROPPED;
    }
}

static bool put(int fd, struct emit *mem, u8 at, u4 stamp) {
    const u1 bytes[4] = {(u1)stamp, (u1)(stamp >> 8), (u1)(stamp >> 16),
                         (u1)(stamp >> 24)};
    if (fd >= 0) {
        return file_write_all(fd, bytes, sizeof bytes, at);
    }
    memcpy(mem->p + at, bytes, sizeof bytes);
    return true;
}

static bool write_all(const struct stamps *s, struct zipin *in, int fd,
                      struct emit *mem) {
    struct place at = {.byte = NO_BYTE};
    struct zip_shape shape;
    struct zip_record r = {0};
    struct diag unheard;
    diag_init(&unheard, DIAG_ERROR, false);
    bool ok = zip_shape(in, &shape, &at, &unheard);
    diag_release(&unheard);
    for (size_t i = 0; ok && i < s->n; i++) {
        if (s->stamp[i] != DROPPED) {
            ok = zip_record_next(in, &shape, &r) &&
                 put(fd, mem, r.at + CENTRAL_STAMP, s->stamp[i]) &&
                 put(fd, mem, shape.base + r.offset + LOCAL_STAMP, s->stamp[i]);
        }
    }
    return ok;
}

bool stamps_write(const struct stamps *s, int fd, struct emit *mem) {
    struct zipin in;
    int own = -1;
    if (s->n == 0) {
        return true;
    }
    if (fd < 0) {
        zipin_open_mem(&in, (struct bytes){mem->p, mem->n});
    } else if ((own = dup(fd)) < 0 || !zipin_open_fd(&in, own)) {
        return false;
    }
    bool ok = write_all(s, &in, fd, mem);
    zipin_close(&in);
    return ok;
}
