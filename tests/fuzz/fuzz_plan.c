// SPDX-License-Identifier: MIT
// fuzz_plan.c - any bytes as a plan: refused with a reason and a place, or all
// that readers do without looking can be done. The sum is repaired (repair.h).

#include "analysis/base/diag.h"
#include "analysis/base/mem.h"
#include "rewriter/plan/plantext.h"
#include "tests/fuzz/repair.h"
#include "tests/unit/lib/sampleplan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The text form, counted.
static ssize_t count(void *lines, const char *text, size_t n) {
    for (size_t i = 0; i < n; i++) {
        *(u8 *)lines += text[i] == '\n';
    }
    return (ssize_t)n;
}

static void show(const struct plan *p) {
    u8 lines = 0, rows = 1;
    for (u4 t = PLAN_STRING + 1; t < PLAN_TEXT; t++) {
        rows += p->n[t] - 1;
    }
    FILE *out =
        fopencookie(&lines, "w", (cookie_io_functions_t){.write = count});
    if (!out) {
        BUG("no stream");
    }
    plantext_write(p, out);
    fclose(out);
    if (lines != rows) {
        BUG("%u lines for %u rows", (unsigned)lines, (unsigned)rows);
    }
}

static void look(const u1 *data, size_t size) {
    struct plan p;
    struct plan_fault fault = {0};
    u8 sum;
    if (plan_open(&p, data, size, &fault)) {
        const char *bad = sampleplan_read(&p, &sum);
        if (bad) {
            BUG("opened: %s", bad);
        }
        show(&p);
    } else if (!fault.what || fault.byte > size ||
               !fault.table != !fault.field) {
        BUG("refused without a reason or a place");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    u1 *copy = MEM_ARRAY(u1, size ? size : 1);
    if (size) {
        memcpy(copy, data, size);
    }
    repair_plan_sum(copy, size);
    look(copy, size);
    mem_free(copy);
    return 0;
}
