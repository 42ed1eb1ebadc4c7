# SPDX-License-Identifier: MIT
# rt-java/local.mk - the Java side of the run-time library.
