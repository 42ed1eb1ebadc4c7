// SPDX-License-Identifier: MIT
// smallworld.c - a world of a few classes made by hand, without a JDK.

#include "tests/unit/lib/smallworld.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROOM = 1 << 16 };

// The class being made, as a file.
static void complete(struct small_world *s) {
    if (s->n_files == 0) {
        return;
    }
    const char *path = s->file[s->n_files - 1];
    struct bytes b = asm_finish(&s->a);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(b.p, 1, b.n, f) != b.n || fclose(f) != 0) {
        BUG("cannot write %s", path);
    }
    asm_release(&s->a);
}

// The folders of a class's package.
static void make_folders(struct small_world *s, const char *name) {
    for (const char *slash = name; (slash = strchr(slash, '/')); slash++) {
        const char *path = arena_printf(&s->arena, "%s/%.*s", s->dir,
                                        (int)(slash - name), name);
        if (mkdir(path, 0700) == 0) {
            if (s->n_folders == SMALL_MOST_FILES) {
                BUG("more than %d folders", SMALL_MOST_FILES);
            }
            s->folder[s->n_folders++] = path;
        } else if (errno != EEXIST) {
            BUG("cannot make %s", path);
        }
    }
}

void small_class(struct small_world *s, u2 flags, const char *name,
                 const char *super, const char *interface) {
    complete(s);
    if (s->n_files == SMALL_MOST_FILES) {
        BUG("more than %d classes", SMALL_MOST_FILES);
    }
    make_folders(s, name);
    s->file[s->n_files++] =
        arena_printf(&s->arena, "%s/%s.class", s->dir, name);
    asm_init(&s->a, 61);
    s->a.access_flags = flags;
    s->a.this_class = asm_class_const(&s->a, name);
    s->a.super_class = super ? asm_class_const(&s->a, super) : 0;
    if (interface) {
        emit_u2(&s->a.interfaces, asm_class_const(&s->a, interface));
    }
}

void small_method(struct small_world *s, u2 flags, const char *name,
                  const char *desc, const char *code, ...) {
    if (!code) {
        asm_method_raw(&s->a, flags, name, desc, NULL);
        return;
    }
    va_list ap;
    va_start(ap, code);
    emit_reset(&s->code);
    vput(&s->code, code, ap);
    va_end(ap);
    asm_code(&s->a, &(struct asm_method){.access_flags = flags,
                                         .name = name,
                                         .desc = desc,
                                         .max_stack = 9,
                                         .max_locals = 9,
                                         .code = &s->code});
}

void small_init(struct small_world *s) {
    *s = (struct small_world){.n_files = 0};
    arena_init(&s->arena);
    diag_init(&s->d, DIAG_NOTE, false);
    emit_init(&s->code, ROOM);
    const char *tmp = getenv("TMPDIR");
    s->dir =
        arena_printf(&s->arena, "%s/ccinstr-small.XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(s->dir)) {
        BUG("cannot make %s", s->dir);
    }
    small_class(s, 0x0021, "java/lang/Object", NULL, NULL);
    small_method(s, 0x0001, "<init>", "()V", "B1");
    small_method(s, 0x0004, "clone", "()Ljava/lang/Object;", "2A B0");
    small_method(s, 0x0001, "toString", "()Ljava/lang/String;", "01 B0");
}

void small_open(struct small_world *s) {
    complete(s);
    const struct str dir = str_of(s->dir);
    const struct src_spec spec = {.component = &dir,
                                  .n_component = 1,
                                  .classpath = STR(""),
                                  .jdk = STR("none")};
    s->src = src_open(&spec, &s->d);
    if (!s->src) {
        BUG("cannot open %s", s->dir);
    }
    world_init(&s->w, s->src, &s->d);
}

void small_release(struct small_world *s) {
    world_release(&s->w);
    src_close(s->src);
    diag_release(&s->d);
    emit_release(&s->code);
    for (u4 i = 0; i < s->n_files; i++) {
        unlink(s->file[i]);
    }
    while (s->n_folders) {
        rmdir(s->folder[--s->n_folders]);
    }
    rmdir(s->dir);
    arena_release(&s->arena);
}

class_id small_find_class(struct small_world *s, const char *name) {
    class_id c = world_class(&s->w, str_of(name));
    world_load(&s->w, c);
    return c;
}

method_id small_find(struct small_world *s, const char *method) {
    method_id m = world_find_method(&s->w, str_of(method));
    if (!m) {
        BUG("no method %s", method);
    }
    return m;
}
