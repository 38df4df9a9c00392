package io.weir.query.influxdb;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.weir.query.influxdb.Measurement.Column;
import io.weir.query.naming.Selection;
import io.weir.query.promql.Matcher;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import io.weir.query.store.Deadline;
import io.weir.query.store.FoundSeries;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The series of a database of InfluxDB 1.x, in its default retention policy. Each answer reads the catalogue anew, so
 * that new measurements and fields are found.
 */
public final class InfluxDbSeries implements SeriesStore {
    /** The first and last whole millisecond that 64 bits of nanoseconds hold. */
    private static final long EARLIEST = Long.MIN_VALUE / 1_000_000;

    private static final long LATEST = Long.MAX_VALUE / 1_000_000 - 1;

    private final InfluxDbStatements statements;
    private final InfluxDbCatalogue catalogue;

    /**
     * Does not connect yet.
     *
     * @param http the address, such as {@code http://127.0.0.1:8086}
     * @param authorization the value of the header Authorization
     */
    public InfluxDbSeries(String http, String database, Optional<String> authorization) {
        statements = new InfluxDbStatements(http, database, authorization);
        catalogue = new InfluxDbCatalogue(statements);
    }

    @Override
    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        Selection selection = new Selection(matchers);
        Deadline deadline = new Deadline(allowance.time());
        FoundSeries found = new FoundSeries(allowance);
        for (Measurement each : measurements(selection, from, to, allowance, deadline)) {
            statements.run(
                    each.samples(selection, first(from), last(to)),
                    deadline.left(),
                    new SampleReader(each, selection, found));
        }
        return found.sorted();
    }

    @Override
    public List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance) {
        Selection selection = new Selection(matchers);
        Deadline deadline = new Deadline(allowance.time());
        // Two fields of one name are one entry: only their samples cannot be told apart.
        SortedSet<Labels> found = new TreeSet<>();
        for (Measurement each : measurements(selection, from, to, allowance, deadline)) {
            statements.run(
                    each.series(selection, first(from), last(to)),
                    deadline.left(),
                    new LabelReader(each, selection, found, allowance));
        }
        return List.copyOf(found);
    }

    private List<Measurement> measurements(
            Selection selection, long from, long to, Allowance allowance, Deadline deadline) {
        // Reads the catalogue in any case: a store that is away is no empty answer.
        List<Measurement> measurements = catalogue.measurements(selection, allowance, deadline);
        return last(to) < first(from)
                ? List.of()
                : measurements.stream().flatMap(each -> each.parts().stream()).toList();
    }

    private static long first(long from) {
        return Math.max(EARLIEST, from);
    }

    private static long last(long to) {
        return Math.min(LATEST, to);
    }

    /** Collects the labels of the fields that have a last value. */
    private static final class LabelReader implements InfluxDbStatements.Reader {
        private final Measurement measurement;
        private final List<Column> columns;
        private final TagLabels labels;
        private final SortedSet<Labels> found;
        private final Allowance allowance;

        private boolean isSelected;

        LabelReader(Measurement measurement, Selection selection, SortedSet<Labels> found, Allowance allowance) {
            this.measurement = measurement;
            this.columns = measurement.columns();
            this.labels = new TagLabels(measurement, selection);
            this.found = found;
            this.allowance = allowance;
        }

        @Override
        public void series(String name, Map<String, String> tags) {
            isSelected = labels.begin(tags);
        }

        @Override
        public void row(JsonParser row) throws IOException {
            if (!isSelected) {
                row.skipChildren();
                return;
            }
            InfluxDbStatements.cell(row);
            for (Column each : columns) {
                if (InfluxDbStatements.cell(row) != JsonToken.VALUE_NULL) {
                    found.add(labels.of(measurement.fields().get(each.field()).name()));
                }
            }
            row.nextToken();
            allowance.checkSeries(found.size());
        }
    }
}
