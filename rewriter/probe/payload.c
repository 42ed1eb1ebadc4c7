// SPDX-License-Identifier: MIT
// What an instrumented archive or folder gets besides.
#include "rewriter/probe/payload.h"

#include "analysis/base/cursor.h"
#include "analysis/base/limits.h"
#include "analysis/classfile/classfile.h"
#include "rewriter/probe/embedded.h"

#include <stdio.h>

#define SOURCE_PACKAGE "ccinstr/rt"
#define LIBRARY "libccinstr.so"
#define PLATFORM "linux-x86_64"

struct payload_file {
    struct str name;
    struct bytes content;
};

enum { ID_BYTES = 8, MARK_ROOM = 48 };

// --- Renaming ----------------------------------------------------------------

// Does the package's name stand at byte i, as the start of a class's name or
// within a descriptor?
static bool is_named_at(struct str s, size_t i) {
    static const struct str from = {SOURCE_PACKAGE "/", sizeof SOURCE_PACKAGE};
    return s.n - i >= from.n && memcmp(s.p + i, from.p, from.n) == 0 &&
           (i == 0 || s.p[i - 1] == 'L');
}

static bool rename_text(struct str s, struct str package, struct emit *out) {
    size_t hole = out->n;
    emit_u2(out, 0);
    for (size_t i = 0; i < s.n;) {
        if (is_named_at(s, i)) {
            emit_bytes(out, package.p, package.n);
            i += sizeof SOURCE_PACKAGE - 1;
        } else {
            emit_u1(out, (u1)s.p[i++]);
        }
    }
    size_t n = out->n - hole - 2;
    if (n > 65535 || !emit_ok(out)) {
        return false;
    }
    put2(out->p + hole, (u4)n);
    return true;
}

// The bytes of a constant behind its tag; 0 for what is none.
static u4 constant_size(u1 tag) {
    switch (tag) {
    case CP_INTEGER:
    case CP_FLOAT:
    case CP_FIELDREF:
    case CP_METHODREF:
    case CP_INTERFACE_METHODREF:
    case CP_NAME_AND_TYPE:
    case CP_DYNAMIC:
    case CP_INVOKE_DYNAMIC:
        return 4;
    case CP_LONG:
    case CP_DOUBLE:
        return 8;
    case CP_METHOD_HANDLE:
        return 3;
    case CP_CLASS:
    case CP_STRING:
    case CP_METHOD_TYPE:
    case CP_MODULE:
    case CP_PACKAGE:
        return 2;
    default:
        return 0;
    }
}

static bool rename_constant(struct cursor *c, struct str package,
                            struct emit *out, bool *two) {
    u1 tag = cur_u1(c);
    emit_u1(out, tag);
    *two = tag == CP_LONG || tag == CP_DOUBLE;
    if (tag == CP_UTF8) {
        struct bytes text = cur_bytes(c, cur_u2(c));
        struct str s = {(const char *)text.p, text.n};
        return cur_ok(c) && rename_text(s, package, out);
    }
    struct bytes rest = cur_bytes(c, constant_size(tag));
    emit_bytes(out, rest.p, rest.n);
    return cur_ok(c) && rest.n != 0;
}

bool payload_rename_class(struct bytes in, struct str package,
                          struct emit *out) {
    struct cursor c = cur_of(in);
    emit_reset(out);
    struct bytes head = cur_bytes(&c, 8);
    u4 count = cur_u2(&c);
    if (!cur_ok(&c) || be4(head.p) != CF_MAGIC) {
        return false;
    }
    emit_bytes(out, head.p, head.n);
    emit_u2(out, count);
    for (u4 i = 1; i < count; i++) {
        bool two;
        if (!rename_constant(&c, package, out, &two)) {
            return false;
        }
        i += two;
    }
    struct bytes rest = cur_bytes(&c, cur_left(&c));
    emit_bytes(out, rest.p, rest.n);
    return emit_ok(out);
}

// --- Files -------------------------------------------------------------------

static void add(struct payload *p, char *name, struct bytes content) {
    p->file[p->n++] = (struct payload_file){str_of(name), content};
}

static struct bytes keep(struct payload *p, const void *bytes, size_t n) {
    struct str s = arena_str(&p->arena, (struct str){bytes, n});
    return (struct bytes){(const u1 *)s.p, s.n};
}

// A class of ours that cannot be read is a bug.
static void add_class(struct payload *p, const struct embedded_file *f) {
    struct emit out;
    emit_init(&out, LIMIT_EDITED_BYTES);
    if (!payload_rename_class((struct bytes){f->p, f->n}, p->package, &out)) {
        BUG("%s is no class", f->name);
    }
    add(p,
        arena_printf(&p->arena, "%.*s%s", STR_F(p->package),
                     f->name + sizeof SOURCE_PACKAGE - 1),
        keep(p, out.p, out.n));
    emit_release(&out);
}

// The library finds its classes by a name that stands in it behind a mark.
static void add_library(struct payload *p, const struct embedded_file *f) {
    static const char mark[] = "CcPackage:" SOURCE_PACKAGE "/";
    struct bytes content = keep(p, f->p, f->n);
    char *at = memmem(content.p, content.n, mark, sizeof mark - 1);
    if (at) {
        snprintf(at, MARK_ROOM, "CcPackage:%.*s/", STR_F(p->package));
    } else {
        BUG("%s has no mark", f->name);
    }
    add(p,
        arena_printf(&p->arena, "META-INF/ccinstr/%.*s-" PLATFORM ".so",
                     STR_F(p->id)),
        content);
}

static struct str id_of(struct payload *p, const struct plan *plan) {
    char *id = ARENA_ARRAY(&p->arena, char, 2 * ID_BYTES + 1);
    for (size_t i = 0; i < ID_BYTES; i++) {
        snprintf(id + 2 * i, 3, "%02x", plan->identity[i]);
    }
    return str_of(id);
}

void payload_init(struct payload *p, const struct plan *plan) {
    *p = (struct payload){0};
    arena_init(&p->arena);
    p->id = id_of(p, plan);
    p->package =
        str_of(arena_printf(&p->arena, SOURCE_PACKAGE "/p%.*s", STR_F(p->id)));
    p->module =
        str_of(arena_printf(&p->arena, "ccinstr.rt.p%.*s", STR_F(p->id)));
    p->jar =
        str_of(arena_printf(&p->arena, PAYLOAD_JAR "%.*s.jar", STR_F(p->id)));
    p->file = ARENA_ARRAY(&p->arena, struct payload_file, embedded_n_files + 1);
    add(p, arena_printf(&p->arena, "META-INF/ccinstr/%.*s.plan", STR_F(p->id)),
        (struct bytes){plan->bytes, plan->size});
    for (size_t i = 0; i < embedded_n_files; i++) {
        const struct embedded_file *f = &embedded_file[i];
        if (strcmp(f->name, LIBRARY) == 0) {
            add_library(p, f);
        } else {
            add_class(p, f);
        }
    }
}

void payload_release(struct payload *p) {
    arena_release(&p->arena);
}

bool payload_entry(const struct payload *p, size_t i, struct str *name,
                   struct bytes *content) {
    if (i >= p->n) {
        return false;
    }
    *name = p->file[i].name;
    *content = p->file[i].content;
    return true;
}

// --- A jar of its own --------------------------------------------------------

static struct bytes manifest_of(struct payload *p, bool is_explicit) {
    struct str name = is_explicit ? STR("") : p->module;
    char *text =
        arena_printf(&p->arena, "Manifest-Version: 1.0\r\n%s%.*s%s\r\n",
                     is_explicit ? "" : "Automatic-Module-Name: ", STR_F(name),
                     is_explicit ? "" : "\r\n");
    return (struct bytes){(const u1 *)text, strlen(text)};
}

static void emit_text(struct emit *e, struct str s) {
    emit_u1(e, CP_UTF8);
    emit_u2(e, (u4)s.n);
    emit_bytes(e, s.p, s.n);
}

// A constant that names the one in front of it.
static void emit_named(struct emit *e, u1 tag, struct str name, u4 index) {
    emit_text(e, name);
    emit_u1(e, tag);
    emit_u2(e, index - 1);
}

// module-info: exports the package to all, and requires java.base alone.
static struct bytes descriptor_of(struct payload *p) {
    enum { INFO = 2, NAME = 4, BASE = 6, PACKAGE = 8, MODULE, N_POOL };
    enum { MAJOR = 53, MANDATED = 0x8000 };
    struct emit e;
    emit_init(&e, LIMIT_EDITED_BYTES);
    emit_u4(&e, CF_MAGIC);
    emit_u4(&e, MAJOR);
    emit_u2(&e, N_POOL);
    emit_named(&e, CP_CLASS, STR("module-info"), INFO);
    emit_named(&e, CP_MODULE, p->module, NAME);
    emit_named(&e, CP_MODULE, STR("java.base"), BASE);
    emit_named(&e, CP_PACKAGE, p->package, PACKAGE);
    emit_text(&e, STR("Module"));
    const u2 class[] = {ACC_MODULE, INFO, 0, 0, 0, 0, 1, MODULE};
    const u2 module[] = {NAME, 0,       0, 1, BASE, MANDATED, 0,
                         1,    PACKAGE, 0, 0, 0,    0,        0};
    for (size_t i = 0; i < sizeof class / sizeof *class; i++) {
        emit_u2(&e, class[i]);
    }
    emit_u4(&e, sizeof module);
    for (size_t i = 0; i < sizeof module / sizeof *module; i++) {
        emit_u2(&e, module[i]);
    }
    struct bytes content = keep(p, e.p, e.n);
    emit_release(&e);
    return content;
}

bool payload_jar_entry(struct payload *p, bool is_explicit, size_t i,
                       struct str *name, struct bytes *content) {
    if (i == 0) {
        *name = STR("META-INF/MANIFEST.MF");
        *content = manifest_of(p, is_explicit);
        return true;
    }
    if (i == 1 && is_explicit) {
        *name = STR("module-info.class");
        *content = descriptor_of(p);
        return true;
    }
    return payload_entry(p, i - 1 - is_explicit, name, content);
}
