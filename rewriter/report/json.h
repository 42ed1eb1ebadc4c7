// SPDX-License-Identifier: MIT
// Parts of the report as JSON (json.c, jsonlists.c).
#ifndef CCINSTR_REWRITER_REPORT_JSON_H
#define CCINSTR_REWRITER_REPORT_JSON_H

#include "rewriter/report/report.h"

#include "analysis/text/out.h"

struct json {
    struct out *o;
    const struct report *r;
    bool first;  // nothing stands in the array yet
};

// An array is "key":[ and ], each element a line of its own, { to }.
void json_array(struct json *j, const char *key);
void json_array_end(struct json *j);
void json_element(struct json *j);
void json_element_end(struct json *j);
void json_text(struct json *j, const char *key, struct str s);
// Readers know those below 2^53 exactly.
void json_number(struct json *j, const char *key, u8 n);
void json_digits(struct json *j, const char *key, u8 n);  // of any size
void json_flag(struct json *j, const char *key, bool is);

// "key":{ and }
void json_object(struct json *j, const char *key);
void json_object_end(struct json *j);

// Those of f->has, as keys.
void json_figures(struct json *j, const struct figures *f,
                  const struct figure *figure);
void json_identity(struct json *j, const struct plan *p);
// A method, at a line of it if that is known; a call site with what it calls; the
// entry and level of chains.
void json_place(struct json *j, const struct plan *p, u4 method, u4 line);
void json_site(struct json *j, const struct cover *c, u4 site);
void json_root(struct json *j, const struct plan *p, u4 entry, u4 level);
// A chain of n labels in words.
void json_chain(struct json *j, const char *key, const struct plan *p,
                const u4 *label, u4 n);

// The lists of what was seen, and of where tests stopped.
void json_lists(struct json *j);
// The baseline, if there is one.
void json_since(struct json *j);  // jsonsince.c

#endif
