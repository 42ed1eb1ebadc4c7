# SPDX-License-Identifier: MIT
# rewriter/local.mk - files of the library that writes jars, by module, and of
# the program.  One line per .c and .h pair, lowest module first.

noinst_LIBRARIES += librewriter.a

librewriter_a_SOURCES = \
    %D%/edit/refusal.c %D%/edit/refusal.h %D%/edit/refusals.def \
    %D%/edit/pooledit.c %D%/edit/pooledit.h \
    %D%/edit/layout.c %D%/edit/layout.h \
    %D%/edit/frames.c %D%/edit/frames.h \
    %D%/edit/tables.c %D%/edit/tables.h \
    %D%/edit/codewrite.c %D%/edit/codewrite.h \
    %D%/edit/edit.c %D%/edit/edit.h \
    %D%/edit/wrap.c \
    %D%/edit/classwrite.c %D%/edit/classwrite.h \
    %D%/edit/check.c %D%/edit/check.h \
    %D%/plan/planout.c %D%/plan/planout.h \
    %D%/chains/chains.c %D%/chains/chains.h \
    %D%/chains/count.c %D%/chains/count.h \
    %D%/chains/project.c %D%/chains/project.h \
    %D%/chains/readable.c %D%/chains/readable.h \
    %D%/chains/step.c %D%/chains/step.h \
    %D%/chains/list.c %D%/chains/list.h \
    %D%/plan/spare.c %D%/plan/spare.h \
    %D%/plan/planfile.c %D%/plan/planfile.h \
    %D%/plan/plantext.c %D%/plan/plantext.h \
    %D%/plan/planmake.c %D%/plan/planmake.h \
    %D%/chains/outline.c %D%/chains/outline.h \
    %D%/chains/find.c %D%/chains/find.h \
    %D%/chains/explain.c \
    %D%/chains/unknowns.c %D%/chains/unknowns.h \
    %D%/chains/table.c %D%/chains/table.h \
    %D%/chains/draw.c %D%/chains/draw.h \
    %D%/runs/pool.c %D%/runs/pool.h %D%/runs/pool_priv.h \
    %D%/runs/poolcheck.c \
    %D%/runs/poolread.c \
    %D%/runs/poolruns.c \
    %D%/runs/poolsums.c \
    %D%/runs/poolorder.c \
    %D%/runs/pooltrust.c \
    %D%/runs/poolwrite.c \
    %D%/coverage/cover.c %D%/coverage/cover.h \
    %D%/coverage/uncovered.c \
    %D%/coverage/figures.c %D%/coverage/figures.h \
    %D%/coverage/byname.c %D%/coverage/byname.h \
    %D%/coverage/compare.c %D%/coverage/compare.h \
    %D%/coverage/since.c %D%/coverage/since.h \
    %D%/coverage/loaded.c %D%/coverage/loaded.h \
    %D%/coverage/threshold.c %D%/coverage/threshold.h \
    %D%/report/lists.c %D%/report/lists.h \
    %D%/report/text.c \
    %D%/report/words.c %D%/report/report.h \
    %D%/report/top.c %D%/report/top.h \
    %D%/report/causes.c %D%/report/causes.h \
    %D%/report/lines.c %D%/report/lines.h \
    %D%/formats/formats.c %D%/formats/formats.h %D%/formats/formats.def \
    %D%/formats/json.c %D%/formats/json.h %D%/formats/jsonlists.c \
    %D%/formats/csv.c %D%/formats/roots.c \
    %D%/formats/xml.c %D%/formats/xml.h \
    %D%/formats/jacoco.c %D%/formats/cobertura.c \
    %D%/formats/sarif.c %D%/formats/github.c \
    %D%/html/html.c %D%/html/html.h %D%/html/html_priv.h %D%/html/page.h \
    %D%/html/records.def \
    %D%/html/htmltext.c \
    %D%/html/htmltree.c \
    %D%/html/htmlclass.c \
    %D%/html/htmlsource.c \
    %D%/html/htmlhot.c \
    %D%/html/htmlindex.c \
    %D%/html/htmlsince.c \
    %D%/query/query.c %D%/query/query.h %D%/query/query_priv.h \
    %D%/query/querysite.c \
    %D%/query/queryentry.c \
    %D%/query/querywhy.c \
    %D%/query/querycompare.c \
    %D%/probe/nop.c %D%/probe/nop.h \
    %D%/probe/payload.c %D%/probe/payload.h \
    %D%/probe/needs.h %D%/probe/probes.def \
    %D%/probe/insert.c %D%/probe/insert.h \
    %D%/probe/allneeds.c %D%/probe/allneeds.h \
    %D%/probe/planneeds.c %D%/probe/planneeds.h \
    %D%/probe/instrclass.c %D%/probe/instrclass.h \
    %D%/jar/deflate.c %D%/jar/deflate.h \
    %D%/jar/select.c %D%/jar/select.h \
    %D%/jar/stamps.c %D%/jar/stamps.h \
    %D%/jar/zipwrite.c %D%/jar/zipwrite.h \
    %D%/jar/survey.c %D%/jar/survey.h \
    %D%/jar/copy.c %D%/jar/copy.h \
    %D%/jar/crew.c %D%/jar/crew.h \
    %D%/jar/job.c \
    %D%/jar/relink.c %D%/jar/relink.h \
    %D%/jar/window.c %D%/jar/run.h \
    %D%/jar/newjar.c %D%/jar/newjar.h \
    %D%/jar/jar.c %D%/jar/jar.h %D%/jar/jar_priv.h \
    %D%/jar/tree.c %D%/jar/tree.h \
    %D%/driver/spec.h \
    %D%/driver/pattern.c %D%/driver/pattern.h \
    %D%/driver/shortnames.c %D%/driver/shortnames.h \
    %D%/driver/ownfile.c %D%/driver/ownfile.h \
    %D%/driver/analyse.c %D%/driver/analyse.h \
    %D%/driver/edgefilter.c %D%/driver/edgefilter.h \
    %D%/driver/chainfile.c %D%/driver/chainfile.h \
    %D%/driver/unfold.c %D%/driver/unfold.h \
    %D%/driver/unknowncalls.c %D%/driver/unknowncalls.h \
    %D%/driver/term.c %D%/driver/term.h \
    %D%/instrument/inputs.c %D%/instrument/inputs.h \
    %D%/instrument/modules.c %D%/instrument/modules.h \
    %D%/instrument/earlier.c %D%/instrument/earlier.h \
    %D%/instrument/patch.c %D%/instrument/patch.h \
    %D%/instrument/trial.c %D%/instrument/trial.h \
    %D%/instrument/planned.c %D%/instrument/planned.h \
    %D%/instrument/unchanged.c %D%/instrument/unchanged.h \
    %D%/instrument/instrument.c %D%/instrument/instrument.h \
    %D%/launch/javaline.c %D%/launch/javaline.h %D%/launch/javaopts.def \
    %D%/launch/javapath.c %D%/launch/javapath.h \
    %D%/launch/runpart.c %D%/launch/runpart.h \
    %D%/launch/scratch.c %D%/launch/scratch.h \
    %D%/launch/mirror.c %D%/launch/mirror.h \
    %D%/launch/child.c %D%/launch/child.h \
    %D%/options/usage.c %D%/options/usage.h %D%/options/usage.def \
    %D%/options/options.c %D%/options/options.h %D%/options/optionrows.h \
    %D%/options/options.def %D%/options/specs.c %D%/options/suggest.c \
    %D%/options/help.c %D%/options/help.h \
    %D%/options/completion.c %D%/options/completion.h %D%/options/questions.def \
    %D%/stats/foreststats.c %D%/stats/foreststats.h \
    %D%/stats/instrstats.c %D%/stats/instrstats.h \
    %D%/stats/graphstats.c %D%/stats/graphstats.h \
    %D%/stats/levelstable.c %D%/stats/levelstable.h \
    %D%/stats/dumpflow.c %D%/stats/dumpflow.h

bin_PROGRAMS += ccinstr

# All but main.
cli_sources = \
    %D%/cli/cmd_graph.c \
    %D%/cli/cmd_forest.c \
    %D%/cli/cmd_merge.c \
    %D%/cli/cmd_query.c \
    %D%/cli/cmd_report.c \
    %D%/cli/cmd_instrument.c \
    %D%/cli/cmd_run.c %D%/cli/cmd.h \
    %D%/cli/demand.c %D%/cli/demand.h \
    %D%/cli/outputs.c %D%/cli/outputs.h \
    %D%/cli/graphviz.c %D%/cli/graphviz.h \
    %D%/cli/nearby.c %D%/cli/nearby.h \
    %D%/cli/printedchain.c %D%/cli/printedchain.h \
    %D%/cli/interrupt.c %D%/cli/interrupt.h

ccinstr_SOURCES = $(cli_sources) %D%/cli/main.c
ccinstr_LDADD = librewriter.a libanalysis.a librtformats.a $(BASE_LIBS)

# What rt-java makes of itself and of the library.
librewriter_a_SOURCES += %D%/probe/embedded.h
nodist_librewriter_a_SOURCES = rt-java/embedded.c

# The script and the style of HTML reports.
# Names of fields in it become numbers.
EXTRA_DIST += %D%/html/page.js %D%/html/page.css %D%/html/embed.sh %D%/html/records.sh
nodist_librewriter_a_SOURCES += %D%/html/page.c
page_script = %D%/html/made/page.js
$(page_script): %D%/html/page.js %D%/html/records.def %D%/html/records.sh
	$(AM_V_GEN)$(MKDIR_P) %D%/html/made
	$(AM_V_at)cd $(srcdir) && $(SHELL) %D%/html/records.sh %D%/html/records.def \
	    %D%/html/page.js >$(abs_builddir)/$@.tmp && \
	    mv $(abs_builddir)/$@.tmp $(abs_builddir)/$@
%D%/html/page.c: $(page_script) %D%/html/page.css %D%/html/embed.sh
	$(AM_V_GEN)cd $(srcdir) && $(SHELL) %D%/html/embed.sh \
	    $(abs_builddir)/$(page_script) %D%/html/page.css \
	    >$(abs_builddir)/$@.tmp && mv $(abs_builddir)/$@.tmp $(abs_builddir)/$@
CLEANFILES += $(page_script) %D%/html/page.c

# What shells complete: their functions with the table of this program in it.
# For another place: make install zsh_completiondir=DIR.
bash_completiondir = $(datadir)/bash-completion/completions
zsh_completiondir = $(datadir)/zsh/site-functions
bash_completion_DATA = completion/ccinstr
zsh_completion_DATA = completion/_ccinstr
EXTRA_DIST += %D%/options/completion.bash %D%/options/completion.zsh

completion/table: ccinstr
	$(AM_V_GEN)$(MKDIR_P) completion
	$(AM_V_at)./ccinstr --completion-table >$@.tmp && mv $@.tmp $@
completion/ccinstr: %D%/options/completion.bash completion/table
	$(AM_V_GEN)sed -e '/^@TABLE@$$/{' -e 'r completion/table' -e 'd' -e '}' \
	    $(srcdir)/%D%/options/completion.bash >$@.tmp && mv $@.tmp $@
completion/_ccinstr: %D%/options/completion.zsh completion/table
	$(AM_V_GEN)sed -e '/^@TABLE@$$/{' -e 'r completion/table' -e 'd' -e '}' \
	    $(srcdir)/%D%/options/completion.zsh >$@.tmp && mv $@.tmp $@
CLEANFILES += completion/table completion/ccinstr completion/_ccinstr

# What each folder is for, and why it is so.
EXTRA_DIST += %D%/edit/README.md %D%/probe/README.md %D%/plan/README.md \
    %D%/chains/README.md %D%/jar/README.md %D%/runs/README.md %D%/coverage/README.md \
    %D%/report/README.md %D%/formats/README.md %D%/html/README.md %D%/query/README.md %D%/driver/README.md \
    %D%/instrument/README.md %D%/launch/README.md \
    %D%/options/README.md %D%/stats/README.md %D%/cli/README.md %D%/jar/NOTES.md
