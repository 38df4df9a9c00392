package io.weir.gateway.collectd;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.fuzz.Damage;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class ReplayMemoryTest {
    private static final long SECOND = 1_000_000_000;
    private static final long WINDOW = 300 * SECOND;
    private static final long NOW = 1_790_000_000 * SECOND;
    private static final int PLENTY = 3 << 20;

    private final LongAdder forgottenEarly = new LongAdder();

    @Test
    void acceptsEveryPacketOnceInTwoWindows() {
        ReplayMemory memory = memory(PLENTY);
        long seed = Damage.seed();
        Random fingerprints = new Random(seed);
        Random replayed = new Random(seed);
        long end = NOW + 5 * WINDOW;
        for (long now = NOW; now < end; now += SECOND / 1000) {
            assertNew(memory, fingerprints.nextLong(), now);
            if (now >= NOW + 2 * WINDOW - SECOND) {
                assertKnown(memory, replayed.nextLong(), now);
            }
        }
        assertThat(forgottenEarly.sum()).isZero();
    }

    @Test
    void forgetsPacketsOutsideEveryWindow() {
        ReplayMemory memory = memory(PLENTY);
        assertNew(memory, 1, NOW);
        assertKnown(memory, 1, NOW + 2 * WINDOW);
        assertNew(memory, 2, NOW + 2 * WINDOW);
        assertNew(memory, 1, NOW + 4 * WINDOW);
        assertKnown(memory, 2, NOW + 4 * WINDOW);
        assertNew(memory, 1, NOW + 8 * WINDOW);
        assertNew(memory, 2, NOW + 8 * WINDOW);
        assertThat(forgottenEarly.sum()).isZero();
    }

    @Test
    void withoutRoomForgetsAndCountsTheOlderHalf() {
        ReplayMemory memory = memory(12);
        for (int packet = 1; packet <= 24; packet++) {
            assertNew(memory, packet, NOW);
        }
        for (int packet = 1; packet <= 24; packet++) {
            assertKnown(memory, packet, NOW);
        }
        assertThat(forgottenEarly.sum()).isZero();

        assertNew(memory, 25, NOW);
        assertThat(forgottenEarly.sum()).isEqualTo(12);
        for (int packet = 13; packet <= 25; packet++) {
            assertKnown(memory, packet, NOW);
        }
        assertNew(memory, 1, NOW);
    }

    @Test
    void aClockThatIsSetBackForgetsNothing() {
        ReplayMemory memory = memory(PLENTY);
        assertNew(memory, 1, NOW);
        assertNew(memory, 2, NOW - 10 * WINDOW);
        assertKnown(memory, 1, NOW - 10 * WINDOW);
        assertKnown(memory, 2, NOW);
    }

    @Test
    void ofManyLoopsOneTakesAPacket() throws InterruptedException {
        ReplayMemory memory = memory(PLENTY);
        int packets = 100_000;
        LongAdder taken = new LongAdder();
        ExecutorService loops = Executors.newFixedThreadPool(4);
        for (int loop = 0; loop < 4; loop++) {
            loops.execute(() -> {
                Random fingerprints = new Random(7);
                for (int i = 0; i < packets; i++) {
                    if (memory.isNew(fingerprints.nextLong(), NOW + i)) {
                        taken.increment();
                    }
                }
            });
        }
        loops.shutdown();
        assertThat(loops.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        assertThat(taken.sum()).isEqualTo(packets);
    }

    private ReplayMemory memory(int most) {
        return new ReplayMemory(WINDOW, most, forgottenEarly::add);
    }

    private static void assertNew(ReplayMemory memory, long fingerprint, long now) {
        check(memory, fingerprint, now, true);
    }

    private static void assertKnown(ReplayMemory memory, long fingerprint, long now) {
        check(memory, fingerprint, now, false);
    }

    private static void check(ReplayMemory memory, long fingerprint, long now, boolean isNew) {
        if (memory.isNew(fingerprint, now) != isNew) {
            throw new AssertionError("packet " + fingerprint + " at second " + (now - NOW) / SECOND
                    + (isNew ? " was known" : " was taken once more"));
        }
    }
}
