// SPDX-License-Identifier: MIT
// Prints what an archive says of its entries, for comparing two of them.
//
//     ZipFields ARCHIVE
//
// One line per entry, in the order of the central directory: name, method,
// DOS date and time, extra fields there and in the local header, comment,
// attributes; of entries that are no class also size and CRC. First comes what
// the archive has before its first entry and its comment. All offsets are
// resolved as counted from the file's start or from the archive's, and the
// first line tells which.

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;

final class ZipFields {
    private static final int END = 0x06054b50;

    private final ByteBuffer b;
    private int base;

    private ZipFields(byte[] bytes) {
        b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    public static void main(String[] args) throws IOException {
        new ZipFields(Files.readAllBytes(Paths.get(args[0]))).print();
    }

    private int u2(int at) {
        return b.getShort(at) & 0xFFFF;
    }

    private String hex(int at, int n) {
        StringBuilder s = new StringBuilder();
        for (int i = 0; i < n; i++) {
            s.append(String.format("%02x", b.get(at + i)));
        }
        return s.toString();
    }

    private void print() {
        int end = b.limit() - 22;
        while (b.getInt(end) != END) {
            end--;
        }
        int records = end;
        int n = u2(end + 10);
        if (n == 0xFFFF && b.getInt(end - 20) == 0x07064b50) {
            records = end - 76;
            n = (int) b.getLong(records + 32);
        }
        int size = b.getInt(end + 12);
        int start = records - size;
        base = start - b.getInt(end + 16);
        int first = start;
        StringBuilder lines = new StringBuilder();
        for (int i = 0, at = start; i < n; i++) {
            first = Math.min(first, base + b.getInt(at + 42));
            lines.append(entry(at)).append('\n');
            at += 46 + u2(at + 28) + u2(at + 30) + u2(at + 32);
        }
        System.out.println("counted from " + base + ", before "
                + hex(0, first) + ", comment "
                + hex(end + 22, u2(end + 20)) + ", entries " + n);
        System.out.print(lines);
    }

    private String entry(int at) {
        int nameLength = u2(at + 28);
        byte[] name = new byte[nameLength];
        for (int i = 0; i < nameLength; i++) {
            name[i] = b.get(at + 46 + i);
        }
        String text = new String(name, StandardCharsets.ISO_8859_1);
        int local = base + b.getInt(at + 42);
        boolean sameName = hex(local + 30, u2(local + 26)).equals(
                hex(at + 46, nameLength));
        boolean ascii = text.chars().allMatch(c -> c < 128);
        String content = text.endsWith(".class") || text.endsWith(".jar")
                ? "" : " size " + b.getInt(at + 24) + " crc " + hex(at + 16, 4);
        return text + " local " + (sameName ? "same" : "differs")
                + " utf8 " + (!ascii && (u2(at + 8) & 0x800) != 0)
                + " method " + u2(at + 10)
                + " stamp " + hex(at + 12, 4) + "/" + hex(local + 10, 4)
                + " extra " + hex(at + 46 + nameLength, u2(at + 30))
                + "/" + hex(local + 30 + u2(local + 26), u2(local + 28))
                + " comment " + hex(at + 46 + nameLength + u2(at + 30),
                        u2(at + 32))
                + " attributes " + u2(at + 36) + " " + hex(at + 38, 4)
                + content;
    }
}
