#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh - lending.jar, which the server and its applications share; the applications,
# reader.war and staff.war; and the server with its tests.
set -e
cd "$(dirname "$0")"
libs=$(printf '/usr/share/java/%s.jar:' jetty9-server jetty9-servlet jetty9-webapp \
    jetty9-util jetty9-io jetty9-http jetty9-xml jetty9-security servlet-api junit4 hamcrest-core)

# compile FOLDER CLASSPATH
compile() {
    javac -g --release 11 -d "build/$1" -cp "$2" "$(echo "$1" | cut -d/ -f1)"/*/*.java
}

compile lending/ .
jar --create --file build/lending.jar -C build/lending .
for application in reader staff; do
    compile $application/WEB-INF/classes "$libs:build/lending.jar"
    jar --create --file build/$application.war -C build/$application .
done
compile server "$libs"
compile test "$libs:build/server"
echo "$libs" >build/libs
