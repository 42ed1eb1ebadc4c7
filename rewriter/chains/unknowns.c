// SPDX-License-Identifier: MIT
// What stayed unknown to the analysis that a plan comes from.
#include "rewriter/chains/unknowns.h"

#include "rewriter/chains/chains.h"
#include "rewriter/plan/planfile.h"

static u4 number_of(const struct plan *p, const char *key) {
    struct str s = chains_option(p, key);
    u4 n = 0;
    for (size_t i = 0; i < s.n && s.p[i] >= '0' && s.p[i] <= '9'; i++) {
        n = n * 10 + (u4)(s.p[i] - '0');
    }
    return n;
}

static u4 class_of(const struct plan *p, u4 site) {
    return p->method[p->site[site].method].class;
}

// Methods stand in the order of their names: of the first class the first line counts.
static u4 first_site(const struct plan *p) {
    u4 first = 0;
    for (u4 i = 1; i < p->n[PLAN_SITE]; i++) {
        bool is = p->site[i].flags & PLAN_SITE_UNKNOWN;
        bool is_first = !first || (class_of(p, i) == class_of(p, first) &&
                                   p->site[i].line < p->site[first].line);
        first = is && is_first ? i : first;
    }
    return first;
}

struct plan_unknowns unknowns_of(const struct plan *p) {
    struct str level = chains_option(p, "dynamic");
    return (struct plan_unknowns){
        .is_told = chains_option(p, PLAN_UNKNOWN_CALLS).n != 0,
        .calls = number_of(p, PLAN_UNKNOWN_CALLS),
        .site = first_site(p),
        .elsewhere = number_of(p, PLAN_UNKNOWN_ELSEWHERE),
        .first = chains_option(p, PLAN_UNKNOWN_FIRST),
        .natives = number_of(p, PLAN_UNKNOWN_NATIVES),
        .guesses = number_of(p, PLAN_GUESSES),
        .level = level.n ? level : STR("off"),
    };
}

// Does what is unknown run nothing, or all that may be?
static bool runs_nothing(const struct plan_unknowns *u) {
    return str_eq(u->level, STR("off")) || str_eq(u->level, STR("resolved"));
}

static const char *calls_text(const struct plan *p,
                              const struct plan_unknowns *u,
                              struct arena *mem) {
    u4 n = u->calls ? u->calls : u->elsewhere;
    struct str first = u->calls ? chains_site_place(mem, p, u->site) : u->first;
    const char *text = arena_printf(
        mem, "%u call%s%s by reflection or object streams, %s %.*s", n,
        n == 1 ? "" : "s", u->calls ? "" : " of libraries",
        n == 1 ? "at" : "the first at", STR_F(first));
    return u->calls && u->elsewhere
               ? arena_printf(mem, "%s, and %u of libraries", text,
                              u->elsewhere)
               : text;
}

const char *unknowns_words(const struct plan *p, struct arena *mem) {
    const struct plan_unknowns u = unknowns_of(p);
    const char *text = "";
    if (u.calls || u.elsewhere) {
        text = calls_text(p, &u, mem);
    }
    if (u.natives) {
        text = arena_printf(mem, "%s%s%u native method%s", text,
                            *text ? ", and " : "", u.natives,
                            u.natives == 1 ? "" : "s");
    }
    u4 all = u.calls + u.elsewhere + u.natives;
    return !*text ? NULL
           : runs_nothing(&u)
               ? arena_printf(mem, "%s: what only %s run%s is not required",
                              text, all == 1 ? "it" : "they",
                              all == 1 ? "s" : "")
               : arena_printf(mem,
                              "%s: all that --dynamic %.*s allows %s is "
                              "required, possible or not",
                              text, STR_F(u.level), all == 1 ? "it" : "them");
}

const char *unknowns_level(const struct plan *p, struct arena *mem) {
    const struct plan_unknowns u = unknowns_of(p);
    return u.is_told && !str_eq(u.level, STR("resolved"))
               ? arena_printf(mem, ", --dynamic %.*s", STR_F(u.level))
               : "";
}

const char *unknowns_advice(const struct plan *p) {
    const struct plan_unknowns u = unknowns_of(p);
    return str_eq(u.level, STR("off"))
               ? "follow reflection (--dynamic resolved), or name what it "
                 "runs (--roots)"
           : runs_nothing(&u)
               ? "name it with --roots (report --roots-out writes what ran) or "
                 "--resources, or assume more with --dynamic; graph --gaps "
                 "lists them"
               : "graph --gaps lists them; --dynamic resolved requires what "
                 "is known";
}

const char *unknowns_guesses(const struct plan *p, struct arena *mem) {
    const struct plan_unknowns u = unknowns_of(p);
    return u.guesses ? arena_printf(
                           mem,
                           "%u entr%s at what reflection calls, by names in "
                           "resource files and constants",
                           u.guesses,
                           u.guesses == 1 ? "y is a guess" : "ies are guesses")
                     : NULL;
}
