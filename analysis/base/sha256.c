// SPDX-License-Identifier: MIT
// SHA-256 (FIPS 180-4).
#include "analysis/base/sha256.h"

#include "analysis/base/emit.h"

#include <string.h>

enum { BLOCK = 64 };

// FIPS 180-4, 4.2.2: of the cube roots of the first 64 primes.
static const u4 constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static u4 get4(const u1 *p) {
    return (u4)p[0] << 24 | (u4)p[1] << 16 | (u4)p[2] << 8 | p[3];
}

static u4 turn(u4 x, u4 n) {
    return x >> n | x << (32 - n);
}

static void add_block(u4 h[8], const u1 *block) {
    u4 w[64], v[8];
    for (u4 i = 0; i < 16; i++) {
        w[i] = get4(block + 4 * i);
    }
    for (u4 i = 16; i < 64; i++) {
        u4 a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(v, h, sizeof v);
    for (u4 i = 0; i < 64; i++) {
        u4 e = v[4], a = v[0];
        u4 t1 = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                ((e & v[5]) ^ (~e & v[6])) + constant[i] + w[i];
        u4 t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (u4 i = 0; i < 8; i++) {
        h[i] += v[i];
    }
}

// The rest of the bytes, a bit that is set, and their number in bits.
static void add_end(u4 h[8], const u1 *rest, size_t n, u8 all) {
    u1 last[2 * BLOCK] = {0};
    size_t blocks = n + 9 <= BLOCK ? 1 : 2;
    memcpy(last, rest, n);
    last[n] = 0x80;
    put4(last + blocks * BLOCK - 8, (u4)(all >> 29));
    put4(last + blocks * BLOCK - 4, (u4)(all << 3));
    for (size_t i = 0; i < blocks; i++) {
        add_block(h, last + i * BLOCK);
    }
}

void sha256_begin(struct sha256_sum *s) {
    *s = (struct sha256_sum){.h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                   0xa54ff53a, 0x510e527f, 0x9b05688c,
                                   0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(struct sha256_sum *s, const void *p, size_t n) {
    const u1 *from = p;
    size_t had = s->n % BLOCK;
    s->n += n;
    if (had && n >= BLOCK - had) {
        memcpy(s->rest + had, from, BLOCK - had);
        add_block(s->h, s->rest);
        from += BLOCK - had;
        n -= BLOCK - had;
        had = 0;
    }
    for (; n >= BLOCK; from += BLOCK, n -= BLOCK) {
        add_block(s->h, from);
    }
    if (n) {
        memcpy(s->rest + had, from, n);
    }
}

struct sha256 sha256_end(const struct sha256_sum *s) {
    u4 h[8];
    struct sha256 out = {{0}};
    memcpy(h, s->h, sizeof h);
    add_end(h, s->rest, s->n % BLOCK, s->n);
    for (u4 i = 0; i < 8; i++) {
        put4(out.byte + 4 * i, h[i]);
    }
    return out;
}

struct sha256 sha256_of(const void *p, size_t n) {
    struct sha256_sum s;
    sha256_begin(&s);
    sha256_add(&s, p, n);
    return sha256_end(&s);
}
