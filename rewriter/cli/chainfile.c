// SPDX-License-Identifier: MIT
// chainfile.c - which chains are wanted: the lines of --chains and --prune.
#include "rewriter/cli/chainfile.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "rewriter/cli/pattern.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum kind { KIND_ENTRY, KIND_SITE, KIND_TARGET, KIND_CHAIN, N_KINDS };
static const char *const kind_name[N_KINDS] = {"entry", "site", "target",
                                               "chain"};

bool chainfile_is_given(const struct options *opt) {
    return opt->chains || opt->prune;
}

static void add_line(struct emit *e, const char *line) {
    if (e->n && e->p[e->n - 1] != '\n') {
        emit_u1(e, '\n');
    }
    emit_bytes(e, line, strlen(line));
    emit_u1(e, '\n');
}

bool chainfile_open(struct chainfile *f, const struct options *opt,
                    struct diag *d) {
    *f = (struct chainfile){.name = opt->prune ? opt->prune : opt->chains,
                            .write_back = opt->prune && opt->add.n};
    emit_init(&f->text, LIMIT_ARGFILE_BYTES);
    bool is_new = opt->prune && access(opt->prune, F_OK) != 0;
    if (!is_new && !file_read(f->name, LIMIT_ARGFILE_BYTES, &f->text, d)) {
        return false;
    }
    for (size_t i = 0; i < opt->add.n; i++) {
        add_line(&f->text, opt->add.item[i]);
    }
    return true;
}

void chainfile_release(struct chainfile *f) {
    emit_release(&f->text);
}

bool chainfile_save(const struct chainfile *f, struct diag *d) {
    struct outfile out;
    if (!f->write_back) {
        return true;
    }
    if (!outfile_open(&out, f->name, 0666, d)) {
        return false;
    }
    if (!file_write_all(out.fd, f->text.p, f->text.n, 0)) {
        struct place at = {.file = str_of(f->name), .byte = NO_BYTE};
        diag_report(d, FILE_WRITE, &at, strerror(errno));
        outfile_abort(&out);
        return false;
    }
    return outfile_commit(&out, d);
}

// --- Lines -------------------------------------------------------------------

struct applying {
    struct stop_filter *to;
    const struct calls *c;
    struct diag *d;
    struct arena arena;
    struct place at;
    u4 number;
    bool seen[N_KINDS];
    bool ok;
    VEC(u4) node;  // where the chain that is being read can be
    VEC(own_id) method;
};

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

static void bad_line(struct applying *k, const char *what) {
    diag_report(k->d, CHAIN_LINE, &k->at, k->number, what);
    k->ok = false;
}

static void mark_methods(struct applying *k, bool *no, const char *pattern,
                         bool only_entries, bool *used) {
    for (own_id m = 1; m < k->c->method.n; m++) {
        const struct calls_method *row = &k->c->method.v[m];
        if ((!only_entries || row->entry) &&
            pattern_matches_text(pattern, row->name)) {
            no[m] = pattern_excludes(pattern);
            *used = true;
        }
    }
}

static void mark_sites(struct applying *k, char *pattern, bool *used) {
    char *at = strrchr(pattern, '@'), *end = NULL;
    unsigned long pc = 0;
    if (at) {
        pc = strtoul(at + 1, &end, 10);
        if (end == at + 1 || *end) {
            bad_line(k, "no offset behind @");
            return;
        }
        *at = '\0';
    }
    if (!pattern_is_text(pattern)) {
        bad_line(k, "no pattern of methods");
        return;
    }
    for (site_id s = 1; s < k->c->site.n; s++) {
        const struct calls_site *site = &k->c->site.v[s];
        if ((!at || site->pc == pc) &&
            pattern_matches_text(pattern, k->c->method.v[site->method].name)) {
            k->to->no_site[s] = pattern_excludes(pattern);
            *used = true;
        }
    }
}

static void apply_pattern(struct applying *k, enum kind kind, struct str text,
                          bool *used) {
    char *pattern = arena_cstr(&k->arena, text);
    bool *no = kind == KIND_ENTRY    ? k->to->no_entry
               : kind == KIND_TARGET ? k->to->no_target
                                     : k->to->no_site;
    u4 n = kind == KIND_SITE ? k->c->site.n : k->c->method.n;
    if (kind != KIND_SITE && !pattern_is_text(pattern)) {
        bad_line(k, "no pattern of methods");
        return;
    }
    if (!k->seen[kind] && !pattern_excludes(pattern)) {
        memset(no, true, n * sizeof *no);
    }
    if (kind == KIND_SITE) {
        mark_sites(k, pattern, used);
    } else {
        mark_methods(k, no, pattern, kind == KIND_ENTRY, used);
    }
}

// --- Chains ------------------------------------------------------------------

static own_id find_method(const struct calls *c, struct str name) {
    own_id lo = 1, hi = c->method.n;
    while (lo < hi) {
        own_id mid = lo + (hi - lo) / 2;
        int d = str_order(c->method.v[mid].name, name);
        if (d == 0) {
            return mid;
        }
        if (d < 0) {
            lo = mid + 1;
        } else {
            hi = mid;
        }
    }
    return 0;
}

static bool is_any(struct str word) {
    return str_eq(word, STR("-"));
}

static bool is_offset(struct str word, u2 pc) {
    char text[8];
    int n = snprintf(text, sizeof text, "%u", pc);
    return is_any(word) || str_eq(word, (struct str){text, (size_t)n});
}

// One step on from each place where the chain can be.
static void take_step(struct applying *k, const struct str word[3]) {
    const struct calls *c = k->c;
    u4 n = k->node.n, kept = 0;
    for (u4 i = 0; i < n; i++) {
        const struct calls_method *m = &c->method.v[k->method.v[i]];
        for (site_id s = m->first_site; s < m->first_site + m->n_sites; s++) {
            const struct calls_site *site = &c->site.v[s];
            if (!is_offset(word[0], site->pc)) {
                continue;
            }
            for (branch_id b = site->first; b < site->first + site->n; b++) {
                const struct calls_branch *v = &c->branch.v[b];
                if (v->target && str_eq(v->to, word[2]) &&
                    (is_any(word[1]) || str_eq(c->g->label.v[v->x], word[1]))) {
                    u4 child = stop_filter_child(k->to, k->node.v[i], b);
                    vec_push(&k->node, child);
                    vec_push(&k->method, v->target);
                }
            }
        }
    }
    for (u4 i = n; i < k->node.n; i++, kept++) {
        k->node.v[kept] = k->node.v[i];
        k->method.v[kept] = k->method.v[i];
    }
    k->node.n = k->method.n = kept;
}

static void apply_chain(struct applying *k, struct str line, bool *used) {
    bool keep = line.p[0] != '!';
    line = keep ? line : (struct str){line.p + 1, line.n - 1};
    own_id m = find_method(k->c, next_word(&line));
    if (!k->seen[KIND_CHAIN]) {
        k->to->drop_rest = keep;
    }
    k->node.n = k->method.n = 0;
    if (m && k->c->method.v[m].entry) {
        vec_push(&k->node, stop_filter_root(k->to, m));
        vec_push(&k->method, m);
    }
    while (line.n) {
        struct str word[3];
        for (u4 i = 0; i < 3; i++) {
            word[i] = next_word(&line);
        }
        if (word[2].n == 0) {
            bad_line(k, "a chain is steps of three words each");
            return;
        }
        take_step(k, word);
        if (k->to->node.n > LIMIT_CHAIN_NODES) {
            bad_line(k, "it means too many chains");
            return;
        }
    }
    for (u4 i = 0; i < k->node.n; i++) {
        stop_filter_mark(k->to, k->node.v[i], keep);
    }
    *used = k->node.n != 0;
}

// --- All lines ---------------------------------------------------------------

static void apply_line(struct applying *k, struct str line) {
    struct str rest = line, word = next_word(&rest);
    enum kind kind = 0;
    bool used = false;
    while (kind < N_KINDS && !str_eq(word, str_of(kind_name[kind]))) {
        kind++;
    }
    if (kind == N_KINDS) {
        bad_line(k, "begins with none of entry, site, target, chain");
        return;
    }
    if (rest.n == 0) {
        bad_line(k, "says nothing");
        return;
    }
    u4 errors = k->d->n_level[DIAG_ERROR];
    if (kind == KIND_CHAIN) {
        apply_chain(k, rest, &used);
    } else {
        apply_pattern(k, kind, rest, &used);
    }
    k->seen[kind] = true;
    if (!used && k->d->n_level[DIAG_ERROR] == errors) {
        diag_report(k->d, CHAIN_UNUSED, &k->at, k->number, STR_F(line));
    }
}

static struct str trim(struct str s) {
    while (s.n && (u1)s.p[0] <= ' ') {
        s = (struct str){s.p + 1, s.n - 1};
    }
    while (s.n && (u1)s.p[s.n - 1] <= ' ') {
        s.n--;
    }
    return s;
}

bool chainfile_apply(const struct chainfile *f, struct stop_filter *to,
                     struct diag *d) {
    struct applying k = {.to = to, .c = to->c, .d = d, .ok = true};
    k.at = (struct place){.file = str_of(f->name), .byte = NO_BYTE};
    arena_init(&k.arena);
    struct str text = {(const char *)f->text.p, f->text.n};
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t)(end - text.p) : text.n;
        struct str line = trim((struct str){text.p, n});
        k.number++;
        if (line.n && line.p[0] != '#') {
            apply_line(&k, line);
        }
        n += end != NULL;
        text = (struct str){text.p + n, text.n - n};
    }
    vec_free(&k.node);
    vec_free(&k.method);
    arena_release(&k.arena);
    return k.ok;
}
