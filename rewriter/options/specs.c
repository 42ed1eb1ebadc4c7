// SPDX-License-Identifier: MIT
// specs.c - what follows from several options, and whether they go together.
#include "rewriter/options/optionrows.h"

#include "analysis/component/levels.h"
#include "analysis/text/arglist.h"
#include "rewriter/driver/pattern.h"
#include "rewriter/driver/spec.h"
#include "rewriter/jar/select.h"
#include "rewriter/options/options.h"
#include "rewriter/options/usage.h"

#include <stdio.h>

// --- Lists of words ----------------------------------------------------------

// The next of "a,b,c"; false at the end.
static bool next_item(const char **list, struct str *item) {
    if (!**list) {
        return false;
    }
    size_t n = strcspn(*list, ",");
    *item = (struct str){*list, n};
    *list += n + ((*list)[n] == ',');
    return true;
}

static bool ends_in_comma(const char *list) {
    size_t n = strlen(list);
    return n && list[n - 1] == ',';
}

// Bits; 0 if one of them is none.
static u2 levels_of(const char *list) {
    u2 bits = 0;
    for (struct str item; next_item(&list, &item);) {
        u4 level = 0;
        while (level <= TOP_LEVEL) {
            char text[4];
            int n = snprintf(text, sizeof text, "%u", level);
            if (str_eq(item, (struct str){text, (size_t)n})) {
                break;
            }
            level++;
        }
        if (level > TOP_LEVEL) {
            return 0;
        }
        bits |= (u2)(1u << level);
    }
    return bits;
}

static bool set_criterion(struct unfold_spec *to, struct str item) {
    bool *const member[] = {
        [WORD_CHAINS] = &to->chains, [WORD_RC] = &to->rc, [WORD_TM] = &to->tm};
    for (size_t w = 0; w < sizeof member / sizeof *member; w++) {
        if (str_eq(item, str_of(word_rows[w].text))) {
            *member[w] = true;
            return true;
        }
    }
    return false;
}

static bool set_criteria(struct unfold_spec *to, const char *list) {
    if (!list) {
        to->chains = to->rc = to->tm = true;
        return true;
    }
    bool ok = !ends_in_comma(list);
    for (struct str item; ok && next_item(&list, &item);) {
        ok = set_criterion(to, item);
    }
    return ok;
}

// --- What goes together ------------------------------------------------------

static const char *name_of(const struct options *o) {
    return command_rows[o->command].name;
}

struct arg_list option_texts(const struct options *o, enum option_id id,
                             struct arena *arena) {
    const void *value = option_value(o, id);
    struct arg_list list = {0};
    if (option_rows[id].kind == LIST) {
        return *(const struct arg_list *)value;
    }
    if (*(const char *const *)value) {
        arg_list_add(&list, *(const char *const *)value, arena);
    }
    return list;
}

static bool is_pattern(const struct options *o, const struct option_row *row,
                       const char *text) {
    if ((row->flags & IS_ONE && pattern_excludes(text)) ||
        (row->flags & IS_METHODS && !pattern_is_text(text))) {
        usage_error(name_of(o), OPTION_METHOD, row->long_name, text);
        return false;
    }
    if (row->flags & IS_CLASSES &&
        !select_is_pattern(text + select_excludes(text))) {
        usage_error(name_of(o), OPTION_PATTERN, row->long_name, text);
        return false;
    }
    return true;
}

static bool are_patterns(const struct options *o, struct arena *arena) {
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        const struct option_row *row = &option_rows[id];
        if (!o->given[id] ||
            !(row->flags & (IS_CLASSES | IS_METHODS | IS_ONE))) {
            continue;
        }
        struct arg_list texts = option_texts(o, id, arena);
        for (size_t i = 0; i < texts.n; i++) {
            if (!is_pattern(o, row, texts.item[i])) {
                return false;
            }
        }
    }
    return true;
}

struct pair {
    enum option_id option, other;
};
static const struct pair excluding[] = {
#define EXCLUDE(option, other) {OPT_##option, OPT_##other},
#include "rewriter/options/options.def"
};
static const struct pair needing[] = {
#define NEED(option, other) {OPT_##option, OPT_##other},
#include "rewriter/options/options.def"
};

static bool do_clash(const struct options *o) {
    for (size_t i = 0; i < sizeof excluding / sizeof *excluding; i++) {
        const struct pair *p = &excluding[i];
        if (o->given[p->option] && o->given[p->other]) {
            usage_error(name_of(o), OPTIONS_CLASH,
                        option_rows[p->option].long_name,
                        option_rows[p->other].long_name);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof needing / sizeof *needing; i++) {
        const struct pair *p = &needing[i];
        if (o->given[p->option] && !o->given[p->other]) {
            usage_error(name_of(o), OPTION_NEEDS,
                        option_rows[p->option].long_name,
                        option_rows[p->other].long_name);
            return true;
        }
    }
    return false;
}

// What a command prints is one of several.
static bool is_one_list(const struct options *o, struct arena *arena) {
    const char *names = "";
    u4 n = 0;
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        const struct option_row *row = &option_rows[id];
        if (!(row->flags & ONE_OF) || !option_is_for(id, o->command) ||
            row->flags & HIDDEN) {
            continue;
        }
        n += o->given[id];
        names = arena_printf(arena, "%s%s--%s", names, *names ? ", " : "",
                             row->long_name);
    }
    if (n > 1) {
        usage_error(name_of(o), OPTIONS_ONE, names);
    }
    return n <= 1;
}

static bool finish_unfold(struct options *o) {
    o->unfold.levels = o->levels ? levels_of(o->levels) : 0;
    if (o->levels && (!o->unfold.levels || ends_in_comma(o->levels))) {
        usage_error(name_of(o), OPTION_TAKES, "levels", o->levels,
                    "0 to 15, with commas");
        return false;
    }
    if (!set_criteria(&o->unfold, o->criteria)) {
        usage_error(name_of(o), OPTION_TAKES, "criteria", o->criteria,
                    "chains, rc, tm, with commas");
        return false;
    }
    return true;
}

static void list_files(struct options *o, struct arena *arena) {
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        if (o->given[id] && option_rows[id].flags & (IS_READ | IS_WRITTEN)) {
            struct arg_list files = option_texts(o, id, arena);
            for (size_t i = 0; i < files.n; i++) {
                arg_list_add(&o->analysis.files, files.item[i], arena);
            }
        }
    }
    for (size_t i = 0; i < o->argfiles.n; i++) {
        arg_list_add(&o->analysis.files, o->argfiles.item[i], arena);
    }
}

// What the plan tells of that option, a flag, number or choice; or NULL if nothing.
static const char *told_value(const struct options *o, enum option_id id,
                              struct arena *arena) {
    const struct option_row *row = &option_rows[id];
    const void *value = option_value(o, id);
    if (row->kind == FLAG) {
        bool is_set = *(const bool *)value;
        return is_set || row->flags & IN_PLAN ? (is_set ? "yes" : "no") : NULL;
    }
    unsigned n = *(const unsigned *)value;
    if (row->flags & IN_PLAN_IF_SET && n == 0) {
        return NULL;
    }
    return row->kind == CHOICE ? choice_text(id, n)
                               : arena_printf(arena, "%u", n);
}

static void list_told(struct options *o, struct arena *arena) {
    struct told_option *told = arena_alloc(arena, N_OPTIONS, sizeof *told);
    size_t n = 0;
    for (enum option_id id = 0; id < N_OPTIONS; id++) {
        const struct option_row *row = &option_rows[id];
        const char *value = row->flags & (IN_PLAN | IN_PLAN_IF_SET)
                                ? told_value(o, id, arena)
                                : NULL;
        if (value) {
            told[n++] = (struct told_option){row->long_name, str_of(value)};
        }
    }
    o->unfold.told = told;
    o->unfold.n_told = n;
}

bool specs_finish(struct options *o, struct arena *arena) {
    struct analysis_spec *a = &o->analysis;
    if (o->command == CMD_NONE || o->help || o->version) {
        return true;
    }
    a->inputs = o->operands;
    a->has_interface = a->interface || a->tests || a->open ||
                       a->interface_out || o->given[OPT_INTERFACE_LEVEL];
    list_files(o, arena);
    list_told(o, arena);
    return are_patterns(o, arena) && !do_clash(o) && is_one_list(o, arena) &&
           finish_unfold(o);
}
