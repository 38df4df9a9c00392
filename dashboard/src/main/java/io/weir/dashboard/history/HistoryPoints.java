package io.weir.dashboard.history;

import io.weir.dashboard.history.History.HistorySeries;
import io.weir.dashboard.live.LineName;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Collects the windows and last values of the series that the page follows, and of others while there is room. */
final class HistoryPoints {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Limit of letters of all texts: arrays may have tens of thousands each. */
    static final int MOST_LETTERS = 32_000_000;

    private final Range range;
    private final Set<Origin> origins = new HashSet<>();

    private final Map<Origin, List<Object[]>> numbers = new LinkedHashMap<>();
    private final Map<Origin, List<Object[]>> texts = new LinkedHashMap<>();
    private final Map<Origin, LastValue> last = new LinkedHashMap<>();
    /** Of the series, those that are not followed. */
    private int others;

    private long letters;

    private boolean hasMore;
    private boolean isCapped;

    private record Origin(String measurement, Map<String, String> tags, String field) {
        private HistorySeries series(List<Object[]> points) {
            return new HistorySeries(measurement, tags, field, points);
        }
    }

    HistoryPoints(Range range) {
        this.range = range;
    }

    /** Receives windows of fields. */
    ValueSink windows() {
        return new Windows();
    }

    private final class Windows implements ValueSink {
        private String measurement = "";
        private Map<String, String> tags = Map.of();
        private long millis;
        private boolean isSelected;

        @Override
        public void row(String ofMeasurement, Map<String, String> withTags, long nanos) {
            measurement = ofMeasurement;
            tags = withTags;
            millis = nanos / NANOS_PER_MILLI;
            isSelected = range.selector().series().test(ofMeasurement, withTags);
        }

        @Override
        public void value(String field, ValueType type, String text) {
            Origin origin = new Origin(measurement, tags, field);
            if (!isSelected || !isShown(origin)) {
                return;
            }
            boolean isText = type == ValueType.TEXT;
            letters += isText ? text.length() : 0;
            if (isText && letters > MOST_LETTERS) {
                isCapped = true;
                return;
            }
            (isText ? texts : numbers)
                    .computeIfAbsent(origin, unseen -> new ArrayList<>())
                    .add(new Object[] {millis, isText ? text : number(type, text)});
        }

        private static Double number(ValueType type, String text) {
            return type == ValueType.BOOLEAN ? (Boolean.parseBoolean(text) ? 1.0 : 0.0) : Double.valueOf(text);
        }
    }

    /** Takes a last value; times before those of an earlier call only say since when the value has its period. */
    void last(String of, Map<String, String> withTags, String field, double value, long lastMillis, long periodMillis) {
        Origin origin = new Origin(of, withTags, field);
        if (range.selector().series().test(of, withTags) && isShown(origin)) {
            last.merge(
                    origin,
                    new LastValue(of, withTags, field, lastMillis, value, periodMillis),
                    (known, earlier) -> known.periodMillis() > 0 ? known : known.after(earlier));
        }
    }

    private boolean isShown(Origin origin) {
        if (origins.contains(origin)) {
            return true;
        }
        boolean isFollowed =
                range.followed().contains(new LineName(origin.measurement(), origin.tags(), origin.field()));
        if (!isFollowed && isFull()) {
            hasMore = true;
            return false;
        }
        others += isFollowed ? 0 : 1;
        return origins.add(origin);
    }

    /** Whether only followed series have room. */
    boolean isFull() {
        return others >= range.most();
    }

    boolean isEmpty() {
        return origins.isEmpty();
    }

    /** The most series. */
    int most() {
        return range.most();
    }

    /** Notes that something is missing. */
    void cap() {
        isCapped = true;
    }

    /** The measurements of all series so far, and of those that are followed. */
    Set<String> measurements() {
        return Stream.concat(
                        origins.stream().map(Origin::measurement),
                        range.followed().stream().map(LineName::measurement))
                .collect(Collectors.toSet());
    }

    /** The measurements with last values. */
    Set<String> measurementsOfLast() {
        return last.keySet().stream().map(Origin::measurement).collect(Collectors.toSet());
    }

    History history(String tier, long stepMillis) {
        List<HistorySeries> series = new ArrayList<>();
        numbers.forEach((origin, points) -> series.add(origin.series(points)));
        List<HistorySeries> changes = new ArrayList<>();
        texts.forEach((origin, points) -> changes.add(origin.series(points).changes()));
        return new History(series, changes, List.copyOf(last.values()), tier, stepMillis, hasMore, isCapped);
    }
}
