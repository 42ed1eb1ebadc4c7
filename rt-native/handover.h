// SPDX-License-Identifier: MIT
// What the Java side gets to know of plan, machine and data file when they are there.
#ifndef CCINSTR_RT_NATIVE_HANDOVER_H
#define CCINSTR_RT_NATIVE_HANDOVER_H

#include "rt-native/data.h"
#include "rt-native/machine.h"
#include "rt-native/plan.h"

#include <jni.h>

// Fills `found` in the order of Live; false for want of memory.
bool handover(JNIEnv *env, jobjectArray found, const struct plan *p,
              const struct machine *m, const struct data *d);

#endif
