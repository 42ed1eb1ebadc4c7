#!/bin/sh
# SPDX-License-Identifier: MIT
# t6016-component.t - which classes --component means.
. "${srcdir:-.}/tests/lib.sh"
need java javac jar

mkdir -p src app
for p in com.acme com.acme.shop org.acme; do
    for c in Shop Shop2; do
        printf 'package %s; class %s { class In { } }\n' "$p" "$c" \
            >"src/$p.$c.java"
        mkdir -p "src/$p"
        cp "src/$p.$c.java" "src/$p/$c.java"
    done
done
javac -d app src/*/*.java
jar cf app.jar -C app .

# picks NUMBER PATTERN...
picks() {
    wanted=$1
    shift
    set_args=
    for p in "$@"; do
        set_args="$set_args --component $p"
    done
    set -f
    # shellcheck disable=SC2086  # words are wanted
    run ccinstr instrument --probes nop $set_args -o res app.jar
    set +f
    is "$status $(sed -n 's/^app.jar: \([0-9]*\) class.*/\1/p' err)" \
        "0 $wanted" "$*"
}

picks 2 com.acme.Shop
picks 1 'com.acme.Shop$In'
picks 4 'com.acme.*'
picks 8 'com.acme.**'
picks 12 '**'
picks 0 '*'
picks 6 '**.Shop' '**.Shop$In'
picks 4 '*.acme.Shop' '*.acme.Shop$*'
picks 2 com.acme.Sho? com.acme.Shop?
picks 4 com.acme.Shop org.acme.Shop2
picks 10 '!com.acme.Shop'
picks 4 '!com.acme.**'
picks 6 'com.acme.**' '!com.acme.shop.Shop'
picks 12 '!com.acme.**' '**'
picks 2 'com.acme.**' '!**' com.acme.Shop
picks 0 com.acme
like err 'no class matches --component' 'and it is said'
same app.jar res/app.jar 'then the jar is copied'

for p in com/acme com.acme.Shop.class .Shop com. a..b '!' '!!x' 'x!' 'a b' '[a]'; do
    run ccinstr instrument --probes none --component "$p" -o res app.jar
    is "$status" 2 "no pattern: '$p'"
    like err "is not a pattern of class names" 'and it is said'
done

done_testing
