#!/bin/sh
# SPDX-License-Identifier: MIT
# t6018-interrupt.t - a run that is interrupted leaves nothing behind and ends
# by the signal; one that is killed leaves the earlier output as it was.
. "${srcdir:-.}/tests/lib.sh"
need java javac zip

# Enough classes that a signal hits the middle of the work.
cat >Many.java <<'END'
public class Many {
    public static void main(String[] args) throws Exception {
        byte[] b = java.nio.file.Files.readAllBytes(
                java.nio.file.Path.of("Many.class"));
        java.nio.file.Path dir = java.nio.file.Path.of("many");
        java.nio.file.Files.createDirectories(dir);
        for (int i = 0; i < 20000; i++) {
            java.nio.file.Files.write(dir.resolve("C" + i + ".class"), b);
        }
    }
}
END
javac Many.java && java Many
zip -q -r many.jar many

# interrupt SIGNAL INPUT: stops a run on INPUT once its output has begun.
interrupt() {
    rm -rf res
    "$CCINSTR" instrument --probes nop -o res "$2" >out 2>err &
    pid=$!
    while kill -0 $pid 2>/dev/null && [ -z "$(ls res 2>/dev/null)" ]; do
        :
    done
    kill "-$1" $pid
    status=0
    wait $pid || status=$?
}

for input in many.jar many; do
    interrupt TERM $input
    is "$status" 143 "$input: ends by SIGTERM"
    like err "error: $input: interrupted" "$input: says so"
    is "$(ls -A res)" '' "$input: leaves nothing behind"
done

rm -rf res && mkdir res && echo earlier >earlier && cp earlier res/many.jar
"$CCINSTR" instrument --probes nop -o res many.jar >out 2>err &
pid=$!
while kill -0 $pid 2>/dev/null && [ "$(ls res | wc -l)" -lt 2 ]; do
    :
done
kill -KILL $pid
wait $pid || :
ok "$(cmp -s res/many.jar earlier; echo $?)" 'killed: the earlier output is whole'
done_testing
