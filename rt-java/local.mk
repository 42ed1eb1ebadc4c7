# SPDX-License-Identifier: MIT
# rt-java/local.mk - the Java side of the run-time library, and all of the run
# time as it travels inside instrumented jars: classes and library, made part of
# the program.

# Uses what Java 8 does not have, and does without it there.
rt_java_fresh = %D%/ccinstr/rt/Fresh.java
rt_java_sources = \
    %D%/ccinstr/rt/Boot.java %D%/ccinstr/rt/Classes.java \
    %D%/ccinstr/rt/Live.java %D%/ccinstr/rt/Memory.java \
    %D%/ccinstr/rt/Probe.java %D%/ccinstr/rt/Steps.java \
    %D%/ccinstr/rt/Threads.java
rt_java_stubs = %D%/stubs/sun/misc/Unsafe.java
EXTRA_DIST += $(rt_java_sources) $(rt_java_fresh) $(rt_java_stubs) %D%/embed.sh %D%/ids.sh %D%/README.md

# For Java 8 upward, with line numbers and nothing else about the sources.
# Numbers that C has as well. The compiler puts them where they are used: nobody needs the
# class.
rt_java_ids = %D%/made/ccinstr/rt/Ids.java
rt_java_tables = rt-native/shared.def rt-native/datawords.def
$(rt_java_ids): $(rt_java_tables) %D%/ids.sh
	$(AM_V_GEN)$(MKDIR_P) %D%/made/ccinstr/rt
	$(AM_V_at)cd $(srcdir) && $(SHELL) %D%/ids.sh $(rt_java_tables) \
	    >$(abs_builddir)/$@.tmp && mv $(abs_builddir)/$@.tmp $(abs_builddir)/$@

%D%/runtime.stamp: $(rt_java_sources) $(rt_java_fresh) $(rt_java_stubs) $(rt_java_ids)
	$(AM_V_GEN)rm -rf %D%/runtime %D%/stubs-made
	$(AM_V_at)$(MKDIR_P) %D%/runtime %D%/stubs-made
	$(AM_V_at)cd $(srcdir) && $(JAVAC) --release 8 -encoding UTF-8 -Xlint:-options \
	    -d $(abs_builddir)/%D%/stubs-made $(rt_java_stubs)
	$(AM_V_at)cd $(srcdir) && $(JAVAC) -source 8 -target 8 -encoding UTF-8 \
	    -g:source,lines -Xlint:all -Xlint:-options -Xlint:-removal -Werror \
	    -d $(abs_builddir)/%D%/runtime $(rt_java_fresh)
	$(AM_V_at)cd $(srcdir) && $(JAVAC) --release 8 -encoding UTF-8 -g:source,lines \
	    -Xlint:all -Xlint:-options -Werror \
	    -cp $(abs_builddir)/%D%/stubs-made:$(abs_builddir)/%D%/runtime \
	    -d $(abs_builddir)/%D%/runtime $(rt_java_sources) $(abs_builddir)/$(rt_java_ids)
	$(AM_V_at)rm -f %D%/runtime/ccinstr/rt/Ids.class
	$(AM_V_at)touch $@

%D%/embedded.c: %D%/runtime.stamp rt-native/libccinstr.so %D%/embed.sh
	$(AM_V_GEN)$(SHELL) $(srcdir)/%D%/embed.sh %D%/runtime \
	    rt-native/libccinstr.so >$@.tmp && mv $@.tmp $@

CLEANFILES += %D%/runtime.stamp %D%/embedded.c
clean-local: clean-runtime
clean-runtime:
	rm -rf %D%/runtime %D%/stubs-made %D%/made
.PHONY: clean-runtime
