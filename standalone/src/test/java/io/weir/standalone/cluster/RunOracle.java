package io.weir.standalone.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The expected totals of runs. Every line counts in the run in which it was sent, because nothing is
 * sent while the run changes. For each post without an answer, it may count once more.
 */
final class RunOracle {

    private RunOracle() {}

    /** A line with a positive value; {@code doubts} is how often it was posted without an answer. */
    record Line(String run, String host, long value, int doubts) {}

    /** A run, from the record of its begin to the record of its end. */
    record Run(String name, long beginMillis, long endMillis) {

        private double seconds() {
            return (endMillis - beginMillis) / 1_000.0;
        }
    }

    /** The result of a host in a run, with its timestamp. */
    record Total(String run, String host, long millis, long sum, long max, double seconds) {}

    private static final class Bounds {
        private long least;
        private long most;
        private long max;
    }

    /** The totals that differ from the permitted ones. Every host has sent something in every run. */
    static List<String> mistakes(List<Line> lines, List<String> hosts, List<Run> runs, List<Total> totals) {
        Map<String, Bounds> sums = new HashMap<>();
        for (Line line : lines) {
            Bounds bounds = sums.computeIfAbsent(key(line.run, line.host), unseen -> new Bounds());
            bounds.least += line.value;
            bounds.most += line.value * (1 + line.doubts);
            bounds.max = Math.max(bounds.max, line.value);
        }
        Map<String, List<Total>> seen = new TreeMap<>();
        totals.forEach(total -> seen.computeIfAbsent(key(total.run, total.host), unseen -> new ArrayList<>())
                .add(total));
        List<String> mistakes = new ArrayList<>();
        for (Run run : runs) {
            for (String host : hosts) {
                List<Total> its = seen.getOrDefault(key(run.name, host), List.of());
                seen.remove(key(run.name, host));
                Bounds sum = sums.getOrDefault(key(run.name, host), new Bounds());
                if (its.size() != 1 || !isRight(its.get(0), run, sum)) {
                    mistakes.add(run + " of " + host + ": " + its + " instead of a sum from " + sum.least + " to "
                            + sum.most + ", max " + sum.max);
                }
            }
        }
        seen.forEach((key, its) -> mistakes.add(its + " of no run"));
        return mistakes;
    }

    private static boolean isRight(Total total, Run run, Bounds sum) {
        return total.millis == run.endMillis
                && total.seconds == run.seconds()
                && total.sum >= sum.least
                && total.sum <= sum.most
                && total.max == sum.max;
    }

    private static String key(String run, String host) {
        return run + " " + host;
    }
}
