# SPDX-License-Identifier: MIT
# Takes away the warning of native code that a JVM of 24 and later prints when a library
# is loaded by the run time, and nothing else: exactly its four lines, and the empty one
# that it ends them with.
BEGIN {
    like[1] = "^WARNING: A restricted method in java\\.lang\\.System has been called$"
    like[2] = "^WARNING: java\\.lang\\.System::load has been called by " \
        "ccinstr\\.rt\\.p[0-9a-f]+\\.Boot in (an unnamed module|module [^ ]+) \\(file:[^ ]+\\)$"
    like[3] = "^WARNING: Use --enable-native-access=[^ ]+ to avoid a warning for " \
        "callers in this module$"
    like[4] = "^WARNING: Restricted methods will be blocked in a future release " \
        "unless native access is enabled$"
    like[5] = "^$"
}
# Lines that may begin it are kept until it is whole, or proves to be something else.
function give() {
    for (i = 1; i <= n; i++) print held[i]
    n = 0
}
$0 ~ like[n + 1] {
    held[++n] = $0
    if (n == 5) n = 0
    next
}
{
    give()
    if ($0 ~ like[1]) held[++n] = $0
    else print
}
END { give() }
