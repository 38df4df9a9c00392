package io.weir.query.clickhouse;

import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.ValueSink;
import io.weir.query.series.WindowQuery;
import io.weir.query.store.CatalogueQuery;
import io.weir.query.store.CountedRows;
import io.weir.query.store.FoundLabels;
import io.weir.query.store.FoundRanges;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.LabelRows;
import io.weir.query.store.LastRows;
import io.weir.query.store.NanoTimes;
import io.weir.query.store.PaneRows;
import io.weir.query.store.RangeTables;
import io.weir.query.store.SampleRows;
import io.weir.query.store.TableQuery;
import io.weir.query.store.ValueRows;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The series of a database of ClickHouse, or of a tier of it, which is a database of its own. */
public final class ClickHouseSeries extends RangeTables<ClickHouseTable> {
    private final ClickHouseStatements statements;
    private final ClickHouseCatalogue catalogue;

    /**
     * Does not connect yet.
     *
     * @param http the address, such as {@code http://127.0.0.1:8123}
     * @param authorization the value of the header Authorization
     */
    public ClickHouseSeries(String http, String database, Optional<String> authorization) {
        super(NanoTimes.FIRST_MILLI, NanoTimes.LAST_MILLI);
        statements = new ClickHouseStatements(http, authorization);
        catalogue = new ClickHouseCatalogue(statements, database);
    }

    @Override
    public boolean hasTiers() {
        return true;
    }

    @Override
    protected List<ClickHouseTable> tables(CatalogueQuery query, Allowance allowance, Deadline deadline) {
        return catalogue.tables(query.selection(), query.isRead(), allowance, deadline).stream()
                .flatMap(each -> each.parts().stream())
                .toList();
    }

    @Override
    protected Stream<String> metricsOf(ClickHouseTable table) {
        return table.columns().metrics();
    }

    @Override
    protected void readSamples(ClickHouseTable table, TableQuery query, FoundSeries found) {
        statements.run(
                table.samples(query.selection(), query.from(), query.to()),
                query.within(),
                new SampleRows(table.columns(), NanoTimes.PER_MILLI, query.selection(), found));
    }

    @Override
    protected void readValues(ClickHouseTable table, TableQuery query, ValueSink sink) {
        statements.run(
                table.samples(query.selection(), query.from(), query.to()),
                query.within(),
                new ValueRows(table.columns(), NanoTimes.PER_MILLI, query.selection(), sink));
    }

    @Override
    protected List<ClickHouseTable> partsForWindows(ClickHouseTable table, boolean isWeighted) {
        return isWeighted ? WeightedMeans.parts(table) : List.of(table);
    }

    @Override
    protected boolean readWindowsOf(
            ClickHouseTable table, TableQuery statement, WindowQuery query, long step, ValueSink sink) {
        int most = query.mostRows();
        CountedRows rows = new CountedRows(
                new ValueRows(table.columns().means(), NanoTimes.PER_MILLI, statement.selection(), sink));
        statements.run(
                query.isWeighted(step)
                        ? WeightedMeans.statement(table, statement, step, most)
                        : table.windows(statement, step, most),
                statement.within(),
                rows);
        return rows.count() < most;
    }

    @Override
    protected boolean computesPanes(ClickHouseTable table) {
        return table.isExact();
    }

    @Override
    protected boolean computesGroups(ClickHouseTable table, Selection selection) {
        return table.computesGroups(selection);
    }

    @Override
    protected List<ClickHouseTable> partsForPanes(ClickHouseTable table) {
        return ClickHousePanes.parts(table);
    }

    @Override
    protected void readPanes(ClickHouseTable table, TableQuery query, FoundRanges found) {
        ClickHousePanes panes = found.query().windows().isPresent()
                ? ClickHousePanes.ofWindows(table, found.query().statistic())
                : ClickHousePanes.ofSamples(table);
        statements.run(
                panes.statement(query, found.panes(), found.query()),
                query.within(),
                new PaneRows(table.columns(), query.selection(), found));
    }

    @Override
    protected List<ClickHouseTable> partsForLast(ClickHouseTable table) {
        return table.partsForLast();
    }

    @Override
    protected void readLastOf(ClickHouseTable table, TableQuery statement, WindowQuery query, LastSink sink) {
        statements.run(
                table.last(statement.selection(), statement.from(), statement.to()),
                statement.within(),
                new LastRows(table.columns(), NanoTimes.PER_MILLI, statement.selection(), sink));
    }

    @Override
    protected void readLabels(ClickHouseTable table, TableQuery query, FoundLabels found) {
        statements.run(
                table.series(query.selection(), query.from(), query.to()),
                query.within(),
                new LabelRows(table.columns(), query.selection(), found));
    }
}
