// SPDX-License-Identifier: MIT
// Annotations: their values, one after another.
//
// Values nest as deep as input likes, so those that are open stand in a list of
// counters with a ceiling.
#include "analysis/classfile/annot.h"

#include "analysis/classfile/attr.h"

static void open_values(struct annot_reader *r, struct annot_level values) {
    if (r->depth == sizeof r->open / sizeof *r->open) {
        cur_fail(r->cur);
        return;
    }
    r->open[r->depth++] = values;
}

static void open_annotation(struct annot_reader *r) {
    u2 type = attr_index(r->c, r->cur, CP_UTF8);
    u2 n = cur_u2(r->cur);
    open_values(r, (struct annot_level){n, true, type, 0});
}

void annot_open(struct annot_reader *r, const struct cf_class *c,
                struct cursor *cur) {
    r->c = c;
    r->cur = cur;
    r->depth = 0;
    open_annotation(r);
}

void annot_open_default(struct annot_reader *r, const struct cf_class *c,
                        struct cursor *cur, u2 element) {
    r->c = c;
    r->cur = cur;
    r->depth = 0;
    open_values(r, (struct annot_level){1, false, 0, element});
}

// JVMS 4.7.16.1. False if it holds others, which are open then.
static bool read_value(struct annot_reader *r, struct annot_item *item) {
    struct annot_level of = r->open[r->depth - 1];
    u1 constant = CP_UTF8;
    u1 tag = cur_u1(r->cur);
    switch (tag) {
    case 'B':
    case 'C':
    case 'I':
    case 'S':
    case 'Z':
        constant = CP_INTEGER;
        break;
    case 'D':
        constant = CP_DOUBLE;
        break;
    case 'F':
        constant = CP_FLOAT;
        break;
    case 'J':
        constant = CP_LONG;
        break;
    case 's':
    case 'c':
    case 'e':
        break;
    case '@':
        open_annotation(r);
        return false;
    case '[':
        of.left = cur_u2(r->cur);
        of.named = false;
        open_values(r, of);
        return false;
    default:
        cur_fail(r->cur);
    }
    u2 value = attr_index(r->c, r->cur, constant);
    if (tag == 'e') {
        attr_index(r->c, r->cur, CP_UTF8);
    }
    *item = (struct annot_item){of.type, of.element, tag, value};
    return true;
}

bool annot_next(struct annot_reader *r, struct annot_item *item) {
    while (r->depth && cur_ok(r->cur)) {
        struct annot_level *top = &r->open[r->depth - 1];
        if (top->left == 0) {
            r->depth--;
            continue;
        }
        top->left--;
        if (top->named) {
            top->element = attr_index(r->c, r->cur, CP_UTF8);
        }
        if (read_value(r, item)) {
            return cur_ok(r->cur);
        }
    }
    return false;
}

static void skip_rest(struct annot_reader *r) {
    for (struct annot_item item; annot_next(r, &item);) {
    }
}

void annot_skip(const struct cf_class *c, struct cursor *cur) {
    struct annot_reader r;
    annot_open(&r, c, cur);
    skip_rest(&r);
}

void annot_skip_default(const struct cf_class *c, struct cursor *cur) {
    struct annot_reader r;
    annot_open_default(&r, c, cur, 0);
    skip_rest(&r);
}
