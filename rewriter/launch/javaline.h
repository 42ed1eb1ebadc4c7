// SPDX-License-Identifier: MIT
// A command line of the java launcher: what it starts, and where the
// classes come from.
//
// It is read as the launcher of JDK 9 and later does it: the last of several paths
// counts; @FILE in front of what is started stands for the words in that file;
// JDK_JAVA_OPTIONS comes first, and CLASSPATH counts where no option says anything.
#ifndef CCINSTR_REWRITER_LAUNCH_JAVALINE_H
#define CCINSTR_REWRITER_LAUNCH_JAVALINE_H

#include "analysis/text/arglist.h"

#include <stdbool.h>

enum java_start {
    JAVA_NOTHING,  // no main class, or an option that makes the launcher stop
    JAVA_CLASS,
    JAVA_JAR,
    JAVA_MODULE,
    JAVA_SOURCE,  // a source file, which the launcher compiles
};

struct javaline {
    const char *program;
    // In front of what is started, without those that set a path; @FILE is
    // replaced by what it holds.
    struct arg_list options;
    enum java_start start;
    const char *what;           // the class, jar, module or module/class
    struct arg_list arguments;  // of the program that is started
    // In force; NULL: nothing was said of it. With JAVA_JAR the class path is
    // that jar, and this is NULL.
    const char *class_path;
    const char *module_path;
    struct arg_list unseen;  // options that bring classes nobody looks at here
    const char *data;        // an option that says where data files go, or NULL
    bool verbatim;           // --disable-@files: @ means nothing
    const char *wrong;       // why it could not be read
};

// What the launcher takes from the environment; NULL: not set.
struct javaline_env {
    const char *class_path;  // CLASSPATH
    const char *options;     // JDK_JAVA_OPTIONS
};

// Does the name of a program say that it is the launcher?
bool javaline_is_java(const char *program);
// The words of a command. False if a file of arguments cannot be read; j->wrong says why.
bool javaline_parse(struct javaline *j, const struct arg_list *command,
                    const struct javaline_env *env, struct arena *arena);
// The words of command j, with the options `more` in front. A class path or module path
// that is NULL is left out. The list ends with NULL, which it does not count.
struct arg_list javaline_make(const struct javaline *j,
                              const struct arg_list *more, struct arena *arena);

#endif
