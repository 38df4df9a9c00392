package io.weir.contract.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StateBytesTest {

    @Test
    void areThoseOfAByteArrayOutputStream() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        StateBytes bytes = new StateBytes(random.nextInt(20));
        for (int round = 0; round < 50; round++) {
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            long each = random.nextLong();
            bytes.clear();
            write(bytes, new Random(each));
            write(new DataOutputStream(expected), new Random(each));

            assertThat(bytes.toBytes()).as("seed %d", seed).isEqualTo(expected.toByteArray());
            assertThat(Arrays.copyOf(bytes.array(), bytes.length())).isEqualTo(bytes.toBytes());
            StateBytes twice = new StateBytes(0);
            twice.write(bytes);
            twice.write(bytes);
            expected.write(bytes.toBytes());
            assertThat(twice.toBytes()).as("seed %d", seed).isEqualTo(expected.toByteArray());
        }
    }

    @Test
    void refuseTextThatIsTooLongAsAStreamDoes() {
        assertThatExceptionOfType(UTFDataFormatException.class)
                .isThrownBy(() -> new StateBytes(0).writeUTF("x".repeat(0x1_0000)));
    }

    private static void write(DataOutput out, Random random) throws IOException {
        for (int left = random.nextInt(60); left > 0; left--) {
            switch (random.nextInt(13)) {
                case 0 -> out.writeByte(random.nextInt());
                case 1 -> out.writeLong(random.nextLong());
                case 2 -> out.writeUTF("text \u00e4 \0 \u20ac " + random.nextInt());
                case 3 -> out.writeUTF("x".repeat(random.nextInt(100)));
                case 4 -> out.writeInt(random.nextInt());
                case 5 -> out.writeShort(random.nextInt());
                case 6 -> out.writeChar(random.nextInt());
                case 7 -> out.writeBoolean(random.nextBoolean());
                case 8 -> out.writeDouble(random.nextGaussian());
                case 9 -> out.writeFloat(random.nextFloat());
                case 10 -> out.writeBytes("bytes \u20ac");
                case 11 -> out.writeChars("characters \u20ac");
                default -> out.write(new byte[50], random.nextInt(25), random.nextInt(25));
            }
        }
    }
}
