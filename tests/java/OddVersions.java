// SPDX-License-Identifier: MIT
// Odd classes about class-file versions, and what only old versions may hold.

import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

final class OddVersions implements Opcodes {
    private static final int JSR_W = 201;
    private static final int MAXS = OddClasses.MAXS;
    private static final int FRAMES = OddClasses.FRAMES;
    private static final int PREVIEW = 0xffff0000;
    private static final int NEWEST = 69;

    private OddVersions() {
    }

    static void make(OddClasses o) {
        subroutines(o);
        for (int v = 45; v <= NEWEST; v++) {
            version(o, "Version" + v, v == 45 ? V1_1 : v);
        }
        version(o, "Version45Minor0", 45);
        version(o, "Version61Preview", PREVIEW | 61);
        fallbacks(o);
        tryOverSuper(o, "TryOverSuper49", V1_5);
        tryOverSuper(o, "TryOverSuper50", V1_6);
    }

    /** The same loop, call and catch in every version. */
    private static void version(OddClasses o, String name, int version) {
        boolean frames = (version & 0xffff) >= V1_6;
        o.simple(name, version, frames ? FRAMES : MAXS,
                OddVersions::loopAndCatch);
    }

    private static void loopAndCatch(MethodVisitor m) {
        Label top = new Label();
        Label end = new Label();
        Label caught = new Label();
        m.visitTryCatchBlock(top, end, caught,
                "java/lang/RuntimeException");
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 0);
        m.visitLabel(top);
        m.visitLineNumber(10, top);
        m.visitIincInsn(0, 1);
        m.visitVarInsn(ILOAD, 0);
        m.visitInsn(ICONST_5);
        m.visitJumpInsn(IF_ICMPLT, top);
        m.visitLdcInsn("x");
        OddClasses.call(m, "java/lang/Integer", "parseInt",
                "(Ljava/lang/String;)I");
        m.visitInsn(POP);
        m.visitLabel(end);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        m.visitLabel(caught);
        m.visitLineNumber(20, caught);
        OddClasses.call(m, "odd/OddMain", "trace",
                "(Ljava/lang/Throwable;)Ljava/lang/String;");
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    /** v50: without frames, with wrong ones; HotSpot then infers types. */
    private static void fallbacks(OddClasses o) {
        o.simple("V50NoFrames", V1_6, MAXS, OddVersions::loopAndCatch);
        o.simple("V50WrongFrame", V1_6, MAXS, m -> {
            Label skip = new Label();
            m.visitInsn(ICONST_0);
            m.visitVarInsn(ISTORE, 0);
            m.visitVarInsn(ILOAD, 0);
            m.visitJumpInsn(IFNE, skip);
            m.visitIincInsn(0, 4);
            m.visitLabel(skip);
            m.visitFrame(F_NEW, 1, new Object[] {FLOAT}, 0, null);
            m.visitVarInsn(ILOAD, 0);
            OddClasses.returnInt(m);
            m.visitMaxs(0, 0);
        });
    }

    /** A catch range over super() is legal only for the old verifier. */
    private static void tryOverSuper(OddClasses o, String name,
            int version) {
        ClassWriter w = o.open(name, version, MAXS);
        OddClasses.method(w, ACC_PUBLIC, "<init>", "()V", m -> {
            Label start = new Label();
            Label end = new Label();
            m.visitTryCatchBlock(start, end, end, null);
            m.visitLabel(start);
            m.visitVarInsn(ALOAD, 0);
            m.visitMethodInsn(INVOKESPECIAL, OddClasses.OBJECT, "<init>",
                    "()V", false);
            m.visitInsn(RETURN);
            m.visitLabel(end);
            m.visitInsn(ATHROW);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            m.visitTypeInsn(NEW, "odd/" + name);
            m.visitInsn(DUP);
            m.visitMethodInsn(INVOKESPECIAL, "odd/" + name, "<init>", "()V",
                    false);
            m.visitInsn(POP);
            OddClasses.returnText(m, "constructed");
            m.visitMaxs(0, 0);
        });
        o.closeRunnable(name, w);
    }

    private static void subroutines(OddClasses o) {
        o.simple("JsrNested", V1_4, 0, m -> nested(m, JSR, 1));
        o.simple("JsrWide", V1_4, 0, m -> nested(m, JSR_W, 300));
        o.simple("JsrFinally", V1_4, 0, OddVersions::subroutineFinally);
        o.simple("JsrV50", V1_6, 0, m -> nested(m, JSR, 1));
    }

    /** One subroutine calls another; both are entered twice. */
    private static void nested(MethodVisitor m, int jsr, int local) {
        Label one = new Label();
        Label two = new Label();
        Label end = new Label();
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 0);
        m.visitJumpInsn(jsr, one);
        m.visitIincInsn(0, 100);
        m.visitJumpInsn(jsr, one);
        m.visitJumpInsn(GOTO, end);
        m.visitLabel(one);
        m.visitVarInsn(ASTORE, local);
        m.visitIincInsn(0, 1);
        m.visitJumpInsn(jsr, two);
        m.visitVarInsn(RET, local);
        m.visitLabel(two);
        m.visitVarInsn(ASTORE, local + 1);
        m.visitVarInsn(ILOAD, 0);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitIntInsn(BIPUSH, 10);
        m.visitInsn(IADD);
        m.visitVarInsn(ISTORE, 0);
        m.visitVarInsn(RET, local + 1);
        m.visitLabel(end);
        m.visitVarInsn(ILOAD, 0);
        OddClasses.returnInt(m);
        m.visitMaxs(2, local + 2);
    }

    /** try { parseInt("x") } finally { n += 5 }, as javac 1.4 had it. */
    private static void subroutineFinally(MethodVisitor m) {
        Label start = new Label();
        Label end = new Label();
        Label any = new Label();
        Label sub = new Label();
        Label outer = new Label();
        m.visitTryCatchBlock(start, end, any, null);
        m.visitTryCatchBlock(start, outer, outer,
                "java/lang/NumberFormatException");
        m.visitInsn(ICONST_1);
        m.visitVarInsn(ISTORE, 0);
        m.visitLabel(start);
        m.visitLdcInsn("x");
        OddClasses.call(m, "java/lang/Integer", "parseInt",
                "(Ljava/lang/String;)I");
        m.visitVarInsn(ISTORE, 0);
        m.visitJumpInsn(JSR, sub);
        m.visitLabel(end);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        m.visitLabel(any);
        m.visitVarInsn(ASTORE, 1);
        m.visitJumpInsn(JSR, sub);
        m.visitVarInsn(ALOAD, 1);
        m.visitInsn(ATHROW);
        m.visitLabel(sub);
        m.visitVarInsn(ASTORE, 2);
        m.visitIincInsn(0, 5);
        m.visitVarInsn(RET, 2);
        m.visitLabel(outer);
        m.visitInsn(POP);
        m.visitVarInsn(ILOAD, 0);
        OddClasses.returnInt(m);
        m.visitMaxs(2, 3);
    }
}
