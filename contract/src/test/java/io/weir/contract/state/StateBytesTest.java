package io.weir.contract.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StateBytesTest {

    @Test
    void areThoseOfAByteArrayOutputStream() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        StateBytes bytes = new StateBytes(random.nextInt(20));
        for (int round = 0; round < 50; round++) {
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            long each = random.nextLong();
            bytes.clear();
            write(new DataOutputStream(bytes), new Random(each));
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

    private static void write(DataOutputStream out, Random random) throws IOException {
        for (int left = random.nextInt(40); left > 0; left--) {
            switch (random.nextInt(4)) {
                case 0 -> out.writeByte(random.nextInt());
                case 1 -> out.writeLong(random.nextLong());
                case 2 -> out.writeUTF("text \u00e4 " + random.nextInt());
                default -> out.write(new byte[50], random.nextInt(25), random.nextInt(25));
            }
        }
    }
}
