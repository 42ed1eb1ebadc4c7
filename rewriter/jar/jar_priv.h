// SPDX-License-Identifier: MIT
// One archive being rewritten, and the jobs that its entries become.
#ifndef CCINSTR_REWRITER_JAR_JAR_PRIV_H
#define CCINSTR_REWRITER_JAR_JAR_PRIV_H

#include "analysis/zip/zipread.h"
#include "rewriter/jar/jar.h"
#include "rewriter/jar/zipwrite.h"

// How an entry gets into the output.
enum fate {
    FATE_COPY,       // compressed bytes as they are
    FATE_CLASS,      // transformed
    FATE_MODULE,     // module-info: as its classes
    FATE_NESTED,     // rewritten, if it is an archive
    FATE_DUPLICATE,  // left out: a later one has its name
    FATE_SIGNATURE   // left out, if anything changes
};

// Facts that all jobs of one archive share; constant while they run.
struct jar_run_info {
    const struct jar_rules *rules;
    struct place at;  // the file; and the entry, if this archive is one
    struct jar_layout layout;
    unsigned depth;  // 0: not nested
};

// One entry to be worked on.
struct job {
    struct par_job par;  // first: par.h hands this back
    const struct jar_run_info *info;
    struct zipr_entry entry;
    enum fate fate;
    bool unreadable;        // raw is not there
    u8 own_room;            // where nested_room points at the first level
    u8 *nested_room;        // what archives inside this one may inflate to
    struct emit raw;        // its compressed bytes in the input
    struct emit out;        // its compressed bytes in the output, if it changed
    struct zipr_entry now;  // size, compressed, crc of `out`
    enum jar_result result;
    struct jar_counts counts;
    struct diag diag;
};

void job_init(struct job *j, const struct jar_run_info *info,
              const struct diag *like);
void job_release(struct job *j);
// Makes the job ready for the next entry; keeps small buffers.
void job_reset(struct job *j);
// worker: struct worker.
void job_run(struct par_job *p, void *worker);

// Compresses content into out as e is compressed (or stores it), and describes it in *now.
void entry_pack(struct worker *w, const struct zipr_entry *e,
                struct bytes content, struct emit *out, struct zipr_entry *now);

// The archive `mem`, in the calling thread; the new one is in out->mem if the
// result is JAR_CHANGED.
struct nested {
    const struct jar_rules *rules;
    struct place at;  // the archive as an entry
    unsigned depth;
    u8 *room;  // what archives inside, at any level, may still inflate to
};
enum jar_result jar_rewrite_nested(struct worker *w, const struct nested *n,
                                   struct bytes mem, struct zipw *out,
                                   struct jar_counts *counts, struct diag *d);

#endif
