package io.weir.benchmarks.dirac;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * The range of a plot and the length of its steps, in seconds.
 *
 * @param from first second, a multiple of {@code step}
 * @param to the second after the last one
 */
record Span(long from, long to, long step) {
    /** Minutes of a step by the days of a plot: 168 to 360 steps. */
    private static final Map<Integer, Integer> STEP_MINUTES = Map.of(1, 5, 2, 10, 7, 60, 30, 120);

    /** The length of a step for a plot of so many days: 1, 2, 7 or 30. */
    static long step(int days) {
        return TimeUnit.MINUTES.toSeconds(STEP_MINUTES.getOrDefault(days, 0));
    }

    /** A range of so many days that begins anywhere in the history. */
    static Span random(WmsHistory history, int days, Random random) {
        long step = step(days);
        long length = TimeUnit.DAYS.toSeconds(days);
        int begins = Math.toIntExact((history.end() - history.begin() - length) / step + 1);
        long from = history.begin() + random.nextInt(begins) * step;
        return new Span(from, from + length, step);
    }

    /** The number of records of a group in a step. */
    long roundsPerStep() {
        return step / WmsHistory.ROUND_SECONDS;
    }
}
