package io.weir.standalone.crash;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Random lines of hosts that are silent for some windows, and send some points again with another
 * value. Knows the expected windows of groups, in which the last point counts and the values of silent
 * hosts are held, and those of a rule over these windows.
 */
final class HeldLines {

    private static final String GROUPS = "held_groups";
    private static final String CHAIN = "held_chain";

    private static final int SERIES_PER_PARTITION = 24;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** How long the stamp of a point is in time. */
    private static final long IN_TIME = 500 * NANOS_PER_MILLI;

    private static final long WINDOW = 200 * NANOS_PER_MILLI;
    private static final long HOLD = 600 * NANOS_PER_MILLI;
    private static final long CHAIN_WINDOW = 400 * NANOS_PER_MILLI;
    private static final long CHAIN_HOLD = 800 * NANOS_PER_MILLI;

    private final Random random;

    /** The values by group, series and timestamp. */
    private final Map<String, Map<String, NavigableMap<Long, Long>>> sent = new TreeMap<>();

    /** The result of a window; without sources, the group is empty. */
    private static final class Result {
        private long sum;
        private long sources;
        private long held;
        private long samples;

        private void add(long value, long values) {
            sum += value;
            sources++;
            held += values == 0 ? 1 : 0;
            samples += values;
        }
    }

    HeldLines(Random random) {
        this.random = random;
    }

    /**
     * The next line.
     *
     * @param millis the time of the record
     * @param nanos a timestamp that is in time, and unique
     */
    String next(int partition, long millis, long nanos) {
        int number = random.nextInt(SERIES_PER_PARTITION);
        // One group has so few hosts that it is sometimes empty.
        String group = "group=g" + (number == 0 ? 0 : 1 + number % 2);
        String series = group + ",host=p" + partition + "-" + number;
        NavigableMap<Long, Long> points = sent.computeIfAbsent(group, unseen -> new HashMap<>())
                .computeIfAbsent(series, unseen -> new TreeMap<>());
        boolean mayRepeat = !points.isEmpty() && points.lastKey() > millis * NANOS_PER_MILLI - IN_TIME;
        long timestamp = mayRepeat && random.nextInt(3) == 0 ? points.lastKey() : nanos;
        long value = random.nextInt(1_000);
        points.put(timestamp, value);
        return "feed,%s value=%di %d\n".formatted(series, value, timestamp);
    }

    /** Values by series, timestamp and field. */
    Map<String, Long> expected() {
        Map<String, Long> all = new HashMap<>();
        Map<String, NavigableMap<Long, Long>> sums = new HashMap<>();
        sent.forEach((group, series) -> windows(series.values(), WINDOW, HOLD).forEach((start, result) -> {
            put(all, GROUPS + "," + group + " " + start + " ", "value", result);
            if (result.sources > 0) {
                sums.computeIfAbsent(group, unseen -> new TreeMap<>()).put(start, result.sum);
            }
        }));
        windows(sums.values(), CHAIN_WINDOW, CHAIN_HOLD)
                .forEach((start, result) -> put(all, CHAIN + " " + start + " ", "value_sum", result));
        return all;
    }

    /** The windows of a group by their start. After those with sources, one says that it is empty. */
    private static SortedMap<Long, Result> windows(
            Collection<NavigableMap<Long, Long>> series, long window, long hold) {
        SortedMap<Long, Result> windows = new TreeMap<>();
        for (NavigableMap<Long, Long> points : series) {
            long first = Math.floorDiv(points.firstKey(), window) * window;
            for (long start = first; start <= points.lastKey() + hold; start += window) {
                SortedMap<Long, Long> here = points.subMap(start, start + window);
                Map.Entry<Long, Long> last = points.lowerEntry(start + window);
                if (!here.isEmpty() || start - last.getKey() <= hold) {
                    windows.computeIfAbsent(start, unseen -> new Result()).add(last.getValue(), here.size());
                }
            }
        }
        for (long start : windows.keySet().toArray(Long[]::new)) {
            windows.putIfAbsent(start + window, new Result());
        }
        return windows;
    }

    private static void put(Map<String, Long> to, String window, String field, Result result) {
        if (result.sources > 0) {
            to.put(window + field + "_sum", result.sum);
        }
        to.put(window + field + "_count", result.sources);
        to.put(window + "sources", result.sources);
        to.put(window + "held", result.held);
        to.put(window + "samples", result.samples);
    }
}
