package io.weir.dashboard.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The state of Weir over the last minutes, from one {@link Flow} a second. Pure; thread-safe. */
public final class Pulse {
    private static final int KEPT = 300;
    private static final int RATE_OVER = 5;
    private static final int LOSSES_OVER = 60;

    private final Deque<Beat> beats = new ArrayDeque<>();

    private record Beat(long millis, Flow flow) {}

    /**
     * The rates of one second.
     *
     * @param in lines per second
     */
    public record Second(long millis, double in, double processed, double stored, double p50Millis, double p99Millis) {}

    /**
     * The values to show.
     *
     * @param now rates over the last few seconds
     * @param losses losses since the start, by reason
     * @param fresh losses of the last minute, by reason; without zeros
     * @param history the last five minutes, the oldest first
     */
    public record View(Second now, Map<String, Long> losses, Map<String, Long> fresh, List<Second> history) {}

    /** Adds the current values of the meters. */
    public synchronized void take(long nowMillis, Flow flow) {
        if (beats.size() == KEPT) {
            beats.removeFirst();
        }
        beats.addLast(new Beat(nowMillis, flow));
    }

    /** Removes all values, because no process reports meters any more. */
    public synchronized void clear() {
        beats.clear();
    }

    /** Empty until there are two values. */
    public synchronized Optional<View> view() {
        if (beats.size() < 2) {
            return Optional.empty();
        }
        List<Beat> all = new ArrayList<>(beats);
        Beat last = all.get(all.size() - 1);
        List<Second> history = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            history.add(between(all.get(i - 1), all.get(i)));
        }
        return Optional.of(new View(
                between(ago(all, RATE_OVER), last),
                new TreeMap<>(last.flow.losses()),
                fresh(ago(all, LOSSES_OVER).flow, last.flow),
                history));
    }

    private static Beat ago(List<Beat> all, int beats) {
        return all.get(Math.max(0, all.size() - 1 - beats));
    }

    private static Map<String, Long> fresh(Flow before, Flow now) {
        Map<String, Long> fresh = new TreeMap<>();
        now.losses().forEach((reason, count) -> {
            long more = count - before.losses().getOrDefault(reason, 0L);
            if (more > 0) {
                fresh.put(reason, more);
            }
        });
        return fresh;
    }

    private static Second between(Beat from, Beat to) {
        return new Second(
                to.millis,
                rate(from, to, to.flow.received() - from.flow.received()),
                rate(from, to, to.flow.processed() - from.flow.processed()),
                rate(from, to, to.flow.stored() - from.flow.stored()),
                to.flow.p50Millis(),
                to.flow.p99Millis());
    }

    /** The counter of a restarted service begins at 0. */
    private static double rate(Beat from, Beat to, long count) {
        long millis = to.millis - from.millis;
        return millis <= 0 ? 0 : Math.max(0, count) * 1000.0 / millis;
    }
}
