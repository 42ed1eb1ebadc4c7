// SPDX-License-Identifier: MIT
// Temporary files and folders, known to the process so that they go when it does.
//
// Running out of memory ends the process in the middle of anything (mem.h), and what
// it was writing must not stay behind in the user's folders. So what is made here is
// on a list until it has its final name or is removed. That list is the one of the
// process: nobody who finds that there is no memory could be handed another.
#ifndef CCINSTR_ANALYSIS_BASE_TEMPS_H
#define CCINSTR_ANALYSIS_BASE_TEMPS_H

#include <stdbool.h>

// As mkstemp and mkdtemp, which they call: path ends with XXXXXX.
int temps_file(char *path);
bool temps_folder(char *path);
// A symbolic link; false with errno. Its name is made in the same way.
bool temps_link(const char *target, char *path);
// It has gone, or has another name.
void temps_forget(const char *path);
// Removes a folder and all in it, links not followed; false with errno. Takes no memory.
bool temps_remove(const char *folder);
// All that are left go, and nobody can make another: for the end of the process. Takes
// no memory.
void temps_remove_all(void);

#endif
