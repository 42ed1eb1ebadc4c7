// SPDX-License-Identifier: MIT
// makedata - the data files that the fuzzer of data files starts from, as far as
// they are in use, to standard output. The process id is always the same.
//
// usage: makedata sample | empty | merged

#include "tests/unit/sampledata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Behind it a merged file has the runs that its head counts.
static void add_runs(struct data *d) {
    uint64_t *run = d->words + d->label + SAMPLEDATA_LABELS;
    static const char command[16] = "java two words";
    for (uint32_t i = 0; i < 2; i++, run += DATA_RUN_HEAD + 2) {
        run[0] = (uint64_t)(DATA_RUN_HEAD + 2) << 32 | DATA_RUN;
        run[1] = 7 + i;
        run[2] = 100;
        run[3] = 200 * i;
        run[4] = (uint64_t)14 << 32 | DATA_CLEAN;
        run[5] = 1;
        run[6] = 55;
        memcpy(run + DATA_RUN_HEAD, command, sizeof command);
    }
    d->used = (uint64_t)(run - d->words);
    d->words[6] = (uint64_t)2 << 32;
    d->words[7] = 0;
    d->words[9] = d->used;
}

static bool make(const char *folder, bool sample, bool merged) {
    struct data d;
    struct data_spec spec = sampledata_spec(folder);
    char why[256];
    spec.start = 1;
    spec.command = merged ? NULL : spec.command;
    if (!data_create(&d, &spec, why, sizeof why)) {
        fprintf(stderr, "makedata: %s\n", why);
        return false;
    }
    d.words[6] = 1;
    if (merged) {
        add_runs(&d);
    }
    bool ok = !(sample || merged) || sampledata_fill(&d);
    if (sample) {
        data_set(&d, DATA_CLEAN);
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
