// SPDX-License-Identifier: MIT
// The set of call edges that a run has shown.

#include "tests/oracle/edges.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const how_text[] = {
#define HOW(name, text) text,
    HOW_LIST
#undef HOW
};

static struct edge **new_slots(size_t n) {
    struct edge **slot = need_memory(NULL, n * sizeof *slot);
    memset(slot, 0, n * sizeof *slot);
    return slot;
}

void edges_init(struct edges *e) {
    *e = (struct edges){.n_slots = 1 << 15};
    e->slot = new_slots(e->n_slots);
}

static size_t hash_key(const struct edge *k) {
    uint64_t h = (uintptr_t)k->caller_id;
    h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15) + (uint32_t)k->at;
    h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15) + (uintptr_t)k->callee_id;
    h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15) + (uintptr_t)k->via;
    h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15) + (uintptr_t)k->origin_id;
    h = (h ^ h >> 32) * UINT64_C(0x9e3779b97f4a7c15) + (uint32_t)k->origin_at;
    return (size_t)(h ^ h >> 32);
}

static bool is_same_key(const struct edge *a, const struct edge *b) {
    return a->caller_id == b->caller_id && a->callee_id == b->callee_id &&
           a->at == b->at && a->via == b->via && a->is_pair == b->is_pair &&
           a->origin_id == b->origin_id && a->origin_at == b->origin_at;
}

static struct edge **slot_of(const struct edges *e, const struct edge *key) {
    size_t i = hash_key(key);
    for (;; i++) {
        struct edge **slot = &e->slot[i & (e->n_slots - 1)];
        if (!*slot || is_same_key(*slot, key)) {
            return slot;
        }
    }
}

static void grow(struct edges *e) {
    struct edges bigger = {.n = e->n, .n_slots = e->n_slots * 2};
    bigger.slot = new_slots(bigger.n_slots);
    for (size_t i = 0; i < e->n_slots; i++) {
        if (e->slot[i]) {
            *slot_of(&bigger, e->slot[i]) = e->slot[i];
        }
    }
    free(e->slot);
    *e = bigger;
}

struct edge *edges_intern(struct edges *e, const struct edge *key) {
    struct edge **slot = slot_of(e, key);
    if (*slot) {
        return *slot;
    }
    struct edge *made = need_memory(NULL, sizeof *made);
    *made = (struct edge){.caller_id = key->caller_id,
                          .callee_id = key->callee_id,
                          .origin_id = key->origin_id,
                          .origin_at = key->origin_at,
                          .via = key->via,
                          .at = key->at,
                          .is_pair = key->is_pair};
    *slot = made;
    if (++e->n * 2 > e->n_slots) {
        grow(e);
    }
    return made;
}

bool edge_add_receiver(struct edge *e, struct klass *k) {
    for (unsigned i = 0; i < e->n_receivers; i++) {
        if (e->receiver[i] == k) {
            return false;
        }
    }
    e->receiver =
        need_memory(e->receiver, (e->n_receivers + 1) * sizeof *e->receiver);
    e->receiver[e->n_receivers++] = k;
    return true;
}

// --- The record --------------------------------------------------------------

struct lines {
    char **line;
    size_t n, n_max;
    bool has_origins;
};

static void add_line(struct lines *l, const struct edge *e,
                     const char *receiver) {
    const char *caller = e->caller ? e->caller->text : "<vm>";
    const char *origin = e->origin ? e->origin->text : "-";
    size_t length = strlen(caller) + strlen(e->callee->text) +
                    strlen(receiver) + strlen(origin) + 60;
    char *line = need_memory(NULL, length);
    int n = snprintf(line, length, "%s\t%d\t%s\t%s\t%s", caller, (int)e->at,
                     e->callee->text, receiver, how_text[e->how]);
    if (l->has_origins) {
        n += snprintf(line + n, length - (size_t)n, "\t%s\t%d", origin,
                      e->origin ? (int)e->origin_at : -1);
    }
    strcpy(line + n, "\n");
    if (l->n == l->n_max) {
        l->n_max = l->n_max ? l->n_max * 2 : 4096;
        l->line = need_memory(l->line, l->n_max * sizeof *l->line);
    }
    l->line[l->n++] = line;
}

static void add_lines(struct lines *l, struct edge *e) {
    if (e->has_unasked) {
        edge_add_receiver(e, e->callee->klass);
    }
    if (e->n_receivers == 0) {
        add_line(l, e, "-");
    }
    for (unsigned i = 0; i < e->n_receivers; i++) {
        char *receiver = names_receiver(e->receiver[i]);
        add_line(l, e, receiver);
        free(receiver);
    }
}

static bool has_prefix(const struct method *m, const char *prefixes) {
    while (m && *prefixes) {
        size_t n = strcspn(prefixes, ":");
        if (strncmp(m->text, prefixes, n) == 0) {
            return true;
        }
        prefixes += prefixes[n] ? n + 1 : n;
    }
    return false;
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool edges_write(const struct edges *e, const char *path, const char *prefixes,
                 bool has_origins) {
    struct lines l = {.has_origins = has_origins};
    for (size_t i = 0; i < e->n_slots; i++) {
        struct edge *edge = e->slot[i];
        if (edge && edge->state == PAIR_EDGE &&
            (!prefixes || has_prefix(edge->caller, prefixes) ||
             has_prefix(edge->callee, prefixes))) {
            add_lines(&l, edge);
        }
    }
    if (l.n) {
        qsort(l.line, l.n, sizeof *l.line, compare_lines);
    }
    FILE *out = fopen(path, "w");
    if (!out) {
        return false;
    }
    fputs("#caller\toffset\tcallee\treceiver\thow", out);
    fputs(has_origins ? "\torigin\tat\n" : "\n", out);
    for (size_t i = 0; i < l.n; i++) {
        if (i == 0 || strcmp(l.line[i], l.line[i - 1]) != 0) {
            fputs(l.line[i], out);
        }
    }
    return fclose(out) == 0;
}
