package io.weir.standalone.probe.out;

import io.weir.contract.line.Series;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The newest point of each series, as a page in Prometheus' text format 0.0.4. Each field is a
 * metric {@code measurement_field}, each tag a label. A series that is not measured any more
 * disappears. Thread-safe.
 *
 * <p>Not by Prometheus' library, because it refuses gauges such as {@code mem_total}.
 */
public final class LatestValues {
    private final long keptNanos;
    private final int maxSeries;
    private final DeliveryCounts counts;
    private final Map<Series, Point> newest = new LinkedHashMap<>();

    /**
     * @param keptNanos how long a series is shown after its last point
     * @param maxSeries points of further series are counted as lost
     */
    public LatestValues(long keptNanos, int maxSeries, DeliveryCounts counts) {
        this.keptNanos = keptNanos;
        this.maxSeries = maxSeries;
        this.counts = counts;
    }

    /** Keeps the newest points of a round. */
    public synchronized void accept(Round round) {
        if (round.points().isEmpty()) {
            return;
        }
        long now = Long.MIN_VALUE;
        int lost = 0;
        for (Point point : round.points()) {
            now = Math.max(now, point.timestampNanos());
            if (newest.containsKey(point.series()) || newest.size() < maxSeries) {
                newest.put(point.series(), point);
            } else {
                lost++;
            }
        }
        counts.sent(round.points().size() - lost);
        counts.lost(lost);
        forgetBefore(now - keptNanos);
    }

    private void forgetBefore(long nanos) {
        Iterator<Point> points = newest.values().iterator();
        while (points.hasNext()) {
            if (points.next().timestampNanos() < nanos) {
                points.remove();
            }
        }
    }

    /** The page. */
    public String page() {
        Map<String, Family> families = new TreeMap<>();
        synchronized (this) {
            for (Point point : newest.values()) {
                String labels = labels(point.series().tags());
                for (Value value : point.values()) {
                    String name = name(point.series().measurement() + "_" + value.field(), true);
                    families.computeIfAbsent(name, any -> new Family(value.isCounter(), new TreeMap<>()))
                            .samples
                            .put(labels, value.number());
                }
            }
        }
        StringBuilder page = new StringBuilder();
        families.forEach((name, family) -> {
            page.append("# TYPE ").append(name).append(family.isCounter ? " counter\n" : " gauge\n");
            family.samples.forEach((labels, number) ->
                    page.append(name).append(labels).append(' ').append(number).append('\n'));
        });
        return page.toString();
    }

    /** The samples of a metric, by their labels. */
    private record Family(boolean isCounter, Map<String, Number> samples) {}

    private static String labels(Map<String, String> tags) {
        Map<String, String> labels = new TreeMap<>();
        tags.forEach((key, value) -> labels.put(name(key, false), value));
        StringBuilder text = new StringBuilder();
        labels.forEach((key, value) -> {
            text.append(text.isEmpty() ? '{' : ',').append(key).append("=\"");
            // A tag has no line feed.
            text.append(value.replace("\\", "\\\\").replace("\"", "\\\""));
            text.append('"');
        });
        return text.isEmpty() ? "" : text.append('}').toString();
    }

    /** A valid name: other characters become an underscore. */
    private static String name(String text, boolean isMetric) {
        StringBuilder name = new StringBuilder(text.length() + 1);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (isMetric && c == ':');
            boolean isDigit = c >= '0' && c <= '9';
            if (isDigit && i == 0) {
                name.append('_');
            }
            name.append(isLetter || isDigit ? c : '_');
        }
        return name.toString();
    }
}
