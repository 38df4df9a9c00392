package io.weir.standalone.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The expected windows of one second for a series with the numbers 0, 1, 2 …, each with its
 * timestamp. For each post without an answer, the window may count the number once more, because it
 * was sent again with the same timestamp.
 */
record WindowOracle(List<Long> stamps, List<Integer> doubts) {

    private static final long WINDOW_MILLIS = 1_000;

    /** Minimum and maximum of the counts and sums of a window over all series. */
    record Sums(int series, long leastCount, long mostCount, long leastSum, long mostSum) {

        private boolean holds(Sums seen) {
            return seen.series == series
                    && seen.leastCount >= leastCount
                    && seen.mostCount <= mostCount
                    && seen.leastSum >= leastSum
                    && seen.mostSum <= mostSum;
        }

        boolean isExact() {
            return leastCount == mostCount;
        }

        /** Those of a window that is closed while its values arrive. */
        Sums cut() {
            return new Sums(series, 1, mostCount, 0, mostSum);
        }

        private Sums plus(long number, int doubts) {
            return new Sums(
                    series, leastCount + 1, mostCount + 1 + doubts, leastSum + number, mostSum + number * (1 + doubts));
        }
    }

    /** The same where a number that was sent again counts once. */
    WindowOracle withoutRepeats() {
        return new WindowOracle(stamps, Collections.nCopies(stamps.size(), 0));
    }

    /**
     * The windows by their start in milliseconds, without that of the last number, which nothing
     * closes.
     */
    Map<Long, Sums> expected(int series) {
        Map<Long, Sums> windows = new TreeMap<>();
        for (int number = 0; number < stamps.size() - 1; number++) {
            long begin = Math.floorDiv(stamps.get(number), WINDOW_MILLIS) * WINDOW_MILLIS;
            Sums before = windows.getOrDefault(begin, new Sums(series, 0, 0, 0, 0));
            windows.put(begin, before.plus(number, doubts.get(number)));
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
            if (found == null || !sums.holds(found)) {
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
