// SPDX-License-Identifier: MIT
// What a thread does with one entry: unpack, transform, pack.
#include "rewriter/jar/jar_priv.h"

#include "analysis/base/limits.h"
#include "analysis/base/par.h"
#include "analysis/zip/inflate.h"
#include "rewriter/jar/crew.h"
#include "rewriter/jar/deflate.h"

// Buffers above this are given back when their entry is done, so that a few
// large entries don't enlarge every job for good.
enum { KEEP_BYTES = 32 << 10 };

void job_init(struct job *j, const struct jar_run_info *info,
              const struct diag *like) {
    *j = (struct job){.par = {.run = job_run}, .info = info};
    emit_init(&j->raw, SIZE_MAX / 2);
    emit_init(&j->out, SIZE_MAX / 2);
    diag_init_part(&j->diag, like);
}

void job_release(struct job *j) {
    emit_release(&j->raw);
    emit_release(&j->out);
    diag_release(&j->diag);
}

static void buffer_reset(struct emit *e) {
    if (e->cap > KEEP_BYTES) {
        emit_release(e);
        emit_init(e, SIZE_MAX / 2);
    }
    emit_reset(e);
}

void job_reset(struct job *j) {
    buffer_reset(&j->raw);
    buffer_reset(&j->out);
    j->unreadable = false;
    j->result = JAR_SAME;
    j->counts = (struct jar_counts){0};
}

void entry_pack(struct worker *w, const struct zipr_entry *e,
                struct bytes content, struct emit *out,
                struct zipr_entry *now) {
    *now = *e;
    now->size = content.n;
    now->crc = crc_of(content);
    if (e->method == 8) {
        deflate_bytes(w->deflater, content, out);
    } else {
        emit_reset(out);
        emit_bytes(out, content.p, content.n);
    }
    now->compressed = out->n;
}

static enum jar_result run_class(struct job *j, struct worker *w,
                                 struct place *at) {
    const struct jar_rules *rules = j->info->rules;
    struct bytes class_file;
    struct unpack u = {{j->raw.p, j->raw.n}, &w->plain, &class_file};
    j->counts.n_classes = 1;
    if (!inflate_entry(w->inflater, &j->entry, &u, at, &j->diag)) {
        return JAR_REFUSED;
    }
    emit_reset(&w->edited);
    enum jar_result r =
        rules->transform(w->context, at, class_file, &w->edited, &j->diag);
    if (r == JAR_CHANGED) {
        struct bytes edited = {w->edited.p, w->edited.n};
        entry_pack(w, &j->entry, edited, &j->out, &j->now);
    }
    return r;
}

static bool is_archive(struct bytes b) {
    return b.n >= 4 && memcmp(b.p, "PK\3\4", 4) == 0;
}

// mem: the archive's content. What it becomes goes to j->out.
static enum jar_result rewrite(struct job *j, struct worker *w,
                               const struct place *at, struct bytes mem) {
    struct zipw out;
    struct nested n = {.rules = j->info->rules,
                       .at = *at,
                       .depth = j->info->depth + 1,
                       .room = j->nested_room};
    enum jar_result r =
        jar_rewrite_nested(w, &n, mem, &out, &j->counts, &j->diag);
    if (r == JAR_CHANGED) {
        j->counts.n_archives++;
        struct bytes now = {out.mem.p, out.mem.n};
        entry_pack(w, &j->entry, now, &j->out, &j->now);
    }
    zipw_release(&out);
    return r;
}

static enum jar_result run_nested(struct job *j, struct worker *w,
                                  struct place *at) {
    struct emit buf;
    struct bytes mem;
    struct unpack u = {{j->raw.p, j->raw.n}, &buf, &mem};
    enum jar_result r = JAR_SAME;
    emit_init(&buf, SIZE_MAX / 2);
    if (inflate_entry(w->inflater, &j->entry, &u, at, &j->diag) &&
        is_archive(mem)) {
        if (j->info->depth + 1 > LIMIT_NESTED_DEPTH) {
            diag_report(&j->diag, NESTED_DEPTH, at, LIMIT_NESTED_DEPTH);
        } else {
            r = rewrite(j, w, at, mem);
        }
    }
    emit_release(&buf);
    return r;
}

void job_run(struct par_job *p, void *worker) {
    struct job *j = (struct job *)p;
    if (j->unreadable) {
        return;
    }
    struct place at = j->info->at;
    struct emit label;
    emit_init(&label, SIZE_MAX / 2);
    if (at.entry.n) {
        emit_bytes(&label, at.entry.p, at.entry.n);
        emit_bytes(&label, "!", 1);
        emit_bytes(&label, j->entry.name.p, j->entry.name.n);
        at.entry = (struct str){(const char *)label.p, label.n};
    } else {
        at.entry = j->entry.name;
    }
    if (j->fate == FATE_CLASS) {
        j->result = run_class(j, worker, &at);
        j->counts.n_changed = j->result == JAR_CHANGED;
        j->counts.n_refused = j->result == JAR_REFUSED;
    } else {
        j->result = run_nested(j, worker, &at);
    }
    emit_release(&label);
}
