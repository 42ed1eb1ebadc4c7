// SPDX-License-Identifier: MIT
// Odd classes about code itself: sizes, branches, switches, constants, locals.

import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

final class OddCode implements Opcodes {
    private static final int GOTO_W = 200;
    private static final int MAXS = OddClasses.MAXS;
    private static final int FRAMES = OddClasses.FRAMES;
    private static final String LOOKUP =
            "Ljava/lang/invoke/MethodHandles$Lookup;";

    private OddCode() {
    }

    static void make(OddClasses o) {
        dynamicConstants(o);
        gotoWide(o);
        sizes(o);
        widening(o);
        switches(o);
        pools(o);
        locals(o);
    }

    private static void dynamicConstants(OddClasses o) {
        ClassWriter w = o.open("Condy", V11, MAXS);
        String desc = "(" + LOOKUP + "Ljava/lang/String;Ljava/lang/Class;)"
                + "Ljava/lang/Object;";
        OddClasses.method(w, "text", desc, m -> {
            OddClasses.returnText(m, "dynamic");
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "number", desc, m -> {
            m.visitLdcInsn(1L << 40);
            OddClasses.call(m, "java/lang/Long", "valueOf",
                    "(J)Ljava/lang/Long;");
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            m.visitLdcInsn(new ConstantDynamic("n", "J", new Handle(
                    H_INVOKESTATIC, "odd/Condy", "number", desc, false)));
            OddClasses.call(m, OddClasses.STRING, "valueOf",
                    "(J)Ljava/lang/String;");
            m.visitLdcInsn(new ConstantDynamic("t", "Ljava/lang/String;",
                    new Handle(H_INVOKESTATIC, "odd/Condy", "text", desc,
                    false)));
            m.visitMethodInsn(INVOKEVIRTUAL, OddClasses.STRING, "concat",
                    "(Ljava/lang/String;)Ljava/lang/String;", false);
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
        o.closeRunnable("Condy", w);
        o.simple("LdcMethodHandle", V1_7, MAXS, m -> {
            m.visitLdcInsn(new Handle(H_INVOKESTATIC, OddClasses.STRING,
                    "valueOf", "(I)Ljava/lang/String;", false));
            m.visitIntInsn(BIPUSH, 42);
            m.visitMethodInsn(INVOKEVIRTUAL,
                    "java/lang/invoke/MethodHandle", "invokeExact",
                    "(I)Ljava/lang/String;", false);
            m.visitLdcInsn(Type.getMethodType("(J[I)V"));
            m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/invoke/MethodType",
                    "toString", "()Ljava/lang/String;", false);
            m.visitMethodInsn(INVOKEVIRTUAL, OddClasses.STRING, "concat",
                    "(Ljava/lang/String;)Ljava/lang/String;", false);
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
    }

    private static void gotoWide(OddClasses o) {
        Consumer<MethodVisitor> body = m -> {
            Label back = new Label();
            Label test = new Label();
            Label done = new Label();
            m.visitInsn(ICONST_0);
            m.visitVarInsn(ISTORE, 0);
            m.visitJumpInsn(GOTO_W, test);
            m.visitLabel(back);
            m.visitIincInsn(0, 7);
            m.visitLabel(test);
            m.visitVarInsn(ILOAD, 0);
            m.visitIntInsn(BIPUSH, 50);
            m.visitJumpInsn(IF_ICMPGE, done);
            m.visitJumpInsn(GOTO_W, back);
            m.visitLabel(done);
            m.visitVarInsn(ILOAD, 0);
            OddClasses.returnInt(m);
            m.visitMaxs(0, 0);
        };
        o.simple("GotoW48", V1_4, MAXS, body);
        o.simple("GotoW52", V1_8, FRAMES, body);
    }

    /** Methods of a given code_length; from some on nothing can be added. */
    private static void sizes(OddClasses o) {
        for (int size : new int[] {7990, 65000, 65518, 65530, 65535}) {
            String name = "CodeLength" + size;
            ClassWriter w = o.open(name, V1_8, MAXS);
            OddClasses.method(w, "big", "(I)I", m -> {
                // iload_0, invokestatic, istore_0 and iload_0, ireturn
                m.visitVarInsn(ILOAD, 0);
                OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
                m.visitVarInsn(ISTORE, 0);
                OddClasses.fill(m, size - 7);
                m.visitVarInsn(ILOAD, 0);
                m.visitInsn(IRETURN);
                m.visitMaxs(0, 0);
            });
            runOf(o, w, name, "big");
        }
    }

    /** run() that returns NAME.method(-1) as text. */
    private static void runOf(OddClasses o, ClassWriter w, String name,
            String method) {
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            m.visitInsn(ICONST_M1);
            OddClasses.call(m, "odd/" + name, method, "(I)I");
            OddClasses.returnInt(m);
            m.visitMaxs(0, 0);
        });
        o.closeRunnable(name, w);
    }

    /** Distances just below 32768 that grow beyond with two nops a call. */
    private static void widening(OddClasses o) {
        for (int op = IFEQ; op <= IFNONNULL; op++) {
            if (op <= IF_ACMPNE || op >= IFNULL) {
                int opcode = op;
                widen(o, "WidenIf" + op, w -> forwardIf(w, opcode));
            }
        }
        widen(o, "WidenBackward", OddCode::backward);
        widen(o, "WidenGoto", OddCode::farGotos);
        widen(o, "WidenUninitialized", OddCode::uninitializedOnStack);
        widen(o, "WidenSwitch", OddCode::farSwitch);
    }

    private static void widen(OddClasses o, String name,
            Consumer<MethodVisitor> body) {
        ClassWriter w = o.open(name, V1_8, FRAMES);
        OddClasses.method(w, "far", "(I)I", body);
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            m.visitTypeInsn(NEW, "java/lang/StringBuilder");
            m.visitInsn(DUP);
            m.visitMethodInsn(INVOKESPECIAL, "java/lang/StringBuilder",
                    "<init>", "()V", false);
            for (int arg : new int[] {-1, 0, 1, 2}) {
                m.visitIntInsn(BIPUSH, arg);
                OddClasses.call(m, "odd/" + name, "far", "(I)I");
                m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/StringBuilder",
                        "append", "(I)Ljava/lang/StringBuilder;", false);
                m.visitLdcInsn(" ");
                m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/StringBuilder",
                        "append", "(Ljava/lang/String;)"
                        + "Ljava/lang/StringBuilder;", false);
            }
            m.visitMethodInsn(INVOKEVIRTUAL, OddClasses.OBJECT, "toString",
                    "()Ljava/lang/String;", false);
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
        o.closeRunnable(name, w);
    }

    /** About n bytes with a call in every hundred; stack unchanged. */
    private static void stretch(MethodVisitor m, int n) {
        for (int i = 0; i < n / 100; i++) {
            m.visitVarInsn(ILOAD, 0);
            OddClasses.call(m, "java/lang/Integer", "reverse", "(I)I");
            m.visitVarInsn(ISTORE, 0);
            OddClasses.fill(m, 95);
        }
    }

    private static void forwardIf(MethodVisitor m, int op) {
        Label far = new Label();
        // Since the last frame a long, a double and a reference have come.
        m.visitInsn(LCONST_1);
        m.visitVarInsn(LSTORE, 1);
        m.visitInsn(DCONST_1);
        m.visitVarInsn(DSTORE, 3);
        m.visitLdcInsn("text");
        m.visitVarInsn(ASTORE, 5);
        m.visitLdcInsn("left on the stack");
        operands(m, op);
        m.visitJumpInsn(op, far);
        stretch(m, 32600);
        m.visitInsn(POP);
        m.visitVarInsn(ILOAD, 0);
        m.visitInsn(IRETURN);
        m.visitLabel(far);
        m.visitInsn(POP);
        m.visitVarInsn(LLOAD, 1);
        m.visitInsn(L2I);
        m.visitVarInsn(DLOAD, 3);
        m.visitInsn(D2I);
        m.visitInsn(IADD);
        m.visitInsn(IRETURN);
        m.visitMaxs(0, 0);
    }

    private static void operands(MethodVisitor m, int op) {
        if (op >= IFEQ && op <= IFLE) {
            m.visitVarInsn(ILOAD, 0);
        } else if (op >= IF_ICMPEQ && op <= IF_ICMPLE) {
            m.visitVarInsn(ILOAD, 0);
            m.visitInsn(ICONST_1);
        } else {
            // even arguments give the constant itself
            m.visitLdcInsn("abc");
            m.visitVarInsn(ILOAD, 0);
            m.visitInsn(ICONST_1);
            m.visitInsn(IAND);
            OddClasses.call(m, "odd/OddMain", op >= IFNULL ? "orNull"
                    : "orCopy", "(Ljava/lang/Object;I)Ljava/lang/Object;");
            if (op == IF_ACMPEQ || op == IF_ACMPNE) {
                m.visitLdcInsn("abc");
            }
        }
    }

    private static void backward(MethodVisitor m) {
        Label top = new Label();
        m.visitInsn(ICONST_3);
        m.visitVarInsn(ISTORE, 1);
        m.visitLabel(top);
        stretch(m, 32600);
        m.visitIincInsn(1, -1);
        m.visitVarInsn(ILOAD, 1);
        m.visitJumpInsn(IFGT, top);
        m.visitVarInsn(ILOAD, 0);
        m.visitInsn(IRETURN);
        m.visitMaxs(0, 0);
    }

    private static void farGotos(MethodVisitor m) {
        Label back = new Label();
        Label test = new Label();
        Label done = new Label();
        m.visitInsn(ICONST_2);
        m.visitVarInsn(ISTORE, 1);
        m.visitJumpInsn(GOTO, test);
        m.visitLabel(back);
        stretch(m, 32600);
        m.visitLabel(test);
        m.visitIincInsn(1, -1);
        m.visitVarInsn(ILOAD, 1);
        m.visitJumpInsn(IFLT, done);
        m.visitJumpInsn(GOTO, back);
        m.visitLabel(done);
        m.visitVarInsn(ILOAD, 0);
        m.visitInsn(IRETURN);
        m.visitMaxs(0, 0);
    }

    private static void uninitializedOnStack(MethodVisitor m) {
        Label far = new Label();
        Label join = new Label();
        m.visitTypeInsn(NEW, "java/lang/Integer");
        m.visitInsn(DUP);
        m.visitVarInsn(ILOAD, 0);
        m.visitJumpInsn(IFGT, far);
        stretch(m, 32500);
        m.visitVarInsn(ILOAD, 0);
        m.visitJumpInsn(GOTO, join);
        m.visitLabel(far);
        m.visitIntInsn(BIPUSH, 77);
        m.visitLabel(join);
        m.visitMethodInsn(INVOKESPECIAL, "java/lang/Integer", "<init>",
                "(I)V", false);
        m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Integer", "intValue",
                "()I", false);
        m.visitInsn(IRETURN);
        m.visitMaxs(0, 0);
    }

    private static void farSwitch(MethodVisitor m) {
        Label top = new Label();
        Label zero = new Label();
        Label one = new Label();
        Label other = new Label();
        m.visitLabel(top);
        m.visitVarInsn(ILOAD, 0);
        m.visitTableSwitchInsn(0, 1, other, zero, one);
        m.visitLabel(one);
        stretch(m, 32600);
        m.visitVarInsn(ILOAD, 0);
        m.visitInsn(IRETURN);
        m.visitLabel(zero);
        m.visitIincInsn(0, 1);
        m.visitJumpInsn(GOTO, top);
        m.visitLabel(other);
        m.visitIntInsn(BIPUSH, 9);
        m.visitInsn(IRETURN);
        m.visitMaxs(0, 0);
    }

    /** Both switches at each of the four alignments, after a call. */
    private static void switches(OddClasses o) {
        for (int pad = 0; pad < 4; pad++) {
            String name = "SwitchPad" + pad;
            int nops = pad;
            ClassWriter w = o.open(name, V1_8, FRAMES);
            OddClasses.method(w, "pick", "(I)I", m -> bothSwitches(m, nops));
            OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
                m.visitInsn(ICONST_0);
                for (int i = -1; i < 4; i++) {
                    m.visitIntInsn(BIPUSH, 10);
                    m.visitInsn(IMUL);
                    m.visitIntInsn(BIPUSH, i);
                    OddClasses.call(m, "odd/" + name, "pick", "(I)I");
                    m.visitInsn(IADD);
                }
                OddClasses.returnInt(m);
                m.visitMaxs(0, 0);
            });
            o.closeRunnable(name, w);
        }
    }

    private static void bothSwitches(MethodVisitor m, int nops) {
        Label[] t = {new Label(), new Label(), new Label(), new Label()};
        Label other = new Label();
        for (int i = 0; i < nops; i++) {
            m.visitInsn(NOP);
        }
        m.visitVarInsn(ILOAD, 0);
        m.visitTableSwitchInsn(0, 1, other, t[0], t[1]);
        m.visitLabel(other);
        m.visitVarInsn(ILOAD, 0);
        OddClasses.call(m, "java/lang/Math", "abs", "(I)I");
        m.visitLookupSwitchInsn(t[0], new int[] {2, 100000},
                new Label[] {t[2], t[3]});
        for (int i = 0; i < 4; i++) {
            m.visitLabel(t[i]);
            m.visitInsn(ICONST_1 + i);
            m.visitInsn(IRETURN);
        }
        m.visitMaxs(0, 0);
    }

    /** Constant pools of a given constant_pool_count. */
    private static void pools(OddClasses o) {
        for (int count : new int[] {255, 256, 47299, 65500, 65530, 65535}) {
            String name = "Pool" + count;
            ClassWriter w = o.open(name, V1_8, MAXS);
            OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
                int last = w.newConst(-1);
                while (last < count - 12) {
                    last = w.newConst(1000000 + last);
                }
                m.visitLdcInsn(1000000 + last - 1);
                OddClasses.returnInt(m);
                m.visitMaxs(0, 0);
            });
            // ASM adds the attribute names at the end: level out exactly.
            w.visitEnd();
            int now = constantPoolCount(w.toByteArray());
            for (int i = now; i < count; i++) {
                w.newConst(2000000 + i);
            }
            o.closeRunnable(name, w);
            if (constantPoolCount(o.get(name)) != count) {
                throw new IllegalStateException(name);
            }
        }
    }

    private static int constantPoolCount(byte[] c) {
        return (c[8] & 0xff) << 8 | c[9] & 0xff;
    }

    private static void locals(OddClasses o) {
        for (int n : new int[] {4, 254, 255, 256, 300}) {
            String name = "MaxLocals" + n;
            o.simple(name, V1_8, FRAMES, m -> {
                Label skip = new Label();
                m.visitIntInsn(BIPUSH, 9);
                m.visitVarInsn(ISTORE, n - 1);
                m.visitIincInsn(n - 1, 3);
                m.visitVarInsn(ILOAD, n - 1);
                m.visitJumpInsn(IFLT, skip);
                m.visitIincInsn(n - 1, 300);
                m.visitLabel(skip);
                m.visitVarInsn(ILOAD, n - 1);
                OddClasses.returnInt(m);
                m.visitMaxs(0, 0);
            });
        }
        arguments255(o);
        o.simple("MaxLocals65535", V1_8, 0, m -> {
            m.visitIntInsn(BIPUSH, 5);
            m.visitVarInsn(ISTORE, 65534);
            m.visitVarInsn(ILOAD, 65534);
            OddClasses.returnInt(m);
            m.visitMaxs(1, 65535);
        });
        ClassWriter w = o.open("LongOverParameter", V1_8, FRAMES);
        OddClasses.method(w, "f", "(II)J", m -> {
            Label end = new Label();
            m.visitVarInsn(ILOAD, 1);
            m.visitInsn(I2L);
            m.visitVarInsn(LSTORE, 0);
            m.visitVarInsn(LLOAD, 0);
            m.visitInsn(LCONST_0);
            m.visitInsn(LCMP);
            m.visitJumpInsn(IFLE, end);
            m.visitVarInsn(LLOAD, 0);
            m.visitInsn(LCONST_1);
            m.visitInsn(LADD);
            m.visitVarInsn(LSTORE, 0);
            m.visitLabel(end);
            m.visitVarInsn(LLOAD, 0);
            m.visitInsn(LRETURN);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            m.visitInsn(ICONST_1);
            m.visitInsn(ICONST_2);
            OddClasses.call(m, "odd/LongOverParameter", "f", "(II)J");
            OddClasses.call(m, OddClasses.STRING, "valueOf",
                    "(J)Ljava/lang/String;");
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
        o.closeRunnable("LongOverParameter", w);
    }

    /** 254 and a long over the last two: the most that a call may carry. */
    private static void arguments255(OddClasses o) {
        ClassWriter w = o.open("Arguments255", V1_8, FRAMES);
        StringBuilder d = new StringBuilder("(");
        for (int i = 0; i < 253; i++) {
            d.append('I');
        }
        String desc = d + "J)J";
        OddClasses.method(w, "many", desc, m -> {
            Label skip = new Label();
            m.visitVarInsn(ILOAD, 252);
            m.visitJumpInsn(IFEQ, skip);
            m.visitIincInsn(252, 1);
            m.visitLabel(skip);
            m.visitVarInsn(ILOAD, 252);
            m.visitInsn(I2L);
            m.visitVarInsn(LLOAD, 253);
            m.visitInsn(LADD);
            m.visitInsn(LRETURN);
            m.visitMaxs(0, 0);
        });
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            for (int i = 0; i < 253; i++) {
                m.visitIntInsn(SIPUSH, i);
            }
            m.visitLdcInsn(1000L);
            OddClasses.call(m, "odd/Arguments255", "many", desc);
            OddClasses.call(m, OddClasses.STRING, "valueOf",
                    "(J)Ljava/lang/String;");
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
        o.closeRunnable("Arguments255", w);
    }
}
