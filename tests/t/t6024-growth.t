#!/bin/sh
# SPDX-License-Identifier: MIT
# t6024-growth.t - when the input doubles in one dimension, instructions grow by 2.3 at
# most: nops, and the analysis with all that comes behind it. make check-growth has
# larger inputs and the other commands.
. "${srcdir:-.}/tests/lib.sh"
need valgrind
# One with sanitizers does not run there.
valgrind --tool=callgrind --callgrind-out-file=/dev/null "$CCINSTR" --version >log 2>&1 ||
    skip_all 'valgrind does not run the program'

for dimension in classes handlers interfaces layers methods nested pool sites; do
    run "$srcdir/tests/bench/growth" --small --commands 'nop and' "$CCINSTR" \
        "$builddir/tests/tools/makegrowth" "$dimension"
    is "$status" 0 "$dimension"
    diag out err
    is "$(grep -c '([0-9.]*)$' out)" 2 "$dimension: both were measured"
done

# What is made to grow too fast is seen: a command whose work is the square.
cat >square <<'END'
#!/bin/sh
# instrument ... pool-N: as many steps as the square of N / 100.
for input; do :; done
n=${input##*[!0-9]} i=0
while [ $i -lt $((n * n / 10000)) ]; do
    i=$((i + 1))
done
END
chmod +x square
run "$srcdir/tests/bench/growth" --small --commands nop "$scratch/square" \
    "$builddir/tests/tools/makegrowth" pool
is "$status" 1 'what grows with the square is found'
like out 'TOO FAST' 'and told'
done_testing
