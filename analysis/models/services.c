// SPDX-License-Identifier: MIT
// What ServiceLoader makes: providers of services, by files of the component
// and the class path and by the modules of the JDK.
//
// A service counts as asked for when reachable code names it by a class
// constant, as the argument of ServiceLoader.load usually is, or reflection gets it as
// that argument, and when the code of ServiceLoader that makes providers is reachable.
#include "analysis/models/models_priv.h"

#include "analysis/reach/reach.h"
#include "analysis/sources/sources.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"
#include "analysis/world/world.h"

// Who makes a provider: since 9, and before.
static const char *const maker[] = {
    "java/util/ServiceLoader$ProviderImpl.newInstance:()Ljava/lang/Object;",
    "java/util/ServiceLoader$LazyIterator.nextService:()Ljava/lang/Object;",
};

static void make_provider(struct solve *s, method_id by, class_id c) {
    struct world *w = s->w;
    world_load(w, c);
    sig_id init = world_sig(w, STR("<init>"), STR("()V"));
    const struct world_class k = w->class.v[c];
    method_id m = world_declared(w, c, init);
    if (m) {
        solve_call(s, by, SITE_NO_PC, EDGE_REFLECT, m);
    }
    // A named module may give a static method provider() instead; which modules
    // are named is the launcher's choice, so both count.
    for (u4 i = 0; i < k.n_methods; i++) {
        const struct world_method *p = &w->method.v[k.method + i];
        if (p->access_flags & ACC_STATIC &&
            str_eq(world_sig_name(w, p->sig), STR("provider")) &&
            str_starts(world_sig_desc(w, p->sig), STR("()"))) {
            solve_call(s, by, SITE_NO_PC, EDGE_REFLECT, k.method + i);
        }
    }
}

void models_ask_service(struct models *m, struct solve *s, class_id c) {
    *idmap_at(&m->literal, idmap_key(0, c)) = 1;
    services_idle(m, s);
}

void services_idle(struct models *m, struct solve *s) {
    method_id by = 0;
    for (size_t i = 0; i < sizeof maker / sizeof *maker && !by; i++) {
        by = models_reached(m, s, maker[i]);
    }
    if (!by) {
        return;
    }
    u4 n;
    const struct src_service *row = src_services(s->w->src, &n);
    if (!m->service_done) {
        m->service_done = MEM_ARRAY(u4, n);
    }
    for (u4 i = 0; i < n; i++) {
        class_id service =
            m->service_done[i]
                ? 0
                : intern_find(&s->w->name, row[i].service, STR(""));
        if (!service || !idmap_find(&m->literal, idmap_key(0, service))) {
            continue;
        }
        m->service_done[i] = 1;
        make_provider(s, by, world_class(s->w, row[i].provider));
    }
}
