// SPDX-License-Identifier: MIT
// Odd classes about StackMapTable, exception tables and monitors.

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

final class OddFrames implements Opcodes {
    private static final int FRAMES = OddClasses.FRAMES;
    private static final int MAXS = OddClasses.MAXS;
    private static final Object[] NONE = {};
    private static final String BUILDER = "java/lang/StringBuilder";

    private OddFrames() {
    }

    static void make(OddClasses o) {
        o.simple("UninitializedBranch", V1_8, FRAMES, OddFrames::branch);
        o.simple("UninitializedLoop", V1_8, FRAMES, OddFrames::newInLoop);
        o.simple("UninitializedTwo", V1_8, FRAMES, OddFrames::twoAtOnce);
        o.simple("UninitializedFirst", V1_8, FRAMES,
                OddFrames::newAtOffsetZero);
        o.simple("HandlerCoversItself", V1_8, FRAMES,
                OddFrames::handlerCoversItself);
        o.simple("HandlerBeforeRange", V1_8, FRAMES,
                OddFrames::handlerBeforeRange);
        o.simple("HandlerIsTarget", V1_8, FRAMES,
                OddFrames::handlerIsTarget);
        o.simple("HandlerShared", V1_8, FRAMES, OddFrames::manyEntries);
        o.simple("HandlerRangeToEnd", V1_8, FRAMES,
                OddFrames::rangeToEnd);
        frameAtZero(o);
        o.simple("DeadCode", V1_8, 0, OddFrames::deadCode);
        o.simple("FramesAtNoTarget", V1_8, MAXS, OddFrames::uselessFrames);
        o.simple("FrameKinds", V1_8, FRAMES, OddFrames::frameKinds);
        o.simple("FarApartFrames", V1_8, FRAMES, OddFrames::farApart);
        o.simple("MonitorStraight", V1_8, FRAMES, OddFrames::monitor);
        o.simple("MonitorUncovered", V1_8, FRAMES,
                OddFrames::monitorWithoutHandler);
        o.simple("CallFirstAndLast", V1_8, MAXS, m -> {
            OddClasses.call(m, "odd/OddMain", "hello",
                    "()Ljava/lang/String;");
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
    }

    private static void integer(MethodVisitor m) {
        m.visitMethodInsn(INVOKESPECIAL, "java/lang/Integer", "<init>",
                "(I)V", false);
    }

    private static void toText(MethodVisitor m) {
        OddClasses.call(m, OddClasses.STRING, "valueOf",
                "(Ljava/lang/Object;)Ljava/lang/String;");
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    /** new Integer(n == 0 ? call : 2), with a call in one branch. */
    private static void branch(MethodVisitor m) {
        Label other = new Label();
        Label join = new Label();
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 0);
        m.visitTypeInsn(NEW, "java/lang/Integer");
        m.visitInsn(DUP);
        m.visitVarInsn(ILOAD, 0);
        m.visitJumpInsn(IFNE, other);
        m.visitIntInsn(BIPUSH, -7);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitJumpInsn(GOTO, join);
        m.visitLabel(other);
        m.visitInsn(ICONST_2);
        m.visitLabel(join);
        integer(m);
        toText(m);
    }

    private static void newInLoop(MethodVisitor m) {
        Label top = new Label();
        Label odd = new Label();
        Label join = new Label();
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 0);
        m.visitInsn(ACONST_NULL);
        m.visitVarInsn(ASTORE, 1);
        m.visitLabel(top);
        m.visitTypeInsn(NEW, "java/lang/Integer");
        m.visitInsn(DUP);
        m.visitVarInsn(ASTORE, 2);
        m.visitVarInsn(ILOAD, 0);
        m.visitInsn(ICONST_1);
        m.visitInsn(IAND);
        m.visitJumpInsn(IFNE, odd);
        m.visitIntInsn(BIPUSH, 100);
        m.visitJumpInsn(GOTO, join);
        m.visitLabel(odd);
        m.visitVarInsn(ILOAD, 0);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitLabel(join);
        integer(m);
        m.visitVarInsn(ALOAD, 2);
        m.visitVarInsn(ASTORE, 1);
        m.visitIincInsn(0, 1);
        m.visitVarInsn(ILOAD, 0);
        m.visitInsn(ICONST_4);
        m.visitJumpInsn(IF_ICMPLT, top);
        m.visitVarInsn(ALOAD, 1);
        toText(m);
    }

    /** Two kinds of uninitialized object on the stack at a frame. */
    private static void twoAtOnce(MethodVisitor m) {
        Label other = new Label();
        Label join = new Label();
        m.visitInsn(ICONST_1);
        m.visitVarInsn(ISTORE, 0);
        m.visitTypeInsn(NEW, BUILDER);
        m.visitInsn(DUP);
        m.visitTypeInsn(NEW, OddClasses.STRING);
        m.visitInsn(DUP);
        m.visitVarInsn(ILOAD, 0);
        m.visitJumpInsn(IFEQ, other);
        m.visitLdcInsn("left");
        m.visitJumpInsn(GOTO, join);
        m.visitLabel(other);
        m.visitLdcInsn("right");
        m.visitLabel(join);
        m.visitMethodInsn(INVOKESPECIAL, OddClasses.STRING, "<init>",
                "(Ljava/lang/String;)V", false);
        m.visitMethodInsn(INVOKESPECIAL, BUILDER, "<init>",
                "(Ljava/lang/String;)V", false);
        toText(m);
    }

    /** The new that a frame names is the method's first instruction. */
    private static void newAtOffsetZero(MethodVisitor m) {
        Label other = new Label();
        Label join = new Label();
        m.visitTypeInsn(NEW, "java/lang/Integer");
        m.visitInsn(DUP);
        m.visitInsn(ICONST_M1);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitJumpInsn(IFEQ, other);
        m.visitInsn(ICONST_3);
        m.visitJumpInsn(GOTO, join);
        m.visitLabel(other);
        m.visitInsn(ICONST_5);
        m.visitLabel(join);
        integer(m);
        toText(m);
    }

    private static void parse(MethodVisitor m, String text) {
        m.visitLdcInsn(text);
        OddClasses.call(m, "java/lang/Integer", "parseInt",
                "(Ljava/lang/String;)I");
    }

    /** The handler throws into itself until the counter says stop. */
    private static void handlerCoversItself(MethodVisitor m) {
        Label start = new Label();
        Label caught = new Label();
        Label stop = new Label();
        m.visitTryCatchBlock(start, stop, caught,
                "java/lang/NumberFormatException");
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 0);
        m.visitLabel(start);
        parse(m, "x");
        m.visitInsn(POP);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        m.visitLabel(caught);
        m.visitInsn(POP);
        m.visitIincInsn(0, 1);
        m.visitVarInsn(ILOAD, 0);
        m.visitInsn(ICONST_3);
        m.visitJumpInsn(IF_ICMPGE, stop);
        parse(m, "y");
        m.visitInsn(POP);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        m.visitLabel(stop);
        m.visitVarInsn(ILOAD, 0);
        OddClasses.returnInt(m);
        m.visitMaxs(0, 0);
    }

    private static void handlerBeforeRange(MethodVisitor m) {
        Label start = new Label();
        Label end = new Label();
        Label caught = new Label();
        m.visitTryCatchBlock(start, end, caught, null);
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 0);
        m.visitJumpInsn(GOTO, start);
        m.visitLabel(caught);
        m.visitInsn(POP);
        m.visitIincInsn(0, 60);
        m.visitVarInsn(ILOAD, 0);
        OddClasses.returnInt(m);
        m.visitLabel(start);
        m.visitIincInsn(0, 9);
        parse(m, "z");
        m.visitInsn(POP);
        m.visitLabel(end);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    /** handler_pc is reached by a plain jump as well. */
    private static void handlerIsTarget(MethodVisitor m) {
        Label start = new Label();
        Label end = new Label();
        Label caught = new Label();
        m.visitTryCatchBlock(start, end, caught,
                "java/lang/RuntimeException");
        m.visitLabel(start);
        parse(m, "12");
        m.visitInsn(POP);
        m.visitLabel(end);
        m.visitTypeInsn(NEW, "java/lang/RuntimeException");
        m.visitInsn(DUP);
        m.visitLdcInsn("made here");
        m.visitMethodInsn(INVOKESPECIAL, "java/lang/RuntimeException",
                "<init>", "(Ljava/lang/String;)V", false);
        m.visitJumpInsn(GOTO, caught);
        m.visitLabel(caught);
        m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/RuntimeException",
                "getMessage", "()Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    /** 600 entries, each over one call, all to one handler. */
    private static void manyEntries(MethodVisitor m) {
        Label caught = new Label();
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 0);
        for (int i = 0; i < 600; i++) {
            Label start = new Label();
            Label end = new Label();
            m.visitTryCatchBlock(start, end, caught,
                    "java/lang/NumberFormatException");
            m.visitLabel(start);
            parse(m, i == 599 ? "q" : "1");
            m.visitLabel(end);
            m.visitVarInsn(ILOAD, 0);
            m.visitInsn(IADD);
            m.visitVarInsn(ISTORE, 0);
        }
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        m.visitLabel(caught);
        m.visitInsn(POP);
        m.visitVarInsn(ILOAD, 0);
        OddClasses.returnInt(m);
        m.visitMaxs(0, 0);
    }

    /** end_pc == code_length. */
    private static void rangeToEnd(MethodVisitor m) {
        Label start = new Label();
        Label end = new Label();
        Label caught = new Label();
        m.visitTryCatchBlock(start, end, caught,
                "java/lang/NumberFormatException");
        m.visitJumpInsn(GOTO, start);
        m.visitLabel(caught);
        m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Throwable",
                "getMessage", "()Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
        m.visitLabel(start);
        parse(m, "end");
        OddClasses.returnInt(m);
        m.visitLabel(end);
        m.visitMaxs(0, 0);
    }

    /** Loops back to offset 0, with and without an end. */
    private static void frameAtZero(OddClasses o) {
        ClassWriter w = o.open("FrameAtZero", V1_8, FRAMES);
        OddClasses.method(w, "half", "(I)I", m -> {
            Label top = new Label();
            Label end = new Label();
            m.visitLabel(top);
            m.visitLineNumber(7, top);
            m.visitVarInsn(ILOAD, 0);
            OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
            m.visitIntInsn(BIPUSH, 10);
            m.visitJumpInsn(IF_ICMPLT, end);
            m.visitVarInsn(ILOAD, 0);
            m.visitInsn(ICONST_2);
            m.visitInsn(IDIV);
            m.visitVarInsn(ISTORE, 0);
            m.visitJumpInsn(GOTO, top);
            m.visitLabel(end);
            m.visitVarInsn(ILOAD, 0);
            m.visitInsn(IRETURN);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "spin", "()V", m -> {
            Label top = new Label();
            m.visitLabel(top);
            m.visitJumpInsn(GOTO, top);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "fall", "()V", m -> {
            m.visitInsn(ACONST_NULL);
            m.visitInsn(ATHROW);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            m.visitIntInsn(SIPUSH, 1000);
            OddClasses.call(m, "odd/FrameAtZero", "half", "(I)I");
            OddClasses.returnInt(m);
            m.visitMaxs(0, 0);
        });
        o.closeRunnable("FrameAtZero", w);
    }

    /** Unreachable code after goto, return and athrow, with its frames. */
    private static void deadCode(MethodVisitor m) {
        Label on = new Label();
        Label dead = new Label();
        m.visitInsn(ICONST_5);
        m.visitVarInsn(ISTORE, 0);
        m.visitJumpInsn(GOTO, on);
        m.visitFrame(F_NEW, 1, new Object[] {DOUBLE}, 1,
                new Object[] {OddClasses.STRING});
        m.visitMethodInsn(INVOKEVIRTUAL, OddClasses.STRING, "length", "()I",
                false);
        m.visitInsn(POP);
        m.visitLabel(dead);
        m.visitFrame(F_NEW, 1, new Object[] {DOUBLE}, 0, NONE);
        m.visitJumpInsn(GOTO, dead);
        m.visitLabel(on);
        m.visitFrame(F_NEW, 1, new Object[] {INTEGER}, 0, NONE);
        m.visitVarInsn(ILOAD, 0);
        OddClasses.returnInt(m);
        m.visitFrame(F_NEW, 0, NONE, 0, NONE);
        OddClasses.call(m, "java/lang/System", "nanoTime", "()J");
        m.visitInsn(POP2);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ATHROW);
        m.visitMaxs(2, 2);
    }

    /** A frame before nearly each instruction, none of them needed. */
    private static void uselessFrames(MethodVisitor m) {
        Object[] one = {INTEGER};
        m.visitFrame(F_NEW, 0, NONE, 0, NONE);
        m.visitInsn(ICONST_4);
        m.visitFrame(F_NEW, 0, NONE, 1, one);
        m.visitVarInsn(ISTORE, 0);
        m.visitFrame(F_NEW, 1, one, 0, NONE);
        m.visitVarInsn(ILOAD, 0);
        m.visitFrame(F_NEW, 1, one, 1, one);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitFrame(F_NEW, 0, NONE, 1, one);
        m.visitVarInsn(ISTORE, 2);
        m.visitFrame(F_NEW, 3, new Object[] {TOP, TOP, INTEGER}, 0, NONE);
        m.visitVarInsn(ILOAD, 2);
        OddClasses.call(m, OddClasses.STRING, "valueOf",
                "(I)Ljava/lang/String;");
        m.visitFrame(F_NEW, 0, NONE, 1, new Object[] {OddClasses.STRING});
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    /** Locals come and go so that every kind of frame occurs. */
    private static void frameKinds(MethodVisitor m) {
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 0);
        for (int n = 1; n <= 5; n++) {
            Label skip = new Label();
            for (int i = 0; i < n; i++) {
                m.visitLdcInsn((long) i);
                m.visitVarInsn(LSTORE, 1 + 2 * i);
            }
            m.visitVarInsn(ILOAD, 0);
            m.visitJumpInsn(IFLT, skip);
            m.visitIincInsn(0, n);
            m.visitLabel(skip);
        }
        for (int n = 5; n >= 0; n--) {
            Label back = new Label();
            m.visitInsn(FCONST_1);
            m.visitVarInsn(FSTORE, 1 + 2 * n);
            m.visitLabel(back);
            m.visitIincInsn(0, 1);
            m.visitVarInsn(ILOAD, 0);
            m.visitIntInsn(BIPUSH, 30 - n);
            m.visitJumpInsn(IF_ICMPLT, back);
        }
        m.visitVarInsn(ILOAD, 0);
        OddClasses.returnInt(m);
        m.visitMaxs(0, 0);
    }

    /** Distances between frames around 63 that pass it with added code. */
    private static void farApart(MethodVisitor m) {
        m.visitInsn(ICONST_0);
        m.visitVarInsn(ISTORE, 0);
        for (int n = 56; n < 72; n++) {
            Label skip = new Label();
            Label join = new Label();
            m.visitVarInsn(ILOAD, 0);
            m.visitJumpInsn(IFLT, skip);
            m.visitVarInsn(ILOAD, 0);
            OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
            m.visitVarInsn(ISTORE, 0);
            OddClasses.fill(m, n - 12);
            m.visitLdcInsn("a");
            m.visitJumpInsn(GOTO, join);
            m.visitLabel(skip);
            OddClasses.fill(m, n);
            m.visitLdcInsn("b");
            m.visitLabel(join);
            m.visitInsn(POP);
        }
        m.visitVarInsn(ILOAD, 0);
        OddClasses.returnInt(m);
        m.visitMaxs(0, 0);
    }

    private static void lock(MethodVisitor m, int op) {
        m.visitLdcInsn("odd lock");
        m.visitInsn(op);
    }

    /** The range starts right behind monitorenter; a call right there. */
    private static void monitor(MethodVisitor m) {
        Label start = new Label();
        Label end = new Label();
        Label caught = new Label();
        Label caughtEnd = new Label();
        m.visitTryCatchBlock(start, end, caught, null);
        m.visitTryCatchBlock(caught, caughtEnd, caught, null);
        lock(m, MONITORENTER);
        m.visitLabel(start);
        OddClasses.call(m, "odd/OddMain", "hello", "()Ljava/lang/String;");
        lock(m, MONITOREXIT);
        m.visitLabel(end);
        m.visitInsn(ARETURN);
        m.visitLabel(caught);
        lock(m, MONITOREXIT);
        m.visitLabel(caughtEnd);
        m.visitInsn(ATHROW);
        m.visitMaxs(0, 0);
    }

    private static void monitorWithoutHandler(MethodVisitor m) {
        lock(m, MONITORENTER);
        lock(m, MONITORENTER);
        OddClasses.call(m, "odd/OddMain", "hello", "()Ljava/lang/String;");
        lock(m, MONITOREXIT);
        lock(m, MONITOREXIT);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }
}
