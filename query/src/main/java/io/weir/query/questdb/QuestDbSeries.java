package io.weir.query.questdb;

import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.query.store.CatalogueQuery;
import io.weir.query.store.CountedRows;
import io.weir.query.store.FoundLabels;
import io.weir.query.store.FoundRanges;
import io.weir.query.store.FoundSeries;
import io.weir.query.store.LabelRows;
import io.weir.query.store.LastRows;
import io.weir.query.store.PaneRows;
import io.weir.query.store.RangeTables;
import io.weir.query.store.SampleRows;
import io.weir.query.store.TableQuery;
import io.weir.query.store.ValueRows;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The series of a QuestDB. */
public final class QuestDbSeries extends RangeTables<QuestDbTable> {
    /** QuestDB has no times before 1970. */
    private static final long EARLIEST = 0;

    /** The last whole second that 64 bits of nanoseconds hold. */
    private static final long LATEST = Long.MAX_VALUE / 1_000_000_000 * 1_000;

    private final QuestDbSql sql;
    private final QuestDbCatalogue catalogue;

    /**
     * Does not connect yet.
     *
     * @param http the address, such as {@code http://127.0.0.1:9000}
     * @param authorization the value of the header Authorization
     */
    public QuestDbSeries(String http, Optional<String> authorization) {
        super(EARLIEST, LATEST);
        sql = new QuestDbSql(http, authorization);
        catalogue = new QuestDbCatalogue(sql);
    }

    @Override
    protected List<QuestDbTable> tables(CatalogueQuery query, Allowance allowance, Deadline deadline) {
        return catalogue.tables(query.selection(), query.isRead(), deadline).stream()
                .flatMap(each -> each.parts().stream())
                .toList();
    }

    @Override
    protected Stream<String> metricsOf(QuestDbTable table) {
        return table.columns().metrics();
    }

    @Override
    protected void readSamples(QuestDbTable table, TableQuery query, FoundSeries found) {
        sql.run(
                table.samples(query.selection(), query.from(), query.to()),
                query.within(),
                new SampleRows(table.columns(), table.ticks(), query.selection(), found));
    }

    @Override
    protected void readValues(QuestDbTable table, TableQuery query, ValueSink sink) {
        sql.run(
                table.samples(query.selection(), query.from(), query.to()),
                query.within(),
                new ValueRows(table.columns(), table.ticks(), query.selection(), sink));
    }

    /** A row without the flag has a false. */
    @Override
    protected boolean isComputed(ValueType type) {
        return type != ValueType.BOOLEAN;
    }

    @Override
    protected boolean readWindowsOf(
            QuestDbTable table, TableQuery statement, WindowQuery query, long step, ValueSink sink) {
        CountedRows rows =
                new CountedRows(new ValueRows(table.columns().means(), table.ticks(), statement.selection(), sink));
        sql.run(table.windows(statement, step, query.mostRows()), statement.within(), rows);
        return rows.count() < query.mostRows();
    }

    @Override
    protected boolean computesPanes(QuestDbTable table) {
        return table.isExact();
    }

    @Override
    protected boolean computesGroups(QuestDbTable table, Selection selection) {
        return table.computesGroups(selection);
    }

    @Override
    protected List<QuestDbTable> partsForPanes(QuestDbTable table) {
        return table.partsForPanes();
    }

    @Override
    protected void readPanes(QuestDbTable table, TableQuery query, FoundRanges found) {
        sql.run(
                table.panes(query, found.panes(), found.query()),
                query.within(),
                new PaneRows(table.columns(), query.selection(), found));
    }

    @Override
    protected List<QuestDbTable> partsForLast(QuestDbTable table) {
        return table.partsForLast();
    }

    @Override
    protected void readLastOf(QuestDbTable table, TableQuery statement, WindowQuery query, LastSink sink) {
        sql.run(
                table.last(statement.selection(), statement.from(), statement.to()),
                statement.within(),
                new LastRows(table.columns(), table.ticks(), statement.selection(), sink));
    }

    @Override
    protected void readLabels(QuestDbTable table, TableQuery query, FoundLabels found) {
        sql.run(
                table.series(query.selection(), query.from(), query.to()),
                query.within(),
                new LabelRows(table.columns(), query.selection(), found));
    }
}
