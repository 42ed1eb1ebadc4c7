// SPDX-License-Identifier: MIT
// Classes that the plan does not name: which of a site's labels for clients fits one is found
// out by the method that the JVM selects for it, and by its super types.
#include "rt-native/strangers.h"

#include "rt-native/shared.h"
#include "rt-native/thrown.h"

#include <stdbool.h>
#include <string.h>

// "com/acme/Foo.bar:(I)V" taken apart; false if it is none.
struct member {
    const char *class, *name, *desc;  // terminated
    char text[4096];
};

static bool take_apart(struct member *m, const struct plan *p, uint32_t text) {
    const struct plan_string *s = &p->string[text];
    if (s->n >= sizeof m->text) {
        return false;
    }
    memcpy(m->text, p->text + s->first, s->n);
    m->text[s->n] = '\0';
    char *dot = strchr(m->text, '.');
    char *colon = dot ? strstr(dot, ":(") : NULL;
    if (!colon) {
        return false;
    }
    *dot = *colon = '\0';
    m->class = m->text;
    m->name = dot + 1;
    m->desc = colon + 1;
    return true;
}

// The method that the JVM selects for a class.
struct selected {
    // Where it is declared: SELECTS_OUT, SELECTS_INSIDE, or SELECTS_RETRY.
    jint where;
    char owner[1024];  // by which class; "" if that cannot be said
};

static void set_owner(const struct strangers *s, struct selected *to,
                      const char *name) {
    size_t n = strlen(name);
    if (n >= sizeof to->owner) {
        return;
    }
    for (size_t i = 0; i <= n; i++) {
        to->owner[i] = name[i] == '.' ? '/' : name[i];
    }
    to->where = known_names_find(s->classes, to->owner, n) ? SELECTS_INSIDE
                                                           : SELECTS_OUT;
}

// NULL where it ended by exception, too.
static jobject ask_object(JNIEnv *env, jobject of, jmethodID what) {
    jobject said = (*env)->CallObjectMethod(env, of, what);
    return (*env)->ExceptionCheck(env) ? NULL : said;
}

static struct selected select_method(const struct strangers *s, JNIEnv *env,
                                     jclass c, const struct member *m) {
    struct selected to = {.where = SELECTS_OUT};
    jmethodID id = (*env)->GetMethodID(env, c, m->name, m->desc);
    jobject method =
        id ? (*env)->ToReflectedMethod(env, c, id, JNI_FALSE) : NULL;
    jclass member = method ? (*env)->GetObjectClass(env, method) : NULL;
    jmethodID get = member
                        ? (*env)->GetMethodID(env, member, "getDeclaringClass",
                                              "()Ljava/lang/Class;")
                        : NULL;
    jobject owner = get ? ask_object(env, method, get) : NULL;
    jclass class = owner ? (*env)->GetObjectClass(env, owner) : NULL;
    jmethodID get_name = class ? (*env)->GetMethodID(env, class, "getName",
                                                     "()Ljava/lang/String;")
                               : NULL;
    jstring name = get_name ? ask_object(env, owner, get_name) : NULL;
    const char *p = name ? (*env)->GetStringUTFChars(env, name, NULL) : NULL;
    if (p) {
        set_owner(s, &to, p);
        (*env)->ReleaseStringUTFChars(env, name, p);
    }
    to.where = thrown(env) == THROWN_FOR_NOW ? SELECTS_RETRY : to.where;
    return to;
}

enum { CLIENT = sizeof CLIENT_PREFIX - 1 };

// What c is a subtype of: the class that is named in the text behind that prefix; or NULL.
static jclass client_of(const struct strangers *s, JNIEnv *env, jclass c,
                        const struct plan_receiver *r) {
    const struct plan_string *name_of = &s->plan->string[r->name];
    char text[1024];
    if (name_of->n <= CLIENT || name_of->n >= sizeof text) {
        return NULL;
    }
    memcpy(text, s->plan->text + name_of->first, name_of->n);
    text[name_of->n] = '\0';
    jstring name = (*env)->NewStringUTF(env, text + CLIENT);
    jclass super =
        name ? (*env)->CallStaticObjectMethod(env, s->boot, s->above, c, name)
             : NULL;
    (*env)->DeleteLocalRef(env, name);
    return thrown(env) == THROWN_NOTHING ? super : NULL;
}

// Does a label lead to the method selected? Else it may be one of the client's own.
enum leads { LEADS_ELSEWHERE, LEADS_TO_A_CLIENT, LEADS_THERE };

static enum leads leads(const struct plan *p, const struct plan_label *l,
                        const char *owner) {
    const struct plan_string *to = &p->string[l->to];
    const char *text = p->text + to->first;
    size_t n = strlen(owner);
    return n && to->n > n && memcmp(text, owner, n) == 0 && text[n] == '.'
               ? LEADS_THERE
           : to->n > CLIENT && memcmp(text, CLIENT_PREFIX, CLIENT) == 0
               ? LEADS_TO_A_CLIENT
               : LEADS_ELSEWHERE;
}

// The client's label there that a class fits, or 0: one that leads to what was selected, or
// may; of these, one of the nearest super type. That another method of the component ran
// must not be told.
static jint client_label(const struct strangers *s, JNIEnv *env, jclass c,
                         const struct plan_site *site,
                         const struct selected *selected) {
    jint best = 0;
    jclass nearest = NULL;
    enum leads best_leads = LEADS_ELSEWHERE;
    for (uint32_t i = 0; i < site->n_labels; i++) {
        uint32_t label = site->first_label + i;
        const struct plan_label *l = &s->plan->label[label];
        const struct plan_receiver *r = &s->plan->receiver[l->receiver];
        if (r->kind != PLAN_A_CLIENT ||
            (l->target != 0) != (selected->where == SELECTS_INSIDE)) {
            continue;
        }
        jclass super = client_of(s, env, c, r);
        if ((*env)->ExceptionCheck(env)) {
            return 0;
        }
        if (!super) {
            continue;
        }
        enum leads here = leads(s->plan, l, selected->owner);
        bool nearer = nearest && here == best_leads &&
                      !(*env)->IsSameObject(env, super, nearest) &&
                      (*env)->IsAssignableFrom(env, super, nearest);
        bool other = l->target && here == LEADS_ELSEWHERE;
        if (!other && (!nearest || nearer || here > best_leads)) {
            best = (jint)label;
            best_leads = here;
            (*env)->DeleteLocalRef(env, nearest);
            nearest = super;
        } else {
            (*env)->DeleteLocalRef(env, super);
        }
    }
    return best;
}

jint strangers_label(const struct strangers *s, JNIEnv *env, jclass c,
                     uint32_t site) {
    struct member m;
    const struct plan_site *at = &s->plan->site[site];
    if (!take_apart(&m, s->plan, at->called) ||
        (*env)->PushLocalFrame(env, 32) != 0) {
        (*env)->ExceptionClear(env);
        return SELECTS_OUT;
    }
    struct selected selected = select_method(s, env, c, &m);
    jint label = selected.where == SELECTS_RETRY
                     ? 0
                     : client_label(s, env, c, at, &selected);
    (*env)->PopLocalFrame(env, NULL);
    return label ? label : selected.where;
}

jint strangers_silent(const struct strangers *s, uint32_t site) {
    enum { INVOKEVIRTUAL = 182, INVOKEINTERFACE = 185 };
    struct member m;
    const struct plan_site *at = &s->plan->site[site];
    if (at->op == INVOKEVIRTUAL || at->op == INVOKEINTERFACE) {
        return SITE_HAS_RECEIVER;
    }
    return take_apart(&m, s->plan, at->called) &&
                   known_names_find(s->classes, m.class, strlen(m.class))
               ? SELECTS_INSIDE
               : SELECTS_OUT;
}
