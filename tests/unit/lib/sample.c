// SPDX-License-Identifier: MIT
// sample.c - one small class with something of everything.

#include "tests/unit/lib/sample.h"

struct consts {
    u2 object, init, throwable, run, runnable, ints, indy, number, text;
    u2 u_int, u_long, u_float, u_double, integer, one_float, one_double;
    u2 handle, module, package;
};

static struct consts constants(struct asm_class *a) {
    struct consts k;
    k.object = a->super_class;
    k.init = asm_ref(a, 10, "java/lang/Object", "<init>", "()V");
    k.runnable = asm_class_const(a, "java/lang/Runnable");
    k.run = asm_ref(a, 11, "java/lang/Runnable", "run", "()V");
    k.throwable = asm_class_const(a, "java/lang/Throwable");
    k.ints = asm_class_const(a, "[[I");
    k.number = asm_long(a, 0x01234567, 0x89ABCDEF);
    k.one_double = asm_const(a, "06 3F F0 00 00 00 00 00 00");
    a->n_pool++;
    k.one_float = asm_const(a, "04 3F 80 00 00");
    k.integer = asm_const(a, "03 %4", 123456789);
    k.text = asm_utf8(a, "text");
    asm_const(a, "08 %2", k.text);
    u2 field = asm_ref(a, 9, "T", "x", "I");
    asm_const(a, "0F 01 %2", field);
    u2 maker = asm_ref(a, 10, "T", "make", "()V");
    k.handle = asm_const(a, "0F 06 %2", maker);
    u2 no_args = asm_utf8(a, "()I");
    asm_const(a, "10 %2", no_args);
    u2 both = asm_const(a, "0C %2 %2", k.text, no_args);
    k.indy = asm_const(a, "12 00 00 %2", both);
    k.u_int = asm_utf8(a, "I");
    k.u_long = asm_utf8(a, "J");
    k.u_float = asm_utf8(a, "F");
    k.u_double = asm_utf8(a, "D");
    u2 dynamic = asm_const(a, "0C %2 %2", k.text, k.u_int);
    asm_const(a, "11 00 00 %2", dynamic);
    k.module = asm_const(a, "13 %2", k.text);
    k.package = asm_const(a, "14 %2", k.text);
    asm_utf8(a, "\xC0\x80\xED\xA0\xBD\xED\xB8\x80");
    return k;
}

static void code_attrs(struct asm_class *a, const struct consts *k,
                       struct asm_attrs *as) {
    asm_attrs_init(as);
    asm_attr(a, as, "LineNumberTable",
             "00 03 00 00 00 0A 00 32 00 0B 00 50 00 0C");
    asm_attr(a, as, "LocalVariableTable",
             "00 02 00 00 00 55 %2 %2 00 00 00 3A 00 1A %2 %2 00 01", k->text,
             k->u_int, k->text, k->u_long);
    asm_attr(a, as, "LocalVariableTypeTable", "00 01 00 3A 00 1A %2 %2 00 01",
             k->text, k->u_long);
    asm_attr(a, as, "StackMapTable", "00 04 18 13 05 61 07 %2", k->throwable);
    asm_attr(a, as, "RuntimeVisibleTypeAnnotations",
             "00 05"
             "40 00 01 00 3A 00 1A 00 01 00 %2 00 00"
             "42 00 00 00 %2 00 00"
             "44 00 32 01 00 00 %2 00 00"
             "47 00 48 00 00 %2 00 00"
             "13 00 %2 00 00",
             k->text, k->text, k->text, k->text, k->text);
    asm_attr(a, as, "CharacterRangeTable", "00 00");
}

static void method_f(struct asm_class *a, const struct consts *k) {
    struct emit code, handlers;
    emit_init(&code, 1000);
    emit_init(&handlers, 1000);
    put(&code,
        "1A AA 00 00 %4 %4 %4 %4 %4"  // 0, 1 tableswitch
        "1A AB 00 00 %4 %4 %4 %4"     // 24, 25 lookupswitch
        "C4 84 00 00 01 00",          // 44 wide iinc
        23, 0, 1, 23, 49, 19, 1, 5, 25);
    put(&code,
        "BB %2 59 B7 %2 4C"                 // 50 new, 53, 54 <init>, 57
        "04 04 C5 %2 02 57 BA %2 00 00 57"  // 58 .. 60, 64, 65, 70
        "2B C0 %2 B9 %2 01 00"              // 71, 72 checkcast, 75
        "14 %2 AD BF",                      // 80, 83, 84 the handler
        k->object, k->init, k->ints, k->indy, k->runnable, k->run, k->number);
    put(&handlers, "00 3A 00 54 00 54 %2", k->throwable);
    struct asm_attrs attrs;
    code_attrs(a, k, &attrs);
    asm_code(a, &(struct asm_method){.access_flags = 9,
                                     .name = "f",
                                     .desc = "(I)J",
                                     .max_stack = 2,
                                     .max_locals = 2,
                                     .code = &code,
                                     .handlers = &handlers,
                                     .attrs = &attrs});
    asm_attrs_release(&attrs);
    emit_release(&code);
    emit_release(&handlers);
}

// An annotation with values of all kinds, nested ones, too.
static void annotation(const struct consts *k, struct emit *e) {
    put(e, "%2 00 0B %2 49 %2 %2 4A %2 %2 46 %2 %2 44 %2 %2 73 %2", k->text,
        k->text, k->integer, k->text, k->number, k->text, k->one_float, k->text,
        k->one_double, k->text, k->text);
    put(e, "%2 63 %2 %2 65 %2 %2 %2 5A %2 %2 42 %2", k->text, k->text, k->text,
        k->text, k->text, k->text, k->integer, k->text, k->integer);
    put(e, "%2 40 %2 00 01 %2 43 %2", k->text, k->text, k->text, k->integer);
    put(e, "%2 5B 00 02 5B 00 00 5B 00 01 53 %2", k->text, k->integer);
}

static void method_more(struct asm_class *a, const struct consts *k) {
    struct asm_attrs as;
    asm_attrs_init(&as);
    asm_attr(a, &as, "Exceptions", "00 01 %2", k->throwable);
    asm_attr(a, &as, "Signature", "%2", k->text);
    asm_attr(a, &as, "Deprecated", "");
    asm_attr(a, &as, "Synthetic", "");
    asm_attr(a, &as, "MethodParameters", "02 00 00 00 10 %2 00 00", k->text);
    asm_attr(a, &as, "AnnotationDefault", "5B 00 01 49 %2", k->integer);
    struct emit body;
    emit_init(&body, 1000);
    put(&body, "00 02");
    annotation(k, &body);
    annotation(k, &body);
    asm_attr_emit(a, &as, "RuntimeVisibleAnnotations", &body);
    asm_attr(a, &as, "RuntimeInvisibleParameterAnnotations",
             "02 00 00 00 01 %2 00 00", k->text);
    asm_attr(a, &as, "RuntimeInvisibleTypeAnnotations",
             "00 02 16 00 00 %2 00 00 17 00 00 00 %2 00 00", k->text, k->text);
    asm_method_raw(a, 0x0401, "more", "(II)I", &as);
    emit_release(&body);
    asm_attrs_release(&as);
}

static void class_attrs(struct asm_class *a, const struct consts *k) {
    struct asm_attrs *as = &a->attrs;
    asm_attr(a, as, "SourceFile", "%2", k->text);
    asm_attr(a, as, "SourceDebugExtension", "61 62 63");
    asm_attr(a, as, "InnerClasses", "00 02 %2 %2 %2 00 01 %2 00*4 00 01",
             k->object, k->throwable, k->text, k->object);
    asm_attr(a, as, "EnclosingMethod", "%2 00 00", k->object);
    asm_attr(a, as, "BootstrapMethods", "00 02 %2 00 02 %2 %2 %2 00 00",
             k->handle, k->integer, k->number, k->handle);
    asm_attr(a, as, "NestMembers", "00 01 %2", k->object);
    asm_attr(a, as, "PermittedSubclasses", "00 01 %2", k->object);
    u2 signature = asm_utf8(a, "Signature");
    asm_attr(a, as, "Record", "00 01 %2 %2 00 01 %2 %4 %2", k->text, k->u_int,
             signature, 2, k->text);
    asm_attr(a, as, "Module",
             "%2 00*4 00 01 %2 00*4 00 01 %2 00 00 00 01 %2 00 00"
             "00 01 %2 00 01 %2 00 01 %2",
             k->module, k->module, k->package, k->module, k->object, k->object,
             k->object);
    asm_attr(a, as, "org.example.Vendor", "DE AD");
}

struct bytes sample_class(struct asm_class *a) {
    asm_init(a, 61);
    struct consts k = constants(a);
    struct asm_attrs as;
    asm_attrs_init(&as);
    asm_attr(a, &as, "ConstantValue", "%2", k.integer);
    asm_field_raw(a, 0x19, "x", "I", &as);
    asm_attrs_release(&as);
    asm_field_raw(a, 0x01, "y", "J", NULL);
    method_f(a, &k);
    method_more(a, &k);
    class_attrs(a, &k);
    return asm_finish(a);
}
