// SPDX-License-Identifier: MIT
// makereport - what the fuzzer of reports starts from, to standard output: two plans
// with rows in every table, and runs of them.
//
// usage: makereport OPTIONS
//
// OPTIONS are four numbers of fuzz_report.c with commas between them. Behind them come the
// sample plan, two data files of it, a plan that differs from it, a data file of that.

#include "analysis/base/diag.h"
#include "analysis/base/limits.h"
#include "tests/unit/lib/draftdata.h"
#include "tests/unit/lib/sampleplan.h"

#include <stdlib.h>

enum { N_OPTIONS = 4 };

static void put_file(struct emit *to, const void *p, size_t n) {
    emit_u1(to, (u4)(n >> 16) & 255);
    emit_u2(to, (u4)n & 65535);
    emit_bytes(to, p, n);
}

// A call has moved, and a name has all that no format may take for its own.
static void make_other(struct planout *o) {
    enum { SITE = 2, RECEIVER = 3 };
    static const char odd[] =
        "odd/\xC3\x84</script><b>&\"q'\xED\xA0\xBD\xED\xB8\x80"
        "\xC2\x9B\xD8\x9C\xE2\x80\xA8\xE2\x80\xAE";
    o->site.v[SITE].pc += 2;
    o->receiver.v[RECEIVER].name = planout_string(o, str_of(odd));
    planout_option(o, "an \"option\"", str_of(odd));
}

static void make_plan(struct emit *to, struct plan *p, bool other) {
    struct planout o;
    struct plan_fault fault;
    planout_init(&o);
    sampleplan_fill(&o);
    if (other) {
        make_other(&o);
    }
    emit_init(to, LIMIT_PLAN_BYTES);
    if (!planout_write(&o, to) || !plan_open(p, to->p, to->n, &fault)) {
        BUG("no plan");
    }
    planout_release(&o);
}

// The last one begins later than a number of a script can tell exactly.
static void put_run(struct emit *to, const struct plan *p, u4 id) {
    struct draft draft;
    u8 seed = id, late = id == 3 ? (u8)1 << 60 : 0;
    draft_init(&draft, p,
               &(struct draft_run){.id = id,
                                   .start = 100 + late,
                                   .end = 200 + late,
                                   .flags = DATA_CLEAN,
                                   .command = "java -jar a.jar"});
    draft_random(&draft, 30, &seed);
    draft_sums(&draft);
    put_file(to, draft.w.v, draft.w.n * sizeof *draft.w.v);
    draft_release(&draft);
}

static void put_sample(struct emit *to) {
    struct emit bytes[2];
    struct plan plan[2];
    u4 id = 1;
    for (u4 i = 0; i < 2; i++) {
        make_plan(&bytes[i], &plan[i], i > 0);
        put_file(to, bytes[i].p, bytes[i].n);
        for (u4 run = 0; run < 2 - i; run++) {
            put_run(to, &plan[i], id++);
        }
        emit_release(&bytes[i]);
    }
}

int main(int argc, char **argv) {
    struct emit out;
    char none[] = "", *p = argc > 1 ? argv[1] : none;
    bool ok = argc == 2;
    emit_init(&out, LIMIT_DATA_BYTES);
    for (u4 i = 0; i < N_OPTIONS; i++) {
        emit_u1(&out, (u4)strtoul(p, &p, 10));
        ok = ok && *p == (i + 1 < N_OPTIONS ? ',' : '\0');
        p += *p == ',';
    }
    if (!ok) {
        fprintf(stderr, "usage: makereport N,N,N,N\n");
        return 2;
    }
    put_sample(&out);
    ok = fwrite(out.p, 1, out.n, stdout) == out.n && fflush(stdout) == 0;
    emit_release(&out);
    return !ok;
}
