package io.weir.dashboard.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The lag of each stage, from Kafka's answers every few seconds. Pure; thread-safe. */
public final class Lags {
    private static final long OVER_MILLIS = 60_000;
    private static final long STALE_MILLIS = 60_000;

    private final Deque<Sample> samples = new ArrayDeque<>();

    /**
     * The progress of a stage.
     *
     * @param finished records of its topics that it has finished
     * @param written records in its topics
     * @param hasConsumer whether the stage has a consumer
     */
    public record Progress(long finished, long written, boolean hasConsumer) {}

    private record Sample(long millis, SortedMap<String, Progress> stages) {}

    /** Adds the current progress, by stage. */
    public synchronized void take(long nowMillis, Map<String, Progress> stages) {
        while (!samples.isEmpty() && samples.getFirst().millis <= nowMillis - OVER_MILLIS) {
            samples.removeFirst();
        }
        samples.addLast(new Sample(nowMillis, new TreeMap<>(stages)));
    }

    /** By the names of the stages; empty without recent progress. */
    public synchronized List<Lag> view(long nowMillis) {
        if (samples.isEmpty() || samples.getLast().millis < nowMillis - STALE_MILLIS) {
            return List.of();
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        List<Lag> lags = new ArrayList<>();
        last.stages.forEach((stage, now) -> {
            long records = Math.max(0, now.written - now.finished);
            Progress before = first.stages.get(stage);
            long more = before == null ? 0 : now.written - before.written;
            Double seconds = more > 0 ? Double.valueOf(records * (last.millis - first.millis) / 1000.0 / more) : null;
            lags.add(new Lag(stage, records, seconds, now.hasConsumer));
        });
        return lags;
    }
}
