# SPDX-License-Identifier: MIT
# analysis/local.mk - files of the library that reads and reasons, by module.
# One line per .c and .h pair, lowest module first.

noinst_LIBRARIES += libanalysis.a

libanalysis_a_SOURCES = \
    %D%/base/types.h %D%/base/cursor.h %D%/base/limits.h %D%/base/thread.h \
    %D%/base/vec.h \
    %D%/base/mem.c %D%/base/mem.h \
    %D%/base/temps.c %D%/base/temps.h \
    %D%/base/str.c %D%/base/str.h \
    %D%/base/sha256.c %D%/base/sha256.h \
    %D%/base/emit.c %D%/base/emit.h \
    %D%/base/utf8.c %D%/base/utf8.h \
    %D%/base/shown.c %D%/base/shown.h \
    %D%/base/arena.c %D%/base/arena.h \
    %D%/base/diag.c %D%/base/diag.h %D%/base/diag.def \
    %D%/base/file.c %D%/base/file.h \
    %D%/base/walk.c %D%/base/walk.h \
    %D%/base/record.c %D%/base/record.h \
    %D%/base/folder.c %D%/base/folder.h \
    %D%/base/order.h \
    %D%/base/par.c %D%/base/par.h \
    %D%/table/hash.c %D%/table/hash.h %D%/table/umap.h \
    %D%/table/idmap.c %D%/table/idmap.h \
    %D%/table/intern.c %D%/table/intern.h \
    %D%/table/tuples.c %D%/table/tuples.h \
    %D%/table/ordered.c %D%/table/ordered.h \
    %D%/table/ranges.c %D%/table/ranges.h \
    %D%/text/near.c %D%/text/near.h \
    %D%/text/big.c %D%/text/big.h \
    %D%/text/out.c %D%/text/out.h \
    %D%/text/arglist.c %D%/text/arglist.h \
    %D%/text/argfile.c %D%/text/argfile.h \
    %D%/inclusion/set.c %D%/inclusion/set.h \
    %D%/inclusion/points.c %D%/inclusion/points.h %D%/inclusion/points_priv.h \
    %D%/inclusion/work.c %D%/inclusion/collapse.c %D%/inclusion/share.c \
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
    %D%/classfile/annot.c %D%/classfile/annot.h \
    %D%/classfile/annotvalues.c %D%/classfile/annotvalues.h \
    %D%/classfile/parse.c \
    %D%/classfile/code.c %D%/classfile/codetab.c \
    %D%/classfile/code.h %D%/classfile/code_priv.h \
    %D%/classfile/sim.c %D%/classfile/sim.h \
    %D%/classfile/stack.c %D%/classfile/stack.h \
    %D%/classfile/scan.c %D%/classfile/scan.h \
    %D%/classfile/dump.c %D%/classfile/dump.h \
    %D%/sources/nametable.c %D%/sources/nametable.h \
    %D%/sources/jimage.c %D%/sources/jimage.h \
    %D%/sources/archive.c %D%/sources/archive.h \
    %D%/sources/jdk.c %D%/sources/jdk.h \
    %D%/sources/sources.c %D%/sources/sources.h %D%/sources/sources_priv.h \
    %D%/sources/contents.c %D%/sources/classpath.c \
    %D%/sources/jdkload.c %D%/sources/moduleinfo.c \
    %D%/sources/providers.c %D%/sources/resources.c \
    %D%/sources/nametext.c %D%/sources/nametext.h \
    %D%/sources/supertypes.c %D%/sources/supertypes.h \
    %D%/world/world.c %D%/world/world.h %D%/world/receivers.def \
    %D%/world/load.c %D%/world/load.h \
    %D%/world/resolve.c %D%/world/resolve.h \
    %D%/world/access.c %D%/world/access.h \
    %D%/world/visible.c %D%/world/visible.h \
    %D%/world/resourcenames.c %D%/world/resourcenames.h \
    %D%/reach/reach.c %D%/reach/reach.h %D%/reach/edges.def \
    %D%/reach/bodysites.c %D%/reach/engine.h \
    %D%/models/models.c %D%/models/models.h %D%/models/models_priv.h \
    %D%/models/natives.c %D%/models/natives.h %D%/models/natives.def %D%/models/vm.def \
    %D%/models/indy.c %D%/models/handles.c %D%/models/services.c \
    %D%/models/serial.c %D%/models/annotations.c %D%/models/lookup.c \
    %D%/models/arrays.c \
    %D%/models/enums.c \
    %D%/dynamic/dynamic.c %D%/dynamic/dynamic.h %D%/dynamic/dynamic_priv.h \
    %D%/dynamic/following.h %D%/dynamic/tokens.h %D%/dynamic/traces.h \
    %D%/dynamic/reflect.def %D%/dynamic/tokens.c %D%/dynamic/callers.c \
    %D%/dynamic/traces.c %D%/dynamic/ops.c %D%/dynamic/concat.c \
    %D%/dynamic/reflectcalls.c %D%/dynamic/lookupcalls.c %D%/dynamic/members.c \
    %D%/dynamic/casts.c %D%/dynamic/casts.h %D%/dynamic/path.c %D%/dynamic/forname.c %D%/dynamic/pushed.c %D%/dynamic/built.c \
    %D%/dynamic/gates.c %D%/dynamic/gates.def %D%/dynamic/loose.c \
    %D%/dynamic/fills.c %D%/dynamic/params.c \
    %D%/dynamic/properties.c %D%/dynamic/properties.def \
    %D%/dynamic/put.c %D%/dynamic/nested.c %D%/dynamic/security.c %D%/dynamic/elements.c \
    %D%/effects/effects.c %D%/effects/effects.h %D%/effects/effects_priv.h \
    %D%/effects/any.c %D%/effects/lookups.c %D%/effects/proxies.c \
    %D%/effects/streams.c %D%/effects/factories.c %D%/effects/factories.def \
    %D%/pointsto/pointsto.c %D%/pointsto/pointsto.h %D%/pointsto/pointsto_priv.h \
    %D%/pointsto/objects.c %D%/pointsto/calltargets.c %D%/pointsto/client.c %D%/pointsto/bodyflow.c \
    %D%/pointsto/native.c %D%/pointsto/reflected.c %D%/pointsto/fields.c \
    %D%/interface/interface.c %D%/interface/interface.h \
    %D%/interface/inttext.h %D%/interface/intread.c %D%/interface/intwrite.c \
    %D%/interface/inttests.c %D%/interface/inttests.h \
    %D%/interface/placeholder.c %D%/interface/placeholder.h \
    %D%/callgraph/graphtext.c %D%/callgraph/graphtext.h \
    %D%/callgraph/callgraph.c %D%/callgraph/callgraph.h \
    %D%/callgraph/edgecount.c \
    %D%/callgraph/sourcelines.c %D%/callgraph/sourcelines.h \
    %D%/callgraph/edges.c %D%/callgraph/edges.h \
    %D%/listing/unfollowed.c %D%/listing/unfollowed.h \
    %D%/listing/values.c %D%/listing/values.h \
    %D%/listing/write.c %D%/listing/write.h \
    %D%/listing/writer.c %D%/listing/writer.h \
    %D%/component/component.c %D%/component/component.h \
    %D%/listing/compwrite.c %D%/listing/compwrite.h \
    %D%/component/receivers.c %D%/component/receivers.h \
    %D%/component/calls.c %D%/component/calls.h \
    %D%/component/backward.c %D%/component/backward.h \
    %D%/component/cycles.c %D%/component/cycles.h \
    %D%/component/levels.c %D%/component/levels.h \
    %D%/component/silent.c %D%/component/silent.h \
    %D%/forest/stop_depth.c %D%/forest/stop_this.c %D%/forest/stop_guard.c \
    %D%/forest/stop_filter.c %D%/forest/stop.c %D%/forest/stop.h \
    %D%/forest/stops.def \
    %D%/forest/forest.c %D%/forest/forest.h \
    %D%/forest/ways.c %D%/forest/frommain.c %D%/forest/ways.h \
    %D%/constprop/guards.c %D%/constprop/guards.h %D%/constprop/guards_priv.h \
    %D%/constprop/constprop.c %D%/constprop/constinsn.c \
    %D%/constprop/constfield.c %D%/constprop/constenum.c \
    %D%/flow/flow.h %D%/flow/flow_priv.h %D%/flow/stmts.def \
    %D%/flow/build.c %D%/flow/cfg.c %D%/flow/subs.c \
    %D%/flow/exec.c %D%/flow/insn.c %D%/flow/merge.c \
    %D%/flow/number.c %D%/flow/print.c \
    %D%/flow/postdom.c %D%/flow/postdom.h

# What each folder is for, and why it is so.
EXTRA_DIST += %D%/base/README.md %D%/table/README.md %D%/text/README.md %D%/zip/README.md %D%/classfile/README.md \
    %D%/flow/README.md %D%/sources/README.md %D%/world/README.md %D%/reach/README.md \
    %D%/models/README.md %D%/dynamic/README.md %D%/effects/README.md %D%/pointsto/README.md %D%/inclusion/README.md \
    %D%/interface/README.md %D%/callgraph/README.md %D%/component/README.md \
    %D%/listing/README.md %D%/constprop/README.md %D%/forest/README.md %D%/forest/NOTES.md \
    %D%/pointsto/NOTES.md %D%/dynamic/NOTES.md
