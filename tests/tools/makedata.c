// SPDX-License-Identifier: MIT
// makedata - the data files that the fuzzer of data files starts from, as far as
// they are in use, to standard output. The identity of the run is always the same.
//
// usage: makedata sample | empty | merged

#include "tests/unit/lib/sampledata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Behind it a merged file has the runs that its head counts.
static void add_runs(struct data *d) {
    uint64_t *run = d->words + d->label + SAMPLEDATA_LABELS;
    static const char command[16] = "java two words";
    for (uint32_t i = 0; i < 2; i++, run += DATA_RUN_HEAD + 2) {
        run[1] = 7 + i;
        run[2] = 100;
        run[3] = 200 * i;
        run[4] = (uint64_t)14 << 32 | DATA_CLEAN;
        run[5] = 1;
        run[6] = 55;
        memcpy(run + DATA_RUN_HEAD, command, sizeof command);
        run[0] = data_first(DATA_RUN, DATA_RUN_HEAD + 2, run);
    }
    d->used = (uint64_t)(run - d->words);
    d->words[DATA_AT_RUN] = 0;
    d->words[DATA_AT_START] = 0;
    d->words[DATA_AT_RUNS] = 2;
    d->words[DATA_AT_CHECK] = data_check(d->words);
    d->words[DATA_AT_USED] = d->used;
}

// The end, at a time that is always the same.
static void add_sums(struct data *d) {
    enum { N = DATA_BLOCK / 8 };
    uint64_t *sums = d->words + d->used, n = data_blocks(d->used);
    d->words[DATA_AT_END] = 2;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t left = d->used - i * N;
        sums[1 + i] =
            data_block_sum(d->words + i * N, left < N ? left : N, i == 0);
    }
    sums[0] = data_first(DATA_SUMS, n + 1, sums);
    d->used += n + 1;
    d->words[DATA_AT_USED] = d->used;
    data_set(d, DATA_CLEAN);
}

static bool make(const char *folder, bool sample, bool merged) {
    struct data d;
    struct data_spec spec = sampledata_spec(folder);
    char why[256];
    spec.start = 1;
    spec.id = 1;
    spec.command = merged ? NULL : spec.command;
    if (!data_create(&d, &spec, why, sizeof why)) {
        fprintf(stderr, "makedata: %s\n", why);
        return false;
    }
    if (merged) {
        add_runs(&d);
    }
    bool ok = !(sample || merged) || sampledata_fill(&d);
    if (sample) {
        add_sums(&d);
    }
    ok = ok && fwrite(d.words, sizeof *d.words, d.used, stdout) == d.used &&
         fflush(stdout) == 0;
    unlink(d.path);
    data_release(&d);
    return ok;
}

int main(int argc, char **argv) {
    bool sample = argc == 2 && strcmp(argv[1], "sample") == 0;
    bool merged = argc == 2 && strcmp(argv[1], "merged") == 0;
    if (!sample && !merged && (argc != 2 || strcmp(argv[1], "empty") != 0)) {
        fprintf(stderr, "usage: makedata sample | empty | merged\n");
        return 2;
    }
    char folder[] = "/tmp/ccinstr-data.XXXXXX";
    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    bool ok = make(folder, sample, merged);
    rmdir(folder);
    return !ok;
}
