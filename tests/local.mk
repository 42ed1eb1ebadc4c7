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
    LINT_CPPFLAGS='$(LIBZIP_CFLAGS) $(ZLIB_CFLAGS) $(LIBDEFLATE_CFLAGS)'; \
    export LINT_CPPFLAGS; \
    CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
    ASAN_OPTIONS="exitcode=86:$$ASAN_OPTIONS"; export ASAN_OPTIONS; \
    TSAN_OPTIONS="exitcode=86:$$TSAN_OPTIONS"; export TSAN_OPTIONS; \
    UBSAN_OPTIONS="print_stacktrace=1:$$UBSAN_OPTIONS"; export UBSAN_OPTIONS; \
    LC_ALL=C; export LC_ALL; TZ=UTC; export TZ;

# --- Unit tests: one program per file, linked with our archives --------------
#
# To add one: a line in unit_tests, and its _SOURCES and _LDADD.

unit_tests = \
    test_base_cursor \
    test_base_diag

test_base_cursor_SOURCES = %D%/unit/test_base_cursor.c
test_base_cursor_LDADD = $(ANALYSIS_LIBS)
test_base_diag_SOURCES = %D%/unit/test_base_diag.c
test_base_diag_LDADD = $(ANALYSIS_LIBS)

if HAVE_CMOCKA
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)
endif

# Tests of analysis/ link without librewriter.a: the linker proves the wall.
ANALYSIS_LIBS = libanalysis.a $(BASE_LIBS) $(CMOCKA_LIBS)
REWRITER_LIBS = librewriter.a $(ANALYSIS_LIBS)

# --- Shell tests -------------------------------------------------------------

SHELL_TESTS = \
    %D%/t/t7001-workloads.t \
    %D%/t/t7002-workloads-fail.t \
    %D%/t/t7003-torture.t \
    %D%/t/t8001-usage.t \
    %D%/t/t8002-argfile.t \
    %D%/t/t8003-color.t \
    %D%/t/t8010-demo.t \
    %D%/t/t9001-man.t \
    %D%/t/t9002-lint.t

LINT_TESTS = \
    %D%/lint/deps.sh \
    %D%/lint/headers.sh \
    %D%/lint/banned.sh \
    %D%/lint/sizes.sh \
    %D%/lint/symbols.sh \
    %D%/lint/tracked.sh

TESTS += $(SHELL_TESTS) $(LINT_TESTS)
EXTRA_DIST += $(SHELL_TESTS) $(LINT_TESTS) \
    %D%/README.md \
    %D%/lib.sh \
    %D%/lint/analyzers.sh \
    %D%/lint/banned.txt \
    %D%/lint/deps.txt \
    %D%/coverage.sh \
    %D%/sanitize.sh \
    %D%/fuzz/fuzz.sh

# --- What takes longer -------------------------------------------------------

.PHONY: check-torture check-sanitize fuzz bench-rewrite lint coverage

# Every class of every jar that is installed, and of the JDK.
check-torture: ccinstr
	$(top_srcdir)/tests/torture/torture.sh --all $(abs_top_builddir)/ccinstr

# CPU time and sizes against other tools. Programs that measure a part of ours
# are listed in bench_programs, with their _SOURCES and _LDADD.
bench_programs =
EXTRA_PROGRAMS += $(bench_programs)
bench-rewrite: ccinstr $(bench_programs)
	$(top_srcdir)/tests/bench/bench-rewrite $(abs_top_builddir)/ccinstr

# The whole suite under AddressSanitizer and UndefinedBehaviorSanitizer, then
# under ThreadSanitizer.
check-sanitize:
	CC='$(CC)' $(SHELL) $(top_srcdir)/tests/sanitize.sh address,undefined
	CC='$(CC)' $(SHELL) $(top_srcdir)/tests/sanitize.sh thread

# FUZZ_TIME seconds for each parser, with libFuzzer.
FUZZ_TIME = 60
fuzz:
	FUZZ_TIME='$(FUZZ_TIME)' $(SHELL) $(top_srcdir)/tests/fuzz/fuzz.sh

lint:
	@$(AM_TESTS_ENVIRONMENT) srcdir='$(srcdir)'; export srcdir; \
	$(SHELL) $(top_srcdir)/tests/lint/analyzers.sh

# Lines covered by make check, per file.
coverage:
	CC='$(CC)' GCOV='$(GCOV)' $(SHELL) $(top_srcdir)/tests/coverage.sh

# Build trees of the targets above.
clean-local:
	rm -rf sanitize-address,undefined sanitize-thread fuzz coverage demo torture

# --- Fuzzing: one program per parser -----------------------------------------
#
# To add one: a line in fuzz_programs, and its _SOURCES, _LDADD and _LDFLAGS:
#     fuzz_class_SOURCES = %D%/fuzz/fuzz_class.c $(FUZZ_MAIN)
#     fuzz_class_LDADD = $(FUZZ_LIBS)
#     fuzz_class_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)

fuzz_programs =

if FUZZING
noinst_PROGRAMS += $(fuzz_programs)
endif
if FUZZ_DRIVER
FUZZ_MAIN = %D%/fuzz/driver.c
else
FUZZ_MAIN =
EXTRA_DIST += %D%/fuzz/driver.c
endif
FUZZ_LIBS = librewriter.a libanalysis.a $(BASE_LIBS)

EXTRA_DIST += %D%/bench %D%/fixtures %D%/java %D%/torture %D%/workloads
