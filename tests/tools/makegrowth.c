// SPDX-License-Identifier: MIT
// makegrowth.c - classes that are large in one dimension, for tests/bench/growth.
//
//     makegrowth classes N JAR
//     makegrowth handlers|interfaces|layers|methods|nested|pool|sites N FOLDER
//
// Everything else in them stays small: how the work grows with N is how it grows
// with that dimension. They name no class outside but Object and Throwable. One
// class is a file in a folder, because to deflate one of 10 kB takes four times as
// long as one of 5 kB, whatever is done to it.

#include "analysis/base/file.h"
#include "analysis/base/folder.h"
#include "analysis/base/mem.h"
#include "rewriter/jar/newjar.h"
#include "tests/unit/lib/asmclass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PUBLIC = 1, STATIC = 8 };

// A class while it grows, with constants that its methods share.
struct growing {
    struct asm_class a;
    u2 code;            // "Code"
    u2 desc;            // "(LT0;)V", of all methods
    u2 stack_map;       // "StackMapTable"
    struct emit bytes;  // of the method that is being made
};

// "PREFIXn"
static u2 text(struct growing *g, const char *prefix, u4 n) {
    char name[64];
    snprintf(name, sizeof name, "%s%u", prefix, n);
    return asm_utf8(&g->a, name);
}

static void begin(struct growing *g, u4 class) {
    asm_init(&g->a, 52);
    u2 name = text(g, "T", class);
    g->a.this_class = asm_const(&g->a, "07 %2", name);
    g->code = asm_utf8(&g->a, "Code");
    g->desc = asm_utf8(&g->a, "(LT0;)V");
    g->stack_map = asm_utf8(&g->a, "StackMapTable");
    emit_init(&g->bytes, 1 << 20);
}

static void end(struct growing *g) {
    emit_release(&g->bytes);
    asm_release(&g->a);
}

static u2 method_ref(struct growing *g, u2 class, u2 name) {
    u2 both = asm_const(&g->a, "0C %2 %2", name, g->desc);
    return asm_const(&g->a, "0A %2 %2", class, both);
}

// A method with the code in g->bytes, the handlers and the frames in those.
static void add_method(struct growing *g, u2 flags, u2 name,
                       const struct emit *handlers, const struct emit *frames) {
    struct emit *to = &g->a.methods;
    put(to, "%2 %2 %2 00 01 %2", flags, name, g->desc, g->code);
    size_t hole = emit_hole4(to);
    put(to, "00 03 00 02 %4", (u4)g->bytes.n);
    emit_bytes(to, g->bytes.p, g->bytes.n);
    emit_u2(to, handlers ? (u4)handlers->n / 8 : 0);
    if (handlers) {
        emit_bytes(to, handlers->p, handlers->n);
    }
    emit_u2(to, frames ? 1 : 0);
    if (frames) {
        put(to, "%2 %4", g->stack_map, (u4)frames->n);
        emit_bytes(to, frames->p, frames->n);
    }
    emit_fill4(to, hole);
    emit_reset(&g->bytes);
    g->a.n_methods++;
}

// public void v(T0), which does nothing; returned is a constant for calls of it.
static u2 add_leaf(struct growing *g, const char *name) {
    u2 is = asm_utf8(&g->a, name);
    put(&g->bytes, "B1");
    add_method(g, PUBLIC, is, NULL, NULL);
    return method_ref(g, g->a.this_class, is);
}

// --- Dimensions --------------------------------------------------------------

// Static methods, each of which calls the next and one that is virtual.
static void grow_methods(struct growing *g, u4 n) {
    u2 leaf = add_leaf(g, "v");
    u2 name = text(g, "m", 0);
    for (u4 i = 0; i < n; i++) {
        u2 next = text(g, "m", i + 1);
        put(&g->bytes, "2A B8 %2 2A 2A B6 %2 B1",
            method_ref(g, g->a.this_class, next), leaf);
        add_method(g, PUBLIC | STATIC, name, NULL, NULL);
        name = next;
    }
    put(&g->bytes, "B1");
    add_method(g, PUBLIC | STATIC, name, NULL, NULL);
}

// Strings and names that nothing uses, and some methods.
static void grow_pool(struct growing *g, u4 n) {
    for (u4 i = 0; i + 1 < n; i += 2) {
        asm_const(&g->a, "08 %2", text(g, "text ", i));
    }
    grow_methods(g, 20);
}

// One method that calls ten others by turns.
static void grow_sites(struct growing *g, u4 n) {
    enum { CALLED = 10 };
    u2 called[CALLED];
    for (u4 i = 0; i < CALLED; i++) {
        char name[16];
        snprintf(name, sizeof name, "v%u", i);
        called[i] = add_leaf(g, name);
    }
    for (u4 i = 0; i < n; i++) {
        put(&g->bytes, "2A 2A B6 %2", called[i % CALLED]);
    }
    put(&g->bytes, "B1");
    add_method(g, PUBLIC | STATIC, asm_utf8(&g->a, "all"), NULL, NULL);
}

// Interfaces that are nowhere.
static void grow_interfaces(struct growing *g, u4 n) {
    for (u4 i = 0; i < n; i++) {
        emit_u2(&g->a.interfaces, asm_const(&g->a, "07 %2", text(g, "I", i)));
    }
    grow_methods(g, 20);
}

// What the handler of each call is around.
enum around { ITS_CALL, CALLS_TO_IT, ALL_CALLS };

// One method of calls, with n handlers that end it.
static void grow_handlers_around(struct growing *g, u4 n, enum around around) {
    enum { CALL = 5, HANDLER = 2 };
    struct emit handlers, frames;
    emit_init(&handlers, 1 << 20);
    emit_init(&frames, 1 << 20);
    u2 leaf = add_leaf(g, "v");
    // All that is thrown would be caught by the first one.
    u2 thrown =
        asm_class_const(&g->a, around == CALLS_TO_IT ? "java/lang/Exception"
                                                     : "java/lang/Throwable");
    u4 calls = around == ALL_CALLS ? 20 : n;
    for (u4 i = 0; i < calls; i++) {
        put(&g->bytes, "2A 2A B6 %2", leaf);
    }
    put(&g->bytes, "B1");
    emit_u2(&frames, n);
    for (u4 i = 0, at = (u4)g->bytes.n; i < n; i++, at += HANDLER) {
        put(&g->bytes, "57 B1");
        put(&handlers, "%2 %2 %2 %2", around == ITS_CALL ? CALL * i : 0,
            CALL * (around == ALL_CALLS ? calls : i + 1), at, thrown);
        // same_locals_1_stack_item_frame_extended
        put(&frames, "F7 %2 07 %2", i ? HANDLER - 1 : at, thrown);
    }
    add_method(g, PUBLIC | STATIC, asm_utf8(&g->a, "all"), &handlers, &frames);
    emit_release(&handlers);
    emit_release(&frames);
}

static void grow_handlers(struct growing *g, u4 n) {
    grow_handlers_around(g, n, ITS_CALL);
}

static void grow_layers(struct growing *g, u4 n) {
    grow_handlers_around(g, n, CALLS_TO_IT);
}

static void grow_nested(struct growing *g, u4 n) {
    grow_handlers_around(g, n, ALL_CALLS);
}

// --- Jars --------------------------------------------------------------------

static struct new_file copy_of(struct growing *g, const char *name) {
    struct bytes b = asm_finish(&g->a);
    u1 *p = MEM_ARRAY(u1, b.n);
    memcpy(p, b.p, b.n);
    size_t n = strlen(name);
    char *to = MEM_ARRAY(char, n + 1);
    memcpy(to, name, n + 1);
    return (struct new_file){{to, n}, {p, b.n}};
}

// Each class calls the next one.
static void make_classes(struct new_file *v, u4 n) {
    for (u4 i = 0; i < n; i++) {
        struct growing g;
        char name[64];
        begin(&g, i);
        add_leaf(&g, "v");
        u2 next = asm_const(&g.a, "07 %2", text(&g, "T", (i + 1) % n));
        u2 step = asm_utf8(&g.a, "step");
        put(&g.bytes, "2A B8 %2 B1", method_ref(&g, next, step));
        add_method(&g, PUBLIC | STATIC, step, NULL, NULL);
        snprintf(name, sizeof name, "T%u.class", i);
        v[i] = copy_of(&g, name);
        end(&g);
    }
}

typedef void grow_fn(struct growing *g, u4 n);

static const struct {
    const char *name;
    grow_fn *grow;
} dimensions[] = {
    {"handlers", grow_handlers}, {"interfaces", grow_interfaces},
    {"layers", grow_layers},     {"methods", grow_methods},
    {"nested", grow_nested},     {"pool", grow_pool},
    {"sites", grow_sites},
};

static grow_fn *named(const char *name) {
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++) {
        if (strcmp(dimensions[i].name, name) == 0) {
            return dimensions[i].grow;
        }
    }
    return NULL;
}

static bool write_jar(const char *path, u4 n, struct diag *d) {
    struct new_file *v = MEM_ARRAY(struct new_file, n);
    make_classes(v, n);
    bool ok = newjar_write(path, v, n, d);
    for (u4 i = 0; i < n; i++) {
        mem_free((void *)v[i].name.p);
        mem_free((void *)v[i].content.p);
    }
    mem_free(v);
    return ok;
}

static bool write_folder(const char *path, grow_fn *grow, u4 n,
                         struct diag *d) {
    char file[4096];
    struct growing g;
    begin(&g, 0);
    grow(&g, n);
    struct bytes b = asm_finish(&g.a);
    snprintf(file, sizeof file, "%s/T0.class", path);
    bool ok = mkdir(path, 0777) == 0 && file_replace(file, b.p, b.n, d);
    end(&g);
    return ok;
}

int main(int argc, char **argv) {
    bool classes = argc == 4 && strcmp(argv[1], "classes") == 0;
    u4 n = argc == 4 ? (u4)strtoul(argv[2], NULL, 10) : 0;
    if (n == 0 || (!classes && !named(argv[1]))) {
        fputs("usage: makegrowth DIMENSION N JAR|FOLDER\n", stderr);
        return 2;
    }
    struct diag d;
    diag_init(&d, DIAG_WARNING, false);
    bool ok = classes ? write_jar(argv[3], n, &d)
                      : write_folder(argv[3], named(argv[1]), n, &d);
    diag_flush(&d, stderr);
    diag_release(&d);
    return ok ? 0 : 1;
}
