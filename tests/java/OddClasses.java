// SPDX-License-Identifier: MIT
// Generates class files that compilers hardly make but rewriters must survive.
//
//     java -cp ...:asm*.jar OddClasses OUTDIR [CLASSES_DIR...]
//
// writes OUTDIR/odd.jar: the generated classes, whatever compiled classes lie
// in the directories, and odd.txt, the list of classes to run. Each of these
// has `public static String run()`; `java -jar odd.jar` (odd.OddMain, which
// is among the compiled ones) prints one line for each, so that the output of
// original and rewritten jar can be compared. Also OUTDIR/broken.jar, whose
// classes a verifier must reject, and OUTDIR/broken-orig.jar, the same names
// in sound form. Classes are named after the points of the rewriting rules.

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

final class OddClasses implements Opcodes {
    static final String OBJECT = "java/lang/Object";
    static final String STRING = "java/lang/String";
    static final int FRAMES = ClassWriter.COMPUTE_FRAMES;
    static final int MAXS = ClassWriter.COMPUTE_MAXS;
    private static final String MANIFEST = "Manifest-Version: 1.0\r\n"
            + "Main-Class: odd.OddMain\r\nMulti-Release: true\r\n\r\n";

    /** Takes every common superclass for Object: nothing is loaded. */
    static final class Writer extends ClassWriter {
        Writer(int flags) {
            super(flags);
        }

        @Override
        protected String getCommonSuperClass(String a, String b) {
            return a.equals(b) ? a : OBJECT;
        }
    }

    /** Entry name to bytes, in the order of making. */
    private final Map<String, byte[]> made = new LinkedHashMap<>();
    private final StringBuilder runnable = new StringBuilder();

    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            System.err.println("usage: OddClasses OUTDIR [CLASSES_DIR...]");
            System.exit(2);
        }
        Path out = Files.createDirectories(Paths.get(args[0]));
        OddClasses odd = new OddClasses();
        OddCode.make(odd);
        OddConstructors.make(odd);
        OddFrames.make(odd);
        OddTables.make(odd);
        OddVersions.make(odd);
        int generated = odd.made.size();
        for (String dir : Arrays.asList(args).subList(1, args.length)) {
            odd.addDirectory(Paths.get(dir));
        }
        odd.made.put("odd.txt", odd.runnable.toString()
                .getBytes(StandardCharsets.UTF_8));
        write(out.resolve("odd.jar"), odd.made);
        write(out.resolve("broken.jar"), BrokenClasses.make(true));
        write(out.resolve("broken-orig.jar"), BrokenClasses.make(false));
        System.out.println("generated " + generated + " entries "
                + odd.made.size());
    }

    /** A class of package odd, without members and not in the list. */
    ClassWriter open(String name, int version, int flags) {
        return open(name, version, flags, OBJECT);
    }

    static ClassWriter open(String name, int version, int flags,
            String superName) {
        Writer w = new Writer(flags);
        w.visit(version, ACC_PUBLIC | ACC_SUPER, "odd/" + name, null,
                superName, null);
        w.visitSource(name + ".java", null);
        return w;
    }

    void close(String name, ClassWriter w) {
        w.visitEnd();
        made.put("odd/" + name + ".class", w.toByteArray());
    }

    /** As close, and puts the class into the list of what is run. */
    void closeRunnable(String name, ClassWriter w) {
        close(name, w);
        runnable.append("odd.").append(name).append('\n');
    }

    void put(String entry, byte[] bytes) {
        made.put(entry, bytes);
    }

    byte[] get(String name) {
        return made.get("odd/" + name + ".class");
    }

    /** A class whose only method is run(), given by its body. */
    void simple(String name, int version, int flags,
            Consumer<MethodVisitor> body) {
        ClassWriter w = open(name, version, flags);
        method(w, "run", "()Ljava/lang/String;", body);
        closeRunnable(name, w);
    }

    static void method(ClassWriter w, String name, String desc,
            Consumer<MethodVisitor> body) {
        method(w, ACC_PUBLIC | ACC_STATIC, name, desc, body);
    }

    /** The body sets max_stack and max_locals where ASM does not. */
    static void method(ClassWriter w, int access, String name, String desc,
            Consumer<MethodVisitor> body) {
        MethodVisitor m = w.visitMethod(access, name, desc, null, null);
        m.visitCode();
        body.accept(m);
        m.visitEnd();
    }

    /** The int on the stack becomes the string that is returned. */
    static void returnInt(MethodVisitor m) {
        m.visitMethodInsn(INVOKESTATIC, STRING, "valueOf",
                "(I)Ljava/lang/String;", false);
        m.visitInsn(ARETURN);
    }

    static void returnText(MethodVisitor m, String text) {
        m.visitLdcInsn(text);
        m.visitInsn(ARETURN);
    }

    /** n bytes of code that add to int local 0 (2 <= n). */
    static void fill(MethodVisitor m, int n) {
        int rest = n;
        for (; rest >= 3 && rest != 4; rest -= 3) {
            m.visitIincInsn(0, 1);
        }
        for (; rest > 0; rest--) {
            m.visitInsn(NOP);
        }
    }

    static void call(MethodVisitor m, String owner, String name,
            String desc) {
        m.visitMethodInsn(INVOKESTATIC, owner, name, desc, false);
    }

    private void addDirectory(Path dir) throws IOException {
        try (Stream<Path> walk = Files.walk(dir)) {
            List<Path> files = walk.filter(Files::isRegularFile).sorted()
                    .collect(Collectors.toList());
            for (Path p : files) {
                String name = dir.relativize(p).toString();
                byte[] b = Files.readAllBytes(p);
                made.put(name, b);
                if (name.matches("odd/(?!OddMain)[^$/]*\\.class")
                        && hasRun(b)) {
                    runnable.append(name.substring(0, name.length() - 6)
                            .replace('/', '.')).append('\n');
                }
            }
        }
    }

    private static boolean hasRun(byte[] b) {
        String s = new String(b, StandardCharsets.ISO_8859_1);
        return s.contains("\003run");
    }

    private static void write(Path jar, Map<String, byte[]> entries)
            throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put("META-INF/MANIFEST.MF",
                MANIFEST.getBytes(StandardCharsets.UTF_8));
        all.putAll(entries);
        try (OutputStream o = Files.newOutputStream(jar);
                ZipOutputStream z = new ZipOutputStream(o)) {
            for (Map.Entry<String, byte[]> e : all.entrySet()) {
                ZipEntry ze = new ZipEntry(e.getKey());
                ze.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
                z.putNextEntry(ze);
                z.write(e.getValue());
                z.closeEntry();
            }
        }
    }
}
