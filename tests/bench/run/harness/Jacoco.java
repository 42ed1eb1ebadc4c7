// SPDX-License-Identifier: MIT
// Jacoco IN OUT: JaCoCo's offline instrumentation of one jar. Classes that this
// JaCoCo cannot read are copied, signatures left out.

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.OfflineInstrumentationAccessGenerator;

public final class Jacoco {
    private static int refused;

    private Jacoco() { }

    public static void main(String[] args) throws IOException {
        Instrumenter to = new Instrumenter(new OfflineInstrumentationAccessGenerator());
        try (ZipInputStream in = new ZipInputStream(new BufferedInputStream(
                    Files.newInputStream(Paths.get(args[0]))));
            ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(
                    Files.newOutputStream(Paths.get(args[1]))))) {
            for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
                if (!e.getName().matches("META-INF/.*\\.(SF|RSA|DSA)")) {
                    out.putNextEntry(new ZipEntry(e.getName()));
                    out.write(content(to, e.getName(), in));
                    out.closeEntry();
                }
            }
        }
        if (refused > 0) {
            System.out.println(refused + " classes refused by JaCoCo");
        }
    }

    private static byte[] content(Instrumenter to, String name, InputStream in) throws IOException {
        byte[] bytes = in.readAllBytes();
        if (!name.endsWith(".class") || name.startsWith("META-INF/versions/")) {
            return bytes;
        }
        try {
            return to.instrument(bytes, name);
        } catch (IOException e) {  // as it wraps all that goes wrong in a class
            refused++;
            return bytes;
        }
    }
}
