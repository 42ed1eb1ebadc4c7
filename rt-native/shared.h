// SPDX-License-Identifier: MIT
// Numbers that the library, the Java side and inserted code have in common.
#ifndef CCINSTR_RT_NATIVE_SHARED_H
#define CCINSTR_RT_NATIVE_SHARED_H

enum {
#define SHARED(name, value) name = value,
#include "rt-native/shared.def"
};

#endif
