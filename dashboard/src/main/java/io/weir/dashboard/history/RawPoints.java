package io.weir.dashboard.history;

import io.weir.dashboard.history.History.HistorySeries;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Receives raw values, and keeps a mean for each window and the last value of each series of numbers, and the texts that
 * differ from the one before. Flags are 0 and 1. Skips arrays.
 */
final class RawPoints implements ValueSink {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Limit of texts in an answer; the others are missing. */
    private static final int MOST_TEXTS = 100_000;

    private final Range range;
    private final Map<Origin, RawNumbers> numbers = new LinkedHashMap<>();
    private final Map<Origin, List<Object[]>> texts = new LinkedHashMap<>();
    private String measurement = "";
    private Map<String, String> tags = Map.of();
    private long millis;
    private boolean isSelected;
    private int textCount;
    private boolean isCapped;

    private record Origin(String measurement, Map<String, String> tags, String field) {}

    RawPoints(Range range) {
        this.range = range;
    }

    @Override
    public void row(String ofMeasurement, Map<String, String> withTags, long nanos) {
        measurement = ofMeasurement;
        tags = withTags;
        millis = Math.floorDiv(nanos, NANOS_PER_MILLI);
        isSelected = range.selector().series().test(ofMeasurement, withTags);
    }

    @Override
    public void value(String field, ValueType type, String text) {
        if (!isSelected || type == ValueType.ARRAY || !range.selector().field().matches(field)) {
            return;
        }
        Origin origin = new Origin(measurement, tags, field);
        if (type == ValueType.TEXT) {
            addText(origin, text);
        } else {
            addNumber(origin, number(type, text));
        }
    }

    private static double number(ValueType type, String text) {
        return type == ValueType.BOOLEAN ? Boolean.parseBoolean(text) ? 1 : 0 : Double.parseDouble(text);
    }

    private void addNumber(Origin origin, double value) {
        RawNumbers of = numbers.get(origin);
        if (of == null && hasRoom()) {
            of = new RawNumbers(range.fromMillis(), range.stepMillis());
            numbers.put(kept(origin), of);
        }
        if (of != null && Double.isFinite(value)) {
            of.add(millis, value);
        }
    }

    private void addText(Origin origin, String text) {
        List<Object[]> of = texts.get(origin);
        if (of == null && hasRoom()) {
            of = new ArrayList<>();
            texts.put(kept(origin), of);
        }
        if (of == null || millis < range.fromMillis()) {
            return;
        }
        int size = of.size();
        // A text that is not new is the last point until the next value.
        if (size > 1 && of.get(size - 1)[1].equals(of.get(size - 2)[1])) {
            of.set(size - 1, new Object[] {millis, text});
        } else if (textCount < MOST_TEXTS) {
            of.add(new Object[] {millis, text});
            textCount++;
        } else {
            isCapped = true;
        }
    }

    private boolean hasRoom() {
        boolean hasRoom = numbers.size() + texts.size() < range.most();
        isCapped |= !hasRoom;
        return hasRoom;
    }

    /** The store may use its map of tags again. */
    private static Origin kept(Origin origin) {
        return new Origin(origin.measurement(), Map.copyOf(origin.tags()), origin.field());
    }

    /** Notes that something is missing. */
    void cap() {
        isCapped = true;
    }

    /** The measurements that have values, as far as there was room. */
    Set<String> measurements() {
        return Stream.concat(numbers.keySet().stream(), texts.keySet().stream())
                .map(Origin::measurement)
                .collect(Collectors.toSet());
    }

    History history() {
        List<HistorySeries> series = new ArrayList<>();
        List<LastValue> last = new ArrayList<>();
        numbers.forEach((of, values) -> {
            List<Object[]> means = values.means();
            if (!means.isEmpty()) {
                series.add(new HistorySeries(of.measurement(), of.tags(), of.field(), means));
            }
            if (range.withLast()) {
                values.last(of.measurement(), of.tags(), of.field()).ifPresent(last::add);
            }
        });
        List<HistorySeries> changes = new ArrayList<>();
        texts.forEach((of, points) -> {
            if (!points.isEmpty()) {
                changes.add(new HistorySeries(of.measurement(), of.tags(), of.field(), points));
            }
        });
        return new History(series, changes, last, "raw", range.stepMillis(), isCapped);
    }
}
