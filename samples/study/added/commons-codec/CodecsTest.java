// SPDX-License-Identifier: MIT
// CodecsTest.java - what codecs and their streams do to bytes: tests that a report
// of call chains asked for, in addition to those of commons-codec.

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.codec.binary.Base16;
import org.apache.commons.codec.binary.Base16InputStream;
import org.apache.commons.codec.binary.Base16OutputStream;
import org.apache.commons.codec.binary.Base32;
import org.apache.commons.codec.binary.Base32InputStream;
import org.apache.commons.codec.binary.Base32OutputStream;
import org.apache.commons.codec.binary.Base64;
import org.apache.commons.codec.binary.Base64InputStream;
import org.apache.commons.codec.binary.Base64OutputStream;
import org.apache.commons.codec.binary.BaseNCodec;
import org.apache.commons.codec.net.QuotedPrintableCodec;
import org.junit.Test;

public class CodecsTest {
    static final byte[] PLAIN = plain(10000);
    static final List<Integer> BASES = Arrays.asList(16, 32, 64);

    private static byte[] plain(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 7 + i / 256);
        }
        return bytes;
    }

    static BaseNCodec codec(int base) {
        return base == 16 ? new Base16() : base == 32 ? new Base32() : new Base64();
    }

    static InputStream decoding(int base, InputStream in) {
        return base == 16 ? new Base16InputStream(in)
                : base == 32 ? new Base32InputStream(in) : new Base64InputStream(in);
    }

    static InputStream encoding(int base, InputStream in) {
        return base == 16 ? new Base16InputStream(in, true)
                : base == 32 ? new Base32InputStream(in, true, 0, null)
                             : new Base64InputStream(in, true, 0, null);
    }

    private static OutputStream decodingTo(int base, OutputStream out) {
        return base == 16 ? new Base16OutputStream(out, false, false)
                : base == 32 ? new Base32OutputStream(out, false)
                             : new Base64OutputStream(out, false);
    }

    private static OutputStream encodingTo(int base, OutputStream out) {
        return base == 16 ? new Base16OutputStream(out)
                : base == 32 ? new Base32OutputStream(out, true, 0, null)
                             : new Base64OutputStream(out, true, 0, null);
    }

    /** Bases, three at a time: what is outermost when it is encoded comes first. */
    private static List<int[]> threes() {
        List<int[]> threes = new ArrayList<>();
        for (int first : BASES) {
            for (int second : BASES) {
                for (int third : BASES) {
                    threes.add(new int[] {first, second, third});
                }
            }
        }
        return threes;
    }

    private static byte[] all(InputStream in) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[1000];
        for (int n = in.read(buffer, 0, 1000); n >= 0; n = in.read(buffer, 0, 1000)) {
            out.write(buffer, 0, n);
        }
        return out.toByteArray();
    }

    /** A codec takes bytes and text as objects, and gives back what went in. */
    @Test
    public void codecsTakeObjects() throws Exception {
        for (int base : BASES) {
            BaseNCodec codec = codec(base);
            byte[] text = (byte[]) codec.encode((Object) PLAIN);
            assertArrayEquals(PLAIN, (byte[]) codec.decode((Object) text));
            assertArrayEquals(PLAIN, (byte[]) codec.decode((Object) new String(text, US_ASCII)));
        }
    }

    /** A decoding stream on an encoding one gives what went in, as does the reverse. */
    @Test
    public void decodesWhatAStreamEncodes() throws IOException {
        for (int base : BASES) {
            InputStream encoded = encoding(base, new ByteArrayInputStream(PLAIN));
            assertArrayEquals(PLAIN, all(decoding(base, encoded)));
            byte[] text = codec(base).encode(PLAIN);
            InputStream decoded = decoding(base, new ByteArrayInputStream(text));
            assertArrayEquals(text, all(encoding(base, decoded)));
        }
    }

    /** Quoted-printable text of mails, with and without soft line breaks. */
    @Test
    public void quotedPrintableTakesObjects() throws Exception {
        String text = "All letters = ASCII?  No: \u00e4, \u00f6 and \u00fc\tare not. ";
        for (boolean strict : new boolean[] {false, true}) {
            QuotedPrintableCodec codec = new QuotedPrintableCodec(strict);
            String encoded = codec.encode(text);
            assertEquals(text, codec.decode(encoded));
            assertEquals(encoded, codec.encode((Object) text));
            assertEquals(text, codec.decode((Object) encoded));
            byte[] bytes = codec.encode(text.getBytes(UTF_8));
            assertEquals(encoded, new String(bytes, US_ASCII));
            assertArrayEquals(bytes, (byte[]) codec.encode((Object) text.getBytes(UTF_8)));
            assertArrayEquals(text.getBytes(UTF_8), codec.decode(bytes));
            assertArrayEquals(text.getBytes(UTF_8), (byte[]) codec.decode((Object) bytes));
        }
    }

    /** Three streams one behind the other, written and flushed bit by bit. */
    @Test
    public void encodesAndDecodesThroughThreeStreams() throws IOException {
        for (int[] bases : threes()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            OutputStream out = bytes;
            for (int i = bases.length - 1; i >= 0; i--) {
                out = encodingTo(bases[i], out);
            }
            out.write(PLAIN, 0, 5000);
            out.flush();
            for (int i = 5000; i < PLAIN.length; i++) {
                out.write(PLAIN[i]);
            }
            out.close();
            byte[] thrice = PLAIN;
            for (int base : bases) {
                thrice = codec(base).encode(thrice);
            }
            assertArrayEquals(Arrays.toString(bases), thrice, bytes.toByteArray());

            ByteArrayOutputStream back = new ByteArrayOutputStream();
            out = back;
            for (int base : bases) {
                out = decodingTo(base, out);
            }
            out.write(thrice, 0, 3000);
            out.flush();
            out.write(thrice, 3000, thrice.length - 3000);
            out.close();
            assertArrayEquals(Arrays.toString(bases), PLAIN, back.toByteArray());
        }
    }
}
