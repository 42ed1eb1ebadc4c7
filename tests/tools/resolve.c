// SPDX-License-Identifier: MIT
// resolve.c - what analysis/world answers, as text, for tests.
//
// usage: resolve [-c COMPONENT]... [-j JDK]
// Questions are read from standard input, one a line; each is answered by a
// line: true or false, or the class that declares the member, or "-". Classes
// are binary names with '/', or array descriptors.
//     sub A B                     is A a subtype of B
//     class FROM C                may FROM name class C
//     resolve O NAME DESC         the method that O.NAME:DESC resolves to
//     select C O NAME DESC        what that runs on an object of class C
//     may FROM O NAME DESC        is it accessible to FROM
//     field O NAME DESC           the field that O.NAME:DESC resolves to
//     mayfield FROM O NAME DESC   is it accessible to FROM
//     visible FROM O NAME DESC C  may FROM use the method that O declares, by
//                  reflection on an object of class C ("-": some object)
//     visiblefield FROM O NAME DESC C    the same of a field
// and with all checks that the JVM makes, for an instruction of class FROM:
//     call KIND FROM O NAME DESC C    KIND: virtual, interface, static,
//                  istatic, special, ispecial ("i": an InterfaceMethodref)
//     get KIND FROM O NAME DESC       KIND: field, static

#include "analysis/base/arena.h"
#include "analysis/sources/sources.h"
#include "analysis/world/access.h"
#include "analysis/world/resolve.h"
#include "analysis/world/visible.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WORDS_MAX = 7 };

// One question, cut at blanks.
struct question {
    struct world *w;
    struct visible *visible;
    u4 n;
    struct str word[WORDS_MAX];
};

static bool is_word(const struct question *q, u4 i, const char *text) {
    return str_eq(q->word[i], str_of(text));
}

static class_id class_at(const struct question *q, u4 i) {
    class_id c = world_class(q->w, q->word[i]);
    world_load(q->w, c);
    return c;
}

static sig_id sig_at(const struct question *q, u4 i) {
    return world_sig(q->w, q->word[i], q->word[i + 1]);
}

// Words i, i + 1 and i + 2 as a reference of the kind that fits its owner.
static ref_id ref_at(const struct question *q, u4 i) {
    class_id owner = class_at(q, i);
    bool interface = (q->w->class.v[owner].access_flags & ACC_INTERFACE) != 0;
    return world_ref(q->w, owner, sig_at(q, i + 1), interface);
}

static field_id field_at(const struct question *q, u4 i) {
    ref_id r = world_ref_field(q->w, class_at(q, i), sig_at(q, i + 1));
    return resolve_field(q->w, r);
}

static void print_class(const struct question *q, class_id c) {
    struct str name = c ? q->w->class.v[c].name : STR("-");
    printf("%.*s\n", STR_F(name));
}

static void print_method(const struct question *q, method_id m) {
    print_class(q, m ? q->w->method.v[m].class : 0);
}

static void print_field(const struct question *q, field_id f) {
    print_class(q, q->w->field.v[f].class);
}

static bool may(const struct question *q, class_id from, class_id owner,
                method_id m) {
    return m && access_class(q->w, from, owner) &&
           access_method(q->w, from, owner, m);
}

static bool may_field(const struct question *q, class_id from, class_id owner,
                      field_id f) {
    const struct world_field *wf = &q->w->field.v[f];
    return f && access_class(q->w, from, owner) &&
           access_member(q->w, from, owner, wf->class, wf->access_flags);
}

// call KIND FROM O NAME DESC C
static method_id called(const struct question *q) {
    struct world *w = q->w;
    bool interface = q->word[1].p[0] == 'i';
    bool is_static = str_ends(q->word[1], STR("static"));
    class_id from = class_at(q, 2), owner = class_at(q, 3);
    ref_id r = world_ref(w, owner, sig_at(q, 4), interface);
    method_id m = resolve_method(w, r);
    if (!may(q, from, owner, m) ||
        ((w->method.v[m].access_flags & ACC_STATIC) != 0) != is_static) {
        return 0;
    }
    if (str_ends(q->word[1], STR("special"))) {
        return resolve_special(w, from, r);
    }
    if (is_static) {
        return m;
    }
    class_id c = class_at(q, 6);
    return interface ? resolve_select_interface(w, c, m)
                     : resolve_select(w, c, m);
}

// get KIND FROM O NAME DESC
static field_id got(const struct question *q) {
    field_id f = field_at(q, 3);
    bool is_static = (q->w->field.v[f].access_flags & ACC_STATIC) != 0;
    bool fits = is_static == is_word(q, 1, "static");
    return fits && may_field(q, class_at(q, 2), class_at(q, 3), f) ? f : 0;
}

// visible FROM O NAME DESC C, visiblefield FROM O NAME DESC C
static bool is_visible(const struct question *q) {
    struct world *w = q->w;
    class_id from = class_at(q, 1), o = class_at(q, 2);
    class_id on = is_word(q, 5, "-") ? 0 : class_at(q, 5);
    if (is_word(q, 0, "visible")) {
        method_id m = world_declared(w, o, sig_at(q, 3));
        return m && visible_method(q->visible, from, m, on);
    }
    field_id f = world_declared_field(w, o, sig_at(q, 3));
    return f && visible_field(q->visible, from, f, on);
}

static void answer_bool(bool b) {
    puts(b ? "true" : "false");
}

static bool answer(const struct question *q) {
    struct world *w = q->w;
    if (is_word(q, 0, "sub") && q->n == 3) {
        class_id a = class_at(q, 1), b = class_at(q, 2);
        answer_bool(world_is_subtype(w, a, b));
    } else if (is_word(q, 0, "class") && q->n == 3) {
        class_id from = class_at(q, 1), c = class_at(q, 2);
        answer_bool(access_class(w, from, c));
    } else if (is_word(q, 0, "resolve") && q->n == 4) {
        print_method(q, resolve_method(w, ref_at(q, 1)));
    } else if (is_word(q, 0, "select") && q->n == 5) {
        class_id c = class_at(q, 1);
        method_id m = resolve_method(w, ref_at(q, 2));
        print_method(q, m ? resolve_select(w, c, m) : 0);
    } else if (is_word(q, 0, "may") && q->n == 5) {
        class_id from = class_at(q, 1);
        method_id m = resolve_method(w, ref_at(q, 2));
        answer_bool(may(q, from, class_at(q, 2), m));
    } else if (is_word(q, 0, "field") && q->n == 4) {
        print_field(q, field_at(q, 1));
    } else if (is_word(q, 0, "mayfield") && q->n == 5) {
        class_id from = class_at(q, 1);
        answer_bool(may_field(q, from, class_at(q, 2), field_at(q, 2)));
    } else if (str_starts(q->word[0], STR("visible")) && q->n == 6) {
        answer_bool(is_visible(q));
    } else if (is_word(q, 0, "call") && q->n == 7) {
        print_method(q, called(q));
    } else if (is_word(q, 0, "get") && q->n == 6) {
        print_field(q, got(q));
    } else {
        return false;
    }
    return true;
}

static bool answer_all(struct world *w) {
    char line[4096];
    struct visible visible;
    visible_init(&visible, w);
    bool ok = true;
    while (ok && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        struct str rest = arena_str(&w->arena, str_of(line));
        struct question q = {.w = w, .visible = &visible};
        while (rest.n && q.n < WORDS_MAX) {
            const char *blank = memchr(rest.p, ' ', rest.n);
            size_t n = blank ? (size_t)(blank - rest.p) : rest.n;
            q.word[q.n++] = (struct str){rest.p, n};
            n += blank != NULL;
            rest = (struct str){rest.p + n, rest.n - n};
        }
        if (rest.n || q.n == 0 || !answer(&q)) {
            fprintf(stderr, "resolve: no question: %s\n", line);
            ok = false;
        }
    }
    visible_release(&visible);
    return ok;
}

int main(int argc, char **argv) {
    struct str component[8];
    struct src_spec spec = {
        .component = component, .classpath = STR(""), .jdk = STR("")};
    int o;
    while ((o = getopt(argc, argv, "c:j:")) != -1) {
        if (o == 'c' && spec.n_component < 8) {
            component[spec.n_component++] = str_of(optarg);
        } else if (o == 'j') {
            spec.jdk = str_of(optarg);
        } else {
            return 2;
        }
    }
    struct diag d;
    diag_init(&d, DIAG_NOTE, false);
    struct sources *s = src_open(&spec, &d);
    int status = 3;
    if (s) {
        struct world w;
        world_init(&w, s, &d);
        status = answer_all(&w) ? 0 : 2;
        world_release(&w);
        src_close(s);
    }
    diag_flush(&d, stderr);
    diag_release(&d);
    return status;
}
