// SPDX-License-Identifier: MIT
// repair.c - plans and data files with all that checks them made right again.
#include "tests/fuzz/repair.h"

#include "rewriter/plan/planout.h"
#include "rt-native/data.h"

#include <string.h>

enum { IDENTITY = 32, DATA_IDENTITY = 16, WORD = sizeof(u8) };

static bool is_left(u1 byte, enum repair_part part) {
    return byte >> 4 == REPAIR_ALL || byte >> 4 == (u1)part;
}

// ---- plans -----------------------------------------------------------------

void repair_plan_sum(u1 *p, size_t n) {
    if (n >= PLAN_HEAD && !is_left(p[PLAN_SUM], REPAIR_SUM)) {
        u8 sum = plan_sum(p, n);
        memcpy(p + PLAN_SUM, &sum, sizeof sum);
    }
}

void repair_plan(u1 *p, size_t n) {
    u8 sum;
    if (n < PLAN_HEAD) {
        return;
    }
    memcpy(&sum, p + PLAN_SUM, sizeof sum);
    if (!is_left(p[PLAN_SUM], REPAIR_IDENTITY)) {
        planout_identify(p, n);
    }
    memcpy(p + PLAN_SUM, &sum, sizeof sum);
    repair_plan_sum(p, n);
}

// ---- data files --------------------------------------------------------------

// A data file of n double words.
struct repairing {
    u8 *w;
    u8 n;
    u8 label, first;  // where these begin, if there is so much
};

static void repair_flags(struct repairing *f) {
    u8 low = f->w[DATA_AT_FLAGS] >> 32 & 0x55555555;
    f->w[DATA_AT_FLAGS] = (low | low << 1) << 32 | (u4)f->w[DATA_AT_FLAGS];
}

static void repair_head(struct repairing *f) {
    if (f->label <= f->n) {
        f->w[DATA_AT_CHECK] = data_check(f->w);
    }
}

// The double words of the record at that one; 0: none, or of a length that cannot be.
static u8 record_at(const struct repairing *f, u8 at) {
    enum { SHORTEST_NOTE = 3, SHORTEST_NODE = 4 };
    u8 n = at < f->n ? data_words(f->w[at]) : 0;
    u1 kind = n ? (u1)f->w[at] : DATA_NONE;
    u8 least = kind == DATA_NODE                       ? SHORTEST_NODE
               : kind == DATA_RUN || kind == DATA_SUMS ? 1
                                                       : SHORTEST_NOTE;
    return kind != DATA_NONE && n >= least && n <= f->n - at ? n : 0;
}

static void repair_records(struct repairing *f) {
    u8 n;
    for (u8 at = f->first; (n = record_at(f, at)) > 0; at += n) {
        u8 *w = f->w + at;
        w[0] = data_first((enum data_kind)(u1)w[0], n, w);
    }
}

static void repair_blocks(const struct repairing *f, u8 *sum, u8 n) {
    enum { N = DATA_BLOCK / WORD };
    for (u8 at = 0; at < n; at += N) {
        u8 left = n - at;
        *sum++ = data_block_sum(f->w + at, left < N ? left : N, at == 0);
    }
}

// They are a record themselves, behind all others.
static void repair_sums(struct repairing *f) {
    u8 n;
    for (u8 at = f->first; (n = record_at(f, at)) > 0; at += n) {
        u8 *w = f->w + at;
        if ((u1)w[0] == DATA_SUMS && n - 1 == data_blocks(at)) {
            repair_blocks(f, w + 1, at);
            w[0] = data_first(DATA_SUMS, n, w);
        }
    }
}

static void repair_words(struct repairing *f) {
    static const struct {
        enum repair_part part;
        void (*repair)(struct repairing *f);
    } row[] = {
        {REPAIR_FLAGS, repair_flags},
        {REPAIR_HEAD, repair_head},
        {REPAIR_RECORDS, repair_records},
        {REPAIR_SUMS, repair_sums},
    };
    u1 byte = (u1)f->w[DATA_AT_CHECK];
    u8 sizes = f->w[DATA_AT_SIZES];
    f->label = (DATA_HEAD + (sizes >> 32) + WORD - 1) / WORD;
    f->first = f->label + (u4)sizes;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        if (!is_left(byte, row[i].part)) {
            row[i].repair(f);
        }
    }
}

void repair_data(u1 *p, size_t n, const u1 *plan, size_t plan_n) {
    struct repairing f = {.w = (u8 *)(void *)p, .n = n / WORD};
    bool summed = n >= DATA_HEAD && (u4)f.w[DATA_AT_FLAGS] == DATA_VERSION;
    bool left = summed && is_left((u1)f.w[DATA_AT_CHECK], REPAIR_IDENTITY);
    if (plan && plan_n >= PLAN_IDENTITY + IDENTITY &&
        n >= DATA_IDENTITY + IDENTITY && !left) {
        memcpy(p + DATA_IDENTITY, plan + PLAN_IDENTITY, IDENTITY);
    }
    if (summed) {
        repair_words(&f);
    }
}
