package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongSetTest {

    private final LongSet set = new LongSet();

    @Test
    void numbersDistinctLongsInTheirOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Long> oracle = new ArrayList<>(List.of(0L, -1L, Long.MIN_VALUE));
        oracle.forEach(set::add);
        for (int i = 0; i < 5_000; i++) {
            long member = random.nextInt(4) == 0 ? random.nextInt(64) * 1024L : random.nextLong();
            if (!oracle.contains(member)) {
                assertThat(set.find(member)).as("seed %d", seed).isEqualTo(-1);
                oracle.add(member);
            }
            assertThat(set.add(member)).as("seed %d", seed).isEqualTo(oracle.indexOf(member));
        }

        assertThat(set.size()).isEqualTo(oracle.size());
        for (int number = 0; number < oracle.size(); number++) {
            assertThat(set.member(number)).isEqualTo(oracle.get(number));
            assertThat(set.find(oracle.get(number))).isEqualTo(number);
        }
    }

    @Test
    void survives() throws IOException {
        set.add(7);
        set.add(-3);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        set.write(new DataOutputStream(bytes));
        LongSet restored = new LongSet();
        restored.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));

        assertThat(restored.size()).isEqualTo(2);
        assertThat(restored.find(7)).isZero();
        assertThat(restored.find(-3)).isEqualTo(1);
    }
}
