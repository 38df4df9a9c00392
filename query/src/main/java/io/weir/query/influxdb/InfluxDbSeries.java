package io.weir.query.influxdb;

import static io.weir.contract.rule.storage.InfluxQl.quoted;

import io.weir.contract.rule.storage.InfluxQl;
import io.weir.query.naming.PromqlNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.Ranges;
import io.weir.query.series.ValueSink;
import io.weir.query.series.WindowQuery;
import io.weir.query.store.CatalogueQuery;
import io.weir.query.store.FoundLabels;
import io.weir.query.store.FoundRanges;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.Panes;
import io.weir.query.store.RangeTables;
import io.weir.query.store.TableQuery;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The series of a database of InfluxDB 1.x or a bucket of 2.x, in its default retention policy or in a tier. */
public final class InfluxDbSeries extends RangeTables<Measurement> {
    private final InfluxDbStatements statements;
    private final InfluxDbCatalogue catalogue;

    /**
     * A database of InfluxDB 1.x. Does not connect yet.
     *
     * @param http the address, such as {@code http://127.0.0.1:8086}
     * @param authorization the value of the header Authorization
     */
    public static InfluxDbSeries ofDatabase(String http, String database, Optional<String> authorization) {
        return new InfluxDbSeries(http, database, authorization, tier -> quoted(InfluxQl.policy(tier)));
    }

    /** The same with a bucket of InfluxDB 2.x, by its InfluxQL. A tier is the bucket {@code weir/BUCKET/TIER}. */
    public static InfluxDbSeries ofBucket(String http, String bucket, Optional<String> authorization) {
        // InfluxQL takes the part before the first slash as the database.
        return new InfluxDbSeries(
                http, bucket, authorization, tier -> quoted("weir") + "." + quoted(bucket + "/" + tier));
    }

    private InfluxDbSeries(
            String http, String database, Optional<String> authorization, UnaryOperator<String> tierPlace) {
        super(NanoTimes.FIRST_MILLI, NanoTimes.LAST_MILLI);
        statements = new InfluxDbStatements(http, database, authorization);
        catalogue = new InfluxDbCatalogue(statements, tierPlace);
    }

    @Override
    public boolean hasTiers() {
        return true;
    }

    @Override
    protected List<Measurement> tables(CatalogueQuery query, Allowance allowance, Deadline deadline) {
        return catalogue.measurements(query.selection(), query.isRead(), allowance, deadline).stream()
                .flatMap(each -> each.parts().stream())
                .toList();
    }

    @Override
    protected Stream<String> metricsOf(Measurement measurement) {
        return measurement.fields().stream().map(field -> PromqlNames.metric(measurement.name(), field.name()));
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
                new ValueReader(measurement, measurement.columns(), query.selection(), sink));
    }

    /**
     * The server's windows do not share their edges; and a statement for each range takes longer than the samples. Of
     * groups, a mean of equal numbers, which is this number, cannot be computed.
     */
    @Override
    protected Optional<Panes> panes(RangeQuery query, Ranges ranges) {
        boolean isComputed = query.ranges().count() == 1
                && query.groups().isEmpty()
                && query.windows().isEmpty();
        return isComputed ? super.panes(query, ranges) : Optional.empty();
    }

    /** No flag is a number. */
    @Override
    protected boolean computesPanes(Measurement measurement) {
        return !measurement.hasFlags();
    }

    @Override
    protected List<Measurement> partsForPanes(Measurement measurement) {
        return measurement.partsForPanes();
    }

    @Override
    protected void readPanes(Measurement measurement, TableQuery query, FoundRanges found) {
        boolean isWritten = statements.compute(
                measurement.range(query, found.statistics()),
                query.within(),
                new RangeReader(measurement, query.selection(), found));
        if (!isWritten) {
            found.needSamples();
        }
    }

    /** Series have their rows by time, and the newest are read first. */
    @Override
    public boolean findsLastFast() {
        return true;
    }

    @Override
    protected List<Measurement> partsForWindows(Measurement measurement, boolean isWeighted) {
        return isWeighted ? measurement.partsForMeans() : List.of(measurement);
    }

    @Override
    protected boolean readWindowsOf(
            Measurement measurement, TableQuery statement, WindowQuery query, long step, ValueSink sink) {
        int most = query.mostSeries() + 1;
        boolean isWeighted = query.isWeighted(step);
        ValueReader reader = new ValueReader(
                measurement,
                isWeighted ? measurement.weightedColumns() : measurement.windowColumns(),
                statement.selection(),
                sink);
        statements.run(
                isWeighted
                        ? measurement.weightedWindows(statement, step, most)
                        : measurement.windows(statement, step, most),
                statement.within(),
                reader);
        return reader.series() < most;
    }

    @Override
    protected void readLastOf(Measurement measurement, TableQuery statement, WindowQuery query, LastSink sink) {
        LastReader reader = new LastReader(measurement, statement.selection(), sink);
        statements.run(measurement.last(statement, query.mostSeries() + 1), statement.within(), reader);
        reader.end();
    }

    @Override
    protected void readLabels(Measurement measurement, TableQuery query, FoundLabels found) {
        statements.run(
                measurement.series(query.selection(), query.from(), query.to()),
                query.within(),
                new LabelReader(measurement, query.selection(), found));
    }
}
