// SPDX-License-Identifier: MIT
// Rewrites a jar with ASM, soundly or with one kind of fault in each method.
//
//     java -cp ...:asm*.jar Damage IN.jar OUTDIR KIND...
//
// writes OUTDIR/KIND.jar for each kind.
//
// KIND nop is sound: what `ccinstr instrument --probes nop` adds, made by other
// means. It shows that the oracles accept a right answer. The other kinds are
// the faults of a rewriter that a verifier cannot see, and show that the
// comparison of code does: line, catch, variable, jump, constant, order,
// annotation, swallow, finalizer, call. Fails if a kind finds no method to change.

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

final class Damage {
    private static final int READABLE = 64;
    private static final int ROOM = 60000;

    private Damage() {
    }

    public static void main(String[] args) throws IOException {
        if (args.length < 3) {
            System.err.println("usage: Damage IN.jar OUTDIR KIND...");
            System.exit(2);
        }
        List<JarBytes.Entry> all = JarBytes.lastOfEach(
                JarBytes.read(Paths.get(args[0])));
        int useless = 0;
        for (String kind : Arrays.asList(args).subList(2, args.length)) {
            int changed = jar(all, Paths.get(args[1], kind + ".jar"), kind);
            System.out.println(kind + ": changed " + changed);
            useless += changed == 0 ? 1 : 0;
        }
        System.exit(useless == 0 ? 0 : 1);
    }

    private static int jar(List<JarBytes.Entry> all, Path out, String kind)
            throws IOException {
        int changed = 0;
        try (OutputStream o = Files.newOutputStream(out);
                ZipOutputStream z = new ZipOutputStream(o)) {
            for (JarBytes.Entry e : all) {
                if (e.name.contains("!/")) {
                    continue;
                }
                byte[] b = e.bytes();
                if (e.isClass() && JarBytes.major(b) <= READABLE) {
                    ClassNode c = new ClassNode();
                    new ClassReader(b).accept(c, ClassReader.EXPAND_FRAMES);
                    int n = rewrite(c, kind, b.length);
                    changed += n;
                    b = n == 0 ? b : write(c);
                }
                z.putNextEntry(new ZipEntry(e.name));
                z.write(b);
                z.closeEntry();
            }
        }
        return changed;
    }

    private static byte[] write(ClassNode c) {
        ClassWriter w = new ClassWriter(0);
        c.accept(w);
        return w.toByteArray();
    }

    private static int rewrite(ClassNode c, String kind, int size) {
        int n = 0;
        for (MethodNode m : c.methods) {
            if (m.instructions.size() > 0 && size < ROOM
                    && method(c, m, kind)) {
                n++;
            }
        }
        return n;
    }

    private static boolean method(ClassNode c, MethodNode m, String kind) {
        switch (kind) {
            case "nop":
                return !CodeDiff.emptyFinalizer(m) && nop(c, m);
            case "line":
                return line(m);
            case "catch":
                return catches(m);
            case "variable":
                return variable(m);
            case "jump":
                return jump(m);
            case "constant":
                return constant(m);
            case "order":
                if (m.tryCatchBlocks.size() < 2) {
                    return false;
                }
                m.tryCatchBlocks.add(m.tryCatchBlocks.remove(0));
                return true;
            case "annotation":
                boolean had = m.visibleLocalVariableAnnotations != null;
                m.visibleLocalVariableAnnotations = null;
                return had;
            case "swallow":
                return swallow(m);
            case "call":
                m.instructions.insert(new MethodInsnNode(Opcodes.INVOKESTATIC,
                        "java/lang/Thread", "yield", "()V", false));
                return true;
            case "finalizer":
                return CodeDiff.emptyFinalizer(m) && open(m);
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    private static boolean open(MethodNode m) {
        m.instructions.insert(new InsnNode(Opcodes.NOP));
        return true;
    }

    private static boolean nop(ClassNode c, MethodNode m) {
        int local = m.maxLocals;
        AbstractInsnNode first = null;
        for (AbstractInsnNode n : m.instructions.toArray()) {
            first = first == null && n.getOpcode() >= 0 ? n : first;
            if (n instanceof MethodInsnNode
                    || n instanceof InvokeDynamicInsnNode) {
                m.instructions.insertBefore(n, new InsnNode(Opcodes.NOP));
                m.instructions.insert(n, new InsnNode(Opcodes.NOP));
            }
        }
        boolean loops = m.instructions.getFirst() instanceof FrameNode
                || local > 60000;
        if (loops) {
            return true;
        }
        InsnList open = new InsnList();
        LabelNode start = new LabelNode();
        open.add(new InsnNode(Opcodes.ICONST_0));
        open.add(new VarInsnNode(Opcodes.ISTORE, local));
        open.add(new InsnNode(Opcodes.NOP));
        open.add(start);
        m.instructions.insert(open);
        m.maxLocals = local + 1;
        m.maxStack = Math.max(m.maxStack, 1);
        if (!m.name.equals("<init>")) {
            LabelNode end = new LabelNode();
            m.instructions.add(end);
            if ((c.version & 0xffff) >= Opcodes.V1_6) {
                m.instructions.add(new FrameNode(Opcodes.F_NEW, 0,
                        new Object[0], 1,
                        new Object[] {"java/lang/Throwable"}));
            }
            m.instructions.add(new InsnNode(Opcodes.ATHROW));
            m.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end,
                    null));
        }
        return true;
    }

    /** The first line begins one instruction late. */
    private static boolean line(MethodNode m) {
        for (AbstractInsnNode n : m.instructions.toArray()) {
            if (n instanceof LineNumberNode) {
                LabelNode late = afterNext(m, n);
                m.instructions.remove(n);
                m.instructions.insert(late, new LineNumberNode(
                        ((LineNumberNode) n).line, late));
                return true;
            }
        }
        return false;
    }

    private static LabelNode afterNext(MethodNode m, AbstractInsnNode at) {
        AbstractInsnNode n = at;
        while (n.getOpcode() < 0) {
            n = n.getNext();
        }
        LabelNode l = new LabelNode();
        m.instructions.insert(n, l);
        return l;
    }

    private static boolean catches(MethodNode m) {
        if (m.tryCatchBlocks.isEmpty()) {
            return false;
        }
        TryCatchBlockNode t = m.tryCatchBlocks.get(0);
        t.start = afterNext(m, t.start);
        return true;
    }

    private static boolean variable(MethodNode m) {
        if (m.localVariables == null) {
            return false;
        }
        for (LocalVariableNode v : m.localVariables) {
            if (v.start != v.end) {
                v.start = afterNext(m, v.start);
                return true;
            }
        }
        return false;
    }

    private static boolean jump(MethodNode m) {
        for (AbstractInsnNode n : m.instructions) {
            if (n.getOpcode() == Opcodes.IFEQ) {
                ((JumpInsnNode) n).setOpcode(Opcodes.IFNE);
                return true;
            }
        }
        return false;
    }

    private static boolean constant(MethodNode m) {
        for (AbstractInsnNode n : m.instructions) {
            if (n.getOpcode() == Opcodes.BIPUSH) {
                ((IntInsnNode) n).operand++;
                return true;
            }
        }
        return false;
    }

    /** The first entry becomes a catch-all before the others. */
    private static boolean swallow(MethodNode m) {
        if (m.tryCatchBlocks.isEmpty()
                || m.tryCatchBlocks.get(0).type == null) {
            return false;
        }
        m.tryCatchBlocks.get(0).type = null;
        return true;
    }
}
