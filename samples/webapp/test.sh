#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh FOLDER [OPTION...] - the tests, on lending.jar and the applications of a folder,
# with options for java.
set -e
cd "$(dirname "$0")"
applications=$1
shift
exec java "$@" -Dapplications="$applications" \
    -cp "$applications/lending.jar:build/server:build/test:$(cat build/libs)" \
    org.junit.runner.JUnitCore server.ServerTest
