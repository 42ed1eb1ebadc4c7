// SPDX-License-Identifier: MIT
// A second verifier for rewritten classes, and a comparison of their code.
//
//     java -cp ...:asm*.jar AsmCheck [--same-code] JAR...
//     java -cp ...:asm*.jar AsmCheck [--same-code|--probes] --compare ORIG NEW ...
//
// Each class is read by ASM and driven through CheckClassAdapter (structure:
// labels, ranges, tables, operands). Then every method body is interpreted
// with BasicVerifier, and each StackMapTable frame is laid against what the
// interpretation found there: same stack depth, same kind in each local and
// stack slot that the frame claims. From version 51 on frames must stand at
// every branch target and handler, and after every jump that never returns.
// BasicVerifier takes all references for one type. That is on purpose: to
// merge two classes SimpleVerifier must know their common superclass, thus
// load them or have the whole hierarchy at hand, and then a missing library
// would hide whole jars. Exact reference types are the JVM's part (VerifyAll);
// this check stands on code that shares nothing with it.
//
// With --compare a class fails if ORIG's passes and NEW's does not. With
// --same-code, too, the rewritten code must be the original plus additions
// (see CodeDiff.java), and a line KEPT names each method that has none. With
// --probes the additions must be calls of Probe and what moves values for them.
//
// ASM 9.4 refuses versions above 64. Up to 69 the format is the same, so such
// classes are read as if they said 64; newer ones are skipped and counted.

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.BasicVerifier;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.util.CheckClassAdapter;

final class AsmCheck {
    private static final int NEWEST = 69;
    private static final int READABLE = 64;
    private static final int SHOWN = 400;

    private boolean compare;
    private boolean sameCode;
    private boolean probes;
    private final List<Path> jars = new ArrayList<>();
    private final int[] total = new int[8];

    public static void main(String[] args) {
        AsmCheck a = new AsmCheck();
        for (String s : args) {
            if (s.equals("--compare")) {
                a.compare = true;
            } else if (s.equals("--same-code")) {
                a.sameCode = true;
            } else if (s.equals("--probes")) {
                a.sameCode = true;
                a.probes = true;
            } else {
                a.jars.add(Paths.get(s));
            }
        }
        if (a.jars.isEmpty() || a.compare && a.jars.size() % 2 != 0
                || a.sameCode && !a.compare) {
            System.err.println("usage: AsmCheck JAR..."
                    + " | [--same-code|--probes] --compare ORIG NEW ...");
            System.exit(2);
        }
        System.exit(a.run());
    }

    private int run() {
        for (int i = 0; i < jars.size(); i += compare ? 2 : 1) {
            int[] n = new int[8];
            try {
                one(jars.get(i), jars.get(i + (compare ? 1 : 0)), n);
            } catch (IOException | RuntimeException e) {
                n[2]++;
                System.out.println("FAIL " + jars.get(i) + ": " + e);
            }
            System.out.println("jar " + jars.get(i) + ": " + show(n));
            for (int k = 0; k < n.length; k++) {
                total[k] += n[k];
            }
        }
        System.out.println(show(total));
        return total[2] == 0 ? 0 : 1;
    }

    private static String show(int[] n) {
        return "classes " + n[0] + " checked " + n[1] + " failed " + n[2]
                + " failed-in-both " + n[3] + " skipped " + n[4]
                + " methods " + n[5] + " with-code " + n[6]
                + " rewritten " + n[7];
    }

    private void one(Path orig, Path now, int[] n) throws IOException {
        List<JarBytes.Entry> a = classes(JarBytes.read(orig));
        List<JarBytes.Entry> b = compare ? classes(JarBytes.read(now)) : a;
        if (b.size() < a.size()) {
            a = JarBytes.lastOfEach(a);
        }
        if (a.size() != b.size()) {
            throw new IOException("class entries differ");
        }
        for (int i = 0; i < a.size(); i++) {
            n[0]++;
            String name = b.get(i).name;
            if (!a.get(i).name.equals(name)) {
                throw new IOException(name + " is not " + a.get(i).name);
            }
            byte[] was = a.get(i).bytes();
            byte[] is = compare ? b.get(i).bytes() : was;
            if (JarBytes.major(is) > NEWEST) {
                n[4]++;
                continue;
            }
            judge(name, readable(was), readable(is), n);
        }
    }

    private void judge(String name, byte[] was, byte[] is, int[] n) {
        String bad = compare && Arrays.equals(was, is) ? null
                : check(is, n);
        boolean both = bad != null && compare
                && check(was, new int[8]) != null;
        if (both) {
            bad = null;
        }
        if (bad == null && sameCode) {
            try {
                bad = CodeDiff.classes(name, was, is, probes, n);
            } catch (RuntimeException e) {
                bad = both ? null : String.valueOf(e);
            }
        }
        if (bad == null) {
            n[both ? 3 : 1]++;
            return;
        }
        n[2]++;
        System.out.println("FAIL " + name + ": "
                + (bad.length() > SHOWN ? bad.substring(0, SHOWN) : bad));
    }

    private static byte[] readable(byte[] c) {
        if (JarBytes.major(c) <= READABLE) {
            return c;
        }
        byte[] copy = c.clone();
        copy[7] = READABLE;
        return copy;
    }

    private static List<JarBytes.Entry> classes(List<JarBytes.Entry> all) {
        List<JarBytes.Entry> kept = new ArrayList<>();
        for (JarBytes.Entry e : all) {
            if (e.isClass()) {
                kept.add(e);
            }
        }
        return kept;
    }

    /** First thing found wrong, or null. */
    private static String check(byte[] bytes, int[] n) {
        try {
            ClassReader r = new ClassReader(bytes);
            ClassNode c = new ClassNode();
            r.accept(new CheckClassAdapter(Opcodes.ASM9, c, false) { },
                    ClassReader.EXPAND_FRAMES);
            for (MethodNode m : c.methods) {
                n[5]++;
                String bad = method(c, m);
                if (bad != null) {
                    return m.name + m.desc + ": " + bad;
                }
            }
            return null;
        } catch (RuntimeException e) {
            return String.valueOf(e).replaceAll("\\s+", " ");
        }
    }

    private static String method(ClassNode c, MethodNode m) {
        if ((c.version & 0xffff) > Opcodes.V1_6) {
            String bad = missingFrame(m);
            if (bad != null) {
                return bad;
            }
        }
        Analyzer<BasicValue> a = new Analyzer<>(new BasicVerifier());
        Frame<BasicValue>[] frames;
        try {
            frames = a.analyze(c.name, m);
        } catch (AnalyzerException e) {
            return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        }
        for (int i = 0; i < frames.length; i++) {
            AbstractInsnNode insn = m.instructions.get(i);
            if (insn instanceof FrameNode && frames[i] != null) {
                String bad = frame((FrameNode) insn, frames[i]);
                if (bad != null) {
                    return "frame before instruction " + i + ": " + bad;
                }
            }
        }
        return null;
    }

    private static String missingFrame(MethodNode m) {
        Set<LabelNode> targets = targets(m);
        boolean needed = false;
        boolean there = false;
        for (AbstractInsnNode n : m.instructions) {
            if (n instanceof LabelNode) {
                needed |= targets.contains(n);
            } else if (n instanceof FrameNode) {
                there = true;
            } else if (n.getOpcode() >= 0) {
                if (needed && !there) {
                    return "no frame before instruction "
                            + m.instructions.indexOf(n);
                }
                needed = neverGoesOn(n.getOpcode());
                there = false;
            }
        }
        return null;
    }

    private static Set<LabelNode> targets(MethodNode m) {
        Set<LabelNode> all = new HashSet<>();
        for (AbstractInsnNode n : m.instructions) {
            if (n instanceof JumpInsnNode) {
                all.add(((JumpInsnNode) n).label);
            } else if (n instanceof TableSwitchInsnNode) {
                all.addAll(((TableSwitchInsnNode) n).labels);
                all.add(((TableSwitchInsnNode) n).dflt);
            } else if (n instanceof LookupSwitchInsnNode) {
                all.addAll(((LookupSwitchInsnNode) n).labels);
                all.add(((LookupSwitchInsnNode) n).dflt);
            }
        }
        for (TryCatchBlockNode t : m.tryCatchBlocks) {
            all.add(t.handler);
        }
        return all;
    }

    private static boolean neverGoesOn(int op) {
        return op == Opcodes.GOTO || op == Opcodes.ATHROW
                || op == Opcodes.TABLESWITCH || op == Opcodes.LOOKUPSWITCH
                || op >= Opcodes.IRETURN && op <= Opcodes.RETURN;
    }

    private static String frame(FrameNode said, Frame<BasicValue> found) {
        int slot = 0;
        for (Object t : said.local) {
            if (slot >= found.getLocals()) {
                return "more locals than max_locals";
            }
            if (!fits(t, found.getLocal(slot))) {
                return "local " + slot + " is " + found.getLocal(slot)
                        + ", frame says " + kind(t);
            }
            slot += t == Opcodes.LONG || t == Opcodes.DOUBLE ? 2 : 1;
        }
        if (said.stack.size() != found.getStackSize()) {
            return "stack has " + found.getStackSize() + ", frame says "
                    + said.stack.size();
        }
        for (int i = 0; i < said.stack.size(); i++) {
            if (!fits(said.stack.get(i), found.getStack(i))) {
                return "stack entry " + i + " is " + found.getStack(i)
                        + ", frame says " + kind(said.stack.get(i));
            }
        }
        for (Object t : said.stack) {
            if (t instanceof LabelNode && !atNew((LabelNode) t)) {
                return "uninitialized type names no new instruction";
            }
        }
        for (Object t : said.local) {
            if (t instanceof LabelNode && !atNew((LabelNode) t)) {
                return "uninitialized type names no new instruction";
            }
        }
        return null;
    }

    private static boolean fits(Object said, BasicValue found) {
        return said == Opcodes.TOP || kind(said).equals(kind(found));
    }

    private static String kind(Object said) {
        if (said == Opcodes.INTEGER) {
            return "I";
        }
        if (said == Opcodes.FLOAT) {
            return "F";
        }
        if (said == Opcodes.LONG) {
            return "J";
        }
        if (said == Opcodes.DOUBLE) {
            return "D";
        }
        return "R";
    }

    private static String kind(BasicValue v) {
        if (v == BasicValue.UNINITIALIZED_VALUE) {
            return "top";
        }
        return v.isReference() ? "R" : v.toString();
    }

    private static boolean atNew(LabelNode label) {
        AbstractInsnNode n = label;
        while (n != null && n.getOpcode() < 0) {
            n = n.getNext();
        }
        return n instanceof TypeInsnNode && n.getOpcode() == Opcodes.NEW;
    }
}
