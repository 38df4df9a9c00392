package io.weir.dashboard.pulse;

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

    private final Deque<Look> looks = new ArrayDeque<>();

    /**
     * The progress of a stage.
     *
     * @param finished records of its topics that it has finished
     * @param written records in its topics
     * @param isRead whether the stage has a consumer
     */
    public record Standing(long finished, long written, boolean isRead) {}

    private record Look(long millis, SortedMap<String, Standing> stages) {}

    /** Adds the current progress, by stage. */
    public synchronized void take(long nowMillis, Map<String, Standing> stages) {
        while (!looks.isEmpty() && looks.getFirst().millis <= nowMillis - OVER_MILLIS) {
            looks.removeFirst();
        }
        looks.addLast(new Look(nowMillis, new TreeMap<>(stages)));
    }

    /** By the names of the stages; empty without recent progress. */
    public synchronized List<Lag> view(long nowMillis) {
        if (looks.isEmpty() || looks.getLast().millis < nowMillis - STALE_MILLIS) {
            return List.of();
        }
        Look first = looks.getFirst();
        Look last = looks.getLast();
        List<Lag> lags = new ArrayList<>();
        last.stages.forEach((stage, now) -> {
            long records = Math.max(0, now.written - now.finished);
            Standing before = first.stages.get(stage);
            long more = before == null ? 0 : now.written - before.written;
            Double seconds = more > 0 ? Double.valueOf(records * (last.millis - first.millis) / 1000.0 / more) : null;
            lags.add(new Lag(stage, records, seconds, now.isRead));
        });
        return lags;
    }
}
