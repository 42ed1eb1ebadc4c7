// SPDX-License-Identifier: MIT
// Numbers and texts that the library, the Java side and inserted code have in common.
#ifndef CCINSTR_RT_NATIVE_SHARED_H
#define CCINSTR_RT_NATIVE_SHARED_H

enum {
#define SHARED(name, value) name = value,
#include "rt-native/shared.def"
};

#define SHARED_TEXT(name, text) static const char name[] = text;
#include "rt-native/shared.def"

#endif
