// SPDX-License-Identifier: MIT
// How calls of Java end.
#include "rt-native/thrown.h"

#include <stdbool.h>

static bool is_a(JNIEnv *env, jthrowable what, const char *class_name) {
    jclass class = (*env)->FindClass(env, class_name);
    bool is = class && (*env)->IsInstanceOf(env, what, class);
    (*env)->ExceptionClear(env);
    (*env)->DeleteLocalRef(env, class);
    return is;
}

enum thrown thrown(JNIEnv *env) {
    jthrowable what = (*env)->ExceptionOccurred(env);
    if (!what) {
        return THROWN_NOTHING;
    }
    (*env)->ExceptionClear(env);
    bool stopped = is_a(env, what, "java/lang/ThreadDeath");
    bool for_now = stopped || is_a(env, what, "java/lang/VirtualMachineError");
    if (stopped) {
        (*env)->Throw(env, what);
    }
    (*env)->DeleteLocalRef(env, what);
    return for_now ? THROWN_FOR_NOW : THROWN_FOR_GOOD;
}
