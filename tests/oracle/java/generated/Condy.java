// SPDX-License-Identifier: MIT
// Writes a class that javac never makes, and one above it: constants computed by
// bootstrap methods of the program, handles loaded as constants (one as of
// super.kind()), and a call site of its own.
//
//     java -cp asm.jar Condy.java FOLDER

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

public final class Condy implements Opcodes {
    private static final String LOOKUP =
            "Ljava/lang/invoke/MethodHandles$Lookup;";
    private static final String HANDLE = "java/lang/invoke/MethodHandle";
    private static final String STATIC = "Condy";
    private static final String BASE = "CondyBase";

    private Condy() {
    }

    public static void main(String[] args) throws IOException {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_FRAMES
                | ClassWriter.COMPUTE_MAXS);
        w.visit(V11, ACC_PUBLIC | ACC_SUPER, STATIC, null, BASE, null);
        constructor(w, BASE);
        text(w);
        kind(w, "own");
        makeConstant(w);
        makeSite(w);
        target(w);
        program(w);
        w.visitEnd();
        Files.write(Path.of(args[0], "Condy.class"), w.toByteArray());
        base(Path.of(args[0], "CondyBase.class"));
    }

    private static void constructor(ClassWriter w, String above) {
        MethodVisitor m = w.visitMethod(ACC_PUBLIC, "<init>", "()V", null,
                null);
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKESPECIAL, above, "<init>", "()V", false);
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
    }

    private static void text(ClassWriter w) {
        MethodVisitor t = w.visitMethod(ACC_PUBLIC, "toString",
                "()Ljava/lang/String;", null, null);
        t.visitLdcInsn("constant object");
        t.visitInsn(ARETURN);
        t.visitMaxs(0, 0);
    }

    /** A class with a method kind(). */
    private static void kind(ClassWriter w, String kind) {
        MethodVisitor m = w.visitMethod(0, "kind", "()Ljava/lang/String;", null,
                null);
        m.visitLdcInsn(kind);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    private static void base(Path file) throws IOException {
        ClassWriter w = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        w.visit(V11, ACC_ABSTRACT | ACC_SUPER, BASE, null, "java/lang/Object",
                null);
        constructor(w, "java/lang/Object");
        kind(w, "above");
        w.visitEnd();
        Files.write(file, w.toByteArray());
    }

    /** The bootstrap method of a constant: makes an object. */
    private static void makeConstant(ClassWriter w) {
        MethodVisitor m = w.visitMethod(ACC_STATIC, "constant", "(" + LOOKUP
                + "Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;",
                null, null);
        m.visitTypeInsn(NEW, STATIC);
        m.visitInsn(DUP);
        m.visitMethodInsn(INVOKESPECIAL, STATIC, "<init>", "()V", false);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    /** The bootstrap method of a call site: a ConstantCallSite of its handle. */
    private static void makeSite(ClassWriter w) {
        MethodVisitor m = w.visitMethod(ACC_STATIC, "site", "(" + LOOKUP
                + "Ljava/lang/String;Ljava/lang/invoke/MethodType;L" + HANDLE
                + ";)Ljava/lang/invoke/CallSite;", null, null);
        m.visitTypeInsn(NEW, "java/lang/invoke/ConstantCallSite");
        m.visitInsn(DUP);
        m.visitVarInsn(ALOAD, 3);
        m.visitMethodInsn(INVOKESPECIAL, "java/lang/invoke/ConstantCallSite",
                "<init>", "(L" + HANDLE + ";)V", false);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    private static void target(ClassWriter w) {
        MethodVisitor m = w.visitMethod(ACC_STATIC, "target",
                "(Ljava/lang/Object;)Ljava/lang/String;", null, null);
        m.visitVarInsn(ALOAD, 0);
        m.visitMethodInsn(INVOKEVIRTUAL, "java/lang/Object", "toString",
                "()Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
        m.visitMaxs(0, 0);
    }

    private static void print(MethodVisitor m, Runnable value) {
        m.visitFieldInsn(GETSTATIC, "java/lang/System", "out",
                "Ljava/io/PrintStream;");
        value.run();
        m.visitMethodInsn(INVOKEVIRTUAL, "java/io/PrintStream", "println",
                "(Ljava/lang/Object;)V", false);
    }

    private static void superKind(MethodVisitor m, ConstantDynamic constant) {
        m.visitLdcInsn(new Handle(H_INVOKESPECIAL, BASE, "kind",
                "()Ljava/lang/String;", false));
        m.visitLdcInsn(constant);
        m.visitTypeInsn(CHECKCAST, STATIC);
        m.visitMethodInsn(INVOKEVIRTUAL, HANDLE, "invokeExact",
                "(L" + STATIC + ";)Ljava/lang/String;", false);
    }

    private static void program(ClassWriter w) {
        Handle target = new Handle(H_INVOKESTATIC, STATIC, "target",
                "(Ljava/lang/Object;)Ljava/lang/String;", false);
        Handle site = new Handle(H_INVOKESTATIC, STATIC, "site", "(" + LOOKUP
                + "Ljava/lang/String;Ljava/lang/invoke/MethodType;L" + HANDLE
                + ";)Ljava/lang/invoke/CallSite;", false);
        ConstantDynamic constant = new ConstantDynamic("c",
                "Ljava/lang/Object;", new Handle(H_INVOKESTATIC, STATIC,
                        "constant", "(" + LOOKUP + "Ljava/lang/String;"
                                + "Ljava/lang/Class;)Ljava/lang/Object;",
                        false));
        MethodVisitor m = w.visitMethod(ACC_PUBLIC | ACC_STATIC, "main",
                "([Ljava/lang/String;)V", null, null);
        print(m, () -> m.visitLdcInsn(constant));
        print(m, () -> {
            m.visitLdcInsn(target);
            m.visitLdcInsn("by handle");
            m.visitMethodInsn(INVOKEVIRTUAL, HANDLE, "invoke",
                    "(Ljava/lang/Object;)Ljava/lang/String;", false);
        });
        print(m, () -> {
            m.visitLdcInsn(constant);
            m.visitInvokeDynamicInsn("call",
                    "(Ljava/lang/Object;)Ljava/lang/String;", site, target);
        });
        print(m, () -> m.visitLdcInsn(Type.getMethodType("(I)V")));
        print(m, () -> superKind(m, constant));
        m.visitInsn(RETURN);
        m.visitMaxs(0, 0);
    }
}
// expect: constant object
// expect: by handle
// expect: constant object
// expect: (int)void
// expect: above
