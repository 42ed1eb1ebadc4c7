// SPDX-License-Identifier: MIT
// Which jars and folders on the path of a java command are the component.
#include "rewriter/launch/runpart.h"

#include "analysis/base/arena.h"
#include "rewriter/jar/select.h"
#include "rewriter/launch/javaline.h"

// Main classes that run the tests of something else. What holds them is a library.
static const char *const test_runners[] = {
    "org/junit/platform/console/ConsoleLauncher",
    "org/junit/runner/JUnitCore",
    "junit/textui/TestRunner",
    "org/testng/TestNG",
    "org/apache/maven/surefire/booter/ForkedBooter",
    "org/apache/tools/ant/taskdefs/optional/junit/JUnitTestRunner",
};

static bool is_test_runner(const char *main_class) {
    for (size_t i = 0; i < sizeof test_runners / sizeof *test_runners; i++) {
        if (main_class && strcmp(main_class, test_runners[i]) == 0) {
            return true;
        }
    }
    return false;
}

static u4 find_main(const struct javapath *p) {
    for (u4 k = 0; k < p->class_path.n; k++) {
        if (p->element.v[p->class_path.v[k]].has_main) {
            return p->class_path.v[k];
        }
    }
    u4 i = 0;  // by a Class-Path, then
    while (i < p->element.n &&
           (!p->element.v[i].has_main || p->element.v[i].is_module_path)) {
        i++;
    }
    return i;
}

// The element that holds what is started: the first, as for the launcher. Their
// number if there is none. A jar without classes only leads to it.
static u4 find_start(const struct javapath *p,
                     const struct javapath_spec *spec) {
    const struct javaline *line = spec->line;
    u4 none = p->element.n;
    switch (line->start) {
    case JAVA_JAR:
        return p->element.v[0].has_classes ? 0 : find_main(p);
    case JAVA_CLASS:
        return find_main(p);
    case JAVA_MODULE:
        for (u4 k = 0; k < p->module_path.n; k++) {
            if (javapath_is_module(p->element.v[p->module_path.v[k]].module,
                                   line->what)) {
                return p->module_path.v[k];
            }
        }
        return none;
    case JAVA_NOTHING:
    case JAVA_SOURCE:
        break;
    }
    return none;
}

static bool is_class_folder(const struct element *e) {
    return e->kind == ELEMENT_FOLDER && e->has_classes &&
           (e->is_class_path || e->is_module_path);
}

bool runpart_is_tests(const struct element *e, const struct javapath *path) {
    return e->is_tests || (e->has_named && is_test_runner(path->main_class));
}

// By what kind of thing it is. Patterns that only leave classes out say nothing of it.
static bool is_usual(const struct javapath *path,
                     const struct javapath_spec *spec, u4 i, u4 start) {
    bool is_start = i == start && !is_test_runner(path->main_class);
    return is_start || (spec->line->start != JAVA_JAR &&
                        is_class_folder(&path->element.v[i]));
}

static bool can_be(const struct element *e, const struct javapath_spec *spec) {
    return e->has_classes && !e->is_tests &&
           (!spec->component->n || e->has_match);
}

static bool has_package(const struct element *e, const bool *is_package) {
    for (u4 k = 0; k < e->package.n; k++) {
        if (is_package[e->package.v[k]]) {
            return true;
        }
    }
    return false;
}

// What has classes in packages of the tests: tests are mostly in the package of what
// they test, and libraries are not. Returns how many are.
static u4 choose_tested(bool *is_tested, const struct javapath *path,
                        const struct javapath_spec *spec) {
    bool *is_package =
        ARENA_ZARRAY(path->arena, bool, path->packages.row.n + 1);
    u4 n = 0;
    for (u4 i = 0; i < path->element.n; i++) {
        const struct element *e = &path->element.v[i];
        bool is = runpart_is_tests(e, path);
        for (u4 k = 0; is && k < e->package.n; k++) {
            is_package[e->package.v[k]] = true;
        }
    }
    for (u4 i = 0; i < path->element.n; i++) {
        const struct element *e = &path->element.v[i];
        is_tested[i] = can_be(e, spec) && !e->has_main &&
                       !runpart_is_tests(e, path) && has_package(e, is_package);
        n += is_tested[i];
    }
    return n;
}

u4 runpart_choose(bool *is_component, const struct javapath *path,
                  const struct javapath_spec *spec) {
    u4 start = find_start(path, spec);
    bool *is_tested = ARENA_ZARRAY(path->arena, bool, path->element.n + 1);
    bool is_named = select_names(spec->component), has_other = false;
    u4 n = 0;
    for (u4 i = 0; i < path->element.n; i++) {
        const struct element *e = &path->element.v[i];
        is_component[i] =
            can_be(e, spec) && (is_named || is_usual(path, spec, i, start));
        n += is_component[i];
        has_other =
            has_other || (is_component[i] && !runpart_is_tests(e, path));
    }
    u4 n_tested =
        is_named || has_other ? 0 : choose_tested(is_tested, path, spec);
    if (n_tested) {
        memcpy(is_component, is_tested, path->element.n * sizeof *is_tested);
    }
    return n_tested ? n_tested : n;
}

bool runpart_has_main(const bool *is_component, const struct javapath *path,
                      const struct javapath_spec *spec) {
    bool has = false;
    for (u4 i = 0; i < path->element.n; i++) {
        has = has || (is_component[i] && path->element.v[i].has_main);
    }
    return has && !is_test_runner(path->main_class) &&
           select_has(spec->component, str_of(path->main_class));
}

bool runpart_is_there(const struct javapath *path,
                      const struct javapath_spec *spec) {
    return find_start(path, spec) < path->element.n;
}
