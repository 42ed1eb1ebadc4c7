// SPDX-License-Identifier: MIT
// Copies a jar entry by entry through a function over class bytes, with java.util.zip at its default level.

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jacoco.core.instr.Instrumenter;

final class Jars {
    interface Transform {
        byte[] apply(byte[] bytes, String name) throws IOException;
    }

    private final Transform transform;
    private int skipped;

    Jars(Transform transform) {
        this.transform = transform;
    }

    /** A copier through JaCoCo that lets the classes pass which JaCoCo refuses. */
    static Jars skipping(Instrumenter instrumenter) {
        return new Jars(instrumenter::instrument);
    }

    /** Returns the number of classes that the function refused; those are copied. */
    int copy(InputStream in, OutputStream out) throws IOException {
        skipped = 0;
        ZipInputStream zipIn = new ZipInputStream(in);
        ZipOutputStream zipOut = new ZipOutputStream(out);
        for (ZipEntry e = zipIn.getNextEntry(); e != null; e = zipIn.getNextEntry()) {
            zipOut.putNextEntry(new ZipEntry(e.getName()));
            byte[] bytes = zipIn.readAllBytes();
            zipOut.write(e.getName().endsWith(".class") ? one(bytes, e.getName()) : bytes);
            zipOut.closeEntry();
        }
        zipOut.finish();
        return skipped;
    }

    byte[] one(byte[] bytes, String name) {
        try {
            return transform.apply(bytes, name);
        } catch (IOException | RuntimeException e) {
            skipped++;
            return bytes;
        }
    }
}
