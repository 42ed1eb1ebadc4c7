#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh - compile the modules and their tests, each in its own folder, if it is not there
# or anything is younger.
set -eu
: "${JUNIT:=/usr/share/java/junit4.jar:/usr/share/java/hamcrest-core.jar}"
path=$JUNIT

# compile SOURCES CLASSES
compile() {
    if [ ! -d "$2" ] || [ -n "$(find ./*/src "$1" -newer "$2" -type f)" ]; then
        rm -rf "$2"
        find "$1" -name '*.java' -exec javac -g -cp "$path" -d "$2" {} +
    fi
}

for module in stock orders billing; do
    compile $module/src $module/classes
    path=$module/classes:$path
    compile $module/test $module/tests
done
