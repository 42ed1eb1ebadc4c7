// SPDX-License-Identifier: MIT
// Reads Int from a file.
//
// Every line is looked at, so that one run tells of all that is wrong.
#include "analysis/interface/inttext.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/shown.h"
#include "analysis/classfile/desc.h"
#include "analysis/interface/interface.h"
#include "analysis/table/intern.h"
#include "analysis/text/near.h"
#include "analysis/world/load.h"
#include "analysis/world/world.h"

enum {
    MOST_NEAREST = 3,
    // Of classes, and of members: all names are looked at for each.
    MOST_SUGGESTIONS = 50,
};

struct reader {
    struct interface *interface;
    struct world *w;
    struct arena arena;  // of a line
    struct place at;
    u4 number;
    bool ok;
    u4 n_no_class, n_no_member;  // lines
    // All that is not private of the class that was asked for last, which most
    // lines ask for again.
    class_id all_of;
    struct interface all;
    struct intern names;  // of its members
    VEC(u4) first;        // by name: the first member, 0: none
    VEC(u4) next;         // by member: the next of that name, 0: none
};

// What a line asks for.
struct wanted {
    class_id c;
    struct str class, member;  // as written
    struct str name;
    bool method, any_args;
    struct str args;  // descriptors
    struct str ret;   // or ""
};

static struct str text_of(struct reader *r, const struct emit *e) {
    return arena_str(&r->arena, (struct str){(const char *)e->p, e->n});
}

static struct str rest_of(struct str s, size_t from) {
    return (struct str){s.p + from, s.n - from};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static struct str trim(struct str s) {
    while (s.n && is_blank(s.p[0])) {
        s = rest_of(s, 1);
    }
    while (s.n && is_blank(s.p[s.n - 1])) {
        s.n--;
    }
    return s;
}

// --- Types -------------------------------------------------------------------

// A name as class files have it, from one of a line. False if it is none.
static bool put_name(struct emit *out, struct str text, bool class) {
    for (size_t i = 0; i < text.n;) {
        if (class && text.p[i] == '.') {
            emit_u1(out, '/');
            i++;
        } else if (!shown_back(out, text, &i)) {
            return false;
        }
    }
    return true;
}

// com.acme.Foo[] as a descriptor, behind what `out` has. False if it is no
// type.
static bool put_type(struct emit *out, struct str type) {
    u4 dims = 0;
    type = trim(type);
    while (str_ends(type, STR("[]"))) {
        type = trim((struct str){type.p, type.n - 2});
        dims++;
    }
    if (type.n == 0 || memchr(type.p, '[', type.n) ||
        memchr(type.p, ';', type.n) || dims > 255) {
        return false;
    }
    for (u4 i = 0; i < dims; i++) {
        emit_u1(out, '[');
    }
    char letter = inttext_primitive(type);
    if (letter) {
        emit_u1(out, (u1)letter);
        return letter != 'V' || dims == 0;
    }
    emit_u1(out, 'L');
    bool ok = put_name(out, type, true);
    emit_u1(out, ';');
    return ok;
}

static bool bad_type(struct reader *r, struct str type) {
    diag_report(r->w->diag, INT_TYPE, &r->at, r->number, STR_F(type));
    return false;
}

static bool read_types(struct reader *r, struct str list, struct str *desc) {
    struct emit out;
    bool ok = true;
    emit_init(&out, LIMIT_CLASS_BYTES);
    list = trim(list);
    while (list.n && ok) {
        const char *comma = memchr(list.p, ',', list.n);
        size_t n = comma ? (size_t)(comma - list.p) : list.n;
        struct str type = trim((struct str){list.p, n});
        ok = (put_type(&out, type) && !str_eq(type, STR("void"))) ||
             bad_type(r, type);
        list = rest_of(list, comma ? n + 1 : n);
        // Behind a comma at the end there is a type without a name.
        ok = ok && (!comma || list.n || bad_type(r, list));
    }
    *desc = text_of(r, &out);
    emit_release(&out);
    return ok;
}

static bool read_type(struct reader *r, struct str type, struct str *desc) {
    struct emit out;
    emit_init(&out, LIMIT_CLASS_BYTES);
    bool ok = put_type(&out, type) || bad_type(r, type);
    *desc = text_of(r, &out);
    emit_release(&out);
    return ok;
}

// --- What is nearest ---------------------------------------------------------

struct nearest {
    struct str text[MOST_NEAREST];
    u4 distance[MOST_NEAREST];
    u4 n;
};

static void consider(struct nearest *near, struct str text, u4 distance) {
    for (u4 k = 0; k < near->n; k++) {
        if (str_eq(near->text[k], text)) {
            return;  // of a superclass as well
        }
    }
    u4 i = near->n;
    while (i > 0 && (near->distance[i - 1] > distance ||
                     (near->distance[i - 1] == distance &&
                      str_order(near->text[i - 1], text) > 0))) {
        i--;
    }
    if (i == MOST_NEAREST) {
        return;
    }
    near->n += near->n < MOST_NEAREST;
    for (u4 j = near->n - 1; j > i; j--) {
        near->text[j] = near->text[j - 1];
        near->distance[j] = near->distance[j - 1];
    }
    near->text[i] = text;
    near->distance[i] = distance;
}

static struct str list_nearest(struct reader *r, const struct nearest *near) {
    struct emit out;
    emit_init(&out, LIMIT_MESSAGE);
    for (u4 i = 0; i < near->n; i++) {
        emit_bytes(&out, ", ", i ? 2 : 0);
        emit_bytes(&out, near->text[i].p, near->text[i].n);
    }
    struct str s = text_of(r, &out);
    emit_release(&out);
    return s;
}

// Classes of that simple name, and those whose whole names are like it.
static void no_class(struct reader *r, struct str class) {
    struct nearest near = {.n = 0};
    struct str simple = str_base(class);
    struct load_iter it = load_each_component(r->w);
    bool many = ++r->n_no_class > MOST_SUGGESTIONS;
    for (struct str name; !many && load_next_name(&it, &name);) {
        bool same = str_eq(str_base(name), simple);
        u4 d = same ? 0 : near_distance(class, name);
        if (near_enough(d, str_base(name))) {
            struct emit out;
            emit_init(&out, LIMIT_MESSAGE);
            inttext_class(&out, name);
            consider(&near, text_of(r, &out), d);
            emit_release(&out);
        }
    }
    struct emit asked;
    emit_init(&asked, LIMIT_MESSAGE);
    inttext_class(&asked, class);
    struct str text = text_of(r, &asked), list = list_nearest(r, &near);
    emit_release(&asked);
    diag_report(r->w->diag, INT_CLASS, &r->at, r->number, STR_F(text),
                list.n ? "; nearest: " : "", STR_F(list));
}

// By how far the names are, then by how far all of the text is.
static void consider_member(struct reader *r, struct nearest *near,
                            const struct wanted *want, struct int_member m,
                            bool method) {
    struct world *w = r->w;
    sig_id sig = method ? w->method.v[m.member].sig : w->field.v[m.member].sig;
    struct str name = world_sig_name(w, sig);
    u4 d = 2 * near_distance(want->name, name) + (method != want->method);
    struct emit out;
    emit_init(&out, LIMIT_MESSAGE);
    if (method) {
        inttext_method(&out, w, m.member);
    } else {
        inttext_field(&out, w, m.member);
    }
    struct str text = text_of(r, &out);
    consider(near, text, d * NEAR_LETTERS + near_distance(want->member, text));
    emit_release(&out);
}

static void no_member(struct reader *r, const struct wanted *want) {
    struct nearest near = {.n = 0};
    bool many = ++r->n_no_member > MOST_SUGGESTIONS;
    for (u4 i = 0; !many && i < r->all.method.n; i++) {
        consider_member(r, &near, want, r->all.method.v[i], true);
    }
    for (u4 i = 0; !many && i < r->all.field.n; i++) {
        consider_member(r, &near, want, r->all.field.v[i], false);
    }
    struct str list = list_nearest(r, &near);
    diag_report(r->w->diag, INT_MEMBER, &r->at, r->number, STR_F(want->class),
                STR_F(want->member), list.n ? "; nearest: " : "", STR_F(list));
}

// --- Lines -------------------------------------------------------------------

static class_id find_class(struct reader *r, struct str name) {
    struct emit out;
    emit_init(&out, LIMIT_CLASS_BYTES);
    put_name(&out, name, true);
    struct str binary = {(const char *)out.p, out.n};
    class_id c = world_find_class(r->w, binary);
    if (c) {
        world_load(r->w, c);
    }
    if (!c || !r->w->class.v[c].cf) {
        no_class(r, binary);
        c = 0;
    }
    emit_release(&out);
    return c;
}

// Of those that have its name.
static bool is_wanted(const struct world *w, const struct wanted *want,
                      method_id m) {
    sig_id sig = w->method.v[m].sig;
    struct desc_method d;
    return want->method && desc_method(world_sig_desc(w, sig), &d) &&
           (want->any_args || str_eq(d.args, want->args)) &&
           (want->ret.n == 0 || str_eq(d.ret, want->ret));
}

static void forget_members(struct reader *r) {
    interface_release(&r->all);
    intern_release(&r->names);
    vec_free(&r->first);
    vec_free(&r->next);
    r->all = (struct interface){0};
}

// Members are numbered from 1: methods, then fields.
static sig_id sig_of(const struct reader *r, u4 member) {
    u4 n_methods = r->all.method.n;
    return member <= n_methods
               ? r->w->method.v[r->all.method.v[member - 1].member].sig
               : r->w->field.v[r->all.field.v[member - 1 - n_methods].member]
                     .sig;
}

static void list_members(struct reader *r, class_id c) {
    if (r->all_of == c) {
        return;
    }
    forget_members(r);
    r->all_of = c;
    interface_add_class(&r->all, r->w, c, INT_ANY);
    u4 n = r->all.method.n + r->all.field.n;
    intern_init(&r->names, n);
    vec_cover(&r->next, n + 1);
    for (u4 i = n; i > 0; i--) {
        u4 name =
            intern_add(&r->names, world_sig_name(r->w, sig_of(r, i)), STR(""));
        vec_cover(&r->first, name + 1);
        r->next.v[i] = r->first.v[name];
        r->first.v[name] = i;
    }
}

static void add_member(struct reader *r, const struct wanted *want) {
    list_members(r, want->c);
    u4 name = intern_find(&r->names, want->name, STR(""));
    u4 n_methods = r->all.method.n;
    bool found = false;
    for (u4 i = name ? r->first.v[name] : 0; i; i = r->next.v[i]) {
        if (i > n_methods && !want->method) {
            interface_add_field(r->interface, want->c,
                                r->all.field.v[i - 1 - n_methods].member);
            found = true;
        } else if (i <= n_methods &&
                   is_wanted(r->w, want, r->all.method.v[i - 1].member)) {
            interface_add_method(r->interface, want->c,
                                 r->all.method.v[i - 1].member);
            found = true;
        }
    }
    if (!found) {
        no_member(r, want);
        r->ok = false;
    }
}

// The name of a member, from how it is written.
static bool read_name(struct reader *r, struct str text, struct str *name) {
    struct emit out;
    emit_init(&out, LIMIT_CLASS_BYTES);
    bool ok = put_name(&out, trim(text), false);
    *name = text_of(r, &out);
    emit_release(&out);
    return ok;
}

// name(types):type
static bool read_method(struct reader *r, struct wanted *want) {
    struct str m = want->member;
    const char *open = memchr(m.p, '(', m.n);
    const char *close = memrchr(m.p, ')', m.n);
    if (!close || close < open) {
        return false;
    }
    struct str args = {open + 1, (size_t)(close - open - 1)};
    struct str ret = trim(rest_of(m, (size_t)(close + 1 - m.p)));
    want->method = true;
    if (!read_name(r, (struct str){m.p, (size_t)(open - m.p)}, &want->name)) {
        return false;
    }
    want->any_args = str_eq(trim(args), STR("..."));
    if (ret.n && ret.p[0] != ':') {
        return false;
    }
    bool ok = (want->any_args || read_types(r, args, &want->args)) &&
              (ret.n == 0 || read_type(r, rest_of(ret, 1), &want->ret));
    r->ok = r->ok && ok;
    if (ok) {
        add_member(r, want);
    }
    return true;
}

static bool read_member(struct reader *r, struct str line, const char *hash) {
    struct wanted want = {
        .class = trim((struct str){line.p, (size_t)(hash - line.p)}),
        .member = trim(rest_of(line, (size_t)(hash + 1 - line.p))),
    };
    if (want.class.n == 0 || want.member.n == 0) {
        return false;
    }
    want.c = find_class(r, want.class);
    if (!want.c) {
        r->ok = false;
        return true;
    }
    if (str_eq(want.member, STR("*"))) {
        interface_add_class(r->interface, r->w, want.c, INT_PROTECTED);
        return true;
    }
    if (memchr(want.member.p, '(', want.member.n)) {
        return read_method(r, &want);
    }
    if (!read_name(r, want.member, &want.name)) {
        return false;
    }
    add_member(r, &want);
    return true;
}

static void read_array(struct reader *r, struct str type, bool made) {
    struct str desc;
    r->interface->arrays = INT_ARRAYS_LISTED;
    if (str_eq(type, STR("none"))) {
        return;
    }
    if (!read_type(r, type, &desc)) {
        r->ok = false;
        return;
    }
    class_id c = world_type(r->w, arena_str(&r->w->arena, desc));
    class_id elem = c;
    while (elem && r->w->class.v[elem].elem) {
        elem = r->w->class.v[elem].elem;
    }
    if (!c || !r->w->class.v[c].elem) {
        diag_report(r->w->diag, INT_ARRAY, &r->at, r->number, STR_F(type));
        r->ok = false;
        return;
    }
    world_load(r->w, c);
    const struct world_class *e = &r->w->class.v[elem];
    if (!e->cf && !(e->flags & CLASS_ARRAY)) {  // int[][] holds int[]
        no_class(r, e->name);
        r->ok = false;
        return;
    }
    if (made) {
        interface_add_made(r->interface, c);
    } else {
        interface_add_indexed(r->interface, c);
    }
}

static void read_line(struct reader *r, struct str line) {
    static const struct str made = {"instantiated ", 13};
    static const struct str indexed = {"accessed ", 9};
    line = trim(line);
    if (line.n == 0 || line.p[0] == '#') {
        return;
    }
    if (str_starts(line, made)) {
        read_array(r, trim(rest_of(line, made.n)), true);
        return;
    }
    if (str_starts(line, indexed)) {
        read_array(r, trim(rest_of(line, indexed.n)), false);
        return;
    }
    const char *hash = memchr(line.p, '#', line.n);
    if (!hash || !read_member(r, line, hash)) {
        diag_report(r->w->diag, INT_SYNTAX, &r->at, r->number, STR_F(line));
        r->ok = false;
    }
}

bool inttext_read(struct interface *interface, struct world *w,
                  const char *path) {
    struct reader r = {.interface = interface, .w = w, .ok = true};
    struct emit text;
    r.at = (struct place){.file = str_of(path), .byte = NO_BYTE};
    arena_init(&r.arena);
    emit_init(&text, LIMIT_ARGFILE_BYTES);
    bool read = file_read(path, LIMIT_ARGFILE_BYTES, &text, w->diag);
    struct str rest = {(const char *)text.p, read ? text.n : 0};
    if (str_starts(rest, STR("\xEF\xBB\xBF"))) {
        rest = rest_of(rest, 3);  // of UTF-8, as some editors put it
    }
    while (rest.n) {
        const char *nl = memchr(rest.p, '\n', rest.n);
        size_t n = nl ? (size_t)(nl - rest.p) : rest.n;
        r.number++;
        arena_reset(&r.arena);
        read_line(&r, (struct str){rest.p, n});
        rest = rest_of(rest, nl ? n + 1 : n);
    }
    forget_members(&r);
    emit_release(&text);
    arena_release(&r.arena);
    return read && r.ok;
}
