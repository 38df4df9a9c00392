package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.influxdb.Measurement.Column;
import io.weir.query.naming.Selection;
import io.weir.query.series.LastSink;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.StoreJson;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Passes on the last values of a measurement from the latest rows of each series, the latest first. */
final class LastReader implements InfluxDbStatements.Reader {
    private final Measurement measurement;
    private final List<Column> columns;
    private final TagLabels labels;
    private final LastSink sink;
    /** The last value of each field of the current series, the times of its values, and their number. */
    private final double[] values;

    private final long[][] times;
    private final int[] counts;
    private Map<String, String> tags = Map.of();

    LastReader(Measurement measurement, Selection selection, LastSink sink) {
        this.measurement = measurement;
        this.columns = measurement.columns();
        this.labels = new TagLabels(measurement, selection);
        this.sink = sink;
        int fields = measurement.fields().size();
        this.values = new double[fields];
        this.times = new long[fields][Measurement.LATEST_ROWS];
        this.counts = new int[fields];
    }

    @Override
    public boolean series(String name, Map<String, String> next) {
        end();
        tags = TagLabels.present(next);
        return labels.begin(next);
    }

    @Override
    public void row(JsonParser row) throws IOException {
        InfluxDbStatements.cell(row);
        long millis = Math.floorDiv(row.getLongValue(), NanoTimes.PER_MILLI);
        for (Column each : columns) {
            if (InfluxDbStatements.cell(row) != JsonToken.VALUE_NULL) {
                int field = each.field();
                if (counts[field] == 0) {
                    values[field] = StoreJson.sample(row);
                }
                times[field][counts[field]++] = millis;
            }
        }
        row.nextToken();
    }

    /** Passes on the last values of the series whose rows were read. */
    void end() {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                String field = measurement.fields().get(i).name();
                sink.last(measurement.name(), tags, field, values[i], times[i][0], median(times[i], counts[i]));
            }
        }
        Arrays.fill(counts, 0);
    }

    /** The median of the intervals between times, the latest first; 0 for a single one. */
    private static long median(long[] times, int count) {
        if (count < 2) {
            return 0;
        }
        long[] intervals = new long[count - 1];
        for (int i = 0; i < intervals.length; i++) {
            intervals[i] = times[i] - times[i + 1];
        }
        Arrays.sort(intervals);
        return intervals[intervals.length / 2];
    }
}
