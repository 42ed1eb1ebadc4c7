#!/bin/sh
# SPDX-License-Identifier: MIT
# record.sh - stands for `java`: runs it with the recorder, and keeps what a
# graph of the same program needs.
#
#     ORACLE_AGENT=LIB ORACLE_DIR=DIR JAVA_HOME=JDK record.sh OPTION... MAIN ...
#
# Each run gets a folder DIR/N with record.tsv, main (the name of the class) and
# cp/NN/NAME, copies of what was on the class path, in its order. With ORACLE_ONLY=N
# only run N is recorded; ORACLE_OPTIONS are more options of the agent, each with a comma.

set -u
n=1
while ! mkdir "$ORACLE_DIR/$n" 2>/dev/null; do
    n=$((n + 1))
    [ $n -lt 100 ] || exit 99
done
out=$ORACLE_DIR/$n
if [ "${ORACLE_ONLY:-$n}" != $n ]; then
    exec "$JAVA_HOME/bin/java" "$@"
fi

cp='' main=''
previous=''
for word; do
    case $previous in
    -cp | -classpath | --class-path) cp=$word ;;
    --module-path | -p | --add-modules | --add-opens | --add-exports) ;;
    *)
        case $word in
        -*) ;;
        *)
            main=$word
            break
            ;;
        esac
        ;;
    esac
    previous=$word
done
printf '%s\n' "$main" >"$out/main"
mkdir "$out/cp"
i=100
IFS=:
for path in $cp; do
    i=$((i + 1))
    mkdir "$out/cp/$i"
    case $path in
    .) cp -RL . "$out/cp/$i/classes" ;;
    *) cp -RL "$path" "$out/cp/$i/" ;;
    esac
done
exec "$JAVA_HOME/bin/java" "-agentpath:$ORACLE_AGENT=${ORACLE_OPTIONS:-}out=$out/record.tsv" "$@"
