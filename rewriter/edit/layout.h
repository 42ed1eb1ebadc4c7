// SPDX-License-Identifier: MIT
// Where everything of an edited method comes to lie.
//
// Each instruction of the input has two new offsets, of its bar and its own (see
// edit.h for the gap model); an index leads from old offsets to instructions.
// Inserting code can push a branch beyond what sixteen bits reach: goto and
// jsr then take their wide form, a conditional branch is turned round to jump
// over a goto_w. Widening moves code, so the layout is repeated until no
// branch is left to widen; as none is ever narrowed again, that ends.
#ifndef CCINSTR_REWRITER_EDIT_LAYOUT_H
#define CCINSTR_REWRITER_EDIT_LAYOUT_H

#include "rewriter/edit/edit.h"

#define LAYOUT_NO_INSN UINT32_MAX

struct layout {
    const struct edit *e;
    const struct code *code;
    u4 *bar;      // [n_insn + 1]; the last is the end of the input's code
    u4 *at;       // [n_insn + 1]
    u2 *index;    // old offset to instruction (code_offsets)
    bool *wide;   // [n_insn]: promoted; NULL while no branch is
    u4 *handler;  // where the appended handlers start
    u4 n_wide_if;
    u4 length;  // of the new code
};

// Lays the edited method out. False when it is refused (e->refused).
bool layout_build(struct layout *l, struct edit *e);

// The instruction at an old offset, or LAYOUT_NO_INSN; n_insn for the end.
static inline u4 layout_insn(const struct layout *l, u4 pc) {
    if (pc >= l->code->length) {
        return pc == l->code->length ? l->code->n_insn : LAYOUT_NO_INSN;
    }
    return l->index[pc] == CODE_NO_INSN ? LAYOUT_NO_INSN : l->index[pc];
}

// New size of instruction i where it stands now.
u4 layout_size_odd(const struct layout *l, u4 i);
static inline u4 layout_size(const struct layout *l, u4 i) {
    const struct insn *p = &l->code->insn[i];
    return l->wide || insn_is_switch(p) ? layout_size_odd(l, i) : p->len;
}
// Where code inserted after i starts, which is where i ends.
static inline u4 layout_end(const struct layout *l, u4 i) {
    return l->at[i] + layout_size(l, i);
}
u4 layout_pos(const struct layout *l, struct edit_pos p);

#endif
