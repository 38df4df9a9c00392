package io.weir.standalone.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The expected windows of one second for a series with the numbers 0, 1, 2 …, each with its
 * timestamp. For each post without an answer, the window may count the number once more, because it
 * was sent again with the same timestamp. It may lack a number that arrived after the grace.
 */
record WindowOracle(List<Long> stamps, List<Integer> doubts, List<Boolean> late) {

    private static final long WINDOW_MILLIS = 1_000;

    /** All numbers arrived within the grace. */
    WindowOracle(List<Long> stamps, List<Integer> doubts) {
        this(stamps, doubts, Collections.nCopies(stamps.size(), false));
    }

    /** A number may be late that was accepted after the end and the grace of its window. */
    static WindowOracle of(List<Long> stamps, List<Integer> doubts, List<Long> acceptedMillis, long graceMillis) {
        List<Boolean> late = new ArrayList<>();
        for (int number = 0; number < stamps.size(); number++) {
            late.add(acceptedMillis.get(number) >= begin(stamps.get(number)) + WINDOW_MILLIS + graceMillis);
        }
        return new WindowOracle(stamps, doubts, late);
    }

    private static long begin(long stamp) {
        return Math.floorDiv(stamp, WINDOW_MILLIS) * WINDOW_MILLIS;
    }

    /** Minimum and maximum of the counts and sums of a window over all series. */
    record Sums(int series, long leastCount, long mostCount, long leastSum, long mostSum) {

        private boolean holds(@Nullable Sums seen) {
            if (seen == null) {
                return mayBeMissing();
            }
            return (seen.series == series || (seen.series < series && mayBeMissing()))
                    && seen.leastCount >= leastCount
                    && seen.mostCount <= mostCount
                    && seen.leastSum >= leastSum
                    && seen.mostSum <= mostSum;
        }

        boolean isExact() {
            return leastCount == mostCount;
        }

        /** Whether all its values may have arrived too late. */
        boolean mayBeMissing() {
            return leastCount == 0;
        }

        /** The sums of a window that is closed while its values arrive. */
        Sums cut() {
            return new Sums(series, Math.min(leastCount, 1), mostCount, 0, mostSum);
        }

        private Sums plus(long number, int doubts, boolean isLate) {
            return new Sums(
                    series,
                    leastCount + (isLate ? 0 : 1),
                    mostCount + 1 + doubts,
                    leastSum + (isLate ? 0 : number),
                    mostSum + number * (1 + doubts));
        }
    }

    /** The same where a number that was sent again counts once. */
    WindowOracle withoutRepeats() {
        return new WindowOracle(stamps, Collections.nCopies(stamps.size(), 0), late);
    }

    /**
     * The windows by their start in milliseconds, without that of the last number, which nothing
     * closes.
     */
    Map<Long, Sums> expected(int series) {
        Map<Long, Sums> windows = new TreeMap<>();
        for (int number = 0; number < stamps.size() - 1; number++) {
            long begin = begin(stamps.get(number));
            Sums before = windows.getOrDefault(begin, new Sums(series, 0, 0, 0, 0));
            windows.put(begin, before.plus(number, doubts.get(number), late.get(number)));
        }
        return windows;
    }

    /** The windows that differ. */
    static <K extends Comparable<K>> List<String> differences(Map<K, String> expected, Map<K, String> seen) {
        return Stream.concat(expected.keySet().stream(), seen.keySet().stream())
                .distinct()
                .sorted()
                .filter(begin -> !Objects.equals(expected.get(begin), seen.get(begin)))
                .map(begin -> begin + ": " + seen.get(begin) + " instead of " + expected.get(begin))
                .toList();
    }

    /** The differences from the expected windows: missing, wrong, or never sent. */
    static List<String> mistakes(Map<Long, Sums> expected, Map<Long, Sums> seen) {
        List<String> mistakes = new ArrayList<>();
        expected.forEach((begin, sums) -> {
            Sums found = seen.get(begin);
            if (!sums.holds(found)) {
                mistakes.add(begin + ": " + found + " instead of " + sums);
            }
        });
        seen.forEach((begin, sums) -> {
            if (!expected.containsKey(begin)) {
                mistakes.add(begin + ": " + sums + " of nothing that was sent");
            }
        });
        return mistakes;
    }
}
