// SPDX-License-Identifier: MIT
// makeplan - the plans that the fuzzer of plans starts from, to standard output.
//
// usage: makeplan sample | empty

#include "analysis/base/diag.h"
#include "tests/unit/lib/sampleplan.h"

int main(int argc, char **argv) {
    struct planout o;
    struct emit file;
    bool sample = argc == 2 && strcmp(argv[1], "sample") == 0;
    if (!sample && (argc != 2 || strcmp(argv[1], "empty") != 0)) {
        fprintf(stderr, "usage: makeplan sample | empty\n");
        return 2;
    }
    planout_init(&o);
    emit_init(&file, 1 << 20);
    if (sample) {
        sampleplan_fill(&o);
    }
    bool ok = planout_write(&o, &file) &&
              fwrite(file.p, 1, file.n, stdout) == file.n &&
              fflush(stdout) == 0;
    planout_release(&o);
    emit_release(&file);
    return !ok;
}
