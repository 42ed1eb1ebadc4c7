// SPDX-License-Identifier: MIT
// fuzz_lines.c - files of lines that people write: Int, chains, roots, arguments.
//
// The input is a byte that says which file, and the file; it is for a component of
// four classes made here. It is refused with the line that is meant, or accepted; what
// is written back is accepted, too, and stays as it is.

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/text/argfile.h"
#include "rewriter/driver/unfold.h"
#include "tests/fuzz/memfile.h"
#include "tests/unit/lib/asmclass.h"

#include <stdlib.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INTERFACE, CHAINS, PRUNE, ROOTS, ARGUMENTS, N_KINDS };

enum {
    CLASS = 0x21,
    ABSTRACT = 0x601,
    PUBLIC = 1,
    STATIC = 9,
    NO_CODE = 0x401
};

// ---- the component -------------------------------------------------------------

static void begin(struct asm_class *a, const char *name, const char *super) {
    asm_init(a, 61);
    a->this_class = asm_class_const(a, name);
    a->super_class = super ? asm_class_const(a, super) : 0;
    a->access_flags = CLASS;
}

static void method(struct asm_class *a, u2 flags, const char *name,
                   const char *desc, const char *bytes, ...) {
    struct emit code;
    va_list ap;
    emit_init(&code, 1 << 16);
    va_start(ap, bytes);
    vput(&code, bytes, ap);
    va_end(ap);
    asm_code(a, &(struct asm_method){.access_flags = flags,
                                     .name = name,
                                     .desc = desc,
                                     .max_stack = 3,
                                     .max_locals = 3,
                                     .code = &code});
    emit_release(&code);
}

static void add(struct new_file *x, const char *name, struct asm_class *a,
                struct arena *mem) {
    struct bytes b = asm_finish(a);
    struct str copy = arena_str(mem, (struct str){(const char *)b.p, b.n});
    *x = (struct new_file){str_of(name), {(const u1 *)copy.p, copy.n}};
    asm_release(a);
}

// p.Shop has all kinds of members, p.Cart overrides one of them, and p.Step is what
// both implement.
static void make_jar(struct memfile *jar, struct arena *mem) {
    struct new_file x[4];
    struct asm_class a;
    begin(&a, "java/lang/Object", NULL);
    method(&a, PUBLIC, "<init>", "()V", "B1");
    add(&x[0], "java/lang/Object.class", &a, mem);
    begin(&a, "p/Step", "java/lang/Object");
    a.access_flags = ABSTRACT;
    asm_method_raw(&a, NO_CODE, "step", "()V", NULL);
    add(&x[1], "p/Step.class", &a, mem);
    begin(&a, "p/Shop", "java/lang/Object");
    emit_u2(&a.interfaces, asm_class_const(&a, "p/Step"));
    u2 step = asm_ref(&a, 11, "p/Step", "step", "()V");
    u2 sell = asm_ref(&a, 10, "p/Shop", "sell", "(I[Lp/Shop;)V");
    asm_field_raw(&a, PUBLIC, "count", "I", NULL);
    asm_field_raw(&a, PUBLIC, "next", "Lp/Step;", NULL);
    method(&a, PUBLIC, "<init>", "()V", "2A B7 %2 B1",
           asm_ref(&a, 10, "java/lang/Object", "<init>", "()V"));
    method(&a, PUBLIC, "step", "()V", "B1");
    method(&a, PUBLIC, "sell", "(I[Lp/Shop;)V", "2A B9 %2 01 00 B1", step);
    method(&a, PUBLIC, "sell", "(I)V", "2A 1B 01 B6 %2 2A B9 %2 01 00 B1", sell,
           step);
    method(&a, STATIC, "run", "(Lp/Step;)V", "2A B9 %2 01 00 B1", step);
    add(&x[2], "p/Shop.class", &a, mem);
    begin(&a, "p/Cart", "p/Shop");
    method(&a, PUBLIC, "<init>", "()V", "2A B7 %2 B1",
           asm_ref(&a, 10, "p/Shop", "<init>", "()V"));
    method(&a, PUBLIC, "step", "()V", "2A 03 B6 %2 B1",
           asm_ref(&a, 10, "p/Shop", "sell", "(I)V"));
    add(&x[3], "p/Cart.class", &a, mem);
    memfile_open_jar(jar, x, 4);
}

// ---- files for an analysis -----------------------------------------------------

struct lines {
    struct arena mem;
    struct memfile jar, file, again;
    struct analysis_spec analysis;
    struct unfold_spec unfold;
    char *path;  // of a file that is written
};

static void init(struct lines *k) {
    const char *tmp = getenv("TMPDIR");
    static const char *const component[] = {"p.**"};
    arena_init(&k->mem);
    make_jar(&k->jar, &k->mem);
    k->path = arena_printf(&k->mem, "%s/ccinstr-fuzz-lines.%u",
                           tmp ? tmp : "/tmp", (unsigned)getpid());
    k->analysis = (struct analysis_spec){
        .inputs = {ARENA_ARRAY(&k->mem, const char *, 1), 1},
        .component = {ARENA_ARRAY(&k->mem, const char *, 1), 1},
        .jdk = "none",
        .kind = ANALYSIS_RTA,
        .world = WORLD_REFERENCED,
        .interface_level = INT_PACKAGE,
        .has_interface = true};
    k->analysis.inputs.item[0] = k->jar.path;
    k->analysis.component.item[0] = component[0];
    k->unfold = (struct unfold_spec){.depth = 3,
                                     .recursion = RECURSION_UNROLL,
                                     .exceptions = EXCEPTIONS_IGNORE,
                                     .chains = true,
                                     .rc = true,
                                     .tm = true};
}

// Does that message, up to where it ends, say which line is meant?
static bool is_of_line(struct str message) {
    static const char word[] = "line ";
    size_t n = sizeof word - 1;
    for (size_t i = 0; i + n < message.n; i++) {
        char next = message.p[i + n];
        if (memcmp(message.p + i, word, n) == 0 && next >= '1' && next <= '9') {
            return true;
        }
    }
    return false;
}

// An error does; warnings that came before it are no help.
static bool says_line(const struct diag *d) {
    struct str rest = {(const char *)d->text.p, d->text.n};
    while (rest.n) {
        const char *end = memchr(rest.p, '\n', rest.n);
        size_t n = end ? (size_t)(end - rest.p) : rest.n - 1;
        struct str message = {rest.p, n};
        if (str_starts(message, STR("ccinstr: error: ")) &&
            is_of_line(message)) {
            return true;
        }
        rest = (struct str){rest.p + n + 1, rest.n - n - 1};
    }
    return d->n_left_out > 0;
}

// False: refused, with the line that is meant.
static bool is_accepted(struct lines *k) {
    struct analysis a = {0};
    struct diag d;
    struct emit plan;
    diag_init(&d, DIAG_NOTE, false);
    emit_init(&plan, LIMIT_PLAN_BYTES);
    bool ok =
        analysis_open(&a, &k->analysis, &d) && unfold(&a, &k->unfold, &plan);
    if (!ok && (d.n_level[DIAG_ERROR] == 0 || !says_line(&d))) {
        BUG("refused without a word: %.*s", (int)d.text.n,
            (const char *)d.text.p);
    }
    analysis_close(&a);
    emit_release(&plan);
    diag_release(&d);
    return ok;
}

static struct str text_of(struct lines *k, const char *path) {
    struct emit e;
    struct diag d;
    diag_init(&d, DIAG_ERROR, false);
    emit_init(&e, LIMIT_ARGFILE_BYTES);
    if (!file_read(path, LIMIT_ARGFILE_BYTES, &e, &d)) {
        BUG("not written");
    }
    struct str s = arena_str(&k->mem, (struct str){(const char *)e.p, e.n});
    emit_release(&e);
    diag_release(&d);
    return s;
}

static void put_text(struct lines *k, struct bytes text) {
    struct diag d;
    diag_init(&d, DIAG_ERROR, false);
    if (!file_replace(k->path, text.p, text.n, &d)) {
        BUG("cannot write %s", k->path);
    }
    diag_release(&d);
}

// Twice: what was written is read, and written again.
static void try_interface(struct lines *k, struct bytes text) {
    memfile_open(&k->file, text);
    k->analysis.interface = k->file.path;
    k->analysis.interface_out = k->path;
    if (is_accepted(k)) {
        struct str first = text_of(k, k->path);
        memfile_open(&k->again, (struct bytes){(const u1 *)first.p, first.n});
        k->analysis.interface = k->again.path;
        if (!is_accepted(k)) {
            BUG("what was written is refused");
        }
        if (!str_eq(first, text_of(k, k->path))) {
            BUG("written again it differs");
        }
        memfile_close(&k->again);
    }
    memfile_close(&k->file);
}

// The first line is added to the others, and written with them.
static void try_prune(struct lines *k, struct bytes text) {
    const u1 *end = text.n ? memchr(text.p, '\n', text.n) : NULL;
    size_t n = end ? (size_t)(end - text.p) : text.n;
    k->unfold.add = (struct arg_list){ARENA_ARRAY(&k->mem, const char *, 1), 1};
    k->unfold.add.item[0] =
        arena_cstr(&k->mem, (struct str){(const char *)text.p, n});
    n += end != NULL;
    put_text(k, (struct bytes){text.p + n, text.n - n});
    k->unfold.pruned = k->path;
    if (is_accepted(k)) {
        struct str first = text_of(k, k->path);
        k->unfold.add.n = 0;
        if (!is_accepted(k)) {
            BUG("what was written is refused");
        }
        if (!str_eq(first, text_of(k, k->path))) {
            BUG("written without need");
        }
    }
}

static void try_analysis(u4 kind, struct bytes text) {
    struct lines k = {.path = NULL};
    init(&k);
    switch (kind) {
    case INTERFACE:
        try_interface(&k, text);
        break;
    case PRUNE:
        try_prune(&k, text);
        break;
    default:
        memfile_open(&k.file, text);
        *(kind == CHAINS ? &k.unfold.lines : &k.analysis.roots) = k.file.path;
        is_accepted(&k);
        memfile_close(&k.file);
    }
    unlink(k.path);
    memfile_close(&k.jar);
    arena_release(&k.mem);
}

// ---- arguments -------------------------------------------------------------------

static bool read_arguments(struct arg_list *to, struct bytes text,
                           struct arena *mem) {
    struct memfile file;
    memfile_open(&file, text);
    const char *wrong = argfile_add(to, file.path, mem);
    memfile_close(&file);
    if (wrong && !strstr(wrong, file.path)) {
        BUG("refused without a name: %s", wrong);
    }
    return !wrong;
}

static void quote(struct emit *to, const char *word) {
    emit_u1(to, '"');
    for (; *word; word++) {
        if (*word == '"' || *word == '\\') {
            emit_u1(to, '\\');
        }
        emit_u1(to, (u1)*word);
    }
    emit_bytes(to, "\" ", 2);
}

// In quotes, each is the same again.
static void try_arguments(struct bytes text) {
    struct arg_list list = {0}, again = {0};
    struct arena mem;
    struct emit quoted;
    arena_init(&mem);
    emit_init(&quoted, LIMIT_ARGFILE_BYTES);
    if (read_arguments(&list, text, &mem)) {
        for (size_t i = 0; i < list.n; i++) {
            quote(&quoted, list.item[i]);
        }
        bool ok =
            read_arguments(&again, (struct bytes){quoted.p, quoted.n}, &mem) &&
            again.n == list.n;
        for (size_t i = 0; i < list.n && ok; i++) {
            ok = strcmp(list.item[i], again.item[i]) == 0;
        }
        if (!ok) {
            BUG("in quotes they differ");
        }
    }
    emit_release(&quoted);
    arena_release(&mem);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    struct bytes text = {data + 1, size - 1};
    u4 kind = data[0] % N_KINDS;
    if (kind == ARGUMENTS) {
        try_arguments(text);
    } else {
        try_analysis(kind, text);
    }
    return 0;
}
