// SPDX-License-Identifier: MIT
// Why something ran that was not predicted.
#include "rewriter/report/causes.h"

#include "rewriter/chains/chains.h"
#include "rewriter/chains/unknowns.h"
#include "rt-native/data.h"

#include <string.h>

const char *const cause_word[N_CAUSES] = {
    [CAUSE_REFLECTION] = "reflection", [CAUSE_MADE] = "reflection",
    [CAUSE_UNSEEN] = "unseen",         [CAUSE_CLIENT] = "client",
    [CAUSE_GENERATED] = "generated",   [CAUSE_JDK] = "jdk",
};

const char *const cause_cure[N_CAUSES] = {
    [CAUSE_REFLECTION] = "by reflection that is not followed: give the file "
                         "of --roots-out to --roots",
    [CAUSE_MADE] = "of classes that reflection makes, not followed: name them "
                   "in a file for --resources",
    [CAUSE_UNSEEN] = "by code that was not analysed: --classpath, or the "
                     "file of --roots-out for --roots",
    [CAUSE_CLIENT] = "of classes outside the component: --tests, --open or "
                     "--classpath",
    [CAUSE_GENERATED] = "of classes made at run time: mocks and proxies",
    [CAUSE_JDK] = "of classes of the JDK",
};

static bool has(struct str s, const char *part) {
    return memmem(s.p, s.n, part, strlen(part)) != NULL;
}

static bool is_generated(struct str class) {
    return has(class, "$Proxy") || has(class, "$MockitoMock$") ||
           has(class, "ByteBuddy") || has(class, "$$Enhancer") ||
           str_starts(class, STR("proxy:"));
}

static bool is_jdk(struct str class) {
    static const char *const package[] = {"java/", "javax/", "jdk/", "sun/",
                                          "com/sun/"};
    for (size_t i = 0; i < sizeof package / sizeof *package; i++) {
        if (str_starts(class, str_of(package[i]))) {
            return true;
        }
    }
    return false;
}

// A class of the component, or a lambda in one of its methods.
static bool is_component(const struct plan *p, struct str name) {
    if (str_starts(name, STR("lambda:"))) {
        name = (struct str){name.p + 7, name.n - 7};
        const char *dot = memchr(name.p, '.', name.n);
        name.n = dot ? (size_t)(dot - name.p) : name.n;
    }
    for (u4 c = 1; c < p->n[PLAN_CLASS]; c++) {
        if (str_eq(chains_string(p, p->class[c].name), name)) {
            return true;
        }
    }
    return false;
}

enum cause cause_of(const struct plan *p, const struct pool_note *note) {
    const struct plan_unknowns u = unknowns_of(p);
    if (note->kind == DATA_ENTRY || is_component(p, note->text)) {
        return !u.calls && !u.elsewhere   ? CAUSE_UNSEEN
               : note->kind == DATA_ENTRY ? CAUSE_REFLECTION
                                          : CAUSE_MADE;
    }
    return is_generated(note->text) ? CAUSE_GENERATED
           : is_jdk(note->text)     ? CAUSE_JDK
                                    : CAUSE_CLIENT;
}
