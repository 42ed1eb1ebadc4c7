# SPDX-License-Identifier: MIT
# man/local.mk - manual pages.

dist_man_MANS += %D%/ccinstr.1 %D%/ccinstr-graph.5 %D%/ccinstr-interface.5 \
    %D%/ccinstr-forest.5 %D%/ccinstr-plan.5 %D%/ccinstr-data.5 \
    %D%/ccinstr-report.5 %D%/ccinstr-query.5 %D%/ccinstr-instrument.5 \
    %D%/ccinstr-promises.7

# What describes a format to programs.
dist_doc_DATA += %D%/ccinstr-report.schema.json
