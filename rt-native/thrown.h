// SPDX-License-Identifier: MIT
// How calls of Java end.
#ifndef CCINSTR_RT_NATIVE_THROWN_H
#define CCINSTR_RT_NATIVE_THROWN_H

#include <jni.h>

// For now: for want of stack or memory.
enum thrown { THROWN_NOTHING, THROWN_FOR_NOW, THROWN_FOR_GOOD };

// What ended by exception. It is cleared, but not if somebody stops the thread: that is
// thrown when the library is left.
enum thrown thrown(JNIEnv *env);

#endif
