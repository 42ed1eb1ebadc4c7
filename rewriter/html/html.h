// SPDX-License-Identifier: MIT
// A report as a folder of pages, which needs no server.
#ifndef CCINSTR_REWRITER_HTML_HTML_H
#define CCINSTR_REWRITER_HTML_HTML_H

#include "analysis/base/diag.h"
#include "rewriter/report/report.h"

// Pages below a folder, which is made. False, reported, if they cannot be written.
bool html_report(const struct report *r, const char *dir, struct diag *d);

#endif
