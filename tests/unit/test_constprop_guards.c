// SPDX-License-Identifier: MIT
// test_constprop_guards.c - which calls execute under which arguments, instruction
// by instruction; what the Java programs of tests/fixtures/guards can't write.

#include "analysis/base/limits.h"
#include "analysis/classfile/scan.h"
#include "analysis/constprop/guards.h"
#include "analysis/world/resolve.h"
#include "tests/unit/lib/smallworld.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { CLASS = 0x0021, ENUM = 0x4031, CONSTANT = 0x4019, STATIC = 9 };

struct guarding {
    struct small_world s;
    struct guards g;
    u2 yes, no, get;  // T.yes:()V, T.no:()V, T.get:()I
    bool is_open;
};

static int begin(void **state) {
    struct guarding *t = test_calloc(1, sizeof *t);
    struct small_world *s = &t->s;
    small_init(s);
    small_class(s, 0x0421, "java/lang/Enum", "java/lang/Object", NULL);
    small_method(s, 4, "<init>", "(Ljava/lang/String;I)V", "B1");
    small_method(s, 0x11, "ordinal", "()I", "03 AC");
    small_class(s, CLASS, "T", "java/lang/Object", NULL);
    t->yes = asm_ref(&s->a, 10, "T", "yes", "()V");
    t->no = asm_ref(&s->a, 10, "T", "no", "()V");
    t->get = asm_ref(&s->a, 10, "T", "get", "()I");
    small_method(s, STATIC, "yes", "()V", "B1");
    small_method(s, STATIC, "no", "()V", "B1");
    small_method(s, STATIC, "get", "()I", "03 AC");
    *state = t;
    return 0;
}

static int end(void **state) {
    struct guarding *t = *state;
    if (t->is_open) {
        guards_release(&t->g);
    }
    small_release(&t->s);
    test_free(t);
    return 0;
}

static void tell_calls(struct guarding *t, method_id m) {
    struct world *w = &t->s.w;
    class_id c = w->method.v[m].class;
    struct bytes body;
    struct scan scan;
    if (!world_code(w, m, &body) || !scan_open(&scan, w->class.v[c].cf, body)) {
        return;
    }
    for (struct scan_insn i; scan_next(&scan, &i);) {
        method_id to = i.op >= OPC_invokevirtual && i.op <= OPC_invokestatic
                           ? resolve_method(w, world_ref_at(w, c, i.index))
                           : 0;
        if (to) {
            guards_call(&t->g, m, i.pc, to);
        }
    }
}

static void tell_class(struct guarding *t, const char *name) {
    class_id c = small_find_class(&t->s, name);
    const struct world_class k = t->s.w.class.v[c];
    for (u4 i = 0; i < k.n_methods; i++) {
        tell_calls(t, k.method + i);
    }
}

// The classes are complete, and the calls of T are told.
static void complete(struct guarding *t) {
    small_open(&t->s);
    guards_init(&t->g, &t->s.w);
    t->is_open = true;
    tell_class(t, "T");
}

static bool can(struct guarding *t, const char *caller, guard_id with, u4 pc,
                const char *target) {
    guard_id passes;
    return guards_pass(&t->g, small_find(&t->s, caller), with, (u2)pc,
                       small_find(&t->s, target), &passes);
}

static guard_id passes(struct guarding *t, const char *caller, guard_id with,
                       u4 pc, const char *target) {
    guard_id id;
    assert_true(guards_pass(&t->g, small_find(&t->s, caller), with, (u2)pc,
                            small_find(&t->s, target), &id));
    return id;
}

static void assert_text(struct guarding *t, const char *m, guard_id id,
                        const char *want) {
    struct str got = guards_text(&t->g, small_find(&t->s, m), id, &t->s.arena);
    assert_string_equal(arena_cstr(&t->s.arena, got), want);
}

static u2 ref(struct guarding *t, const char *name, const char *desc) {
    return asm_ref(&t->s.a, 10, "T", name, desc);
}

static void method(struct guarding *t, const char *name, const char *desc,
                   const char *code, u2 a, u2 b) {
    small_method(&t->s, STATIC, name, desc, code, a, b);
}

// Where T.yes and T.no are called, and whether they can be.
struct ways {
    u4 yes, no;
    bool can_yes, can_no;
};

// Of m, when it is called as c does at pc; and with nothing known, both.
static void assert_calls(struct guarding *t, const char *c, u4 pc,
                         const char *m, struct ways want) {
    guard_id id = passes(t, c, 0, pc, m);
    bool yes = can(t, m, id, want.yes, "T.yes:()V");
    bool no = can(t, m, id, want.no, "T.no:()V");
    if (yes != want.can_yes || no != want.can_no) {
        print_error("%s: %d %d\n", c, yes, no);
        fail();
    }
    assert_true(can(t, m, 0, want.yes, "T.yes:()V"));
    assert_true(can(t, m, 0, want.no, "T.no:()V"));
}

// --- Branches ----------------------------------------------------------------

static bool compares(u4 condition, s4 x, s4 y) {
    const bool is[] = {x == y, x != y, x<y, x >= y, x> y, x <= y};
    return is[condition];
}

static void takes_one_way_of_a_branch(void **state) {
    struct guarding *t = *state;
    enum { ONE = 0x99, TWO = 0x9F };  // ifeq, if_icmpeq
    char name[40];
    for (u4 c = 0; c < 6; c++) {
        snprintf(name, sizeof name, "one%u", c);
        small_method(&t->s, STATIC, name, "(I)V",
                     "1A %1 00 07 B8 %2 B1 B8 %2 B1", ONE + c, t->no, t->yes);
        u2 one = ref(t, name, "(I)V");
        snprintf(name, sizeof name, "two%u", c);
        small_method(&t->s, STATIC, name, "(II)V",
                     "1A 1B %1 00 07 B8 %2 B1 B8 %2 B1", TWO + c, t->no,
                     t->yes);
        u2 two = ref(t, name, "(II)V");
        for (s4 x = -1; x <= 1; x++) {
            snprintf(name, sizeof name, "c%u_%d", c, (int)x);
            small_method(&t->s, STATIC, name, "()V", "%1 B8 %2 %1 04 B8 %2 B1",
                         3 + x, one, 3 + x, two);
        }
    }
    complete(t);
    for (u4 c = 0; c < 6; c++) {
        for (s4 x = -1; x <= 1; x++) {
            char caller[40];
            snprintf(caller, sizeof caller, "T.c%u_%d:()V", c, (int)x);
            snprintf(name, sizeof name, "T.one%u:(I)V", c);
            bool is = compares(c, x, 0);
            assert_calls(t, caller, 1, name, (struct ways){8, 4, is, !is});
            snprintf(name, sizeof name, "T.two%u:(II)V", c);
            is = compares(c, x, 1);
            assert_calls(t, caller, 6, name, (struct ways){9, 5, is, !is});
        }
    }
}

#define OBJECT "Ljava/lang/Object;"

static void tells_null_from_objects(void **state) {
    struct guarding *t = *state;
    method(t, "isNull", "(" OBJECT ")V", "2A C6 00 07 B8 %2 B1 B8 %2 B1", t->no,
           t->yes);
    method(t, "isSome", "(" OBJECT ")V", "2A C7 00 07 B8 %2 B1 B8 %2 B1", t->no,
           t->yes);
    method(t, "same", "(" OBJECT OBJECT ")V",
           "2A 2B A5 00 07 B8 %2 B1 B8 %2 B1", t->no, t->yes);
    u2 null = ref(t, "isNull", "(" OBJECT ")V");
    u2 some = ref(t, "isSome", "(" OBJECT ")V");
    u2 same = ref(t, "same", "(" OBJECT OBJECT ")V");
    method(t, "null", "()V", "01 B8 %2 01 B8 %2 B1", null, some);
    method(t, "array", "()V", "03 BC 0A 59 B8 %2 B8 %2 B1", null, some);
    method(t, "nulls", "()V", "01 01 B8 %2 B1", same, 0);
    method(t, "one", "()V", "01 03 BC 0A B8 %2 B1", same, 0);
    method(t, "two", "()V", "03 BC 0A 03 BC 0A B8 %2 B1", same, 0);
    complete(t);
    const char *isNull = "T.isNull:(" OBJECT ")V";
    const char *isSome = "T.isSome:(" OBJECT ")V";
    const char *isSame = "T.same:(" OBJECT OBJECT ")V";
    assert_calls(t, "T.null:()V", 1, isNull, (struct ways){8, 4, true, false});
    assert_calls(t, "T.null:()V", 5, isSome, (struct ways){8, 4, false, true});
    assert_calls(t, "T.array:()V", 4, isNull, (struct ways){8, 4, false, true});
    assert_calls(t, "T.array:()V", 7, isSome, (struct ways){8, 4, true, false});
    assert_calls(t, "T.nulls:()V", 2, isSame, (struct ways){9, 5, true, false});
    assert_calls(t, "T.one:()V", 4, isSame, (struct ways){9, 5, false, true});
    assert_calls(t, "T.two:()V", 6, isSame, (struct ways){9, 5, true, true});
    assert_text(t, isSame, passes(t, "T.one:()V", 0, 4, isSame),
                "param1=null param2=not-null");
}

// In the branch where it was compared, a parameter is known.
static void learns_from_a_branch(void **state) {
    struct guarding *t = *state;
    method(t, "is7", "(I)V", "1A 10 07 A0 00 07 B8 %2 B1 B8 %2 B1", t->yes,
           t->no);
    u2 is7 = ref(t, "is7", "(I)V");
    method(t, "eq", "(I)V", "1A 10 07 A0 00 08 1A B8 %2 B1 1A B8 %2 B1", is7,
           is7);
    complete(t);
    assert_calls(t, "T.eq:(I)V", 7, "T.is7:(I)V",
                 (struct ways){6, 10, true, false});
    assert_int_equal(passes(t, "T.eq:(I)V", 0, 12, "T.is7:(I)V"), 0);
}

static void takes_one_case_of_a_switch(void **state) {
    struct guarding *t = *state;
    // tableswitch 1..2, lookupswitch 0x80000000, 7: yes; else no
    method(t, "table", "(I)V",
           "1A AA 00 00 00 00 00 1B 00 00 00 01 00 00 00 02 "
           "00 00 00 17 00 00 00 1B B8 %2 B1 B8 %2 B1",
           t->yes, t->no);
    method(t, "lookup", "(I)V",
           "1A AB 00 00 00 00 00 1F 00 00 00 02 80 00 00 00 00 00 00 1B "
           "00 00 00 07 00 00 00 1B B8 %2 B1 B8 %2 B1",
           t->yes, t->no);
    u2 table = ref(t, "table", "(I)V"), lookup = ref(t, "lookup", "(I)V");
    u2 least = asm_const(&t->s.a, "03 80 00 00 00");
    method(t, "c", "()V", "04 B8 %2 05 B8 %2 03 B8 B1", table, table);
    method(t, "d", "()V", "06 B8 %2 02 B8 %2 B1", table, table);
    method(t, "e", "()V", "13 %2 B8 %2 B1", least, lookup);
    method(t, "f", "()V", "10 07 B8 %2 10 06 B8 %2 B1", lookup, lookup);
    complete(t);
    const char *m = "T.table:(I)V", *l = "T.lookup:(I)V";
    assert_calls(t, "T.d:()V", 1, m, (struct ways){24, 28, false, true});
    assert_calls(t, "T.d:()V", 5, m, (struct ways){24, 28, false, true});
    assert_calls(t, "T.e:()V", 3, l, (struct ways){28, 32, true, false});
    assert_calls(t, "T.f:()V", 2, l, (struct ways){28, 32, true, false});
    assert_calls(t, "T.f:()V", 7, l, (struct ways){28, 32, false, true});
}

// --- Arithmetic --------------------------------------------------------------

// What `code` computes of x and y is passed as that, or as nothing.
struct sum {
    const char *code;
    s4 x, y, is;
    bool unknown;
};

static const struct sum sums[] = {
    {"60", INT32_MAX, 1, INT32_MIN, false},   // iadd
    {"64", INT32_MIN, 1, INT32_MAX, false},   // isub
    {"68", INT32_MIN, -1, INT32_MIN, false},  // imul
    {"6C", INT32_MIN, -1, INT32_MIN, false},  // idiv
    {"6C", -7, 2, -3, false},
    {"6C", 1, 0, 0, true},
    {"70", INT32_MIN, -1, 0, false},  // irem
    {"70", -7, 2, -1, false},
    {"70", 1, 0, 0, true},
    {"78", 1, 33, 2, false},  // ishl
    {"78", 1, -1, INT32_MIN, false},
    {"7A", -8, 1, -4, false},  // ishr
    {"7A", -8, 32, -8, false},
    {"7A", INT32_MIN, -1, -1, false},
    {"7C", -1, 28, 15, false},                  // iushr
    {"7E", 12, 10, 8, false},                   // iand
    {"80", 12, 10, 14, false},                  // ior
    {"82", 12, 10, 6, false},                   // ixor
    {"57 74", INT32_MIN, 0, INT32_MIN, false},  // ineg
    {"57 91", 0x180, 0, -128, false},           // i2b
    {"57 92", -1, 0, 0xFFFF, false},            // i2c
    {"57 93", 0x18000, 0, -32768, false},       // i2s
    {"5F", 1, 2, 1, false},                     // swap, then the upper
    {"57 85 88", 1, 0, 0, true},                // i2l, l2i
};

static void computes_as_java_does(void **state) {
    struct guarding *t = *state;
    method(t, "take", "(I)V", "1A 99 00 07 B8 %2 B1 B8 %2 B1", t->yes, t->no);
    u2 take = ref(t, "take", "(I)V");
    char name[40], code[80];
    for (u4 i = 0; i < sizeof sums / sizeof *sums; i++) {
        u2 x = asm_const(&t->s.a, "03 %4", (u4)sums[i].x);
        u2 y = asm_const(&t->s.a, "03 %4", (u4)sums[i].y);
        snprintf(name, sizeof name, "s%u", i);
        snprintf(code, sizeof code, "13 %%2 13 %%2 %s B8 %%2 B1", sums[i].code);
        small_method(&t->s, STATIC, name, "()V", code, x, y, take);
    }
    complete(t);
    for (u4 i = 0; i < sizeof sums / sizeof *sums; i++) {
        u4 ops = ((u4)strlen(sums[i].code) + 1) / 3;
        snprintf(name, sizeof name, "T.s%u:()V", i);
        guard_id id = passes(t, name, 0, 6 + ops, "T.take:(I)V");
        snprintf(code, sizeof code, "param1=%d", (int)sums[i].is);
        assert_text(t, "T.take:(I)V", id, sums[i].unknown ? "" : code);
    }
}

// iinc and stores change a parameter; in a loop it becomes anything.
static void follows_what_changes(void **state) {
    struct guarding *t = *state;
    method(t, "inc", "(I)V", "84 00 02 1A 99 00 07 B8 %2 B1 B8 %2 B1", t->no,
           t->yes);
    method(t, "loop", "(I)V",
           "1A 99 00 06 B8 %2 84 00 01 1A 08 A1 FF F5 B8 %2 B1", t->yes, t->no);
    u2 inc = ref(t, "inc", "(I)V"), loop = ref(t, "loop", "(I)V");
    method(t, "c", "()V", "10 FE B8 %2 03 B8 %2 B1", inc, inc);
    method(t, "d", "()V", "03 B8 %2 08 B8 %2 B1", loop, loop);
    complete(t);
    assert_calls(t, "T.c:()V", 2, "T.inc:(I)V",
                 (struct ways){11, 7, true, false});
    assert_calls(t, "T.c:()V", 6, "T.inc:(I)V",
                 (struct ways){11, 7, false, true});
    assert_calls(t, "T.d:()V", 1, "T.loop:(I)V",
                 (struct ways){4, 15, true, true});
}

// --- Parameters --------------------------------------------------------------

static void counts_slots(void **state) {
    struct guarding *t = *state;
    method(t, "wide", "(JZDI)V", "1C 99 00 07 B8 %2 B1 B8 %2 B1", t->yes,
           t->no);
    small_method(&t->s, 1, "self", "(DZ)V", "1D 99 00 07 B8 %2 B1 B8 %2 B1",
                 t->yes, t->no);
    u2 wide = ref(t, "wide", "(JZDI)V"), self = ref(t, "self", "(DZ)V");
    method(t, "c", "()V", "09 04 0E 08 B8 %2 01 0E 03 B6 %2 B1", wide, self);
    complete(t);
    const char *m = "T.wide:(JZDI)V", *s = "T.self:(DZ)V";
    assert_calls(t, "T.c:()V", 4, m, (struct ways){4, 8, true, false});
    assert_calls(t, "T.c:()V", 10, s, (struct ways){4, 8, false, true});
    assert_text(t, m, passes(t, "T.c:()V", 0, 4, m), "param2=true");
    assert_text(t, s, passes(t, "T.c:()V", 0, 10, s), "param2=false");
    assert_text(t, s, 0, "");
}

static void drops_what_does_not_count(void **state) {
    struct guarding *t = *state;
    method(t, "all", "(I)V", "B8 %2 B8 %2 B1", t->yes, t->no);
    method(t, "none", "(I)V", "1A 99 00 03 B1", 0, 0);
    method(t, "other", "(II)V", "1B 99 00 07 B8 %2 B1 B8 %2 B1", t->yes, t->no);
    method(t, "field", "(I)V", "1A B8 %2 A0 00 06 B8 %2 B1", t->get, t->yes);
    u2 all = ref(t, "all", "(I)V"), none = ref(t, "none", "(I)V");
    u2 other = ref(t, "other", "(II)V"), field = ref(t, "field", "(I)V");
    method(t, "c", "()V", "04 B8 %2 04 B8 %2 B1", all, none);
    method(t, "d", "()V", "05 04 B8 %2 06 04 B8 %2 B1", other, other);
    method(t, "e", "()V", "04 B8 %2 B1", field, 0);
    complete(t);
    assert_int_equal(passes(t, "T.c:()V", 0, 1, "T.all:(I)V"), 0);
    assert_int_equal(passes(t, "T.c:()V", 0, 5, "T.none:(I)V"), 0);
    assert_int_equal(passes(t, "T.e:()V", 0, 1, "T.field:(I)V"), 0);
    guard_id id = passes(t, "T.d:()V", 0, 2, "T.other:(II)V");
    assert_text(t, "T.other:(II)V", id, "param2=1");
    assert_int_equal(passes(t, "T.d:()V", 0, 7, "T.other:(II)V"), id);
}

static void hands_on_through_methods(void **state) {
    struct guarding *t = *state;
    method(t, "last", "(Z)V", "1A 99 00 07 B8 %2 B1 B8 %2 B1", t->yes, t->no);
    u2 last = ref(t, "last", "(Z)V");
    method(t, "mid", "(IZ)V", "1B 04 82 B8 %2 B1", last, 0);
    u2 mid = ref(t, "mid", "(IZ)V");
    method(t, "top", "(Z)V", "04 1A B8 %2 B1", mid, 0);
    u2 top = ref(t, "top", "(Z)V");
    method(t, "c", "()V", "04 B8 %2 03 B8 %2 B1", top, top);
    complete(t);
    for (u4 pc = 1; pc <= 5; pc += 4) {
        bool is = pc == 1;
        guard_id id = passes(t, "T.c:()V", 0, pc, "T.top:(Z)V");
        assert_text(t, "T.top:(Z)V", id, is ? "param1=true" : "param1=false");
        id = passes(t, "T.top:(Z)V", id, 2, "T.mid:(IZ)V");
        assert_text(t, "T.mid:(IZ)V", id, is ? "param2=true" : "param2=false");
        id = passes(t, "T.mid:(IZ)V", id, 3, "T.last:(Z)V");
        assert_text(t, "T.last:(Z)V", id, is ? "param1=false" : "param1=true");
        assert_int_equal(can(t, "T.last:(Z)V", id, 4, "T.yes:()V"), !is);
        assert_int_equal(can(t, "T.last:(Z)V", id, 8, "T.no:()V"), is);
    }
}

// Bytecode can pass 2 as a boolean: of that nothing is believed.
static void believes_only_values_of_the_type(void **state) {
    struct guarding *t = *state;
    static const char *const desc[] = {"(Z)V", "(B)V", "(C)V", "(S)V", "(I)V"};
    static const char *const name[] = {"z", "b", "c", "s", "i"};
    static const s4 odd[] = {2, 128, -1, 32768, -70000};
    for (u4 i = 0; i < 5; i++) {
        method(t, name[i], desc[i], "1A 99 00 07 B8 %2 B1 B8 %2 B1", t->yes,
               t->no);
        u2 m = ref(t, name[i], desc[i]);
        u2 v = asm_const(&t->s.a, "03 %4", (u4)odd[i]);
        method(t, arena_printf(&t->s.arena, "%s2", name[i]), "()V",
               "13 %2 B8 %2 B1", v, m);
    }
    complete(t);
    for (u4 i = 0; i < 5; i++) {
        const char *caller = arena_printf(&t->s.arena, "T.%s2:()V", name[i]);
        const char *m = arena_printf(&t->s.arena, "T.%s:%s", name[i], desc[i]);
        assert_calls(t, caller, 3, m, (struct ways){4, 8, true, i < 4});
    }
}

// f(n + 1) in f: after so many ids nothing is known any more.
static void ends_recursion(void **state) {
    struct guarding *t = *state;
    u2 f = ref(t, "f", "(I)V");
    method(t, "f", "(I)V", "1A 99 00 0A 1A 04 60 B8 %2 B1 B8 %2 B1", f, t->no);
    method(t, "c", "()V", "04 B8 %2 B1", f, 0);
    complete(t);
    guard_id id = passes(t, "T.c:()V", 0, 1, "T.f:(I)V");
    u4 n = 0;
    for (; id; n++) {
        assert_false(can(t, "T.f:(I)V", id, 11, "T.no:()V"));
        id = passes(t, "T.f:(I)V", id, 7, "T.f:(I)V");
    }
    assert_int_equal(n, LIMIT_GUARD_IDS);
    assert_true(can(t, "T.f:(I)V", 0, 11, "T.no:()V"));
    assert_int_equal(passes(t, "T.f:(I)V", 0, 7, "T.f:(I)V"), 0);
}

// --- Handlers ----------------------------------------------------------------

// x++; x++; get(); and the handler: if (x == 0) no() else yes()
static void handlers_see_all_values_of_a_range(void **state) {
    struct guarding *t = *state;
    struct emit code, handlers;
    emit_init(&code, 100);
    emit_init(&handlers, 100);
    put(&code, "84 00 01 84 00 01 B8 %2 57 B1 57 1A 99 00 07 B8 %2 B1 B8 %2 B1",
        t->get, t->yes, t->no);
    for (u4 i = 0; i < 2; i++) {
        emit_reset(&handlers);
        // All of it; or the call alone, which the store comes before.
        put(&handlers, "%2 00 09 00 0B 00 00", i ? 6 : 0);
        asm_code(&t->s.a, &(struct asm_method){.access_flags = STATIC,
                                               .name = i ? "end" : "all",
                                               .desc = "(I)V",
                                               .max_stack = 2,
                                               .max_locals = 1,
                                               .code = &code,
                                               .handlers = &handlers});
    }
    u2 all = ref(t, "all", "(I)V"), one = ref(t, "end", "(I)V");
    method(t, "c", "()V", "02 B8 %2 10 FE B8 %2 B1", all, one);
    method(t, "d", "()V", "10 FD B8 %2 10 FD B8 %2 B1", all, one);
    emit_release(&code);
    emit_release(&handlers);
    complete(t);
    // -1, 0, 1; at the call only 0 of -2; -3 is never 0
    assert_calls(t, "T.c:()V", 1, "T.all:(I)V",
                 (struct ways){16, 20, true, true});
    assert_calls(t, "T.c:()V", 6, "T.end:(I)V",
                 (struct ways){16, 20, false, true});
    assert_calls(t, "T.d:()V", 7, "T.end:(I)V",
                 (struct ways){16, 20, true, false});
}

// --- Code that can't be followed -----------------------------------------------

static void says_nothing_of_odd_code(void **state) {
    struct guarding *t = *state;
    // jsr, a stack that is empty, a jump into an instruction, a missing local
    method(t, "jsr", "(I)V", "1A 99 00 0B B8 %2 A8 00 05 B1 4C A9 01 B1", t->no,
           0);
    method(t, "pop", "(I)V", "1A 99 00 06 B8 %2 57 B1", t->no, 0);
    method(t, "jump", "(I)V", "1A 99 00 06 B8 %2 A7 FF FE", t->no, 0);
    method(t, "local", "(I)V", "1A 99 00 06 B8 %2 15 63 57 B1", t->no, 0);
    u2 a = ref(t, "jsr", "(I)V"), b = ref(t, "pop", "(I)V");
    u2 c = ref(t, "jump", "(I)V"), d = ref(t, "local", "(I)V");
    method(t, "c", "()V", "03 B8 %2 03 B8 %2 B1", a, b);
    method(t, "d", "()V", "03 B8 %2 03 B8 %2 B1", c, d);
    complete(t);
    static const char *const m[] = {"T.jsr:(I)V", "T.pop:(I)V", "T.jump:(I)V",
                                    "T.local:(I)V"};
    for (u4 i = 0; i < 4; i++) {
        const char *caller = i < 2 ? "T.c:()V" : "T.d:()V";
        guard_id id = passes(t, caller, 0, i % 2 ? 5 : 1, m[i]);
        assert_int_equal(id, 0);
        assert_true(can(t, m[i], 0, 4, "T.no:()V"));
    }
}

// A descriptor of 300 slots, which no JVM takes.
static void says_nothing_of_too_many_parameters(void **state) {
    struct guarding *t = *state;
    enum { MANY = 300 };
    char desc[MANY + 4] = "(";
    memset(desc + 1, 'I', MANY);
    memcpy(desc + 1 + MANY, ")V", 3);
    struct emit code;
    emit_init(&code, 100);
    put(&code, "C4 15 01 20 99 00 06 B8 %2 B1", t->yes);
    asm_code(&t->s.a, &(struct asm_method){.access_flags = STATIC,
                                           .name = "many",
                                           .desc = desc,
                                           .max_stack = 1,
                                           .max_locals = MANY,
                                           .code = &code});
    emit_release(&code);
    complete(t);
    const char *m = arena_printf(&t->s.arena, "T.many:%s", desc);
    assert_true(can(t, m, 0, 7, "T.yes:()V"));
    assert_text(t, m, 0, "");
}

// --- Fields ------------------------------------------------------------------

static void field(struct guarding *t, u2 flags, const char *name,
                  const char *desc, u2 value) {
    struct asm_attrs as;
    asm_attrs_init(&as);
    if (value) {
        asm_attr(&t->s.a, &as, "ConstantValue", "%2", value);
    }
    asm_field_raw(&t->s.a, flags, name, desc, &as);
    asm_attrs_release(&as);
}

static void knows_constant_fields(void **state) {
    struct guarding *t = *state;
    struct asm_class *a = &t->s.a;
    u2 zero = asm_const(a, "03 %4", 0), two = asm_const(a, "03 %4", 2);
    enum { FINAL = 0x18, OPEN = 0x08 };
    static const char *const name[] = {"good", "open", "put", "bool"};
    field(t, FINAL, "good", "I", zero);
    field(t, OPEN, "open", "I", zero);
    field(t, FINAL, "put", "I", zero);
    field(t, FINAL, "bool", "Z", two);
    for (u4 i = 0; i < 4; i++) {
        const char *m = arena_printf(&t->s.arena, "m%u", i);
        method(t, m, "()V", "B2 %2 9A 00 06 B8 %2 B1",
               asm_ref(a, 9, "T", name[i], i == 3 ? "Z" : "I"), t->yes);
        method(t, arena_printf(&t->s.arena, "n%u", i), "()V",
               "B2 %2 99 00 06 B8 %2 B1",
               asm_ref(a, 9, "T", name[i], i == 3 ? "Z" : "I"), t->no);
    }
    method(t, "<clinit>", "()V", "04 B3 %2 B1", asm_ref(a, 9, "T", "put", "I"),
           0);
    complete(t);
    for (u4 i = 0; i < 4; i++) {
        const char *m = arena_printf(&t->s.arena, "T.m%u:()V", i);
        const char *n = arena_printf(&t->s.arena, "T.n%u:()V", i);
        assert_true(can(t, m, 0, 6, "T.yes:()V"));
        assert_int_equal(can(t, n, 0, 6, "T.no:()V"), i != 0);
    }
}

// --- Enums -------------------------------------------------------------------

// enum NAME { A, B }, with this code: of the constructor, to which Enum's and
// T.yes are given; and of the initialiser, to which the class, the constructor
// and A are given, then the same for B, B again, and f.
static void make_enum(struct guarding *t, const char *name, const char *init,
                      const char *clinit) {
    struct small_world *s = &t->s;
    struct asm_class *a = &s->a;
    small_class(s, ENUM, name, "java/lang/Enum", NULL);
    const char *type = arena_printf(&s->arena, "L%s;", name);
    asm_field_raw(a, CONSTANT, "A", type, NULL);
    asm_field_raw(a, CONSTANT, "B", type, NULL);
    u2 self = asm_class_const(a, name);
    u2 make = asm_ref(a, 10, name, "<init>", "(Ljava/lang/String;I)V");
    u2 super =
        asm_ref(a, 10, "java/lang/Enum", "<init>", "(Ljava/lang/String;I)V");
    u2 look = asm_ref(a, 10, "T", "yes", "()V");
    u2 fa = asm_ref(a, 9, name, "A", type), fb = asm_ref(a, 9, name, "B", type);
    u2 f = asm_ref(a, 10, name, "f", "()V");
    small_method(s, 2, "<init>", "(Ljava/lang/String;I)V", init, super, look);
    small_method(s, 8, "<clinit>", "()V", clinit, self, make, fa, self, make,
                 fb, fb, f);
}

#define GOOD_INIT "2A 2B 1C B7 %2 B1"
#define GOOD_CLINIT "BB %2 59 01 03 B7 %2 B3 %2 BB %2 59 01 04 B7 %2 B3 %2 B1"

static void use_enum(struct guarding *t, const char *name) {
    struct asm_class *a = &t->s.a;
    const char *type = arena_printf(&t->s.arena, "L%s;", name);
    const char *desc = arena_printf(&t->s.arena, "(%s)V", type);
    u2 fa = asm_ref(a, 9, name, "A", type), fb = asm_ref(a, 9, name, "B", type);
    const char *is = arena_printf(&t->s.arena, "is%s", name);
    small_method(&t->s, STATIC, is, desc, "2A B2 %2 A5 00 07 B8 %2 B1 B8 %2 B1",
                 fa, t->no, t->yes);
    u2 r = ref(t, is, desc);
    const char *nth = arena_printf(&t->s.arena, "nth%s", name);
    u2 ordinal = asm_ref(a, 10, name, "ordinal", "()I");
    small_method(&t->s, STATIC, nth, desc,
                 "2A B6 %2 99 00 07 B8 %2 B1 B8 %2 B1", ordinal, t->no, t->yes);
    u2 n = ref(t, nth, desc);
    small_method(&t->s, STATIC, arena_printf(&t->s.arena, "c%s", name), "()V",
                 "B2 %2 B8 %2 B2 %2 B8 %2 B2 %2 B8 %2 B2 %2 B8 %2 B1", fa, r,
                 fb, r, fa, n, fb, n);
}

static void assert_enum(struct guarding *t, const char *name, bool known,
                        bool ordinals) {
    struct arena *a = &t->s.arena;
    const char *c = arena_printf(a, "T.c%s:()V", name);
    const char *is = arena_printf(a, "T.is%s:(L%s;)V", name, name);
    const char *nth = arena_printf(a, "T.nth%s:(L%s;)V", name, name);
    assert_calls(t, c, 3, is, (struct ways){11, 7, true, !known});
    assert_calls(t, c, 9, is, (struct ways){11, 7, !known, true});
    assert_calls(t, c, 15, nth, (struct ways){11, 7, true, !ordinals});
    assert_calls(t, c, 21, nth, (struct ways){11, 7, !ordinals, true});
    const char *text = arena_printf(a, "param1=%s.A", name);
    assert_text(t, is, passes(t, c, 0, 3, is), known ? text : "");
}

static void knows_enum_constants(void **state) {
    struct guarding *t = *state;
    static const char *const name[] = {"Good", "Leak",  "Twice", "Same",
                                       "Back", "Shift", "Branch"};
    for (u4 i = 0; i < 7; i++) {
        use_enum(t, name[i]);
    }
    make_enum(t, "Good", GOOD_INIT, GOOD_CLINIT);
    // Its constructor calls T.yes.
    make_enum(t, "Leak", "2A 2B 1C B7 %2 B8 %2 B1", GOOD_CLINIT);
    // B is stored twice: an object, then null.
    make_enum(t, "Twice", GOOD_INIT,
              "BB %2 59 01 03 B7 %2 B3 %2 BB %2 59 01 04 B7 %2 B3 %2 "
              "01 B3 %2 B1");
    // One object in both fields.
    make_enum(t, "Same", GOOD_INIT,
              "BB %2 59 01 03 B7 %2 59 B3 %2 BB %2 59 01 04 B7 %2 57 B3 %2 B1");
    // A jump back to in front of the stores.
    make_enum(t, "Back", GOOD_INIT,
              "BB %2 59 01 03 B7 %2 B3 %2 BB %2 59 01 04 B7 %2 B3 %2 "
              "01 C7 FF F3 B1");
    // The constructor passes on something else than the ordinal it gets.
    make_enum(t, "Shift", "2A 2B 03 BC 0A BE B7 %2 B1", GOOD_CLINIT);
    // The second is made only sometimes.
    make_enum(t, "Branch", GOOD_INIT,
              "BB %2 59 01 03 B7 %2 B3 %2 01 C7 00 0F BB %2 59 01 04 B7 %2 "
              "B3 %2 B1");
    complete(t);
    assert_enum(t, "Good", true, true);
    assert_enum(t, "Leak", false, false);
    assert_enum(t, "Twice", false, false);
    assert_enum(t, "Same", false, false);
    assert_enum(t, "Back", false, false);
    assert_enum(t, "Shift", true, false);
    assert_enum(t, "Branch", false, false);
}

// Methods that the initialiser calls can see that constants are still null; and
// one that stores into them makes them unknown.
static void looks_into_enums(void **state) {
    struct guarding *t = *state;
    struct asm_class *a = &t->s.a;
    use_enum(t, "Within");
    use_enum(t, "Stored");
    method(t, "f", "()V", "B2 %2 C7 00 06 B8 %2 B1",
           asm_ref(a, 9, "Within", "A", "LWithin;"), t->yes);
    make_enum(t, "Within", GOOD_INIT,
              "BB %2 59 01 03 B7 %2 B3 %2 BB %2 59 01 04 B7 %2 B3 %2 "
              "B2 %2 57 B8 %2 B1");
    method(t, "f", "()V", "B2 %2 C7 00 06 B8 %2 B1",
           asm_ref(a, 9, "Within", "A", "LWithin;"),
           asm_ref(a, 10, "Within", "g", "()V"));
    method(t, "g", "()V", "B1", 0, 0);
    make_enum(t, "Stored", GOOD_INIT, GOOD_CLINIT);
    method(t, "f", "()V", "01 B3 %2 B1",
           asm_ref(a, 9, "Stored", "A", "LStored;"), 0);
    complete(t);
    tell_class(t, "Within");
    assert_enum(t, "Within", true, true);
    assert_enum(t, "Stored", false, false);
    assert_false(can(t, "T.f:()V", 0, 6, "T.yes:()V"));
    assert_true(can(t, "Within.f:()V", 0, 6, "Within.g:()V"));
}

// --- What is not handed on -----------------------------------------------------

// A target that the instruction does not select gets what somebody else passes.
static void passes_nothing_to_other_targets(void **state) {
    struct guarding *t = *state;
    struct small_world *s = &t->s;
    method(t, "m", "(I)V", "1A 99 00 07 B8 %2 B1 B8 %2 B1", t->yes, t->no);
    method(t, "n", "(I)V", "1A 99 00 07 B8 %2 B1 B8 %2 B1", t->yes, t->no);
    method(t, "c", "()V", "04 B8 %2 B1", ref(t, "m", "(I)V"), 0);
    small_method(s, 1, "v", "(I)V", "1B 99 00 07 B8 %2 B1 B8 %2 B1", t->yes,
                 t->no);
    method(t, "d", "()V", "01 04 B6 %2 B1",
           asm_ref(&s->a, 10, "U", "v", "(I)V"), 0);
    small_class(s, CLASS, "U", "java/lang/Object", NULL);
    small_method(s, 1, "v", "(I)V", "B1");
    complete(t);
    method_id c = small_find(s, "T.c:()V"), d = small_find(s, "T.d:()V");
    guards_call(&t->g, c, 1, small_find(s, "T.n:(I)V"));
    guards_call(&t->g, d, 2, small_find(s, "T.v:(I)V"));
    assert_int_not_equal(passes(t, "T.c:()V", 0, 1, "T.m:(I)V"), 0);
    assert_int_equal(passes(t, "T.c:()V", 0, 1, "T.n:(I)V"), 0);
    assert_int_equal(passes(t, "T.d:()V", 0, 2, "T.v:(I)V"), 0);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(takes_one_way_of_a_branch),
        TEST(tells_null_from_objects),
        TEST(learns_from_a_branch),
        TEST(takes_one_case_of_a_switch),
        TEST(computes_as_java_does),
        TEST(follows_what_changes),
        TEST(counts_slots),
        TEST(drops_what_does_not_count),
        TEST(hands_on_through_methods),
        TEST(believes_only_values_of_the_type),
        TEST(ends_recursion),
        TEST(handlers_see_all_values_of_a_range),
        TEST(says_nothing_of_odd_code),
        TEST(says_nothing_of_too_many_parameters),
        TEST(knows_constant_fields),
        TEST(knows_enum_constants),
        TEST(looks_into_enums),
        TEST(passes_nothing_to_other_targets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
