// SPDX-License-Identifier: MIT
// datadump - a data file as text: a line for the head, for each counter of a label
// and for each record, with the counters that are not 0. What is damaged is said
// on standard error, with status 1, behind what is intact.
//
// usage: datadump FILE
//
//     data version=2 flags=clean identity=... id=... start=... end=0
//     labels=12
//     command java -jar x.jar
//     label 5 count=2
//     node 1 parent=0 label=1 level=0 slots=3 0=1 2=3
//     receiver site=7 inside=1 count=2 text=com/acme/New
//     run id=... start=... end=0 flags=- threads=1 sum=9 command=java\s-version
//     sums nodes=3 events=9 different=4 slow=4 threads=1 counts=alone
//
// Of a merged file id=0 runs=N.

#include "rt-native/data.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void put_text(const char *text, uint32_t n, char blank) {
    for (uint32_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\\') {
            fputs("\\\\", stdout);
        } else if (c == ' ' && blank != ' ') {
            fputs("\\s", stdout);
        } else if (c < ' ' || c == 0x7f) {
            printf("\\x%02x", c);
        } else {
            putchar(c);
        }
    }
}

static void put_flags(uint32_t flags) {
    const char *comma = "";
    fputs("flags=", stdout);
    for (uint32_t i = 0; i < DATA_N_FLAGS; i++) {
        if (flags >> i & 1) {
            printf("%s%s", comma, data_flag_word[i]);
            comma = ",";
        }
    }
    fputs(flags ? "" : "-", stdout);
}

static void put_head(const struct data_file *f) {
    printf("data version=%" PRIu32 " ", f->version);
    put_flags(f->flags);
    fputs(" identity=", stdout);
    for (int i = 0; i < 32; i++) {
        printf("%02x", f->identity[i]);
    }
    printf(" id=%0*" PRIx64, f->id ? 16 : 1, f->id);
    if (f->id == 0) {
        printf(" runs=%" PRIu32, f->n_runs);
    }
    printf(" start=%" PRIu64 " end=%" PRIu64 " labels=%" PRIu32 "\ncommand ",
           f->start, f->end, f->n_labels);
    put_text(f->command, f->n_command, ' ');
    putchar('\n');
    for (uint32_t i = 0; i < f->n_labels; i++) {
        if (f->label[i]) {
            printf("label %" PRIu32 " count=%" PRIu64 "\n", i, f->label[i]);
        }
    }
}

static void put_run(const struct data_run *r) {
    printf("run id=%016" PRIx64 " start=%" PRIu64 " end=%" PRIu64 " ", r->id,
           r->start, r->end);
    put_flags(r->flags);
    printf(" threads=%" PRIu64 " sum=%" PRIu64 " command=", r->threads, r->sum);
    put_text(r->command, r->n_command, 0);
    putchar('\n');
}

static void put_record(const struct data_iter *it) {
    const struct data_kind_words *w = &data_kind_words[it->kind];
    if (it->kind == DATA_NODE) {
        const struct data_node *n = &it->node;
        printf("%s %" PRIu32 " %s=%" PRIu32 " %s=%" PRIu32 " level=%" PRIu32
               " slots=%" PRIu32,
               w->word, it->n_nodes, w->a, n->parent, w->b, n->label, n->level,
               n->n_slots);
        for (uint64_t i = 0; i <= n->n_slots; i++) {
            if (it->counter[i]) {
                printf(" %" PRIu64 "=%" PRIu64, i, it->counter[i]);
            }
        }
        putchar('\n');
        return;
    }
    if (it->kind == DATA_RUN) {
        put_run(&it->run);
        return;
    }
    fputs(w->word, stdout);
    if (it->kind == DATA_SLOW) {
        printf(" %s=%s", w->a, data_event_word[it->note.a]);
    } else if (it->kind == DATA_UNRECORDED) {
        printf(" %s=%s", w->a, data_cause_word[it->note.a]);
    } else if (w->a[0] != '-') {
        printf(" %s=%" PRIu32, w->a, it->note.a);
    }
    if (w->b[0] != '-') {
        printf(" %s=%" PRIu32, w->b, it->note.b);
    }
    printf(" count=%" PRIu64, it->note.count);
    if (it->note.n) {
        fputs(" text=", stdout);
        put_text(it->note.text, it->note.n, 0);
    }
    if (it->note.n_whole != it->note.n) {
        printf(" of=%" PRIu32, it->note.n_whole);
    }
    putchar('\n');
}

static void put_sums(const struct data_file *f) {
    struct data_sums s = data_sum(f);
    printf("sums nodes=%" PRIu64 " events=%" PRIu64 " different=%" PRIu64
           " slow=%" PRIu64 " threads=%" PRIu64 " counts=%s\n",
           s.nodes, s.events, s.different, data_slow_events(&s), s.threads,
           data_counts_word[data_counts(f, &s)]);
}

static int damaged(const char *path, const struct data_fault *fault) {
    fflush(stdout);
    fprintf(stderr, "%s: byte %zu: %s\n", path, fault->byte, fault->what);
    return 1;
}

static int dump(const char *path, const void *bytes, size_t size) {
    struct data_file f;
    struct data_fault fault;
    if (!data_open(&f, bytes, size, &fault)) {
        return damaged(path, &fault);
    }
    struct data_iter it = data_each(&f);
    put_head(&f);
    while (data_next(&it)) {
        put_record(&it);
    }
    if (it.n_unknown) {
        printf("%" PRIu32 " records of other kinds\n", it.n_unknown);
    }
    put_sums(&f);
    if (!it.fault.what) {
        data_is_summed(&it, &it.fault);
    }
    it.fault = f.fault.what ? f.fault : it.fault;
    return it.fault.what ? damaged(path, &it.fault) : 0;
}

// All of it; NULL if it can't be read.
static void *read_all(const char *path, size_t *n) {
    FILE *in = fopen(path, "rb");
    char *p = NULL;
    size_t room = 0, got = 1;
    for (*n = 0; in && got; *n += got) {
        if (*n == room) {
            room = room ? room * 2 : 1 << 16;
            char *more = realloc(p, room);
            if (!more) {
                break;
            }
            p = more;
        }
        got = fread(p + *n, 1, room - *n, in);
    }
    bool ok = in && !ferror(in) && feof(in);
    if (in) {
        fclose(in);
    }
    if (!ok) {
        perror(path);
        free(p);
        return NULL;
    }
    return p;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: datadump FILE\n");
        return 2;
    }
    size_t n;
    void *bytes = read_all(argv[1], &n);
    int status = bytes ? dump(argv[1], bytes, n) : 2;
    free(bytes);
    return status;
}
