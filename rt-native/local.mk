# SPDX-License-Identifier: MIT
# rt-native/local.mk - the JNI library that travels inside instrumented jars,
# and the file formats it shares with the program.

noinst_LIBRARIES += librtformats.a

librtformats_a_SOURCES = \
    %D%/data.c %D%/data.h %D%/dataread.c %D%/datawords.def \
    %D%/machine.c %D%/machine.h %D%/machine_priv.h \
    %D%/nodes.c %D%/notes.c %D%/steps.c \
    %D%/plan.c %D%/plan.h %D%/plan.def %D%/planwords.def
