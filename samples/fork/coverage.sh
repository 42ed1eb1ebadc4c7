#!/bin/sh
# SPDX-License-Identifier: MIT
# coverage.sh - all that ccinstr adds to this project: each module instrumented, the tests
# run with that, one report.
set -eu
: "${JUNIT:=/usr/share/java/junit4.jar:/usr/share/java/hamcrest-core.jar}"
for module in stock orders billing; do
    ccinstr instrument --tests stock/tests:orders/tests:billing/tests \
        --classpath "stock/classes:orders/classes:billing/classes:$JUNIT" \
        -o $module/new $module/classes
done
rm -rf data
CCINSTR_DATA=data/ sh test.sh new/classes
ccinstr report ./*/new/ccinstr.plan data --top 3 --html report \
    --sources stock/src --sources orders/src --sources billing/src
