#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows that run.sh can fail: with a stand-in that copies the jars everything is
# equal, and then one byte of each kind of result is replaced in turn. Also holds
# the package lists against the table.

set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
run=$here/run.sh
T=$(mktemp -d "${TMPDIR:-/tmp}/workloads-self.XXXXXX") || exit 2
trap 'rm -rf "$T"' EXIT

cat >"$T/copy" <<'COPY'
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in
    -o) out=$2; shift ;;
    *.jar) cp "$1" "$out/" ;;
    esac
    shift
done
COPY
printf '#!/bin/sh\nexit 1\n' >"$T/broken"
chmod +x "$T/copy" "$T/broken"

number=0 failed=0
check() {       # DESCRIPTION STATUS
    number=$((number + 1))
    if [ "$2" -eq 0 ]; then
        echo "ok $number - $1"
    else
        echo "not ok $number - $1"
        failed=1
    fi
}

# Whether run.sh fails, and at the place named by a pattern, not elsewhere.
fails_with() {
    pattern=$1
    shift
    ! "$@" >"$T/out" 2>&1 && grep -q "$pattern" "$T/out"
}

for list in quick all; do
    file=$here/packages.txt
    [ $list = all ] || file=$here/packages-quick.txt
    "$run" --packages $list >"$T/want"
    grep -v '^#' "$file" | cmp -s - "$T/want"
    check "${file##*/} follows the table" $?
done

if "$run" --probes none "$T/copy" cup >"$T/out" 2>&1 && ! grep -q SKIP "$T/out"; then
    check "an equal run passes" 0
    for kind in stdout stderr file status; do
        WORKLOADS_SELFTEST=$kind
        export WORKLOADS_SELFTEST
        fails_with '^not ok 1.*differs' "$run" --probes none "$T/copy" cup
        check "a changed byte in $kind is noticed" $?
    done
    unset WORKLOADS_SELFTEST
    fails_with '^# no jar was changed' "$run" --probes nop "$T/copy" cup
    check "an instrumenter that changes nothing is noticed" $?
    fails_with '^not ok 1.*instrumenting' "$run" --probes nop "$T/broken" cup
    check "an instrumenter that fails is noticed" $?
elif grep -q SKIP "$T/out"; then
    number=$((number + 1))
    echo "ok $number - an equal run passes # SKIP cup is not installed"
else
    sed 's/^/# /' "$T/out"
    check "an equal run passes" 1
fi
echo "1..$number"
exit $failed
