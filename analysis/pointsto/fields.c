// SPDX-License-Identifier: MIT
// Fields that are read and written past getfield and putfield: by Unsafe and
// VarHandles, by reflection, by handles of fields, by serialisation.
//
// What is written so to an object comes to a field of its own (FIELD_WRITTEN),
// and from there to those of its fields that anybody can mean, and from these
// to one that is read (FIELD_READ): those whose names code asks for, whatever
// their class; those of classes all of whose fields it asks for; and those that
// are serialised. Static fields have such variables in common, for reflection
// and for handles. Handles are followed nowhere, so what is passed to any of
// them is connected with the fields that some handle stands for.
#include "analysis/pointsto/pointsto_priv.h"

#include "analysis/classfile/classfile.h"
#include "analysis/classfile/desc.h"
#include "analysis/inclusion/set.h"
#include "analysis/table/intern.h"
#include "analysis/world/world.h"

const struct field_finder *pts_finder(struct str class, struct str name) {
    for (u4 i = 0; i < n_field_finders; i++) {
        if (str_eq(class, field_finders[i].class) &&
            str_eq(name, field_finders[i].name)) {
            return &field_finders[i];
        }
    }
    return NULL;
}

// A call of Unsafe: args[1] is the object, what is behind it is written there.
void pts_unsafe(struct pointsto *h, const struct pts_call *c) {
    struct points *p = &h->p;
    var_id base = c->n > 1 ? h->arg.v[c->args + 1] : 0;
    if (base == 0) {
        return;
    }
    for (u4 i = 2; i < c->n; i++) {
        if (h->arg.v[c->args + i]) {
            points_store(p, base, FIELD_WRITTEN, h->arg.v[c->args + i]);
        }
    }
    if (c->result) {
        points_load(p, base, FIELD_READ, c->result);
    }
}

// Where nearly any object may be written to a stream, one variable is enough
// for what the fields of all of them have, and one for what they get. Only what
// was made from a stream gets fields from there.
void pts_unsafe_serial(struct pointsto *h, const struct pts_call *c) {
    for (u4 i = 2; i < c->n; i++) {
        if (h->arg.v[c->args + i]) {
            points_flow(&h->p, h->arg.v[c->args + i], h->serial_written);
        }
    }
    var_id base = c->n > 1 ? h->arg.v[c->args + 1] : 0;
    if (c->result && base) {
        points_flow(&h->p, h->serial_read, c->result);
        pts_watch(h, base, WATCH_SERIAL, 0);
    }
}

// How many values that method of VarHandle is given, behind the coordinates
// that say where.
static u4 n_values(struct str name) {
    if (str_starts(name, STR("compareAnd")) ||
        str_starts(name, STR("weakCompareAnd"))) {
        return 2;
    }
    return str_starts(name, STR("get")) && !str_starts(name, STR("getAnd")) ? 0
                                                                            : 1;
}

// The first coordinate is the object; the handle of a static field has none.
// The last value is written.
void pts_access(struct pointsto *h, const struct pts_call *c, sig_id sig) {
    struct points *p = &h->p;
    struct desc_method d;
    if (!desc_method(world_sig_desc(h->w, sig), &d)) {
        return;
    }
    u4 n = 0, values = n_values(world_sig_name(h->w, sig));
    struct str last = STR("");
    for (struct str rest = d.args; rest.n; n++) {
        last = desc_next(&rest);
    }
    bool is_static = n <= values;
    bool has_value = values && last.n > 1 && c->n > 1;
    bool has_base = !is_static && desc_next(&d.args).n > 1 && c->n > 1;
    var_id value = has_value ? h->arg.v[c->args + c->n - 1] : 0;
    var_id base = has_base ? h->arg.v[c->args + 1] : 0;
    if (is_static && value) {
        points_flow(p, value, h->static_by[STATIC_HANDLED].written);
    }
    if (is_static && c->result) {
        points_flow(p, h->static_by[STATIC_HANDLED].read, c->result);
    }
    if (base && value) {
        points_store(p, base, FIELD_WRITTEN, value);
    }
    if (base && c->result) {
        points_load(p, base, FIELD_READ, c->result);
    }
}

bool pts_unsafe_method(const struct pointsto *h, method_id m) {
    struct str name = world_sig_name(h->w, h->w->method.v[m].sig);
    return memmem(name.p, name.n, "Reference", 9) ||
           memmem(name.p, name.n, "Object", 6);
}

// Field.get of args[1], or of nothing, for a static field.
void pts_read_field(struct pointsto *h, const struct pts_call *c) {
    var_id base = c->n > 1 ? h->arg.v[c->args + 1] : 0;
    if (c->result) {
        points_flow(&h->p, h->static_by[STATIC_REFLECTED].read, c->result);
        if (base) {
            points_load(&h->p, base, FIELD_READ, c->result);
        }
    }
}

void pts_write_field(struct pointsto *h, const struct pts_call *c) {
    var_id base = c->n > 1 ? h->arg.v[c->args + 1] : 0;
    var_id value = c->n > 2 ? h->arg.v[c->args + 2] : 0;
    if (value) {
        points_flow(&h->p, value, h->static_by[STATIC_REFLECTED].written);
        if (base) {
            points_store(&h->p, base, FIELD_WRITTEN, value);
        }
    }
}

// --- Who asks for which fields -----------------------------------------------

static u1 *by_name(struct pointsto *h, struct str name) {
    u4 id = intern_add(&h->asked_name, name, STR(""));
    vec_cover(&h->name_asked, id + 1);
    return &h->name_asked.v[id];
}

static u1 how_asked(const struct pointsto *h, field_id f) {
    const struct world *w = h->w;
    const struct world_field row = w->field.v[f];
    u4 id = intern_find(&h->asked_name, world_sig_name(w, row.sig), STR(""));
    u1 how = h->all_asked | (id ? h->name_asked.v[id] : 0);
    how |= row.class < h->class_asked.n ? h->class_asked.v[row.class] : 0;
    bool serial = h->serial &&
                  !(row.access_flags & (ACC_STATIC | ACC_TRANSIENT)) &&
                  world_is_subtype(w, row.class, w->known.serializable);
    return serial ? how | BY_OFFSET : how;
}

static void ask(struct pointsto *h, u1 *asked, u1 how) {
    h->n_asked += (how & ~*asked) != 0;
    *asked |= how;
}

void pts_ask(struct pointsto *h, const struct field_finder *finder) {
    struct points *p = &h->p;
    u1 fresh = finder->how & ~h->asked_by;
    ask(h, &h->asked_by, finder->how);
    if (fresh & BY_STATIC) {
        points_flow(p, h->static_by[STATIC_HANDLED].read, h->results);
        points_flow(p, h->passed[EDGE_HANDLE],
                    h->static_by[STATIC_HANDLED].written);
    }
    if (fresh & (BY_HANDLE | UNREFLECTS) && !h->watches_handled) {
        h->watches_handled = true;
        pts_watch(h, h->passed[EDGE_HANDLE], WATCH_HANDLED, 0);
    }
}

void pts_ask_name(struct pointsto *h, const struct field_finder *finder,
                  struct str name) {
    ask(h, by_name(h, name), finder->how);
}

void pts_ask_class(struct pointsto *h, const struct field_finder *finder,
                   var_id v) {
    pts_watch(h, v, WATCH_FIELDS, (u4)(finder - field_finders));
}

bool pts_takes_class(const struct field_finder *finder, u4 arg) {
    return finder->class_arg == arg;
}

void pts_ask_all(struct pointsto *h) {
    ask(h, &h->all_asked, BY_REFLECTION);
}

void pts_ask_serial(struct pointsto *h) {
    h->n_asked += !h->serial;
    h->serial = true;
}

static void ask_class(struct pointsto *h, class_id c, u1 how) {
    vec_cover(&h->class_asked, c + 1);
    ask(h, &h->class_asked.v[c], how);
}

// Classes whose fields are asked for.
void pts_arrived_fields(struct pointsto *h, u4 finder,
                        const struct set *fresh) {
    const struct field_finder row = field_finders[finder];
    obj_id o;
    for (struct set_walk walk = set_walk(fresh); set_next(&walk, &o);) {
        class_id c = h->object.v[o].stands_for;
        if (c == 0) {
            continue;
        }
        ask_class(h, c, row.how);
        world_load(h->w, c);
        const struct world_class k = h->w->class.v[c];
        for (u4 i = 0; row.inherited && i < k.depth; i++) {
            ask_class(h, k.display[i], row.how);
        }
        for (u4 i = 0; row.inherited && i < k.n_supers; i++) {
            ask_class(h, k.supers[i], row.how);
        }
    }
}

void pts_arrived_serial(struct pointsto *h, const struct set *fresh) {
    obj_id o;
    for (struct set_walk walk = set_walk(fresh); set_next(&walk, &o);) {
        vec_push(&h->serialized, o);
    }
}

void pts_arrived_handled(struct pointsto *h, const struct set *fresh) {
    obj_id o;
    for (struct set_walk walk = set_walk(fresh); set_next(&walk, &o);) {
        vec_push(&h->handled, o);
    }
}

// --- Connecting --------------------------------------------------------------

// What is written can be in the field, and what is in it be read.
static void connect(struct pointsto *h, var_id written, var_id field,
                    var_id read) {
    points_flow(&h->p, written, field);
    points_flow(&h->p, field, read);
}

static void connect_static(struct pointsto *h, field_id f,
                           enum static_access access) {
    const struct pts_static *vars = &h->static_by[access];
    connect(h, vars->written, h->static_var.v[f], vars->read);
}

void pts_connect_static(struct pointsto *h, field_id f) {
    if (world_sig_desc(h->w, h->w->field.v[f].sig).n < 2) {
        return;
    }
    u1 how = how_asked(h, f);
    bool reflected = how & BY_REFLECTION;
    if (reflected) {
        connect_static(h, f, STATIC_REFLECTED);
    }
    if (how & ~BY_REFLECTION || (reflected && h->asked_by & UNREFLECTS)) {
        connect_static(h, f, STATIC_HANDLED);
    }
}

// The Class of a class stands for its static fields.
static void connect_statics(struct pointsto *h, class_id c, var_id written,
                            var_id read) {
    struct world *w = h->w;
    const struct cf_class *cf = w->class.v[c].cf;
    for (u4 i = 0; cf && i < cf->n_fields; i++) {
        const struct cf_member *row = &cf->fields[i];
        struct str desc = cp_str(cf, row->desc);
        if (row->access_flags & ACC_STATIC && desc.n > 1) {
            field_id f = world_declared_field(
                w, c, world_sig(w, cp_str(cf, row->name), desc));
            if (how_asked(h, f)) {
                connect(h, written, pts_static(h, f), read);
            }
        }
    }
}

// What is written past the fields of an object can be in any of them.
static void connect_object(struct pointsto *h, obj_id o) {
    struct world *w = h->w;
    type_id r = h->object.v[o].receiver;
    if (r & TYPE_LAMBDA) {
        return;
    }
    var_id read = points_field(&h->p, o, FIELD_READ);
    var_id written = points_field(&h->p, o, FIELD_WRITTEN);
    points_flow(&h->p, written, read);
    if (h->object.v[o].stands_for) {
        connect_statics(h, h->object.v[o].stands_for, written, read);
    }
    if (w->class.v[r].flags & CLASS_ARRAY) {
        connect(h, written, points_field(&h->p, o, FIELD_ELEMENTS), read);
    }
    u4 i = 0;
    for (field_id f; (f = pts_next_field(h, &r, &i));) {
        if (how_asked(h, f) & (BY_OFFSET | BY_REFLECTION)) {
            connect(h, written, points_field(&h->p, o, f), read);
        }
    }
}

// An object was passed to a handle.
static void connect_handled(struct pointsto *h, obj_id o) {
    type_id r = h->object.v[o].receiver;
    if (r & TYPE_LAMBDA) {
        return;
    }
    u1 how = h->asked_by & UNREFLECTS ? BY_HANDLE | BY_REFLECTION : BY_HANDLE;
    u4 i = 0;
    for (field_id f; (f = pts_next_field(h, &r, &i));) {
        if (how_asked(h, f) & how) {
            var_id v = points_field(&h->p, o, f);
            points_flow(&h->p, v, h->results);
            points_flow(&h->p, h->passed[EDGE_HANDLE], v);
        }
    }
}

// An object is written to a stream, or was made from one.
static void connect_serial(struct pointsto *h, obj_id o) {
    type_id r = h->object.v[o].receiver;
    if (r & TYPE_LAMBDA) {
        return;
    }
    bool streamed = h->object.v[o].streamed;
    u4 i = 0;
    for (field_id f; (f = pts_next_field(h, &r, &i));) {
        if (how_asked(h, f) & BY_OFFSET) {
            var_id v = points_field(&h->p, o, f);
            points_flow(&h->p, v, h->serial_read);
            if (streamed) {
                points_flow(&h->p, h->serial_written, v);
            }
        }
    }
}

// Objects up to n_unsafe_done, n_handled_done and n_serialized_done know of
// what was asked for up to n_asked_done.
bool pts_connect_fields(struct pointsto *h) {
    bool any = h->n_asked_done < h->n_asked;
    if (h->n_asked_done < h->n_asked) {
        h->n_asked_done = h->n_asked;
        h->n_unsafe_done = 0;
        h->n_handled_done = 0;
        h->n_serialized_done = 0;
        for (field_id f = 1; f < h->static_var.n; f++) {
            if (h->static_var.v[f]) {
                pts_connect_static(h, f);
            }
        }
    }
    any = any || h->n_unsafe_done < h->unsafe_object.n ||
          h->n_handled_done < h->handled.n ||
          h->n_serialized_done < h->serialized.n;
    while (h->n_unsafe_done < h->unsafe_object.n) {
        connect_object(h, h->unsafe_object.v[h->n_unsafe_done++]);
    }
    while (h->n_handled_done < h->handled.n) {
        connect_handled(h, h->handled.v[h->n_handled_done++]);
    }
    while (h->n_serialized_done < h->serialized.n) {
        connect_serial(h, h->serialized.v[h->n_serialized_done++]);
    }
    return any;
}
