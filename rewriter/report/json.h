// SPDX-License-Identifier: MIT
// Parts of the report as JSON (json.c, jsonlists.c).
#ifndef CCINSTR_REWRITER_REPORT_JSON_H
#define CCINSTR_REWRITER_REPORT_JSON_H

#include "rewriter/report/report.h"

#include "analysis/base/out.h"

struct json {
    struct out o;
    const struct report *r;
    bool first;  // nothing stands in the array yet
};

// An array is "key":[ and ], each element a line of its own, { to }.
void json_array(struct json *j, const char *key);
void json_array_end(struct json *j);
void json_element(struct json *j);
void json_element_end(struct json *j);
void json_text(struct json *j, const char *key, struct str s);
void json_number(struct json *j, const char *key, u8 n);  // below 2^53
void json_digits(struct json *j, const char *key, u8 n);  // of any size
void json_flag(struct json *j, const char *key, bool is);

// The lists of what was seen, and of where tests stopped.
void json_lists(struct json *j);

#endif
