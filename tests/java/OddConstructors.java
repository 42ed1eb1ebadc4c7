// SPDX-License-Identifier: MIT
// Odd classes about constructors: everything around the call of super().

import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

final class OddConstructors implements Opcodes {
    private static final int FRAMES = OddClasses.FRAMES;
    private static final int MAXS = OddClasses.MAXS;
    private static final String BASE = "odd/Base";
    private static final String NUMBER_FORMAT =
            "java/lang/NumberFormatException";

    private OddConstructors() {
    }

    static void make(OddClasses o) {
        base(o);
        one(o, "SuperOrThis", OddConstructors::superOrThis);
        one(o, "SuperTwiceJoined", OddConstructors::twoPathsJoined);
        one(o, "PrologueThrows", OddConstructors::prologueThrows);
        one(o, "PrologueLoop", OddConstructors::prologueLoop);
        one(o, "SuperNewSuper", OddConstructors::superOfNewSuper);
        one(o, "SuperConditional", OddConstructors::conditionalArgument);
        one(o, "TryBeforeSuper", OddConstructors::tryBeforeSuper);
        one(o, "TryBeforeAndAfter", OddConstructors::tryBeforeAndAfter);
        one(o, "FieldBeforeSuper", OddConstructors::fieldBeforeSuper);
        one(o, "ThisMovedToLocal", OddConstructors::thisInOtherLocal);
        one(o, "SuperThrows", OddConstructors::superThrows);
        one(o, "NeverReturns", OddConstructors::neverReturns);
        one(o, "NestedTriesAfterSuper", OddConstructors::nestedAfter);
        objectOnly(o);
    }

    /** class Base { int n; Base(int) - throws for 99; Base(Base) } */
    private static void base(OddClasses o) {
        ClassWriter w = o.open("Base", V1_8, FRAMES);
        w.visitField(ACC_PUBLIC, "n", "I", null, null).visitEnd();
        OddClasses.method(w, ACC_PUBLIC, "<init>", "(I)V", m -> {
            Label fine = new Label();
            m.visitVarInsn(ALOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, OddClasses.OBJECT, "<init>",
                    "()V", false);
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ILOAD, 1);
            m.visitFieldInsn(PUTFIELD, BASE, "n", "I");
            m.visitVarInsn(ILOAD, 1);
            m.visitIntInsn(BIPUSH, 99);
            m.visitJumpInsn(IF_ICMPNE, fine);
            raise(m);
            m.visitLabel(fine);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, ACC_PUBLIC, "<init>", "(Lodd/Base;)V", m -> {
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(ALOAD, 1);
            m.visitFieldInsn(GETFIELD, BASE, "n", "I");
            m.visitIntInsn(SIPUSH, 1000);
            m.visitInsn(IADD);
            m.visitMethodInsn(INVOKESPECIAL, BASE, "<init>", "(I)V", false);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        });
        o.close("Base", w);
    }

    private static void raise(MethodVisitor m) {
        m.visitTypeInsn(NEW, NUMBER_FORMAT);
        m.visitInsn(DUP);
        m.visitMethodInsn(INVOKESPECIAL, NUMBER_FORMAT, "<init>", "()V",
                false);
        m.visitInsn(ATHROW);
    }

    private interface Body {
        void emit(MethodVisitor m, String self);
    }

    /** class NAME extends Base { NAME(int) by the body }, run with four. */
    private static void one(OddClasses o, String name, Body body) {
        ClassWriter w = OddClasses.open("Ctor" + name, V1_8, FRAMES, BASE);
        String self = "odd/Ctor" + name;
        w.visitField(ACC_PUBLIC, "own", "I", null, null).visitEnd();
        OddClasses.method(w, ACC_PUBLIC, "<init>", "(I)V", m -> {
            Label line = new Label();
            m.visitLabel(line);
            m.visitLineNumber(100, line);
            body.emit(m, self);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, ACC_PUBLIC, "<init>", "(J)V", m -> {
            m.visitVarInsn(ALOAD, 0);
            m.visitVarInsn(LLOAD, 1);
            m.visitInsn(L2I);
            m.visitInsn(INEG);
            m.visitMethodInsn(INVOKESPECIAL, BASE, "<init>", "(I)V", false);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "attempt", "(I)Ljava/lang/String;",
                attempt(self));
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            m.visitLdcInsn("");
            for (int arg : new int[] {0, 1, 99, -5}) {
                m.visitIntInsn(BIPUSH, arg);
                OddClasses.call(m, self, "attempt", "(I)Ljava/lang/String;");
                m.visitMethodInsn(INVOKEVIRTUAL, OddClasses.STRING, "concat",
                        "(Ljava/lang/String;)Ljava/lang/String;", false);
            }
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
        o.closeRunnable("Ctor" + name, w);
    }

    /** new NAME(arg).n as text, or the lines where it was thrown. */
    private static Consumer<MethodVisitor> attempt(String self) {
        return m -> {
            Label start = new Label();
            Label end = new Label();
            m.visitTryCatchBlock(start, end, end, "java/lang/Throwable");
            m.visitLabel(start);
            m.visitTypeInsn(NEW, self);
            m.visitInsn(DUP);
            m.visitVarInsn(ILOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, self, "<init>", "(I)V", false);
            m.visitFieldInsn(GETFIELD, BASE, "n", "I");
            OddClasses.call(m, OddClasses.STRING, "valueOf",
                    "(I)Ljava/lang/String;");
            m.visitLdcInsn(";");
            m.visitMethodInsn(INVOKEVIRTUAL, OddClasses.STRING, "concat",
                    "(Ljava/lang/String;)Ljava/lang/String;", false);
            m.visitInsn(ARETURN);
            m.visitLabel(end);
            OddClasses.call(m, "odd/OddMain", "trace",
                    "(Ljava/lang/Throwable;)Ljava/lang/String;");
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        };
    }

    private static void superInt(MethodVisitor m) {
        m.visitMethodInsn(INVOKESPECIAL, BASE, "<init>", "(I)V", false);
    }

    private static void superOrThis(MethodVisitor m, String self) {
        Label other = new Label();
        m.visitVarInsn(ILOAD, 1);
        m.visitJumpInsn(IFEQ, other);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        superInt(m);
        m.visitInsn(RETURN);
        m.visitLabel(other);
        m.visitVarInsn(ALOAD, 0);
        m.visitLdcInsn(12L);
        m.visitMethodInsn(INVOKESPECIAL, self, "<init>", "(J)V", false);
        m.visitInsn(RETURN);
    }

    private static void twoPathsJoined(MethodVisitor m, String self) {
        Label other = new Label();
        Label join = new Label();
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        m.visitJumpInsn(IFLT, other);
        m.visitInsn(ICONST_4);
        superInt(m);
        m.visitJumpInsn(GOTO, join);
        m.visitLabel(other);
        m.visitLdcInsn(5L);
        m.visitMethodInsn(INVOKESPECIAL, self, "<init>", "(J)V", false);
        m.visitLabel(join);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitFieldInsn(PUTFIELD, self, "own", "I");
        m.visitInsn(RETURN);
    }

    private static void prologueThrows(MethodVisitor m, String self) {
        Label fine = new Label();
        m.visitVarInsn(ILOAD, 1);
        m.visitJumpInsn(IFGE, fine);
        raise(m);
        m.visitLabel(fine);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        superInt(m);
        m.visitInsn(RETURN);
    }

    private static void prologueLoop(MethodVisitor m, String self) {
        Label top = new Label();
        Label out = new Label();
        m.visitLabel(top);
        m.visitVarInsn(ILOAD, 1);
        m.visitInsn(ICONST_5);
        m.visitJumpInsn(IF_ICMPGE, out);
        m.visitVarInsn(ILOAD, 1);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitInsn(ICONST_1);
        m.visitInsn(IADD);
        m.visitVarInsn(ISTORE, 1);
        m.visitJumpInsn(GOTO, top);
        m.visitLabel(out);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        superInt(m);
        m.visitInsn(RETURN);
    }

    /** super(new Base(n)): the first invokespecial is not the one. */
    private static void superOfNewSuper(MethodVisitor m, String self) {
        m.visitVarInsn(ALOAD, 0);
        m.visitTypeInsn(NEW, BASE);
        m.visitInsn(DUP);
        m.visitVarInsn(ILOAD, 1);
        superInt(m);
        m.visitMethodInsn(INVOKESPECIAL, BASE, "<init>", "(Lodd/Base;)V",
                false);
        m.visitInsn(RETURN);
    }

    private static void conditionalArgument(MethodVisitor m, String self) {
        Label other = new Label();
        Label join = new Label();
        m.visitVarInsn(ALOAD, 0);
        m.visitTypeInsn(NEW, BASE);
        m.visitInsn(DUP);
        m.visitVarInsn(ILOAD, 1);
        m.visitJumpInsn(IFLE, other);
        m.visitVarInsn(ILOAD, 1);
        m.visitJumpInsn(GOTO, join);
        m.visitLabel(other);
        m.visitInsn(ICONST_2);
        m.visitLabel(join);
        superInt(m);
        m.visitMethodInsn(INVOKESPECIAL, BASE, "<init>", "(Lodd/Base;)V",
                false);
        m.visitInsn(RETURN);
    }

    /** A handler before super() that goes on to call it. */
    private static void tryBeforeSuper(MethodVisitor m, String self) {
        Label start = new Label();
        Label end = new Label();
        Label caught = new Label();
        Label join = new Label();
        m.visitTryCatchBlock(start, end, caught, NUMBER_FORMAT);
        m.visitLabel(start);
        m.visitLdcInsn("no number");
        OddClasses.call(m, "java/lang/Integer", "parseInt",
                "(Ljava/lang/String;)I");
        m.visitVarInsn(ISTORE, 1);
        m.visitLabel(end);
        m.visitJumpInsn(GOTO, join);
        m.visitLabel(caught);
        m.visitInsn(POP);
        m.visitIincInsn(1, 40);
        m.visitLabel(join);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        superInt(m);
        m.visitInsn(RETURN);
    }

    private static void tryBeforeAndAfter(MethodVisitor m, String self) {
        Label start = new Label();
        Label end = new Label();
        Label after = new Label();
        Label last = new Label();
        Label caught = new Label();
        Label rethrow = new Label();
        m.visitTryCatchBlock(start, end, rethrow, null);
        m.visitTryCatchBlock(after, last, caught, NUMBER_FORMAT);
        m.visitLabel(start);
        m.visitVarInsn(ILOAD, 1);
        m.visitInsn(ICONST_1);
        m.visitInsn(SWAP);
        m.visitInsn(IDIV);
        m.visitInsn(POP);
        m.visitLabel(end);
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        superInt(m);
        m.visitLabel(after);
        m.visitLdcInsn("");
        OddClasses.call(m, "java/lang/Integer", "parseInt",
                "(Ljava/lang/String;)I");
        m.visitInsn(POP);
        m.visitInsn(RETURN);
        m.visitLabel(last);
        m.visitLabel(caught);
        m.visitInsn(POP);
        m.visitVarInsn(ALOAD, 0);
        m.visitIntInsn(SIPUSH, 333);
        m.visitFieldInsn(PUTFIELD, BASE, "n", "I");
        m.visitInsn(RETURN);
        m.visitLabel(rethrow);
        m.visitInsn(ATHROW);
    }

    private static void fieldBeforeSuper(MethodVisitor m, String self) {
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitFieldInsn(PUTFIELD, self, "own", "I");
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ILOAD, 1);
        superInt(m);
        m.visitInsn(RETURN);
    }

    /** this leaves local 0 before super(); an int takes its place. */
    private static void thisInOtherLocal(MethodVisitor m, String self) {
        Label skip = new Label();
        m.visitVarInsn(ALOAD, 0);
        m.visitVarInsn(ASTORE, 2);
        m.visitVarInsn(ILOAD, 1);
        m.visitVarInsn(ISTORE, 0);
        m.visitVarInsn(ILOAD, 0);
        m.visitJumpInsn(IFNE, skip);
        m.visitIincInsn(0, 6);
        m.visitLabel(skip);
        m.visitVarInsn(ALOAD, 2);
        m.visitVarInsn(ILOAD, 0);
        superInt(m);
        m.visitInsn(RETURN);
    }

    private static void superThrows(MethodVisitor m, String self) {
        m.visitVarInsn(ALOAD, 0);
        m.visitIntInsn(BIPUSH, 99);
        superInt(m);
        m.visitInsn(RETURN);
    }

    /** No call of super() at all: only the throw ends it. */
    private static void neverReturns(MethodVisitor m, String self) {
        m.visitVarInsn(ILOAD, 1);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitInsn(POP);
        raise(m);
    }

    private static void nestedAfter(MethodVisitor m, String self) {
        Label start = new Label();
        Label end = new Label();
        Label inner = new Label();
        Label outer = new Label();
        m.visitTryCatchBlock(start, end, inner, NUMBER_FORMAT);
        m.visitTryCatchBlock(start, outer, outer,
                "java/lang/IllegalStateException");
        m.visitVarInsn(ALOAD, 0);
        m.visitInsn(ICONST_1);
        superInt(m);
        m.visitLabel(start);
        raise(m);
        m.visitLabel(end);
        m.visitLabel(inner);
        m.visitInsn(POP);
        m.visitTypeInsn(NEW, "java/lang/IllegalStateException");
        m.visitInsn(DUP);
        m.visitMethodInsn(INVOKESPECIAL, "java/lang/IllegalStateException",
                "<init>", "()V", false);
        m.visitInsn(ATHROW);
        m.visitLabel(outer);
        m.visitInsn(POP);
        m.visitInsn(RETURN);
    }

    /** Straight constructors: no StackMapTable in the original. */
    private static void objectOnly(OddClasses o) {
        ClassWriter w = o.open("CtorPlain", V1_8, MAXS);
        OddClasses.method(w, ACC_PRIVATE, "<init>", "()V", m -> {
            m.visitVarInsn(ALOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, OddClasses.OBJECT, "<init>",
                    "()V", false);
            m.visitInsn(RETURN);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            m.visitTypeInsn(NEW, "odd/CtorPlain");
            m.visitInsn(DUP);
            m.visitMethodInsn(INVOKESPECIAL, "odd/CtorPlain", "<init>",
                    "()V", false);
            m.visitMethodInsn(INVOKEVIRTUAL, OddClasses.OBJECT, "getClass",
                    "()Ljava/lang/Class;", false);
            m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Class", "getName",
                    "()Ljava/lang/String;", false);
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
        o.closeRunnable("CtorPlain", w);
    }
}
