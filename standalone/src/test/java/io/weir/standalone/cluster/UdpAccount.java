package io.weir.standalone.cluster;

import static io.weir.standalone.Eventually.eventually;

import io.weir.writer.testing.EmbeddedQuestDb;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The outcome of a {@link UdpLoad} in the store under {@link FarmRules}. A fault may lose
 * lines. No line counts twice, and only sent lines are stored or counted.
 */
record UdpAccount(EmbeddedQuestDb questDb) {

    private static final Duration WITHIN = Duration.ofMinutes(4);
    private static final long WINDOW_MILLIS = 1_000;

    /** The number of lines of one second, and the sum of their numbers. */
    record Second(long lines, long sum) {
        private static final Second NONE = new Second(0, 0);

        private Second plus(long number) {
            return new Second(lines + 1, sum + number);
        }

        private boolean isWithin(Second other) {
            return lines <= other.lines && sum <= other.sum;
        }
    }

    /**
     * Returns when all lines sent before the first fault are stored.
     *
     * @return the number of these lines
     */
    int awaitWhole(UdpLoad load) {
        int whole = load.sent();
        eventually("what UDP sent before the faults is stored", WITHIN, () -> stored(whole) == whole);
        return whole;
    }

    /**
     * Checks an ended load.
     *
     * @param whole the number of first lines that must not be lost
     */
    void check(UdpLoad load, int whole) {
        eventually("the last line of each UDP sender is stored", WITHIN, () -> lastStored(load) == UdpLoad.SENDERS);
        eventually("a window of UDP is stored", WITHIN, () -> questDb.hasRows("udp_1s"));
        Map<Integer, Long> stored = new HashMap<>();
        List<String> mistakes = new ArrayList<>();
        questDb.rows("select n, timestamp from udp").forEach(row -> {
            int number = row.path(0).asInt();
            long millis = Instant.parse(row.path(1).asText()).toEpochMilli();
            if (stored.put(number, millis) != null) {
                mistakes.add(number + " is stored twice");
            }
        });
        mistakes.addAll(mistakes(load.stamps(), whole, stored, windows()));
        System.out.println(stored.size() + " of " + load.sent() + " UDP lines are stored");
        if (!mistakes.isEmpty()) {
            throw new AssertionError("of what UDP sent: " + mistakes);
        }
    }

    /**
     * The differences from a permitted outcome.
     *
     * @param stamps timestamps of the lines sent in milliseconds, by number
     * @param whole the number of first lines that must not be lost
     * @param stored timestamps in milliseconds by number
     * @param windows by their start in milliseconds
     */
    static List<String> mistakes(List<Long> stamps, int whole, Map<Integer, Long> stored, Map<Long, Second> windows) {
        List<String> mistakes = new ArrayList<>();
        Map<Long, Second> seconds = new TreeMap<>();
        stored.forEach((number, millis) -> {
            if (number < 0 || number >= stamps.size() || !stamps.get(number).equals(millis)) {
                mistakes.add(number + " at " + millis + " is stored, but was not sent");
            }
            seconds.merge(begin(millis), Second.NONE.plus(number), (before, one) -> before.plus(number));
        });
        windows.forEach((begin, window) -> {
            Second most = seconds.getOrDefault(begin, Second.NONE);
            if (!window.isWithin(most)) {
                mistakes.add("window " + begin + ": " + window + " of " + most + " stored");
            }
        });
        Map<Long, Second> due = new TreeMap<>();
        for (int number = 0; number < whole; number++) {
            if (!stored.containsKey(number)) {
                mistakes.add(number + " is lost, though nothing was at fault");
            }
            due.merge(begin(stamps.get(number)), Second.NONE.plus(number), (before, one) -> before.plus(one.sum()));
        }
        // The last second also contains lines sent after that.
        due.keySet().removeIf(begin -> begin == begin(stamps.get(whole)));
        due.forEach((begin, second) -> {
            if (!second.equals(windows.get(begin))) {
                mistakes.add("window " + begin + ": " + windows.get(begin) + " instead of " + second);
            }
        });
        return mistakes;
    }

    private static long begin(long millis) {
        return Math.floorDiv(millis, WINDOW_MILLIS) * WINDOW_MILLIS;
    }

    private long stored(int first) {
        return count("n < " + first);
    }

    private long lastStored(UdpLoad load) {
        return count("n >= " + (load.sent() - UdpLoad.SENDERS));
    }

    private long count(String condition) {
        return questDb.exec("select count() from udp where " + condition)
                .path("dataset")
                .path(0)
                .path(0)
                .asLong();
    }

    private Map<Long, Second> windows() {
        Map<Long, Second> windows = new TreeMap<>();
        questDb.rows("select timestamp, sum(n_count), sum(n_sum) from udp_1s group by timestamp order by 1")
                .forEach(row -> windows.put(
                        Instant.parse(row.path(0).asText()).toEpochMilli(),
                        new Second(row.path(1).asLong(), row.path(2).asLong())));
        return windows;
    }
}
