// SPDX-License-Identifier: MIT
// What becomes of each entry, decided by its name before anything is read.
//
// Of entries that share a name the JVM uses the last, and an archive can have
// many entries: they are found by sorting.
#include "rewriter/jar/survey.h"

#include "analysis/base/mem.h"
#include "analysis/base/order.h"
#include "analysis/zip/manifest.h"
#include "rewriter/jar/select.h"

void survey_init(struct survey *s, struct zipr *zip) {
    *s = (struct survey){.n = (u4)zip->shape.n_entries, .manifest = NO_ENTRY};
    s->name = MEM_ARRAY(struct str, s->n);
    s->fate = MEM_ARRAY(u1, s->n);
    s->todo = MEM_ARRAY(u4, s->n);
    for (u4 i = 0; i < s->n; i++) {
        const char *name =
            zip_get_name(zip->za, i, ZIP_FL_ENC_RAW | ZIP_FL_UNCHANGED);
        s->name[i] = str_of(name ? name : "");
        if (manifest_is(s->name[i])) {
            s->manifest = i;
        }
    }
}

void survey_release(struct survey *s) {
    mem_free(s->name);
    mem_free(s->fate);
    mem_free(s->todo);
}

bool survey_has_versions(const struct survey *s) {
    struct jar_layout all = {.multi_release = true};
    for (u4 i = 0; i < s->n; i++) {
        if (str_starts(s->name[i], STR("META-INF/versions/")) &&
            select_is_class(&all, s->name[i])) {
            return true;
        }
    }
    return false;
}

// By name, then by index: `struct str` elements of s->name tell both.
static int by_name(const void *a, const void *b) {
    const struct str *x = *(const struct str *const *)a;
    const struct str *y = *(const struct str *const *)b;
    size_t n = x->n < y->n ? x->n : y->n;
    int c = n ? memcmp(x->p, y->p, n) : 0;
    if (c == 0 && x->n != y->n) {
        c = x->n < y->n ? -1 : 1;
    }
    return c ? c : (x > y) - (x < y);
}

static void find_duplicates(struct survey *s) {
    const struct str **sorted = MEM_ARRAY(const struct str *, s->n);
    for (u4 i = 0; i < s->n; i++) {
        sorted[i] = &s->name[i];
    }
    SORT(sorted, s->n, by_name);
    for (u4 i = 1; i < s->n; i++) {
        if (str_eq(*sorted[i - 1], *sorted[i])) {
            s->fate[sorted[i - 1] - s->name] = FATE_DUPLICATE;
        }
    }
    mem_free(sorted);
}

static enum fate fate_of(struct str name, const struct jar_rules *rules,
                         const struct jar_layout *layout) {
    if (select_is_class(layout, name)) {
        struct str class_name = select_class_name(layout, name);
        return select_has(&rules->component, class_name) ? FATE_CLASS
               : select_is_module(class_name)            ? FATE_MODULE
                                                         : FATE_COPY;
    }
    if (manifest_is_signature(name)) {
        return FATE_SIGNATURE;
    }
    bool folder = str_ends(name, STR("/"));
    return rules->nested && !folder && select_may_be_archive(name) ? FATE_NESTED
                                                                   : FATE_COPY;
}

// The description of a module goes with its classes: it is worked on if any
// of them is, whatever the patterns say of its own name.
static void settle_modules(struct survey *s) {
    u1 fate = FATE_COPY;
    for (u4 i = 0; i < s->n && fate == FATE_COPY; i++) {
        fate = s->fate[i] == FATE_CLASS ? FATE_CLASS : FATE_COPY;
    }
    for (u4 i = 0; i < s->n; i++) {
        if (s->fate[i] == FATE_MODULE) {
            s->fate[i] = fate;
        }
    }
}

void survey_decide(struct survey *s, const struct jar_rules *rules,
                   const struct jar_layout *layout) {
    for (u4 i = 0; i < s->n; i++) {
        s->fate[i] = (u1)fate_of(s->name[i], rules, layout);
    }
    find_duplicates(s);
    settle_modules(s);
    for (u4 i = 0; i < s->n; i++) {
        if (s->fate[i] == FATE_CLASS || s->fate[i] == FATE_NESTED) {
            s->todo[s->n_todo++] = i;
        }
    }
}
