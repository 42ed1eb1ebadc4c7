// SPDX-License-Identifier: MIT
// fuzz_data.c - any bytes as a data file: refused with a reason and a place, or
// records until the end or until a fault with both; and the bytes of the records
// alone have the same. What checks it is repaired (repair.h).

#include "analysis/base/diag.h"
#include "analysis/base/mem.h"
#include "tests/fuzz/repair.h"
#include "tests/unit/lib/sampledata.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Those of all blocks, if there are some; and what all that is intact comes to.
static void look_at_sums(const struct data_file *f,
                         const struct data_iter *it) {
    struct data_fault fault;
    if (it->fault.what) {
        return;
    }
    bool summed = data_is_summed(it, &fault);
    if (summed && (fault.what || !it->sums || it->sums > it->at)) {
        BUG("summed without sums");
    }
    if (fault.what && fault.byte >= it->sums) {
        BUG("a block behind the sums");
    }
    if (data_sum(f).unsummed == (summed && !f->fault.what)) {
        BUG("summed once, and not again");
    }
}

static void look(const u1 *data, size_t size) {
    struct data_file f;
    struct data_fault fault = {0};
    struct data_iter it;
    struct sampledata_at last = {0}, again = {0};
    if (!data_open(&f, data, size, &fault)) {
        if (!fault.what || fault.byte > size) {
            BUG("refused without a reason or a place");
        }
        return;
    }
    uint32_t n = sampledata_read(&f, &it, NULL, 0);
    if (it.at < f.first || it.at > size || it.n_nodes > n ||
        (it.fault.what && it.fault.byte > size)) {
        BUG("beyond the end");
    }
    if (data_next(&it)) {
        BUG("goes on behind the end");
    }
    look_at_sums(&f, &it);
    sampledata_read(&f, &it, &last, 1);
    if (!data_open(&f, data, it.at, &fault)) {
        BUG("refused without its end: %s", fault.what);
    }
    if (sampledata_read(&f, &it, &again, 1) != n || last.end != again.end ||
        last.sum != again.sum) {
        BUG("other records without its end");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    u1 *copy = MEM_ARRAY(u1, size ? size : 1);
    if (size) {
        memcpy(copy, data, size);
    }
    repair_data(copy, size, NULL, 0);
    look(copy, size);
    mem_free(copy);
    return 0;
}
