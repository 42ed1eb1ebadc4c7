// SPDX-License-Identifier: MIT
// What classes that are loaded by name, and objects that are made of them, are always
// cast to, by ASM's analyser and the sets of post-dominators of every instruction: the
// lines of tests/tools/castsites.c, from other code.
//
//     java -cp ... CastSites JAR...

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

final class CastSites implements Opcodes {
    /** Reaching definitions, through copies, casts and asSubclass. */
    private static final class Definitions extends SourceInterpreter {
        Definitions() {
            super(ASM9);
        }

        /** What is given is a definition, too. */
        @Override
        public SourceValue newParameterValue(boolean instance, int local,
                Type type) {
            return new SourceValue(type.getSize(), new InsnNode(NOP));
        }

        @Override
        public SourceValue newExceptionValue(TryCatchBlockNode block,
                Frame<SourceValue> frame, Type type) {
            return new SourceValue(1, block.handler);
        }

        @Override
        public SourceValue copyOperation(AbstractInsnNode insn,
                SourceValue value) {
            return value;
        }

        @Override
        public SourceValue unaryOperation(AbstractInsnNode insn,
                SourceValue value) {
            return insn.getOpcode() == CHECKCAST ? value
                    : super.unaryOperation(insn, value);
        }

        @Override
        public SourceValue naryOperation(AbstractInsnNode insn,
                List<? extends SourceValue> values) {
            return calls(insn, "java/lang/Class", "asSubclass")
                    ? values.get(0) : super.naryOperation(insn, values);
        }
    }

    /** The ways between the instructions of a method, and what they come to. */
    private static final class Ways extends Analyzer<SourceValue> {
        BitSet[] next;
        private BitSet[] always;

        Ways() {
            super(new Definitions());
        }

        @Override
        protected void init(String owner, MethodNode m) {
            next = new BitSet[m.instructions.size()];
            for (int i = 0; i < next.length; i++) {
                next[i] = new BitSet();
            }
        }

        @Override
        protected void newControlFlowEdge(int from, int to) {
            next[from].set(to);
        }

        /** All behind `from`, but for what only `without` leads to. */
        BitSet reach(int from, int without) {
            BitSet seen = new BitSet();
            Deque<Integer> todo = new ArrayDeque<>();
            todo.add(from);
            while (!todo.isEmpty()) {
                int i = todo.remove();
                for (int to : next[i].stream().toArray()) {
                    if (to != without && !seen.get(to)) {
                        seen.set(to);
                        todo.add(to);
                    }
                }
            }
            return seen;
        }

        /** Can it end from there? */
        private boolean ends(int from) {
            BitSet all = reach(from, -1);
            all.set(from);
            return all.stream().anyMatch(i -> next[i].isEmpty());
        }

        /** The greatest solution of: what is there, and what is on all ways. */
        private BitSet[] postDominators() {
            if (always != null) {
                return always;
            }
            int n = next.length;
            always = new BitSet[n];
            for (int i = 0; i < n; i++) {
                always[i] = new BitSet();
                if (!next[i].isEmpty()) {
                    always[i].set(0, n);
                }
                always[i].set(i);
            }
            for (boolean changed = true; changed;) {
                changed = false;
                for (int i = n; i-- > 0;) {
                    BitSet all = new BitSet();
                    all.set(0, n);
                    next[i].stream().forEach(to -> all.and(always[to]));
                    all.set(i);
                    if (!next[i].isEmpty() && !all.equals(always[i])) {
                        always[i] = all;
                        changed = true;
                    }
                }
            }
            return always;
        }

        boolean isAlways(int from, int to) {
            BitSet before = reach(from, to);
            if (before.get(from)) {
                return false;
            }
            before.set(from);
            return before.stream().allMatch(this::ends)
                    ? postDominators()[from].get(to)
                    : before.stream().allMatch(i -> reach(i, -1).get(to));
        }
    }

    private final PrintStream out;
    private MethodNode method;
    private Ways ways;
    private Frame<SourceValue>[] frames;

    private CastSites(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args)
            throws IOException, AnalyzerException {
        PrintStream out = new PrintStream(
                new BufferedOutputStream(System.out, 1 << 16));
        for (String jar : args) {
            try (ZipFile zip = new ZipFile(jar)) {
                for (ZipEntry e : Collections.list(zip.entries())) {
                    if (e.getName().endsWith(".class")) {
                        try (InputStream in = zip.getInputStream(e)) {
                            new CastSites(out).list(in);
                        }
                    }
                }
            }
        }
        out.flush();
    }

    private void list(InputStream in) throws IOException, AnalyzerException {
        ClassNode c = new ClassNode();
        new ClassReader(in).accept(c,
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        for (MethodNode m : c.methods) {
            boolean has = false;
            boolean subroutines = false;
            for (AbstractInsnNode i : m.instructions) {
                has |= isNew(i) || isDyno(i);
                subroutines |= i.getOpcode() == JSR;
            }
            if (has && !subroutines) {
                method = m;
                list(c.name);
            }
        }
    }

    private void list(String owner) throws AnalyzerException {
        ways = new Ways();
        frames = ways.analyze(owner, method);
        int n = 0;
        for (int i = 0; i < frames.length; i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            if (frames[i] != null && (isNew(insn) || isDyno(insn))) {
                Set<String> to = isNew(insn) ? casts(i) : dynoCasts(i);
                out.println(owner + " " + method.name + method.desc + " " + n
                        + (isNew(insn) ? " new " : " dyno ")
                        + (to.isEmpty() ? "-" : String.join(" ", to)));
            }
            n += insn.getOpcode() >= 0 ? 1 : 0;
        }
    }

    private static boolean calls(AbstractInsnNode i, String owner,
            String name) {
        return i instanceof MethodInsnNode m && m.name.equals(name)
                && m.owner.equals(owner);
    }

    private static boolean isNew(AbstractInsnNode i) {
        return calls(i, "java/lang/Class", "newInstance")
                || calls(i, "java/lang/reflect/Constructor", "newInstance");
    }

    private static boolean isDyno(AbstractInsnNode i) {
        if (!(i instanceof MethodInsnNode m)
                || !m.desc.endsWith(")Ljava/lang/Class;")) {
            return false;
        }
        return calls(i, "java/lang/Class", "forName")
                || (m.name.equals("loadClass") || m.name.equals("findClass"))
                && m.desc.startsWith("(Ljava/lang/String;)")
                && m.getOpcode() != INVOKESTATIC;
    }

    /** The only definition of an operand, counted from the top. */
    private AbstractInsnNode only(int insn, int down) {
        Frame<SourceValue> f = frames[insn];
        Set<AbstractInsnNode> from = f == null ? Set.of()
                : f.getStack(f.getStackSize() - 1 - down).insns;
        return from.size() == 1 ? from.iterator().next() : null;
    }

    /** The class that a New makes an object of. */
    private AbstractInsnNode classOf(int insn) {
        AbstractInsnNode i = method.instructions.get(insn);
        if (calls(i, "java/lang/Class", "newInstance")) {
            return only(insn, 0);
        }
        AbstractInsnNode by = only(insn, 1);
        if (by != null && (calls(by, "java/lang/Class", "getConstructor")
                || calls(by, "java/lang/Class", "getDeclaredConstructor"))) {
            return only(method.instructions.indexOf(by), 1);
        }
        return null;
    }

    private Set<String> casts(int of) {
        Set<String> found = new LinkedHashSet<>();
        for (int i = 0; i < frames.length; i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            if (insn.getOpcode() == CHECKCAST
                    && only(i, 0) == method.instructions.get(of)
                    && ways.isAlways(of, i)) {
                found.add(((TypeInsnNode) insn).desc);
            }
        }
        return found;
    }

    private Set<String> dynoCasts(int of) {
        for (int i = 0; i < frames.length; i++) {
            if (isNew(method.instructions.get(i))
                    && classOf(i) == method.instructions.get(of)
                    && frames[i] != null && ways.isAlways(of, i)
                    && !casts(i).isEmpty()) {
                return casts(i);
            }
        }
        return Set.of();
    }
}
