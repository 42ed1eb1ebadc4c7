// SPDX-License-Identifier: MIT
// A harmless insertion into every method.
#include "rewriter/probe/nop.h"

#include "analysis/classfile/code.h"
#include "analysis/classfile/opcode.h"

void nop_edit(void *ctx, struct edit *e) {
    (void)ctx;
    u4 local = edit_add_local(e, (struct vtype){.tag = VT_INT});

    struct seq entry = seq_begin(e);
    seq_int(e, &entry, 0);
    seq_local(e, &entry, OPC_istore, local);
    seq_op(e, &entry, OPC_nop);
    edit_entry(e, entry);

    struct seq nop = seq_begin(e);
    seq_op(e, &nop, OPC_nop);
    for (u4 i = 0; i < e->k->n_insn; i++) {
        if (op_is(e->k->insn[i].op, OP_CALL)) {
            edit_before(e, i, nop);
            edit_after(e, i, nop);
        }
    }

    struct seq caught = seq_begin(e);
    seq_local(e, &caught, OPC_iload, local);
    seq_op(e, &caught, OPC_pop);
    edit_wrap(e, caught);
}
