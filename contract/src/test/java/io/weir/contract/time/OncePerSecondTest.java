package io.weir.contract.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
        assertThat(late.permits(Long.MAX_VALUE + SECOND - 1)).isFalse();
        assertThat(late.permits(Long.MAX_VALUE + SECOND)).isTrue();
    }

    @Test
    void permitsOneOfConcurrentCallers() throws Exception {
        int threads = 4;
        int rounds = 2_000;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier together = new CyclicBarrier(threads);
            Callable<Integer> caller = () -> {
                int permitted = 0;
                for (int round = 0; round < rounds; round++) {
                    together.await(10, TimeUnit.SECONDS);
                    permitted += once.permits(BEGIN + round * SECOND) ? 1 : 0;
                }
                return permitted;
            };
            List<Future<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                callers.add(pool.submit(caller));
            }
            int permitted = 0;
            for (Future<Integer> each : callers) {
                permitted += each.get();
            }
            assertThat(permitted).isEqualTo(rounds);
        } finally {
            pool.shutdownNow();
        }
    }
}
