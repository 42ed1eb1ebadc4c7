// SPDX-License-Identifier: MIT
// JacocoCold IN OUT [skip]: JaCoCo's offline instrumentation of one jar, as its command line does it.
//
// With "skip" the classes that this JaCoCo cannot read are copied and their number is printed; the loop is then
// that of Instrumenter.instrumentAll with a catch in it.

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jacoco.core.instr.Instrumenter;
import org.jacoco.core.runtime.OfflineInstrumentationAccessGenerator;

public class JacocoCold {
    public static void main(String[] args) throws IOException {
        Instrumenter instrumenter = new Instrumenter(new OfflineInstrumentationAccessGenerator());
        try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(args[0])));
            OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(args[1])))) {
            if (args.length > 2) {
                System.out.println(Jars.skipping(instrumenter).copy(in, out));
            } else {
                instrumenter.instrumentAll(in, out, args[0]);
            }
        }
    }
}
