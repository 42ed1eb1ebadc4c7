// SPDX-License-Identifier: MIT
// fuzz_data.c - any bytes as a data file: refused with a reason and a place, or
// records until the end or until a fault with both; and the bytes of the records
// alone have the same.

#include "analysis/base/diag.h"
#include "tests/unit/sampledata.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct data_file f;
    struct data_fault fault = {0};
    struct data_iter it;
    struct sampledata_at last = {0}, again = {0};
    if (!data_open(&f, data, size, &fault)) {
        if (!fault.what || fault.byte > size) {
            BUG("refused without a reason or a place");
        }
        return 0;
    }
    uint32_t n = sampledata_read(&f, &it, NULL, 0);
    if (it.at < f.first || it.at > size || it.n_nodes > n ||
        (it.fault.what && it.fault.byte > size)) {
        BUG("beyond the end");
    }
    if (data_next(&it)) {
        BUG("goes on behind the end");
    }
    sampledata_read(&f, &it, &last, 1);
    if (!data_open(&f, data, it.at, &fault)) {
        BUG("refused without its end: %s", fault.what);
    }
    if (sampledata_read(&f, &it, &again, 1) != n || last.end != again.end ||
        last.sum != again.sum) {
        BUG("other records without its end");
    }
    return 0;
}
