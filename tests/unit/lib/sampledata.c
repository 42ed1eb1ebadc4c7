// SPDX-License-Identifier: MIT
#include "tests/unit/lib/sampledata.h"

#include <string.h>

struct data_spec sampledata_spec(const char *base) {
    static const unsigned char identity[32] = "an identity has 32 bytes: these";
    return (struct data_spec){
        .base = base,
        .identity = identity,
        .n_labels = SAMPLEDATA_LABELS,
        .command = "java -jar sample.jar 'two words'",
    };
}

static bool add_nodes(struct data *d) {
    static const struct data_node node[] = {
        {.parent = 0, .label = 1, .level = 0, .n_slots = 3},
        {.parent = 1, .label = 2, .level = 0, .n_slots = 0},
        {.parent = 0, .label = 1000, .level = 15, .n_slots = 40},
        {.parent = 3, .label = 11, .level = 15, .n_slots = 1},
    };
    for (size_t i = 0; i < sizeof node / sizeof *node; i++) {
        uint64_t c = data_add_node(d, &node[i]);
        if (c == 0) {
            return false;
        }
        for (uint32_t s = 0; s <= node[i].n_slots; s += 2) {
            for (uint32_t k = 0; k <= s; k++) {
                data_count(d, c + s);
            }
        }
    }
    return true;
}

static bool add_notes(struct data *d) {
    static const struct {
        enum data_kind kind;
        uint32_t a, b;
        const char *text;
    } note[] = {
        {DATA_STEP, 1, 4, ""},
        {DATA_RECEIVER, 7, 1, "com/acme/New"},
        {DATA_RECEIVER, 7, 0, "com/acme/Other$1"},
        {DATA_ENTRY, 3, 2, ""},
        {DATA_CHAIN, 2, 5, "com/acme/A.step:(I)V"},
        {DATA_HANDLER, 9, 0, ""},
        {DATA_INIT, 4, 0, ""},
        {DATA_FINALIZER, 5, 0, ""},
        {DATA_THREAD, 0, 0, "a name\\of\nthree \xc3\xa4 words"},
        {DATA_JVM, 0, 0, "17+35 A VM (Someone)"},
        {DATA_UNRECORDED, DATA_BY_MEMORY, 0, ""},
        {DATA_SLOW, DATA_ON_BEFORE, 0, ""},
    };
    for (uint32_t i = 0; i < sizeof note / sizeof *note; i++) {
        struct data_note n = {
            .a = note[i].a,
            .b = note[i].b,
            .count = i,
            .text = note[i].text,
            .n = (uint32_t)strlen(note[i].text),
        };
        uint64_t c = data_add(d, note[i].kind, &n);
        if (c == 0) {
            return false;
        }
        data_count_exactly(d, c);
    }
    return true;
}

bool sampledata_fill(struct data *d) {
    data_count(d, data_label(d, 0));
    data_count(d, data_label(d, 5));
    data_count(d, data_label(d, 5));
    data_count(d, data_label(d, SAMPLEDATA_LABELS - 1));
    return add_nodes(d) && add_notes(d);
}

static uint64_t more(uint64_t sum, const void *p, size_t n) {
    const unsigned char *b = p;
    for (size_t i = 0; i < n; i++) {
        sum = (sum ^ b[i]) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static uint64_t more_of(uint64_t sum, const struct data_iter *it) {
    sum = more(sum, &it->kind, sizeof it->kind);
    if (it->kind == DATA_RUN) {
        const uint64_t word[] = {it->run.id,  it->run.start,  it->run.end,
                                 0,           it->run.flags,  it->run.n_command,
                                 it->run.sum, it->run.threads};
        sum = more(sum, word, sizeof word);
        return more(sum, it->run.command, it->run.n_command);
    }
    if (it->kind == DATA_NODE) {
        sum = more(sum, &it->node, sizeof it->node);
        return more(sum, it->counter,
                    ((size_t)it->node.n_slots + 1) * sizeof *it->counter);
    }
    const uint32_t word[] = {it->note.a, it->note.b, it->note.n,
                             it->note.n_whole};
    sum = more(sum, word, sizeof word);
    sum = more(sum, &it->note.count, sizeof it->note.count);
    return more(sum, it->note.text, it->note.n);
}

uint32_t sampledata_read(const struct data_file *f, struct data_iter *it,
                         struct sampledata_at *at, uint32_t n) {
    uint32_t i = 0;
    uint64_t sum = more(0, f->identity, 32);
    sum = more(sum, f->command, f->n_command);
    sum = more(sum, f->label, f->n_labels * sizeof *f->label);
    for (*it = data_each(f); data_next(it); i++) {
        sum = more_of(sum, it);
        if (at && i < n) {
            at[i] = (struct sampledata_at){it->at, sum};
        }
    }
    return i;
}
