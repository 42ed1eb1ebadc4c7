// SPDX-License-Identifier: MIT
// Arguments read from a file, @FILE, as javac reads them.
//
// White space separates arguments. Single or double quotes keep it; within
// them a backslash makes \n, \t, \r, \f, joins a line with the next one (whose
// leading white space is dropped), and otherwise stands for the character
// behind it, which is why Windows paths need theirs doubled there. Outside
// quotes a backslash is itself. A # that begins a word begins a comment. What
// is read is not expanded again; @@x is the plain argument @x. Behind "--"
// nothing is expanded: it may be the command line of another program.
//
// One difference: javac ends an unclosed quote silently with its line, here it
// is an error.

#include "analysis/text/argfile.h"

#include "analysis/base/arena.h"
#include "analysis/base/emit.h"
#include "analysis/base/limits.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { READ_BYTES = 1 << 16 };

struct scanner {
    const char *file;
    const u1 *p;
    const u1 *end;
    unsigned line;
    struct emit word;  // the argument being put together
    struct arena *arena;
    const char *wrong;  // what is, once something is
};

static bool is_space(int c) {
    return c == ' ' || c == '\t' || c == '\f' || c == '\n' || c == '\r';
}

static int peek(const struct scanner *s) {
    return s->p < s->end ? *s->p : EOF;
}

static int next(struct scanner *s) {
    int c = peek(s);
    if (c != EOF) {
        s->p++;
        s->line += c == '\n';
    }
    return c;
}

static void skip_space(struct scanner *s) {
    while (is_space(peek(s))) {
        next(s);
    }
}

// To the first character of the next argument; false at the end of the file.
static bool skip_to_word(struct scanner *s) {
    skip_space(s);
    while (peek(s) == '#') {
        while (peek(s) != '\n' && peek(s) != '\r' && peek(s) != EOF) {
            next(s);
        }
        skip_space(s);
    }
    return peek(s) != EOF;
}

// What stands behind a backslash in quotes.
static void scan_escape(struct scanner *s) {
    int c = next(s);
    switch (c) {
    case '\n':
    case '\r':
        skip_space(s);
        return;
    case 'n':
        c = '\n';
        break;
    case 't':
        c = '\t';
        break;
    case 'r':
        c = '\r';
        break;
    case 'f':
        c = '\f';
        break;
    default:
        break;
    }
    if (c != EOF) {
        emit_u1(&s->word, (u4)c);
    }
}

// One argument into s->word; false if its quotes are not closed.
static bool scan_word(struct scanner *s) {
    int quote = 0;
    unsigned quote_line = 0;
    emit_reset(&s->word);
    while (peek(s) != EOF && (quote || !is_space(peek(s)))) {
        int c = next(s);
        if (quote && c == '\\') {
            scan_escape(s);
        } else if (quote && c == quote) {
            quote = 0;
        } else if (!quote && (c == '"' || c == '\'')) {
            quote = c;
            quote_line = s->line;
        } else {
            emit_u1(&s->word, (u4)c);
        }
    }
    if (quote) {
        s->wrong = arena_printf(s->arena,
                                "argument file '%s', line %u: unclosed quote",
                                s->file, quote_line);
        return false;
    }
    if (memchr(s->word.p ? s->word.p : (const u1 *)"", 0, s->word.n)) {
        s->wrong =
            arena_printf(s->arena, "argument file '%s', line %u: a zero byte",
                         s->file, s->line);
        return false;
    }
    return true;
}

static const char *cannot_read(struct arena *arena, const char *file,
                               int error) {
    return arena_printf(arena, "cannot read the argument file '%s': %s", file,
                        strerror(error));
}

// NULL, or what is wrong.
static const char *read_file(struct emit *bytes, const char *file,
                             struct arena *arena) {
    FILE *in = fopen(file, "rb");
    if (!in) {
        return cannot_read(arena, file, errno);
    }
    u1 part[READ_BYTES];
    size_t n;
    errno = 0;
    while (emit_ok(bytes) && (n = fread(part, 1, sizeof part, in)) > 0) {
        emit_bytes(bytes, part, n);
    }
    bool failed = ferror(in) != 0;
    int error = errno;
    fclose(in);
    return failed ? cannot_read(arena, file, error)
           : emit_ok(bytes)
               ? NULL
               : arena_printf(arena,
                              "argument file '%s' is larger than %u bytes",
                              file, LIMIT_ARGFILE_BYTES);
}

const char *argfile_add(struct arg_list *out, const char *file,
                        struct arena *arena) {
    struct emit bytes;
    emit_init(&bytes, LIMIT_ARGFILE_BYTES);
    const char *wrong = read_file(&bytes, file, arena);
    if (!wrong && bytes.n > 0) {
        struct scanner s = {.file = file,
                            .p = bytes.p,
                            .end = bytes.p + bytes.n,
                            .line = 1,
                            .arena = arena};
        emit_init(&s.word, LIMIT_ARGFILE_BYTES);
        while (skip_to_word(&s) && scan_word(&s)) {
            struct str word = {(const char *)s.word.p, s.word.n};
            arg_list_add(out, arena_cstr(arena, word), arena);
        }
        emit_release(&s.word);
        wrong = s.wrong;
    }
    emit_release(&bytes);
    return wrong;
}

const char *argfile_expand(struct arg_list *out, struct arg_list *files,
                           int argc, char **argv, struct arena *arena) {
    bool verbatim = false;
    const char *wrong = NULL;
    for (int i = 1; i < argc && !wrong; i++) {
        const char *arg = argv[i];
        verbatim = verbatim || strcmp(arg, "--") == 0;
        if (verbatim || arg[0] != '@' || arg[1] == '\0') {
            arg_list_add(out, arg, arena);
        } else if (arg[1] == '@') {
            arg_list_add(out, arg + 1, arena);
        } else {
            wrong = argfile_add(out, arg + 1, arena);
            arg_list_add(files, arg + 1, arena);
        }
    }
    return wrong;
}
