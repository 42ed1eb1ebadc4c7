# SPDX-License-Identifier: MIT
# rt-native/local.mk - the JNI library that travels inside instrumented jars,
# and the file formats it shares with the program.

noinst_LIBRARIES += librtformats.a

librtformats_a_SOURCES = \
    %D%/data.c %D%/data.h %D%/dataread.c \
    %D%/datawords.def %D%/guard.c %D%/guard.h \
    %D%/shared.h %D%/shared.def \
    %D%/machine.c %D%/machine.h %D%/machine_priv.h \
    %D%/nodes.c %D%/notes.c %D%/steps.c \
    %D%/plan.c %D%/plan.h %D%/plan.def %D%/planwords.def \
    %D%/sum.c %D%/sum.h %D%/umap.h

# For the JVM under test, so without the instrumentation that this build may have.
rt_library_sources = \
    %D%/glue.c %D%/handover.c %D%/names.c %D%/strangers.c %D%/thrown.c \
    %D%/machine.c %D%/nodes.c %D%/notes.c %D%/steps.c \
    %D%/data.c %D%/guard.c %D%/plan.c %D%/sum.c
rt_library_headers = \
    %D%/handover.h %D%/names.h %D%/strangers.h %D%/thrown.h \
    %D%/machine.h %D%/machine_priv.h %D%/shared.h %D%/shared.def %D%/data.h %D%/datawords.def %D%/guard.h \
    %D%/plan.h %D%/plan.def %D%/planwords.def %D%/sum.h %D%/umap.h
EXTRA_DIST += %D%/glue.c %D%/handover.c %D%/handover.h %D%/names.c %D%/names.h \
    %D%/strangers.c %D%/strangers.h %D%/thrown.c %D%/thrown.h \
    %D%/README.md %D%/NOTES.md
CLEANFILES += %D%/libccinstr.so

%D%/libccinstr.so: $(rt_library_sources) $(rt_library_headers)
	$(AM_V_CCLD)$(MKDIR_P) %D% && $(CC) $(CPPFLAGS) $(JNI_CPPFLAGS) \
	    -I$(top_srcdir) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 \
	    -std=gnu11 -O2 $(WARN_CFLAGS) $(PREFIX_MAPS) -fPIC -fvisibility=hidden \
	    -shared -s -Wl,-z,defs -Wl,-soname,libccinstr.so -o $@ \
	    $(rt_library_sources:%=$(top_srcdir)/%) -lpthread -ldl
