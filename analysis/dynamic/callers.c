// SPDX-License-Identifier: MIT
// Who calls a method, and who writes a field: the calls of reachable code, by
// what they name.
//
// A call on an object is found by the method that its reference resolves to, so
// a method is taken to be called by whoever calls one that it overrides, on a
// type that is above or below its class.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/scan.h"
#include "analysis/reach/reach.h"
#include "analysis/world/resolve.h"
#include "analysis/world/world.h"

static void note_outside(struct dynamic *d, method_id m) {
    vec_cover(&d->outside, m + 1);
    d->outside.v[m] = 1;
}

static void note_site(struct dynamic *d, const struct solve_site *site) {
    if (site->shape == SITE_DIRECT || site->shape == SITE_NEW) {
        note_outside(d, site->what);
    } else if (site->shape == SITE_GROUP) {
        vec_cover(&d->group_outside, site->what + 1);
        d->group_outside.v[site->what] = 1;
    }
}

// What a method that only its package can see gets is told by the calls that one sees
// there: where anything may be called, that is assumed.
static bool is_for_others(const struct dynamic *d,
                          const struct solve_site *site) {
    method_id m = site->shape == SITE_GROUP  ? d->s->group.v[site->what].method
                  : site->shape == SITE_INIT ? 0
                                             : site->what;
    return m && d->w->method.v[m].access_flags & (ACC_PUBLIC | ACC_PROTECTED);
}

// Sites of models, of which nobody knows what they pass.
static void update_outside(struct dynamic *d) {
    struct solve *s = d->s;
    for (; d->n_late < s->late.n; d->n_late++) {
        note_site(d, &s->late.v[d->n_late].site);
    }
    for (; d->n_lambdas < s->lambda.n; d->n_lambdas++) {
        note_site(d, &s->lambda.v[d->n_lambdas].body);
    }
    vec_cover(&d->bundle_done, s->bundle.n);
    vec_cover(&d->is_any, s->bundle.n);
    for (u4 i = 0; i < s->bundle.n; i++) {
        for (u4 *n = &d->bundle_done.v[i]; *n < s->bundle.v[i].site.n; ++*n) {
            const struct solve_site *site = &s->bundle.v[i].site.v[*n];
            if (!d->is_any.v[i] || is_for_others(d, site)) {
                note_site(d, site);
            }
        }
    }
}

static void link_to(struct dynamic *d, u4 i, u4 *head) {
    d->next_site.v[i] = *head;
    *head = i + 1;
}

static void link_site(struct dynamic *d, u4 i) {
    const struct solve_site *site = &d->s->site.v[i];
    if (site->shape == SITE_DIRECT || site->shape == SITE_NEW) {
        vec_cover(&d->direct, site->what + 1);
        link_to(d, i, &d->direct.v[site->what]);
    } else if (site->shape == SITE_GROUP) {
        vec_cover(&d->grouped, site->what + 1);
        link_to(d, i, &d->grouped.v[site->what]);
    }
}

// Packages of classes are asked for once for each of their methods.
u4 package_of(struct dynamic *d, class_id c) {
    vec_cover(&d->package, c + 1);
    if (!d->package.v[c]) {
        struct str name = d->w->class.v[c].name;
        const char *slash = memrchr(name.p, '/', name.n);
        size_t n = slash ? (size_t)(slash - name.p) : 0;
        d->package.v[c] =
            intern_add(&d->packages, (struct str){name.p, n}, STR(""));
    }
    return d->package.v[c];
}

void callers_update(struct dynamic *d) {
    struct solve *s = d->s;
    vec_cover(&d->next_site, s->site.n);
    for (; d->n_nodes < s->n_done; d->n_nodes++) {
        const struct solve_node *n = &s->node.v[d->n_nodes];
        for (u4 i = 0; i < n->n_sites; i++) {
            link_site(d, n->first_site + i);
        }
        if (n->method) {
            u4 package = package_of(d, d->w->method.v[n->method].class);
            vec_cover(&d->next_in_package, d->n_nodes + 1);
            vec_cover(&d->in_package, package + 1);
            d->next_in_package.v[d->n_nodes] = d->in_package.v[package];
            d->in_package.v[package] = d->n_nodes;
        }
    }
    vec_cover(&d->next_of_sig, s->group.n);
    for (d->n_groups = d->n_groups ? d->n_groups : 1; d->n_groups < s->group.n;
         d->n_groups++) {
        sig_id sig = d->w->method.v[s->group.v[d->n_groups].method].sig;
        vec_cover(&d->of_sig, sig + 1);
        d->next_of_sig.v[d->n_groups] = d->of_sig.v[sig];
        d->of_sig.v[sig] = d->n_groups;
    }
    update_outside(d);
}

// The node whose site that is.
static node_id node_of_site(const struct dynamic *d, u4 site) {
    node_id low = 1, high = d->n_nodes;
    while (high - low > 1) {
        node_id mid = low + (high - low) / 2;
        if (d->s->node.v[mid].first_site <= site) {
            low = mid;
        } else {
            high = mid;
        }
    }
    return low;
}

static void tell(struct dynamic *d, trace_id t, u4 head,
                 void (*found)(struct dynamic *d, trace_id t, method_id caller,
                               u2 pc)) {
    for (u4 i = head; i; i = d->next_site.v[i - 1]) {
        u4 *seen = idmap_at(&d->told, idmap_key(t, i));
        if (*seen) {
            break;  // and so are those behind it
        }
        *seen = 1;
        method_id caller = d->s->node.v[node_of_site(d, i - 1)].method;
        found(d, t, caller, d->s->site.v[i - 1].pc);
    }
}

static bool may_be(const struct dynamic *d, const struct solve_group *g,
                   method_id m) {
    const struct world *w = d->w;
    if (g->fixed || g->method == m) {
        return g->method == m;
    }
    class_id c = w->method.v[m].class;
    return w->class.v[g->type].state == CLASS_LOADED &&
           (world_is_subtype(w, c, g->type) || world_is_subtype(w, g->type, c));
}

// The first group of calls that may run m as an instance method, or 0.
static group_id first_group(const struct dynamic *d, method_id m) {
    sig_id sig = d->w->method.v[m].sig;
    bool virtual = !world_is_static(d->w, m) &&
                   !str_eq(world_sig_name(d->w, sig), STR("<init>"));
    return virtual && sig < d->of_sig.n ? d->of_sig.v[sig] : 0;
}

bool callers_outside(struct dynamic *d, method_id m) {
    bool outside = m < d->outside.n && d->outside.v[m];
    for (group_id g = first_group(d, m); g && !outside;
         g = d->next_of_sig.v[g]) {
        outside = g < d->group_outside.n && d->group_outside.v[g] &&
                  may_be(d, &d->s->group.v[g], m);
    }
    return outside;
}

void callers_each(struct dynamic *d, trace_id t, method_id m,
                  void (*found)(struct dynamic *d, trace_id t, method_id caller,
                                u2 pc)) {
    if (m < d->direct.n) {
        tell(d, t, d->direct.v[m], found);
    }
    for (group_id g = first_group(d, m); g; g = d->next_of_sig.v[g]) {
        if (g < d->grouped.n && d->grouped.v[g] &&
            may_be(d, &d->s->group.v[g], m)) {
            tell(d, t, d->grouped.v[g], found);
        }
    }
}

// Has the code that byte? If not, it has no such instruction, and need not be stepped over.
static bool may_have(const struct scan *scan, u1 op) {
    return memchr(scan->code, op, scan->n) != NULL;
}

// Notes what node n writes, and arrays that it gets from fields: it may fill them.
static void note_writes(struct dynamic *d, node_id n) {
    struct world *w = d->w;
    method_id m = d->s->node.v[n].method;
    const struct world_method wm = w->method.v[m];
    struct bytes code;
    struct scan scan;
    if (wm.access_flags & ACC_NATIVE || !world_code(w, m, &code) ||
        !scan_open(&scan, w->class.v[wm.class].cf, code)) {
        return;
    }
    const struct cf_class *cf = w->class.v[wm.class].cf;
    if (!may_have(&scan, OPC_putfield) && !may_have(&scan, OPC_putstatic) &&
        !may_have(&scan, OPC_getfield) && !may_have(&scan, OPC_getstatic)) {
        return;
    }
    for (struct scan_insn i; scan_next(&scan, &i);) {
        bool gets = i.op == OPC_getfield || i.op == OPC_getstatic;
        if (i.op != OPC_putfield && i.op != OPC_putstatic &&
            !(gets && trace_is_followed(cp_ref_of(cf, i.index).desc, true))) {
            continue;
        }
        ref_id r = world_ref_at(w, wm.class, i.index);
        field_id f = r ? resolve_field(w, r) : 0;
        if (f) {
            vec_cover(&d->written, f + 1);
            vec_push(&d->writer, ((struct field_write){m, d->written.v[f]}));
            d->written.v[f] = d->writer.n;
        }
    }
}

// Reads what is new in a package; packages that nobody asks for are not read.
static void update_writers(struct dynamic *d, u4 package) {
    vec_cover(&d->in_package, package + 1);
    vec_cover(&d->package_read, package + 1);
    node_id first = d->in_package.v[package];
    node_id end = d->package_read.v[package];
    for (node_id n = first; n && n != end; n = d->next_in_package.v[n]) {
        note_writes(d, n);
    }
    d->package_read.v[package] = first;
}

void callers_writers(struct dynamic *d, trace_id t, field_id f, u4 *seen,
                     void (*found)(struct dynamic *d, trace_id t,
                                   method_id m)) {
    update_writers(d, package_of(d, d->w->field.v[f].class));
    vec_cover(&d->written, f + 1);
    u4 first = d->written.v[f];
    for (u4 i = first; i != *seen; i = d->writer.v[i - 1].next) {
        found(d, t, d->writer.v[i - 1].method);
    }
    *seen = first;
}
