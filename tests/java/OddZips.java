// SPDX-License-Identifier: MIT
// Writes archives that no tool writes, but that real tools and attackers left.
//
//     OddZips CLASSFILE DIR
//
// Each goes to DIR under the name of what is odd about it. The class file is
// put into them as a/A.class.

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

final class OddZips {
    private static final byte[] NONE = {};
    private static final byte[] LAUNCHER =
            bytes("#!/bin/sh\nexec java -jar \"$0\" \"$@\"\nexit 1\n");

    private final Path dir;
    private final byte[] classFile;

    private OddZips(Path dir, byte[] classFile) {
        this.dir = dir;
        this.classFile = classFile;
    }

    public static void main(String[] args) throws IOException {
        Path dir = Files.createDirectories(Paths.get(args[1]));
        OddZips odd = new OddZips(dir, Files.readAllBytes(Paths.get(args[0])));
        odd.good();
        odd.nested();
        odd.bad();
    }

    static byte[] bytes(String s) {
        return s.getBytes(StandardCharsets.UTF_8);
    }

    /** One entry, with every field that an archive can say of it. */
    static final class Entry {
        final byte[] name;
        byte[] content;
        boolean stored;
        int time = 0x1234;
        int date = 0x5021;
        int flags;
        int internal;
        int external;
        byte[] localExtra = NONE;
        byte[] centralExtra = NONE;
        byte[] comment = NONE;
        int claimedSize = -1;
        int claimedCrc;
        boolean wrongCrc;
        byte[] packed;

        Entry(String name, byte[] content) {
            this.name = bytes(name);
            this.content = content;
        }

        Entry store() {
            stored = true;
            return this;
        }
    }

    /** An archive in the making. */
    static final class Zip {
        final List<Entry> entries = new ArrayList<>();
        byte[] prefix = NONE;
        boolean offsetsCountPrefix;
        byte[] comment = NONE;
        int claimedCount = -1;
        boolean zip64;
        boolean shareData;

        Zip add(Entry e) {
            entries.add(e);
            return this;
        }

        byte[] build() {
            Out out = new Out();
            Out central = new Out();
            out.raw(prefix);
            int base = offsetsCountPrefix ? 0 : prefix.length;
            for (Entry e : entries) {
                boolean writes = !shareData || e == entries.get(0);
                int at = writes ? out.size() - base : 0;
                pack(e);
                if (writes) {
                    local(out, e);
                }
                central(central, e, at);
            }
            int start = out.size() - base;
            out.raw(central.toByteArray());
            end(out, start, central.size(), base);
            return out.toByteArray();
        }

        private static void pack(Entry e) {
            if (e.packed != null) {
                return;
            }
            e.packed = e.content;
            if (!e.stored) {
                Deflater d = new Deflater(6, true);
                d.setInput(e.content);
                d.finish();
                byte[] room = new byte[e.content.length + 100];
                int n = d.deflate(room);
                e.packed = java.util.Arrays.copyOf(room, n);
                d.end();
            }
        }

        private static void common(Out out, Entry e) {
            CRC32 crc = new CRC32();
            crc.update(e.content);
            out.u2(20).u2(e.flags).u2(e.stored ? 0 : 8);
            out.u2(e.time).u2(e.date);
            out.u4((int) crc.getValue() ^ (e.wrongCrc ? 1 : 0));
            out.u4(e.packed.length);
            out.u4(e.claimedSize < 0 ? e.content.length : e.claimedSize);
            out.u2(e.name.length);
        }

        private static void local(Out out, Entry e) {
            out.u4(0x04034b50);
            common(out, e);
            out.u2(e.localExtra.length);
            out.raw(e.name).raw(e.localExtra).raw(e.packed);
        }

        private static void central(Out out, Entry e, int at) {
            out.u4(0x02014b50).u2(0x0314);
            common(out, e);
            out.u2(e.centralExtra.length).u2(e.comment.length).u2(0);
            out.u2(e.internal).u4(e.external).u4(at);
            out.raw(e.name).raw(e.centralExtra).raw(e.comment);
        }

        private void end(Out out, int start, int size, int base) {
            int n = claimedCount < 0 ? entries.size() : claimedCount;
            if (zip64) {
                int at = out.size() - base;
                out.u4(0x06064b50).u8(44).u2(45).u2(45).u4(0).u4(0);
                out.u8(n).u8(n).u8(size).u8(start);
                out.u4(0x07064b50).u4(0).u8(at).u4(1);
                n = 0xFFFF;
            }
            out.u4(0x06054b50).u2(0).u2(0).u2(n).u2(n);
            out.u4(size).u4(start).u2(comment.length).raw(comment);
        }
    }

    /** Little-endian output. */
    private static final class Out extends ByteArrayOutputStream {
        Out u2(int v) {
            write(v);
            write(v >> 8);
            return this;
        }

        Out u4(int v) {
            return u2(v).u2(v >> 16);
        }

        Out u8(long v) {
            return u4((int) v).u4((int) (v >> 32));
        }

        Out raw(byte[] b) {
            write(b, 0, b.length);
            return this;
        }
    }

    private void write(String name, byte[] archive) throws IOException {
        Files.write(dir.resolve(name + ".jar"), archive);
    }

    private Entry a() {
        return new Entry("a/A.class", classFile);
    }

    private Zip plain() {
        return new Zip()
                .add(new Entry("META-INF/MANIFEST.MF",
                        bytes("Manifest-Version: 1.0\r\n\r\n")))
                .add(new Entry("a/", NONE).store())
                .add(a())
                .add(new Entry("a/r.txt", bytes("some text")).store())
                .add(new Entry("a/B.class", classFile).store());
    }

    private void good() throws IOException {
        write("plain", plain().build());
        Zip z = plain();
        z.prefix = LAUNCHER;
        write("launcher", z.build());
        z.offsetsCountPrefix = true;
        write("launcher-counted", z.build());
        z = plain();
        z.prefix = new byte[] {'J', 'M', 1, 0};
        z.entries.get(2).flags = 0;
        write("jmod-like", z.build());
        z = plain();
        z.comment = new byte[] {'x', (byte) 0xFF, (byte) 0xFE, 0, 'y'};
        write("comment-bytes", z.build());
        z = plain();
        for (int i = 0; i < 70_000; i++) {
            z.add(new Entry("r/" + i, NONE).store());
        }
        z.zip64 = true;
        write("many", z.build());
        fields();
        duplicates();
        versions();
    }

    private void fields() throws IOException {
        Zip z = plain();
        Entry e = z.entries.get(2);
        e.localExtra = new byte[] {(byte) 0xFE, (byte) 0xCA, 0, 0};
        e.centralExtra = new byte[] {0x55, 0x54, 5, 0, 1, 1, 2, 3, 4};
        e.comment = bytes("a comment");
        e.external = 0x81A0 << 16;
        e.internal = 1;
        Entry utf8 = new Entry("a/\u00fc.class", classFile);
        utf8.flags = 0x800;
        z.add(utf8);
        Entry old = new Entry("a/old.txt", NONE).store();
        old.date = 0x21;
        old.time = 0;
        z.add(old);
        Entry late = new Entry("a/late.txt", bytes("2107")).store();
        late.date = 127 << 9 | 12 << 5 | 31;
        late.time = 23 << 11 | 59 << 5 | 29;
        z.add(late);
        Entry gap = new Entry("a/gap.txt", bytes("no such hour"));
        gap.date = 40 << 9 | 3 << 5 | 29;
        gap.time = 2 << 11 | 30 << 5;
        z.add(gap);
        write("fields", z.build());
        z.entries.get(2).date = 0;
        z.entries.get(2).time = 0;
        z.entries.get(3).time = 0xFFFF;
        z.entries.get(4).date = 41 << 9 | 2 << 5 | 29;
        write("no-dates", z.build());
        z.prefix = LAUNCHER;
        z.add(new Entry("a/r.txt", bytes("again")));
        write("no-dates-launcher", z.build());
    }

    private void duplicates() throws IOException {
        Zip z = plain();
        for (int i = 1; i <= 3; i++) {
            z.add(new Entry("a/x.txt", bytes("x" + i)));
            z.add(a());
        }
        write("duplicates", z.build());
    }

    private void versions() throws IOException {
        Zip z = new Zip()
                .add(new Entry("META-INF/MANIFEST.MF",
                        bytes("Manifest-Version: 1.0\nMulti-Release: TRUE\n\n")))
                .add(a())
                .add(new Entry("META-INF/versions/9/a/A.class", classFile));
        write("versions", z.build());
        z = new Zip()
                .add(new Entry("META-INF/MANIFEST.MF",
                        bytes("Manifest-Version: 1.0\n\nName: x\n"
                                + "Multi-Release: true\n\n")))
                .add(a())
                .add(new Entry("META-INF/versions/9/a/A.class", classFile));
        write("no-versions", z.build());
    }

    private void nested() throws IOException {
        byte[] inner = plain().build();
        Zip war = new Zip()
                .add(new Entry("WEB-INF/lib/stored.jar", inner).store())
                .add(new Entry("WEB-INF/lib/deflated.jar", inner))
                .add(new Entry("WEB-INF/lib/bad.jar",
                        bytes("PK\3\4 and then nothing")))
                .add(new Entry("WEB-INF/lib/text.jar", bytes("text")))
                .add(new Entry("WEB-INF/classes/w/W.class", classFile));
        write("war", war.build());
        byte[] b = inner;
        for (int i = 0; i < 7; i++) {
            b = new Zip().add(new Entry("in.jar", b).store()).build();
        }
        write("deep", b);
    }

    private void bad() throws IOException {
        byte[] b = plain().build();
        write("truncated", java.util.Arrays.copyOf(b, b.length - 30));
        write("half", java.util.Arrays.copyOf(b, b.length / 2));
        write("empty", NONE);
        Zip z = plain();
        z.claimedCount = 60_000;
        write("count", z.build());
        z = new Zip();
        z.shareData = true;
        for (int i = 0; i < 9; i++) {
            z.add(new Entry("a/A.class", classFile));
        }
        write("overlapping", z.build());
        write("outside", withOffset(plain().build()));
        z = plain();
        z.entries.get(2).claimedSize = 0x7FFF_FFFF;
        write("size-large", z.build());
        z = plain();
        z.entries.get(2).claimedSize = classFile.length * 100;
        write("size-wrong", z.build());
        z = plain();
        z.entries.get(2).wrongCrc = true;
        write("crc", z.build());
        z = plain();
        z.entries.get(2).packed = new byte[] {7, 7, 7, 7};
        write("data", z.build());
        z = new Zip().add(new Entry("../../up/A.class", classFile))
                .add(new Entry("/abs/A.class", classFile));
        write("names", z.build());
    }

    /** The first central record points behind the file. */
    private static byte[] withOffset(byte[] b) {
        for (int i = 0; i + 46 < b.length; i++) {
            if (b[i] == 'P' && b[i + 1] == 'K' && b[i + 2] == 1
                    && b[i + 3] == 2) {
                b[i + 45] = 0x7F;
                return b;
            }
        }
        throw new IllegalStateException();
    }
}
