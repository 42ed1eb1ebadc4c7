// SPDX-License-Identifier: MIT
// Round trips of a file through compressors and archives, digests, special functions and text boundaries.

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.text.Transliterator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.Security;
import java.util.Arrays;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.ArchiveStreamFactory;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.apache.commons.math3.special.Gamma;
import org.apache.commons.math3.util.FastMath;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

public class Zip {
    public static void main(String[] args) throws Exception {
        byte[] data = Arrays.copyOf(Files.readAllBytes(Path.of(args[0])), 60000);
        for (String name : new String[] {"bzip2", "xz", "gz", "deflate", "lzma"}) {
            byte[] packed = pack(name, data);
            boolean same = Arrays.equals(data, unpack(name, packed));
            System.out.println(name + " " + packed.length + " " + Arrays.hashCode(packed) + " " + same);
        }
        tar(data);
        Security.addProvider(new BouncyCastleProvider());
        for (String name : new String[] {"SHA3-256", "RIPEMD160", "Whirlpool", "SKEIN-256-256", "GOST3411"}) {
            System.out.println(name + " " + Arrays.hashCode(MessageDigest.getInstance(name, "BC").digest(data)));
        }
        double sum = 0;
        for (int i = 1; i < 2000; i++) {
            sum += FastMath.sin(i) * FastMath.exp(-i / 500.0) + FastMath.pow(i, 0.3) + Gamma.logGamma(i / 10.0);
        }
        System.out.println(sum);
        text(new String(data, 0, 4000, StandardCharsets.UTF_8));
    }

    private static byte[] pack(String name, byte[] data) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream o = new CompressorStreamFactory().createCompressorOutputStream(name, out)) {
            o.write(data);
        }
        return out.toByteArray();
    }

    private static byte[] unpack(String name, byte[] data) throws Exception {
        try (InputStream i = new CompressorStreamFactory().createCompressorInputStream(name, new ByteArrayInputStream(data))) {
            return i.readAllBytes();
        }
    }

    private static void tar(byte[] data) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
            for (int i = 0; i < 5; i++) {
                TarArchiveEntry e = new TarArchiveEntry("d/e" + i);
                e.setSize(1000 * i);
                e.setModTime(0);
                tar.putArchiveEntry(e);
                tar.write(data, 0, 1000 * i);
                tar.closeArchiveEntry();
            }
        }
        ArchiveInputStream in = new ArchiveStreamFactory().createArchiveInputStream(
            new ByteArrayInputStream(out.toByteArray()));
        for (ArchiveEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
            System.out.println(e.getName() + " " + Arrays.hashCode(in.readAllBytes()));
        }
    }

    private static void text(String s) {
        BreakIterator it = BreakIterator.getSentenceInstance();
        it.setText(s.replace('\n', '.'));
        int n = 0;
        while (it.next() != BreakIterator.DONE) {
            n++;
        }
        System.out.println(n + " " + Transliterator.getInstance("Latin-Greek").transliterate(s.substring(0, 200)).hashCode());
    }
}
