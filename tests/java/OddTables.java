// SPDX-License-Identifier: MIT
// Odd classes about the attributes of Code and about names.

import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

final class OddTables implements Opcodes {
    private static final int FRAMES = OddClasses.FRAMES;
    private static final int MAXS = OddClasses.MAXS;
    private static final String LIST = "Ljava/util/List;";

    /** An attribute of Code with given contents. */
    private static final class Raw extends Attribute {
        private final byte[] contents;

        Raw(String name, int... contents) {
            super(name);
            this.contents = new byte[contents.length];
            for (int i = 0; i < contents.length; i++) {
                this.contents[i] = (byte) contents[i];
            }
        }

        @Override
        public boolean isCodeAttribute() {
            return true;
        }

        @Override
        protected ByteVector write(ClassWriter w, byte[] code, int length,
                int maxStack, int maxLocals) {
            return new ByteVector().putByteArray(contents, 0,
                    contents.length);
        }
    }

    private OddTables() {
    }

    static void make(OddClasses o) {
        o.simple("VariableRanges", V1_8, FRAMES, OddTables::variables);
        o.simple("LineTables", V1_8, FRAMES, OddTables::lines);
        attribute(o, "CharacterRangeTable", V1_8, new Raw(
                "CharacterRangeTable", 0, 1, 0, 0, 0, 5, 0, 0, 4, 1, 0, 0, 4,
                9, 0, 1));
        attribute(o, "UnknownCodeAttribute", V1_8, new Raw(
                "org.example.Offsets", 0, 0, 0, 5, 0, 9));
        // number_of_entries 1: offset 9, no locals, no stack
        attribute(o, "CldcStackMap", V1_4, new Raw("StackMap", 0, 1, 0, 9, 0,
                0, 0, 0));
        classAttribute(o);
        names(o);
        dimensions(o);
    }

    /** Zero length, ending at the end, two of one slot, two of one name. */
    private static void variables(MethodVisitor m) {
        Label start = new Label();
        Label middle = new Label();
        Label skip = new Label();
        Label end = new Label();
        m.visitLabel(start);
        m.visitInsn(ACONST_NULL);
        m.visitVarInsn(ASTORE, 0);
        m.visitLabel(middle);
        m.visitVarInsn(ALOAD, 0);
        OddClasses.call(m, OddClasses.STRING, "valueOf",
                "(Ljava/lang/Object;)Ljava/lang/String;");
        m.visitVarInsn(ASTORE, 1);
        m.visitVarInsn(ALOAD, 1);
        m.visitJumpInsn(IFNULL, skip);
        m.visitVarInsn(ALOAD, 1);
        m.visitInsn(ARETURN);
        m.visitLabel(skip);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        m.visitLabel(end);
        m.visitLocalVariable("whole", LIST,
                "Ljava/util/List<Ljava/lang/String;>;", start, end, 0);
        m.visitLocalVariable("empty", "I", null, middle, middle, 1);
        m.visitLocalVariable("text", "Ljava/lang/String;", null, middle, end,
                1);
        m.visitLocalVariable("again", LIST,
                "Ljava/util/List<Ljava/lang/Integer;>;", middle, skip, 0);
        m.visitLocalVariable("text", "Ljava/lang/String;", null, start,
                middle, 1);
        m.visitMaxs(0, 0);
    }

    /** Lines out of order, repeated, zero, two at one instruction. */
    private static void lines(MethodVisitor m) {
        Label start = new Label();
        Label end = new Label();
        m.visitTryCatchBlock(start, end, end, null);
        line(m, 65535);
        m.visitLdcInsn("1");
        OddClasses.call(m, "java/lang/Integer", "parseInt",
                "(Ljava/lang/String;)I");
        m.visitInsn(POP);
        line(m, 0);
        m.visitLabel(start);
        line(m, 40);
        line(m, 41);
        m.visitLdcInsn("w");
        line(m, 30);
        OddClasses.call(m, "odd/OddMain", "fail", "(Ljava/lang/String;)V");
        line(m, 20);
        m.visitInsn(NOP);
        m.visitInsn(ACONST_NULL);
        m.visitInsn(ARETURN);
        line(m, 20);
        m.visitLabel(end);
        m.visitInsn(NOP);
        OddClasses.call(m, "odd/OddMain", "trace",
                "(Ljava/lang/Throwable;)Ljava/lang/String;");
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    private static void line(MethodVisitor m, int n) {
        Label l = new Label();
        m.visitLabel(l);
        m.visitLineNumber(n, l);
    }

    private static void attribute(OddClasses o, String name, int version,
            Attribute a) {
        o.simple(name, version, version < V1_6 ? MAXS : FRAMES, m -> {
            Label skip = new Label();
            OddClasses.call(m, "odd/OddMain", "hello",
                    "()Ljava/lang/String;");
            m.visitInsn(DUP);
            m.visitJumpInsn(IFNULL, skip);
            m.visitInsn(ARETURN);
            m.visitLabel(skip);
            m.visitInsn(ARETURN);
            m.visitAttribute(a);
            m.visitMaxs(0, 0);
        });
    }

    private static void classAttribute(OddClasses o) {
        ClassWriter w = o.open("UnknownClassAttribute", V1_8, MAXS);
        w.visitAttribute(new Attribute("org.example.Vendor") {
            @Override
            protected ByteVector write(ClassWriter cw, byte[] code,
                    int length, int maxStack, int maxLocals) {
                return new ByteVector().putInt(0xcafe);
            }
        });
        OddClasses.method(w, ACC_PUBLIC | ACC_NATIVE, "absent", "(JI)V",
                m -> { });
        OddClasses.method(w, "run", "()Ljava/lang/String;", m -> {
            OddClasses.call(m, "odd/OddMain", "hello",
                    "()Ljava/lang/String;");
            m.visitInsn(ARETURN);
            m.visitMaxs(0, 0);
        });
        o.closeRunnable("UnknownClassAttribute", w);
    }

    /** Not ASCII, beyond the BMP, differing only by case, other entry. */
    private static void names(OddClasses o) {
        String[] odd = {"S\u00f8rensen", "\ud835\udd38stral", "CaseName",
            "Casename"};
        for (String name : odd) {
            o.simple(name, V1_8, MAXS, m -> named(m, name));
        }
        o.simple("EntryOfOtherName", V1_8, MAXS, m -> named(m, "other"));
        o.put("odd/EntryOfOtherName$py.class", o.get("EntryOfOtherName"));
        ClassWriter nine = o.open("Versioned", V9, MAXS);
        ClassWriter eight = o.open("Versioned", V1_8, MAXS);
        OddClasses.method(nine, "run", "()Ljava/lang/String;",
                m -> named(m, "from nine"));
        OddClasses.method(eight, "run", "()Ljava/lang/String;",
                m -> named(m, "from eight"));
        o.closeRunnable("Versioned", eight);
        nine.visitEnd();
        o.put("META-INF/versions/9/odd/Versioned.class", nine.toByteArray());
    }

    /** "NUL and beyond": \0 is two bytes in a class file, U+1D538 six. */
    private static void named(MethodVisitor m, String name) {
        m.visitLdcInsn(name + "\0\ud835\udd38");
        m.visitMethodInsn(INVOKEVIRTUAL, OddClasses.STRING, "length", "()I",
                false);
        OddClasses.returnInt(m);
        m.visitMaxs(0, 0);
    }

    /** No frame holds the array: ASM can tell 31 dimensions there. */
    private static void dimensions(OddClasses o) {
        StringBuilder d = new StringBuilder();
        for (int i = 0; i < 255; i++) {
            d.append('[');
        }
        String desc = d + "I";
        o.simple("Dimensions255", V1_8, FRAMES, m -> {
            Label skip = new Label();
            m.visitInsn(ICONST_1);
            m.visitInsn(ICONST_1);
            m.visitMultiANewArrayInsn(desc, 2);
            m.visitInsn(ARRAYLENGTH);
            m.visitVarInsn(ISTORE, 0);
            m.visitVarInsn(ILOAD, 0);
            m.visitJumpInsn(IFEQ, skip);
            OddClasses.call(m, "odd/OddMain", "hello",
                    "()Ljava/lang/String;");
            m.visitInsn(POP);
            m.visitLabel(skip);
            m.visitVarInsn(ILOAD, 0);
            OddClasses.returnInt(m);
            m.visitMaxs(0, 0);
        });
        o.simple("ArrayClone", V1_8, FRAMES, m -> {
            m.visitInsn(ICONST_3);
            m.visitIntInsn(NEWARRAY, T_LONG);
            m.visitMethodInsn(INVOKEVIRTUAL, "[J", "clone",
                    "()Ljava/lang/Object;", false);
            m.visitTypeInsn(CHECKCAST, "[J");
            m.visitInsn(ARRAYLENGTH);
            OddClasses.returnInt(m);
            m.visitMaxs(0, 0);
        });
    }
}
