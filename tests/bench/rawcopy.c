// SPDX-License-Identifier: MIT
// rawcopy IN OUT: libzip copies every entry as it is packed, without recompressing.
//
// The yardstick for a jar without component classes.

#include <stdio.h>
#include <stdlib.h>
#include <zip.h>

static void die(const char *what, zip_t *zip) {
    fprintf(stderr, "rawcopy: %s: %s\n", what,
            zip == NULL ? "failed" : zip_strerror(zip));
    exit(2);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: rawcopy IN OUT\n", stderr);
        return 2;
    }
    int error;
    zip_t *in = zip_open(argv[1], ZIP_RDONLY, &error);
    if (in == NULL) {
        die(argv[1], NULL);
    }
    zip_t *out = zip_open(argv[2], ZIP_CREATE | ZIP_TRUNCATE, &error);
    if (out == NULL) {
        die(argv[2], NULL);
    }
    zip_int64_t n = zip_get_num_entries(in, 0);
    for (zip_int64_t i = 0; i < n; i++) {
        zip_uint64_t k = (zip_uint64_t)i;
        const char *name = zip_get_name(in, k, ZIP_FL_ENC_RAW);
        zip_source_t *source =
            zip_source_zip(out, in, k, ZIP_FL_COMPRESSED, 0, -1);
        if (name == NULL || source == NULL) {
            die(argv[1], in);
        }
        if (zip_file_add(out, name, source, ZIP_FL_ENC_GUESS) < 0) {
            die(name, out);
        }
    }
    if (zip_close(out) != 0) {
        die(argv[2], out);
    }
    zip_discard(in);
    return 0;
}
