// SPDX-License-Identifier: MIT
// Call sites at which nothing is known to run: their method can't run, or no
// object comes there, as far as the analysis can tell.
//
// It can be wrong, where reflection is. So the run time hears of these sites,
// too: what happens there is reported, and does not go for something else.
#include "analysis/component/silent.h"

#include "analysis/base/order.h"
#include "analysis/classfile/classfile.h"
#include "analysis/classfile/opcode.h"
#include "analysis/classfile/scan.h"
#include "analysis/callgraph/sourcelines.h"
#include "analysis/callgraph/graphtext.h"
#include "analysis/component/receivers.h"
#include "analysis/world/world.h"

struct silent {
    struct calls *c;
    const struct calls_site *old;
    bool seen[1 << 16];  // offsets of the sites of a method
    struct source_lines lines;
    struct receivers receivers;
};

static bool is_call(u1 op) {
    return op >= OPC_invokevirtual && op <= OPC_invokedynamic;
}

static int site_order(const void *a, const void *b) {
    const struct calls_site *x = a, *y = b;
    return text_pc_order(text_pc(x->pc), text_pc(y->pc));
}

// The calls of m that are no sites yet, behind those that are.
static void add_calls(struct silent *silent, own_id id) {
    struct calls *c = silent->c;
    const struct calls_method *m = &c->method.v[id];
    const struct cf_class *cf = c->w->class.v[m->class].cf;
    struct bytes body;
    struct scan code;
    u4 n = 0;
    if (!world_code(c->w, m->id, &body) || !scan_open(&code, cf, body)) {
        return;
    }
    for (struct scan_insn in; scan_next(&code, &in);) {
        if (!is_call(in.op) || silent->seen[in.pc]) {
            continue;
        }
        if (n++ == 0) {
            lines_read(&silent->lines, cf, &code);
            receivers_read(&silent->receivers, m->id);
        }
        struct calls_site site = calls_site(c, id, in, &silent->receivers);
        site.flags |= SITE_SILENT;
        site.line = lines_at(&silent->lines, in.pc);
        site.called = text_constant(&c->g->text, m->class, in.index);
        vec_push(&c->site, site);
    }
}

static void add_method(struct silent *silent, own_id id) {
    struct calls *c = silent->c;
    struct calls_method *m = &c->method.v[id];
    const struct calls_site *old = silent->old + m->first_site;
    u4 first = c->site.n;
    for (u4 i = 0; i < m->n_sites; i++) {
        silent->seen[old[i].pc] = true;
        vec_push(&c->site, old[i]);
    }
    add_calls(silent, id);
    for (u4 i = 0; i < m->n_sites; i++) {
        silent->seen[old[i].pc] = false;
    }
    u4 n = c->site.n - first;
    if (n > m->n_sites && n > 1) {
        SORT(c->site.v + first, n, site_order);
    }
    m->first_site = n ? first : 0;
    m->n_sites = n;
}

// Labels stand in the order of their sites; a site without any begins where
// the next one does.
static void number_labels(struct calls *c) {
    label_id next = 1;
    for (site_id s = 1; s < c->site.n; s++) {
        struct calls_site *site = &c->site.v[s];
        site->first = next;
        next += site->n;
        for (label_id b = site->first; b < next; b++) {
            c->label.v[b].site = s;
        }
    }
}

void silent_add(struct calls *c) {
    struct silent silent = {.c = c};
    struct calls_site *old = MEM_ARRAY(struct calls_site, c->site.n);
    memcpy(old, c->site.v, c->site.n * sizeof *old);
    silent.old = old;
    receivers_init(&silent.receivers, c->w);
    c->site.n = 1;
    for (own_id m = 1; m < c->method.n; m++) {
        add_method(&silent, m);
    }
    number_labels(c);
    lines_release(&silent.lines);
    receivers_release(&silent.receivers);
    mem_free(old);
}
