// SPDX-License-Identifier: MIT
// Classes that resource files name.
#include "analysis/world/resourcenames.h"

#include "analysis/sources/nametext.h"
#include "analysis/sources/sources.h"
#include "analysis/table/idmap.h"
#include "analysis/table/intern.h"

#include <string.h>

struct search {
    struct world *w;
    void (*found)(void *context, const struct resource_name *n);
    void *context;
    struct idmap last;  // class -> the last file that named it
    u4 n_files;
};

// The class of that name, which is one of the sources.
static class_id class_of(struct world *w, struct str name) {
    class_id c = intern_find(&w->name, name, STR(""));
    return c ? c : world_class(w, arena_str(&w->arena, name));
}

static void take(struct search *s, const struct src_resource *file,
                 struct text_name n) {
    enum src_part part;
    if (!src_has_in(s->w->src, n.name, &part)) {
        return;
    }
    class_id c = class_of(s->w, n.name);
    u4 *last = idmap_at(&s->last, c);
    if (*last == s->n_files) {
        return;
    }
    *last = s->n_files;
    const struct resource_name r = {c, (u1)part, file->origin, file->entry,
                                    n.line};
    s->found(s->context, &r);
}

static bool has_nul(struct str text) {
    return text.n && memchr(text.p, 0, text.n);
}

static void search_in(struct search *s, const struct src_resource *file,
                      bool simple) {
    struct str text = {(const char *)file->bytes.p, file->bytes.n};
    struct name_text t;
    struct text_name n;
    s->n_files++;
    if (text.n == 0 || (has_nul(text) && file->kind != SRC_BINARY)) {
        return;
    }
    nametext_init(&t, text, file->kind);
    if (simple) {
        nametext_take_simple(&t);
    }
    while (nametext_next(&t, &n)) {
        take(s, file, n);
    }
    nametext_release(&t);
}

void resource_names(struct world *w,
                    void (*found)(void *context, const struct resource_name *n),
                    void *context) {
    struct search s = {.w = w, .found = found, .context = context};
    struct src_resources files;
    struct src_resource file;
    src_resources_init(&files, w->src);
    while (src_resources_next(&files, &file)) {
        search_in(&s, &file, false);
    }
    src_resources_release(&files);
    idmap_release(&s.last);
}

void resource_names_in(struct world *w, struct str path, struct str text,
                       void (*found)(void *context,
                                     const struct resource_name *n),
                       void *context) {
    struct search s = {.w = w, .found = found, .context = context};
    enum src_resource_kind kind = src_resource_kind(path);
    struct src_resource file = {.entry = path,
                                .bytes = {(const u1 *)text.p, text.n}};
    file.kind = has_nul(text) ? SRC_BINARY : kind ? (u1)kind : SRC_SERVICES;
    search_in(&s, &file, true);
    idmap_release(&s.last);
}
