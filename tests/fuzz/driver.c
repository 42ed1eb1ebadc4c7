// SPDX-License-Identifier: MIT
// driver.c - main for a fuzz program where the compiler brings none.
//
// Runs the one function that libFuzzer would call, on each file named, or on
// standard input: that is how AFL++ feeds a program, and how a crash is looked
// at again with any compiler.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_BYTES = 16 << 20 };

static int run_one(FILE *in, const char *name, uint8_t *room) {
    size_t n = fread(room, 1, INPUT_BYTES, in);
    if (ferror(in)) {
        perror(name);
        return 1;
    }
    // A copy of exactly its size, so that AddressSanitizer sees a read past it.
    uint8_t *exact = malloc(n ? n : 1);
    if (!exact) {
        perror(name);
        return 1;
    }
    for (size_t i = 0; i < n; i++) {
        exact[i] = room[i];
    }
    LLVMFuzzerTestOneInput(exact, n);
    free(exact);
    return 0;
}

int main(int argc, char **argv) {
    uint8_t *room = malloc(INPUT_BYTES);
    if (!room) {
        perror("driver");
        return 1;
    }
    int status = argc < 2 ? run_one(stdin, "standard input", room) : 0;
    for (int i = 1; i < argc; i++) {
        FILE *in = fopen(argv[i], "rb");
        if (!in) {
            perror(argv[i]);
            status = 1;
            continue;
        }
        status |= run_one(in, argv[i], room);
        fclose(in);
    }
    free(room);
    return status;
}
