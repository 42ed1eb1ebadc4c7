// SPDX-License-Identifier: MIT
// Is a rewritten class the original plus additions, and nothing else?
//
// A verifier cannot see a line number, a catch range or a variable's range
// that moved to the wrong instruction. So both versions of a method are told
// in a form that additions do not touch, and the two texts are compared:
//
// * Instructions are numbered without counting nop, and without the opening
//   `iconst_0; istore N` where N is a local that the original does not have.
//   A jump, a range or a line then names the number of the instruction that
//   it points to. (ASM has folded goto_w, ldc_w and wide already.)
// * `if c L; goto T; L:` is told as `if !c T`, in both versions, since that
//   is how an if whose target moved out of reach must be written.
// * What follows the original's last instruction must be straight code that
//   ends in athrow, and the exception table may have further entries at its
//   end that lead there.
//
// * A finalize() that only returns must stay as it is: HotSpot makes a class
//   finalizable as soon as the body is more than that one byte.
//
// Everything outside Code must be the same text; an attribute CcInstr, the
// mark of an instrumented class, may be there as well, and a module may list
// a further package below ccinstr.
//
// Probes are told apart less strictly, since what they look like is no promise:
// the original's instructions must be there in their order, and what is new
// may only move values about (load, store, dup, a constant, an int in an
// array), or belong to a class Probe below ccinstr; but for the athrow at the
// end of a wrapper, behind the original.

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeAnnotationNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.util.TraceClassVisitor;

final class CodeDiff {
    private static final String THROW = Opcodes.ATHROW + " ";

    /** A method's real instructions and the number of each position. */
    private static final class Body {
        final MethodNode method;
        final List<AbstractInsnNode> insns = new ArrayList<>();
        final Map<AbstractInsnNode, JumpInsnNode> turned =
                new IdentityHashMap<>();
        final Map<LabelNode, Integer> at = new IdentityHashMap<>();
        int first;
        int size;

        Body(MethodNode m) {
            method = m;
            for (AbstractInsnNode n : m.instructions) {
                if (n.getOpcode() > Opcodes.NOP && !isTurnedGoto(n)) {
                    insns.add(n);
                } else if (n instanceof LabelNode) {
                    at.put((LabelNode) n, insns.size());
                }
            }
            size = insns.size();
        }

        private boolean isTurnedGoto(AbstractInsnNode n) {
            if (n.getOpcode() != Opcodes.GOTO || insns.isEmpty()) {
                return false;
            }
            AbstractInsnNode last = insns.get(insns.size() - 1);
            if (!(last instanceof JumpInsnNode) || !isIf(last.getOpcode())
                    || turned.containsKey(last) || !adjacent(last, n)) {
                return false;
            }
            LabelNode over = ((JumpInsnNode) last).label;
            AbstractInsnNode p = n.getNext();
            while (p != null && p.getOpcode() <= Opcodes.NOP) {
                if (p == over) {
                    turned.put(last, (JumpInsnNode) n);
                    return true;
                }
                p = p.getNext();
            }
            return false;
        }

        /** No label between, so that nobody jumps to the goto itself. */
        private static boolean adjacent(AbstractInsnNode a,
                AbstractInsnNode b) {
            return a.getNext() == b;
        }

        int number(LabelNode l) {
            return Math.max(0, Math.min(at.get(l) - first, size));
        }
    }

    private CodeDiff() {
    }

    /**
     * First difference that is no addition, or null. Methods with code are
     * added to n[6], those with additions to n[7], the others are printed.
     */
    static String classes(String entry, byte[] was, byte[] is,
            boolean probes, int[] n) {
        ClassReader a = new ClassReader(was);
        ClassReader b = new ClassReader(is);
        String bad = texts(outline(a), outline(b));
        if (bad != null) {
            return "outside code: " + bad;
        }
        ClassNode x = new ClassNode();
        ClassNode y = new ClassNode();
        a.accept(x, 0);
        b.accept(y, 0);
        for (int i = 0; i < x.methods.size(); i++) {
            MethodNode m = x.methods.get(i);
            MethodNode now = y.methods.get(i);
            if (m.instructions.size() > 0) {
                bad = emptyFinalizer(m) && real(now) > 1
                        ? "an empty finalizer is no longer empty"
                        : probes ? probed(new Body(m), new Body(now))
                        : methods(new Body(m), new Body(now));
                n[6]++;
                if (real(now) > real(m)) {
                    n[7]++;
                } else {
                    System.out.println("KEPT " + entry + " " + m.name
                            + m.desc);
                }
            }
            if (bad != null) {
                return m.name + m.desc + ": " + bad;
            }
        }
        return null;
    }

    static boolean emptyFinalizer(MethodNode m) {
        return m.name.equals("finalize") && m.desc.equals("()V")
                && real(m) == 1;
    }

    private static int real(MethodNode m) {
        int n = 0;
        for (AbstractInsnNode i : m.instructions) {
            n += i.getOpcode() >= 0 ? 1 : 0;
        }
        return n;
    }

    private static List<String> outline(ClassReader r) {
        StringWriter w = new StringWriter();
        r.accept(new TraceClassVisitor(new PrintWriter(w)),
                ClassReader.SKIP_CODE);
        List<String> kept = new ArrayList<>();
        for (String s : w.toString().split("\n")) {
            if (!s.trim().isEmpty() && !s.contains("ATTRIBUTE CcInstr")
                    && !s.contains("// package ccinstr/")) {
                kept.add(s);
            }
        }
        return kept;
    }

    private static String texts(List<String> a, List<String> b) {
        for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
            if (!a.get(i).equals(b.get(i))) {
                return "was `" + a.get(i) + "', is `" + b.get(i) + "'";
            }
        }
        return a.size() == b.size() ? null
                : "was " + a.size() + " lines, is " + b.size();
    }

    private static String methods(Body a, Body b) {
        if (b.insns.size() > a.insns.size() + 1 && opens(a, b)) {
            b.first = 2;
        }
        b.size = a.size;
        int tail = b.first + a.size;
        if (b.insns.size() < tail) {
            return "instructions are missing";
        }
        if (b.insns.size() > tail) {
            for (int i = tail; i < b.insns.size(); i++) {
                if (b.insns.get(i) instanceof JumpInsnNode) {
                    return "a jump after the original's end";
                }
            }
            if (b.insns.get(b.insns.size() - 1).getOpcode()
                    != Opcodes.ATHROW) {
                return "what was added at the end does not throw";
            }
        }
        String bad = texts(code(a), code(b));
        bad = bad == null ? texts(tables(a), tables(b)) : bad;
        return bad == null ? catches(a, b) : bad;
    }

    /** First thing that is missing, or new and no part of a probe. */
    private static String probed(Body a, Body b) {
        int found = 0;
        List<String> was = new ArrayList<>();
        List<String> is = new ArrayList<>();
        for (AbstractInsnNode n : b.insns) {
            String text = told(b, n);
            if (found < a.insns.size()
                    && text.equals(told(a, a.insns.get(found)))) {
                found++;
            }
            if (!movesValues(n) && !isProbe(n)) {
                is.add(text);
            }
        }
        if (found < a.insns.size()) {
            return "instruction " + found + " is missing: "
                    + told(a, a.insns.get(found));
        }
        for (AbstractInsnNode n : a.insns) {
            if (!movesValues(n)) {
                was.add(told(a, n));
            }
        }
        // A constructor has two wrappers: before super(...), and behind it.
        for (int i = 0; i < 2 && is.size() > was.size()
                && is.get(is.size() - 1).equals(THROW); i++) {
            is.remove(is.size() - 1);
        }
        String bad = texts(was, is);
        return bad == null ? caught(a, b) : bad;
    }

    /** Additions to the catch entries come last, as in catches(). */
    private static String caught(Body a, Body b) {
        List<TryCatchBlockNode> x = a.method.tryCatchBlocks;
        List<TryCatchBlockNode> y = b.method.tryCatchBlocks;
        for (int i = 0; i < x.size(); i++) {
            if (i >= y.size()
                    || !String.valueOf(x.get(i).type).equals(y.get(i).type + "")) {
                return "catch entry " + i + " is another";
            }
        }
        return null;
    }

    /** An instruction without the places that it leads to. */
    private static String told(Body b, AbstractInsnNode n) {
        if (n instanceof JumpInsnNode) {
            return Integer.toString(b.turned.get(n) == null ? n.getOpcode()
                    : inverse(n.getOpcode()));
        }
        if (n instanceof TableSwitchInsnNode) {
            TableSwitchInsnNode t = (TableSwitchInsnNode) n;
            return n.getOpcode() + " " + t.min + " " + t.max;
        }
        if (n instanceof LookupSwitchInsnNode) {
            return n.getOpcode() + " " + ((LookupSwitchInsnNode) n).keys;
        }
        return insn(b, n);
    }

    private static boolean movesValues(AbstractInsnNode n) {
        int op = n.getOpcode();
        return op <= Opcodes.SWAP || op == Opcodes.IAND || op == Opcodes.IOR;
    }

    private static boolean isProbe(AbstractInsnNode n) {
        String owner = n instanceof MethodInsnNode ? ((MethodInsnNode) n).owner
                : n instanceof FieldInsnNode ? ((FieldInsnNode) n).owner : "";
        return owner.startsWith("ccinstr/rt/") && owner.endsWith("/Probe");
    }

    private static boolean opens(Body a, Body b) {
        return b.insns.get(0).getOpcode() == Opcodes.ICONST_0
                && b.insns.get(1).getOpcode() == Opcodes.ISTORE
                && ((VarInsnNode) b.insns.get(1)).var
                        >= a.method.maxLocals;
    }

    private static List<String> code(Body b) {
        List<String> out = new ArrayList<>();
        for (int i = 0; i < b.size; i++) {
            AbstractInsnNode n = b.insns.get(b.first + i);
            out.add(i + " " + insn(b, n)
                    + annotations(n.visibleTypeAnnotations)
                    + annotations(n.invisibleTypeAnnotations));
        }
        return out;
    }

    private static String insn(Body b, AbstractInsnNode n) {
        String op = Integer.toString(n.getOpcode());
        if (n instanceof JumpInsnNode) {
            JumpInsnNode far = b.turned.get(n);
            return far == null ? op + " " + b.number(((JumpInsnNode) n).label)
                    : inverse(n.getOpcode()) + " " + b.number(far.label);
        }
        if (n instanceof VarInsnNode) {
            return op + " " + ((VarInsnNode) n).var;
        }
        if (n instanceof IntInsnNode) {
            return op + " " + ((IntInsnNode) n).operand;
        }
        if (n instanceof TypeInsnNode) {
            return op + " " + ((TypeInsnNode) n).desc;
        }
        if (n instanceof IincInsnNode) {
            return op + " " + ((IincInsnNode) n).var + " "
                    + ((IincInsnNode) n).incr;
        }
        if (n instanceof LdcInsnNode) {
            return op + " " + ((LdcInsnNode) n).cst;
        }
        if (n instanceof FieldInsnNode) {
            FieldInsnNode f = (FieldInsnNode) n;
            return op + " " + f.owner + "." + f.name + f.desc;
        }
        return op + " " + longer(b, n);
    }

    private static String longer(Body b, AbstractInsnNode n) {
        if (n instanceof MethodInsnNode) {
            MethodInsnNode m = (MethodInsnNode) n;
            return m.owner + "." + m.name + m.desc + m.itf;
        }
        if (n instanceof InvokeDynamicInsnNode) {
            InvokeDynamicInsnNode i = (InvokeDynamicInsnNode) n;
            return i.name + i.desc + i.bsm + List.of(i.bsmArgs);
        }
        if (n instanceof TableSwitchInsnNode) {
            TableSwitchInsnNode t = (TableSwitchInsnNode) n;
            return t.min + " " + t.max + numbers(b, t.labels)
                    + b.number(t.dflt);
        }
        if (n instanceof LookupSwitchInsnNode) {
            LookupSwitchInsnNode t = (LookupSwitchInsnNode) n;
            return t.keys + numbers(b, t.labels) + b.number(t.dflt);
        }
        if (n instanceof MultiANewArrayInsnNode) {
            MultiANewArrayInsnNode m = (MultiANewArrayInsnNode) n;
            return m.desc + m.dims;
        }
        return "";
    }

    private static String numbers(Body b, List<LabelNode> labels) {
        List<Integer> out = new ArrayList<>();
        for (LabelNode l : labels) {
            out.add(b.number(l));
        }
        return out.toString();
    }

    private static boolean isIf(int op) {
        return op >= Opcodes.IFEQ && op <= Opcodes.IF_ACMPNE
                || op == Opcodes.IFNULL || op == Opcodes.IFNONNULL;
    }

    private static int inverse(int op) {
        return op >= Opcodes.IFNULL ? op ^ 1 : (op - 1 ^ 1) + 1;
    }

    private static List<String> tables(Body b) {
        List<String> out = new ArrayList<>();
        for (AbstractInsnNode n : b.method.instructions) {
            if (n instanceof LineNumberNode) {
                LineNumberNode l = (LineNumberNode) n;
                out.add("line " + l.line + " at " + b.number(l.start));
            }
        }
        if (b.method.localVariables != null) {
            for (LocalVariableNode v : b.method.localVariables) {
                out.add("variable " + v.name + " " + v.desc + " "
                        + v.signature + " " + v.index + " from "
                        + b.number(v.start) + " to " + b.number(v.end));
            }
        }
        variables(b, b.method.visibleLocalVariableAnnotations, out);
        variables(b, b.method.invisibleLocalVariableAnnotations, out);
        return out;
    }

    private static void variables(Body b,
            List<LocalVariableAnnotationNode> list, List<String> out) {
        if (list == null) {
            return;
        }
        for (LocalVariableAnnotationNode a : list) {
            out.add("@" + a.desc + " " + a.typeRef + " " + a.typePath
                    + a.index + numbers(b, a.start) + numbers(b, a.end));
        }
    }

    private static String annotations(List<TypeAnnotationNode> list) {
        StringBuilder s = new StringBuilder();
        if (list != null) {
            for (TypeAnnotationNode a : list) {
                s.append(" @").append(a.desc).append(a.typeRef)
                        .append(a.typePath);
            }
        }
        return s.toString();
    }

    private static String catches(Body a, Body b) {
        List<TryCatchBlockNode> x = a.method.tryCatchBlocks;
        List<TryCatchBlockNode> y = b.method.tryCatchBlocks;
        if (y.size() < x.size()) {
            return "catch entries are missing";
        }
        for (int i = 0; i < y.size(); i++) {
            String now = entry(b, y.get(i));
            if (i < x.size() && !now.equals(entry(a, x.get(i)))) {
                return "catch entry " + i + " was " + entry(a, x.get(i))
                        + ", is " + now;
            }
            if (i >= x.size() && b.at.get(y.get(i).handler)
                    < b.first + a.size) {
                return "added catch entry leads into the original: " + now;
            }
        }
        return null;
    }

    private static String entry(Body b, TryCatchBlockNode t) {
        return t.type + " [" + b.number(t.start) + "," + b.number(t.end)
                + ") " + b.number(t.handler)
                + annotations(t.visibleTypeAnnotations)
                + annotations(t.invisibleTypeAnnotations);
    }
}
