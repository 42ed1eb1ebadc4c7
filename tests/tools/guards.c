// SPDX-License-Identifier: MIT
// guards.c - what analysis/constprop/guards.h answers for a component, as text.
//
// usage: guards [-c COMPONENT]... [-p CLASSPATH] [-j JDK] ACTION
//     list      each call that can't execute, and each that passes something:
//               caller, what it knows, offset, target, "never" or what that
//               knows; from all methods with nothing known
//     count     the same, counted; and CPU seconds
//     chains    for each line ENTRY<tab>OFFSET - METHOD OFFSET - METHOD ...
//               of standard input: "can", or where it is cut
//
// Told are all calls in the component of methods of the component: of an
// invokevirtual or invokeinterface all that have the name and type, so more
// than any call graph has.
#include "analysis/classfile/scan.h"
#include "analysis/constprop/guards.h"
#include "analysis/world/load.h"
#include "analysis/world/resolve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct todo {
    method_id m;
    guard_id with;
};

struct tool {
    struct world w;
    struct guards g;
    struct arena arena;
    VEC(struct guard_call) call;  // as g has them when ready
    struct idmap by_sig;          // sig -> last method of the component, + 1
    VEC(u4) same_sig;             // by method: the one before it, + 1
    struct idmap seen;            // (method, id)
    VEC(struct todo) todo;
    bool print;
    u4 n_questions, n_never, n_passes, n_ids;
};

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool has_code(const struct tool *t, method_id m) {
    struct bytes body;
    return t->w.class.v[t->w.method.v[m].class].cf &&
           world_code(&t->w, m, &body);
}

static void tell(struct tool *t, method_id caller, u2 pc, method_id target) {
    guards_call(&t->g, caller, pc, target);
    vec_push(&t->call, ((struct guard_call){caller, target, pc}));
}

static void tell_call(struct tool *t, method_id m, const struct scan_insn *i) {
    struct world *w = &t->w;
    class_id c = w->method.v[m].class;
    ref_id r = world_ref_at(w, c, i->index);
    if (!r) {
        return;
    }
    if (i->op == OPC_invokestatic || i->op == OPC_invokespecial) {
        method_id to = i->op == OPC_invokestatic ? resolve_method(w, r)
                                                 : resolve_special(w, c, r);
        class_id of = to ? w->method.v[to].class : 0;
        if (to && w->class.v[of].flags & CLASS_COMPONENT && has_code(t, to)) {
            tell(t, m, i->pc, to);
        }
        return;
    }
    u4 to = idmap_find(&t->by_sig, w->ref.v[r].sig);
    for (; to; to = t->same_sig.v[to - 1]) {
        if (has_code(t, to - 1) && !world_is_static(w, to - 1)) {
            tell(t, m, i->pc, to - 1);
        }
    }
}

static void tell_calls(struct tool *t, method_id m) {
    struct bytes body;
    struct scan s;
    class_id c = t->w.method.v[m].class;
    if (!has_code(t, m) || !world_code(&t->w, m, &body) ||
        !scan_open(&s, t->w.class.v[c].cf, body)) {
        return;
    }
    for (struct scan_insn i; scan_next(&s, &i);) {
        if (i.op >= OPC_invokevirtual && i.op <= OPC_invokeinterface) {
            tell_call(t, m, &i);
        }
    }
}

static void tell_all(struct tool *t) {
    load_component(&t->w);
    u4 n = t->w.method.n;
    for (method_id m = 1; m < n; m++) {
        vec_cover(&t->same_sig, m + 1);
        if (t->w.class.v[t->w.method.v[m].class].flags & CLASS_COMPONENT) {
            u4 *last = idmap_at(&t->by_sig, t->w.method.v[m].sig);
            t->same_sig.v[m] = *last;
            *last = m + 1;
        }
    }
    for (method_id m = 1; m < n; m++) {
        if (t->w.class.v[t->w.method.v[m].class].flags & CLASS_COMPONENT) {
            tell_calls(t, m);
        }
    }
}

static char *name_of(struct tool *t, method_id m) {
    const struct world_method *wm = &t->w.method.v[m];
    return arena_printf(&t->arena, "%.*s.%.*s:%.*s",
                        STR_F(t->w.class.v[wm->class].name),
                        STR_F(world_sig_name(&t->w, wm->sig)),
                        STR_F(world_sig_desc(&t->w, wm->sig)));
}

static void add(struct tool *t, method_id m, guard_id with) {
    u4 *seen = idmap_at(&t->seen, idmap_key(m, with));
    if (!*seen) {
        *seen = 1;
        vec_push(&t->todo, ((struct todo){m, with}));
    }
}

static void ask(struct tool *t, const struct guard_call *c, guard_id with) {
    guard_id passes;
    bool can = guards_pass(&t->g, c->caller, with, c->pc, c->target, &passes);
    t->n_questions++;
    t->n_never += !can;
    t->n_passes += passes != 0;
    if (can) {
        add(t, c->target, passes);
    }
    if (t->print && (!can || passes)) {
        struct str knows = guards_text(&t->g, c->caller, with, &t->arena);
        struct str to = guards_text(&t->g, c->target, passes, &t->arena);
        printf("%s\t%.*s\t%u\t%s\t%.*s\n", name_of(t, c->caller), STR_F(knows),
               c->pc, name_of(t, c->target), STR_F(can ? to : STR("never")));
        arena_reset(&t->arena);
    }
}

// Each (method, id) that calls lead to.
static void walk(struct tool *t) {
    for (u4 i = 0; i < t->g.method.n; i++) {
        add(t, t->g.method.v[i].m, 0);
    }
    for (u4 i = 0; i < t->todo.n; i++) {
        struct todo at = t->todo.v[i];
        u4 row = idmap_find(&t->g.row, at.m);
        t->n_ids += at.with != 0;
        for (u4 c = 0; row && c < t->g.method.v[row - 1].n_calls; c++) {
            struct guard_call call =
                t->g.call.v[t->g.method.v[row - 1].call + c];
            ask(t, &call, at.with);
        }
    }
}

static void first_question(struct tool *t) {
    if (t->call.n) {
        guard_id passes;
        const struct guard_call *c = &t->call.v[0];
        guards_pass(&t->g, c->caller, 0, c->pc, c->target, &passes);
    }
}

static void count(struct tool *t) {
    double from = cpu_seconds();
    first_question(t);
    double then = cpu_seconds();
    walk(t);
    double end = cpu_seconds();
    u4 relevant = 0, enums = 0;
    for (u4 i = 0; i < t->g.method.n; i++) {
        relevant += t->g.method.v[i].relevant != 0;
    }
    for (u4 i = 0; i < t->g.field.n; i++) {
        enums += t->g.field.v[i].ordinal >= 0;
    }
    printf("callers %u relevant %u calls %u ids %u questions %u never %u "
           "passes %u enum-constants %u\nfirst %.3f walk %.3f s\n",
           t->g.method.n, relevant, t->g.call.n, t->n_ids, t->n_questions,
           t->n_never, t->n_passes, enums, then - from, end - then);
}

// The next word, cut off.
static char *word(char **rest) {
    char *at = *rest + strspn(*rest, " ");
    *rest = at + strcspn(at, " ");
    if (**rest) {
        *(*rest)++ = '\0';
    }
    return *at ? at : NULL;
}

struct link {
    method_id target;
    u2 pc;
};

static void ask_chain(struct tool *t, method_id from, const struct link *link,
                      u4 n) {
    guard_id with = 0;
    for (u4 i = 0; i < n; i++) {
        guard_id passes;
        if (!guards_pass(&t->g, from, with, link[i].pc, link[i].target,
                         &passes)) {
            struct str knows = guards_text(&t->g, from, with, &t->arena);
            printf("cut at %u of %s (%.*s)\n", link[i].pc, name_of(t, from),
                   STR_F(knows));
            return;
        }
        from = link[i].target;
        with = passes;
    }
    printf("can\n");
}

static method_id method_at(struct tool *t, const char *name) {
    method_id m = name ? world_find_method(&t->w, str_of(name)) : 0;
    if (!m) {
        BUG("no method %s", name ? name : "at the end of a chain");
    }
    return m;
}

// All chains are read and their calls told before the first is asked about.
static void chains(struct tool *t, FILE *in) {
    enum { LINE = 1 << 16 };
    char *line = arena_alloc(&t->arena, LINE, 1);
    VEC(struct link) link = {NULL, 0, 0};
    VEC(u4) first = {NULL, 0, 0};  // of each chain: its entry
    while (fgets(line, LINE, in)) {
        line[strcspn(line, "\n")] = '\0';
        char *rest = strchr(line, '\t');
        if (!rest) {
            BUG("no tab in %s", line);
        }
        *rest++ = '\0';
        method_id from = method_at(t, line);
        vec_push(&first, link.n);
        vec_push(&link, ((struct link){from, 0}));
        for (char *pc; (pc = word(&rest));) {
            word(&rest);  // "-"
            struct link next = {method_at(t, word(&rest)), (u2)atoi(pc)};
            tell(t, from, next.pc, next.target);
            vec_push(&link, next);
            from = next.target;
        }
    }
    vec_push(&first, link.n);
    for (u4 i = 0; i + 1 < first.n; i++) {
        const struct link *at = link.v + first.v[i];
        ask_chain(t, at->target, at + 1, first.v[i + 1] - first.v[i] - 1);
    }
    vec_free(&link);
    vec_free(&first);
}

static int run(struct sources *src, struct diag *d, const char *action) {
    struct tool t = {.print = strcmp(action, "list") == 0};
    world_init(&t.w, src, d);
    guards_init(&t.g, &t.w);
    arena_init(&t.arena);
    tell_all(&t);
    if (t.print) {
        first_question(&t);
        walk(&t);
    } else if (strcmp(action, "count") == 0) {
        count(&t);
    } else {
        chains(&t, stdin);
    }
    vec_free(&t.call);
    vec_free(&t.same_sig);
    vec_free(&t.todo);
    idmap_release(&t.by_sig);
    idmap_release(&t.seen);
    guards_release(&t.g);
    world_release(&t.w);
    arena_release(&t.arena);
    return 0;
}

int main(int argc, char **argv) {
    struct str component[16];
    struct src_spec spec = {.component = component, .jdk = STR("none")};
    int o;
    while ((o = getopt(argc, argv, "c:p:j:")) != -1) {
        if (o == 'c' && spec.n_component < 16) {
            component[spec.n_component++] = str_of(optarg);
        } else if (o == 'p') {
            spec.classpath = str_of(optarg);
        } else if (o == 'j') {
            spec.jdk = str_of(optarg);
        } else {
            return 2;
        }
    }
    if (optind + 1 != argc) {
        return 2;
    }
    struct diag d;
    diag_init(&d, DIAG_ERROR, false);
    struct sources *src = src_open(&spec, &d);
    int status = src ? run(src, &d, argv[optind]) : 1;
    if (src) {
        src_close(src);
    }
    diag_flush(&d, stderr);
    diag_release(&d);
    return status;
}
