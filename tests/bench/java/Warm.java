// SPDX-License-Identifier: MIT
// Warm JAR: measures JaCoCo and ASM in one JVM, on command.
//
// Each line of standard input names a mode; the answer is the CPU time of this thread, in seconds, for one pass over
// the jar, which lies in memory. The first use of a mode runs it until it is warm. Collector and compiler threads are
// not counted, to the advantage of what is measured here.

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.OfflineInstrumentationAccessGenerator;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

public class Warm {
    private static final long WARM_NANOS = 3_000_000_000L;
    private static final int WARM_PASSES = 8;
    private static final long SAMPLE_NANOS = 300_000_000L;

    private final byte[] jar;
    private final List<byte[]> classes = new ArrayList<>();
    private final Set<String> warm = new HashSet<>();
    private final Instrumenter instrumenter = new Instrumenter(new OfflineInstrumentationAccessGenerator());
    private long sink;

    Warm(Path path) throws IOException {
        jar = Files.readAllBytes(path);
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                if (e.getName().endsWith(".class")) {
                    classes.add(in.readAllBytes());
                }
            }
        }
    }

    public static void main(String[] args) throws IOException {
        Warm w = new Warm(Path.of(args[0]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String mode = in.readLine(); mode != null && !mode.equals("quit"); mode = in.readLine()) {
            System.out.printf("%.6f%n", w.measure(mode));
        }
        if (w.sink == 1) {
            System.err.println("nothing was done");
        }
    }

    private double measure(String mode) throws IOException {
        if (warm.add(mode)) {
            long start = cpu();
            for (int i = 0; i < WARM_PASSES || cpu() - start < WARM_NANOS; i++) {
                pass(mode);
            }
        }
        long start = cpu();
        int n = 0;
        do {
            pass(mode);
            n++;
        } while (cpu() - start < SAMPLE_NANOS);
        return (cpu() - start) / 1e9 / n;
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void pass(String mode) throws IOException {
        Jars.Transform t = transform(mode.substring(0, mode.lastIndexOf('-')));
        Jars jars = new Jars(t);
        if (mode.endsWith("-jar")) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(jar.length * 2);
            jars.copy(new ByteArrayInputStream(jar), out);
            sink += out.size();
        } else {
            for (byte[] c : classes) {
                sink += jars.one(c, "class").length;
            }
        }
    }

    private Jars.Transform transform(String tool) {
        switch (tool) {
            case "jacoco":
                return instrumenter::instrument;
            case "asm":
                return (bytes, name) -> {
                    ClassWriter writer = new ClassWriter(0);
                    new ClassReader(bytes).accept(writer, 0);
                    return writer.toByteArray();
                };
            case "asm-pool":
                return (bytes, name) -> {
                    ClassReader reader = new ClassReader(bytes);
                    ClassWriter writer = new ClassWriter(reader, 0);
                    reader.accept(writer, 0);
                    return writer.toByteArray();
                };
            default:
                throw new IllegalArgumentException(tool);
        }
    }
}
