package io.weir.gateway.zabbix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class ZlibUnpackerTest {
    private static final int MAX_BYTES = 1 << 20;

    private final ZlibUnpacker unpacker = new ZlibUnpacker(MAX_BYTES);

    @Test
    void unpacksUpToTheLimit() {
        for (int length : new int[] {0, 1, 65_535, 65_536, 65_537, MAX_BYTES}) {
            byte[] plain = new byte[length];
            Arrays.fill(plain, (byte) length);
            byte[] packed = Frames.deflate(plain);
            assertThat(unpacker.unpack(packed, packed.length, length)).isEqualTo(length);
            assertThat(Arrays.copyOf(unpacker.plain(), length)).isEqualTo(plain);
            unpacker.clear();
        }
    }

    @Test
    void lengthsBeyondTheLimitAreTooLarge() {
        byte[] packed = Frames.deflate(new byte[MAX_BYTES + 1]);
        assertThat(unpacker.unpack(packed, packed.length, MAX_BYTES + 1)).isEqualTo(ZlibUnpacker.TOO_LARGE);
        assertThat(unpacker.unpack(packed, packed.length, Long.MAX_VALUE)).isEqualTo(ZlibUnpacker.TOO_LARGE);
        assertThat(unpacker.unpack(packed, packed.length, -1)).isEqualTo(ZlibUnpacker.TOO_LARGE);
    }

    /** A bomb that announces little is unpacked up to its announced length. */
    @Test
    void otherLengthsThanAnnouncedAreBroken() {
        byte[] packed = Frames.deflate(new byte[4_000_000]);
        assertThat(packed.length).isLessThan(100_000);
        for (long announced : new long[] {0, 1, 99, 65_536, MAX_BYTES}) {
            assertThat(unpacker.unpack(packed, packed.length, announced)).isEqualTo(ZlibUnpacker.BROKEN);
            assertThat(unpacker.plain().length).isLessThanOrEqualTo(Math.max(64 << 10, (int) announced + 1));
        }
        byte[] shorter = Frames.deflate("short".getBytes(UTF_8));
        assertThat(unpacker.unpack(shorter, shorter.length, 6)).isEqualTo(ZlibUnpacker.BROKEN);
        assertThat(unpacker.unpack(shorter, shorter.length, MAX_BYTES)).isEqualTo(ZlibUnpacker.BROKEN);
        assertThat(unpacker.plain().length).as("memory for a lie").isLessThanOrEqualTo(MAX_BYTES + 1);
    }

    @Test
    void damagedDataIsBrokenAndHarmsNoSuccessor() {
        byte[] plain = "the quick brown fox".repeat(100).getBytes(UTF_8);
        byte[] packed = Frames.deflate(plain);
        for (int cut = 0; cut < packed.length; cut++) {
            assertThat(unpacker.unpack(packed, cut, plain.length)).isEqualTo(ZlibUnpacker.BROKEN);
        }
        byte[] longer = Arrays.copyOf(packed, packed.length + 1);
        assertThat(unpacker.unpack(longer, longer.length, plain.length)).isEqualTo(ZlibUnpacker.BROKEN);
        byte[] changed = packed.clone();
        changed[changed.length - 1] ^= 1; // The checksum.
        assertThat(unpacker.unpack(changed, changed.length, plain.length)).isEqualTo(ZlibUnpacker.BROKEN);
        assertThat(unpacker.unpack(packed, packed.length, plain.length)).isEqualTo(plain.length);
    }

    @Test
    void dataThatNeedsADictionaryIsBroken() {
        Deflater deflater = new Deflater();
        deflater.setDictionary("dictionary".getBytes(UTF_8));
        deflater.setInput("dictionary".getBytes(UTF_8));
        deflater.finish();
        byte[] packed = new byte[100];
        int length = deflater.deflate(packed);
        deflater.end();
        assertThat(unpacker.unpack(packed, length, 10)).isEqualTo(ZlibUnpacker.BROKEN);
    }
}
