// SPDX-License-Identifier: MIT
// makecorpus.c - writes the class files of tests/corpus that no compiler makes.
//
// usage: makecorpus DIR
//
// Each bad one has a single fault; what it must be called is said in the
// README of that folder.

#include "tests/unit/lib/sample.h"

#include <stdio.h>
#include <string.h>

static bool write_class(const char *dir, const char *name, struct bytes b) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.class", dir, name);
    FILE *out = fopen(path, "wb");
    if (!out) {
        perror(path);
        return false;
    }
    bool ok = fwrite(b.p, 1, b.n, out) == b.n;
    return fclose(out) == 0 && ok;
}

// A class that differs from a sound one in these constants; T is 2, Object 4.
static const struct {
    const char *name, *constants;
    u4 n;
} pools[] = {
    {"bad-pool-tag", "02 00 00", 1},
    {"bad-pool-utf8", "01 00 02 61 00", 1},
    {"bad-pool-ref", "0A 00 02 00 01", 1},
    {"bad-pool-handle", "0F 01 00 02", 1},
    {"bad-pool-last", "05 00*8", 1},
    {"bad-pool-count", "", 5},
};

static bool write_pools(const char *dir) {
    bool ok = true;
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++) {
        struct asm_class a;
        asm_init(&a, 52);
        put(&a.pool, pools[i].constants);
        a.n_pool += pools[i].n;
        ok &= write_class(dir, pools[i].name, asm_finish(&a));
        asm_release(&a);
    }
    return ok;
}

// A method f()V with this body of its Code attribute, in a class of that
// version; another method stands behind it.
static const struct {
    const char *name, *body;
    u2 major, minor;
} codes[] = {
    {"bad-code-length", "00 01 00 01 00 00 00 00 00 00 00 00", 52, 0},
    {"bad-code-truncated", "00 01 00 01 00 00 00 09 B1 00 00 00 00", 52, 0},
    {"bad-code-opcode", "00 01 00 01 00 00 00 02 CA B1 00 00 00 00", 52, 0},
    {"bad-code-operand", "00 01 00 01 00 00 00 02 12 01 00 00 00 00", 52, 0},
    {"bad-code-branch", "00 01 00 01 00 00 00 06 00 C8 7F FF FF FF 00 00 00 00",
     52, 0},
    {"bad-code-switch",
     "00 01 00 01 00 00 00 0D 03 AB 00 00 00 00 00 0B FF FF FF FF B1"
     "00 00 00 00",
     49, 0},
    {"bad-code-handlers", "00 01 00 01 00 00 00 01 B1 00 05 00 00", 52, 0},
    {"bad-code-behind", "00 01 00 01 00 00 00 01 B1 00 00 00 00 00", 52, 0},
    {"bad-code-target", "00 01 00 01 00 00 00 06 10 00 57 A7 FF FE 00 00 00 00",
     49, 0},
    {"bad-code-types", "00 01 00 00 00 00 00 01 B1 00 00 00 00", 52, 0},
    {"bad-code-frames",
     "00 01 00 01 00 00 00 01 B1 00 00 00 01 00 05 00 00 00 03 00 01 80", 52,
     0},
    {"unsupported-lines",
     "00 01 00 01 00 00 00 03 10 00 B1 00 00 00 01 00 06 00 00 00 06 00 01"
     "00 01 00 07",
     49, 0},
    {"unsupported-narrow", "01 01 00 01 B1 00 00 00 00", 45, 2},
    {"unsupported-table",
     "00 01 00 01 00 00 00 01 B1 00 00 00 01 00 07 00 00 00 00", 52, 0},
    {"unsupported-huge-locals", "00 01 FF FF 00 00 00 01 B1 00 00 00 00", 49,
     0},
};

static bool write_codes(const char *dir) {
    bool ok = true;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct asm_class a;
        asm_init(&a, codes[i].major);
        a.minor = codes[i].minor;
        asm_utf8(&a, "StackMapTable");        // 5
        asm_utf8(&a, "LineNumberTable");      // 6
        asm_utf8(&a, "CharacterRangeTable");  // 7
        struct asm_attrs as;
        asm_attrs_init(&as);
        asm_attr(&a, &as, "Code", codes[i].body);
        // Not static, so that a frame has one local at least.
        bool types = strcmp(codes[i].name, "bad-code-types") == 0;
        asm_method_raw(&a, types ? 0 : 8, types ? "<init>" : "f", "()V", &as);
        asm_attrs_release(&as);
        ok &= write_class(dir, codes[i].name, asm_finish(&a));
        asm_release(&a);
    }
    return ok;
}

static bool write_headers(const char *dir) {
    struct asm_class a;
    asm_init(&a, 52);
    asm_attr(&a, &a.attrs, "SourceFile", "00 02");
    bool ok = write_class(dir, "bad-attr-body", asm_finish(&a));
    put2(a.attrs.body.p, 2);
    ok &= write_class(dir, "bad-attr-name", asm_finish(&a));
    put2(a.attrs.body.p, a.n_pool - 1u);
    put4(a.attrs.body.p + 2, 0xFFFFFFFF);
    ok &= write_class(dir, "bad-attr-length", asm_finish(&a));
    a.attrs.n = 0;
    emit_reset(&a.attrs.body);
    a.this_class = 1;
    ok &= write_class(dir, "bad-this-class", asm_finish(&a));
    a.this_class = 2;
    a.n_methods = 0xFFFF;
    ok &= write_class(dir, "bad-method-count", asm_finish(&a));
    asm_release(&a);
    return ok;
}

static bool write_samples(const char *dir) {
    struct asm_class a;
    struct bytes in = sample_class(&a);
    bool ok = write_class(dir, "good-sample", in);
    ok &= write_class(dir, "bad-truncated", (struct bytes){in.p, in.n / 2});
    ok &= write_class(dir, "bad-pool-truncated", (struct bytes){in.p, 100});
    emit_u2(&a.out, 0);
    ok &= write_class(dir, "bad-trailing", (struct bytes){a.out.p, a.out.n});
    put2(a.out.p + 8, 0);
    ok &= write_class(dir, "bad-pool-empty", (struct bytes){a.out.p, in.n});
    put2(a.out.p + 6, 3);
    ok &= write_class(dir, "bad-magic", (struct bytes){a.out.p, in.n});
    a.major = 70;
    ok &= write_class(dir, "unsupported-version", asm_finish(&a));
    asm_release(&a);
    return ok;
}

// A class with an attribute of a module's description, and in its code numbers of
// locals that are no constants.
static bool write_module_attribute(const char *dir) {
    struct asm_class a;
    struct emit code;
    asm_init(&a, 53);
    a.access_flags = 0x21;
    a.this_class = asm_class_const(&a, "odd/ModuleAttribute");
    u2 module = asm_const(&a, "13 %2", asm_utf8(&a, "m"));
    asm_attr(&a, &a.attrs, "Module", "%2 00*14", module);
    asm_attr(&a, &a.attrs, "ModulePackages", "00 00");
    emit_init(&code, 1000);
    put(&code, "03 36 C8");
    for (int i = 0; i < 20; i++) {
        put(&code, "15 C8 57");
    }
    put(&code, "B1");
    asm_code(&a, &(struct asm_method){.access_flags = 9,
                                      .name = "f",
                                      .desc = "()V",
                                      .max_stack = 1,
                                      .max_locals = 201,
                                      .code = &code});
    bool ok = write_class(dir, "good-module-attribute", asm_finish(&a));
    emit_release(&code);
    asm_release(&a);
    return ok;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: makecorpus DIR\n", stderr);
        return 2;
    }
    bool ok = write_pools(argv[1]);
    ok &= write_codes(argv[1]);
    ok &= write_headers(argv[1]);
    ok &= write_samples(argv[1]);
    ok &= write_module_attribute(argv[1]);
    return ok ? 0 : 1;
}
