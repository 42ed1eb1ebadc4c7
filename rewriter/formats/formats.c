// SPDX-License-Identifier: MIT
// The table of formats.
#include "rewriter/formats/formats.h"

const struct report_format report_formats[N_REPORT_FILES] = {
#define FORMAT(id, writer, mark) [REPORT_##id] = {writer, mark},
#include "rewriter/formats/formats.def"
};
