// SPDX-License-Identifier: MIT
// Class.forName with a flag: does the call initialise the class, or only load it?
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/world/world.h"

// It only loads if the flag, which lies below the class loader, is the constant false.
bool forname_only_loads(struct dynamic *d, method_id called, method_id m,
                        u2 pc) {
    s4 flag;
    return str_starts(world_sig_desc(d->w, d->w->method.v[called].sig),
                      STR("(Ljava/lang/String;Z")) &&
           pushed_number(d, m, pc, 2, &flag) && flag == 0;
}
