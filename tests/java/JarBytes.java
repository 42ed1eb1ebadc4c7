// SPDX-License-Identifier: MIT
// Reads every entry of a jar, jmod or directory, duplicates included.
//
// java.util.zip.ZipFile looks an entry up by its name, so of two entries with
// the same name it shows one twice; JarInputStream stops at odd headers. The
// oracles must see what is in the file, so the central directory is walked
// here, each entry by its own position, and each CRC is checked. Archives
// inside archives are flattened: their entries are named outer!/inner.

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

final class JarBytes {
    private static final int LOCAL = 0x04034b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final int END64 = 0x06064b50;
    private static final int LOCATOR64 = 0x07064b50;
    private static final int MAX_NESTING = 4;

    /** One entry; its bytes are inflated when asked for and not kept. */
    static final class Entry {
        final String name;
        final boolean nestedParent;
        private final ByteBuffer file;
        private final int at;
        private final int packed;
        private final int size;
        private final int method;
        private final int crc;
        private final Path path;

        Entry(String name, ByteBuffer file, int[] f, boolean nestedParent) {
            this.name = name;
            this.file = file;
            this.at = f[0];
            this.packed = f[1];
            this.size = f[2];
            this.method = f[3];
            this.crc = f[4];
            this.path = null;
            this.nestedParent = nestedParent;
        }

        Entry(String name, Path path) {
            this.name = name;
            this.path = path;
            this.file = null;
            this.at = 0;
            this.packed = 0;
            this.size = 0;
            this.method = 0;
            this.crc = 0;
            this.nestedParent = false;
        }

        boolean isClass() {
            return name.endsWith(".class");
        }

        byte[] bytes() throws IOException {
            if (path != null) {
                return Files.readAllBytes(path);
            }
            byte[] out = unpack(size);
            CRC32 sum = new CRC32();
            sum.update(out);
            if ((int) sum.getValue() != crc) {
                throw new IOException(name + ": CRC does not match");
            }
            return out;
        }

        private byte[] unpack(int want) throws IOException {
            byte[] out = new byte[want];
            if (method == 0) {
                file.duplicate().position(at).get(out);
                return out;
            }
            if (method != 8) {
                throw new IOException(name + ": method " + method);
            }
            Inflater inf = new Inflater(true);
            try {
                inf.setInput(file.duplicate().position(at)
                        .limit(at + packed));
                int n = 0;
                while (n < want) {
                    int got = inf.inflate(out, n, want - n);
                    if (got == 0) {
                        throw new IOException(name + ": ends early");
                    }
                    n += got;
                }
            } catch (DataFormatException e) {
                throw new IOException(name + ": " + e.getMessage(), e);
            } finally {
                inf.end();
            }
            return out;
        }

        private boolean isArchive() throws IOException {
            if (path != null || size < 22 || isClass()) {
                return false;
            }
            byte[] head = unpack(4);
            return head[0] == 'P' && head[1] == 'K'
                    && head[2] == 3 && head[3] == 4;
        }
    }

    private final List<Entry> entries = new ArrayList<>();

    private JarBytes() {
    }

    /** All entries, in file order; in a directory in name order. */
    static List<Entry> read(Path file) throws IOException {
        JarBytes jar = new JarBytes();
        if (Files.isDirectory(file)) {
            try (Stream<Path> walk = Files.walk(file)) {
                walk.filter(Files::isRegularFile).sorted()
                        .forEach(p -> jar.entries.add(new Entry(
                                file.relativize(p).toString(), p)));
            }
        } else {
            jar.archive("", Files.readAllBytes(file), 0);
        }
        return jar.entries;
    }

    /** Of entries with one name only the last, which is the JVM's. */
    static List<Entry> lastOfEach(List<Entry> all) {
        Map<String, Entry> last = new LinkedHashMap<>();
        for (Entry e : all) {
            last.remove(e.name);
            last.put(e.name, e);
        }
        return new ArrayList<>(last.values());
    }

    /** Recursion is bounded by MAX_NESTING. */
    private void archive(String prefix, byte[] data, int depth)
            throws IOException {
        ByteBuffer b = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        long[] dir = directory(b);
        int base = (int) dir[1];
        int p = (int) dir[0];
        for (long i = 0; i < dir[2]; i++) {
            if (b.getInt(p) != CENTRAL) {
                throw new IOException("no central header at " + p);
            }
            int nameLen = b.getShort(p + 28) & 0xffff;
            int extraLen = b.getShort(p + 30) & 0xffff;
            String name = new String(data, p + 46, nameLen,
                    StandardCharsets.UTF_8);
            Entry e = entry(prefix + name, b, p, base);
            boolean nested = depth < MAX_NESTING && e.isArchive();
            if (nested) {
                entries.add(new Entry(e.name, e.file, new int[] {e.at,
                    e.packed, e.size, e.method, e.crc}, true));
                inner(e, depth);
            } else {
                entries.add(e);
            }
            p += 46 + nameLen + extraLen + (b.getShort(p + 32) & 0xffff);
        }
    }

    private void inner(Entry e, int depth) throws IOException {
        int mark = entries.size();
        try {
            archive(e.name + "!/", e.bytes(), depth + 1);
        } catch (IOException | IndexOutOfBoundsException bad) {
            // It only looked like an archive: then it is plain data.
            entries.subList(mark, entries.size()).clear();
        }
    }

    /** Position of the directory, offset of byte 0 of the zip, entries. */
    private static long[] directory(ByteBuffer b) throws IOException {
        int end = b.limit() - 22;
        while (end >= 0 && !(b.getInt(end) == END && end + 22
                + (b.getShort(end + 20) & 0xffff) <= b.limit())) {
            end--;
        }
        if (end < 0) {
            throw new IOException("not a zip: no end record");
        }
        long n = b.getShort(end + 10) & 0xffff;
        long size = b.getInt(end + 12) & 0xffffffffL;
        long offset = b.getInt(end + 16) & 0xffffffffL;
        long stop = end;
        if (end >= 20 && b.getInt(end - 20) == LOCATOR64) {
            int e64 = (int) b.getLong(end - 20 + 8);
            if (b.getInt(e64) != END64) {
                throw new IOException("zip64 record not found");
            }
            n = b.getLong(e64 + 32);
            size = b.getLong(e64 + 40);
            offset = b.getLong(e64 + 48);
            stop = e64;
        }
        return new long[] {stop - size, stop - size - offset, n};
    }

    private static Entry entry(String name, ByteBuffer b, int p, int base)
            throws IOException {
        int local = base + b.getInt(p + 42);
        if (b.getInt(local) != LOCAL) {
            throw new IOException(name + ": no local header");
        }
        int nameLen = b.getShort(local + 26) & 0xffff;
        int centralLen = b.getShort(p + 28) & 0xffff;
        if (!Arrays.equals(b.array(), local + 30, local + 30 + nameLen,
                b.array(), p + 46, p + 46 + centralLen)) {
            throw new IOException(name + ": local header names another");
        }
        int at = local + 30 + nameLen + (b.getShort(local + 28) & 0xffff);
        return new Entry(name, b, new int[] {at, b.getInt(p + 20),
            b.getInt(p + 24), b.getShort(p + 10) & 0xffff,
            b.getInt(p + 16)}, false);
    }

    /** Internal name in this_class, or null if the bytes are no class. */
    static String className(byte[] c) {
        try {
            ByteBuffer b = ByteBuffer.wrap(c);
            if (b.getInt(0) != 0xcafebabe) {
                return null;
            }
            int count = b.getShort(8) & 0xffff;
            int[] at = new int[count];
            int p = 10;
            for (int i = 1; i < count; i++) {
                at[i] = p;
                int tag = c[p];
                p += constantSize(b, p);
                i += tag == 5 || tag == 6 ? 1 : 0;
            }
            int cls = at[b.getShort(p + 2) & 0xffff];
            int utf = at[b.getShort(cls + 1) & 0xffff];
            int len = b.getShort(utf + 1) & 0xffff;
            return modifiedUtf8(Arrays.copyOfRange(c, utf + 1,
                    utf + 3 + len));
        } catch (IndexOutOfBoundsException | IOException e) {
            return null;
        }
    }

    static int major(byte[] c) {
        return c.length < 8 ? 0 : (c[6] & 0xff) << 8 | c[7] & 0xff;
    }

    private static String modifiedUtf8(byte[] lengthAndBytes)
            throws IOException {
        return new java.io.DataInputStream(
                new java.io.ByteArrayInputStream(lengthAndBytes)).readUTF();
    }

    private static int constantSize(ByteBuffer b, int p) throws IOException {
        switch (b.get(p)) {
            case 1:
                return 3 + (b.getShort(p + 1) & 0xffff);
            case 3: case 4: case 9: case 10: case 11: case 12:
            case 17: case 18:
                return 5;
            case 5: case 6:
                return 9;
            case 7: case 8: case 16: case 19: case 20:
                return 3;
            case 15:
                return 4;
            default:
                throw new IOException("constant tag " + b.get(p));
        }
    }
}
