// SPDX-License-Identifier: MIT
// Parts of the report as JSON (json.c, jsonlists.c).
#ifndef CCINSTR_REWRITER_FORMATS_JSON_H
#define CCINSTR_REWRITER_FORMATS_JSON_H

#include "rewriter/report/report.h"

#include "analysis/text/out.h"

struct json {
    struct out *o;
    const struct report *r;
    bool first;  // nothing stands in the array yet
};

// Writes "key":[; json_array_end writes ]. Each element is a line of its own, { to }.
void json_array(struct json *j, const char *key);
void json_array_end(struct json *j);
void json_element(struct json *j);
void json_element_end(struct json *j);
void json_text(struct json *j, const char *key, struct str s);
// Numbers from 2^53 on are not exact for all readers.
void json_number(struct json *j, const char *key, u8 n);
void json_digits(struct json *j, const char *key, u8 n);  // of any size
void json_flag(struct json *j, const char *key, bool is);

// "key":{ and }
void json_object(struct json *j, const char *key);
void json_object_end(struct json *j);

// The figures of which there are requirements (f->has), as keys.
void json_figures(struct json *j, const struct figures *f,
                  const struct figure *figure);
void json_identity(struct json *j, const struct plan *p);

// The lists of what was seen, and of where tests stopped.
void json_lists(struct json *j);
// The baseline, if there is one.
void json_since(struct json *j);

#endif
