package io.weir.gateway.intake.count;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Line counts by reason. Thread-safe. Used only for lines with a problem, so a map is fast enough.
 */
public final class ReasonCounts {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
    private volatile Consumer<String> firstSight = reason -> {};

    /** Adds to the count of a reason. */
    public void add(String reason, long lines) {
        LongAdder count = counts.get(reason);
        if (count == null) {
            count = counts.computeIfAbsent(reason, unseen -> new LongAdder());
            firstSight.accept(reason);
        }
        count.add(lines);
    }

    /**
     * Calls {@code announce} for every reason counted so far and for each new one. It may be called
     * twice for the same reason.
     */
    public void onReason(Consumer<String> announce) {
        firstSight = announce;
        counts.keySet().forEach(announce);
    }

    /** The count of one reason. */
    public long of(String reason) {
        LongAdder count = counts.get(reason);
        return count == null ? 0 : count.sum();
    }

    /** The sum over all reasons. */
    public long total() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** A snapshot of all counts, by reason. */
    public Map<String, Long> snapshot() {
        Map<String, Long> snapshot = new TreeMap<>();
        counts.forEach((reason, count) -> snapshot.put(reason, count.sum()));
        return snapshot;
    }
}
