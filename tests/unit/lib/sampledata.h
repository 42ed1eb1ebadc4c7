// SPDX-License-Identifier: MIT
// Records of every kind, for tests and as the seed of the fuzzer of data files; and
// a reader that touches all that it is given.
#ifndef CCINSTR_TESTS_UNIT_LIB_SAMPLEDATA_H
#define CCINSTR_TESTS_UNIT_LIB_SAMPLEDATA_H

#include "rt-native/data.h"

enum { SAMPLEDATA_LABELS = 12, SAMPLEDATA_RECORDS = 16 };

// Its identity, command line and labels.
struct data_spec sampledata_spec(const char *base);
// Its records and counts. False if there was no room.
bool sampledata_fill(struct data *d);

// What was read up to a record, and that too: what is the same reads the same.
struct sampledata_at {
    uint64_t end;  // of the record: a byte offset
    uint64_t sum;
};
// Reads all of an open file. The first n records are told of, if `at` is not NULL.
// Returns how many there are; *it is as it was at the end.
uint32_t sampledata_read(const struct data_file *f, struct data_iter *it,
                         struct sampledata_at *at, uint32_t n);

#endif
