# SPDX-License-Identifier: MIT
# analysis/local.mk - files of the library that reads and reasons, by module.
# One line per .c and .h pair, lowest module first.

noinst_LIBRARIES += libanalysis.a

libanalysis_a_SOURCES = \
    %D%/base/types.h %D%/base/cursor.h %D%/base/limits.h %D%/base/thread.h \
    %D%/base/mem.c %D%/base/mem.h \
    %D%/base/str.c %D%/base/str.h \
    %D%/base/emit.c %D%/base/emit.h \
    %D%/base/arena.c %D%/base/arena.h \
    %D%/base/diag.c %D%/base/diag.h %D%/base/diag.def \
    %D%/base/file.c %D%/base/file.h \
    %D%/base/par.c %D%/base/par.h \
    %D%/zip/inflate.c %D%/zip/inflate.h \
    %D%/zip/zipin.c %D%/zip/zipin.h \
    %D%/zip/zipshape.c %D%/zip/zipshape.h \
    %D%/zip/zipread.c %D%/zip/zipread.h \
    %D%/classfile/classfile.h \
    %D%/classfile/mutf8.c %D%/classfile/mutf8.h \
    %D%/classfile/desc.c %D%/classfile/desc.h \
    %D%/classfile/opcode.c %D%/classfile/opcode.h %D%/classfile/opcodes.def \
    %D%/classfile/attr.c %D%/classfile/attr.h %D%/classfile/attrs.def \
    %D%/classfile/parse.c \
    %D%/classfile/code.c %D%/classfile/codetab.c \
    %D%/classfile/code.h %D%/classfile/code_priv.h \
    %D%/classfile/sim.c %D%/classfile/sim.h \
    %D%/classfile/stack.c %D%/classfile/stack.h \
    %D%/classfile/dump.c %D%/classfile/dump.h \
    %D%/flow/flow.h %D%/flow/flow_priv.h %D%/flow/stmts.def \
    %D%/flow/build.c %D%/flow/cfg.c %D%/flow/subs.c \
    %D%/flow/exec.c %D%/flow/insn.c %D%/flow/merge.c \
    %D%/flow/number.c %D%/flow/print.c
