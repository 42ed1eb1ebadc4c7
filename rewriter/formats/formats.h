// SPDX-License-Identifier: MIT
// Reports for programs: JSON, CSV, JaCoCo's and Cobertura's XML, SARIF, annotations, roots.
#ifndef CCINSTR_REWRITER_FORMATS_FORMATS_H
#define CCINSTR_REWRITER_FORMATS_FORMATS_H

#include "analysis/text/out.h"
#include "rewriter/report/report.h"

// Writes one text, the same for the same plans and data, wherever it is made.
typedef void (*report_writer)(const struct report *r, struct out *o);
#define FORMAT(id, writer, mark) \
    void writer(const struct report *r, struct out *o);
#include "rewriter/formats/formats.def"
void report_github(const struct report *r, struct out *o);

enum report_format_id {
#define FORMAT(id, writer, mark) REPORT_##id,
#include "rewriter/formats/formats.def"
    N_REPORT_FILES
};
struct report_format {
    report_writer write;
    const char *mark;
};
extern const struct report_format report_formats[N_REPORT_FILES];

#endif
