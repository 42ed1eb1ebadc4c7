# SPDX-License-Identifier: MIT
# analysis/local.mk - files of the library that reads and reasons, by module.
# One line per .c and .h pair, lowest module first.

noinst_LIBRARIES += libanalysis.a

libanalysis_a_SOURCES = \
    %D%/base/types.h %D%/base/cursor.h %D%/base/limits.h %D%/base/thread.h \
    %D%/base/mem.c %D%/base/mem.h \
    %D%/base/str.c %D%/base/str.h \
    %D%/base/near.c %D%/base/near.h \
    %D%/base/big.c %D%/base/big.h \
    %D%/base/sha256.c %D%/base/sha256.h \
    %D%/base/emit.c %D%/base/emit.h \
    %D%/base/shown.c %D%/base/shown.h \
    %D%/base/utf8.c %D%/base/utf8.h \
    %D%/base/out.c %D%/base/out.h \
    %D%/base/arena.c %D%/base/arena.h \
    %D%/base/diag.c %D%/base/diag.h %D%/base/diag.def \
    %D%/base/file.c %D%/base/file.h \
    %D%/base/par.c %D%/base/par.h \
    %D%/base/hash.c %D%/base/hash.h %D%/base/vec.h \
    %D%/base/ordered.c %D%/base/ordered.h \
    %D%/base/ranges.c %D%/base/ranges.h \
    %D%/base/idmap.c %D%/base/idmap.h \
    %D%/base/intern.c %D%/base/intern.h \
    %D%/base/temps.c %D%/base/temps.h \
    %D%/base/tuples.c %D%/base/tuples.h \
    %D%/base/walk.c %D%/base/walk.h \
    %D%/points/set.c %D%/points/set.h \
    %D%/points/points.c %D%/points/points.h %D%/points/points_priv.h \
    %D%/points/work.c %D%/points/cycles.c %D%/points/share.c \
    %D%/zip/inflate.c %D%/zip/inflate.h \
    %D%/zip/zipin.c %D%/zip/zipin.h \
    %D%/zip/zipshape.c %D%/zip/zipshape.h \
    %D%/zip/zipread.c %D%/zip/zipread.h \
    %D%/zip/jarurl.c %D%/zip/jarurl.h \
    %D%/zip/manifest.c %D%/zip/manifest.h \
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
    %D%/classfile/scan.c %D%/classfile/scan.h \
    %D%/classfile/dump.c %D%/classfile/dump.h \
    %D%/image/names.c %D%/image/names.h \
    %D%/image/jimage.c %D%/image/jimage.h \
    %D%/image/archive.c %D%/image/archive.h \
    %D%/image/jdk.c %D%/image/jdk.h \
    %D%/image/sources.c %D%/image/sources.h %D%/image/sources_priv.h \
    %D%/image/load.c %D%/image/classpath.c \
    %D%/image/jdkload.c %D%/image/services.c \
    %D%/types/world.c %D%/types/world.h \
    %D%/types/load.c %D%/types/load.h \
    %D%/types/resolve.c %D%/types/resolve.h \
    %D%/types/access.c %D%/types/access.h \
    %D%/solve/solve.c %D%/solve/solve.h %D%/solve/edges.def \
    %D%/solve/body.c %D%/solve/engine.h \
    %D%/models/models.c %D%/models/models.h %D%/models/models_priv.h \
    %D%/models/natives.def %D%/models/vm.def \
    %D%/models/indy.c %D%/models/handles.c %D%/models/services.c \
    %D%/models/serial.c %D%/models/annotations.c %D%/models/lookup.c \
    %D%/models/arrays.c \
    %D%/models/enums.c \
    %D%/heap/heap.c %D%/heap/heap.h %D%/heap/heap_priv.h \
    %D%/heap/objects.c %D%/heap/calls.c %D%/heap/client.c %D%/heap/body.c \
    %D%/heap/native.c %D%/heap/fields.c %D%/heap/values.def \
    %D%/fragment/interface.c %D%/fragment/interface.h \
    %D%/fragment/inttext.h %D%/fragment/intread.c %D%/fragment/intwrite.c \
    %D%/fragment/inttests.c %D%/fragment/inttests.h \
    %D%/fragment/placeholder.c %D%/fragment/placeholder.h \
    %D%/graph/text.c %D%/graph/text.h \
    %D%/graph/callgraph.c %D%/graph/callgraph.h \
    %D%/graph/count.c \
    %D%/graph/lines.c %D%/graph/lines.h \
    %D%/graph/edges.c %D%/graph/edges.h \
    %D%/graph/values.c %D%/graph/values.h \
    %D%/graph/write.c %D%/graph/write.h \
    %D%/graph/writer.c %D%/graph/writer.h \
    %D%/graph/component.c %D%/graph/component.h \
    %D%/graph/compwrite.c \
    %D%/forest/receivers.c %D%/forest/receivers.h \
    %D%/forest/calls.c %D%/forest/calls.h \
    %D%/forest/backward.c %D%/forest/backward.h \
    %D%/forest/cycles.c %D%/forest/cycles.h \
    %D%/forest/levels.c %D%/forest/levels.h \
    %D%/forest/silent.c %D%/forest/silent.h \
    %D%/forest/spare.c %D%/forest/spare.h \
    %D%/forest/stop_depth.c %D%/forest/stop_this.c %D%/forest/stop_guard.c \
    %D%/forest/stop_filter.c %D%/forest/stop.h \
    %D%/forest/forest.c %D%/forest/forest.h \
    %D%/forest/ways.c %D%/forest/frommain.c %D%/forest/ways.h \
    %D%/forest/guards.c %D%/forest/guards.h %D%/forest/guards_priv.h \
    %D%/forest/constprop.c %D%/forest/constinsn.c \
    %D%/forest/constfield.c %D%/forest/constenum.c \
    %D%/flow/flow.h %D%/flow/flow_priv.h %D%/flow/stmts.def \
    %D%/flow/build.c %D%/flow/cfg.c %D%/flow/subs.c \
    %D%/flow/exec.c %D%/flow/insn.c %D%/flow/merge.c \
    %D%/flow/number.c %D%/flow/print.c
