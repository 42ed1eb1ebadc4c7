#!/bin/sh
# SPDX-License-Identifier: MIT
# embed.sh - files as C: what rewriter/probe/embedded.h declares.
#
# usage: embed.sh CLASSES LIBRARY

set -eu
LC_ALL=C
export LC_ALL

echo '// Made by embed.sh.'
echo '#include "rewriter/probe/embedded.h"'
n=0
rows=
bytes_of() {
    printf 'static const unsigned char file%s[] = {\n' "$n"
    od -An -v -tu1 "$1" | sed 's/  */,/g; s/^,//; s/$/,/'
    echo '};'
    rows="$rows    {\"$2\", file$n, sizeof file$n},
"
    n=$((n + 1))
}
for class in $(cd "$1" && find . -name '*.class' | sort); do
    bytes_of "$1/$class" "${class#./}"
done
bytes_of "$2" libccinstr.so
printf 'const struct embedded_file embedded_file[] = {\n%s};\n' "$rows"
printf 'const size_t embedded_n_files = %s;\n' "$n"
