// SPDX-License-Identifier: MIT
// What is always executed after an instruction: post-dominance, for those that ask.
//
// Ways are normal edges: falling through, jumps, switches. What an instruction throws
// takes none, or a call would have nothing behind it, and handlers begin ways only for
// instructions of theirs. `to` comes always after `from` if each way behind `from`
// comes to `to`:
//
//   * none ends before, by a return or by an athrow. Paper 004 concludes from it that
//     each execution of `from` is followed by one of `to`, and code that looks at what
//     it got and then throws is such an execution.
//   * none comes to `from` again before.
//   * none goes round for ever before: from wherever it is, `to` can be reached.
//     A loop that can be left that way is taken to be left.
//
// Nothing is made for a method but a table of its offsets; a question looks at what is
// between the two. A `ret` is an end, so nothing comes always after a subroutine.
#ifndef CCINSTR_ANALYSIS_FLOW_POSTDOM_H
#define CCINSTR_ANALYSIS_FLOW_POSTDOM_H

#include "analysis/classfile/code.h"

struct postdom {
    const struct code *code;
    u2 *insn_at;  // by pc
    u4 *seen;     // by instruction: the question that met it last
    u4 *leads;    // ... and that found that `to` can be reached from it
    u4 *todo;
    u4 n_asked;
    u8 work;
};

void postdom_init(struct postdom *p, const struct code *code, struct arena *a);
// How many ways lead on from an instruction, and where way number k leads, or
// CODE_NO_INSN.
u4 postdom_n_ways(const struct postdom *p, u4 insn);
u4 postdom_way(const struct postdom *p, u4 insn, u4 k);
// Does the instruction at pc `to` always come after the one at `from`? False, too,
// when it was too much work to find out.
bool postdom_always(struct postdom *p, u2 from, u2 to);

#endif
