package io.weir.gateway.intake.partial;

import io.weir.contract.line.FieldKey;
import io.weir.contract.line.LineBounds;
import io.weir.contract.line.LineError;
import io.weir.contract.line.SeriesHash;
import io.weir.contract.line.SeriesReader;
import io.weir.gateway.intake.known.CanonicalSeries;
import io.weir.gateway.intake.known.KnownSeries;
import io.weir.gateway.intake.spelling.LineText;
import java.util.Arrays;
import java.util.List;

/**
 * The group of each series: its measurement, and only the tags that an aggregation keeps. A series
 * is parsed when it is not cached. Belongs to one thread.
 */
final class Groups {
    private static final int NOT_AGGREGATED = -1;

    private final List<SourceAggregation> aggregations;
    /** The length of the longest field of each aggregation, in bytes as spelled. */
    private final int[] longestFields;

    private final KnownSeries known;
    private final SeriesReader reader = new SeriesReader();
    private final LineText text = new LineText(256);

    Groups(List<SourceAggregation> aggregations, KnownSeries known) {
        this.aggregations = aggregations;
        this.longestFields = aggregations.stream()
                .mapToInt(each -> each.fields().stream()
                        .mapToInt(field -> FieldKey.spelled(field).length)
                        .max()
                        .orElse(0))
                .toArray();
        this.known = known;
    }

    /** Whether the series is in a group; if so, {@link #found} and {@link #aggregation} return it. */
    boolean find(CanonicalSeries series, long receivedMillis) {
        if (!known.findNext(series.bytes(), series.from(), series.to())) {
            long hash = SeriesHash.of(series.bytes(), series.from(), series.to());
            if (!known.find(hash, series.bytes(), series.from(), series.to())) {
                learn(hash, Arrays.copyOfRange(series.bytes(), series.from(), series.to()), receivedMillis);
            }
        }
        return aggregation() != NOT_AGGREGATED;
    }

    /** The group found last, as canonical bytes; valid until the next call of {@link #find}. */
    CanonicalSeries found() {
        return known.found();
    }

    /** Index of the aggregation that makes the group. */
    int aggregation() {
        return known.found().rank();
    }

    private void learn(long hash, byte[] series, long receivedMillis) {
        LineError error = reader.read(series, 0, series.length);
        if (error != LineError.NONE) {
            throw new IllegalStateException("a canonical series was refused: " + error.meaning());
        }
        int aggregation = aggregationOf(reader.measurement());
        byte[] group = series;
        if (aggregation != NOT_AGGREGATED) {
            List<String> by = aggregations.get(aggregation).by();
            if (keepTags(series, by) == by.size() && isShort(longestFields[aggregation])) {
                group = Arrays.copyOf(text.bytes(), text.length());
            } else {
                aggregation = NOT_AGGREGATED;
            }
        }
        known.learn(hash, series, group, 0, aggregation, receivedMillis);
    }

    /** The first match decides. */
    private int aggregationOf(String measurement) {
        for (int i = 0; i < aggregations.size(); i++) {
            if (aggregations.get(i).measurement().matches(measurement)) {
                return i;
            }
        }
        return NOT_AGGREGATED;
    }

    /** Whether processing accepts the group with a field of this length, and an underscore, in its name. */
    private boolean isShort(int fieldBytes) {
        return reader.measurementEnd() + fieldBytes < LineBounds.STANDARD.nameBytes()
                && text.length() + fieldBytes < LineBounds.STANDARD.seriesBytes();
    }

    /** Writes the measurement with these tags, in canonical order; returns how many the series has. */
    private int keepTags(byte[] series, List<String> by) {
        text.clear();
        text.put(series, 0, reader.measurementEnd());
        int kept = 0;
        for (int i = 0; i < reader.tagCount(); i++) {
            if (by.contains(reader.tagKey(i))) {
                text.put(',');
                text.put(series, reader.tagKeyStart(i), reader.tagValueEnd(i));
                kept++;
            }
        }
        return kept;
    }
}
