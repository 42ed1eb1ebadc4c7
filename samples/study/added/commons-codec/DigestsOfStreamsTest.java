// SPDX-License-Identifier: MIT
// DigestsOfStreamsTest.java - digests of what a codec stream gives: tests that a report
// of call chains asked for, in addition to those of commons-codec.

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.crypto.Mac;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.HmacAlgorithms;
import org.apache.commons.codec.digest.HmacUtils;
import org.junit.Test;

public class DigestsOfStreamsTest {
    private static final byte[] KEY = {1, 2, 3, 4, 5, 6, 7, 8};

    private static final HmacAlgorithms[] ALGORITHMS = {HmacAlgorithms.HMAC_MD5,
        HmacAlgorithms.HMAC_SHA_1, HmacAlgorithms.HMAC_SHA_224, HmacAlgorithms.HMAC_SHA_256,
        HmacAlgorithms.HMAC_SHA_384, HmacAlgorithms.HMAC_SHA_512};

    private interface OfBytes<T> {
        T of(byte[] bytes) throws IOException;
    }

    private interface OfStream<T> {
        T of(InputStream stream) throws IOException;
    }

    private static byte[] text(int base) {
        return CodecsTest.codec(base).encode(CodecsTest.PLAIN);
    }

    private static InputStream decoding(int base) {
        return CodecsTest.decoding(base, new ByteArrayInputStream(text(base)));
    }

    private static InputStream encoding(int base) {
        return CodecsTest.encoding(base, new ByteArrayInputStream(CodecsTest.PLAIN));
    }

    private static void same(OfBytes<String> bytes, OfStream<String> stream)
            throws IOException {
        for (int base : CodecsTest.BASES) {
            assertEquals(bytes.of(CodecsTest.PLAIN), stream.of(decoding(base)));
            assertEquals(bytes.of(text(base)), stream.of(encoding(base)));
        }
    }

    private static void sameBytes(OfBytes<byte[]> bytes, OfStream<byte[]> stream)
            throws IOException {
        for (int base : CodecsTest.BASES) {
            assertArrayEquals(bytes.of(CodecsTest.PLAIN), stream.of(decoding(base)));
            assertArrayEquals(bytes.of(text(base)), stream.of(encoding(base)));
        }
    }

    /** Digests as text, and of a digest that is given. */
    @Test
    public void digests() throws IOException {
        same(DigestUtils::md2Hex, DigestUtils::md2Hex);
        same(DigestUtils::md5Hex, DigestUtils::md5Hex);
        same(DigestUtils::sha1Hex, DigestUtils::sha1Hex);
        same(DigestUtils::sha256Hex, DigestUtils::sha256Hex);
        same(DigestUtils::sha512Hex, DigestUtils::sha512Hex);
        same(DigestUtils::sha512_224Hex, DigestUtils::sha512_224Hex);
        same(DigestUtils::sha512_256Hex, DigestUtils::sha512_256Hex);
        same(DigestUtils::sha3_256Hex, DigestUtils::sha3_256Hex);
        same(DigestUtils::sha3_512Hex, DigestUtils::sha3_512Hex);
        sameBytes(DigestUtils::sha512_224, DigestUtils::sha512_224);
        sameBytes(DigestUtils::sha512_256, DigestUtils::sha512_256);
        sameBytes(b -> DigestUtils.digest(DigestUtils.getSha1Digest(), b),
                in -> DigestUtils.digest(DigestUtils.getSha1Digest(), in));
        DigestUtils utils = new DigestUtils("SHA-256");
        same(utils::digestAsHex, utils::digestAsHex);
    }

    /** Codes of messages that are streams, by the methods for each algorithm. */
    @Test
    public void authenticationCodes() throws IOException {
        sameBytes(b -> HmacUtils.hmacMd5(KEY, b), in -> HmacUtils.hmacMd5(KEY, in));
        sameBytes(b -> HmacUtils.hmacSha1(KEY, b), in -> HmacUtils.hmacSha1(KEY, in));
        sameBytes(b -> HmacUtils.hmacSha256(KEY, b), in -> HmacUtils.hmacSha256(KEY, in));
        sameBytes(b -> HmacUtils.hmacSha384(KEY, b), in -> HmacUtils.hmacSha384(KEY, in));
        sameBytes(b -> HmacUtils.hmacSha512(KEY, b), in -> HmacUtils.hmacSha512(KEY, in));
        same(b -> HmacUtils.hmacMd5Hex(KEY, b), in -> HmacUtils.hmacMd5Hex(KEY, in));
        same(b -> HmacUtils.hmacSha1Hex(KEY, b), in -> HmacUtils.hmacSha1Hex(KEY, in));
        same(b -> HmacUtils.hmacSha256Hex(KEY, b), in -> HmacUtils.hmacSha256Hex(KEY, in));
        same(b -> HmacUtils.hmacSha384Hex(KEY, b), in -> HmacUtils.hmacSha384Hex(KEY, in));
        same(b -> HmacUtils.hmacSha512Hex(KEY, b), in -> HmacUtils.hmacSha512Hex(KEY, in));
    }

    /** The same by an object for the algorithm, and by a code that is updated. */
    @Test
    public void authenticationCodesOfObjects() throws IOException {
        for (HmacAlgorithms algorithm : ALGORITHMS) {
            HmacUtils utils = new HmacUtils(algorithm, KEY);
            same(utils::hmacHex, utils::hmacHex);
            sameBytes(utils::hmac, utils::hmac);
            sameBytes(utils::hmac, in -> {
                Mac mac = HmacUtils.getInitializedMac(algorithm, KEY);
                return HmacUtils.updateHmac(mac, in).doFinal();
            });
        }
    }
}
