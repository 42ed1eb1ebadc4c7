// SPDX-License-Identifier: MIT
// fuzz_jimage.c - any bytes as the run-time image of a JDK: all of its entries
// are read, and those that can be are found by their names.

#include "analysis/base/limits.h"
#include "analysis/sources/jimage.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct str name_of(const struct jimage *im, const struct jimage_entry *e,
                          struct arena *a) {
    struct str m = jimage_string(im, e->module);
    struct str p = jimage_string(im, e->parent);
    struct str b = jimage_string(im, e->base);
    struct str x = jimage_string(im, e->extension);
    return str_of(arena_printf(
        a, "%s%.*s%s%.*s%s%.*s%s%.*s", m.n ? "/" : "", STR_F(m), m.n ? "/" : "",
        STR_F(p), p.n ? "/" : "", STR_F(b), x.n ? "." : "", STR_F(x)));
}

// What is found by a name has it.
static void find(struct jimage *im, struct str name, struct arena *a,
                 struct diag *d) {
    size_t half = name.n / 2;
    struct jimage_name n = {
        {{name.p, half}, STR(""), {name.p + half, name.n - half}}};
    struct jimage_entry e;
    if (jimage_find(im, &n, &e, d) && !str_eq(name_of(im, &e, a), name)) {
        BUG("another one was found");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct jimage im;
    struct diag d;
    struct arena a;
    diag_init(&d, DIAG_NOTE, false);
    arena_init(&a);
    bool ok = jimage_open_mem(&im, (struct bytes){data, size}, "modules", &d);
    if (ok == (d.n_level[DIAG_ERROR] > 0)) {
        BUG("opened %d, %u errors", ok, (unsigned)d.n_level[DIAG_ERROR]);
    }
    if (ok) {
        struct inflater *f = inflater_new();
        u4 most = im.table_length < 200 ? im.table_length : 200;
        for (u4 i = 0; i < most; i++) {
            struct jimage_tools t = {f, &a, LIMIT_CLASS_BYTES};
            struct jimage_entry e;
            struct bytes b;
            if (jimage_entry_get(&im, i, &e, &d)) {
                find(&im, name_of(&im, &e, &a), &a, &d);
                if (!jimage_content(&im, &e, &t, &b) && crc_of(b) == 1) {
                    BUG("all of it was read");
                }
            }
            arena_reset(&a);
        }
        find(&im, STR("/packages/java.lang"), &a, &d);
        inflater_free(f);
        jimage_close(&im);
    }
    arena_release(&a);
    diag_release(&d);
    return 0;
}
