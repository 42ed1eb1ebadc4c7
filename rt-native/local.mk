# SPDX-License-Identifier: MIT
# rt-native/local.mk - the JNI library that travels inside instrumented jars,
# and the file formats it shares with the program.
