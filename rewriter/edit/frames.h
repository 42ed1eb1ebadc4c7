// SPDX-License-Identifier: MIT
// StackMapTable: as it was, moved, or extended (JVMS 4.7.4).
//
// Frames are never computed from a class hierarchy. Those of the input are
// moved with the code; what is new can be told without joining types: the
// frame of an appended handler lists nothing but what is certain everywhere in
// its range, and the frame behind a widened `if` is what the simulation finds
// there. With added locals each frame lists all old locals, padded with TOP,
// and the added ones behind them.
#ifndef CCINSTR_REWRITER_EDIT_FRAMES_H
#define CCINSTR_REWRITER_EDIT_FRAMES_H

#include "rewriter/edit/layout.h"

// The body of a StackMapTable as it was read.
void frames_write(const struct code_attr *frames, struct emit *out);

// Does the edited method need a table that the input does not have?
bool frames_needed(const struct layout *l);

// The body of the edited method's table. False when it is refused.
bool frames_write_edited(const struct layout *l, struct edit *e,
                         struct emit *out);

#endif
