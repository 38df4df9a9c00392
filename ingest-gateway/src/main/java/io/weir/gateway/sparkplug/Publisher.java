package io.weir.gateway.sparkplug;

import io.weir.gateway.exposition.HeldBytes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node or a device: its series, and the metrics of its birth. Belongs to one thread. */
final class Publisher {
    /** Estimated memory of a metric, without its name. */
    private static final long METRIC_BYTES = 150;

    private static final long MOST_AHEAD_MILLIS = TimeUnit.MINUTES.toMillis(10);

    private final byte[] series;
    private final Map<String, Announced> metrics = new HashMap<>();
    private long lastMillis = Long.MIN_VALUE;

    /** A metric of a birth: the others may name it by its alias, and without its type. */
    record Announced(Publisher of, String name, int type) {
        long bytes() {
            return METRIC_BYTES + name.length();
        }
    }

    /** {@code series} is the beginning of its lines. */
    Publisher(byte[] series) {
        this.series = series;
    }

    byte[] series() {
        return series;
    }

    @Nullable
    Announced find(String name) {
        return metrics.get(name);
    }

    /** Announces a metric, unless the memory is full. */
    @Nullable
    Announced announce(String name, int type, HeldBytes memory) {
        Announced known = metrics.get(name);
        if (known != null && known.type == type) {
            return known;
        }
        Announced added = new Announced(this, name, type);
        if (known == null && !memory.take(added.bytes())) {
            return null;
        }
        metrics.put(name, added);
        return added;
    }

    /** Forgets all metrics. */
    void forget(HeldBytes memory) {
        metrics.values().forEach(each -> memory.give(each.bytes()));
        metrics.clear();
    }

    /** A value with this time was written. */
    void wrote(long millis) {
        lastMillis = Math.max(lastMillis, millis);
    }

    /**
     * Ends the series. Returns the time of the end: {@code millis}, or that of the last value if a clock
     * is a little ahead.
     */
    long end(long millis) {
        long end = lastMillis > millis && lastMillis - millis <= MOST_AHEAD_MILLIS ? lastMillis : millis;
        lastMillis = Long.MIN_VALUE;
        return end;
    }

    /** Whether it has values since its last end. */
    boolean isLive() {
        return lastMillis != Long.MIN_VALUE;
    }
}
