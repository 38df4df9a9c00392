package io.weir.processing.batch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.state.StateBytes;
import io.weir.contract.topic.SourceOffsets;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeliveredBatchesTest {

    private static final String GATEWAY = "g1";
    private static final long EPOCH = -77;

    private DeliveredBatches batches = new DeliveredBatches();

    @Test
    void acceptsEachBatchOnce() {
        assertThat(take(0)).isTrue();
        assertThat(take(1)).isTrue();
        assertThat(take(0)).isFalse();
        assertThat(take(1)).isFalse();
        assertThat(take(2)).isTrue();
        assertThat(batches.takeMissing()).isZero();
    }

    @Test
    void acceptsABatchThatArrivesAfterItsSuccessor() {
        take(0);
        assertThat(take(2)).isTrue();
        assertThat(take(1)).isTrue();
        assertThat(take(1)).isFalse();
        batches.judge(EPOCH, 3, 0);
        assertThat(batches.takeMissing()).isZero();
    }

    @Test
    void countsMissingBatchesAtATick() {
        take(0);
        take(3);
        take(7);
        assertThat(batches.takeMissing()).isZero();
        batches.judge(EPOCH, 10, 0);
        assertThat(batches.takeMissing()).isEqualTo(7); // 1, 2, 4, 5, 6, 8, 9
        batches.judge(EPOCH, 10, 0);
        assertThat(batches.takeMissing()).isZero();
        batches.judge(EPOCH, 11, 0);
        assertThat(batches.takeMissing()).isEqualTo(1);
    }

    /**
     * A batch that was counted as missing may still arrive, for example from the spool of a dead
     * machine, and is new.
     */
    @Test
    void acceptsABatchThatWasCountedAsMissing() {
        take(0);
        batches.judge(EPOCH, 5, 0);
        assertThat(take(3)).isTrue();
        assertThat(take(3)).isFalse();
    }

    @Test
    void countsMissingBatchesBelowTheWindow() {
        take(0);
        take(2);
        take(Epoch.WINDOW);
        assertThat(batches.takeMissing()).isZero();
        take(Epoch.WINDOW + 1);
        assertThat(batches.takeMissing()).isEqualTo(1); // 1
        assertThat(take(1)).isFalse();
        take(10L * Epoch.WINDOW);
        assertThat(batches.takeMissing()).isEqualTo(10L * Epoch.WINDOW - Epoch.WINDOW + 1 - 5);
    }

    @Test
    void acceptsEachLineOfABatchInPartsOnce() throws IOException {
        take(0);
        assertThat(part(1, 0, 3, 9)).isZero();
        assertThat(part(1, 0, 3, 9)).isEqualTo(BatchLines.ALL);
        batches = restored(batches);
        assertThat(part(1, 0, 5, 9)).isEqualTo(3);
        batches.judge(EPOCH, 2, 0);
        assertThat(batches.takeMissing()).as("lines 5 to 8 are missing").isEqualTo(1);
        assertThat(part(1, 5, 4, 9)).isZero();
        assertThat(part(1, 5, 4, 9)).isEqualTo(BatchLines.ALL);
        assertThat(take(1)).isFalse();
    }

    @Test
    void acceptsTheRestOfAPartialBatch() {
        assertThat(part(7, 0, 3, 9)).isZero();
        assertThat(batches.take(GATEWAY, EPOCH, 7, 0, BatchLines.whole())).isEqualTo(3);
        assertThat(take(7)).isFalse();
    }

    private int part(long number, int first, int count, int total) {
        return batches.take(GATEWAY, EPOCH, number, 0, new BatchLines(first, count, total));
    }

    @Test
    void acceptsLinesOfALogOnceInAnyBatch() throws IOException {
        assertThat(takeFrom("a", "5,1*2")).isZero();
        batches = restored(batches);
        assertThat(takeFrom("a", "6*2,1")).as("6 was taken, 7 is new").isEqualTo(2);
        assertThat(takeFrom("a", "5,1*2,1")).as("all were taken").isEqualTo(4);
        assertThat(takeFrom("b", "5")).isZero();
        batches.expire(DeliveredBatches.KEPT_MILLIS + 1);
        assertThat(takeFrom("a", "7")).as("forgotten").isZero();
    }

    @Test
    void keepsABoundedNumberOfLogs() {
        for (int log = 0; log <= SourceProgress.LOGS; log++) {
            takeFrom("log" + log, "5");
        }
        assertThat(takeFrom("log1", "5")).isEqualTo(1);
        assertThat(takeFrom("log0", "5")).isZero();
    }

    private int takeFrom(String log, String offsets) {
        int lines = offsets.chars().map(each -> each == ',' ? 1 : 0).sum() + 1 + (offsets.contains("*2") ? 1 : 0);
        return batches.takeFrom(log, requireNonNull(SourceOffsets.parse(offsets, lines)), 0);
    }

    /** The loops of a gateway overtake each other. */
    @Test
    void acceptsABatchBelowTheFirstOfItsEpoch() {
        take(1_000_001);
        assertThat(take(1_000_000)).isTrue();
        assertThat(take(1_000_000)).isFalse();
        assertThat(take(1_000_001)).isFalse();
        assertThat(take(1_000_001 - Epoch.WINDOW)).isFalse();
    }

    /** Processing may have started after the gateway. */
    @Test
    void earlierBatchesAreNotMissing() {
        take(1_000_000);
        batches.judge(EPOCH, 1_000_001, 0);
        assertThat(batches.takeMissing()).isZero();
    }

    @Test
    void keepsTheLastEpochsOfEachGateway() {
        for (int epoch = 0; epoch <= DeliveredBatches.EPOCHS_OF_GATEWAY; epoch++) {
            take(GATEWAY, epoch, 0, 0);
        }
        take("other", 99, 0, 0);
        assertThat(take(GATEWAY, 1, 0, 0)).isFalse();
        assertThat(take("other", 99, 0, 0)).isFalse();
        assertThat(take(GATEWAY, 0, 0, 0)).isTrue(); // forgotten
    }

    @Test
    void keepsABoundedNumberOfGateways() {
        for (int gateway = 0; gateway <= DeliveredBatches.EPOCHS; gateway++) {
            take("g" + gateway, gateway, 0, 0);
        }
        assertThat(take("g1", 1, 0, 0)).isFalse();
        assertThat(take("g0", 0, 0, 0)).isTrue();
    }

    @Test
    void forgetsAnEpochAfterADayOfLogTime() {
        take(GATEWAY, 1, 0, 0);
        batches.expire(DeliveredBatches.KEPT_MILLIS);
        assertThat(take(GATEWAY, 1, 0, DeliveredBatches.KEPT_MILLIS)).isFalse();
        batches.expire(2 * DeliveredBatches.KEPT_MILLIS + 1);
        assertThat(take(GATEWAY, 1, 0, 2 * DeliveredBatches.KEPT_MILLIS + 1)).isTrue();
    }

    /**
     * Compares with sets, with batches lost, repeated and out of order, and with the state saved
     * and restored.
     */
    @Test
    void agreesWithAnOracle() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            batches = new DeliveredBatches();
            Map<Long, Set<Long>> received = new HashMap<>();
            long missing = 0;
            long expected = 0;
            Map<Long, Long> next = new HashMap<>();
            for (int step = 0; step < 2_000; step++) {
                long epoch = random.nextInt(3);
                Set<Long> ofEpoch = received.computeIfAbsent(epoch, none -> new HashSet<>(Set.of(0L)));
                if (next.putIfAbsent(epoch, 1L) == null) {
                    assertThat(take(GATEWAY, epoch, 0, 0)).isTrue();
                }
                long number = next.get(epoch);
                switch (random.nextInt(10)) {
                    case 0 -> { // lost
                        next.put(epoch, number + 1);
                        expected++;
                    }
                    case 1 -> { // repeated
                        long before = number - 1 - random.nextInt((int) Math.min(number, 100));
                        boolean wasReceived = ofEpoch.contains(before);
                        assertThat(take(GATEWAY, epoch, before, 0))
                                .as("seed %d round %d step %d", seed, round, step)
                                .isEqualTo(!wasReceived);
                        expected -= wasReceived ? 0 : 1;
                        ofEpoch.add(before);
                    }
                    case 2 -> batches = restored(batches);
                    default -> {
                        assertThat(take(GATEWAY, epoch, number, 0)).isTrue();
                        ofEpoch.add(number);
                        next.put(epoch, number + 1);
                    }
                }
                missing += batches.takeMissing();
            }
            for (Map.Entry<Long, Long> each : next.entrySet()) {
                batches.judge(each.getKey(), each.getValue(), 0);
            }
            missing += batches.takeMissing();
            assertThat(missing).as("seed %d round %d", seed, round).isEqualTo(expected);
        }
    }

    private static DeliveredBatches restored(DeliveredBatches batches) throws IOException {
        StateBytes bytes = new StateBytes(100);
        batches.write(bytes);
        DeliveredBatches restored = new DeliveredBatches();
        restored.read(new DataInputStream(new ByteArrayInputStream(bytes.toBytes())));
        return restored;
    }

    private boolean take(long number) {
        return take(GATEWAY, EPOCH, number);
    }

    private boolean take(String gateway, long epoch, long number) {
        return take(gateway, epoch, number, 0);
    }

    private boolean take(String gateway, long epoch, long number, long logMillis) {
        return batches.take(gateway, epoch, number, logMillis, BatchLines.whole()) == 0;
    }
}
