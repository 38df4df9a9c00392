package io.weir.contract.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SeriesTableTest {

    /** A poor hash on purpose: removal is hardest in long probe sequences. */
    private static long poorHash(String key) {
        return key.hashCode() & 0xf0;
    }

    @Test
    void behavesLikeAMapUnderRandomChanges() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
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
    void expectsTheFormerNextSeriesUnlessReleased() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        SeriesTable<String> table = new SeriesTable<>();
        int found = 0;
        for (int step = 0; step < 20_000; step++) {
            int next = random.nextInt(20) == 0 ? random.nextInt(400) : step % 400;
            byte[] key = ("series" + next).getBytes(UTF_8);
            int known = table.find(key);
            if (Arrays.equals(table.expected(), key)) {
                assertThat(table.cameAsExpected())
                        .as("seed %d step %d", seed, step)
                        .isEqualTo(known);
                found++;
            } else {
                table.came(known < 0 ? table.add(key, "value") : known);
            }
            if (random.nextInt(50) == 0) {
                table.remove(random.nextInt(table.slotLimit()));
            }
        }
        assertThat(found).as("seed %d", seed).isGreaterThan(10_000);
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

    @Test
    void behavesLikeAnArrayOfSlots() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        Restored restored = new Restored();
        for (int step = 0; step < 5_000; step++) {
            int slot = random.nextInt(300);
            String key = "series" + random.nextInt(400);
            switch (random.nextInt(100)) {
                case 0 -> restored.clear();
                case 1 -> restored.release(Integer.toString(random.nextInt(10)));
                default -> restored.move(slot, key);
            }
            restored.check("seed " + seed + " step " + step);
        }
    }

    /** A table with a plain array as the model of its slots. */
    private static final class Restored {

        private final String[] slots = new String[300];
        private final List<String> freeing = new ArrayList<>();
        private final List<String> expectedFreeing = new ArrayList<>();
        private final SeriesTable<String> table = new SeriesTable<>(this::freeing);

        private void freeing(int slot) {
            assertThat(table.key(slot)).asString(UTF_8).isEqualTo(table.value(slot));
            freeing.add(slot + " " + table.value(slot));
        }

        private void free(int slot) {
            expectedFreeing.add(slot + " " + slots[slot]);
            slots[slot] = null;
        }

        void move(int slot, String key) {
            if (slots[slot] != null) {
                table.remove(slot);
                free(slot);
            }
            table.move(slot, key.getBytes(UTF_8), key);
            int elsewhere = Arrays.asList(slots).indexOf(key);
            if (elsewhere >= 0) {
                free(elsewhere);
            }
            slots[slot] = key;
        }

        void release(String suffix) {
            List<Integer> freed = new ArrayList<>();
            table.release(slot -> table.value(slot).endsWith(suffix), freed::add);
            for (int slot = slots.length - 1; slot >= 0; slot--) {
                if (slots[slot] != null && slots[slot].endsWith(suffix)) {
                    assertThat(freed.remove(0)).isEqualTo(slot);
                    free(slot);
                }
            }
            assertThat(freed).isEmpty();
        }

        void clear() {
            table.clear();
            for (int slot = slots.length - 1; slot >= 0; slot--) {
                if (slots[slot] != null) {
                    free(slot);
                }
            }
        }

        void check(String when) {
            int size = 0;
            for (int slot = 0; slot < slots.length; slot++) {
                assertThat(table.isUsed(slot)).as(when).isEqualTo(slots[slot] != null);
                if (slots[slot] != null) {
                    assertThat(table.find(slots[slot].getBytes(UTF_8))).as(when).isEqualTo(slot);
                    assertThat(table.value(slot)).as(when).isEqualTo(slots[slot]);
                    size++;
                }
            }
            assertThat(table.size()).as(when).isEqualTo(size);
            assertThat(freeing).as(when).isEqualTo(expectedFreeing);
            freeing.clear();
            expectedFreeing.clear();
        }
    }

    @Test
    void readsTheKeyThatItWrote() throws IOException {
        SeriesTable<String> table = new SeriesTable<>();
        int slot = table.add("cpu,host=a".getBytes(UTF_8), "value");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        table.writeKey(slot, new DataOutputStream(bytes));

        assertThat(bytes.size()).isEqualTo(Integer.BYTES + 10);
        assertThat(SeriesTable.readKey(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
                .asString(UTF_8)
                .isEqualTo("cpu,host=a");
    }
}
