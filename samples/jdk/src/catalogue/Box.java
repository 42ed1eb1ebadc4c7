// SPDX-License-Identifier: MIT
package catalogue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/** Cards of the catalogue, as they are kept: in a zip file. */
final class Box {
    private final Map<String, byte[]> cards = new LinkedHashMap<>();

    void add(String title, String text) {
        cards.put(title, text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] pack(boolean small) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> card : cards.entrySet()) {
                ZipEntry entry = new ZipEntry(card.getKey());
                if (!small) {
                    store(entry, card.getValue());
                }
                zip.putNextEntry(entry);
                zip.write(card.getValue());
                zip.closeEntry();
            }
        }
        return out.toByteArray();
    }

    private static void store(ZipEntry entry, byte[] text) {
        CRC32 crc = new CRC32();
        crc.update(text);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(text.length);
        entry.setCrc(crc.getValue());
    }

    static Map<String, String> unpack(byte[] box) throws IOException {
        Map<String, String> cards = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(box))) {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                cards.put(e.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return cards;
    }
}
