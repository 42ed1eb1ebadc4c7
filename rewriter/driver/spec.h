// SPDX-License-Identifier: MIT
// What is asked of an analysis and of the forest that is made of it, whoever asks: the
// command line (options/options.def fills these members), or a command that runs another.
//
// Strings and lists are borrowed; NULL or empty: not given.
#ifndef CCINSTR_REWRITER_DRIVER_SPEC_H
#define CCINSTR_REWRITER_DRIVER_SPEC_H

#include "analysis/base/types.h"
#include "analysis/dynamic/dynamic.h"
#include "analysis/forest/stop.h"
#include "analysis/interface/interface.h"
#include "analysis/text/arglist.h"

enum analysis_kind { ANALYSIS_AND, ANALYSIS_0CFA, ANALYSIS_RTA, ANALYSIS_CHA };
// The classes that CHA takes into account.
enum cha_world { WORLD_REFERENCED, WORLD_ALL };

struct analysis_spec {
    struct arg_list inputs;  // jars, folders and so on that hold the component
    struct arg_list component;  // patterns of its classes; none: all classes
    const char *classpath, *jdk;
    bool patch_jdk;
    const char *main, *roots;
    const char *interface, *tests;  // files, and a path, that Int comes from
    enum int_level interface_level;
    bool has_interface;  // something is said of Int: it is no whole program
    bool open;           // clients may have subclasses
    enum analysis_kind kind;
    enum cha_world world;
    enum dynamic_level dynamic;
    struct arg_list properties;  // K=V, for reflection
    struct arg_list resources;   // files that name classes, for reflection
    bool no_resource_names;
    const char *interface_out;
    // All files that the command reads or writes besides, which no output may be.
    struct arg_list files;
};

enum recursion { RECURSION_UNROLL, RECURSION_BACKEDGE };
enum exceptions { EXCEPTIONS_IGNORE, EXCEPTIONS_WARN };

// An option that the plan tells in the words in which it was given.
struct told_option {
    const char *key;
    struct str value;
};

struct unfold_spec {
    unsigned depth;      // 0: as long as it is by default
    unsigned from_main;  // 0: chains are counted by depth
    u2 levels;           // bits; 0: whatever they are
    enum recursion recursion;
    enum stop_wish stop[N_STOPS];
    enum exceptions exceptions;
    bool chains, rc, tm;         // what is required
    const char *lines, *pruned;  // files of --chains and --prune (chainfile.h)
    struct arg_list add;         // lines for the latter
    const struct told_option *told;
    size_t n_told;
};

// The edges that are printed, by patterns of methods.
struct edge_spec {
    struct arg_list from, to, within;
};

#endif
