package io.weir.query.influxdb;

import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.store.FoundLabels;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.TableQuery;
import io.weir.query.store.TableSeries;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The series of a database of InfluxDB 1.x, in its default retention policy or that of a tier. */
public final class InfluxDbSeries extends TableSeries<Measurement> {
    private final InfluxDbStatements statements;
    private final InfluxDbCatalogue catalogue;

    /**
     * Does not connect yet.
     *
     * @param http the address, such as {@code http://127.0.0.1:8086}
     * @param authorization the value of the header Authorization
     */
    public InfluxDbSeries(String http, String database, Optional<String> authorization) {
        super(NanoTimes.FIRST_MILLI, NanoTimes.LAST_MILLI);
        statements = new InfluxDbStatements(http, database, authorization);
        catalogue = new InfluxDbCatalogue(statements);
    }

    @Override
    protected boolean hasTiers() {
        return true;
    }

    @Override
    protected List<Measurement> tables(
            Selection selection, Predicate<ValueType> isRead, Allowance allowance, Deadline deadline) {
        return catalogue.measurements(selection, isRead, allowance, deadline).stream()
                .flatMap(each -> each.parts().stream())
                .toList();
    }

    @Override
    protected void readSamples(Measurement measurement, TableQuery query, FoundSeries found) {
        statements.run(
                measurement.samples(query.selection(), query.from(), query.to()),
                query.within(),
                new SampleReader(measurement, query.selection(), found));
    }

    @Override
    protected void readValues(Measurement measurement, TableQuery query, ValueSink sink) {
        statements.run(
                measurement.samples(query.selection(), query.from(), query.to()),
                query.within(),
                new ValueReader(measurement, query.selection(), sink));
    }

    @Override
    protected void readLabels(Measurement measurement, TableQuery query, FoundLabels found) {
        statements.run(
                measurement.series(query.selection(), query.from(), query.to()),
                query.within(),
                new LabelReader(measurement, query.selection(), found));
    }
}
