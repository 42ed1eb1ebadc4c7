// SPDX-License-Identifier: MIT
// flowframes.c - the walk of analysis/flow against what compilers say:
// flowframes JAR...
//
// A StackMapTable tells, at each place that jumps lead to, what every local
// and stack slot holds. Here each such slot is asked for as a phi, with marks
// for primitives, null and what was never written in place of value 0. What
// can come into the phi must then be references or null where the frame says
// so, primitives where that says so, and the stack must be as deep. A slot
// that the frame does not name may hold anything.
//
// It prints what was checked, and each place where the two differ.
#include "analysis/base/limits.h"
#include "analysis/classfile/attr.h"
#include "analysis/classfile/sim.h"
#include "analysis/flow/flow_priv.h"

#include <stdlib.h>
#include <zip.h>

enum { REFERENCE = 1, IS_NULL = 2, PRIMITIVE = 4, UNSET = 8 };

struct sums {
    unsigned methods, frames, unreached, slots, references, wrong;
};

struct checker {
    struct arena classes, method;
    struct diag d;
    struct sums s;
    struct fb b;
    u1 *mask;      // of each phi
    u4 first_phi;  // that was asked for here
    struct place at;
};

// ---- what can come into a phi ----------------------------------------------

static u1 mask_of(const struct checker *k, u4 v) {
    switch (v) {
    case FB_NULL:
        return IS_NULL;
    case FB_PRIM:
        return PRIMITIVE;
    case FB_UNSET:
        return UNSET;
    default:
        return v & FB_PHI ? k->mask[v & ~FB_PHI] : REFERENCE;
    }
}

static void find_masks(struct checker *k) {
    const struct fb *b = &k->b;
    k->mask = ARENA_ZARRAY(&k->method, u1, b->n_phis);
    for (bool changed = true; changed;) {
        changed = false;
        for (u4 i = b->n_phis; i-- > 0;) {
            u1 mask = 0;
            for (u4 n = 0; n < b->phi[i].n_in; n++) {
                mask |= mask_of(k, b->in[b->phi[i].in + n]);
            }
            changed |= mask != k->mask[i];
            k->mask[i] = mask;
        }
    }
}

static bool agrees(u1 tag, u1 mask) {
    switch (tag) {
    case VT_TOP:
        return true;
    case VT_NULL:
        return mask == IS_NULL;
    case VT_OBJECT:
    case VT_UNINIT:
    case VT_UNINIT_THIS:
        return mask != 0 && (mask & ~(REFERENCE | IS_NULL)) == 0;
    default:
        return mask == PRIMITIVE;
    }
}

// ---- frames ----------------------------------------------------------------

// Runs over all slots of all frames twice, with the phis made between.
struct frames {
    struct checker *k;
    bool ask;
    u4 next_phi;
};

static void wrong(struct checker *k, u4 pc, const char *what, u4 slot,
                  unsigned got) {
    k->s.wrong++;
    printf("%.*s: %.*s%.*s at %u: %s %u: %u\n", STR_F(k->at.entry),
           STR_F(k->at.name), STR_F(k->at.desc), pc, what, slot, got);
}

static void see_slot(struct frames *f, u4 block, u4 pc, u4 var, u1 tag) {
    struct checker *k = f->k;
    if (f->ask) {
        fb_phi_new(&k->b, block, var);
        return;
    }
    u1 mask = k->mask[f->next_phi++];
    k->s.slots++;
    k->s.references += tag == VT_OBJECT;
    if (!agrees(tag, mask)) {
        bool stack = var >= FB_STACK;
        wrong(k, pc, stack ? "stack" : "local", stack ? var - FB_STACK : var,
              mask);
    }
}

static u4 see_list(struct frames *f, u4 block, u4 pc, u4 var, struct vtype v) {
    for (u4 s = 0; s < vtype_slots(v); s++) {
        see_slot(f, block, pc, var++, v.tag);
    }
    return var;
}

static void see_frame(struct frames *f, const struct code_frame *frame,
                      const struct sim_list *locals) {
    struct checker *k = f->k;
    u4 block = fb_block_at(&k->b, frame->pc);
    if (block == FB_NONE || k->b.block[block].depth == FB_NONE) {
        k->s.unreached += f->ask;
        return;
    }
    k->s.frames += f->ask;
    u4 var = 0;
    for (u4 i = 0; i < locals->n; i++) {
        var = see_list(f, block, frame->pc, var,
                       (struct vtype){.tag = locals->v[i].tag});
    }
    u4 n_locals = frame->tag >= FRAME_APPEND ? frame->n_locals : 0;
    u4 depth = 0;
    for (u4 i = 0; i < frame->n_stack; i++) {
        depth += vtype_slots(frame->type[n_locals + i]);
    }
    if (depth != k->b.block[block].depth) {
        if (f->ask) {
            wrong(k, frame->pc, "depth", depth, k->b.block[block].depth);
        }
        return;
    }
    var = FB_STACK;
    for (u4 i = 0; i < frame->n_stack; i++) {
        var = see_list(f, block, frame->pc, var, frame->type[n_locals + i]);
    }
}

static void see_frames(struct frames *f, const struct code_attr *table) {
    struct fb *b = &f->k->b;
    struct sim_list locals = sim_list_new(b->code->max_locals, &f->k->method);
    bool ok = sim_list_init(&locals, b->c, b->m);
    for (u4 i = 0; ok && i < table->n; i++) {
        ok = sim_list_apply(&locals, b->c, &table->frame[i]);
        if (ok) {
            see_frame(f, &table->frame[i], &locals);
        }
    }
    if (!ok) {
        wrong(f->k, 0, "frames", 0, 0);
    }
}

// ---- methods and classes ---------------------------------------------------

static void check_method(struct checker *k, struct cf_class *c,
                         const struct cf_member *m, const struct place *at) {
    const struct cf_attr *a = attr_find(&m->attrs, ATTR_Code);
    struct code code;
    arena_reset(&k->method);
    k->at = cf_place(c, m, at);
    if (!a || !code_parse(&code, c, a, &k->method, &k->at, &k->d)) {
        return;
    }
    const struct code_attr *table = code_find(&code, ATTR_StackMapTable);
    if (!table || table->a->bad) {
        return;
    }
    k->s.methods++;
    k->b = (struct fb){
        .prim = FB_PRIM, .null = FB_NULL, .unset = FB_UNSET, .frames = true};
    if (!fb_init(&k->b, c, m, &code, &k->method) || !fb_walk(&k->b)) {
        wrong(k, 0, k->b.bad ? k->b.bad : "too much work", 0, 0);
        return;
    }
    if (!k->b.block_at) {
        k->s.unreached += table->n;  // no jumps: they are for dead code
        return;
    }
    struct frames f = {.k = k, .ask = true, .next_phi = k->b.n_phis};
    see_frames(&f, table);
    if (!fb_merge(&k->b)) {
        wrong(k, 0, "too much work", 0, 0);
        return;
    }
    find_masks(k);
    f.ask = false;
    see_frames(&f, table);
}

static void check_class(struct checker *k, struct bytes in,
                        const struct place *at) {
    struct cf_class c;
    arena_reset(&k->classes);
    if (cf_parse(&c, in, CF_ALL, &k->classes, at, &k->d)) {
        for (u4 m = 0; m < c.n_methods; m++) {
            check_method(k, &c, &c.methods[m], at);
        }
    }
}

static bool check_jar(struct checker *k, const char *path) {
    int error = 0;
    zip_t *z = zip_open(path, ZIP_RDONLY, &error);
    if (!z) {
        fprintf(stderr, "flowframes: cannot open %s\n", path);
        return false;
    }
    zip_int64_t n = zip_get_num_entries(z, 0);
    for (zip_int64_t i = 0; i < n; i++) {
        struct zip_stat st;
        if (zip_stat_index(z, (zip_uint64_t)i, 0, &st) != 0 ||
            !str_ends(str_of(st.name), STR(".class"))) {
            continue;
        }
        u1 *bytes = malloc(st.size + 1);
        zip_file_t *f = zip_fopen_index(z, (zip_uint64_t)i, 0);
        if (bytes && f && zip_fread(f, bytes, st.size) == (s8)st.size) {
            struct place at = {.entry = str_of(st.name), .byte = NO_BYTE};
            check_class(k, (struct bytes){bytes, st.size}, &at);
        }
        if (f) {
            zip_fclose(f);
        }
        free(bytes);
    }
    zip_close(z);
    return true;
}

int main(int argc, char **argv) {
    static struct checker k;
    bool ok = argc > 1;
    arena_init(&k.classes);
    arena_init(&k.method);
    diag_init(&k.d, DIAG_WARNING, false);
    for (int i = 1; i < argc; i++) {
        ok = check_jar(&k, argv[i]) && ok;
        diag_flush(&k.d, stderr);
    }
    printf("%u methods, %u frames (%u not reached), %u slots, %u of them "
           "objects; %u differ\n",
           k.s.methods, k.s.frames, k.s.unreached, k.s.slots, k.s.references,
           k.s.wrong);
    arena_release(&k.classes);
    arena_release(&k.method);
    diag_release(&k.d);
    return ok && k.s.wrong == 0 ? 0 : 1;
}
