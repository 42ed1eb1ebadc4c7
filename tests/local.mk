# SPDX-License-Identifier: MIT
# tests/local.mk - what make check runs, and the targets for what takes longer.

TEST_EXTENSIONS = .t .sh
TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) \
    $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(TAP_DRIVER)
# A script fails by its test points, or by ending before its plan. A program
# can fail after its last test point too: a leak found at its exit.
T_LOG_DRIVER = $(TAP_DRIVER) --ignore-exit
SH_LOG_DRIVER = $(TAP_DRIVER) --ignore-exit

# A sanitizer's finding must not look like one of our exit statuses.
AM_TESTS_ENVIRONMENT = \
    builddir='$(abs_top_builddir)'; export builddir; \
    CCINSTR='$(abs_top_builddir)/ccinstr'; export CCINSTR; \
    CC='$(CC)'; export CC; \
    LINT_CPPFLAGS='$(LIBZIP_CFLAGS) $(ZLIB_CFLAGS) $(LIBDEFLATE_CFLAGS) $(JNI_CPPFLAGS)'; \
    export LINT_CPPFLAGS; \
    CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
    ASAN_OPTIONS="exitcode=86:$$ASAN_OPTIONS"; export ASAN_OPTIONS; \
    TSAN_OPTIONS="exitcode=86:$$TSAN_OPTIONS"; export TSAN_OPTIONS; \
    UBSAN_OPTIONS="print_stacktrace=1:$$UBSAN_OPTIONS"; export UBSAN_OPTIONS; \
    LC_ALL=C; export LC_ALL; TZ=UTC; export TZ;

# --- Programs ----------------------------------------------------------------
#
# A program that has no lines of its own is the .c file of its name, linked with $(LDADD).

# What unit tests, tools and fuzzers share; the linker takes what a program needs.
check_LIBRARIES += %D%/libtests.a
%C%_libtests_a_SOURCES = \
    %D%/unit/lib/asmclass.c %D%/unit/lib/asmclass.h \
    %D%/unit/lib/draftdata.c %D%/unit/lib/draftdata.h \
    %D%/unit/lib/jimagefile.c %D%/unit/lib/jimagefile.h \
    %D%/unit/lib/naivemachine.c %D%/unit/lib/naivemachine.h \
    %D%/unit/lib/naivepoints.c %D%/unit/lib/naivepoints.h \
    %D%/unit/lib/sample.c %D%/unit/lib/sample.h \
    %D%/unit/lib/sampledata.c %D%/unit/lib/sampledata.h \
    %D%/unit/lib/sampleplan.c %D%/unit/lib/sampleplan.h \
    %D%/unit/lib/smalldynamic.c %D%/unit/lib/smalldynamic.h \
    %D%/unit/lib/smallworld.c %D%/unit/lib/smallworld.h \
    %D%/fuzz/judge.c %D%/fuzz/judge.h \
    %D%/fuzz/memfile.c %D%/fuzz/memfile.h \
    %D%/fuzz/repair.c %D%/fuzz/repair.h \
    %D%/fuzz/wellformed.c %D%/fuzz/wellformed.h
if HAVE_CMOCKA
%C%_libtests_a_SOURCES += \
    %D%/unit/lib/edited.c %D%/unit/lib/edited.h \
    %D%/unit/lib/flowed.c %D%/unit/lib/flowed.h \
    %D%/unit/lib/naivechains.c %D%/unit/lib/naivechains.h \
    %D%/unit/lib/poolfiles.c %D%/unit/lib/poolfiles.h \
    %D%/unit/lib/randomplan.c \
    %D%/unit/lib/randompool.c %D%/unit/lib/randompool.h \
    %D%/unit/lib/randomrun.c %D%/unit/lib/randomrun.h \
    %D%/unit/lib/smallplan.c %D%/unit/lib/smallplan.h
endif

OUR_LIBS = %D%/libtests.a librewriter.a libanalysis.a librtformats.a $(BASE_LIBS)
LDADD = $(OUR_LIBS) $(CMOCKA_LIBS)

# To add a unit test: a line here.
unit_tests = \
    %D%/unit/test_base_arena \
    %D%/unit/test_base_cursor \
    %D%/unit/test_base_diag \
    %D%/unit/test_base_file \
    %D%/unit/test_base_par \
    %D%/unit/test_base_sha256 \
    %D%/unit/test_base_shown \
    %D%/unit/test_base_str \
    %D%/unit/test_base_utf8 \
    %D%/unit/test_chains_count \
    %D%/unit/test_chains_find \
    %D%/unit/test_chains_list \
    %D%/unit/test_chains_readable \
    %D%/unit/test_chains_show \
    %D%/unit/test_classfile_annotvalues \
    %D%/unit/test_classfile_code \
    %D%/unit/test_classfile_opcode \
    %D%/unit/test_classfile_parse \
    %D%/unit/test_classfile_scan \
    %D%/unit/test_classfile_sim \
    %D%/unit/test_constprop_guards \
    %D%/unit/test_coverage_byname \
    %D%/unit/test_coverage_compare \
    %D%/unit/test_coverage_figures \
    %D%/unit/test_edit_classwrite \
    %D%/unit/test_edit_edit \
    %D%/unit/test_edit_frames \
    %D%/unit/test_edit_layout \
    %D%/unit/test_edit_pooledit \
    %D%/unit/test_edit_tables \
    %D%/unit/test_edit_wrap \
    %D%/unit/test_flow_bad \
    %D%/unit/test_flow_build \
    %D%/unit/test_flow_merge \
    %D%/unit/test_flow_postdom \
    %D%/unit/test_fuzz_repair \
    %D%/unit/test_fuzz_wellformed \
    %D%/unit/test_inclusion_points \
    %D%/unit/test_inclusion_set \
    %D%/unit/test_interface_interface \
    %D%/unit/test_jar_rewrite \
    %D%/unit/test_jar_select \
    %D%/unit/test_launch_javaline \
    %D%/unit/test_driver_pattern \
    %D%/unit/test_dynamic_casts \
    %D%/unit/test_dynamic_concat \
    %D%/unit/test_dynamic_loose \
    %D%/unit/test_dynamic_members \
    %D%/unit/test_dynamic_path \
    %D%/unit/test_dynamic_put %D%/unit/test_dynamic_gates \
    %D%/unit/test_dynamic_tokens \
    %D%/unit/test_sources_nametext \
    %D%/unit/test_sources_supertypes \
    %D%/unit/test_listing_write \
    %D%/unit/test_models_tables \
    %D%/unit/test_plan_planfile \
    %D%/unit/test_plan_plantext \
    %D%/unit/test_pointsto_naive \
    %D%/unit/test_probe_insert \
    %D%/unit/test_probe_instrclass \
    %D%/unit/test_probe_payload \
    %D%/unit/test_probe_planneeds \
    %D%/unit/test_reach_reach \
    %D%/unit/test_report_words \
    %D%/unit/test_rt_data \
    %D%/unit/test_rt_dataend \
    %D%/unit/test_rt_dataread \
    %D%/unit/test_rt_events \
    %D%/unit/test_rt_guard \
    %D%/unit/test_rt_machine \
    %D%/unit/test_rt_plan \
    %D%/unit/test_rt_scale \
    %D%/unit/test_rt_umap \
    %D%/unit/test_runs_pool \
    %D%/unit/test_runs_trust \
    %D%/unit/test_sources_jimage \
    %D%/unit/test_sources_nametable \
    %D%/unit/test_table_hash \
    %D%/unit/test_table_idmap \
    %D%/unit/test_table_intern \
    %D%/unit/test_table_ordered \
    %D%/unit/test_table_ranges \
    %D%/unit/test_table_umap \
    %D%/unit/test_text_big \
    %D%/unit/test_text_near \
    %D%/unit/test_world_visible \
    %D%/unit/test_world_world \
    %D%/unit/test_zip_inflate \
    %D%/unit/test_zip_jarurl \
    %D%/unit/test_zip_manifest \
    %D%/unit/test_zip_shape

# What analysis/pointsto asks of analysis/inclusion goes through the test.
%C%_unit_test_pointsto_naive_LDFLAGS = $(AM_LDFLAGS) \
    -Wl,--wrap=points_init,--wrap=points_vars,--wrap=points_limit \
    -Wl,--wrap=points_object,--wrap=points_pass,--wrap=points_add \
    -Wl,--wrap=points_flow,--wrap=points_load,--wrap=points_store \
    -Wl,--wrap=points_watch,--wrap=points_field
%C%_unit_test_rt_data_LDFLAGS = $(AM_LDFLAGS) \
    -Wl,--wrap=posix_fallocate64,--wrap=mmap64

if HAVE_CMOCKA
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
endif

# What makes inputs for tests, and what shows what the libraries find, as text.
check_PROGRAMS += \
    %D%/tools/alone \
    %D%/tools/castsites \
    %D%/tools/classdump \
    %D%/tools/datachains \
    %D%/tools/datadump \
    %D%/tools/flowdump \
    %D%/tools/flowframes \
    %D%/tools/flowsources \
    %D%/tools/guards \
    %D%/tools/htmlreport \
    %D%/tools/makecorpus \
    %D%/tools/makedata \
    %D%/tools/makegrowth \
    %D%/tools/makeodd \
    %D%/tools/makeplan \
    %D%/tools/makereport \
    %D%/tools/makerun \
    %D%/tools/named \
    %D%/tools/randomedit \
    %D%/tools/resolve \
    %D%/tools/sources \
    %D%/tools/treebuilder

# All of analysis/ without librewriter.a, and all of the formats with nothing of ours: the
# linker proves both walls.
%C%_tools_classdump_LDADD = $(BASE_LIBS)
%C%_tools_classdump_DEPENDENCIES = libanalysis.a
%C%_tools_classdump_LDFLAGS = $(AM_LDFLAGS) \
    -Wl,--whole-archive,libanalysis.a,--no-whole-archive
%C%_tools_datadump_LDADD =
%C%_tools_datadump_DEPENDENCIES = librtformats.a
%C%_tools_datadump_LDFLAGS = $(AM_LDFLAGS) \
    -Wl,--whole-archive,librtformats.a,--no-whole-archive

# Forests as a plain algorithm makes them, to compare with.
%C%_tools_treebuilder_SOURCES = %D%/tools/treebuilder.c \
    %D%/tools/treebuilder.h %D%/tools/treefilter.c %D%/tools/treemain.c \
    %D%/tools/treerules.c %D%/tools/treespare.c

# What measures a part of ours, and what the scripts of bench/ compile: not run by make
# check, but built, so that they keep up with what they measure.
check_PROGRAMS += \
    %D%/bench/cpu \
    %D%/bench/floor \
    %D%/bench/flow \
    %D%/bench/maps \
    %D%/bench/points \
    %D%/bench/rawcopy \
    %D%/bench/transform
%C%_bench_points_CPPFLAGS = $(AM_CPPFLAGS) $(ROARING_CPPFLAGS)
%C%_bench_points_LDADD = $(OUR_LIBS) $(ROARING_LIBS)

# Calls that fail when they are told to, for LD_PRELOAD.
check_DATA = %D%/tools/faults.so
EXTRA_DIST += %D%/tools/faults.c
CLEANFILES += %D%/tools/faults.so

%D%/tools/faults.so: %D%/tools/faults.c
	$(AM_V_CCLD)$(MKDIR_P) %D%/tools && $(CC) -std=gnu11 -O2 -g $(WARN_CFLAGS) \
	    -fPIC -shared -o $@ $(top_srcdir)/%D%/tools/faults.c

# --- Shell tests -------------------------------------------------------------

# Begun in this order: what takes longest does not come last, when a core has no other work.
SHELL_TESTS = \
    %D%/t/t9120-sample-maven.t \
    %D%/t/t6010-jar-fields.t \
    %D%/t/t6011-jar-bad.t \
    %D%/t/t6012-jar-nested.t \
    %D%/t/t6013-jar-signed.t \
    %D%/t/t6014-folders.t \
    %D%/t/t6015-inputs-kept.t \
    %D%/t/t6016-component.t \
    %D%/t/t6017-jar-seeds.t \
    %D%/t/t1020-dump.t \
    %D%/t/t1030-corpus.t \
    %D%/t/t1031-fuzz-seeds.t \
    %D%/t/t4010-graph.t \
    %D%/t/t4011-graph-lists.t \
    %D%/t/t4012-graph-jars.t \
    %D%/t/t4013-graph-values.t \
    %D%/t/t4014-graph-placeholder.t \
    %D%/t/t4016-graph-handlers.t \
    %D%/t/t4015-graph-subsets.t \
    %D%/t/t4019-random-clients.t \
    %D%/t/t4022-forest.t \
    %D%/t/t4017-graph-fragment.t \
    %D%/t/t4018-graph-interface.t \
    %D%/t/t4023-guards.t \
    %D%/t/t4024-reflection.t \
    %D%/t/t4025-casts.t %D%/t/t4026-levels.t \
    %D%/t/t4029-unknowns.t %D%/t/t4030-lookups.t %D%/t/t4031-loose.t %D%/t/t4034-made-by-jdk.t %D%/t/t4035-factories.t %D%/t/t4036-properties.t \
    %D%/t/t4045-providers.t %D%/t/t4046-bundles.t %D%/t/t4047-services.t %D%/t/t4048-texts.t %D%/t/t4049-nested.t %D%/t/t4050-many.t %D%/t/t4051-built.t \
    %D%/t/t4021-forest-guards.t \
    %D%/t/t4020-forest-reference.t \
    %D%/t/t1040-jdk-classes.t \
    %D%/t/t1041-sources.t \
    %D%/t/t1042-resource-names.t \
    %D%/t/t4039-bad-resources.t \
    %D%/t/t2010-flow.t \
    %D%/t/t2011-flow-sources.t \
    %D%/t/t2012-resolve.t \
    %D%/t/t2013-visible.t \
    %D%/t/t3001-oracle-check.t \
    %D%/t/t3002-oracle-record.t \
    %D%/t/t3003-oracle-graph.t \
    %D%/t/t3004-oracle-recall.t \
    %D%/t/t3010-truth-agent.t \
    %D%/t/t6018-interrupt.t \
    %D%/t/t6019-faults.t \
    %D%/t/t6020-module-packages.t \
    %D%/t/t6021-random-edits.t \
    %D%/t/t6022-reused-worker.t \
    %D%/t/t6024-growth.t \
    %D%/t/t7001-workloads.t \
    %D%/t/t7002-workloads-fail.t \
    %D%/t/t7003-torture.t \
    %D%/t/t7010-probes.t \
    %D%/t/t7011-instrument.t \
    %D%/t/t7020-truth-recorded.t \
    %D%/t/t7021-run-ends.t \
    %D%/t/t7022-dropin-loaders.t \
    %D%/t/t7023-truth-real-program.t \
    %D%/t/t7024-beside-chains.t \
    %D%/t/t7025-refused-methods.t \
    %D%/t/t7026-threads.t \
    %D%/t/t7027-scale.t \
    %D%/t/t7028-modules.t \
    %D%/t/t7029-multi-release.t \
    %D%/t/t7030-jdk-packages.t \
    %D%/t/t7031-odd-stacks-ended-threads.t \
    %D%/t/t7033-instrument-stats.t \
    %D%/t/t7034-unpredicted-classes.t \
    %D%/t/t7035-client-receivers.t \
    %D%/t/t7036-up-to-date.t \
    %D%/t/t7037-enum-reflection.t \
    %D%/t/t7038-same-named-folders.t \
    %D%/t/t7040-instrumented-contents.t \
    %D%/t/t7041-first-calls.t \
    %D%/t/t7048-data-file-cut.t \
    %D%/t/t7049-unpacked-library.t \
    %D%/t/t8001-usage.t \
    %D%/t/t8002-argfile.t \
    %D%/t/t8003-color.t \
    %D%/t/t8010-demo.t \
    %D%/t/t8020-merge.t \
    %D%/t/t8030-html.t \
    %D%/t/t8031-browser.t \
    %D%/t/t8050-run.t \
    %D%/t/t8022-report.t \
    %D%/t/t8023-data-trust.t \
    %D%/t/t8040-formats.t \
    %D%/t/t8060-query.t \
    %D%/t/t8070-completion.t \
    %D%/t/t8080-odd-names.t \
    %D%/t/t8081-whole-outputs.t \
    %D%/t/t9001-man.t \
    %D%/t/t9002-lint.t \
    %D%/t/t9003-install.t \
    %D%/t/t9004-dist.t \
    %D%/t/t9005-deb.t \
    %D%/t/t9110-sample-quickstart.t \
    %D%/t/t9111-sample-make.t \
    %D%/t/t9112-sample-fork.t \
    %D%/t/t9113-sample-modules.t \
    %D%/t/t9114-sample-jdk.t \
    %D%/t/t9121-sample-ant.t \
    %D%/t/t9122-sample-gradle.t \
    %D%/t/t9123-sample-webapp.t \
    %D%/t/t9130-study.t

LINT_TESTS = \
    %D%/lint/deps.sh \
    %D%/lint/exports.sh \
    %D%/lint/headers.sh \
    %D%/lint/includes.sh \
    %D%/lint/map.sh \
    %D%/lint/names.sh \
    %D%/lint/readmes.sh \
    %D%/lint/banned.sh \
    %D%/lint/sizes.sh \
    %D%/lint/symbols.sh \
    %D%/lint/tracked.sh

TESTS += $(SHELL_TESTS) $(LINT_TESTS)
EXTRA_DIST += $(SHELL_TESTS) $(LINT_TESTS) \
    %D%/README.md %D%/lib.sh %D%/madelib.sh %D%/samplelib.sh %D%/coverage.sh \
    %D%/sanitize.sh %D%/commit.sh \
    %D%/tools/browse.py %D%/tools/browse-report.py %D%/tools/starve.py \
    %D%/tools/checkschema.py %D%/tools/checksarif.py %D%/tools/checkodd.py \
    %D%/tools/checkpages.py %D%/tools/checkstory.py \
    %D%/lint/analyzers.sh %D%/lint/banned.txt %D%/lint/deps.txt \
    %D%/lint/exports.txt \
    %D%/fuzz/fuzz.sh %D%/fuzz/components.sh %D%/fuzz/reports.sh

# --- What takes longer -------------------------------------------------------

.PHONY: check-truth check-torture check-sanitize fuzz bench-rewrite bench-graph \
    bench-growth bench-forest bench-points bench-run bench-report lint coverage

# Every class of every jar that is installed, and of the JDK.
# TORTURE_FLAGS='--probes all' puts a probe wherever one can be, instead of nops.
check-torture: ccinstr
	$(top_srcdir)/tests/torture/torture.sh --all $(TORTURE_FLAGS) \
	    $(abs_top_builddir)/ccinstr

# A million states and as many path nodes, in C alone and in a JVM: a minute.
.PHONY: check-scale
check-scale: ccinstr %D%/unit/test_rt_scale %D%/tools/datadump
	SCALE_DEPTH=10 %D%/unit/test_rt_scale
	srcdir='$(top_srcdir)' builddir='$(abs_top_builddir)' RING=1000 \
	    $(top_srcdir)/%D%/t/t7027-scale.t

# Call graphs against what programs do when they run: half an hour. ORACLE_FLAGS may
# name another JDK.
oracle_programs = @features cup antlr2 javacc bcel-v jlapack bsh xerces jdis \
    scala:2 rhino-i jdbc-h2 jdbc-hsqldb lang3 guava antlr4 ecj14 jackson \
    lucene1 lucene4 jjtree dbje h2-script compress disruptor xalan-fo saxonhe \
    ecj checkstyle procyon
.PHONY: check-oracle
check-oracle: ccinstr
	CC='$(CC)' $(top_srcdir)/tests/oracle/run.sh --analyses rta,0cfa,and $(ORACLE_FLAGS) \
	    $(abs_top_builddir)/ccinstr $(oracle_programs)

# How much of what programs do a graph has that is told nothing of reflection: a table, half
# an hour. RECALL_FLAGS='--keep DIR' keeps what is missing, '--analyses and' asks another.
recall_programs = cup antlr2 javacc bcel-v jlapack bsh xerces rhino-i jdbc-h2 jdbc-hsqldb \
    lang3 guava antlr4 ecj14 jackson lucene1 dbje compress disruptor groovy derby \
    checkstyle xalan-fo saxonhe procyon closure scala:2 xstream velocity ant batik fop \
    snakeyaml jtidy logback log4j2 jaxb junit5 junit4 testng spring eclipselink gson guice \
    freemarker jython
.PHONY: check-recall
check-recall: ccinstr
	@CC='$(CC)' $(top_srcdir)/tests/oracle/run.sh --no-roots $(RECALL_FLAGS) \
	    $(abs_top_builddir)/ccinstr $(recall_programs)

# The same as a page with what hides what is missing. Its output is kept as
# tests/oracle/recall.md. STUDY_FLAGS='--recorded DIR' takes and leaves records there.
.PHONY: study-recall
study-recall: ccinstr
	CC='$(CC)' $(top_srcdir)/tests/oracle/recall.sh $(STUDY_FLAGS) \
	    $(abs_top_builddir)/ccinstr $(recall_programs) >recall.md.new
	mv recall.md.new recall.md

# The tarball, built twice in places that differ: five minutes.
.PHONY: check-dist
check-dist:
	srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' DIST_BUILD=1 \
	    $(SHELL) $(top_srcdir)/%D%/t/t9004-dist.t

# The Debian package, built twice in places that differ: as long.
.PHONY: check-deb
check-deb: ccinstr
	srcdir='$(abs_top_srcdir)' builddir='$(abs_top_builddir)' DEB_BUILD=1 \
	    $(SHELL) $(top_srcdir)/%D%/t/t9005-deb.t

# Every command and some instrumented programs with one call after the other failing: an
# hour and more. FAULTS_FLAGS may choose: "--commands 'report*' --kinds 'malloc read'",
# "--at 'jar malloc:17-'"; JVM_FAULTS_FLAGS for the programs.
.PHONY: check-faults
check-faults: ccinstr %D%/tools/faults.so %D%/tools/datachains %D%/tools/datadump
	status=0; \
	$(top_srcdir)/%D%/faults/run.sh --lib %D%/tools/faults.so $(FAULTS_FLAGS) \
	    $(abs_top_builddir)/ccinstr || status=1; \
	$(top_srcdir)/%D%/faults/jvm.sh --lib %D%/tools/faults.so $(JVM_FAULTS_FLAGS) \
	    $(abs_top_builddir)/ccinstr || status=1; \
	exit $$status

# All quick programs, rewritten with nops; make check has some.
.PHONY: check-workloads
check-workloads: ccinstr
	$(top_srcdir)/tests/workloads/run.sh --quick $(abs_top_builddir)/ccinstr

# Programs from instrumented jars in place of the originals: the same to the byte, every
# class from those jars, and what ran in the data. DROPIN_FLAGS may name more JDKs.
dropin_programs = cup javacc jjtree antlr2 xerces rhino-c rhino-i bcel-v bsh \
    jlapack ecj14 guava lang3 jackson disruptor lucene1 lucene4
.PHONY: check-dropin
check-dropin: ccinstr %D%/tools/datachains
	WORKLOADS_DATACHAINS='$(abs_top_builddir)/%D%/tools/datachains' \
	    $(top_srcdir)/tests/workloads/run.sh --probes plan $(DROPIN_FLAGS) \
	    $(abs_top_builddir)/ccinstr $(dropin_programs)

# The lists of components against random clients. CLIENTS_FLAGS may have other
# numbers and seeds.
.PHONY: check-clients
check-clients: ccinstr
	CC='$(CC)' $(top_srcdir)/tests/clients/run.sh --clients 25 \
	    $(CLIENTS_FLAGS) $(abs_top_builddir)/ccinstr @all

# The graph of each analysis within that of the coarser one, on more jars:
# parsers, databases, XML, scripts, logging, compression, and others.
graph_jars = commons-lang3:org.apache.commons.lang3.time \
    guava:com.google.common.collect antlr:antlr.preprocessor cup:java_cup javacc:org.javacc.parser \
    ecj:org.eclipse.jdt.internal.compiler.parser \
    h2:org.h2.mvstore hsqldb:org.hsqldb.lib db-je:com.sleepycat.je.log \
    xercesImpl:org.apache.xerces.parsers Saxon-HE:net.sf.saxon.event \
    bsh:bsh rhino:org.mozilla.javascript.regexp \
    commons-logging:org.apache.commons.logging jackson-core:com.fasterxml.jackson.core \
    commons-compress:org.apache.commons.compress.archivers.zip \
    lucene-core-8.7.0:org.apache.lucene.store bcel:org.apache.bcel.generic
.PHONY: check-jars
check-jars: ccinstr
	$(AM_TESTS_ENVIRONMENT) srcdir='$(abs_top_srcdir)'; export srcdir; \
	GRAPH_JARS='$(graph_jars)' $(abs_top_srcdir)/tests/t/t4015-graph-subsets.t

# Call chains against the reference by all rules, also where there are filters: two minutes.
.PHONY: check-forest
check-forest: ccinstr %D%/tools/treebuilder
	$(AM_TESTS_ENVIRONMENT) srcdir='$(abs_top_srcdir)'; export srcdir; \
	FOREST_RULES=all $(abs_top_srcdir)/tests/t/t4020-forest-reference.t

# Receiver classes and target methods that are required, for eighteen components: a
# minute. Its output is kept as tests/study/rc.md.
.PHONY: study-rc
study-rc: ccinstr
	$(top_srcdir)/tests/study/rc.sh $(STUDY_FLAGS) $(abs_top_builddir)/ccinstr >rc.md.new
	mv rc.md.new rc.md

# What each level of --dynamic makes of fourteen programs: half an hour. Its output is kept as
# tests/study/levels.md.
.PHONY: study-levels
study-levels: ccinstr
	$(top_srcdir)/tests/study/levels.sh $(STUDY_FLAGS) $(abs_top_builddir)/ccinstr >levels.md.new
	mv levels.md.new levels.md

# CPU time and sizes against other tools.
bench-rewrite: ccinstr %D%/bench/transform
	$(top_srcdir)/tests/bench/bench-rewrite $(abs_top_builddir)/ccinstr

# What real programs record against what their stacks show.
check-truth: ccinstr %D%/tools/datachains
	$(top_srcdir)/tests/oracle/real.sh $(abs_top_builddir)/ccinstr \
	    %D%/tools/datachains $(TRUTH_FLAGS)

# CPU time and memory of call graphs.
bench-graph: ccinstr
	$(top_srcdir)/tests/bench/bench-graph $(abs_top_builddir)/ccinstr

bench-growth: ccinstr
	$(top_srcdir)/tests/bench/bench-graph --growth --rounds 3 \
	    $(abs_top_builddir)/ccinstr

# How the work grows with the input, one dimension at a time: some minutes.
.PHONY: check-growth
check-growth: ccinstr %D%/tools/makegrowth
	$(top_srcdir)/tests/bench/growth $(GROWTH_FLAGS) $(abs_top_builddir)/ccinstr \
	    %D%/tools/makegrowth

# The same of forests.
bench-forest: ccinstr
	$(top_srcdir)/tests/bench/bench-forest $(abs_top_builddir)/ccinstr

# Reports of a million covered nodes, and many data files made one.
bench-report: ccinstr
	$(top_srcdir)/tests/bench/bench-report $(abs_top_builddir)/ccinstr $(BENCH_FLAGS)

# How much slower programs run with probes. BENCH_FLAGS may name parts and options.
bench-run: ccinstr
	$(top_srcdir)/tests/bench/bench-run $(abs_top_builddir)/ccinstr $(BENCH_FLAGS)

# CPU time and memory of the points-to solver and its sets alone.
bench-points: %D%/bench/points
	%D%/bench/points

# CPU time and memory of hash tables, ours and uthash.
.PHONY: bench-maps
bench-maps: %D%/bench/maps
	%D%/bench/maps

# The whole suite under AddressSanitizer and UndefinedBehaviorSanitizer, then
# under ThreadSanitizer. Only some tests: TESTS=tests/unit/test_rt_machine.
check-sanitize:
	CC='$(CC)' $(SHELL) $(top_srcdir)/tests/sanitize.sh address,undefined
	CC='$(CC)' $(SHELL) $(top_srcdir)/tests/sanitize.sh thread

# FUZZ_TIME seconds for each program, or for those of FUZZ, with libFuzzer; and what that
# found becomes the corpora of the source tree.
FUZZ_TIME = 60
FUZZ =
fuzz:
	FUZZ_TIME='$(FUZZ_TIME)' FUZZ='$(FUZZ)' $(SHELL) $(top_srcdir)/tests/fuzz/fuzz.sh
.PHONY: fuzz-corpus
fuzz-corpus:
	FUZZ='$(FUZZ)' $(SHELL) $(top_srcdir)/tests/fuzz/fuzz.sh --keep

# What each file of the tree is for.
.PHONY: map
map:
	@srcdir='$(srcdir)' $(SHELL) $(top_srcdir)/%D%/lint/map.sh --print

lint:
	@$(AM_TESTS_ENVIRONMENT) srcdir='$(srcdir)'; export srcdir; \
	$(SHELL) $(top_srcdir)/tests/lint/analyzers.sh

# Lines covered by make check, per file.
coverage:
	CC='$(CC)' GCOV='$(GCOV)' $(SHELL) $(top_srcdir)/tests/coverage.sh

# Build trees of the targets above, and what tests/madelib.sh keeps.
clean-local:
	rm -rf %D%/made sanitize-address,undefined sanitize-thread fuzz coverage demo torture torture-all rc.md

# --- Fuzzing: one program per parser -----------------------------------------
#
# To add one: a line in fuzz_programs, and its _SOURCES and _LDADD:
#     fuzz_class_SOURCES = %D%/fuzz/fuzz_class.c $(FUZZ_MAIN)
#     fuzz_class_LDADD = $(FUZZ_LIBS)

fuzz_programs = fuzz_jar fuzz_class fuzz_edit fuzz_jimage fuzz_flow fuzz_plan \
    fuzz_data fuzz_component fuzz_report fuzz_lines fuzz_manifest fuzz_javaline \
    fuzz_nametext
fuzz_jar_SOURCES = %D%/fuzz/fuzz_jar.c $(FUZZ_MAIN)
fuzz_jar_LDADD = $(FUZZ_LIBS)
fuzz_class_SOURCES = %D%/fuzz/fuzz_class.c $(FUZZ_MAIN)
fuzz_class_LDADD = $(FUZZ_LIBS)
fuzz_edit_SOURCES = %D%/fuzz/fuzz_edit.c $(FUZZ_MAIN)
fuzz_edit_LDADD = $(FUZZ_LIBS)
fuzz_jimage_SOURCES = %D%/fuzz/fuzz_jimage.c $(FUZZ_MAIN)
fuzz_jimage_LDADD = $(FUZZ_LIBS)
fuzz_flow_SOURCES = %D%/fuzz/fuzz_flow.c $(FUZZ_MAIN)
fuzz_flow_LDADD = $(FUZZ_LIBS)
fuzz_plan_SOURCES = %D%/fuzz/fuzz_plan.c $(FUZZ_MAIN)
fuzz_plan_LDADD = $(FUZZ_LIBS)
fuzz_data_SOURCES = %D%/fuzz/fuzz_data.c $(FUZZ_MAIN)
fuzz_data_LDADD = $(FUZZ_LIBS)
fuzz_component_SOURCES = %D%/fuzz/fuzz_component.c $(FUZZ_MAIN)
fuzz_component_LDADD = $(FUZZ_LIBS)
fuzz_report_SOURCES = %D%/fuzz/fuzz_report.c $(FUZZ_MAIN)
fuzz_report_LDADD = $(FUZZ_LIBS)
# Pages are looked at, not written.
fuzz_report_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=folder_write
fuzz_lines_SOURCES = %D%/fuzz/fuzz_lines.c $(FUZZ_MAIN)
fuzz_lines_LDADD = $(FUZZ_LIBS)
fuzz_manifest_SOURCES = %D%/fuzz/fuzz_manifest.c $(FUZZ_MAIN)
fuzz_manifest_LDADD = $(FUZZ_LIBS)
fuzz_javaline_SOURCES = %D%/fuzz/fuzz_javaline.c $(FUZZ_MAIN)
fuzz_javaline_LDADD = $(FUZZ_LIBS)
fuzz_javaline_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=argfile_add
fuzz_nametext_SOURCES = %D%/fuzz/fuzz_nametext.c $(FUZZ_MAIN)
fuzz_nametext_LDADD = $(FUZZ_LIBS)

if FUZZING
noinst_PROGRAMS += $(fuzz_programs)
else
# With the driver they run their seeds (t1031-fuzz-seeds.t).
check_PROGRAMS += fuzz_class fuzz_edit fuzz_jimage fuzz_flow fuzz_plan fuzz_data \
    fuzz_component fuzz_report fuzz_lines fuzz_manifest fuzz_javaline \
    fuzz_nametext
EXTRA_PROGRAMS += fuzz_jar
endif
if FUZZ_DRIVER
FUZZ_MAIN = %D%/fuzz/driver.c
else
FUZZ_MAIN =
EXTRA_DIST += %D%/fuzz/driver.c
endif
FUZZ_LIBS = $(OUR_LIBS) $(FUZZ_LDFLAGS)

EXTRA_DIST += %D%/golden %D%/fuzz/README.md \
    %D%/fuzz/seeds-jar %D%/fuzz/seeds-class \
    %D%/fuzz/seeds-edit %D%/fuzz/seeds-jimage %D%/fuzz/seeds-flow \
    %D%/fuzz/seeds-plan %D%/fuzz/seeds-data %D%/fuzz/seeds-component \
    %D%/fuzz/seeds-report %D%/fuzz/seeds-lines %D%/fuzz/seeds-manifest \
    %D%/fuzz/seeds-javaline %D%/fuzz/seeds-nametext %D%/fuzz/corpus %D%/corpus \
    %D%/bench %D%/faults %D%/fixtures %D%/java %D%/clients %D%/oracle \
    %D%/study %D%/torture %D%/workloads
