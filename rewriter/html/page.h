// SPDX-License-Identifier: MIT
// The script and the style of HTML reports as part of this program: page.js and
// page.css. embed.sh makes it.
#ifndef CCINSTR_REWRITER_HTML_PAGE_H
#define CCINSTR_REWRITER_HTML_PAGE_H

#include <stddef.h>

struct page_file {
    const char *name;
    const unsigned char *p;
    size_t n;
};

extern const struct page_file page_file[];
extern const size_t page_n_files;

#endif
