package io.weir.query.archive;

import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.EvaluationException.Reason;
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
import io.weir.query.store.RowReader;
import io.weir.query.store.SampleRows;
import io.weir.query.store.TableQuery;
import io.weir.query.store.ValueRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** The series of an archive. */
public final class ArchiveSeries extends RangeTables<ArchiveTable> {
    /** A compaction replaces the files of an hour so often at most, while they are opened. */
    private static final int MOST_ATTEMPTS = 10;

    private final DuckDb duckDb;
    private final ArchiveCatalogue catalogue;

    /** Reads nothing yet. */
    public ArchiveSeries(Path archive) {
        this(
                archive.toAbsolutePath().normalize(),
                new DuckDb(archive.toAbsolutePath().normalize()));
    }

    ArchiveSeries(Path archive, DuckDb duckDb) {
        super(NanoTimes.FIRST_MILLI, NanoTimes.LAST_MILLI);
        this.duckDb = duckDb;
        catalogue = new ArchiveCatalogue(archive, duckDb);
    }

    @Override
    protected List<ArchiveTable> tables(CatalogueQuery query, Allowance allowance, Deadline deadline) {
        for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
            try {
                return catalogue.tables(query, deadline);
            } catch (FileGoneException e) {
                // The next list has its successor.
            }
        }
        throw gone();
    }

    /** Runs a statement over the files that have the time of a query. */
    private void run(ArchiveTable table, TableQuery query, Function<ArchiveTable, String> statement, RowReader reader) {
        Deadline deadline = new Deadline(query.within());
        ArchiveTable current = table;
        for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
            if (current.files().haveNone(query.from(), query.to())) {
                return;
            }
            try {
                duckDb.run(statement.apply(current), deadline.left(), reader);
                return;
            } catch (FileGoneException e) {
                current = again(current);
            }
        }
        throw gone();
    }

    private static ArchiveTable again(ArchiveTable table) {
        try {
            return table.again();
        } catch (IOException e) {
            throw new EvaluationException(Reason.UNAVAILABLE, "the archive is unreadable: " + e);
        }
    }

    private static EvaluationException gone() {
        return new EvaluationException(
                Reason.UNAVAILABLE,
                "files of the archive are replaced or deleted all the time: repeat the query later");
    }

    @Override
    protected void readSamples(ArchiveTable table, TableQuery query, FoundSeries found) {
        ArchiveTable merged = table.merged();
        run(
                merged,
                query,
                now -> now.samples(query),
                new SampleRows(merged.columns(), NanoTimes.PER_MILLI, query.selection(), found));
    }

    @Override
    protected void readValues(ArchiveTable table, TableQuery query, ValueSink sink) {
        run(
                table,
                query,
                now -> now.samples(query),
                new ValueRows(table.columns(), NanoTimes.PER_MILLI, query.selection(), sink));
    }

    @Override
    protected void readLabels(ArchiveTable table, TableQuery query, FoundLabels found) {
        ArchiveTable merged = table.merged();
        run(merged, query, now -> now.series(query), new LabelRows(merged.columns(), query.selection(), found));
    }

    @Override
    protected boolean readWindowsOf(
            ArchiveTable table, TableQuery statement, WindowQuery query, long step, ValueSink sink) {
        ArchiveTable merged = table.merged();
        CountedRows rows = new CountedRows(
                new ValueRows(merged.columns().means(), NanoTimes.PER_MILLI, statement.selection(), sink));
        run(merged, statement, now -> now.windows(statement, step, query.mostRows()), rows);
        return rows.count() < query.mostRows();
    }

    @Override
    protected void readLastOf(ArchiveTable table, TableQuery statement, WindowQuery query, LastSink sink) {
        ArchiveTable merged = table.merged();
        run(
                merged,
                statement,
                now -> now.last(statement),
                new LastRows(merged.columns(), NanoTimes.PER_MILLI, statement.selection(), sink));
    }

    @Override
    protected boolean computesPanes(ArchiveTable table) {
        return true;
    }

    @Override
    protected boolean computesGroups(ArchiveTable table, Selection selection) {
        return table.merged().computesGroups(selection);
    }

    @Override
    protected List<ArchiveTable> partsForPanes(ArchiveTable table) {
        return List.of(table.merged());
    }

    @Override
    protected void readPanes(ArchiveTable table, TableQuery query, FoundRanges found) {
        run(
                table,
                query,
                now -> new ArchivePanes(now, found.panes(), found.query()).statement(query),
                new PaneRows(table.columns(), query.selection(), found));
    }
}
