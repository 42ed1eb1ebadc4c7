// SPDX-License-Identifier: MIT
// Field and method descriptors.
#include "analysis/classfile/desc.h"

struct str desc_next(struct str *rest) {
    size_t n = 0;
    while (n < rest->n && rest->p[n] == '[') {
        n++;
    }
    if (n == rest->n) {
        return STR("");
    }
    if (rest->p[n] == 'L') {
        const char *end = memchr(rest->p + n, ';', rest->n - n);
        if (!end) {
            return STR("");
        }
        n = (size_t)(end - rest->p);
    } else if (!strchr("BCDFIJSZ", rest->p[n]) || rest->p[n] == '\0') {
        return STR("");
    }
    struct str type = {rest->p, n + 1};
    rest->p += n + 1;
    rest->n -= n + 1;
    return type;
}

bool desc_method(struct str desc, struct desc_method *out) {
    if (desc.n < 3 || desc.p[0] != '(') {
        return false;
    }
    struct str rest = {desc.p + 1, desc.n - 1};
    *out = (struct desc_method){.args.p = rest.p};
    while (rest.n && rest.p[0] != ')') {
        struct str type = desc_next(&rest);
        if (type.n == 0) {
            return false;
        }
        out->arg_slots += desc_slots(type.p[0]);
    }
    if (rest.n < 2) {
        return false;
    }
    out->args.n = (size_t)(rest.p - out->args.p);
    rest.p++;
    rest.n--;
    out->ret = rest;
    struct str one = rest;
    return str_eq(rest, STR("V")) || (desc_next(&one).n != 0 && one.n == 0);
}
