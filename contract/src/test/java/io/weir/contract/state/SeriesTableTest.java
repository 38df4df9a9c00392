package io.weir.contract.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesTableTest {

    /** A poor hash on purpose: long probe sequences are where removal goes wrong. */
    private static long poorHash(String key) {
        return key.hashCode() & 0xf0;
    }

    @Test
    void findsWhatAMapFindsUnderRandomAddsAndRemoves() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        SeriesTable<String> table = new SeriesTable<>();
        Map<String, Integer> oracle = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            String key = "series" + random.nextInt(400);
            byte[] bytes = key.getBytes(UTF_8);
            int slot = table.find(bytes, 0, bytes.length, poorHash(key));
            assertThat(slot).as("seed %d step %d", seed, step).isEqualTo(oracle.getOrDefault(key, -1));
            if (slot < 0) {
                oracle.put(key, table.add(bytes, poorHash(key), key));
            } else if (random.nextBoolean()) {
                table.remove(slot);
                oracle.remove(key);
            } else {
                assertThat(table.value(slot)).isEqualTo(key);
            }
            assertThat(table.size()).isEqualTo(oracle.size());
        }
        assertThat(oracle.values()).doesNotHaveDuplicates();
    }

    @Test
    void usesTheLowestFreeSlotAgain() {
        SeriesTable<String> table = new SeriesTable<>();
        for (String key : List.of("a", "b", "c")) {
            table.add(key.getBytes(UTF_8), poorHash(key), key);
        }

        table.remove(1);

        assertThat(table.isUsed(1)).isFalse();
        assertThat(table.add("d".getBytes(UTF_8), poorHash("d"), "d")).isEqualTo(1);
    }
}
