// SPDX-License-Identifier: MIT
// Which chains are wanted: the lines of --chains and --prune.
#include "rewriter/driver/chainfile.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/base/order.h"
#include "analysis/base/shown.h"
#include "analysis/component/calls.h"
#include "rewriter/driver/pattern.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum kind { KIND_ENTRY, KIND_SITE, KIND_TARGET, KIND_CHAIN, N_KINDS };
static const char *const kind_name[N_KINDS] = {"entry", "site", "target",
                                               "chain"};

bool chainfile_is_given(const struct unfold_spec *spec) {
    return spec->lines || spec->pruned;
}

// --- Lines -------------------------------------------------------------------

// A line that says something: behind its first word, and without ! if there is
// one.
struct line {
    struct str all, text;
    enum kind kind;
    bool excludes;
    u4 number;
    struct place at;
};

struct line_reader {
    const struct chainfile *f;
    struct arena *mem;
    size_t at;
    u4 number;
};

static struct str trim(struct str s) {
    while (s.n && (u1)s.p[0] <= ' ') {
        s = (struct str){s.p + 1, s.n - 1};
    }
    while (s.n && (u1)s.p[s.n - 1] <= ' ') {
        s.n--;
    }
    return s;
}

static struct str next_word(struct str *line) {
    struct str word = *line;
    size_t n = 0;
    while (n < word.n && word.p[n] != ' ' && word.p[n] != '\t') {
        n++;
    }
    word.n = n;
    while (n < line->n && (line->p[n] == ' ' || line->p[n] == '\t')) {
        n++;
    }
    *line = (struct str){line->p + n, line->n - n};
    return word;
}

static void split(struct line *l, struct str all, struct arena *mem) {
    l->all = all;
    l->text = shown_undo(mem, all, false);
    struct str word = next_word(&l->text);
    l->kind = 0;
    while (l->kind < N_KINDS && !str_eq(word, str_of(kind_name[l->kind]))) {
        l->kind++;
    }
    l->excludes = l->text.n && l->text.p[0] == '!';
    if (l->excludes) {
        l->text = (struct str){l->text.p + 1, l->text.n - 1};
    }
}

// The next line that is neither empty nor a remark.
static bool next_line(struct line_reader *reader, struct line *l) {
    const struct emit *e = &reader->f->text;
    while (reader->at < e->n) {
        const char *p = (const char *)e->p + reader->at;
        const char *end = memchr(p, '\n', e->n - reader->at);
        size_t n = end ? (size_t)(end - p) : e->n - reader->at;
        bool added = reader->at >= reader->f->n_read;
        // Those of --add are counted by themselves.
        reader->number =
            reader->at == reader->f->n_read ? 1 : reader->number + 1;
        reader->at += n + (end != NULL);
        struct str text = trim((struct str){p, n});
        if (text.n && text.p[0] != '#') {
            l->number = reader->number;
            l->at = (struct place){.file = added ? STR("--add")
                                                 : str_of(reader->f->name),
                                   .byte = NO_BYTE};
            split(l, text, reader->mem);
            return true;
        }
    }
    return false;
}

// --- Lines that make no sense ------------------------------------------------

static u4 count_words(struct str text) {
    u4 n = 0;
    for (; text.n; n++) {
        next_word(&text);
    }
    return n;
}

// Where "@17" begins at the end of a site's pattern, or its end.
static size_t offset_at(struct str text) {
    size_t at = text.n;
    while (at && text.p[at - 1] != '@') {
        at--;
    }
    return at ? at - 1 : text.n;
}

static bool is_number(struct str text) {
    bool is = text.n > 0 && text.n < 6;
    for (size_t i = 0; i < text.n; i++) {
        is = is && text.p[i] >= '0' && text.p[i] <= '9';
    }
    return is;
}

static const char *fault_of(const struct line *l, struct arena *a) {
    struct str text = l->text;
    if (l->kind == N_KINDS) {
        return "it begins with none of entry, site, target, chain";
    }
    if (text.n == 0) {
        return "nothing follows that word: add a pattern or a chain";
    }
    if (l->kind == KIND_CHAIN) {
        return count_words(text) % 3 == 1
                   ? NULL
                   : "a chain is an entry, then three words for each step, as "
                     "forest lists it";
    }
    if (l->kind == KIND_SITE) {
        size_t n = offset_at(text);
        if (n < text.n &&
            !is_number((struct str){text.p + n + 1, text.n - n - 1})) {
            return "a number (an offset of bytecode) must follow @";
        }
        text.n = n;
    }
    return pattern_is_text(arena_cstr(a, text))
               ? NULL
               : "this is not a pattern of methods, as "
                 "com.acme.Shop#sell or com.acme.**";
}

static bool check_lines(const struct chainfile *f, struct diag *d) {
    struct arena arena;
    struct line_reader reader = {.f = f, .mem = &arena};
    bool ok = true;
    arena_init(&arena);
    for (struct line l; next_line(&reader, &l);) {
        const char *fault = fault_of(&l, &arena);
        if (fault) {
            diag_report(d, CHAIN_LINE, &l.at, l.number, fault);
            ok = false;
        }
    }
    arena_release(&arena);
    return ok;
}

static void end_line(struct emit *e) {
    if (e->n && e->p[e->n - 1] != '\n') {
        emit_u1(e, '\n');
    }
}

// Unless it ends in them: a command that was cut off behind chainfile_save is given again.
static void add_lines(struct chainfile *f, const struct unfold_spec *spec) {
    struct emit more;
    emit_init(&more, LIMIT_ARGFILE_BYTES);
    for (size_t i = 0; i < spec->add.n; i++) {
        emit_bytes(&more, spec->add.item[i], strlen(spec->add.item[i]));
        end_line(&more);
    }
    size_t n = f->text.n, from = more.n <= n ? n - more.n : 0;
    bool are_there = more.n <= n && more.n &&
                     (from == 0 || f->text.p[from - 1] == '\n') &&
                     memcmp(f->text.p + from, more.p, more.n) == 0;
    f->n_read = are_there ? from : n;
    if (!are_there) {
        emit_bytes(&f->text, more.p, more.n);
    }
    emit_release(&more);
}

bool chainfile_open(struct chainfile *f, const struct unfold_spec *spec,
                    struct diag *d) {
    *f = (struct chainfile){.name = spec->pruned ? spec->pruned : spec->lines};
    emit_init(&f->text, LIMIT_ARGFILE_BYTES);
    // One that does not exist is begun by --add.
    struct stat st;
    enum file_found found =
        spec->pruned && spec->add.n ? file_look(f->name, &st, d) : FILE_FOUND;
    bool is_new = found == FILE_NONE;
    if (found == FILE_UNKNOWN) {
        return false;
    }
    if (!is_new && !file_read(f->name, LIMIT_ARGFILE_BYTES, &f->text, d)) {
        return false;
    }
    end_line(&f->text);
    add_lines(f, spec);
    if (!emit_ok(&f->text)) {
        struct place at = {.file = str_of(f->name), .byte = NO_BYTE};
        diag_report(d, FILE_READ, &at, strerror(EFBIG));
        return false;
    }
    return check_lines(f, d);
}

void chainfile_release(struct chainfile *f) {
    emit_release(&f->text);
}

bool chainfile_save(const struct unfold_spec *spec, struct diag *d) {
    if (!spec->pruned || !spec->add.n) {
        return true;
    }
    struct chainfile f;
    bool ok = chainfile_open(&f, spec, d) &&
              file_replace(f.name, f.text.p, f.text.n, d);
    chainfile_release(&f);
    return ok;
}

// --- Patterns ----------------------------------------------------------------

struct filter_builder {
    struct stop_filter *to;
    const struct calls *c;
    struct diag *d;
    struct arena arena;
    bool seen[N_KINDS];
    bool ok;
    VEC(u4) node;  // where the chain that is being read can be
    VEC(own_id) method;
};

static struct str name_of(void *context, u4 i) {
    const struct filter_builder *builder = context;
    return builder->c->method.v[i + 1].name;
}

// What a line means, among all methods.
static struct pattern read_pattern(struct filter_builder *builder,
                                   struct str text) {
    const struct pattern_methods all = {builder->c->method.n - 1, name_of,
                                        builder};
    return pattern_among(arena_cstr(&builder->arena, text), &all);
}

static bool mark_methods(struct filter_builder *builder, bool *no,
                         const struct line *l) {
    const struct pattern pattern = read_pattern(builder, l->text);
    bool used = false;
    for (own_id m = 1; m < builder->c->method.n; m++) {
        const struct calls_method *row = &builder->c->method.v[m];
        if ((l->kind != KIND_ENTRY || row->entry) &&
            pattern_takes(&pattern, row->name)) {
            no[m] = l->excludes;
            used = true;
        }
    }
    return used;
}

static bool mark_sites(struct filter_builder *builder, const struct line *l) {
    size_t n = offset_at(l->text);
    const struct pattern pattern =
        read_pattern(builder, (struct str){l->text.p, n});
    bool any = n == l->text.n, used = false;
    unsigned long pc =
        any ? 0
            : strtoul(arena_cstr(&builder->arena, l->text) + n + 1, NULL, 10);
    for (site_id s = 1; s < builder->c->site.n; s++) {
        const struct calls_site *site = &builder->c->site.v[s];
        if ((any || site->pc == pc) &&
            pattern_takes(&pattern, builder->c->method.v[site->method].name)) {
            builder->to->no_site[s] = l->excludes;
            used = true;
        }
    }
    return used;
}

static bool apply_pattern(struct filter_builder *builder,
                          const struct line *l) {
    bool *no = l->kind == KIND_ENTRY    ? builder->to->no_entry
               : l->kind == KIND_TARGET ? builder->to->no_target
                                        : builder->to->no_site;
    u4 n = l->kind == KIND_SITE ? builder->c->site.n : builder->c->method.n;
    if (!builder->seen[l->kind] && !l->excludes) {
        memset(no, true, n * sizeof *no);
    }
    return l->kind == KIND_SITE ? mark_sites(builder, l)
                                : mark_methods(builder, no, l);
}

// --- Chains ------------------------------------------------------------------

static own_id find_method(const struct calls *c, struct str name) {
    own_id at = 1;
    SEARCH(at, c->method.n, i, str_order(c->method.v[i].name, name) < 0);
    return at < c->method.n && str_eq(c->method.v[at].name, name) ? at : 0;
}

static bool is_any(struct str word) {
    return str_eq(word, STR("-"));
}

static bool is_offset(struct str word, u2 pc) {
    char text[8];
    int n = snprintf(text, sizeof text, "%u", pc);
    return is_any(word) || str_eq(word, (struct str){text, (size_t)n});
}

static void add_place(struct filter_builder *builder, u4 node, own_id m) {
    vec_push(&builder->node, node);
    vec_push(&builder->method, m);
}

static bool has_room(const struct filter_builder *builder) {
    return builder->to->node.n <= LIMIT_CHAIN_NODES;
}

// One step on from each place where the chain can be.
static void take_step(struct filter_builder *builder,
                      const struct str word[3]) {
    const struct calls *c = builder->c;
    u4 n = builder->node.n, kept = 0;
    for (u4 i = 0; i < n && has_room(builder); i++) {
        const struct calls_method *m = &c->method.v[builder->method.v[i]];
        for (site_id s = m->first_site; s < m->first_site + m->n_sites; s++) {
            const struct calls_site *site = &c->site.v[s];
            if (!is_offset(word[0], site->pc)) {
                continue;
            }
            for (label_id b = site->first; b < site->first + site->n; b++) {
                const struct calls_label *v = &c->label.v[b];
                if (v->target && str_eq(v->to, word[2]) &&
                    (is_any(word[1]) ||
                     str_eq(c->g->receiver.v[v->x].name, word[1]))) {
                    add_place(
                        builder,
                        stop_filter_child(builder->to, builder->node.v[i], b),
                        v->target);
                }
            }
        }
    }
    for (u4 i = n; i < builder->node.n; i++, kept++) {
        builder->node.v[kept] = builder->node.v[i];
        builder->method.v[kept] = builder->method.v[i];
    }
    builder->node.n = builder->method.n = kept;
}

static bool apply_chain(struct filter_builder *builder, const struct line *l) {
    struct str text = l->text;
    own_id m = find_method(builder->c, next_word(&text));
    if (!builder->seen[KIND_CHAIN]) {
        builder->to->drop_rest = !l->excludes;
    }
    builder->node.n = builder->method.n = 0;
    if (m && builder->c->method.v[m].entry) {
        add_place(builder, stop_filter_root(builder->to, m), m);
    }
    while (text.n) {
        struct str word[3];
        for (u4 i = 0; i < 3; i++) {
            word[i] = next_word(&text);
        }
        take_step(builder, word);
    }
    if (!has_room(builder)) {
        diag_report(builder->d, CHAIN_LINE, &l->at, l->number,
                    "it means too many chains: make its pattern narrower");
        builder->ok = false;
    }
    for (u4 i = 0; i < builder->node.n; i++) {
        stop_filter_mark(builder->to, builder->node.v[i], !l->excludes);
    }
    return builder->node.n != 0;
}

bool chainfile_apply(const struct chainfile *f, struct stop_filter *to,
                     struct diag *d) {
    struct filter_builder builder = {.to = to, .c = to->c, .d = d, .ok = true};
    struct line_reader reader = {.f = f, .mem = &builder.arena};
    arena_init(&builder.arena);
    for (struct line l; builder.ok && next_line(&reader, &l);) {
        bool used = l.kind == KIND_CHAIN ? apply_chain(&builder, &l)
                                         : apply_pattern(&builder, &l);
        builder.seen[l.kind] = true;
        if (!used && builder.ok) {
            diag_report(d, CHAIN_UNUSED, &l.at, l.number, STR_F(l.all));
        }
    }
    vec_free(&builder.node);
    vec_free(&builder.method);
    arena_release(&builder.arena);
    return builder.ok;
}
