// SPDX-License-Identifier: MIT
// A plan with rows in every table.
#include "tests/unit/lib/sampleplan.h"

#include "analysis/base/diag.h"

static u4 text(struct planout *o, const char *s) {
    return planout_string(o, str_of(s));
}

// Two classes. A.run is an entry that calls A.step, on A or B, and leaves the
// component; A.step calls itself on `this`; B.step calls it through a lambda.
enum { RUN = 1, STEP, B_STEP };
enum { NO_ONE = 1, ON_A, ON_B, ON_LAMBDA, ON_CLIENT };

#define A_RUN "com/acme/A.run:()V"
#define A_STEP "com/acme/A.step:(I)V"
#define OF_B "com/acme/B.step:(I)V"

static void add_classes(struct planout *o) {
    vec_push(&o->class, ((struct plan_class){.name = text(o, "com/acme/A"),
                                             .source = text(o, "A.java"),
                                             .access = 0x21,
                                             .hash0 = 0x04030201,
                                             .hash7 = 0xfffefdfc,
                                             .first_method = RUN,
                                             .n_methods = 2}));
    vec_push(&o->class, ((struct plan_class){.name = text(o, "com/acme/B"),
                                             .first_method = B_STEP,
                                             .n_methods = 1}));
    vec_push(&o->class, ((struct plan_class){.name = text(o, "com/acme/I"),
                                             .access = 0x600}));
}

static void add_methods(struct planout *o) {
    vec_push(&o->method, ((struct plan_method){
                             .class = 1,
                             .name = text(o, A_RUN),
                             .index = 2,
                             .access = 1,
                             .line = 9,
                             .flags = PLAN_METHOD_RUNS | PLAN_METHOD_ENTRY,
                             .first_site = 1,
                             .n_sites = 2,
                             .n_slots = 3,
                             .first_handler = 1,
                             .n_handlers = 2,
                         }));
    vec_push(&o->method, ((struct plan_method){
                             .class = 1,
                             .name = text(o, A_STEP),
                             .index = 3,
                             .flags = PLAN_METHOD_RUNS | PLAN_METHOD_ENTRY,
                             .first_site = 3,
                             .n_sites = 1,
                             .n_slots = 2,
                         }));
    vec_push(&o->method, ((struct plan_method){
                             .class = 2,
                             .name = text(o, OF_B),
                             .flags = PLAN_METHOD_RUNS,
                             .first_site = 4,
                             .n_sites = 1,
                             .n_slots = 1,
                         }));
    vec_push(&o->handler, ((struct plan_handler){
                              RUN, 20, 12, text(o, "java/lang/Exception")}));
    vec_push(&o->handler, ((struct plan_handler){RUN, 31, 0, 0}));
}

static void add_sites(struct planout *o) {
    vec_push(&o->site,
             ((struct plan_site){
                 .method = RUN,
                 .pc = 3,
                 .line = 10,
                 .op = 182,
                 .called = text(o, A_STEP),
                 .flags = PLAN_SITE_INSIDE | PLAN_SITE_FOREST | PLAN_SITE_RC |
                          PLAN_SITE_TM | PLAN_SITE_PROBE | PLAN_SITE_NULL,
                 .first_label = 1,
                 .n_labels = 2,
             }));
    vec_push(&o->site, ((struct plan_site){
                           .method = RUN,
                           .pc = 9,
                           .line = 11,
                           .op = 184,
                           .called = text(o, "java/lang/System.gc:()V"),
                           .flags = PLAN_SITE_EXIT | PLAN_SITE_CERTAIN,
                           .spared = PLAN_SPARED_OUTSIDE,
                           .first_label = 3,
                           .n_labels = 1,
                       }));
    vec_push(&o->site, ((struct plan_site){
                           .method = STEP,
                           .pc = 5,
                           .op = 182,
                           .called = text(o, A_STEP),
                           .flags = PLAN_SITE_INSIDE | PLAN_SITE_FOREST |
                                    PLAN_SITE_PROBE | PLAN_SITE_ON_THIS,
                           .first_label = 4,
                           .n_labels = 2,
                       }));
    vec_push(&o->site, ((struct plan_site){
                           .method = B_STEP,
                           .pc = 1,
                           .op = 185,
                           .called = text(o, "java/lang/Runnable.run:()V"),
                           .flags = PLAN_SITE_INSIDE | PLAN_SITE_EXIT |
                                    PLAN_SITE_FOREST | PLAN_SITE_PROBE,
                           .first_label = 6,
                           .n_labels = 2,
                       }));
}

static void add_labels(struct planout *o) {
    u4 step = text(o, A_STEP), of_b = text(o, OF_B);
    u4 gc = text(o, "java/lang/System.gc:()V");
    u4 client = text(o, "client:java/lang/Runnable.run:()V");
    const struct plan_label label[] = {
        {1, ON_A, STEP, step, 1, PLAN_LABEL_RC | PLAN_LABEL_TM},
        {1, ON_B, B_STEP, of_b, 2, PLAN_LABEL_RC | PLAN_LABEL_TM},
        {2, NO_ONE, 0, gc, 3, 0},
        {3, ON_A, STEP, step, 1, 0},
        {3, ON_B, B_STEP, of_b, 2, 0},
        {4, ON_LAMBDA, STEP, step, 1, PLAN_LABEL_LAMBDA},
        {4, ON_CLIENT, 0, client, 0, PLAN_LABEL_CLIENT},
    };
    for (size_t i = 0; i < sizeof label / sizeof *label; i++) {
        vec_push(&o->label, label[i]);
    }
    const struct plan_receiver receiver[] = {
        {text(o, "-"), PLAN_NO_RECEIVER, 0},
        {text(o, "com/acme/A"), PLAN_A_CLASS, 1},
        {text(o, "com/acme/B"), PLAN_A_CLASS, 2},
        {text(o, "lambda:" A_STEP), PLAN_A_LAMBDA, 0},
        {text(o, "client:java/lang/Runnable"), PLAN_A_CLIENT, 0},
    };
    for (size_t i = 0; i < sizeof receiver / sizeof *receiver; i++) {
        vec_push(&o->receiver, receiver[i]);
    }
    vec_push(&o->maker, ((struct plan_maker){RUN, 0, 9, ON_LAMBDA}));
}

static void add_entries(struct planout *o) {
    vec_push(&o->entry,
             ((struct plan_entry){RUN, 1u << PLAN_INTERFACE, 1u << 0, 1, 2}));
    vec_push(&o->entry,
             ((struct plan_entry){STEP, 1u << PLAN_CALLBACK | 1u << PLAN_VM,
                                  1u << 0 | 1u << PLAN_TOP_LEVEL, 3, 1}));
    vec_push(&o->entered, ((struct plan_entered){1, ON_A}));
    vec_push(&o->entered, ((struct plan_entered){1, ON_B}));
    vec_push(&o->entered, ((struct plan_entered){2, ON_A}));
    vec_push(&o->root, ((struct plan_root){1, PLAN_ANY_LEVEL, 5}));
    vec_push(&o->root, ((struct plan_root){2, 0, 2}));
    vec_push(&o->root, ((struct plan_root){2, 1, 4}));
}

static void add_forest(struct planout *o) {
    const struct plan_state state[] = {
        {B_STEP, PLAN_DEPTH_ENDS, 0, 0},
        {STEP, 0, 1, 2},
        {B_STEP, 0, 3, 1},
        {STEP, 0, 4, 2},
        {RUN, 0, 6, 2},
    };
    for (size_t i = 0; i < sizeof state / sizeof *state; i++) {
        vec_push(&o->state, state[i]);
    }
    const struct plan_move move[] = {
        {4, plan_move(PLAN_UP, 0)}, {5, plan_move(PLAN_TO, 1)},
        {6, plan_move(PLAN_UP, 1)}, {4, plan_move(PLAN_CUT, PLAN_BY_THIS)},
        {5, plan_move(PLAN_TO, 3)}, {1, plan_move(PLAN_TO, 2)},
        {2, plan_move(PLAN_TO, 1)},
    };
    for (size_t i = 0; i < sizeof move / sizeof *move; i++) {
        vec_push(&o->move, move[i]);
    }
}

void sampleplan_fill(struct planout *o) {
    planout_option(o, "analysis", STR("and"));
    planout_option(o, "chains", STR("my rules\n.txt"));
    add_classes(o);
    add_methods(o);
    add_sites(o);
    add_labels(o);
    add_entries(o);
    add_forest(o);
}

void sampleplan(struct emit *to) {
    struct planout o;
    planout_init(&o);
    sampleplan_fill(&o);
    if (!planout_write(&o, to)) {
        BUG("no room for a plan");
    }
    planout_release(&o);
}

// --- Reading one -------------------------------------------------------------

// A field, and what it refers to.
static u8 read_field(const struct plan *p, const struct plan_field *field,
                     const u4 *v) {
    u8 sum = *v;
    switch ((enum plan_field_kind)field->kind) {
    case PLAN_K_STR:
        for (u4 i = 0; i < p->string[*v].n; i++) {
            sum += (u1)p->text[p->string[*v].first + i];
        }
        break;
    case PLAN_K_REF:
    case PLAN_K_OPT:
    case PLAN_K_OWNER:
        sum += plan_rows(
            p, field->arg)[(size_t)*v * plan_shape[field->arg].n_fields];
        break;
    case PLAN_K_FIRST:
        for (u4 i = 0; i < v[1]; i++) {
            sum += plan_rows(p, field->arg)[(size_t)(v[0] + i) *
                                            plan_shape[field->arg].n_fields];
        }
        break;
    case PLAN_K_BITS:
        for (u4 i = 0; i < 32; i++) {
            sum += *v >> i & 1 ? (u1)*plan_set[field->arg].word[i] : 0;
        }
        break;
    case PLAN_K_ONE:
        sum += (u1)*plan_set[field->arg].word[*v];
        break;
    case PLAN_K_NUM:
    case PLAN_K_HASH:
    case PLAN_K_LEVEL:
    case PLAN_K_COUNT:
    case PLAN_K_PC:
    case PLAN_K_MOVE:
        break;
    }
    return sum;
}

static u8 read_tables(const struct plan *p) {
    u8 sum = 0;
    for (u4 t = 0; t < PLAN_TEXT; t++) {
        const u4 *v = plan_rows(p, t);
        for (u4 row = 0; row < p->n[t]; row++) {
            for (u4 f = 0; f < plan_shape[t].n_fields; f++, v++) {
                sum += read_field(p, &plan_shape[t].field[f], v);
            }
        }
    }
    return sum;
}

// As the run time will: a row of slots for each method.
static const char *read_slots(const struct plan *p, u8 *sum) {
    for (u4 l = 1; l < p->n[PLAN_LABEL]; l++) {
        const struct plan_method *m =
            &p->method[p->site[p->label[l].site].method];
        if (p->label[l].slot > m->n_slots) {
            return "a slot that its method does not have";
        }
        *sum += p->label[l].slot;
    }
    return NULL;
}

enum { STEPS = 5000, DEEP = 1000 };

struct step {
    u4 state, next;  // which move is the next
};

// Depth first, as far as the steps last.
static const char *walk(const struct plan *p, u4 root, u8 *sum) {
    struct step path[DEEP];
    u4 n = 0;
    path[n++] = (struct step){root, 0};
    for (u4 steps = 0; n && steps < STEPS; steps++) {
        struct step *at = &path[n - 1];
        const struct plan_state *q = &p->state[at->state];
        if (at->next == q->n_moves || n == DEEP) {
            n--;
            continue;
        }
        const struct plan_move *m = &p->move[q->first_move + at->next++];
        const struct plan_label *l = &p->label[m->label];
        u4 about = plan_move_about(m->to);
        if (p->site[l->site].method != q->method || l->target == 0) {
            return "a move for a label of elsewhere";
        }
        switch (plan_move_kind(m->to)) {
        case PLAN_TO:
            if (about >= at->state || p->state[about].method != l->target) {
                return "a move to a state that cannot be there";
            }
            path[n++] = (struct step){about, 0};
            break;
        case PLAN_UP:
            if (about >= n) {
                return "a back edge beyond the root";
            }
            *sum += path[n - 1 - about].state;
            break;
        default:
            *sum += (u1)*plan_rule_name[about];
        }
    }
    return NULL;
}

const char *sampleplan_read(const struct plan *p, u8 *sum) {
    *sum = read_tables(p);
    const char *what = read_slots(p, sum);
    for (u4 i = 1; !what && i < p->n[PLAN_ROOT] && i <= STEPS; i++) {
        what = walk(p, p->root[i].state, sum);
    }
    return what;
}
