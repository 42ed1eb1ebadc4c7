// SPDX-License-Identifier: MIT
// Classes that settings of security and a program's own providers name.
//
// A provider puts "acme.Digest" into itself, a map, and Provider$Service makes an object of
// that class; Security.getProperty gives what the JDK's file java.security says, or what
// the program has set.
#include "analysis/dynamic/dynamic_priv.h"

#include "analysis/base/file.h"
#include "analysis/base/limits.h"
#include "analysis/sources/sources.h"
#include "analysis/world/world.h"

// --- Providers ------------------------------------------------------------------

// The field where the JDK keeps the name of the class.
static trace_id named_class(struct dynamic *d) {
    struct world *w = d->w;
    class_id c = world_class(w, STR("java/security/Provider$Service"));
    world_load(w, c);
    sig_id sig = world_sig(w, STR("className"), STR("Ljava/lang/String;"));
    field_id f = world_declared_field(w, c, sig);
    return f ? trace_of(d, TRACE_FIELD, false, f, 0) : 0;
}

void security_give(struct dynamic *d, op_id id) {
    const struct op o = d->op.v[id];
    trace_id from = o.n ? d->operand.v[o.first].from : 0;
    trace_id to = o.kind == OP_PROVIDE ? named_class(d) : 0;
    if (from && o.kind == OP_SET_SETTING) {
        points_flow(&d->p, d->trace.v[from].var, d->settings);
    } else if (from && to) {
        trace_copy(d, from, to);
    }
}

// --- Settings -------------------------------------------------------------------

// Newer JDKs have it in `conf`. A file that cannot be read leaves all settings unknown.
static void read_file(struct dynamic *d) {
    static const char *const folders[] = {"conf", "lib", "jre/lib"};
    struct str home = src_jdk_home(d->w->src);
    struct emit e;
    struct diag quiet;
    diag_init(&quiet, DIAG_ERROR, false);
    emit_init(&e, LIMIT_RESOURCE_BYTES);
    bool is_read = false;
    for (size_t i = 0;
         home.n && !is_read && i < sizeof folders / sizeof *folders; i++) {
        const char *path =
            arena_printf(&d->arena, "%.*s/%s/security/java.security",
                         STR_F(home), folders[i]);
        is_read = file_read(path, LIMIT_RESOURCE_BYTES, &e, &quiet);
    }
    if (is_read) {
        struct str text = {(const char *)e.p, e.n};
        d->security = arena_str(&d->arena, text);
    }
    emit_release(&e);
    diag_release(&quiet);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

// What stands behind "key=" in a line; no name of a class goes on in another.
static struct str value_in(struct str line, struct str key) {
    if (!str_starts(line, key)) {
        return STR("");
    }
    size_t from = key.n, to = line.n;
    while (from < to && is_blank(line.p[from])) {
        from++;
    }
    if (from == to || line.p[from] != '=') {
        return STR("");
    }
    from++;
    while (from < to && is_blank(line.p[from])) {
        from++;
    }
    while (to > from && is_blank(line.p[to - 1])) {
        to--;
    }
    return (struct str){line.p + from, to - from};
}

static struct str setting(const struct dynamic *d, struct str key) {
    struct str rest = d->security, value = STR("");
    while (rest.n && !value.n) {
        const char *end = memchr(rest.p, '\n', rest.n);
        size_t n = end ? (size_t)(end - rest.p) : rest.n;
        value = value_in((struct str){rest.p, n}, key);
        n += end ? 1 : 0;
        rest = (struct str){rest.p + n, rest.n - n};
    }
    return value;
}

void security_settings(struct dynamic *d, trace_id to) {
    points_flow(&d->p, d->settings, d->trace.v[to].var);
}

void security_read(struct dynamic *d, trace_id to, struct str key) {
    if (!d->has_settings) {
        d->has_settings = true;
        read_file(d);
    }
    if (!d->security.n || text_is_pattern(key)) {
        trace_open(d, to);
        return;
    }
    struct str value = setting(d, key);
    if (value.n) {
        trace_add(d, to, token_text(d, value));
    }
}
