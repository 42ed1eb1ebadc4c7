// SPDX-License-Identifier: MIT
// Classes that a verifier must reject, and sound ones of the same names.
//
// They are the positive control of the oracles: each stands for one way to
// rewrite a method wrongly. The classes are of version 52, since HotSpot
// forgives version 50 a wrong StackMapTable.

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

final class BrokenClasses implements Opcodes {
    private static final Object[] NONE = {};

    private BrokenClasses() {
    }

    static Map<String, byte[]> make(boolean broken) {
        Map<String, byte[]> all = new LinkedHashMap<>();
        put(all, broken, "StackUnderflow", m -> {
            m.visitInsn(POP);
            m.visitInsn(RETURN);
            m.visitMaxs(1, 1);
        });
        put(all, broken, "MaxStackTooSmall", m -> {
            m.visitInsn(ICONST_0);
            m.visitInsn(ICONST_0);
            m.visitInsn(POP2);
            m.visitInsn(RETURN);
            m.visitMaxs(1, 1);
        });
        put(all, broken, "MaxLocalsTooSmall", m -> {
            m.visitInsn(ICONST_0);
            m.visitVarInsn(ISTORE, 1);
            m.visitInsn(RETURN);
            m.visitMaxs(1, 1);
        });
        put(all, broken, "WrongReturn", m -> {
            m.visitInsn(ICONST_0);
            m.visitInsn(IRETURN);
            m.visitMaxs(1, 1);
        });
        put(all, broken, "FallsOffTheEnd", m -> {
            m.visitInsn(NOP);
            m.visitMaxs(0, 1);
        });
        put(all, broken, "FrameMissingAtTarget",
                m -> branch(m, null, 0));
        put(all, broken, "FrameOfWrongType",
                m -> branch(m, new Object[] {FLOAT}, 0));
        put(all, broken, "FrameBesideTarget",
                m -> branch(m, new Object[] {INTEGER}, 1));
        put(all, broken, "FrameNamesNoNew", BrokenClasses::wrongNew);
        put(all, broken, "HandlerWithoutFrame", m -> handler(m, null));
        put(all, broken, "HandlerWantsUnsetLocal",
                m -> handler(m, new Object[] {INTEGER, INTEGER}));
        put(all, broken, "VariableBeyondCode", m -> {
            m.visitInsn(RETURN);
            m.visitMaxs(0, 1);
            m.visitAttribute(new RangeBeyondCode());
        });
        constructor(all, broken);
        return all;
    }

    private static void put(Map<String, byte[]> all, boolean broken,
            String name, Consumer<MethodVisitor> body) {
        ClassWriter w = OddClasses.open(name, V1_8, 0, OddClasses.OBJECT);
        OddClasses.method(w, "f", "(I)V", broken ? body : m -> {
            m.visitInsn(RETURN);
            m.visitMaxs(0, 1);
        });
        w.visitEnd();
        all.put("odd/" + name + ".class", w.toByteArray());
    }

    private static void branch(MethodVisitor m, Object[] locals, int late) {
        Label skip = new Label();
        m.visitVarInsn(ILOAD, 0);
        m.visitJumpInsn(IFEQ, skip);
        m.visitIincInsn(0, 1);
        m.visitLabel(skip);
        for (int i = 0; i < late; i++) {
            m.visitInsn(NOP);
        }
        if (locals != null) {
            m.visitFrame(F_NEW, locals.length, locals, 0, NONE);
        }
        m.visitIincInsn(0, 1);
        m.visitInsn(RETURN);
        m.visitMaxs(1, 1);
    }

    /** As if code had been put before a new and the frame not been told. */
    private static void wrongNew(MethodVisitor m) {
        Label before = new Label();
        Label skip = new Label();
        m.visitLabel(before);
        m.visitInsn(NOP);
        m.visitTypeInsn(NEW, OddClasses.OBJECT);
        m.visitVarInsn(ILOAD, 0);
        m.visitJumpInsn(IFEQ, skip);
        m.visitIincInsn(0, 1);
        m.visitLabel(skip);
        m.visitFrame(F_NEW, 1, new Object[] {INTEGER}, 1,
                new Object[] {before});
        m.visitMethodInsn(INVOKESPECIAL, OddClasses.OBJECT, "<init>", "()V",
                false);
        m.visitInsn(RETURN);
        m.visitMaxs(2, 1);
    }

    private static void handler(MethodVisitor m, Object[] locals) {
        Label start = new Label();
        Label end = new Label();
        m.visitTryCatchBlock(start, end, end, null);
        m.visitLabel(start);
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 1);
        m.visitInsn(RETURN);
        m.visitLabel(end);
        if (locals != null) {
            m.visitFrame(F_NEW, locals.length, locals, 1,
                    new Object[] {"java/lang/Throwable"});
        }
        m.visitInsn(ATHROW);
        m.visitMaxs(1, 2);
    }

    /** A catch-all over super(): the mistake that is easiest to make. */
    private static void constructor(Map<String, byte[]> all,
            boolean broken) {
        ClassWriter w = OddClasses.open("TryOverSuper", V1_8, 0,
                OddClasses.OBJECT);
        OddClasses.method(w, ACC_PUBLIC, "<init>", "()V", m -> {
            Label start = new Label();
            Label end = new Label();
            if (broken) {
                m.visitTryCatchBlock(start, end, end, null);
            }
            m.visitLabel(start);
            m.visitVarInsn(ALOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, OddClasses.OBJECT, "<init>",
                    "()V", false);
            m.visitInsn(RETURN);
            if (broken) {
                m.visitLabel(end);
                m.visitFrame(F_NEW, 0, NONE, 1,
                        new Object[] {"java/lang/Throwable"});
                m.visitInsn(ATHROW);
            }
            m.visitMaxs(1, 1);
        });
        w.visitEnd();
        all.put("odd/TryOverSuper.class", w.toByteArray());
    }

    /** A LocalVariableTable whose one entry ends behind the code. */
    private static final class RangeBeyondCode
            extends org.objectweb.asm.Attribute {
        RangeBeyondCode() {
            super("LocalVariableTable");
        }

        @Override
        public boolean isCodeAttribute() {
            return true;
        }

        @Override
        protected org.objectweb.asm.ByteVector write(ClassWriter w,
                byte[] code, int length, int maxStack, int maxLocals) {
            return new org.objectweb.asm.ByteVector().putShort(1)
                    .putShort(0).putShort(2).putShort(w.newUTF8("x"))
                    .putShort(w.newUTF8("I")).putShort(0);
        }
    }
}
