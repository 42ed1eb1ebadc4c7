// SPDX-License-Identifier: MIT
// Classes that the plan does not name, and calls that it says nothing of.
#ifndef CCINSTR_RT_NATIVE_STRANGERS_H
#define CCINSTR_RT_NATIVE_STRANGERS_H

#include "rt-native/names.h"
#include "rt-native/plan.h"

#include <jni.h>

// What it takes to ask.
struct strangers {
    const struct plan *plan;
    const struct known_names *classes;  // of the component
    jclass boot;
    jmethodID above;  // of boot: the super type of that name
};

// The label of class c at a site, or SELECTS_OUT, SELECTS_INSIDE or SELECTS_RETRY.
jint strangers_label(const struct strangers *s, JNIEnv *env, jclass c,
                     uint32_t site);

// Where a call leads that has no label: SELECTS_OUT, SELECTS_INSIDE, or SITE_HAS_RECEIVER.
jint strangers_silent(const struct strangers *s, uint32_t site);

#endif
