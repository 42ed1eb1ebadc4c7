// SPDX-License-Identifier: MIT
// Compares recorded call edges with a call graph, and says what is missing.
//
//     check roots LABEL GAPS RECORD MAIN        the extra roots for the graph
//     check edges LABEL GAPS RECORD [GRAPH]     GRAPH may come from a pipe
//     check marks LABEL GAPS RECORD [GRAPH]     only what the graph has (recall.awk)
//
// A record (agent.c) has the lines `caller offset callee receiver how`. Edges
// made by bytecode (call, init, lambda, proxy, handle, indy) are checked: the
// graph must have them as (site, receiver, target). What is entered by reflection,
// by native code or by the JVM's own doing (reflect, native, upcall) has no site
// in bytecode. `roots` prints those methods, the graph is computed with them as
// additional roots, and then they must be reachable. So one missing reflective
// edge does not hide all that follows from it, and what follows is checked. For the
// same reason the callees of known gaps are roots.
// What the JVM enters with no frame below (vm) is a root as well, save what a
// graph must know by itself: main, the run method of a thread, and the JVM's
// calls at the end of a thread and of the program.
//
// A missing edge is one of four things:
//   miss         caller and graph agree on being there, the site lacks the target
//   receiver     the site has the target, but not with this receiver class
//   root         what was entered by the JVM or by native code is not reachable
//   consequence  its caller is not in the graph at all; it is listed by caller,
//                with the miss or root that leads there
// The first three fail, unless the list of known gaps has them. Gaps and what
// follows from them may be 1 % of the checked edges.
//
// GAPS holds lines `program caller offset callee reason...`, blanks between,
// `*` for any text in the first four; # begins a remark. program is compared
// with LABEL, which is name/analysis/release. A gap that names its program must be
// of use, unless its reason begins with "sometimes".
//
// The record is held in memory and the graph streams by: a graph has millions of
// lines, and nearly all of them are about methods that never ran.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_GAP_PERCENT = 1, MAX_LISTED = 200, GRAPH_COLUMNS = 7 };

// The columns of a graph's line (`graph --format tsv`).
enum { G_CALLER, G_OFFSET, G_LINE, G_CALLED, G_RECEIVER, G_TARGET, G_KIND };

struct method {
    const char *text;
    size_t length;
    uint64_t hash;
    size_t first, n;  // its edges as a caller
    bool in_graph;
    bool is_entered;  // has a line whose caller is no method, or the like
    bool is_callee;   // in the record
    size_t cause;     // 1 + the missing edge that leads there
};

struct edge {
    size_t caller, callee;  // methods
    long offset;
    const char *receiver;
    const char *how;
    const char *rest;  // more columns, or NULL
    bool has_target, has_receiver;
    struct gap *gap;
};

struct gap {
    char *program, *caller, *offset, *callee, *reason;
    unsigned line;
    unsigned long used;
};

struct check {
    const char *label;
    struct method *method;
    size_t n_methods;
    size_t *slot;  // 1 + method
    size_t n_slots;
    struct edge *edge;
    size_t n_edges;
    struct gap *gap;
    size_t n_gaps;
    size_t *queue, n_queue;
    unsigned long n_checked, n_missing, n_receivers, n_roots;
    unsigned long n_consequences, n_known, n_excused, n_listed;
};

static void die(const char *what, const char *name) {
    fprintf(stderr, "check: %s: %s\n", name, what);
    exit(2);
}

static void *memory(void *old, size_t n, size_t size) {
    void *p = reallocarray(old, n ? n : 1, size);
    if (!p) {
        die("no memory", "record");
    }
    return p;
}

// --- Methods by name ---------------------------------------------------------

static uint64_t hash_text(const char *text, size_t n) {
    uint64_t h = n * UINT64_C(0x9e3779b97f4a7c15), word;
    for (; n >= 8; n -= 8, text += 8) {
        memcpy(&word, text, 8);
        h = (h ^ word) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    word = 0;
    memcpy(&word, text, n);
    h = (h ^ word) * UINT64_C(0xff51afd7ed558ccd);
    return h ^ h >> 29;
}

static size_t *slot_of(const struct check *c, const char *text, size_t n,
                       uint64_t hash) {
    for (size_t i = hash;; i++) {
        size_t *slot = &c->slot[i & (c->n_slots - 1)];
        if (!*slot) {
            return slot;
        }
        const struct method *m = &c->method[*slot - 1];
        if (m->hash == hash && m->length == n &&
            memcmp(m->text, text, n) == 0) {
            return slot;
        }
    }
}

static struct method *find_method(const struct check *c, const char *text,
                                  size_t n) {
    size_t slot = *slot_of(c, text, n, hash_text(text, n));
    return slot ? &c->method[slot - 1] : NULL;
}

static size_t intern_method(struct check *c, const char *text) {
    size_t n = strlen(text);
    uint64_t hash = hash_text(text, n);
    size_t *slot = slot_of(c, text, n, hash);
    if (*slot) {
        return *slot - 1;
    }
    c->method[c->n_methods] =
        (struct method){.text = text, .length = n, .hash = hash};
    *slot = ++c->n_methods;
    return c->n_methods - 1;
}

// --- Reading -----------------------------------------------------------------

// A whole file, with a zero byte behind it.
static char *read_file(const char *path) {
    FILE *in = fopen(path, "r");
    if (!in) {
        die("cannot be read", path);
    }
    size_t n = 0, room = 1 << 20, got;
    char *text = memory(NULL, room, 1);
    while ((got = fread(text + n, 1, room - n - 1, in)) > 0) {
        n += got;
        if (room - n < 2) {
            room *= 2;
            text = memory(text, room, 1);
        }
    }
    if (ferror(in)) {
        die("cannot be read", path);
    }
    fclose(in);
    text[n] = '\0';
    return text;
}

// The next line of *at, or NULL; ends it with a zero byte.
static char *next_line(char **at) {
    char *line = *at;
    if (*line == '\0') {
        return NULL;
    }
    char *end = strchr(line, '\n');
    *at = end ? end + 1 : line + strlen(line);
    if (end) {
        *end = '\0';
    }
    return line;
}

static size_t count_lines(const char *text) {
    size_t n = 1;
    for (; (text = strchr(text, '\n')); text++) {
        n++;
    }
    return n;
}

static void read_edge(struct check *c, char *line, const char *path) {
    char *field[5];
    for (int i = 0; i < 5; i++) {
        field[i] = strsep(&line, "\t");
        if (!field[i]) {
            die("a line has fewer than five columns", path);
        }
    }
    struct edge e = {.receiver = field[3], .how = field[4], .rest = line};
    e.caller = intern_method(c, field[0]);
    e.callee = intern_method(c, field[2]);
    e.offset = strtol(field[1], NULL, 10);
    struct method *m = &c->method[e.caller];
    if (m->n == 0) {
        m->first = c->n_edges;
    } else if (m->first + m->n != c->n_edges) {
        die("the lines are not sorted", path);
    }
    m->n++;
    c->method[e.callee].is_callee = true;
    c->edge[c->n_edges++] = e;
}

static void read_record(struct check *c, const char *path) {
    char *text = read_file(path), *line;
    size_t n = count_lines(text);
    c->n_slots = 1024;
    while (c->n_slots < 4 * n) {
        c->n_slots *= 2;
    }
    c->slot = memory(NULL, c->n_slots, sizeof *c->slot);
    memset(c->slot, 0, c->n_slots * sizeof *c->slot);
    c->method = memory(NULL, 2 * n, sizeof *c->method);
    c->edge = memory(NULL, n, sizeof *c->edge);
    while ((line = next_line(&text))) {
        if (*line != '#') {
            read_edge(c, line, path);
        }
    }
    if (!c->n_edges) {
        die("no edges", path);
    }
}

static void read_gaps(struct check *c, const char *path) {
    char *text = read_file(path), *line;
    c->gap = memory(NULL, count_lines(text), sizeof *c->gap);
    for (unsigned n = 1; (line = next_line(&text)); n++) {
        line += strspn(line, " \t");
        if (*line == '#' || *line == '\0') {
            continue;
        }
        struct gap g = {.line = n};
        char **field[] = {&g.program, &g.caller, &g.offset, &g.callee};
        for (int i = 0; i < 4; i++) {
            *field[i] = strsep(&line, " \t");
            if (!line) {
                die("a line has no reason", path);
            }
            line += strspn(line, " \t");
        }
        if (*line == '\0') {
            die("a line has no reason", path);
        }
        g.reason = line;
        c->gap[c->n_gaps++] = g;
    }
}

// --- What each way of entering means -----------------------------------------

static bool is_one_of(const char *word, const char *list) {
    size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at++) {
        if ((at == list || at[-1] == ' ') && (at[n] == ' ' || !at[n])) {
            return true;
        }
    }
    return false;
}

static bool is_entry(const struct edge *e) {
    return is_one_of(e->how, "reflect native upcall vm");
}

static bool is_main(const char *text, const char *main_class) {
    size_t n = strlen(main_class);
    return strncmp(text, main_class, n) == 0 &&
           strncmp(text + n, ".main:(", 7) == 0;
}

// Entered by the JVM in every run: a graph must know it.
static bool is_jvm_root(const char *text) {
    static const char *const root[] = {
        "java/lang/Thread.exit:()V",
        "java/lang/Thread.dispatchUncaughtException:(Ljava/lang/Throwable;)V",
        "java/lang/Shutdown.shutdown:()V"};
    const char *name = strrchr(text, '.');
    if (name && strcmp(name, ".run:()V") == 0) {
        return true;
    }
    for (size_t i = 0; i < sizeof root / sizeof *root; i++) {
        if (strcmp(text, root[i]) == 0) {
            return true;
        }
    }
    return false;
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_match(const char *pattern, const char *text) {
    const char *star = NULL, *back = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            back = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++back;
        } else {
            return false;
        }
    }
    return pattern[strspn(pattern, "*")] == '\0';
}

static struct gap *find_gap(const struct check *c, const struct edge *e) {
    char offset[24];
    snprintf(offset, sizeof offset, "%ld", e->offset);
    for (size_t i = 0; i < c->n_gaps; i++) {
        struct gap *g = &c->gap[i];
        if (is_match(g->program, c->label) && is_match(g->offset, offset) &&
            is_match(g->caller, c->method[e->caller].text) &&
            is_match(g->callee, c->method[e->callee].text)) {
            return g;
        }
    }
    return NULL;
}

// The graph has to be told of this callee.
static bool is_root(const struct check *c, const struct edge *e,
                    const char *main_class) {
    const char *text = c->method[e->callee].text;
    if (!is_entry(e)) {
        return find_gap(c, e) != NULL;
    }
    return strcmp(e->how, "vm") != 0 ||
           !(is_jvm_root(text) || is_main(text, main_class));
}

// Prints the methods that the graph is to take as additional roots.
static void print_roots(const struct check *c, char *main_class) {
    for (char *p = main_class; *p; p++) {
        *p = *p == '.' ? '/' : *p;
    }
    const char **root = memory(NULL, c->n_edges, sizeof *root);
    size_t n = 0;
    for (size_t i = 0; i < c->n_edges; i++) {
        if (is_root(c, &c->edge[i], main_class)) {
            root[n++] = c->method[c->edge[i].callee].text;
        }
    }
    qsort(root, n, sizeof *root, compare_texts);
    for (size_t i = 0; i < n; i++) {
        if (i == 0 || strcmp(root[i], root[i - 1]) != 0) {
            puts(root[i]);
        }
    }
}

// --- The graph ---------------------------------------------------------------

static bool is_receiver_of(const char *recorded, const char *in_graph) {
    static const char lambda[] = "lambda:";
    if (strcmp(recorded, "-") == 0 || strcmp(in_graph, "-") == 0 ||
        strcmp(recorded, in_graph) == 0) {
        return true;
    }
    return strncmp(recorded, lambda, strlen(lambda)) == 0 &&
           strncmp(in_graph, lambda, strlen(lambda)) == 0 &&
           (strcmp(in_graph + strlen(lambda), "-") == 0 ||
            strcmp(recorded + strlen(lambda), "?") == 0);
}

// The graph has the edge at this offset. What is entered from reflection may stand at none.
static bool is_at(const struct edge *e, long offset) {
    return e->offset == offset || (offset == -1 && strcmp(e->how, "from") == 0);
}

static void match_site(struct check *c, const struct method *caller,
                       char *const *field, size_t target) {
    long offset = strtol(field[G_OFFSET], NULL, 10);
    for (size_t i = caller->first; i < caller->first + caller->n; i++) {
        struct edge *e = &c->edge[i];
        if (is_at(e, offset) && e->callee == target) {
            e->has_target = true;
            e->has_receiver |= is_receiver_of(e->receiver, field[G_RECEIVER]);
        }
    }
}

// One line of the graph. caller is what the line before had.
static void match_line(struct check *c, char *line, const char *path,
                       struct method **caller) {
    char *field[GRAPH_COLUMNS];
    for (int i = 0; i < GRAPH_COLUMNS; i++) {
        field[i] = strsep(&line, "\t");
        if (!field[i]) {
            die("a line has fewer than seven columns", path);
        }
    }
    size_t n = (size_t)(field[G_OFFSET] - field[G_CALLER] - 1);
    if (!*caller || (*caller)->length != n ||
        memcmp((*caller)->text, field[G_CALLER], n) != 0) {
        *caller = find_method(c, field[G_CALLER], n);
    }
    struct method *target =
        find_method(c, field[G_TARGET], strlen(field[G_TARGET]));
    if (*caller) {
        (*caller)->in_graph = true;
    }
    if (!target) {
        return;
    }
    target->in_graph = true;
    target->is_entered |=
        field[G_CALLER][0] == '<' ||
        is_one_of(field[G_KIND], "thread finalizer native reflect callback");
    if (*caller) {
        match_site(c, *caller, field, (size_t)(target - c->method));
    }
}

static void read_graph(struct check *c, const char *path) {
    FILE *in = path ? fopen(path, "r") : stdin;
    path = path ? path : "standard input";
    if (!in) {
        die("cannot be read", path);
    }
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    struct method *caller = NULL;
    unsigned long n_lines = 0;
    while ((n = getline(&line, &room, in)) > 0) {
        if (line[n - 1] == '\n') {
            line[n - 1] = '\0';
        }
        if (*line != '#') {
            match_line(c, line, path, &caller);
            n_lines++;
        }
    }
    if (ferror(in) || !n_lines) {
        die("no graph", path);
    }
    free(line);
    fclose(in);
}

// --- What is missing ---------------------------------------------------------

static void list(struct check *c, const char *what, const struct edge *e) {
    if (c->n_listed++ < MAX_LISTED) {
        printf("%s\t%s\t%ld\t%s\t%s\t%s\n", what, c->method[e->caller].text,
               e->offset, c->method[e->callee].text, e->receiver, e->how);
    }
}

static bool is_callers_fault(const struct check *c, const struct edge *e) {
    const struct method *caller = &c->method[e->caller];
    return caller->text[0] != '<' && !caller->in_graph;
}

// The class of a missing edge, or NULL if the graph has it or if it only follows
// from another.
static const char *missing(const struct check *c, const struct edge *e) {
    const struct method *callee = &c->method[e->callee];
    if (strcmp(e->how, "vm") == 0) {
        return callee->is_entered ? NULL : "root";
    }
    if (is_entry(e)) {
        return callee->in_graph ? NULL : "root";
    }
    if (is_callers_fault(c, e) || e->has_receiver) {
        return NULL;
    }
    return e->has_target ? "receiver" : "miss";
}

static void judge_edge(struct check *c, size_t i) {
    struct edge *e = &c->edge[i];
    struct method *callee = &c->method[e->callee];
    const char *what = missing(c, e);
    c->n_checked += !is_entry(e);
    if (!what) {
        return;
    }
    e->gap = find_gap(c, e);
    if (e->gap) {
        e->gap->used++;
        c->n_known++;
    } else {
        list(c, what, e);
        c->n_missing += *what == 'm';
        c->n_receivers += what[1] == 'e';
        c->n_roots += what[1] == 'o';
    }
    if (!callee->in_graph && !callee->cause) {
        callee->cause = i + 1;
        c->queue[c->n_queue++] = e->callee;
    }
}

// Spreads the cause of an absent method over all that it led to.
static void spread_causes(struct check *c) {
    for (size_t i = 0; i < c->n_queue; i++) {
        const struct method *m = &c->method[c->queue[i]];
        for (size_t k = m->first; k < m->first + m->n; k++) {
            struct method *callee = &c->method[c->edge[k].callee];
            if (!callee->in_graph && !callee->cause) {
                callee->cause = m->cause;
                c->queue[c->n_queue++] = c->edge[k].callee;
            }
        }
    }
}

// One absent caller, with the number of its edges and what leads there.
static void judge_absent(struct check *c, const struct method *m) {
    const struct edge *cause = m->cause ? &c->edge[m->cause - 1] : NULL;
    unsigned long n = 0;
    for (size_t i = m->first; i < m->first + m->n; i++) {
        n += !is_entry(&c->edge[i]);
    }
    if (cause && cause->gap) {
        c->n_excused += n;
        return;
    }
    c->n_consequences += n;
    if (n && c->n_listed++ < MAX_LISTED) {
        printf("consequence\t%s\t%lu edges\tof\t%s\t%ld\t%s\n", m->text, n,
               cause          ? c->method[cause->caller].text
               : m->is_callee ? "?"
                              : "(it ran when recording began)",
               cause ? cause->offset : -1,
               cause ? c->method[cause->callee].text : "-");
    }
}

static bool is_stale(const struct check *c, const struct gap *g) {
    size_t n = strcspn(g->program, "/");
    return !g->used && !memchr(g->program, '*', n) &&
           is_match(g->program, c->label) &&
           strncmp(g->reason, "sometimes", strlen("sometimes")) != 0;
}

// Known gaps first: what both a gap and a miss lead to is laid to the miss only
// if no gap does, and then the miss itself fails.
static bool judge(struct check *c) {
    c->queue = memory(NULL, c->n_methods, sizeof *c->queue);
    for (size_t i = 0; i < c->n_edges; i++) {
        judge_edge(c, i);
    }
    spread_causes(c);
    for (size_t i = 0; i < c->n_methods; i++) {
        const struct method *m = &c->method[i];
        if (m->n && m->text[0] != '<' && !m->in_graph) {
            judge_absent(c, m);
        }
    }
    unsigned long stale = 0, known = c->n_known + c->n_excused;
    for (size_t i = 0; i < c->n_gaps; i++) {
        if (is_stale(c, &c->gap[i])) {
            printf("gap\tline %u is of no use\n", c->gap[i].line);
            stale++;
        }
    }
    if (c->n_listed > MAX_LISTED) {
        printf("...\t%lu more\n", c->n_listed - MAX_LISTED);
    }
    bool is_too_much = known * 100 > c->n_checked * MAX_GAP_PERCENT;
    printf("%s: %lu edges checked, %lu missing, %lu receivers missing, "
           "%lu roots missing, %lu consequences; known gaps %lu%s\n",
           c->label, c->n_checked, c->n_missing, c->n_receivers, c->n_roots,
           c->n_consequences, known, is_too_much ? ", too many" : "");
    return !c->n_missing && !c->n_receivers && !c->n_roots &&
           !c->n_consequences && !stale && !is_too_much;
}

// Each line of the record behind four columns, 0 or 1: the graph has target and site;
// the caller, the callee; and enters the callee from what is no bytecode.
static void print_marks(const struct check *c) {
    for (size_t i = 0; i < c->n_edges; i++) {
        const struct edge *e = &c->edge[i];
        const struct method *caller = &c->method[e->caller];
        const struct method *callee = &c->method[e->callee];
        printf("%d\t%d\t%d\t%d\t%s\t%ld\t%s\t%s\t%s\t%s\n", e->has_target,
               caller->in_graph, callee->in_graph, callee->is_entered,
               caller->text, e->offset, callee->text, e->receiver, e->how,
               e->rest ? e->rest : "");
    }
}

int main(int argc, char **argv) {
    struct check c = {0};
    bool is_roots = argc == 6 && strcmp(argv[1], "roots") == 0;
    bool is_marks = argc > 1 && strcmp(argv[1], "marks") == 0;
    if (!is_roots && ((argc != 5 && argc != 6) ||
                      !(is_marks || strcmp(argv[1], "edges") == 0))) {
        fputs("usage: check roots LABEL GAPS RECORD MAIN\n"
              "       check edges|marks LABEL GAPS RECORD [GRAPH]\n",
              stderr);
        return 2;
    }
    c.label = argv[2];
    read_gaps(&c, argv[3]);
    read_record(&c, argv[4]);
    if (is_roots) {
        print_roots(&c, argv[5]);
        return 0;
    }
    read_graph(&c, argv[5]);
    if (is_marks) {
        print_marks(&c);
        return 0;
    }
    return judge(&c) ? 0 : 1;
}
