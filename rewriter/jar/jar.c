// SPDX-License-Identifier: MIT
// Archives in, archives out: classes transformed, everything else as it was.
//
// At first nothing is written: until a result says that an entry changes, the
// archive may end up as a plain copy, signatures and all. From the first
// change on, libzip writes: it walks the entries in order, copies those that
// are not replaced, and asks the source of each replaced one for its bytes,
// whereupon the window moves.
#include "rewriter/jar/jar.h"

#include "analysis/base/folder.h"
#include "analysis/base/limits.h"
#include "analysis/base/mem.h"
#include "analysis/zip/inflate.h"
#include "analysis/zip/manifest.h"
#include "analysis/zip/zipin.h"
#include "analysis/zip/zipread.h"
#include "analysis/zip/zipshape.h"
#include "rewriter/jar/copy.h"
#include "rewriter/jar/jar_priv.h"
#include "rewriter/jar/run.h"
#include "rewriter/jar/survey.h"
#include "rewriter/jar/zipwrite.h"

#include <errno.h>

#define MANIFEST "Manifest-Version: 1.0\r\n\r\n"

// The source behind one replaced entry.
struct part {
    struct run *run;
    struct job *job;        // NULL: content is in `bytes`
    struct zipr_entry now;  // what the output says of it
    struct bytes bytes;     // compressed
    size_t at;              // reading position
    bool ready;
};

static void part_fill(struct part *p) {
    struct job *j = p->job;
    bool changed = j->result == JAR_CHANGED;
    p->now = changed ? j->now : j->entry;
    p->bytes = changed ? (struct bytes){j->out.p, j->out.n}
                       : (struct bytes){j->raw.p, j->raw.n};
    p->ready = true;
}

static zip_int64_t part_stat(struct part *p, zip_stat_t *st) {
    if (!p->ready) {
        p->job = p->run->failed ? NULL : window_take(p->run);
        if (!p->job) {
            return -1;
        }
        part_fill(p);
    }
    zip_stat_init(st);
    st->size = p->now.size;
    st->comp_size = p->now.compressed;
    st->comp_method = p->now.method;
    st->crc = p->now.crc;
    st->mtime = p->now.st.mtime;
    st->valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD |
                ZIP_STAT_CRC | ZIP_STAT_MTIME;
    return 0;
}

static zip_int64_t part_read(struct part *p, void *data, u8 len) {
    size_t left = p->bytes.n - p->at;
    size_t n = len < left ? (size_t)len : left;
    if (n) {
        memcpy(data, p->bytes.p + p->at, n);
    }
    p->at += n;
    return (zip_int64_t)n;
}

static void part_close(struct part *p) {
    if (p->job) {
        window_give(p->run, p->job);
        p->job = NULL;
        p->bytes = (struct bytes){0};
    }
}

static zip_int64_t part_command(void *user, void *data, zip_uint64_t len,
                                zip_source_cmd_t cmd) {
    struct part *p = user;
    const int error[2] = {ZIP_ER_READ, EIO};
    switch (cmd) {
    case ZIP_SOURCE_SUPPORTS:
        return ZIP_SOURCE_SUPPORTS_READABLE;
    case ZIP_SOURCE_STAT:
        return part_stat(p, data);
    case ZIP_SOURCE_OPEN:
        p->at = 0;
        return 0;
    case ZIP_SOURCE_READ:
        return part_read(p, data, len);
    case ZIP_SOURCE_CLOSE:
        part_close(p);
        return 0;
    case ZIP_SOURCE_FREE:
        return 0;
    case ZIP_SOURCE_ERROR:
        memcpy(data, error, sizeof error);
        return sizeof error;
    default:
        return -1;
    }
}

static bool replace(struct run *r, struct part *p, u4 entry, u2 method) {
    zip_source_t *s = zip_source_function(r->zip.za, part_command, p);
    if (!s) {
        return false;
    }
    if (zip_file_replace(r->zip.za, entry, s, 0) != 0) {
        zip_source_free(s);
        return false;
    }
    // Else libzip would deflate it: its default for stored bytes.
    return method != 0 ||
           zip_set_file_compression(r->zip.za, entry, ZIP_CM_STORE, 0) == 0;
}

static bool delete_entries(struct run *r) {
    for (u4 i = 0; i < r->survey.n; i++) {
        enum fate fate = r->survey.fate[i];
        if (fate != FATE_DUPLICATE && fate != FATE_SIGNATURE) {
            continue;
        }
        // Of a folder there is nothing to hide.
        if (fate == FATE_DUPLICATE && !str_ends(r->survey.name[i], STR("/"))) {
            struct place at = run_place(r, r->survey.name[i]);
            diag_report(r->diag, ZIP_DUPLICATE, &at);
        }
        r->counts.unsigned_ |= fate == FATE_SIGNATURE;
        if (!zipw_delete(r->out, i)) {
            return false;
        }
    }
    return true;
}

// The manifest's content; false, reported, when it can't be had.
static bool read_manifest(struct run *r, struct zipr_entry *e, struct emit *raw,
                          struct emit *buf, struct bytes *content) {
    zipr_entry(&r->zip, r->survey.manifest, e);
    struct place at = run_place(r, e->name);
    if (e->size > LIMIT_MANIFEST_BYTES) {
        diag_report(r->diag, MANIFEST_SIZE, &at, (unsigned long long)e->size);
        return false;
    }
    if (!zipr_raw(&r->zip, e, raw)) {
        diag_report(r->diag, ZIP_ENTRY, &at, zip_strerror(r->zip.za));
        r->failed = true;
        return false;
    }
    struct unpack u = {{raw->p, raw->n}, buf, content};
    return inflate_entry(r->worker->inflater, e, &u, &at, r->diag);
}

// Does what stands beside it take the place of extra files? Not in an archive
// that a class loader of its own looks into.
static bool is_beside(struct run *r, struct str root) {
    return r->info.rules->beside.n && r->info.depth == 0 &&
           (root.n == 0 || r->info.layout.jmod);
}

// Where the packages of the first class from the k-th to be done on begin;
// false if no class is left.
static bool find_root(struct run *r, u4 k, struct str *root) {
    while (k < r->survey.n_todo &&
           r->survey.fate[r->survey.todo[k]] != FATE_CLASS) {
        k++;
    }
    if (k == r->survey.n_todo) {
        return false;
    }
    *root = select_root(&r->info.layout, r->survey.name[r->survey.todo[k]]);
    return true;
}

// What is in more, if that is anything, instead of text.
static void take_text(struct emit *text, struct emit *more, bool changed) {
    if (changed) {
        emit_reset(text);
        emit_bytes(text, more->p, more->n);
    }
}

// Digests of classes that change are wrong; without signatures they say
// nothing. A program that loads a library may say that it is allowed to, and an
// archive where its run time is. False when the manifest is right as it is.
static bool edit_manifest(struct run *r, struct bytes content,
                          struct emit *text) {
    struct emit more;
    emit_init(&more, SIZE_MAX / 2);
    bool stripped = manifest_strip(content, text);
    r->counts.unsigned_ |= stripped;
    if (!stripped) {
        emit_reset(text);
        emit_bytes(text, content.p, content.n);
    }
    if (text->n == 0 && r->beside.n) {
        emit_bytes(text, MANIFEST, sizeof MANIFEST - 1);
    }
    bool main =
        r->info.rules->native && manifest_has(content, STR("Main-Class"));
    bool native = main && manifest_add((struct bytes){text->p, text->n},
                                       STR("Enable-Native-Access"),
                                       STR("ALL-UNNAMED"), &more);
    r->counts.allowed |= main;
    take_text(text, &more, native);
    bool beside =
        r->beside.n && manifest_append((struct bytes){text->p, text->n},
                                       STR("Class-Path"), r->beside, &more);
    take_text(text, &more, beside);
    emit_release(&more);
    return stripped || native || beside;
}

// p: the part for the manifest, used only if that changes.
static bool replace_manifest(struct run *r, struct part *p) {
    struct zipr_entry e;
    struct emit raw;
    struct emit buf;
    struct emit text;
    struct bytes content;
    bool ok = true;
    emit_init(&raw, SIZE_MAX / 2);
    emit_init(&buf, SIZE_MAX / 2);
    emit_init(&text, SIZE_MAX / 2);
    if (read_manifest(r, &e, &raw, &buf, &content) &&
        edit_manifest(r, content, &text)) {
        struct bytes now = {text.p, text.n};
        entry_pack(r->worker, &e, now, &r->manifest, &p->now);
        p->bytes = (struct bytes){r->manifest.p, r->manifest.n};
        p->ready = true;
        ok = replace(r, p, r->survey.manifest, e.method);
    }
    emit_release(&raw);
    emit_release(&buf);
    emit_release(&text);
    return ok && !r->failed;
}

// Adds one, behind all entries, or in the place of that of this name.
static bool add_extra(struct run *r, struct part *p, struct str root,
                      const struct new_file *x) {
    // The first date that an archive can have.
    const struct zipr_entry e = {.method = 8, .st.mtime = 315532800};
    struct emit *out = &r->extra[r->n_extra++];
    struct emit name;
    emit_init(out, SIZE_MAX / 2);
    emit_init(&name, SIZE_MAX / 2);
    emit_bytes(&name, root.p, root.n);
    emit_bytes(&name, x->name.p, x->name.n);
    emit_u1(&name, 0);
    entry_pack(r->worker, &e, x->content, out, &p->now);
    p->bytes = (struct bytes){out->p, out->n};
    p->ready = true;
    zip_source_t *s = zip_source_function(r->zip.za, part_command, p);
    bool ok = s && zip_file_add(r->zip.za, (const char *)name.p, s,
                                ZIP_FL_OVERWRITE | ZIP_FL_ENC_UTF_8) >= 0;
    if (s && !ok) {
        zip_source_free(s);
    }
    emit_release(&name);
    return ok;
}

// Those of an archive of which a class may yet change, the k-th to be done or a
// later one; p: parts for them.
static bool add_extras(struct run *r, struct part *p, struct str root) {
    const struct jar_rules *rules = r->info.rules;
    for (size_t i = 0; i < rules->n_extra; i++) {
        *p = (struct part){.run = r};
        if (!add_extra(r, p++, root, &rules->extra[i])) {
            return false;
        }
    }
    return true;
}

// A manifest for an archive that has none.
static bool add_manifest(struct run *r, struct part *p) {
    struct emit text;
    emit_init(&text, SIZE_MAX / 2);
    const struct bytes first = {(const u1 *)MANIFEST, sizeof MANIFEST - 1};
    manifest_append(first, STR("Class-Path"), r->beside, &text);
    const struct new_file x = {STR("META-INF/MANIFEST.MF"), {text.p, text.n}};
    *p = (struct part){.run = r};
    bool ok = add_extra(r, p, STR(""), &x);
    emit_release(&text);
    return ok;
}

// What the archive gets besides, or says of what stands beside it.
static bool add_all(struct run *r, struct part *p, u4 k) {
    struct str root;
    r->extra = MEM_ARRAY(struct emit, r->info.rules->n_extra + 1);
    if (!r->info.rules->n_extra || !find_root(r, k, &root)) {
        return true;
    }
    if (!is_beside(r, root)) {
        return add_extras(r, p, root);
    }
    r->beside = r->info.layout.jmod ? STR("") : r->info.rules->beside;
    return !r->beside.n || r->survey.manifest != NO_ENTRY || add_manifest(r, p);
}

// `first` is the job whose result is the first change; entries before it are
// copied, those from it on get a source.
static bool replace_from(struct run *r, struct job *first) {
    u4 k = (u4)r->n_given;
    r->n_parts = (size_t)r->survey.n_todo - k + 2 + r->info.rules->n_extra;
    r->part = MEM_ARRAY(struct part, r->n_parts);
    struct part *p = r->part;
    p->run = r;
    if (!add_all(r, p + 1 + r->survey.n_todo - k, k) ||
        (r->survey.manifest != NO_ENTRY && !replace_manifest(r, p))) {
        return false;
    }
    for (; k < r->survey.n_todo; k++) {
        struct zipr_entry e;
        *++p = (struct part){.run = r};
        zipr_entry(&r->zip, r->survey.todo[k], &e);
        if (!replace(r, p, r->survey.todo[k], e.method)) {
            return false;
        }
    }
    r->part[1].job = first;
    part_fill(&r->part[1]);
    return true;
}

static void tell(struct run *r) {
    const struct zip_shape *s = &r->zip.shape;
    if (r->counts.unsigned_) {
        diag_report(r->diag, SIGNED, &r->info.at);
    }
    if (s->prefix && !r->info.layout.jmod) {
        diag_report(r->diag, PREFIX, &r->info.at,
                    (unsigned long long)s->prefix);
    }
}

// No memory is no fault of an archive, and libzip does not always say so; into memory
// nothing else can fail.
static void check_memory(const struct run *r) {
    int code = zip_error_code_zip(zip_get_error(r->zip.za));
    if (code == ZIP_ER_MEMORY || (r->info.depth && code == ZIP_ER_OK)) {
        mem_exhausted();
    }
}

static bool write_changed(struct run *r, struct job *first) {
    zipw_begin(r->out);
    if (!delete_entries(r) || !replace_from(r, first) ||
        zip_close(r->zip.za) != 0) {
        if (!r->failed) {
            check_memory(r);
            diag_report(r->diag, ZIP_WRITE, &r->info.at,
                        zip_strerror(r->zip.za));
        }
        r->failed = true;
        return false;
    }
    r->zip.za = NULL;  // zip_close freed it
    tell(r);
    return true;
}

// Can this class or nested archive be worked on? What can't is reported, and
// copied like any other entry.
static bool is_workable(struct run *r, const struct zipr_entry *e,
                        enum fate fate) {
    struct place at = run_place(r, e->name);
    unsigned long long size = e->size;
    if (e->encrypted || (e->method != 0 && e->method != 8)) {
        diag_report(r->diag, ENTRY_METHOD, &at, (unsigned)e->method);
    } else if (fate == FATE_CLASS && size > LIMIT_CLASS_BYTES) {
        diag_report(r->diag, CLASS_SIZE, &at, size);
    } else if (fate == FATE_NESTED &&
               (size > LIMIT_NESTED_BYTES || size > *r->nested_left)) {
        diag_report(r->diag, NESTED_SIZE, &at, size);
    } else {
        *r->nested_left -= fate == FATE_NESTED ? size : 0;
        return true;
    }
    r->counts.n_classes += fate == FATE_CLASS;
    r->counts.n_refused += fate == FATE_CLASS;
    return false;
}

static void drop_unworkable(struct run *r) {
    struct survey *s = &r->survey;
    u4 n = 0;
    for (u4 k = 0; k < s->n_todo; k++) {
        struct zipr_entry e;
        zipr_entry(&r->zip, s->todo[k], &e);
        if (is_workable(r, &e, s->fate[s->todo[k]])) {
            s->todo[n++] = s->todo[k];
        }
    }
    s->n_todo = n;
}

static void survey(struct run *r) {
    u1 magic[4];
    survey_init(&r->survey, &r->zip);
    r->info.layout.jmod =
        zipin_read(&r->zip.in, 0, magic, 4) && memcmp(magic, "JM\1\0", 4) == 0;
    if (r->survey.manifest != NO_ENTRY && survey_has_versions(&r->survey)) {
        struct zipr_entry e;
        struct emit raw;
        struct emit buf;
        struct bytes content;
        emit_init(&raw, SIZE_MAX / 2);
        emit_init(&buf, SIZE_MAX / 2);
        r->info.layout.multi_release =
            read_manifest(r, &e, &raw, &buf, &content) &&
            manifest_true(content, STR("Multi-Release"));
        emit_release(&raw);
        emit_release(&buf);
    }
    survey_decide(&r->survey, r->info.rules, &r->info.layout);
    drop_unworkable(r);
}

static void run_release(struct run *r) {
    window_release(r);
    zipr_close(&r->zip);
    mem_free(r->part);
    emit_release(&r->manifest);
    for (size_t i = 0; i < r->n_extra; i++) {
        emit_release(&r->extra[i]);
    }
    mem_free(r->extra);
    emit_release(&r->label);
    survey_release(&r->survey);
}

// With r->zip open. JAR_REFUSED: failed and reported.
static enum jar_result run_all(struct run *r) {
    emit_init(&r->manifest, SIZE_MAX / 2);
    emit_init(&r->label, SIZE_MAX / 2);
    survey(r);
    window_init(r);
    enum jar_result result = JAR_SAME;
    while (!r->failed && r->n_taken < r->survey.n_todo) {
        struct job *j = window_take(r);
        if (j && j->result == JAR_CHANGED) {
            result = write_changed(r, j) ? JAR_CHANGED : JAR_REFUSED;
            break;
        }
        if (j) {
            window_give(r, j);
        }
    }
    return r->failed ? JAR_REFUSED : result;
}

enum jar_result jar_rewrite_nested(struct worker *w, const struct nested *n,
                                   struct bytes mem, struct zipw *out,
                                   struct jar_counts *counts, struct diag *d) {
    struct run r = {.info = {n->rules, n->at, .depth = n->depth},
                    .out = out,
                    .diag = d,
                    .worker = w,
                    .nested_left = n->room};
    struct diag unheard;
    diag_init(&unheard, DIAG_ERROR, false);
    zipw_init_mem(out, &r.zip, 2 * (size_t)LIMIT_NESTED_BYTES);
    enum jar_result result = JAR_REFUSED;
    if (zipr_open_mem(&r.zip, mem, &out->sink, &n->at, &unheard)) {
        result = run_all(&r);
        if (result != JAR_REFUSED && zipr_has_failed(&r.zip)) {
            diag_report(d, FILE_READ, &r.info.at, strerror(r.zip.in.error));
            result = JAR_REFUSED;
        }
        run_release(&r);
        if (result == JAR_REFUSED) {
            r.counts.n_changed = 0;  // nothing of it was written
        }
        jar_counts_add(counts, &r.counts);
    } else {
        diag_report(d, NESTED_BAD, &n->at);
    }
    diag_release(&unheard);
    return result;
}

bool jar_rewrite(struct crew *crew, const struct jar_rules *rules,
                 const struct jar_way *way, struct jar_counts *counts,
                 struct diag *d) {
    struct zipw w;
    struct stat st;
    u8 nested_left = LIMIT_NESTED_TOTAL;
    struct run r = {
        .info = {rules, {.file = way->shown, .byte = NO_BYTE}, .depth = 0},
        .out = &w,
        .diag = d,
        .crew = crew,
        .worker = &crew->worker[0],
        .nested_left = &nested_left};
    if (stat(way->in, &st) != 0) {
        diag_report(d, FILE_OPEN, &r.info.at, strerror(errno));
        return false;
    }
    zipw_init_file(&w, &r.zip, way->out, st.st_mode & 07777, d);
    bool ok = zipr_open(&r.zip, way->in, &w.sink, &r.info.at, d);
    enum jar_result result = JAR_REFUSED;
    if (ok) {
        result = run_all(&r);
        run_release(&r);
        ok =
            result == JAR_CHANGED ||
            (result == JAR_SAME && copy_file(way->in, way->out, &r.info.at, d));
    }
    *counts = r.counts;
    if (ok) {
        counts->bytes_in = (u8)st.st_size;
        counts->bytes_out =
            result == JAR_CHANGED ? zipw_size(&w) : counts->bytes_in;
    }
    zipw_release(&w);
    return ok;
}

void jar_counts_add(struct jar_counts *to, const struct jar_counts *from) {
    to->n_classes += from->n_classes;
    to->n_changed += from->n_changed;
    to->n_refused += from->n_refused;
    to->n_archives += from->n_archives;
    to->unsigned_ |= from->unsigned_;
    to->allowed |= from->allowed;
    to->bytes_in += from->bytes_in;
    to->bytes_out += from->bytes_out;
}
