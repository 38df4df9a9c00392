package io.weir.contract.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OncePerSecondTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** {@link System#nanoTime} may be negative. */
    private static final long BEGIN = -3 * SECOND;

    private final OncePerSecond once = new OncePerSecond(BEGIN);

    @Test
    void permitsTheFirstActionAtOnceAndTheNextAfterASecond() {
        assertThat(once.permits(BEGIN)).isTrue();
        assertThat(once.permits(BEGIN)).isFalse();
        assertThat(once.permits(BEGIN + SECOND - 1)).isFalse();
        assertThat(once.permits(BEGIN + SECOND)).isTrue();
    }

    @Test
    void aSecondBeginsWithThePermittedAction() {
        assertThat(once.permits(BEGIN + 5 * SECOND / 2)).isTrue();
        assertThat(once.permits(BEGIN + 3 * SECOND)).isFalse();
        assertThat(once.permits(BEGIN + 7 * SECOND / 2)).isTrue();
    }

    @Test
    void survivesTheOverflowOfTheClock() {
        OncePerSecond late = new OncePerSecond(Long.MAX_VALUE);
        assertThat(late.permits(Long.MAX_VALUE)).isTrue();
        assertThat(late.permits(Long.MAX_VALUE)).isFalse();
        assertThat(late.permits(Long.MAX_VALUE + SECOND - 1)).isFalse();
        assertThat(late.permits(Long.MAX_VALUE + SECOND)).isTrue();
    }

    /** The callers do not sleep before a round, so that they often compare with the same last action. */
    @Test
    void permitsOneOfConcurrentCallers() throws Exception {
        int threads = 2;
        int rounds = 100_000;
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger permitted = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Callable<Void> caller = () -> {
                for (int round = 0; round < rounds; round++) {
                    arrived.incrementAndGet();
                    while (arrived.get() < (round + 1) * threads) {
                        Thread.onSpinWait();
                    }
                    if (once.permits(BEGIN + round * SECOND)) {
                        permitted.incrementAndGet();
                    }
                }
                return null;
            };
            for (Future<Void> each : pool.invokeAll(Collections.nCopies(threads, caller))) {
                each.get();
            }
            assertThat(permitted).hasValue(rounds);
        } finally {
            pool.shutdownNow();
        }
    }
}
