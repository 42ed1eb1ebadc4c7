// SPDX-License-Identifier: MIT
// From an entry's compressed bytes to its content, checked.
//
// libdeflate where it is, else zlib; both fill a buffer of the declared size
// and fail unless the stream ends exactly there. Bytes behind its end say
// nothing, to us as to the JVM.
#include "analysis/zip/inflate.h"

#include "analysis/base/limits.h"
#include "analysis/base/mem.h"

#include "config.h"

#ifdef HAVE_LIBDEFLATE
#include <libdeflate.h>

struct inflater {
    struct libdeflate_decompressor *state;
};

struct inflater *inflater_new(void) {
    struct inflater *f = MEM_NEW(struct inflater);
    f->state = libdeflate_alloc_decompressor();
    if (!f->state) {
        mem_exhausted();
    }
    return f;
}

void inflater_free(struct inflater *f) {
    if (f) {
        libdeflate_free_decompressor(f->state);
        mem_free(f);
    }
}

static bool inflate_exactly(struct inflater *f, struct bytes in, u1 *out,
                            size_t n) {
    return libdeflate_deflate_decompress(f->state, in.p, in.n, out, n, NULL) ==
           LIBDEFLATE_SUCCESS;
}

bool inflate_zlib(struct inflater *f, struct bytes in, u1 *out, size_t n) {
    return libdeflate_zlib_decompress(f->state, in.p, in.n, out, n, NULL) ==
           LIBDEFLATE_SUCCESS;
}

u4 crc_of(struct bytes b) {
    return libdeflate_crc32(0, b.p, b.n);
}

#else
#include <zlib.h>

struct inflater {
    z_stream z;
};

struct inflater *inflater_new(void) {
    struct inflater *f = MEM_NEW(struct inflater);
    if (inflateInit2(&f->z, -MAX_WBITS) != Z_OK) {
        mem_exhausted();
    }
    return f;
}

void inflater_free(struct inflater *f) {
    if (f) {
        inflateEnd(&f->z);
        mem_free(f);
    }
}

static uInt up_to(size_t n) {
    return n > UINT_MAX ? UINT_MAX : (uInt)n;
}

// bits: the form of the stream, as inflateInit2 has it.
static bool inflate_form(struct inflater *f, int bits, struct bytes in, u1 *out,
                         size_t n) {
    // zlib refuses a NULL buffer even when nothing is to be written to it.
    u1 none;
    z_stream *z = &f->z;
    inflateReset2(z, bits);
    z->next_in = (u1 *)(uintptr_t)in.p;
    z->next_out = out ? out : &none;
    int r = Z_OK;
    while (r == Z_OK) {
        size_t used = (size_t)(z->next_in - in.p);
        size_t made = out ? (size_t)(z->next_out - out) : 0;
        z->avail_in = up_to(in.n - used);
        z->avail_out = up_to(n - made);
        r = inflate(z, Z_SYNC_FLUSH);
    }
    return r == Z_STREAM_END && (out ? (size_t)(z->next_out - out) : 0) == n;
}

static bool inflate_exactly(struct inflater *f, struct bytes in, u1 *out,
                            size_t n) {
    return inflate_form(f, -MAX_WBITS, in, out, n);
}

bool inflate_zlib(struct inflater *f, struct bytes in, u1 *out, size_t n) {
    return inflate_form(f, MAX_WBITS, in, out, n);
}

u4 crc_of(struct bytes b) {
    uLong crc = crc32(0, NULL, 0);
    return (u4)crc32_z(crc, b.p, b.n);
}

#endif

bool inflate_entry(struct inflater *f, const struct zipr_entry *e,
                   const struct unpack *u, const struct place *at,
                   struct diag *d) {
    size_t n = u->raw.n;
    if (e->encrypted || (e->method != 0 && e->method != 8)) {
        diag_report(d, ENTRY_METHOD, at, (unsigned)e->method);
        return false;
    }
    u8 most = e->method == 0 ? n : (u8)n * LIMIT_INFLATE_RATIO;
    if (e->size > most || (e->method == 0 && e->size != n)) {
        diag_report(d, ENTRY_SIZE, at, (unsigned long long)e->size,
                    (unsigned long long)n, (unsigned long long)most);
        return false;
    }
    *u->content = u->raw;
    if (e->method == 8) {
        emit_reset(u->buf);
        if (!emit_room(u->buf, (size_t)e->size)) {
            BUG("room for %llu bytes", (unsigned long long)e->size);
        }
        if (!inflate_exactly(f, u->raw, u->buf->p, (size_t)e->size)) {
            diag_report(d, ENTRY_INFLATE, at);
            return false;
        }
        u->buf->n = (size_t)e->size;
        *u->content = (struct bytes){u->buf->p, u->buf->n};
    }
    if (crc_of(*u->content) != e->crc) {
        diag_report(d, ENTRY_CRC, at);
        return false;
    }
    return true;
}
