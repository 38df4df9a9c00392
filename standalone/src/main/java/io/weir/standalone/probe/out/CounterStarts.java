package io.weir.standalone.probe.out;

import io.weir.contract.line.Series;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Since when counters count. A counter that decreases started anew after its previous value: an
 * interface was created again, or a driver loaded again. Forgets counters that are not measured any
 * more. Not thread-safe.
 */
final class CounterStarts {
    /** In rounds. The slowest subjects, tools, are measured every minute: at most 120 rounds of half a second. */
    private static final int FORGOTTEN_AFTER = 256;

    private final Map<Key, Counter> counters = new HashMap<>();
    private long round;

    private record Key(Series series, String field) {}

    /** A counter's previous value. */
    private record Counter(long value, long startNanos, long timestampNanos, long round) {}

    /** The start of the counter at this value, since 1970; at the first value that of the point. */
    long startNanos(Point point, Value value) {
        long now = value.number().longValue();
        Key key = new Key(point.series(), value.field());
        Counter before = counters.get(key);
        long start = point.startNanos();
        if (before != null) {
            // The later one: a process may have the name of one that ended.
            start = Math.max(start, before.value > now ? before.timestampNanos : before.startNanos);
        }
        counters.put(key, new Counter(now, start, point.timestampNanos(), round));
        return start;
    }

    /** Call it after each round. */
    void endRound() {
        round++;
        if (round % FORGOTTEN_AFTER == 0) {
            Iterator<Counter> all = counters.values().iterator();
            while (all.hasNext()) {
                if (all.next().round < round - FORGOTTEN_AFTER) {
                    all.remove();
                }
            }
        }
    }

    /** The number of known counters. */
    int size() {
        return counters.size();
    }
}
