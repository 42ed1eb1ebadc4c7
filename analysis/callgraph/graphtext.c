// SPDX-License-Identifier: MIT
// Methods, receivers and references as the text formats write them.
#include "analysis/callgraph/graphtext.h"

#include "analysis/base/shown.h"
#include "analysis/classfile/classfile.h"
#include "analysis/world/world.h"

#include <stdio.h>

void text_init(struct text *n, const struct world *w) {
    *n = (struct text){.w = w};
    arena_init(&n->arena);
}

void text_release(struct text *n) {
    vec_free(&n->method);
    vec_free(&n->ref);
    arena_release(&n->arena);
}

struct str text_escape(struct text *n, struct str s) {
    return shown_word(&n->arena, s);
}

// class.name:descriptor; without the class if that is "".
static struct str member(struct text *n, struct str class, struct str name,
                         struct str desc) {
    size_t dot = class.n ? 1 : 0;
    size_t all = class.n + dot + name.n + 1 + desc.n;
    char *out = ARENA_ARRAY(&n->arena, char, all), *p = out;
    memcpy(p, class.p, class.n);
    p += class.n;
    if (dot) {
        *p++ = '.';
    }
    memcpy(p, name.p, name.n);
    p += name.n;
    *p++ = ':';
    memcpy(p, desc.p, desc.n);
    return text_escape(n, (struct str){out, all});
}

struct str text_method(struct text *n, method_id m) {
    if (m == CALLER_MAIN) {
        return STR("<main>");
    }
    if (m == CALLER_VM) {
        return STR("<vm>");
    }
    while (n->method.n <= m) {
        vec_push(&n->method, STR(""));
    }
    if (n->method.v[m].n == 0) {
        const struct world_method *wm = &n->w->method.v[m];
        n->method.v[m] = member(n, n->w->class.v[wm->class].name,
                                world_sig_name(n->w, wm->sig),
                                world_sig_desc(n->w, wm->sig));
    }
    return n->method.v[m];
}

struct str text_class(struct text *n, class_id c) {
    return text_escape(n, n->w->class.v[c].name);
}

struct str text_ref(struct text *n, ref_id r) {
    while (n->ref.n <= r) {
        vec_push(&n->ref, STR(""));
    }
    if (n->ref.v[r].n == 0) {
        const struct world_ref *ref = &n->w->ref.v[r];
        n->ref.v[r] = member(n, n->w->class.v[ref->owner].name,
                             world_sig_name(n->w, ref->sig),
                             world_sig_desc(n->w, ref->sig));
    }
    return n->ref.v[r];
}

struct str text_constant(struct text *n, class_id c, u4 i) {
    const struct cf_class *cf = n->w->class.v[c].cf;
    switch (i < cf->n_pool ? cf->pool[i].tag : CP_NONE) {
    case CP_CLASS:
        return text_escape(n, cp_name_of(cf, i));
    case CP_FIELDREF:
    case CP_METHODREF:
    case CP_INTERFACE_METHODREF: {
        // Whoever scanned the code has met the reference.
        const u4 *link = n->w->class.v[c].link;
        if (link && link[i]) {
            return text_ref(n, link[i]);
        }
        struct cp_ref r = cp_ref_of(cf, i);
        return member(n, r.owner, r.name, r.desc);
    }
    case CP_DYNAMIC:
    case CP_INVOKE_DYNAMIC: {
        struct cp_ref r = cp_ref_of(cf, i);
        return member(n, r.owner, r.name, r.desc);
    }
    default:
        return STR("-");
    }
}

int text_pc_order(int a, int b) {
    char x[12], y[12];
    if (a == b) {
        return 0;
    }
    snprintf(x, sizeof x, "%d", a);
    snprintf(y, sizeof y, "%d", b);
    return strcmp(x, y);
}
