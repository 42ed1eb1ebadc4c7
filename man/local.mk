# SPDX-License-Identifier: MIT
# man/local.mk - manual pages.

dist_man_MANS += %D%/ccinstr.1 %D%/ccinstr-graph.5 %D%/ccinstr-interface.5 \
    %D%/ccinstr-forest.5 %D%/ccinstr-plan.5 %D%/ccinstr-data.5
