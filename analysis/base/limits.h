// SPDX-License-Identifier: MIT
// Every ceiling on what input can make us allocate or loop over, each with its
// reason. The diagnostic that reports it stands beside it.
#ifndef CCINSTR_ANALYSIS_BASE_LIMITS_H
#define CCINSTR_ANALYSIS_BASE_LIMITS_H

// One class file. The largest real one seen is 2 MB; the format itself allows
// more, but nothing loads it. (D_CLASS_SIZE)
#define LIMIT_CLASS_BYTES (64u << 20)

// One class after editing: the largest input and room for what is inserted.
#define LIMIT_EDITED_BYTES (160u << 20)

// One method after editing, with its tables. 65535 bytes of code can need as
// many frames of as many locals; real ones stay below a megabyte.
// (refusal METHOD_TOO_LARGE)
#define LIMIT_METHOD_BYTES (16u << 20)

// DEFLATE cannot expand more than 1032 times: an entry that claims more lies
// about its size, and no memory is reserved for it. (D_ENTRY_SIZE)
#define LIMIT_INFLATE_RATIO 1032u

// Entries of one archive: libzip keeps some hundred bytes for each. Whole JDKs
// have 30 000. (D_ZIP_MANY)
#define LIMIT_ZIP_ENTRIES 1000000u

// A nested archive that is rewritten is held in memory, several times over.
// (D_NESTED_SIZE)
#define LIMIT_NESTED_BYTES (512u << 20)

// Archives inside archives inside ...: ear, war, jar make three. (D_NESTED_DEPTH)
#define LIMIT_NESTED_DEPTH 4u

// All that the archives nested in one input may inflate to, so that a tree of
// bombs costs no more than one. (D_NESTED_SIZE)
#define LIMIT_NESTED_TOTAL (4ull << 30)

// How many times its own size an archive's nested archives may be, all levels
// together. (D_NESTED_SIZE)
#define LIMIT_NESTED_GROWTH 8u

// A manifest that is to be edited. (D_MANIFEST_SIZE)
#define LIMIT_MANIFEST_BYTES (64u << 20)

// Values nested in annotation values; javac cannot write more than a few.
// (D_ATTR_BODY)
#define LIMIT_ANNOTATION_DEPTH 255u

// Slots that the simulations of one class may set or compare as a whole, and
// that padding of frames may add. Real classes need a fiftieth of it.
// (refusal TOO_COSTLY)
#define LIMIT_SIM_WORK (64u << 20)

// Steps in which the value-flow form of a method joins what comes together:
// inputs of phis, subroutines, ranges of handlers. Each is some words of memory.
// The most that one of 2.6 million real methods takes is 239 000. (D_FLOW_COSTLY)
#define LIMIT_FLOW_WORK (2u << 20)

// Steps from one instruction to the next in which is found out what always comes after
// calls of a method: some milliseconds. (none: of further calls nothing is known)
#define LIMIT_POSTDOM_WORK (2u << 20)

// Steps in which the lists of handlers of a method are made, from each place of it
// to the next: some milliseconds. (none: what is thrown in the rest of it comes to
// all of its handlers)
#define LIMIT_COVER_WORK (2u << 20)

// Locals and stack slots that the propagation of constants through one method
// (forest --feasibility guards) may join: 16 bytes each, at worst. The most that
// a method of sixty large jars and of java.base takes is 513 000. (none: all of
// the method can execute, and nothing is known there)
#define LIMIT_GUARD_WORK (2u << 20)

// Locals and stack slots that the propagation of constants may join in all methods and
// ids of a component: some seconds. (none: from there on nothing is known)
#define LIMIT_GUARD_ALL (1ull << 30)

// Different arguments that one method is known to be called with; those of a
// recursion that counts have no end. A visitor of bytecode is called with each
// of 200 opcodes. (none: of further ones nothing is known)
#define LIMIT_GUARD_IDS 256u

// Text of messages kept until it is printed: for one input, and for one entry
// while it is worked on. What is said beyond is only counted, and that is said.
#define LIMIT_SAID_BYTES (1u << 20)
#define LIMIT_SAID_ENTRY_BYTES (32u << 10)

// Characters of each part (place, text) of a message; class-file names can have 65535. (cut with "...")
#define LIMIT_MESSAGE 2000u

// Entries that are read ahead of the writer, and their compressed bytes: what
// bounds memory while many threads work.
#define LIMIT_AHEAD_ENTRIES 256u
#define LIMIT_AHEAD_BYTES (4u << 20)

// A file of arguments (@FILE); a path per line of every jar of a large system
// is some megabytes. (usage ARGFILE_SIZE)
#define LIMIT_ARGFILE_BYTES (64u << 20)

// Threads that can be asked for: more could only be a mistake. (usage NUMBER)
#define LIMIT_THREADS 1024u

// Folders below a folder that is rewritten. (D_DIR_DEPTH)
#define LIMIT_DIR_DEPTH 200u

// Archives of the class path that are open at a time: a process may have some
// thousand files. (none: the one used longest ago is closed)
#define LIMIT_OPEN_ARCHIVES 200u

// The file `release` of a JDK. (none: it says nothing)
#define LIMIT_RELEASE_BYTES (1u << 20)

// Packages remembered, once they are not the JDK's: a JDK has 1700 itself.
// (none: the image is asked again)
#define LIMIT_PACKAGES_KEPT 100000u

// A resource file that is searched for names of classes, and all of them together. Real
// ones have some kilobytes. (D_ENTRY_UNREAD, D_RESOURCES_MANY)
#define LIMIT_RESOURCE_BYTES (8u << 20)
#define LIMIT_RESOURCES_TOTAL (1ull << 30)

// Dimensions of an array type, as the JVM has it. (none: it is taken for a
// class that is nowhere)
#define LIMIT_DIMENSIONS 255u

// Super types of one class, classes and interfaces apart: each class keeps the
// list of all of them, so a chain costs the square of its length. Real classes
// have some twenty. (D_SUPERS)
#define LIMIT_SUPERS 500u

// Classes written in classes in classes ..., each of which adds to the name of the next.
// (none: the one reached then counts as the outermost)
#define LIMIT_CLASS_DEPTH 100u

// Members of the sets that coarser chains are counted with, and moves looked at to
// make them. The sets can be exponentially many; those of a real forest are about
// as many as its states. (the count is printed as `unknown`)
#define LIMIT_COARSE_MEMBERS (4u << 20)
#define LIMIT_COARSE_STEPS (100u << 20)
// Boxes of a drawing: more than any program can draw. (D_CHAINS_CUT)
#define LIMIT_DRAWN_CHAINS (1u << 20)
// Edges of a chain of a plan that is read; --depth takes no more. A file of some
// megabytes could have a hundred thousand, and each of its states as many counts.
// (D_PLAN_ROW)
#define LIMIT_CHAIN_EDGES 1024u
// A plan that is read; numbers of rows and places in its text have 32 bits. Those
// of large libraries have some 100 MB. (D_FILE_READ)
#define LIMIT_PLAN_BYTES (4ull << 30)
// A source file that is shown in a report. Generated ones have some megabytes.
// (D_FILE_READ)
#define LIMIT_SOURCE_BYTES (16u << 20)
// A data file that is read: those of runs are below 1 GB, and merged ones hold what is
// different in many. (D_FILE_READ)
#define LIMIT_DATA_BYTES (4ull << 30)
// States and moves of a forest while it is built: half a gigabyte each. Depth 12
// over a library of 3 MB has a fraction of it; back edges and pruned chains can
// take any number. (D_FOREST_TOO_LARGE)
#define LIMIT_FOREST_STATES (16u << 20)
#define LIMIT_FOREST_MOVES (64u << 20)
// Words that say what states of a forest have in common, while it is built.
// (D_FOREST_TOO_LARGE)
#define LIMIT_FOREST_WORDS (128ull << 20)

// Chains that the lines of --chains name, each part of one counted: a line with
// "-" for every offset and receiver names many. (D_CHAIN_LINE)
#define LIMIT_CHAIN_NODES (1u << 20)

#endif
