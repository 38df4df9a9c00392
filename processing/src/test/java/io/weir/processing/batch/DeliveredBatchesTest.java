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
        assertThat(accept(0)).isTrue();
        assertThat(accept(1)).isTrue();
        assertThat(accept(0)).isFalse();
        assertThat(accept(1)).isFalse();
        assertThat(accept(2)).isTrue();
        assertThat(batches.takeMissing()).isZero();
    }

    @Test
    void acceptsABatchThatArrivesAfterItsSuccessor() {
        accept(0);
        assertThat(accept(2)).isTrue();
        assertThat(accept(1)).isTrue();
        assertThat(accept(1)).isFalse();
        batches.judge(EPOCH, 3, 0);
        assertThat(batches.takeMissing()).isZero();
    }

    @Test
    void countsMissingBatchesAtATick() {
        accept(0);
        accept(3);
        accept(7);
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
        accept(0);
        batches.judge(EPOCH, 5, 0);
        assertThat(accept(3)).isTrue();
        assertThat(accept(3)).isFalse();
    }

    @Test
    void countsMissingBatchesBelowTheWindow() {
        accept(0);
        accept(2);
        accept(Epoch.WINDOW);
        assertThat(batches.takeMissing()).isZero();
        accept(Epoch.WINDOW + 1);
        assertThat(batches.takeMissing()).isEqualTo(1); // 1
        assertThat(accept(1)).isFalse();
        accept(10L * Epoch.WINDOW);
        assertThat(batches.takeMissing()).isEqualTo(10L * Epoch.WINDOW - Epoch.WINDOW + 1 - 5);
    }

    @Test
    void acceptsEachLineOfABatchInPartsOnce() throws IOException {
        accept(0);
        assertThat(part(1, 0, 3, 9)).isZero();
        assertThat(part(1, 0, 3, 9)).isEqualTo(BatchLines.ALL);
        batches = restored(batches);
        assertThat(part(1, 0, 5, 9)).isEqualTo(3);
        batches.judge(EPOCH, 2, 0);
        assertThat(batches.takeMissing()).as("lines 5 to 8 are missing").isEqualTo(1);
        assertThat(part(1, 5, 4, 9)).isZero();
        assertThat(part(1, 5, 4, 9)).isEqualTo(BatchLines.ALL);
        assertThat(accept(1)).isFalse();
    }

    @Test
    void acceptsTheRestOfAPartialBatch() {
        assertThat(part(7, 0, 3, 9)).isZero();
        assertThat(batches.accept(GATEWAY, EPOCH, 7, 0, BatchLines.whole())).isEqualTo(3);
        assertThat(accept(7)).isFalse();
    }

    private int part(long number, int first, int count, int total) {
        return batches.accept(GATEWAY, EPOCH, number, 0, new BatchLines(first, count, total));
    }

    @Test
    void acceptsLinesOfALogOnceInAnyBatch() throws IOException {
        assertThat(acceptFrom("a", "5,1*2")).isZero();
        batches = restored(batches);
        assertThat(acceptFrom("a", "6*2,1")).as("6 was accepted, 7 is new").isEqualTo(2);
        assertThat(acceptFrom("a", "5,1*2,1")).as("all were accepted").isEqualTo(4);
        assertThat(acceptFrom("b", "5")).isZero();
        batches.expire(DeliveredBatches.KEPT_MILLIS + 1);
        assertThat(acceptFrom("a", "7")).as("forgotten").isZero();
    }

    @Test
    void keepsABoundedNumberOfLogs() {
        for (int log = 0; log <= SourceProgress.LOGS; log++) {
            acceptFrom("log" + log, "5");
        }
        assertThat(acceptFrom("log1", "5")).isEqualTo(1);
        assertThat(acceptFrom("log0", "5")).isZero();
    }

    private int acceptFrom(String log, String offsets) {
        int lines = offsets.chars().map(each -> each == ',' ? 1 : 0).sum() + 1 + (offsets.contains("*2") ? 1 : 0);
        return batches.acceptFrom(log, requireNonNull(SourceOffsets.parse(offsets, lines)), 0);
    }

    /** The loops of a gateway overtake each other. */
    @Test
    void acceptsABatchBelowTheFirstOfItsEpoch() {
        accept(1_000_001);
        assertThat(accept(1_000_000)).isTrue();
        assertThat(accept(1_000_000)).isFalse();
        assertThat(accept(1_000_001)).isFalse();
        assertThat(accept(1_000_001 - Epoch.WINDOW)).isFalse();
    }

    /** Processing may have started after the gateway. */
    @Test
    void earlierBatchesAreNotMissing() {
        accept(1_000_000);
        batches.judge(EPOCH, 1_000_001, 0);
        assertThat(batches.takeMissing()).isZero();
    }

    @Test
    void keepsTheLastEpochsOfEachGateway() {
        for (int epoch = 0; epoch <= DeliveredBatches.EPOCHS_OF_GATEWAY; epoch++) {
            accept(GATEWAY, epoch, 0, 0);
        }
        accept("other", 99, 0, 0);
        assertThat(accept(GATEWAY, 1, 0, 0)).isFalse();
        assertThat(accept("other", 99, 0, 0)).isFalse();
        assertThat(accept(GATEWAY, 0, 0, 0)).isTrue(); // forgotten
    }

    @Test
    void keepsABoundedNumberOfGateways() {
        for (int gateway = 0; gateway <= DeliveredBatches.EPOCHS; gateway++) {
            accept("g" + gateway, gateway, 0, 0);
        }
        assertThat(accept("g1", 1, 0, 0)).isFalse();
        assertThat(accept("g0", 0, 0, 0)).isTrue();
    }

    @Test
    void forgetsAnEpochAfterADayOfLogTime() {
        accept(GATEWAY, 1, 0, 0);
        batches.expire(DeliveredBatches.KEPT_MILLIS);
        assertThat(accept(GATEWAY, 1, 0, DeliveredBatches.KEPT_MILLIS)).isFalse();
        batches.expire(2 * DeliveredBatches.KEPT_MILLIS + 1);
        assertThat(accept(GATEWAY, 1, 0, 2 * DeliveredBatches.KEPT_MILLIS + 1)).isTrue();
    }

    /**
     * Compares with sets, with batches lost, repeated and out of order, and with the state saved
     * and restored.
     */
    @Test
    void agreesWithAnOracle() throws IOException {
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
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
                    assertThat(accept(GATEWAY, epoch, 0, 0)).isTrue();
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
                        assertThat(accept(GATEWAY, epoch, before, 0))
                                .as("seed %d round %d step %d", seed, round, step)
                                .isEqualTo(!wasReceived);
                        expected -= wasReceived ? 0 : 1;
                        ofEpoch.add(before);
                    }
                    case 2 -> batches = restored(batches);
                    default -> {
                        assertThat(accept(GATEWAY, epoch, number, 0)).isTrue();
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

    private boolean accept(long number) {
        return accept(GATEWAY, EPOCH, number);
    }

    private boolean accept(String gateway, long epoch, long number) {
        return accept(gateway, epoch, number, 0);
    }

    private boolean accept(String gateway, long epoch, long number, long logMillis) {
        return batches.accept(gateway, epoch, number, logMillis, BatchLines.whole()) == 0;
    }
}
