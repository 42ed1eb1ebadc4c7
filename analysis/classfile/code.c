// SPDX-License-Identifier: MIT
// A Code attribute taken apart: its header, handlers and instructions.
//
// One linear sweep; the operand format of each opcode says how to read it. The
// tables behind the code are read by codetab.c.
#include "analysis/classfile/code.h"

#include "analysis/base/cursor.h"
#include "analysis/base/order.h"
#include "analysis/classfile/code_priv.h"

struct decoder {
    struct code *code;
    const struct cf_class *c;
    const u1 *bytes;
    struct arena *arena;
    u4 room_switches;
};

static bool is_pool(const struct decoder *d, u4 i, u1 tag) {
    return cp_is(d->c, i, tag);
}

static bool is_loadable(const struct decoder *d, u4 i, bool two_slots) {
    if (i >= d->c->n_pool) {
        return false;
    }
    u1 tag = d->c->pool[i].tag;
    switch (tag) {
    case CP_LONG:
    case CP_DOUBLE:
        return two_slots;
    case CP_DYNAMIC: {
        struct str desc = cp_ref_of(d->c, i).desc;
        return (desc.n == 1 && (*desc.p == 'J' || *desc.p == 'D')) == two_slots;
    }
    case CP_INTEGER:
    case CP_FLOAT:
    case CP_STRING:
    case CP_CLASS:
    case CP_METHOD_HANDLE:
    case CP_METHOD_TYPE:
        return !two_slots;
    default:
        return false;
    }
}

static bool is_method(const struct decoder *d, u4 i) {
    return is_pool(d, i, CP_METHODREF) || is_pool(d, i, CP_INTERFACE_METHODREF);
}

// The tables of a switch: n targets, keys before each for lookupswitch.
static void switch_rows(struct decoder *d, struct code_switch *s, u4 pc,
                        const u1 *p, bool keyed) {
    u4 *target = ARENA_ARRAY(d->arena, u4, s->n);
    s4 *key = keyed ? ARENA_ARRAY(d->arena, s4, s->n) : NULL;
    for (u4 i = 0; i < s->n; i++) {
        if (keyed) {
            key[i] = (s4)be4(p);
            p += 4;
        }
        target[i] = pc + be4(p);
        p += 4;
    }
    s->target = target;
    s->key = key;
}

static struct code_switch *switch_new(struct decoder *d) {
    struct code *code = d->code;
    if (code->n_switches == d->room_switches) {
        u4 room = d->room_switches ? d->room_switches * 2 : 4;
        struct code_switch *sw =
            ARENA_ARRAY(d->arena, struct code_switch, room);
        if (code->n_switches) {
            memcpy(sw, code->sw, code->n_switches * sizeof *sw);
        }
        code->sw = sw;
        d->room_switches = room;
    }
    struct code_switch *s = &code->sw[code->n_switches++];
    *s = (struct code_switch){0};
    return s;
}

static bool targets_ok(const struct code *code, const struct code_switch *s) {
    bool ok = s->otherwise < code->length;
    for (u4 i = 0; i < s->n; i++) {
        ok &= s->target[i] < code->length;
    }
    return ok;
}

static bool read_switch(struct decoder *d, struct insn *i) {
    struct code *code = d->code;
    u4 pc = i->pc;
    u4 n_pad = 3 - pc % 4;
    bool keyed = i->op == OPC_lookupswitch;
    u4 head = 1 + n_pad + (keyed ? 8 : 12);
    if (code->length - pc < head) {
        return false;
    }
    const u1 *p = d->bytes + pc + 1;
    struct code_switch *s = switch_new(d);
    s->n_pad = (u1)n_pad;
    memcpy(s->pad, p, n_pad);
    p += n_pad;
    s->otherwise = pc + be4(p);
    u8 n;
    if (keyed) {
        n = be4(p + 4);
    } else {
        s->low = (s4)be4(p + 4);
        s8 high = (s4)be4(p + 8);
        if (high < s->low) {
            return false;
        }
        n = (u8)(high - s->low + 1);
    }
    u8 row = keyed ? 8 : 4;
    if (n > (code->length - pc - head) / row) {
        return false;
    }
    s->n = (u4)n;
    i->b = (s4)(code->n_switches - 1);
    i->len = (u2)(head + n * row);
    switch_rows(d, s, pc, d->bytes + pc + head, keyed);
    return targets_ok(code, s);
}

static bool read_wide(struct decoder *d, struct insn *i, const u1 *p) {
    u4 left = d->code->length - i->pc;
    if (left < 4) {
        return false;
    }
    i->op = p[1];
    i->wide = true;
    i->a = be2(p + 2);
    i->len = 4;
    if (op_table[i->op].format == 'i' && left >= 6) {
        i->b = (s2)be2(p + 4);
        i->len = 6;
        return true;
    }
    return op_table[i->op].format == 'v';
}

static bool read_branch(const struct decoder *d, struct insn *i, s4 off) {
    i->b = (s4)(i->pc + (u4)off);  // the sum may pass 31 bits
    return (u4)i->b < d->code->length;
}

static bool read_operands(struct decoder *d, struct insn *i, const u1 *p) {
    // table switch: one case for each operand format
    u1 size = op_table[i->op].size;
    i->len = size;
    if (d->code->length - i->pc < size) {
        return false;
    }
    switch (op_table[i->op].format) {
    case 'b':
        i->b = (s1)p[1];
        return true;
    case 's':
        i->b = (s2)be2(p + 1);
        return true;
    case 'v':
        i->a = p[1];
        return true;
    case 'n':
        i->a = p[1];
        return i->a >= 4 && i->a <= 11;
    case 'i':
        i->a = p[1];
        i->b = (s1)p[2];
        return true;
    case 'k':
        i->a = p[1];
        return is_loadable(d, i->a, false);
    case 'K':
        i->a = be2(p + 1);
        return is_loadable(d, i->a, i->op == OPC_ldc2_w);
    case 'f':
        i->a = be2(p + 1);
        return is_pool(d, i->a, CP_FIELDREF);
    case 'm':
        i->a = be2(p + 1);
        return is_method(d, i->a);
    case 'c':
        i->a = be2(p + 1);
        return is_pool(d, i->a, CP_CLASS);
    case 'M':
        i->a = be2(p + 1);
        i->b = p[3];
        return is_pool(d, i->a, CP_CLASS) && p[3] != 0;
    case 'J':
        i->a = be2(p + 1);
        i->b = p[3];
        return is_method(d, i->a) && p[4] == 0;
    case 'D':
        i->a = be2(p + 1);
        return is_pool(d, i->a, CP_INVOKE_DYNAMIC) && be2(p + 3) == 0;
    case 'o':
        return read_branch(d, i, (s2)be2(p + 1));
    case 'O':
        return read_branch(d, i, (s4)be4(p + 1));
    case 'w':
        return read_wide(d, i, p);
    default:
        return read_switch(d, i);
    }
}

static bool read_insns(struct decoder *d, const struct place *where,
                       struct diag *diag) {
    struct code *code = d->code;
    code->insn = ARENA_ARRAY(d->arena, struct insn, code->length);
    code->jump =
        ARENA_ARRAY(d->arena, u2, code->length / 3);  // each has three bytes
    struct place at = *where;
    size_t base = (size_t)(d->bytes - d->c->in.p);
    for (u4 pc = 0; pc < code->length;) {
        struct insn *i = &code->insn[code->n_insn++];
        const u1 *p = d->bytes + pc;
        *i = (struct insn){.pc = (u2)pc, .len = 1, .op = *p};
        if (op_table[*p].format == ' ') {
            pc++;
            continue;
        }
        at.byte = base + pc;
        if (*p >= OPC_N) {
            diag_report(diag, CODE_OPCODE, &at, *p);
            return false;
        }
        if (!read_operands(d, i, p)) {
            diag_report(diag, CODE_OPERAND, &at, op_table[*p].name);
            return false;
        }
        if (insn_is_branch(i) || insn_is_switch(i)) {
            code->jump[code->n_jumps++] = (u2)(code->n_insn - 1);
        }
        pc += i->len;
    }
    return true;
}

static bool read_handlers(struct code *code, const struct cf_class *c,
                          struct cursor *cur, struct arena *arena) {
    code->n_handlers = cur_u2(cur);
    if (code->n_handlers * 8 > cur_left(cur)) {
        cur_fail(cur);
        return false;
    }
    code->handler = ARENA_ARRAY(arena, struct code_handler, code->n_handlers);
    for (u4 i = 0; i < code->n_handlers; i++) {
        struct code_handler *h = &code->handler[i];
        h->start = cur_u2(cur);
        h->end = cur_u2(cur);
        h->handler = cur_u2(cur);
        h->type = cur_u2(cur);
        if (h->type && !cp_is(c, h->type, CP_CLASS)) {
            cur_fail(cur);
            return false;
        }
    }
    return cur_ok(cur);
}

// Versions up to 45.2 had short fields before the code. HotSpot read them so up
// to JDK 14 and reads the common form since, so there are both: one that makes
// sense in the common form is taken for that.
bool code_is_narrow(const struct cf_class *c, struct bytes body) {
    if (c->major > 45 || c->minor > 2) {
        return false;
    }
    u4 length = body.n >= 12 ? be4(body.p + 4) : 0;
    return length == 0 || length > 65535 || 8 + length + 4 > body.n;
}

struct code_args {
    struct arena *arena;
    const struct place *at;
    struct diag *d;
};

// Instructions and handlers; cur is left behind them.
static bool read_body(struct code *code, struct cf_class *c,
                      const struct cf_attr *a, struct cursor *cur,
                      const struct code_args *to) {
    *code = (struct code){0};
    struct place at = *to->at;
    *cur = cur_at(c->in, a->at, a->len);
    code->narrow = code_is_narrow(c, attr_body(c, a));
    code->max_stack = code->narrow ? cur_u1(cur) : cur_u2(cur);
    code->max_locals = code->narrow ? cur_u1(cur) : cur_u2(cur);
    code->length = code->narrow ? cur_u2(cur) : cur_u4(cur);
    if (cur_ok(cur) && (code->length == 0 || code->length > 65535)) {
        at.byte = cur_off(cur) - (code->narrow ? 2 : 4);
        diag_report(to->d, CODE_LENGTH, &at, code->length);
        return false;
    }
    struct bytes bytes = cur_bytes(cur, code->length);
    if (!cur_ok(cur)) {
        at.byte = cur->bad;
        diag_report(to->d, CODE_TRUNCATED, &at);
        return false;
    }
    struct decoder dec = {
        .code = code, .c = c, .bytes = bytes.p, .arena = to->arena};
    if (!read_insns(&dec, to->at, to->d)) {
        return false;
    }
    if (!read_handlers(code, c, cur, to->arena)) {
        at.byte = cur->bad;
        diag_report(to->d, CODE_TABLE, &at, "exception table");
        return false;
    }
    return true;
}

bool code_parse_body(struct code *code, struct cf_class *c,
                     const struct cf_attr *a, struct arena *arena,
                     const struct place *where, struct diag *d) {
    struct cursor cur;
    return read_body(code, c, a, &cur, &(struct code_args){arena, where, d});
}

bool code_parse(struct code *code, struct cf_class *c, const struct cf_attr *a,
                struct arena *arena, const struct place *where,
                struct diag *d) {
    struct cursor cur;
    if (!read_body(code, c, a, &cur, &(struct code_args){arena, where, d})) {
        return false;
    }
    struct attr_reader r = {c, arena, where, d};
    if (!attr_read_list(&r, &cur, 'K', &code->attrs)) {
        return false;
    }
    if (cur_left(&cur)) {
        struct place at = *where;
        at.byte = cur_off(&cur);
        diag_report(d, CODE_TABLE, &at, "end of Code");
        return false;
    }
    code_read_tables(code, c, arena, where, d);
    return true;
}

const struct code_attr *code_find(const struct code *code,
                                  enum attr_kind kind) {
    for (u4 i = 0; i < code->attrs.n; i++) {
        if (code->attrs.v[i].kind == kind) {
            return &code->attr[i];
        }
    }
    return NULL;
}

u4 code_index(const struct code *code, u4 pc) {
    u4 at = 0;
    SEARCH(at, code->n_insn, i, code->insn[i].pc < pc);
    return at;
}

u2 *code_offsets(const struct code *code, struct arena *a) {
    u2 *index = ARENA_ARRAY(a, u2, code->length);
    memset(index, 0xFF, code->length * sizeof *index);
    for (u4 i = 0; i < code->n_insn; i++) {
        index[code->insn[i].pc] = (u2)i;
    }
    return index;
}

bool insn_int(const struct insn *i, s4 *v) {
    if (i->op >= OPC_iconst_m1 && i->op <= OPC_iconst_5) {
        *v = (s4)i->op - OPC_iconst_0;
        return true;
    }
    *v = i->b;
    return i->op == OPC_bipush || i->op == OPC_sipush;
}
