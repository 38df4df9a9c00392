package io.weir.standalone.crash;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Random lines of which some are late on purpose: their window has closed in their partition, and
 * can still be revised. Knows the expected first and revised results.
 */
final class LateLines {

    /** In the key of a value of a revised result. */
    static final String REVISED = " revised";

    private static final int GROUPS = 3;
    private static final int SERIES_PER_PARTITION = 30;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int MOST_LATE_SECONDS = 8;

    private final Random random;
    private final Map<Window, Total> first = new TreeMap<>();
    private final Map<Window, Total> revised = new TreeMap<>();
    private final Set<Window> late = new HashSet<>();
    private final Map<String, Long> ofSeries = new HashMap<>();

    private record Window(String group, long begin) implements Comparable<Window> {

        private Window next() {
            return new Window(group, begin + NANOS_PER_SECOND);
        }

        private String point() {
            return "late_groups,group=" + group + " " + begin + " ";
        }

        @Override
        public int compareTo(Window other) {
            return point().compareTo(other.point());
        }
    }

    private static final class Total {
        private final Set<String> series = new HashSet<>();
        private long sum;
        private long count;

        private void add(String line, long value) {
            series.add(line);
            sum += value;
            count++;
        }
    }

    LateLines(Random random) {
        this.random = random;
    }

    /**
     * The next line.
     *
     * @param nanos a timestamp that is in time, and unique
     * @param tickMillis the newest tick of the partition: windows that ended two seconds before have
     * closed
     */
    String next(int partition, long nanos, long tickMillis) {
        int number = random.nextInt(SERIES_PER_PARTITION);
        String group = "g" + number % GROUPS;
        String series = "group=" + group + ",host=p" + partition + "-" + number;
        long value = random.nextInt(1_000);
        long closedUntil = (tickMillis / 1_000 - 2) * NANOS_PER_SECOND;
        long earlier = closedUntil
                - (1 + random.nextInt(MOST_LATE_SECONDS)) * NANOS_PER_SECOND
                + Math.floorMod(nanos, NANOS_PER_SECOND);
        Window closed = new Window(group, begin(earlier));
        boolean isLate = random.nextInt(4) == 0 && first.containsKey(closed);
        long timestamp = isLate ? earlier : nanos;
        Window window = isLate ? closed : new Window(group, begin(nanos));
        if (isLate) {
            late.add(window);
        } else {
            total(first, window).add(series, value);
        }
        total(revised, window).add(series, value);
        String point = "late_each," + series + " " + window.begin + " ";
        ofSeries.merge(point + "value_sum", value, Long::sum);
        ofSeries.merge(point + "value_count", 1L, Long::sum);
        return "late,%s value=%di %d\n".formatted(series, value, timestamp);
    }

    private static Total total(Map<Window, Total> windows, Window window) {
        return windows.computeIfAbsent(window, unseen -> new Total());
    }

    private static long begin(long nanos) {
        return Math.floorDiv(nanos, NANOS_PER_SECOND) * NANOS_PER_SECOND;
    }

    /**
     * Values by series, timestamp and field. Of the windows of a series, the final ones: whether
     * they were revised depends on when the silent series has noticed that its window has ended.
     */
    Map<String, Long> expected() {
        Map<String, Long> all = new HashMap<>(ofSeries);
        first.forEach((window, total) -> {
            put(all, window, total, "");
            if (!first.containsKey(window.next())) {
                put(all, window.next(), new Total(), "");
                all.remove(window.next().point() + "value_sum");
            }
        });
        late.forEach(window -> {
            put(all, window, total(revised, window), REVISED);
            all.put(window.point() + "revision" + REVISED, 1L);
        });
        return all;
    }

    private static void put(Map<String, Long> to, Window window, Total total, String which) {
        to.put(window.point() + "value_sum" + which, total.sum);
        to.put(window.point() + "value_count" + which, total.count);
        to.put(window.point() + "sources" + which, (long) total.series.size());
        to.put(window.point() + "held" + which, 0L);
        to.put(window.point() + "samples" + which, total.count);
    }
}
