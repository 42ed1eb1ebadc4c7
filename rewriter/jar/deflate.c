// SPDX-License-Identifier: MIT
// From content to compressed bytes, at the level that zip and jar use.
//
// Compression is where the time of a rewrite goes. libdeflate at level 6 makes
// output of the size that zlib makes at level 6 in half the time.
#include "rewriter/jar/deflate.h"

#include "analysis/base/diag.h"
#include "analysis/base/mem.h"

#include "config.h"

enum { LEVEL = 6 };

#ifdef HAVE_LIBDEFLATE
#include <libdeflate.h>

struct deflater {
    struct libdeflate_compressor *state;
};

struct deflater *deflater_new(void) {
    struct deflater *f = MEM_NEW(struct deflater);
    f->state = libdeflate_alloc_compressor(LEVEL);
    if (!f->state) {
        mem_exhausted();
    }
    return f;
}

void deflater_free(struct deflater *f) {
    if (f) {
        libdeflate_free_compressor(f->state);
        mem_free(f);
    }
}

void deflate_bytes(struct deflater *f, struct bytes in, struct emit *out) {
    size_t most = libdeflate_deflate_compress_bound(f->state, in.n);
    emit_reset(out);
    if (!emit_room(out, most)) {
        BUG("room for %zu bytes", most);
    }
    out->n = libdeflate_deflate_compress(f->state, in.p, in.n, out->p, most);
    if (out->n == 0) {
        BUG("%zu bytes do not fit into %zu", in.n, most);
    }
}

#else
#include <limits.h>
#include <zlib.h>

struct deflater {
    z_stream z;
};

struct deflater *deflater_new(void) {
    struct deflater *f = MEM_NEW(struct deflater);
    if (deflateInit2(&f->z, LEVEL, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL - 1,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
        mem_exhausted();
    }
    return f;
}

void deflater_free(struct deflater *f) {
    if (f) {
        deflateEnd(&f->z);
        mem_free(f);
    }
}

static uInt up_to(size_t n) {
    return n > UINT_MAX ? UINT_MAX : (uInt)n;
}

void deflate_bytes(struct deflater *f, struct bytes in, struct emit *out) {
    z_stream *z = &f->z;
    size_t most = deflateBound(z, in.n);
    emit_reset(out);
    if (!emit_room(out, most)) {
        BUG("room for %zu bytes", most);
    }
    deflateReset(z);
    z->next_in = (u1 *)(uintptr_t)in.p;
    z->next_out = out->p;
    int r = Z_OK;
    while (r == Z_OK) {
        size_t left = in.n - (size_t)(z->next_in - in.p);
        z->avail_in = up_to(left);
        z->avail_out = up_to(most - (size_t)(z->next_out - out->p));
        r = deflate(z, left > UINT_MAX ? Z_NO_FLUSH : Z_FINISH);
    }
    if (r != Z_STREAM_END) {
        BUG("deflate: %d", r);
    }
    out->n = (size_t)(z->next_out - out->p);
}

#endif
