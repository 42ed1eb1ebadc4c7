// SPDX-License-Identifier: MIT
// randomedit.c - edits of all kinds at random places: randomedit SEED FILE...
//
// Rewrites class files in place. What is inserted does nothing that a program
// could see: it pushes and pops, counts in locals of its own, calls r.P, and
// rethrows. So whatever is inserted wherever, the verifier must accept the
// class and the program must do what it did. Ranges of its own stand behind
// all others, because a handler that stands first and rethrows would hide the
// method's own; in a constructor only edit_wrap may add any.
#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "rewriter/edit/classwrite.h"

#include <inttypes.h>
#include <stdlib.h>

struct random {
    u8 state;
};

// The next number below n (splitmix64).
static u4 next(struct random *r, u4 n) {
    r->state += 0x9E3779B97F4A7C15u;
    u8 z = r->state;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (u4)((z ^ z >> 31) % n);
}

static void invoke(struct edit *e, struct seq *q, struct random *r) {
    seq_op(e, q, OPC_aconst_null);
    seq_int(e, q, (s4)(next(r, 200000) - 100000));
    seq_invokestatic(e, q,
                     pool_methodref(e->pool, STR("r/P"), STR("p"),
                                    STR("(Ljava/lang/Object;I)V")));
}

// Straight-line code that leaves the stack as it was. One in a few hundred is
// so long that branches over it must be widened.
static struct seq sequence(struct edit *e, struct random *r) {
    struct seq q = seq_begin(e);
    if (next(r, 300) == 0 && e->k->length < 30000) {
        for (u4 i = 0; i < 33000; i++) {
            seq_op(e, &q, OPC_nop);
        }
    }
    for (u4 n = 1 + next(r, 3); n; n--) {
        switch (next(r, 4)) {
        case 0:
            invoke(e, &q, r);
            break;
        case 1:
            seq_op(e, &q, OPC_lconst_0);
            seq_op(e, &q, OPC_dup2);
            seq_op(e, &q, OPC_lcmp);
            seq_op(e, &q, OPC_pop);
            break;
        case 2:
            seq_int(e, &q, (s4)next(r, 40));
            seq_op(e, &q, OPC_pop);
            break;
        default:
            seq_op(e, &q, OPC_nop);
        }
    }
    return q;
}

// A local that is set at entry and read at returns and in handlers.
static void add_local(struct edit *e, struct random *r) {
    static const struct {
        u1 tag, constant, store, load, pop;
    } kinds[] = {
        {VT_INT, OPC_iconst_0, OPC_istore, OPC_iload, OPC_pop},
        {VT_FLOAT, OPC_fconst_1, OPC_fstore, OPC_fload, OPC_pop},
        {VT_LONG, OPC_lconst_1, OPC_lstore, OPC_lload, OPC_pop2},
        {VT_DOUBLE, OPC_dconst_0, OPC_dstore, OPC_dload, OPC_pop2},
    };
    u4 k = next(r, 4);
    if (e->n_locals == EDIT_MAX_LOCALS) {
        return;
    }
    u4 index = edit_add_local(e, (struct vtype){.tag = kinds[k].tag});
    struct seq set = seq_begin(e);
    seq_op(e, &set, kinds[k].constant);
    seq_local(e, &set, kinds[k].store, index);
    edit_entry(e, set);
    struct seq get = seq_begin(e);
    seq_local(e, &get, kinds[k].load, index);
    seq_op(e, &get, kinds[k].pop);
    edit_exits(e, get);
    edit_handler_entries(e, get);
}

static void add_range(struct edit *e, struct random *r) {
    u2 type = pool_class(e->pool, STR("java/lang/Throwable"));
    struct seq q = sequence(e, r);
    seq_op(e, &q, OPC_athrow);
    u4 h = edit_add_handler(e, (struct edit_handler){.seq = q, .type = type});
    struct edit_range range = {
        .from = {next(r, e->k->n_insn), (enum edit_side)next(r, 3)},
        .to = {next(r, e->k->n_insn + 1), EDIT_BAR},
        .type = next(r, 2) ? type : 0,
        .handler = h,
    };
    edit_add_range(e, range);
}

static void edit_once(struct edit *e, struct random *r, bool ranges) {
    u4 i = next(r, e->k->n_insn);
    switch (next(r, ranges ? 7 : 6)) {
    case 0:
        edit_entry(e, sequence(e, r));
        break;
    case 1:
        edit_before(e, i, sequence(e, r));
        break;
    case 2:
        if (!op_is(e->k->insn[i].op, OP_END) &&
            e->k->insn[i].op != OPC_monitorenter) {
            edit_after(e, i, sequence(e, r));
        }
        break;
    case 3:
        edit_exits(e, sequence(e, r));
        break;
    case 4:
        edit_handler_entries(e, sequence(e, r));
        break;
    case 5:
        add_local(e, r);
        break;
    default:
        add_range(e, r);
    }
}

static void random_edit(void *ctx, struct edit *e) {
    struct random *r = ctx;
    bool init = str_eq(cp_str(e->c, e->m->name), STR("<init>"));
    for (u4 n = next(r, 8); n && e->refused == REFUSED_NOT; n--) {
        edit_once(e, r, !init);
    }
    if (next(r, 2)) {
        edit_wrap(e, sequence(e, r));
    }
}

struct totals {
    u4 edited, refused;
};

static bool rewrite(const char *path, struct random *r, struct totals *t,
                    struct diag *d) {
    struct class_writer w;
    struct cf_class c;
    struct emit in, out;
    struct outfile file;
    struct place at = {.file = str_of(path), .byte = NO_BYTE};
    struct class_edit edit = {.method = random_edit, .ctx = r};
    cw_init(&w);
    emit_init(&in, LIMIT_CLASS_BYTES);
    emit_init(&out, LIMIT_EDITED_BYTES);
    bool ok = file_read(path, LIMIT_CLASS_BYTES, &in, d) &&
              cw_parse(&w, &c, (struct bytes){in.p, in.n}, &at, d) &&
              cw_write(&w, &c, &edit, &out, &at, d) &&
              outfile_open(&file, path, 0644, d);
    if (ok) {
        ok = file_write_all(file.fd, out.p, out.n, 0) &&
             outfile_commit(&file, d);
        t->edited += w.n_edited;
        t->refused += w.n_refused;
    }
    emit_release(&in);
    emit_release(&out);
    cw_release(&w);
    return ok;
}

int main(int argc, char **argv) {
    struct diag d;
    struct totals t = {0};
    struct random r = {argc > 1 ? strtoull(argv[1], NULL, 10) : 0};
    bool ok = argc > 2;
    diag_init(&d, DIAG_WARNING, false);
    for (int i = 2; i < argc; i++) {
        ok = rewrite(argv[i], &r, &t, &d) && ok;
    }
    diag_flush(&d, stderr);
    diag_release(&d);
    printf("%u methods edited, %u refused\n", t.edited, t.refused);
    return ok ? 0 : 1;
}
