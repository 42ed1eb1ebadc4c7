#!/bin/sh
# SPDX-License-Identifier: MIT
# t8031-browser.t - the pages of a report in Chromium: tables sorted and filtered, trees
# opened by mouse and keys, links to chains, light, dark and paper, no complaint.
. "${srcdir:-.}/tests/lib.sh"
need python3 chromium chromedriver
tools=$builddir/tests/tools
HOME=$scratch
export HOME

"$tools/makerun" 7 odd.plan odd.ccd
pass_if 'pages are written' "$tools/htmlreport" report - odd.plan odd.ccd

status=0
python3 "$srcdir/tests/tools/browse.py" "$srcdir/tests/tools/browse-report.py" \
    report "$scratch" >steps 2>err || status=$?
[ "$status" -ne 3 ] || skip_all "$(cat err)"
sed 's/^/# /' err
while read -r line; do
    case $line in
    'ok - '*) ok 0 "${line#ok - }" ;;
    'not ok - '*) ok 1 "${line#not ok - }" || : ;;
    *) echo "$line" ;;
    esac
done <steps
is "$status" 0 'the browser went through all steps'
done_testing
