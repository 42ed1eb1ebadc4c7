// SPDX-License-Identifier: MIT
// test_rt_events.c - the examples of paper 000, Sec. 4, event by event, and what
// is particular here: each event with the state that follows.

#include "tests/unit/lib/randomrun.h"
#include "tests/unit/lib/smallplan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

// Fig. 1 and 4, chains of two edges at most; the private toPattern(boolean) is
// called `format`. Comments give the nodes.
#define FORMATS                                                             \
    "state max: NumberFormat.getMaxIntDigits =\n"      /* n3, n7 */         \
    "state separator: FormatSymbols.getSeparator +=\n" /* n4, n8 */         \
    "state default: FormatSymbols.getDefault +=\n"     /* n12 */            \
    "state symbols: FormatSymbols.init =\n"            /* n10 */            \
    "state format: DecimalFormat.format = "            /* n2, n6 */         \
    "6/DecimalFormat/NumberFormat.getMaxIntDigits>max "                     \
    "9/FormatSymbols/FormatSymbols.getSeparator>separator\n"                \
    "state pattern: DecimalFormat.toPattern = " /* n1 */                    \
    "3/DecimalFormat/DecimalFormat.format>format\n"                         \
    "state localized: DecimalFormat.toLocalizedPattern = " /* n5 */         \
    "4/DecimalFormat/DecimalFormat.format>format\n"                         \
    "state new: DecimalFormat.init = " /* n9 */                             \
    "2/FormatSymbols/FormatSymbols.init>symbols\n"                          \
    "state top: FormatSymbols.getSeparator = " /* n11 */                    \
    "1/FormatSymbols/FormatSymbols.getDefault>default\n"                    \
    "root NumberFormat.getMaxIntDigits * max\n"                             \
    "root FormatSymbols.getDefault * default\n"                             \
    "root DecimalFormat.toPattern * pattern\n"                              \
    "root DecimalFormat.toLocalizedPattern * localized\n"                   \
    "root DecimalFormat.init * new\n"                                       \
    "root FormatSymbols.getSeparator * top\n"                               \
    "label DecimalFormat.format 5/-/-java.lang.StringBuffer.init\n"         \
    "label DecimalFormat.format 7/StringBuffer/-java.lang.StringBuffer.a\n" \
    "label DecimalFormat.format 8/StringBuffer/-java.lang.StringBuffer.b\n" \
    "label DecimalFormat.format 10/StringBuffer/-java.lang.StringBuffer.c\n"

enum event {
    ENTERED,    // a method; should somebody ask: there are no frames below,
    REENTERED,  // or some, but the caller is outside,
    CALLED,     // or it is inside
    EXITED,
    THROWN,  // out of a method: its wrapper
    CAUGHT,  // in the method on top
    LOST,    // out of a constructor that has not called super(): no event
    BEFORE,
    AFTER,
    UNGUARDED,  // a constructor, before it calls super()
    GUARDED,
};
struct step {
    enum event event;
    const char *what;  // the method, or the site
    const char *then;  // the state
};

struct script {
    struct small_plan plan;
    struct data data;
    struct machine *m;
    const uint64_t *table;
    struct {
        uint32_t method, saved, my;
    } frame[32];
    uint32_t n, st;
    enum event last;
};

// --- States in words ---------------------------------------------------------

static struct data_node node_of(const struct script *s, uint32_t number) {
    struct data_file f;
    struct data_fault fault;
    assert_true(data_open(&f, s->data.words, s->data.used * 8, &fault));
    struct data_iter it = data_each(&f);
    while (data_next(&it)) {
        if (it.kind == DATA_NODE && it.n_nodes == number) {
            return it.node;
        }
    }
    fail_msg("no node %u", number);
    return it.node;
}

// "DecimalFormat.toPattern 3 9", with " @1" at level 1.
static void chain_of(const struct script *s, uint32_t number, char *to,
                     size_t n) {
    const struct plan *p = &s->plan.p;
    struct data_node node = node_of(s, number);
    char above[128];
    if (node.parent) {
        chain_of(s, node.parent, above, sizeof above);
        int written = snprintf(to, n, "%s %u", above,
                               p->site[p->label[node.label].site].pc);
        assert_in_range(written, 0, n - 1);
        return;
    }
    struct plan_string name =
        p->string[p->method[p->entry[node.label].method].name];
    snprintf(to, n, "%.*s", (int)(name.n - strlen(":()V")),
             p->text + name.first);
}

static void words_of(const struct script *s, uint32_t state, char *to,
                     size_t n) {
    uint32_t row = state_row(state), level = row ? (row - 8) / 16 : 0;
    char chain[128], at[8] = "";
    const char *kind = row == 0                  ? "Start"
                       : state_is_active(state)  ? chain
                       : state_is_limited(state) ? "Limited"
                                                 : "External";
    if (state_is_active(state)) {
        level = (uint32_t)(s->table[row / 8] >> 58) & 15;
        chain_of(s, (uint32_t)s->table[row / 8 + 1], chain, sizeof chain);
    }
    if (level) {
        snprintf(at, sizeof at, " @%u", level & 15);
    }
    snprintf(to, n, "%s%s%s", kind, at,
             state & STATE_UNGUARDED ? " unguarded" : "");
}

// --- Events ------------------------------------------------------------------

static uint32_t find_method(const struct plan *p, const char *name) {
    for (uint32_t i = 1; i < p->n[PLAN_METHOD]; i++) {
        struct plan_string s = p->string[p->method[i].name];
        if (s.n == strlen(name) + strlen(":()V") &&
            memcmp(p->text + s.first, name, strlen(name)) == 0) {
            return i;
        }
    }
    fail_msg("no method %s", name);
    return 0;
}

static uint32_t find_label(const struct plan *p, uint32_t method,
                           const char *pc) {
    for (uint32_t i = 1; i < p->n[PLAN_SITE]; i++) {
        if (p->site[i].method == method &&
            p->site[i].pc == strtoul(pc, NULL, 10)) {
            return p->site[i].first_label;
        }
    }
    fail_msg("no site %s", pc);
    return 0;
}

static bool is_entry(const struct plan *p, uint32_t method) {
    bool is = p->method[method].flags & PLAN_METHOD_CLINIT;
    for (uint32_t i = 1; i < p->n[PLAN_ENTRY]; i++) {
        is = is || p->entry[i].method == method;
    }
    return is;
}

static void look(void *context, struct machine_frames *to) {
    const struct script *s = context;
    to->caller_inside = s->last == CALLED;
    to->any_inside = s->last != ENTERED;
}

static void entered(struct script *s, const char *what) {
    uint32_t method = find_method(&s->plan.p, what), found = s->st, my;
    const struct machine_walk walk = {look, s};
    if (is_entry(&s->plan.p, method)) {
        my = machine_entered(s->m, &found, method, &walk);
    } else {
        my = machine_arrived(s->m, &found, &walk);
    }
    s->frame[s->n].method = method;
    s->frame[s->n].saved = found;
    s->frame[s->n++].my = my;
    s->st = my;
}

static void happen(struct script *s, const struct step *e) {
    uint32_t top = s->n - 1;
    uint64_t counter[MACHINE_COUNTERS];
    switch (e->event) {
    case ENTERED:
    case REENTERED:
    case CALLED:
        entered(s, e->what);
        break;
    case EXITED:
        s->st = s->frame[top].saved;
        s->n--;
        break;
    case THROWN:
        s->st = s->frame[top].saved & ~(uint32_t)STATE_ARRIVING;
        s->n--;
        break;
    case LOST:
        s->n--;
        break;
    case BEFORE:
        s->st = machine_before(
            s->m, s->frame[top].my,
            find_label(&s->plan.p, s->frame[top].method, e->what), counter);
        break;
    case AFTER:
    case CAUGHT:
        s->st = s->frame[top].my;
        break;
    case UNGUARDED:
        s->st = s->frame[top].my |= STATE_UNGUARDED;
        break;
    case GUARDED:
        s->st = s->frame[top].my &= ~(uint32_t)STATE_UNGUARDED;
        break;
    }
}

static void play(const char *plan, const struct step *step, size_t n) {
    struct script s = {0};
    uint64_t bytes;
    char why[64], words[256];
    small_plan_init(&s.plan, plan);
    assert_true(run_data(&s.data, &s.plan.p, 0));
    s.m = machine_new(&s.plan.p, &s.data, &(struct machine_options){0}, why,
                      sizeof why);
    assert_non_null(s.m);
    s.table = machine_table(s.m, &bytes);
    for (size_t i = 0; i < n; i++) {
        s.last = step[i].event;
        happen(&s, &step[i]);
        words_of(&s, s.st, words, sizeof words);
        if (strcmp(words, step[i].then) != 0) {
            fail_msg("step %zu: %s", i + 1, words);
        }
    }
    assert_int_equal(s.n, 0);
    machine_free(s.m);
    data_release(&s.data);
    small_plan_release(&s.plan);
}
#define PLAY(plan, steps) play(plan, steps, sizeof steps / sizeof *steps)

#define SEPARATOR "FormatSymbols.getSeparator"
#define DEFAULT "FormatSymbols.getDefault"
#define PATTERN "DecimalFormat.toPattern"
#define LOCALIZED "DecimalFormat.toLocalizedPattern"
#define FORMAT "DecimalFormat.format"

// --- The paper ---------------------------------------------------------------

// 4.2.2
static void active(void **state) {
    static const struct step steps[] = {
        {ENTERED, SEPARATOR, SEPARATOR},  // n11
        {BEFORE, "1", SEPARATOR " 1"},    // n12
        {ENTERED, DEFAULT, SEPARATOR " 1"},
        {EXITED, "", SEPARATOR " 1"},
        {AFTER, "1", SEPARATOR},
        {EXITED, "", "Start"},
    };
    (void)state;
    PLAY(FORMATS, steps);
}

// 4.2.2: a back edge is followed, and left for its source.
static void back_edge(void **state) {
    static const struct step steps[] = {
        {ENTERED, "A.f", "A.f"},   {BEFORE, "1", "A.f 1"},
        {ENTERED, "A.g", "A.f 1"}, {BEFORE, "2", "A.f"},
        {ENTERED, "A.f", "A.f"},   {BEFORE, "1", "A.f 1"},
        {ENTERED, "A.g", "A.f 1"}, {EXITED, "", "A.f 1"},
        {AFTER, "1", "A.f"},       {EXITED, "", "A.f"},
        {AFTER, "2", "A.f 1"},     {EXITED, "", "A.f 1"},
        {AFTER, "1", "A.f"},       {EXITED, "", "Start"},
    };
    (void)state;
    PLAY("state g: A.g = 2/A/A.f^1\n"
         "state f: A.f = 1/A/A.g>g\n"
         "root A.f * f\n",
         steps);
}

// 4.2.3: n8 has no child for c1; getDefault and getSeparator call each other.
static void limited(void **state) {
    static const struct step steps[] = {
        {ENTERED, LOCALIZED, LOCALIZED},  // n5
        {BEFORE, "4", LOCALIZED " 4"},    // n6
        {ENTERED, FORMAT, LOCALIZED " 4"},
        {BEFORE, "9", LOCALIZED " 4 9"},  // n8
        {ENTERED, SEPARATOR, LOCALIZED " 4 9"},
        {BEFORE, "1", "Limited"},
        {ENTERED, DEFAULT, "Limited"},
        {BEFORE, "11", "Limited"},
        {ENTERED, SEPARATOR, "Limited"},
        {BEFORE, "1", "Limited"},
        {ENTERED, DEFAULT, "Limited"},
        {BEFORE, "11", "Limited"},
        {ENTERED, SEPARATOR, "Limited"},
        {BEFORE, "1", "Limited"},
        {ENTERED, DEFAULT, "Limited"},
        {EXITED, "", "Limited"},
        {AFTER, "1", "Limited"},
        {EXITED, "", "Limited"},
        {AFTER, "11", "Limited"},
        {EXITED, "", "Limited"},
        {AFTER, "1", "Limited"},
        {EXITED, "", "Limited"},
        {AFTER, "11", "Limited"},
        {EXITED, "", "Limited"},
        {AFTER, "1", LOCALIZED " 4 9"},  // the last one
        {EXITED, "", LOCALIZED " 4 9"},
        {AFTER, "9", LOCALIZED " 4"},
        {EXITED, "", LOCALIZED " 4"},
        {AFTER, "4", LOCALIZED},
        {EXITED, "", "Start"},
    };
    (void)state;
    PLAY(FORMATS "label FormatSymbols.getDefault 11/FormatSymbols/"
                 "FormatSymbols.getSeparator\n",
         steps);
}

// 4.2.4, for n1 and n5
static void external(void **state) {
    static const struct step steps[] = {
        {ENTERED, PATTERN, PATTERN},  // n1
        {BEFORE, "3", PATTERN " 3"},
        {ENTERED, FORMAT, PATTERN " 3"},  // n2
        {BEFORE, "5", "External"},
        {AFTER, "5", PATTERN " 3"},
        {BEFORE, "6", PATTERN " 3 6"},  // n3
        {ENTERED, "NumberFormat.getMaxIntDigits", PATTERN " 3 6"},
        {EXITED, "", PATTERN " 3 6"},
        {AFTER, "6", PATTERN " 3"},
        {BEFORE, "7", "External"},
        {AFTER, "7", PATTERN " 3"},
        {BEFORE, "8", "External"},
        {AFTER, "8", PATTERN " 3"},
        {BEFORE, "10", "External"},
        {AFTER, "10", PATTERN " 3"},
        {EXITED, "", PATTERN " 3"},
        {AFTER, "3", PATTERN},
        {EXITED, "", "Start"},
        {ENTERED, LOCALIZED, LOCALIZED},  // n5
        {BEFORE, "4", LOCALIZED " 4"},
        {ENTERED, FORMAT, LOCALIZED " 4"},
        {BEFORE, "10", "External"},
        {AFTER, "10", LOCALIZED " 4"},  // n6
        {EXITED, "", LOCALIZED " 4"},
        {AFTER, "4", LOCALIZED},
        {EXITED, "", "Start"},
    };
    (void)state;
    PLAY(FORMATS, steps);
}

// 4.3: toLocalizedPattern calls what calls toPattern.
static void reentrance(void **state) {
    static const struct step steps[] = {
        {ENTERED, LOCALIZED, LOCALIZED},    {BEFORE, "12", "External"},
        {ENTERED, PATTERN, PATTERN " @1"},  {BEFORE, "3", PATTERN " 3 @1"},
        {ENTERED, FORMAT, PATTERN " 3 @1"}, {BEFORE, "10", "External @1"},
        {AFTER, "10", PATTERN " 3 @1"},     {EXITED, "", PATTERN " 3 @1"},
        {AFTER, "3", PATTERN " @1"},        {EXITED, "", "External"},
        {AFTER, "12", LOCALIZED},           {EXITED, "", "Start"},
    };
    (void)state;
    PLAY(FORMATS "label DecimalFormat.toLocalizedPattern 12/X/-x.X.run\n",
         steps);
}

// 4.4: what the paper left open. Exceptions through two methods, and caught.
static void exceptions(void **state) {
    static const struct step steps[] = {
        {ENTERED, LOCALIZED, LOCALIZED},
        {BEFORE, "4", LOCALIZED " 4"},
        {ENTERED, FORMAT, LOCALIZED " 4"},
        {BEFORE, "9", LOCALIZED " 4 9"},
        {ENTERED, SEPARATOR, LOCALIZED " 4 9"},
        {BEFORE, "1", "Limited"},
        {ENTERED, DEFAULT, "Limited"},
        {THROWN, "", "Limited"},
        {THROWN, "", LOCALIZED " 4 9"},
        {CAUGHT, "", LOCALIZED " 4"},
        {BEFORE, "10", "External"},
        {THROWN, "", LOCALIZED " 4"},
        {THROWN, "", "Start"},
    };
    (void)state;
    PLAY(FORMATS, steps);
}

// --- What is ours ------------------------------------------------------------

#define SMALL                                   \
    "state g: A.g = 3/A/A.h!this-call\n"        \
    "state f: A.f = 1/A/A.g>g 4/A/A.f!filter\n" \
    "state new: A.init = 1/B/A.g>g\n"           \
    "root A.f 0 f\n"                            \
    "root A.init * new\n"                       \
    "root A.g 1 g\n"                            \
    "label A.f 2/X/-x.X.run\n"                  \
    "label A.h 5/X/-x.X.run\n"                  \
    "label A.h 6/A/A.f\n"                       \
    "label A.init 2/X/-x.X.run\n"

// loadClass, say, comes between a call and its target; the target is entered as
// announced, unless what came throws.
static void interruption(void **state) {
    static const struct step steps[] = {
        {ENTERED, SEPARATOR, SEPARATOR},
        {BEFORE, "1", SEPARATOR " 1"},
        {CALLED, PATTERN, "Limited"},
        {EXITED, "", SEPARATOR " 1"},
        {ENTERED, DEFAULT, SEPARATOR " 1"},
        {EXITED, "", SEPARATOR " 1"},
        {AFTER, "", SEPARATOR},
        {BEFORE, "1", SEPARATOR " 1"},
        {CALLED, PATTERN, "Limited"},
        {THROWN, "", SEPARATOR " 1"},
        {CALLED, DEFAULT, "Limited"},
        {EXITED, "", SEPARATOR " 1"},
        {CAUGHT, "", SEPARATOR},
        {EXITED, "", "Start"},
    };
    (void)state;
    PLAY(FORMATS, steps);
}

// "Constructor rejects null": in what its call of super() runs.
static void stale(void **state) {
    static const struct step steps[] = {
        {ENTERED, "A.init", "A.init"},
        {UNGUARDED, "", "A.init unguarded"},
        {BEFORE, "2", "External unguarded"},
        {LOST, "", "External unguarded"},
        {ENTERED, "A.f", "A.f"},
        {EXITED, "", "Start"},
        {ENTERED, "A.init", "A.init"},
        {UNGUARDED, "", "A.init unguarded"},
        {BEFORE, "1", "A.init 1 unguarded"},
        {ENTERED, "A.g", "A.init 1 unguarded"},
        {THROWN, "", "A.init 1 unguarded"},
        {LOST, "", "A.init 1 unguarded"},
        {ENTERED, "A.f", "A.f"},
        {EXITED, "", "Start"},
    };
    (void)state;
    PLAY(SMALL, steps);
}

// The same states, but what runs was called by what the constructor calls.
static void not_stale(void **state) {
    static const struct step steps[] = {
        {ENTERED, "A.init", "A.init"},
        {UNGUARDED, "", "A.init unguarded"},
        {BEFORE, "2", "External unguarded"},
        {REENTERED, "A.g", "A.g @1"},
        {EXITED, "", "External unguarded"},
        {AFTER, "", "A.init unguarded"},
        {CALLED, "A.f", "Limited unguarded"},
        {EXITED, "", "A.init unguarded"},
        {GUARDED, "", "A.init"},
        {EXITED, "", "Start"},
    };
    (void)state;
    PLAY(SMALL, steps);
}

// A level that the plan does not have; cuts; a call that nothing announced.
static void levels(void **state) {
    static const struct step steps[] = {
        {ENTERED, "A.g", "Limited"},
        {EXITED, "", "Start"},
        {ENTERED, "A.f", "A.f"},
        {BEFORE, "4", "Limited"},
        {ENTERED, "A.f", "Limited"},
        {EXITED, "", "Limited"},
        {AFTER, "", "A.f"},
        {ENTERED, "A.h", "Limited"},
        {EXITED, "", "A.f"},
        {BEFORE, "2", "External"},
        {ENTERED, "A.f", "Limited @1"},
        {BEFORE, "2", "External @1"},
        {ENTERED, "A.g", "Limited @2"},
        {EXITED, "", "External @1"},
        {AFTER, "", "Limited @1"},
        {EXITED, "", "External"},
        {ENTERED, "A.g", "A.g @1"},
        {BEFORE, "3", "Limited @1"},
        {ENTERED, "A.h", "Limited @1"},
        {EXITED, "", "Limited @1"},
        {AFTER, "", "A.g @1"},
        {EXITED, "", "External"},
        {AFTER, "", "A.f"},
        {EXITED, "", "Start"},
    };
    (void)state;
    PLAY(SMALL, steps);
}

// Nobody entered what calls: its calls are Limited, one level higher.
static void stray(void **state) {
    static const struct step steps[] = {
        {ENTERED, "A.h", "Start"},
        {BEFORE, "6", "Limited"},
        {ENTERED, "A.f", "Limited"},
        {EXITED, "", "Limited"},
        {AFTER, "", "Start"},
        {BEFORE, "5", "External"},
        {ENTERED, "A.g", "A.g @1"},
        {EXITED, "", "External"},
        {AFTER, "", "Start"},
        {EXITED, "", "Start"},
        {ENTERED, "A.f", "A.f"},
        {BEFORE, "2", "External"},
        {ENTERED, "A.h", "External"},
        {BEFORE, "6", "Limited @1"},
        {ENTERED, "A.f", "Limited @1"},
        {EXITED, "", "Limited @1"},
        {AFTER, "", "External"},
        {EXITED, "", "External"},
        {AFTER, "", "A.f"},
        {EXITED, "", "Start"},
    };
    (void)state;
    PLAY(SMALL, steps);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(active),       cmocka_unit_test(back_edge),
        cmocka_unit_test(limited),      cmocka_unit_test(external),
        cmocka_unit_test(reentrance),   cmocka_unit_test(exceptions),
        cmocka_unit_test(interruption), cmocka_unit_test(stale),
        cmocka_unit_test(not_stale),    cmocka_unit_test(levels),
        cmocka_unit_test(stray),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
