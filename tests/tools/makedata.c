// SPDX-License-Identifier: MIT
// makedata - the data files that the fuzzer of data files starts from, as far as
// they are in use, to standard output. The process id is always the same.
//
// usage: makedata sample | empty

#include "tests/unit/sampledata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool make(const char *folder, bool sample) {
    struct data d;
    struct data_spec spec = sampledata_spec(folder);
    char why[256];
    spec.start = 1;
    if (!data_create(&d, &spec, why, sizeof why)) {
        fprintf(stderr, "makedata: %s\n", why);
        return false;
    }
    bool ok = !sample || sampledata_fill(&d);
    if (sample) {
        data_set(&d, DATA_CLEAN);
    }
    d.words[6] = 1;
    ok = ok && fwrite(d.words, sizeof *d.words, d.used, stdout) == d.used &&
         fflush(stdout) == 0;
    unlink(d.path);
    data_release(&d);
    return ok;
}

int main(int argc, char **argv) {
    bool sample = argc == 2 && strcmp(argv[1], "sample") == 0;
    if (!sample && (argc != 2 || strcmp(argv[1], "empty") != 0)) {
        fprintf(stderr, "usage: makedata sample | empty\n");
        return 2;
    }
    char folder[] = "/tmp/ccinstr-data.XXXXXX";
    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    bool ok = make(folder, sample);
    rmdir(folder);
    return !ok;
}
