#!/bin/sh
# SPDX-License-Identifier: MIT
# embed.sh - files as C: what rewriter/html/page.h declares.
#
# usage: embed.sh FILE...

set -eu
LC_ALL=C
export LC_ALL

echo '// Made by embed.sh.'
echo '#include "rewriter/html/page.h"'
n=0
rows=
for file; do
    printf 'static const unsigned char file%s[] = {\n' "$n"
    od -An -v -tu1 "$file" | sed 's/  */,/g; s/^,//; s/$/,/'
    echo '};'
    rows="$rows    {\"${file##*/}\", file$n, sizeof file$n},
"
    n=$((n + 1))
done
printf 'const struct page_file page_file[] = {\n%s};\n' "$rows"
printf 'const size_t page_n_files = %s;\n' "$n"
