// SPDX-License-Identifier: MIT
// Archives that classes are read from.
#include "analysis/sources/archive.h"

#include "analysis/base/limits.h"

void archives_init(struct archives *archives, struct diag *d) {
    *archives = (struct archives){.inflater = inflater_new(), .diag = d};
    emit_init(&archives->raw, LIMIT_CLASS_BYTES);
    emit_init(&archives->content, LIMIT_CLASS_BYTES);
}

static void unlink_open(struct archives *archives, struct archive *a) {
    *(a->newer ? &a->newer->older : &archives->newest) = a->older;
    *(a->older ? &a->older->newer : &archives->oldest) = a->newer;
    a->newer = a->older = NULL;
}

static void link_newest(struct archives *archives, struct archive *a) {
    a->older = archives->newest;
    *(a->older ? &a->older->newer : &archives->oldest) = a;
    archives->newest = a;
}

static void close_archive(struct archives *archives, struct archive *a) {
    unlink_open(archives, a);
    zipr_close(&a->zip);
    a->is_open = false;
    archives->n_open--;
}

void archives_release(struct archives *archives) {
    while (archives->newest) {
        close_archive(archives, archives->newest);
    }
    inflater_free(archives->inflater);
    emit_release(&archives->raw);
    emit_release(&archives->content);
}

bool archive_use(struct archives *archives, struct archive *a, struct diag *d) {
    if (a->is_open) {
        unlink_open(archives, a);
        link_newest(archives, a);
        return true;
    }
    if (archives->n_open == LIMIT_OPEN_ARCHIVES) {
        close_archive(archives, archives->oldest);
    }
    struct place at = {.file = str_of(a->path), .byte = NO_BYTE};
    a->is_open = zipr_open(&a->zip, a->path, NULL, &at, d);
    archives->failed = archives->failed || zipr_has_failed(&a->zip);
    if (a->is_open) {
        archives->n_open++;
        link_newest(archives, a);
    }
    return a->is_open;
}

// The rewriter's messages say what becomes of the entry there.
static const char *trouble(const struct diag *d) {
    return d->n_id[D_ENTRY_METHOD] ? "compression method or encryption is not "
                                     "supported"
           : d->n_id[D_ENTRY_SIZE] ? "its size cannot be true"
           : d->n_id[D_ENTRY_CRC]  ? "checksum differs from the archive's"
                                   : "compressed data is corrupt";
}

static const char *read_entry(struct archives *archives, struct archive *a,
                              const struct archive_item *item,
                              struct bytes *content) {
    struct zipr_entry e;
    // What others were read of it is of another version.
    bool is_same = item->index < a->zip.shape.n_entries;
    if (is_same) {
        zipr_entry(&a->zip, item->index, &e);
        is_same = str_eq(e.name, item->name);
    }
    if (!is_same) {
        archives->failed = true;
        return "the archive has changed";
    }
    u8 max = item->max < LIMIT_CLASS_BYTES ? item->max : LIMIT_CLASS_BYTES;
    if (e.size > max || e.compressed > max) {
        return "it is too large";
    }
    if (e.encrypted) {
        return "it is encrypted";
    }
    emit_reset(&archives->raw);
    if (!zipr_raw(&a->zip, &e, &archives->raw)) {
        return zip_strerror(a->zip.za);
    }
    struct diag quiet;
    diag_init_part(&quiet, archives->diag);
    struct unpack u = {
        {archives->raw.p, archives->raw.n}, &archives->content, content};
    struct place at = {.byte = NO_BYTE};
    bool ok = inflate_entry(archives->inflater, &e, &u, &at, &quiet);
    const char *wrong = ok ? NULL : trouble(&quiet);
    diag_release(&quiet);
    return wrong;
}

bool archive_read(struct archives *archives, struct archive *a,
                  const struct archive_item *item, struct bytes *content) {
    if (!archive_use(archives, a, archives->diag)) {
        archives->failed = true;  // it was open before
        return false;
    }
    struct bytes b = {0};
    const char *wrong = read_entry(archives, a, item, &b);
    if (wrong) {
        struct place at = {
            .file = str_of(a->path), .entry = item->name, .byte = NO_BYTE};
        if (archives->failed || zipr_has_failed(&a->zip)) {
            diag_report(archives->diag, ZIP_ENTRY, &at, wrong);
            archives->failed = true;
        } else {
            diag_report(archives->diag, ENTRY_UNREAD, &at, wrong);
        }
        return false;
    }
    u1 *copy = ARENA_ARRAY(item->arena, u1, b.n);
    if (b.n) {
        memcpy(copy, b.p, b.n);
    }
    *content = (struct bytes){copy, b.n};
    return true;
}
