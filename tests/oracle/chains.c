// SPDX-License-Identifier: MIT
// The call chains that a run has shown: a tree of nodes, each found by its parent and
// its step.

#include "tests/oracle/chains.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cell **table_slot(const struct table *t, const struct cell *key) {
    uint64_t h = 0;
    for (int i = 0; i < 4; i++) {
        h = (h ^ key->key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    for (;; h++) {
        struct cell **slot = &t->slot[h & (t->n_slots - 1)];
        if (!*slot || memcmp((*slot)->key, key->key, sizeof key->key) == 0) {
            return slot;
        }
    }
}

static void table_resize(struct table *t, size_t n_slots) {
    struct table bigger = {.n = t->n, .n_slots = n_slots};
    bigger.slot = need_memory(NULL, n_slots * sizeof(struct cell *));
    memset(bigger.slot, 0, n_slots * sizeof(struct cell *));
    for (size_t i = 0; i < t->n_slots; i++) {
        if (t->slot[i]) {
            *table_slot(&bigger, t->slot[i]) = t->slot[i];
        }
    }
    free(t->slot);
    *t = bigger;
}

void *table_intern(struct table *t, struct cell key, size_t size) {
    if (t->n * 2 >= t->n_slots) {
        table_resize(t, t->n_slots ? t->n_slots * 2 : 1024);
    }
    struct cell **slot = table_slot(t, &key);
    if (!*slot) {
        *slot = need_memory(NULL, size);
        memset(*slot, 0, size);
        **slot = key;
        t->n++;
    }
    return *slot;
}

static struct node *node_of(struct chains *c, const struct node *parent,
                            jint at, const char *receiver,
                            const struct method *m) {
    struct cell key = {
        {(uintptr_t)parent, (uintptr_t)at, (uintptr_t)receiver, (uintptr_t)m}};
    struct node *x = table_intern(&c->nodes, key, sizeof *x);
    if (!x->method) {
        x->parent = parent;
        x->at = at;
        x->receiver = receiver;
        x->method = m;
        if (c->n == c->room) {
            c->room = c->room ? c->room * 2 : 1024;
            c->node = need_memory(c->node, c->room * sizeof(struct node *));
        }
        c->node[c->n++] = x;
    }
    return x;
}

struct node *chains_entry(struct chains *c, unsigned level,
                          const struct method *m) {
    return node_of(c, NULL, (jint)level, NULL, m);
}

struct node *chains_step(struct chains *c, const struct node *parent, jint at,
                         const char *receiver, const struct method *m) {
    return node_of(c, parent, at, receiver, m);
}

// Parents were made before their children.
static void set_text(struct node *x) {
    const char *before = x->parent ? x->parent->text : "";
    size_t size = strlen(before) + strlen(x->method->text) + 32 +
                  (x->receiver ? strlen(x->receiver) : 0);
    x->text = need_memory(NULL, size);
    if (x->parent) {
        snprintf(x->text, size, "%s%s%d %s %s", before,
                 x->parent->parent ? " " : "", (int)x->at, x->receiver,
                 x->method->text);
    } else {
        snprintf(x->text, size, "%s\t%d\t", x->method->text, (int)x->at);
    }
}

static int compare_nodes(const void *a, const void *b) {
    return strcmp((*(struct node *const *)a)->text,
                  (*(struct node *const *)b)->text);
}

static void print_chains(struct chains *c, FILE *f) {
    for (size_t i = 0; i < c->n; i++) {
        set_text(c->node[i]);
    }
    if (c->n) {
        qsort(c->node, c->n, sizeof(struct node *), compare_nodes);
    }
    for (size_t i = 0; i < c->n; i++) {
        // Classes of one name from several loaders.
        uint64_t hits = c->node[i]->hits;
        while (i + 1 < c->n &&
               compare_nodes(&c->node[i], &c->node[i + 1]) == 0) {
            hits += c->node[++i]->hits;
        }
        if (hits) {
            fprintf(f, "%s\t%llu\n", c->node[i]->text,
                    (unsigned long long)hits);
        }
    }
}

bool chains_write(struct chains *c, const char *path) {
    size_t size = strlen(path) + sizeof ".new";
    char *name = need_memory(NULL, size);
    snprintf(name, size, "%s.new", path);
    FILE *f = fopen(name, "w");
    if (!f) {
        return false;
    }
    print_chains(c, f);
    bool ok = !ferror(f);
    return fclose(f) == 0 && ok && rename(name, path) == 0;
}
