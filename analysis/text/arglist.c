// SPDX-License-Identifier: MIT
// Lists of words as they stand on command lines.
#include "analysis/text/arglist.h"

#include "analysis/base/arena.h"

#include <string.h>

// Capacity is the power of two at or above n, so it need not be stored.
void arg_list_add(struct arg_list *list, const char *item,
                  struct arena *arena) {
    bool full = (list->n & (list->n - 1)) == 0;
    if (full) {
        const char **more =
            ARENA_ARRAY(arena, const char *, list->n ? 2 * list->n : 1);
        if (list->n) {
            memcpy(more, list->item, list->n * sizeof *more);
        }
        list->item = more;
    }
    list->item[list->n++] = item;
}
