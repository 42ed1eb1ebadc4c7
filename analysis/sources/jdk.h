// SPDX-License-Identifier: MIT
// Where a JDK is, what holds its classes, and which release it is.
#ifndef CCINSTR_ANALYSIS_SOURCES_JDK_H
#define CCINSTR_ANALYSIS_SOURCES_JDK_H

#include "analysis/base/arena.h"
#include "analysis/base/diag.h"
#include "analysis/base/types.h"

enum jdk_kind {
    JDK_NONE,
    JDK_IMAGE,  // home/lib/modules
    JDK_JMODS,  // home/jmods/*.jmod
    JDK_RT,     // rt.jar and the jars beside it (Java 8 and before)
};

struct jdk {
    enum jdk_kind kind;
    const char *home;  // in the arena
    const char *
        path;  // of the image, of the folder of the jmods, or of rt.jar's folder
};

// asked: a home (its bin or jre will do), "none", or "" for JAVA_HOME and then
// the java on PATH, through links. False, reported, when there is no JDK.
bool jdk_find(struct jdk *j, struct str asked, struct arena *a, struct diag *d);

// The feature release in the file `release` (8, 17, 25); 0 if it says none.
u4 jdk_release(const struct jdk *j, struct arena *a);
// The feature release in a version: 17 of "17.0.2", 8 of "1.8.0_402", or 0.
u4 jdk_feature(struct str version);

#endif
