package io.weir.standalone.ruletest;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A point as a store would contain it: lines of the same series and time form one point, in which
 * the later field wins.
 *
 * @param time of the point; if empty, the latest point of the series
 * @param fields those that it must have; others are allowed
 */
record ExpectedPoint(
        OutputSelector selector, String series, Optional<Duration> time, SortedMap<String, FieldValue> fields)
        implements Expectation {

    @Override
    public List<String> differences(RecordedOutput output) {
        List<OutputLine> lines = selector.lines(output).stream()
                .filter(line -> line.series().equals(series))
                .toList();
        long stamp = time.map(Duration::toNanos)
                .orElseGet(() ->
                        lines.stream().mapToLong(OutputLine::stampNanos).max().orElse(0));
        Map<String, FieldValue> stored = new HashMap<>();
        lines.stream().filter(line -> line.stampNanos() == stamp).forEach(line -> stored.putAll(line.fields()));
        if (!stored.isEmpty()
                && fields.entrySet().stream().allMatch(field -> isMet(field, stored.get(field.getKey())))) {
            return List.of();
        }
        return List.of("expected " + this, "nearest  " + nearest(output, stamp));
    }

    private static boolean isMet(Map.Entry<String, FieldValue> wanted, @Nullable FieldValue actual) {
        return actual != null && wanted.getValue().isMetBy(actual);
    }

    private String nearest(RecordedOutput output, long stamp) {
        return output.lines().stream()
                .min(Comparator.comparingInt(this::distance)
                        .thenComparing(line -> !selector.covers(line))
                        .thenComparing(line -> line.feed() != selector.feed())
                        .thenComparingDouble(line -> Math.abs((double) line.stampNanos() - stamp))
                        .thenComparingLong(line -> -line.at().toNanos()))
                .map(line -> line + (line.feed() == selector.feed() ? "" : " in " + line.feed()))
                .orElse("no output at all");
    }

    /** 0 for the same series, 1 for another series of the same measurement, 2 for any other. */
    private int distance(OutputLine line) {
        if (line.series().equals(series)) {
            return 0;
        }
        return measurement(line.series()).equals(measurement(series)) ? 1 : 2;
    }

    private static String measurement(String series) {
        int comma = series.indexOf(',');
        return comma < 0 ? series : series.substring(0, comma);
    }

    @Override
    public String toString() {
        String when = time.map(stamp -> Seconds.show(stamp.toNanos()) + " ").orElse("");
        return when + series + (fields.isEmpty() ? "" : " " + OutputLine.show(fields));
    }
}
