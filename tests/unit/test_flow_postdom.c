// SPDX-License-Identifier: MIT
// test_flow_postdom.c - what always comes after an instruction.

#include "analysis/base/limits.h"
#include "analysis/flow/postdom.h"
#include "tests/unit/lib/asmclass.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { CODE_ROOM = 70000 };

struct method {
    struct arena arena;
    struct diag d;
    struct asm_class a;
    struct cf_class c;
    struct code code;
    struct postdom p;
};

static void begin(struct method *m, const struct emit *e) {
    static const struct place here = {.byte = NO_BYTE};
    arena_init(&m->arena);
    diag_init(&m->d, DIAG_NOTE, false);
    asm_init(&m->a, 48);
    asm_code(&m->a, &(struct asm_method){.access_flags = 8,
                                         .name = "f",
                                         .desc = "()V",
                                         .max_stack = 2,
                                         .max_locals = 2,
                                         .code = e});
    assert_true(
        cf_parse(&m->c, asm_finish(&m->a), CF_ALL, &m->arena, &here, &m->d));
    const struct cf_attr *a = attr_find(&m->c.methods[0].attrs, ATTR_Code);
    assert_true(code_parse_body(&m->code, &m->c, a, &m->arena, &here, &m->d));
    postdom_init(&m->p, &m->code, &m->arena);
}

static void end(struct method *m) {
    asm_release(&m->a);
    diag_release(&m->d);
    arena_release(&m->arena);
}

static bool always(const char *code, u2 from, u2 to) {
    struct method m;
    struct emit e;
    emit_init(&e, CODE_ROOM);
    put(&e, code);
    begin(&m, &e);
    bool is = postdom_always(&m.p, from, to);
    end(&m);
    emit_release(&e);
    return is;
}

static void straight_on(void **state) {
    (void)state;
    assert_true(always("00 00 00 B1", 0, 1));
    assert_true(always("00 00 00 B1", 0, 3));
    assert_false(always("00 00 00 B1", 1, 0));
    assert_false(always("00 00 00 B1", 3, 0));
}

static void what_is_no_instruction_never_comes(void **state) {
    (void)state;
    assert_false(always("00 10 00 57 B1", 0, 2));
    assert_false(always("00 10 00 57 B1", 2, 4));
    assert_false(always("00 B1", 0, 300));
}

static void ends(void **state) {
    (void)state;
    // 0 iconst_0, 1 ifeq 5, 4 return, 5 nop, 6 return
    assert_false(always("03 99 00 04 B1 00 B1", 0, 5));
    // the same with aconst_null, athrow
    assert_false(always("03 99 00 05 01 BF 00 B1", 0, 6));
    // both ways meet
    assert_true(always("03 99 00 04 00 00 B1", 0, 5));
    assert_false(always("03 99 00 04 00 00 B1", 0, 4));
}

static void loops(void **state) {
    (void)state;
    // 0 nop, 1 iconst_0, 2 ifeq 1, 5 nop, 6 return: a loop that is left
    assert_true(always("00 03 99 FF FF 00 B1", 0, 5));
    // `from` in it comes again before
    assert_false(always("00 03 99 FF FF 00 B1", 1, 5));
    assert_true(always("00 03 99 FF FF 00 B1", 1, 2));
    // 0 nop, 1 nop, 2 nop, 3 goto 1: endless, with what is asked for in it
    assert_true(always("00 00 00 A7 FF FE", 0, 2));
    assert_true(always("00 00 00 A7 FF FE", 1, 2));
    assert_true(always("00 00 00 A7 FF FE", 2, 1));
    // 0 iconst_0, 1 ifeq 7, 4 goto 4, 7 nop, 8 return: endless without it
    assert_false(always("03 99 00 06 A7 00 00 00 B1", 0, 7));
}

static void subroutines_are_not_followed(void **state) {
    (void)state;
    // 0 jsr 5, 3 nop, 4 return, 5 astore_0, 6 ret 0
    assert_true(always("A8 00 05 00 B1 4B A9 00", 0, 5));
    assert_false(always("A8 00 05 00 B1 4B A9 00", 0, 3));
}

static void work_has_an_end(void **state) {
    (void)state;
    struct method m;
    struct emit e;
    emit_init(&e, CODE_ROOM);
    put(&e, "00*60000 B1");
    begin(&m, &e);
    u4 asked = 0;
    while (postdom_always(&m.p, 0, 60000)) {
        asked++;
    }
    assert_in_range(asked, 1, LIMIT_POSTDOM_WORK / 60000);
    end(&m);
    emit_release(&e);
}

// --- Random methods, and a plain way to find out -------------------------------

enum { MOST_BLOCKS = 9, N_METHODS = 4000 };

// A block is a nop, which is asked about, and how it goes on.
struct graph {
    u4 n;
    u2 pc[MOST_BLOCKS];
    bool to[MOST_BLOCKS][MOST_BLOCKS];
    bool reach[MOST_BLOCKS][MOST_BLOCKS];  // by one step or more
    bool is_end[MOST_BLOCKS];
    u4 random;
};

static u4 next_random(struct graph *g, u4 below) {
    g->random = g->random * 1664525u + 1013904223u;
    return (g->random >> 8) % below;
}

enum kind { FALL, GOTO, IF, SWITCH, RETURN, THROW, N_KINDS };

static u4 size_of(enum kind kind, u4 at) {
    static const u1 size[] = {1, 4, 5, 0, 2, 3};
    // nop, iconst_0, tableswitch of two: opcode, padding, 12 + 8 bytes
    return kind == SWITCH ? 3 + (3 - (at + 2) % 4) + 20 : size[kind];
}

static void put_block(struct graph *g, u4 i, enum kind kind, struct emit *e) {
    u4 target[3], n = kind == GOTO || kind == IF ? 1 : kind == SWITCH ? 3 : 0;
    s4 delta[3];
    for (u4 k = 0; k < n; k++) {
        target[k] = next_random(g, g->n);
        g->to[i][target[k]] = true;
        u4 insn = g->pc[i] + (kind == GOTO ? 1u : 2u);
        delta[k] = (s4)g->pc[target[k]] - (s4)insn;
    }
    if (kind == FALL || kind == IF) {
        g->to[i][i + 1] = true;
    }
    g->is_end[i] = kind == RETURN || kind == THROW;
    put(e, "00");
    switch (kind) {
    case GOTO:
        put(e, "A7 %2", (u2)delta[0]);
        break;
    case IF:
        put(e, "03 99 %2", (u2)delta[0]);
        break;
    case SWITCH:
        put(e, "03 AA");
        while (e->n % 4) {
            put(e, "00");
        }
        put(e, "%4 00 00 00 00 00 00 00 01 %4 %4", (u4)delta[0], (u4)delta[1],
            (u4)delta[2]);
        break;
    case RETURN:
        put(e, "B1");
        break;
    case THROW:
        put(e, "01 BF");
        break;
    default:
        break;
    }
}

static void make(struct graph *g, struct emit *e) {
    enum kind kind[MOST_BLOCKS];
    g->n = 2 + next_random(g, MOST_BLOCKS - 1);
    u4 at = 0;
    for (u4 i = 0; i < g->n; i++) {
        do {
            kind[i] = next_random(g, N_KINDS);
        } while (i + 1 == g->n && (kind[i] == FALL || kind[i] == IF));
        g->pc[i] = (u2)at;
        at += size_of(kind[i], at);
    }
    emit_reset(e);
    for (u4 i = 0; i < g->n; i++) {
        assert_int_equal(e->n, g->pc[i]);
        put_block(g, i, kind[i], e);
    }
    memcpy(g->reach, g->to, sizeof g->reach);
    for (u4 k = 0; k < g->n; k++) {
        for (u4 i = 0; i < g->n; i++) {
            for (u4 j = 0; j < g->n; j++) {
                g->reach[i][j] |= g->reach[i][k] && g->reach[k][j];
            }
        }
    }
}

// Tries every way behind block `at` that comes to no block twice. False if one of them
// ends, comes to `from`, or gets where `to` cannot be reached any more.
static bool tries(const struct graph *g, u4 at, u4 from, u4 to, bool *on_way) {
    if (g->is_end[at] || !g->reach[at][to]) {
        return false;
    }
    for (u4 next = 0; next < g->n; next++) {
        if (!g->to[at][next] || next == to) {
            continue;
        }
        if (next == from) {
            return false;
        }
        if (!on_way[next]) {
            on_way[next] = true;
            if (!tries(g, next, from, to, on_way)) {
                return false;
            }
            on_way[next] = false;
        }
    }
    return true;
}

static void every_way_is_tried(void **state) {
    (void)state;
    struct emit e;
    emit_init(&e, CODE_ROOM);
    u4 n_always = 0, n_endless = 0, n_asked = 0;
    for (u4 seed = 0; seed < N_METHODS; seed++) {
        struct graph g = {.random = seed};
        struct method m;
        make(&g, &e);
        begin(&m, &e);
        for (u4 from = 0; from < g.n; from++) {
            for (u4 to = 0; to < g.n; to++) {
                if (from == to) {
                    continue;
                }
                bool on_way[MOST_BLOCKS] = {false};
                bool is = postdom_always(&m.p, g.pc[from], g.pc[to]);
                if (is != tries(&g, from, from, to, on_way)) {
                    fail_msg("seed %u: %u after %u: %d", seed, g.pc[to],
                             g.pc[from], is);
                }
                n_asked++;
                n_always += is;
                n_endless += is && g.reach[to][from];
            }
        }
        end(&m);
    }
    emit_release(&e);
    assert_in_range(n_always, n_asked / 20, n_asked / 2);
    assert_in_range(n_endless, n_asked / 100, n_asked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_on),
        cmocka_unit_test(what_is_no_instruction_never_comes),
        cmocka_unit_test(ends),
        cmocka_unit_test(loops),
        cmocka_unit_test(subroutines_are_not_followed),
        cmocka_unit_test(work_has_an_end),
        cmocka_unit_test(every_way_is_tried),
    };
    return cmocka_run_group_tests_name("flow/postdom", tests, NULL, NULL);
}
