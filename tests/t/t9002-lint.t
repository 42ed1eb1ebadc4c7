#!/bin/sh
# SPDX-License-Identifier: MIT
# t9002-lint.t - the lint checks can fail: each finds a fault planted for it,
# and has nothing to say of a tree without one.
. "${srcdir:-.}/tests/lib.sh"

lint=$srcdir/tests/lint

# A small tree in which all is well.
plant() {
    rm -rf tree
    mkdir -p tree/analysis/base tree/analysis/zip tree/rewriter/cli \
        tree/rt-native tree/tests/lint
    cp "$lint"/*.txt tree/tests/lint/
    printf '%s :\n' rt-native analysis/base analysis/zip rewriter/cli >tree/tests/lint/deps.txt
    : >tree/tests/lint/exports.txt
    cat >tree/analysis/base/a.h <<'END'
// SPDX-License-Identifier: MIT
// How text begins: a sentence of many words
// on two lines. And another one.
#ifndef A_H
#define A_H
#include <stddef.h>
size_t a_get(const char *s);
#endif
END
    cat >tree/analysis/base/a.c <<'END'
// SPDX-License-Identifier: MIT
#include "analysis/base/a.h"
// strcpy(a, b) in a remark, and below in a constant, is no call.
static const char *const words[] = {"strcpy(", "'"};
size_t a_get(const char *s) {
    return s[0] == words[0][0] ? 1 : 0;
}
END
    cat >tree/analysis/local.mk <<'END'
# SPDX-License-Identifier: MIT
X = %D%/base/a.c \
    %D%/base/a.h %D%/base/b.h %D%/base/b.c
END
    cat >tree/analysis/base/README.md <<'END'
# analysis/base

Read `a.h`, then `base/a.c` for `a_get()`, by `analysis/base/*.h`; `no_word of it` and `word`
are no names here, nor is `java/lang/Object`.
END
}

# finds SCRIPT PATTERN NAME: the script fails on the tree and says why.
finds() {
    run env srcdir="$scratch/tree" builddir="$scratch/tree" "$lint/$1"
    is "$([ "$status" -ne 0 ]; echo $?)" 0 "$1 fails: $3"
    like out '^not ok ' "$1 says so: $3"
    like out "$2" "$1 says why: $3"
}

plant
for script in deps exports headers banned sizes tracked map names readmes includes; do
    run env srcdir="$scratch/tree" builddir="$scratch/tree" "$lint/$script.sh"
    is "$status" 0 "$script.sh passes a tree without faults"
    unlike out '^not ok' "$script.sh has nothing to say"
    [ "$status" -eq 0 ] || diag out err
done

add() {
    printf '%b' "$2" >>"tree/$1"
}

plant
add analysis/base/a.c '#include "rewriter/cli/main.h"\n'
finds deps.sh 'analysis/base may not include rewriter/cli' 'an arrow upwards'
plant
add analysis/base/a.c '#include "a.h"\n'
finds deps.sh 'not a path from the top' 'a short path'
plant
add analysis/zip/z.c '#include "analysis/base/a_priv.h"\n'
finds deps.sh 'private to analysis/base' 'a private header'
plant
add tests/lint/deps.txt 'analysis/new : rewriter/newer\n'
finds deps.sh 'not listed above it' 'a cycle in the rules'
plant
if ${CC:-cc} -c -o tree/analysis/base/a.o -x c - 2>cc.log <<'END' && command -v nm >/dev/null
extern int z_get(void); int a_get(void); int a_get(void) { return z_get(); }
END
then
    echo '// SPDX-License-Identifier: MIT' >tree/analysis/zip/z.c
    echo 'int z_get(void); int z_get(void) { return 1; }' |
        ${CC:-cc} -c -o tree/analysis/zip/z.o -x c - 2>cc.log
    finds deps.sh 'symbol z_get: analysis/base may not use analysis/zip' 'an arrow without an include'
    printf '%s\n' 'rt-native :' 'analysis/zip :' 'analysis/base : analysis/zip' \
        'rewriter/cli : analysis/zip' >tree/tests/lint/deps.txt
    finds deps.sh 'unused edge rewriter/cli -> analysis/zip' 'an arrow that nothing uses'
    unlike out 'unused edge analysis/base' 'deps.sh: a symbol uses an arrow'
    mkdir bin
    for tool in awk dirname find sort xargs; do
        ln -s "$(command -v $tool)" bin
    done
    run env PATH="$scratch/bin" srcdir="$scratch/tree" builddir="$scratch/tree" "$lint/deps.sh"
    is "$status$(grep -c '# SKIP no nm$' out)" 02 'deps.sh says that it has not looked at symbols'
else
    skip 'an arrow without an include, or that nothing uses' 'no compiler or nm'
fi

plant
if command -v nm >/dev/null && ${CC:-cc} -Itree -c -o tree/analysis/base/a.o tree/analysis/base/a.c 2>cc.log
then
    finds exports.sh 'analysis/base/a.c: no other file uses a_get$' 'an export without a use'
    echo 'a_get tests' >tree/tests/lint/exports.txt
    run env srcdir="$scratch/tree" builddir="$scratch/tree" "$lint/exports.sh"
    is "$status" 0 'exports.sh lets pass what is listed'
    # Without an object.
    echo 'size_t z(void); size_t z(void) { return a_get("z"); }' >tree/analysis/zip/z.c
    finds exports.sh 'exports.txt: needless row a_get$' 'a use of what is listed'
    : >tree/tests/lint/exports.txt
    run env srcdir="$scratch/tree" builddir="$scratch/tree" "$lint/exports.sh"
    is "$status" 0 'exports.sh sees a use'
else
    skip 'exports' 'no compiler or nm'
fi

plant
add analysis/base/b.h 'int b_get(uint32_t n);\n'
finds headers.sh 'uint32_t' 'a header that needs another'

plant
printf '// SPDX-License-Identifier: MIT\n// Asks a.\nint z(void) { return (int)a_get(""); }\n' \
    >tree/analysis/zip/z.c
finds includes.sh 'zip/z.c names a_get and does not include "analysis/base/a.h"' 'no include'

for call in 'strcpy(a, b)' 'free(a)' 'x = malloc(3)' 'exit (1)' 'puts(a)' \
    'time(0)' 'abort()'; do
    plant
    add analysis/zip/z.c "void f(void) {\n    $call;\n}\n"
    finds banned.sh 'analysis/zip/z.c:2: ' "$call"
done
plant
add analysis/base/a.c '/* exit(\n1) */\nvoid f(struct x *p) {\n    p->free(p);\n}\n'
run env srcdir="$scratch/tree" "$lint/banned.sh"
is "$status" 0 'banned.sh lets members and remarks pass'

long_function() {
    echo "int f(int a) {$1"
    i=0
    while [ $i -lt 100 ]; do
        echo '    a++;'
        i=$((i + 1))
    done
    echo '}'
}
plant
long_function >>tree/analysis/base/a.c
finds sizes.sh 'f\(\) has 102 lines' 'a long function'
plant
long_function '  // table switch' >>tree/analysis/base/a.c
run env srcdir="$scratch/tree" "$lint/sizes.sh"
is "$status" 0 'sizes.sh exempts a marked table switch'
plant
add analysis/base/a.c \
    'int g(int a, int b, int c,\n      int d, int e, int (*f)(int, int)) {\n    return 0;\n}\n'
run env srcdir="$scratch/tree" "$lint/sizes.sh"
is "$status" 0 'sizes.sh takes six parameters'
plant
add analysis/base/a.c \
    'int g(int a, int b, int c,\n      int d, int e, int f, int h) {\n    return 0;\n}\n'
finds sizes.sh 'g\(\) has more than six' 'seven parameters'
plant
awk 'BEGIN { for (i = 0; i < 1001; i++) print "// x" }' >tree/analysis/base/b.c
finds sizes.sh 'b.c: 1001 lines' 'a long file'

plant
echo 'int x;' >tree/analysis/base/b.c
finds tracked.sh 'analysis/base/b.c' 'no SPDX line'
plant
add analysis/base/a.c 'int x; \n'
finds tracked.sh 'a.c:8:' 'a trailing blank'
plant
add analysis/base/a.c '\tint x;\n'
finds tracked.sh 'a.c:8:' 'a tab'
plant
add analysis/base/a.c 'int x;'
finds tracked.sh 'analysis/base/a.c' 'an open last line'
plant
printf '// SPDX-License-Identifier: MIT\n' >tree/analysis/base/c.c
finds tracked.sh 'analysis/base/c.c' 'a file in no list'
plant
printf '// SPDX-License-Identifier: MIT\n' >tree/analysis/base/c.c
add analysis/local.mk '# What analysis is made of.\n'
finds tracked.sh 'analysis/base/c.c' 'nor in one by a word of a remark'
plant
printf '#!/bin/sh\n# SPDX-License-Identifier: MIT\n' >tree/quickstart
finds tracked.sh 'quickstart' 'a script that is not executable'
plant
add analysis/base/a.c '// see /ho''me/me/notes\n'
finds tracked.sh 'a.c:8:' 'a path of a machine'

plant
is "$(srcdir=tree "$lint/map.sh" --print | tr -s '\n ' '| ')" \
    'analysis/base/| a.c a.h How text begins: a sentence of many words on two lines|' \
    'map.sh prints what files are for'
plant
printf '// SPDX-License-Identifier: MIT\n#include "analysis/base/a.h"\n' >tree/analysis/base/c.c
finds map.sh 'c.c: $' 'a file that does not say what it is for'

plant
printf '// SPDX-License-Identifier: MIT\n// One more a, in another folder.\n' >tree/analysis/zip/a.c
finds names.sh 'two files are called a.c' 'two files of one name'
plant
add analysis/base/a.h 'struct a {\n    int x;\n};\n'
add analysis/base/a.c 'struct a {\n    int y;\n};\n'
finds names.sh 'struct a: analysis/base/a.c analysis/base/a.h' 'two structs of one name'
plant
rm tree/analysis/base/README.md
finds readmes.sh '^# analysis/base$' 'a folder without a README.md'
plant
awk 'BEGIN { for (i = 0; i < 37; i++) print "x" }' >>tree/analysis/base/README.md
finds readmes.sh '^# analysis/base/README.md$' 'a README.md of 41 lines'
plant
add analysis/base/README.md '\nAnd `struct a_gone`.\n'
finds readmes.sh '^# analysis/base/README.md: a_gone$' 'a name that is no more'
plant
echo 'See `zip/a.h`.' >tree/HACKING.md
finds readmes.sh '^# HACKING.md: zip/a.h$' 'a file that is no more'

# symbols.sh looks at what was compiled.
cc=${CC:-cc}
mkdir -p built/rewriter/cli
compile() {
    # shellcheck disable=SC2086  # CC may be several words
    echo "$1" | $cc -c -o built/rewriter/cli/x.o -x c - 2>cc.log
}
symbols() {
    run env builddir="$scratch/built" "$lint/symbols.sh"
}
if command -v objdump >/dev/null 2>&1 &&
    compile 'const char *const a[] = {"x"}; static const int b = 3;
        int f(void) { return b; }'; then
    symbols
    is "$status" 0 'symbols.sh lets constants pass'
    for code in 'int a;' 'static int a = 3; int *f(void) { return &a; }' \
        'int f(void) { static int n; return n++; }' \
        'const char *a[] = {"x"};' '_Thread_local int a;'; do
        compile "$code"
        symbols
        is "$([ "$status" -ne 0 ]; echo $?)" 0 "symbols.sh finds: $code"
        like out 'mutable, in ' "symbols.sh says why: $code"
    done
else
    skip 'symbols.sh' 'no objdump or compiler'
fi

done_testing
