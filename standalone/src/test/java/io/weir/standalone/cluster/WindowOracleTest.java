package io.weir.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.standalone.cluster.WindowOracle.Sums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** The oracle finds each kind of mistake, made on purpose. */
class WindowOracleTest {
    private static final int SERIES = 3;

    private final long seed = Long.getLong("weir.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Long> stamps = new ArrayList<>();
    private final Map<Long, Sums> expected;

    WindowOracleTest() {
        long stamp = 1_700_000_000_000L;
        for (int number = 0; number < 500; number++) {
            stamp += 1 + random.nextInt(400);
            stamps.add(stamp);
        }
        expected = new WindowOracle(stamps, Collections.nCopies(500, 0)).expected(SERIES);
    }

    @Test
    void findsNothingWhereAllIsWell() {
        assertThat(WindowOracle.mistakes(expected, seen(number -> 1, 0))).isEmpty();
    }

    @Test
    void findsABatchThatWasSkipped() {
        int skipped = random.nextInt(499);
        assertThat(WindowOracle.mistakes(expected, seen(number -> number == skipped ? 0 : 1, 0)))
                .as("seed %d", seed)
                .hasSize(1);
    }

    @Test
    void findsABatchThatCountsTwice() {
        int doubled = random.nextInt(499);
        assertThat(WindowOracle.mistakes(expected, seen(number -> number == doubled ? 2 : 1, 0)))
                .as("seed %d", seed)
                .hasSize(1);
    }

    @Test
    void forgivesARepeatOnlyWhereNoAnswerCame() {
        int doubled = 1 + random.nextInt(498);
        List<Integer> doubts = new ArrayList<>(Collections.nCopies(500, 0));
        doubts.set(doubled, 1);
        Map<Long, Sums> forgiving = new WindowOracle(stamps, doubts).expected(SERIES);

        assertThat(WindowOracle.mistakes(forgiving, seen(number -> number == doubled ? 2 : 1, 0)))
                .isEmpty();
        assertThat(WindowOracle.mistakes(forgiving, seen(number -> 1, 0))).isEmpty();
        assertThat(WindowOracle.mistakes(forgiving, seen(number -> number == doubled ? 3 : 1, 0)))
                .as("seed %d", seed)
                .hasSize(1);
        assertThat(WindowOracle.mistakes(forgiving, seen(number -> number == doubled ? 0 : 1, 0)))
                .as("seed %d", seed)
                .hasSize(1);
    }

    @Test
    void forgivesAMissingNumberOnlyIfItWasAcceptedAfterTheGrace() {
        int late = 1 + random.nextInt(498);
        long grace = 5_000;
        List<Long> accepted = new ArrayList<>(stamps);
        List<Integer> doubts = Collections.nCopies(500, 0);
        accepted.set(late, stamps.get(late) / 1_000 * 1_000 + 1_000 + grace - 1);
        Map<Long, Sums> inTime =
                WindowOracle.of(stamps, doubts, accepted, grace).expected(SERIES);
        accepted.set(late, accepted.get(late) + 1);
        Map<Long, Sums> tooLate =
                WindowOracle.of(stamps, doubts, accepted, grace).expected(SERIES);

        Map<Long, Sums> without = seen(number -> number == late ? 0 : 1, 0);
        without.values().removeIf(sums -> sums.mostCount() == 0);
        assertThat(WindowOracle.mistakes(inTime, without)).as("seed %d", seed).hasSize(1);
        assertThat(WindowOracle.mistakes(tooLate, without)).as("seed %d", seed).isEmpty();
        assertThat(WindowOracle.mistakes(tooLate, seen(number -> 1, 0))).isEmpty();
        assertThat(WindowOracle.mistakes(tooLate, seen(number -> number == late ? 2 : 1, 0)))
                .as("seed %d", seed)
                .hasSize(1);
    }

    @Test
    void findsAMissingSeriesAndOneThatWasNeverSent() {
        for (int series : new int[] {SERIES - 1, SERIES + 1}) {
            Map<Long, Sums> all = seen(number -> 1, 0);
            all.replaceAll((begin, sums) -> with(series, sums));
            Map<Long, Sums> one = seen(number -> 1, 0);
            Long begin = List.copyOf(one.keySet()).get(random.nextInt(one.size()));
            one.computeIfPresent(begin, (unchanged, sums) -> with(series, sums));

            assertThat(WindowOracle.mistakes(expected, all)).hasSameSizeAs(expected.keySet());
            assertThat(WindowOracle.mistakes(expected, one)).as("seed %d", seed).hasSize(1);
        }
    }

    private static Sums with(int series, Sums sums) {
        return new Sums(series, sums.leastCount(), sums.mostCount(), sums.leastSum(), sums.mostSum());
    }

    @Test
    void findsAShiftedWindow() {
        assertThat(WindowOracle.mistakes(expected, seen(number -> 1, 1)))
                .as("seed %d", seed)
                .isNotEmpty();
    }

    /**
     * Windows in which each number counts {@code times} as often, and timestamps are
     * {@code laterMillis} later.
     */
    private Map<Long, Sums> seen(IntUnaryOperator times, long laterMillis) {
        Map<Long, Sums> windows = new TreeMap<>();
        for (int number = 0; number < stamps.size() - 1; number++) {
            long begin = (stamps.get(number) + laterMillis * 1_000) / 1_000 * 1_000;
            long count = times.applyAsInt(number);
            Sums before = windows.getOrDefault(begin, new Sums(SERIES, 0, 0, 0, 0));
            long counts = before.leastCount() + count;
            long sums = before.leastSum() + count * number;
            windows.put(begin, new Sums(SERIES, counts, counts, sums, sums));
        }
        return windows;
    }
}
