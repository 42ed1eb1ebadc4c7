#!/bin/sh
# SPDX-License-Identifier: MIT
# t6022-reused-worker.t - a class comes out the same, and the same is said of it,
# whatever classes its worker had before.
. "${srcdir:-.}/tests/lib.sh"
alone=$builddir/tests/tools/alone

# For a plan a class lies where its name says: good-dead-code is odd/DeadCode.
mkdir -p in/odd
for file in "$srcdir"/tests/corpus/good-*.class; do
    name=$(basename "$file" .class | awk -F - '{
        for (i = 2; i <= NF; i++) printf "%s", toupper(substr($i, 1, 1)) substr($i, 2)
    }')
    case $name in
    Sample) cp "$file" in/T.class ;;
    TypeAnnotations) cp "$file" "in/odd/$name\$Res.class" ;;
    *) cp "$file" "in/odd/$name.class" ;;
    esac
done
classes=$(find in -name '*.class' | wc -l)

run ccinstr instrument --jdk none --analysis cha -o res in
is "$status" 0 'there is a plan'
unlike err 'holds a class of another name' 'each class lies where its name says'

seed=${CCINSTR_SEED:-1}
run "$alone" --plan res/ccinstr.plan "$seed" in/*.class in/odd/*.class
is "$status" 0 "the same alone and behind others (seed $seed)" ||
    diag err
diag out
for mode in nop all plan; do
    like out "^$mode: seed $seed, [0-9]* of $classes classes changed" \
        "$mode: all were compared"
    unlike out "^$mode: seed $seed, [0-5] of" "$mode: most were changed"
done

# Two versions of a class: one is in the plan, and of the other it is said that
# it has changed. What a class is to a plan is of no matter to the next.
cp "$srcdir/tests/corpus/bad-truncated.class" "$srcdir/tests/corpus/"uns*.class in
run "$alone" --plan res/ccinstr.plan "$seed" in/*.class in/odd/*.class
is "$status" 0 'so are damaged ones, and other versions of a class'
diag out
done_testing
