// SPDX-License-Identifier: MIT
// What can flow into each use of a reference, by ASM's analyser: the lines of
// tests/tools/flowsources.c, from other code.
//
//     java -cp ... FlowSources JAR...

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

final class FlowSources implements Opcodes {
    // Words sort as the numbers behind them: instructions, caught, parameters.
    private static final long CAUGHT = 1L << 30;
    private static final long PARAMETER = 1L << 31;

    /** Copies are their originals; parameters and exceptions have an origin. */
    private static final class Origins extends SourceInterpreter {
        final Map<AbstractInsnNode, Long> word = new HashMap<>();
        private final Map<Long, AbstractInsnNode> marks = new HashMap<>();

        Origins() {
            super(ASM9);
        }

        private SourceValue mark(int size, long w) {
            AbstractInsnNode node = marks.computeIfAbsent(w, x -> {
                AbstractInsnNode made = new InsnNode(NOP);
                word.put(made, w);
                return made;
            });
            return new SourceValue(size, node);
        }

        @Override
        public SourceValue newParameterValue(boolean instance, int local,
                Type type) {
            return mark(type.getSize(), PARAMETER | local);
        }

        @Override
        public SourceValue newExceptionValue(TryCatchBlockNode block,
                Frame<SourceValue> frame, Type type) {
            AbstractInsnNode at = block.handler;
            while (at.getOpcode() < 0) {
                at = at.getNext();
            }
            return mark(1, CAUGHT | word.get(at));
        }

        @Override
        public SourceValue copyOperation(AbstractInsnNode insn,
                SourceValue value) {
            return value;
        }
    }

    private final PrintStream out;
    private Origins origins;
    private Frame<SourceValue>[] frames;
    private MethodNode method;
    private Set<AbstractInsnNode> empty;

    private FlowSources(PrintStream out) {
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
                            new FlowSources(out).list(in);
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
            if (m.instructions.size() > 0 && !hasSubroutines(m)) {
                method = m;
                list(c.name);
            }
        }
    }

    private static boolean hasSubroutines(MethodNode m) {
        for (AbstractInsnNode i : m.instructions) {
            if (i.getOpcode() == JSR) {
                return true;
            }
        }
        return false;
    }

    private void list(String owner) throws AnalyzerException {
        origins = new Origins();
        long n = 0;
        for (AbstractInsnNode i : method.instructions) {
            if (i.getOpcode() >= 0) {
                origins.word.put(i, n++);
            }
        }
        frames = new Analyzer<>(origins).analyze(owner, method);
        findEmpty();
        for (int i = 0; i < frames.length; i++) {
            AbstractInsnNode insn = method.instructions.get(i);
            if (frames[i] != null && insn.getOpcode() >= 0) {
                print(owner, insn, uses(insn, frames[i]));
            }
        }
    }

    /** What is loaded from nothing, or cast from it, is nothing, as null is. */
    private void findEmpty() {
        empty = new HashSet<>();
        for (boolean changed = true; changed;) {
            changed = false;
            for (int i = 0; i < frames.length; i++) {
                AbstractInsnNode insn = method.instructions.get(i);
                if (frames[i] != null && !empty.contains(insn)
                        && isEmpty(insn, uses(insn, frames[i]))) {
                    changed |= empty.add(insn);
                }
            }
        }
    }

    private boolean isEmpty(AbstractInsnNode insn, List<SourceValue> used) {
        switch (insn.getOpcode()) {
        case ACONST_NULL:
            return true;
        case AALOAD:
        case CHECKCAST:
        case GETFIELD:
            return !used.isEmpty() && sources(used.get(0)).isEmpty();
        default:
            return false;
        }
    }

    private Set<Long> sources(SourceValue v) {
        Set<Long> found = new TreeSet<>();
        for (AbstractInsnNode i : v.insns) {
            if (!empty.contains(i)) {
                found.add(origins.word.get(i));
            }
        }
        return found;
    }

    private static boolean isReference(Type t) {
        return t.getSort() >= Type.ARRAY;
    }

    private static SourceValue top(Frame<SourceValue> f, int down) {
        return f.getStack(f.getStackSize() - 1 - down);
    }

    /** The references that an instruction uses, as the statement has them. */
    private static List<SourceValue> uses(AbstractInsnNode insn,
            Frame<SourceValue> f) {
        List<SourceValue> used = new ArrayList<>();
        switch (insn.getOpcode()) {
        case AALOAD:
            used.add(top(f, 1));
            break;
        case AASTORE:
            used.add(top(f, 2));
            used.add(top(f, 0));
            break;
        case ARETURN:
        case ATHROW:
        case CHECKCAST:
            used.add(top(f, 0));
            break;
        case GETFIELD:
        case PUTFIELD:
        case PUTSTATIC:
            field((FieldInsnNode) insn, f, used);
            break;
        case INVOKEVIRTUAL:
        case INVOKESPECIAL:
        case INVOKEINTERFACE:
            call(((MethodInsnNode) insn).desc, true, f, used);
            break;
        case INVOKESTATIC:
            call(((MethodInsnNode) insn).desc, false, f, used);
            break;
        case INVOKEDYNAMIC:
            call(((InvokeDynamicInsnNode) insn).desc, false, f, used);
            break;
        default:
        }
        return used;
    }

    private static void field(FieldInsnNode insn, Frame<SourceValue> f,
            List<SourceValue> used) {
        boolean reference = isReference(Type.getType(insn.desc));
        if (insn.getOpcode() == GETFIELD) {
            if (reference) {
                used.add(top(f, 0));
            }
        } else if (reference) {
            if (insn.getOpcode() == PUTFIELD) {
                used.add(top(f, 1));
            }
            used.add(top(f, 0));
        }
    }

    private static void call(String desc, boolean receiver,
            Frame<SourceValue> f, List<SourceValue> used) {
        Type[] types = Type.getArgumentTypes(desc);
        if (receiver) {
            used.add(top(f, types.length));
        }
        for (int i = 0; i < types.length; i++) {
            if (isReference(types[i])) {
                used.add(top(f, types.length - 1 - i));
            }
        }
    }

    private void print(String owner, AbstractInsnNode insn,
            List<SourceValue> used) {
        boolean call = insn instanceof MethodInsnNode
                || insn instanceof InvokeDynamicInsnNode;
        StringBuilder text = new StringBuilder();
        for (SourceValue v : used) {
            Set<Long> words = sources(v);
            if (words.isEmpty() && !call) {
                return;
            }
            text.append(" {");
            String between = "";
            for (long w : words) {
                text.append(between).append(w >= PARAMETER ? "p"
                        : w >= CAUGHT ? "c" : "").append(w % CAUGHT);
                between = " ";
            }
            text.append('}');
        }
        if (!used.isEmpty()) {
            out.println(owner + " " + method.name + method.desc + " "
                    + origins.word.get(insn) + text);
        }
    }
}
