package io.weir.contract.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;

/**
 * Simulates a crash at any moment of a checkpoint with several tiers. The changelog then contains
 * all blocks of the last commit. Of the interrupted checkpoint it contains the tiers in the order
 * of sending: first complete ones, then a partial one, then none. The output after the crash must
 * equal that of an uninterrupted run.
 */
class TierCrashModelTest {

    private static final int RECORDS = 60;
    private static final int TIER_BITS = 26;
    private static final List<Integer> AS_SENT = List.of(2, 1, 0);

    /** The effect of one record: the sums that were forwarded, and the blocks saved after it. */
    private record Effect(Map<String, Long> told, List<TestRecord<byte[], byte[]>> changelog) {}

    @Test
    void resumedRunsEqualAnUninterruptedRun() {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 10; round++) {
            List<byte[]> inputs = inputs(random);
            List<Effect> reference = uninterrupted(inputs);
            for (int crash = 0; crash < 20; crash++) {
                assertThat(crashed(inputs, reference, AS_SENT, random))
                        .as("seed %d round %d crash %d", seed, round, crash)
                        .isEqualTo(told(reference));
            }
        }
    }

    /** Proves that the test above can fail: it does if the tiers are sent in reverse order. */
    @Test
    void savingUpstreamFirstWouldDiffer() {
        List<Integer> reversed = new ArrayList<>(AS_SENT);
        Collections.reverse(reversed);
        Random random = new Random(1);
        List<byte[]> inputs = inputs(random);
        List<Effect> reference = uninterrupted(inputs);
        int different = 0;
        for (int crash = 0; crash < 20; crash++) {
            different += crashed(inputs, reference, reversed, random).equals(told(reference)) ? 0 : 1;
        }
        assertThat(different).isPositive();
    }

    /** Verifies an assumption of the model above. The first record claims the changelog. */
    @Test
    void sendsTheLastTierFirst() {
        try (Rig rig = new Rig()) {
            List<Integer> tiers =
                    rig.apply(ChainProcessor.record(new int[] {1, 219}, new long[] {5, 7})).changelog.stream()
                            .map(record -> number(record) < 0 ? -1 : number(record) >>> TIER_BITS)
                            .toList();

            assertThat(tiers).containsExactly(-1, 2, 2, 1, 1, 0, 0, -1);
        }
    }

    private static Map<String, Long> crashed(
            List<byte[]> inputs, List<Effect> reference, List<Integer> order, Random random) {
        int committed = random.nextInt(inputs.size());
        int checkpointed = committed + random.nextInt(inputs.size() - committed);
        Map<String, Long> told = told(reference.subList(0, checkpointed));
        try (Rig rig = new Rig()) {
            rig.restart(committed, new byte[0]);
            restore(rig.store(), reference, committed, checkpointed, order, random);
            for (byte[] input : inputs.subList(committed, inputs.size())) {
                rig.apply(input).told.forEach(told::putIfAbsent);
            }
        }
        return told;
    }

    private static void restore(
            BlockStore<ChainStates> store,
            List<Effect> reference,
            int committed,
            int checkpointed,
            List<Integer> order,
            Random random) {
        Map<Integer, byte[]> atCommit = changelog(reference.subList(0, committed));
        Map<Integer, byte[]> later = changelog(reference.subList(0, checkpointed));
        int cut = random.nextInt(order.size());
        later.forEach((key, value) -> {
            int sent = order.indexOf(key >>> TIER_BITS);
            boolean landed = sent < cut || (sent == cut && random.nextBoolean());
            byte[] survived = landed ? value : atCommit.get(key);
            if (survived != null) {
                store.restore(ByteBuffer.allocate(Integer.BYTES).putInt(key).array(), survived);
            }
        });
    }

    private static Map<Integer, byte[]> changelog(List<Effect> effects) {
        Map<Integer, byte[]> latest = new TreeMap<>();
        for (Effect effect : effects) {
            for (TestRecord<byte[], byte[]> record : effect.changelog) {
                if (number(record) >= 0) {
                    latest.put(number(record), record.value());
                }
            }
        }
        return latest;
    }

    private static int number(TestRecord<byte[], byte[]> record) {
        return ByteBuffer.wrap(record.key()).getInt();
    }

    private static List<Effect> uninterrupted(List<byte[]> inputs) {
        try (Rig rig = new Rig()) {
            return inputs.stream().map(rig::apply).toList();
        }
    }

    private static Map<String, Long> told(List<Effect> effects) {
        Map<String, Long> told = new TreeMap<>();
        effects.forEach(effect -> told.putAll(effect.told));
        return told;
    }

    private static List<byte[]> inputs(Random random) {
        List<byte[]> inputs = new ArrayList<>();
        for (int i = 0; i < RECORDS; i++) {
            int pairs = random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(40);
            int[] links = random.ints(pairs, 0, ChainStates.LINKS).toArray();
            inputs.add(ChainProcessor.record(links, random.longs(pairs, 0, 1000).toArray()));
        }
        inputs.add(new byte[0]);
        return inputs;
    }

    private static final class Rig extends StoreRig<ChainStates> {

        Rig() {
            super(ChainStates::new, ChainProcessor::new, "out");
        }

        Effect apply(byte[] value) {
            pipe(value);
            Map<String, Long> told = new TreeMap<>();
            for (TestRecord<byte[], byte[]> record : output("out")) {
                ByteBuffer key = ByteBuffer.wrap(record.key());
                told.put(
                        key.getLong() + "/" + key.getInt(),
                        ByteBuffer.wrap(record.value()).getLong());
            }
            return new Effect(told, sent());
        }
    }
}
