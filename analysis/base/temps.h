// SPDX-License-Identifier: MIT
// Temporary files and folders, known to the process so that they go when it does.
//
// Running out of memory ends the process in the middle of anything (mem.h), and files
// half written must not stay behind in the user's folders. So each file or folder made
// here is on a list until it has its final name or is removed. There is one list for the
// process: code that runs out of memory could not be handed another.
#ifndef CCINSTR_ANALYSIS_BASE_TEMPS_H
#define CCINSTR_ANALYSIS_BASE_TEMPS_H

#include <stdbool.h>

// As mkstemp: path ends with XXXXXX.
int temps_file(char *path);
// As mkdtemp: path ends with XXXXXX. False with errno.
bool temps_folder(char *path);
// Makes a symbolic link, whose path ends with XXXXXX. False with errno.
bool temps_link(const char *target, char *path);
// Takes path from the list: it has gone, or has another name.
void temps_forget(const char *path);
// Removes a folder and all in it, links not followed; false with errno. Takes no memory.
bool temps_remove(const char *folder);
// Removes all that are left, and lets nobody make another: for the end of the process.
// Takes no memory.
void temps_remove_all(void);

#endif
