#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh [CLASSES] - run each class of tests in a JVM of its own, four at a time; CLASSES
# is where each module has its classes.
set -eu
: "${JUNIT:=/usr/share/java/junit4.jar:/usr/share/java/hamcrest-core.jar}"
CLASSPATH=$JUNIT
for module in stock orders billing; do
    CLASSPATH=$module/${1:-classes}:$module/tests:$CLASSPATH
done
export CLASSPATH
rm -rf logs
mkdir logs
find . -path '*/tests/*Test.class' | sed 's|.*/tests/||; s|/|.|g; s|\.class$||' | sort |
    xargs -P 4 -n 1 sh -c '"${JAVA:-java}" -XX:TieredStopAtLevel=1 org.junit.runner.JUnitCore "$0" >"logs/$0" 2>&1 ||
        { cat "logs/$0"; exit 1; }'
echo "$(cat logs/* | grep -c '^OK ') classes of tests passed"
