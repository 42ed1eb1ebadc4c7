#!/bin/sh
# SPDX-License-Identifier: MIT
# commit.sh - prints the commit of the tree, for tables of what was measured, and "with
# changes" behind it if a file differs from that.
here=$(cd "$(dirname "$0")" && pwd)
commit=$(git -C "$here" log -1 --format=%h 2>/dev/null) || commit='no commit'
changed=$(git -C "$here" status --porcelain -uno 2>/dev/null)
echo "$commit${changed:+ with changes}"
