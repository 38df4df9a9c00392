package io.weir.query.archive;

import io.weir.query.archive.ArchiveFiles.Part;
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
import io.weir.query.store.Panes;
import io.weir.query.store.RangeTables;
import io.weir.query.store.RowReader;
import io.weir.query.store.SampleRows;
import io.weir.query.store.TableQuery;
import io.weir.query.store.ValueRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/** The series of an archive. */
public final class ArchiveSeries extends RangeTables<ArchiveTable> {
    /** A compaction replaces the files of an hour so often at most, while they are opened. */
    private static final int MOST_ATTEMPTS = 10;

    /** A range of groups, whose samples must be in one statement, may have so many times as many rows as others. */
    private static final int MOST_PARTS_OF_PANE = 4;

    /** By archive. */
    private static final Map<Path, ArchiveSeries> ALL = new ConcurrentHashMap<>();

    private final DuckDb duckDb;
    private final ArchiveCatalogue catalogue;
    private final PartLimits limits;

    /** The only one of this process for an archive, so that its memory is bounded. It reads nothing yet. */
    public static ArchiveSeries of(Path archive) {
        return ALL.computeIfAbsent(real(archive), directory -> new ArchiveSeries(new DuckDb(directory)));
    }

    /** DuckDB compares the paths of files with that of the archive. */
    private static Path real(Path archive) {
        try {
            return archive.toRealPath();
        } catch (IOException e) {
            // The writer has not created it yet.
            return archive.toAbsolutePath().normalize();
        }
    }

    ArchiveSeries(DuckDb duckDb) {
        this(duckDb, PartLimits.of(duckDb.memoryMib()));
    }

    ArchiveSeries(DuckDb duckDb, PartLimits limits) {
        super(NanoTimes.FIRST_MILLI, NanoTimes.LAST_MILLI);
        this.duckDb = duckDb;
        this.limits = limits;
        catalogue = new ArchiveCatalogue(duckDb.archive(), duckDb, limits);
    }

    @Override
    protected List<ArchiveTable> tables(CatalogueQuery query, Allowance allowance, Deadline deadline) {
        for (int attempt = 1; ; attempt++) {
            try {
                return catalogue.tables(query, deadline);
            } catch (FileGoneException e) {
                // The next list has its successor.
                requireMore(attempt, e);
            }
        }
    }

    private static void requireMore(int attempt, FileGoneException e) {
        if (attempt == MOST_ATTEMPTS) {
            throw new EvaluationException(Reason.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    /** {@link DuckDb#run} or {@link DuckDb#stream}. */
    private interface Runner {
        void run(String statement, Duration within, RowReader reader) throws FileGoneException;
    }

    /** Runs a statement for each part of the time of a query. */
    private void runParts(
            ArchiveTable table,
            TableQuery query,
            BiFunction<ArchiveTable, Part, String> statement,
            RowReader reader,
            Runner runner) {
        Deadline deadline = new Deadline(query.within());
        for (TableQuery part : table.files().parts(query, time -> time)) {
            run(table, part, deadline, statement, reader, runner);
        }
    }

    /** Runs a statement over the files that have the time of a query. */
    private void run(
            ArchiveTable table,
            TableQuery query,
            Deadline deadline,
            BiFunction<ArchiveTable, Part, String> statement,
            RowReader reader,
            Runner runner) {
        ArchiveTable current = table;
        for (int attempt = 1; ; attempt++) {
            try {
                Part part = current.files().part(query);
                requireFew(part);
                if (!part.files().isEmpty()) {
                    runner.run(statement.apply(current, part), deadline.left(), reader);
                }
                return;
            } catch (FileGoneException e) {
                requireMore(attempt, e);
                current = again(current, deadline);
            }
        }
    }

    private void requireFew(Part part) {
        if (part.files().size() > limits.mostFiles()) {
            throw new EvaluationException("the query reads " + part.files().size() + " files at once, and at most "
                    + limits.mostFiles() + " are allowed: run weir archive compact, or choose a shorter range");
        }
    }

    private ArchiveTable again(ArchiveTable table, Deadline deadline) {
        for (int attempt = 1; ; attempt++) {
            try {
                return table.of(catalogue.listedAgain(table.files(), deadline));
            } catch (FileGoneException e) {
                requireMore(attempt, e);
            }
        }
    }

    @Override
    protected Stream<String> metricsOf(ArchiveTable table) {
        return table.columns().metrics();
    }

    @Override
    protected void readSamples(ArchiveTable table, TableQuery query, FoundSeries found) {
        ArchiveTable merged = table.withOneTypeForEachField();
        RowReader rows = new SampleRows(merged.columns(), NanoTimes.PER_MILLI, query.selection(), found);
        runParts(merged, query, ArchiveTable::samples, rows, duckDb::run);
    }

    @Override
    protected void readValues(ArchiveTable table, TableQuery query, ValueSink sink) {
        RowReader rows = new ValueRows(table.columns(), NanoTimes.PER_MILLI, query.selection(), sink);
        runParts(table, query, ArchiveTable::samples, rows, duckDb::stream);
    }

    @Override
    protected void readLabels(ArchiveTable table, TableQuery query, FoundLabels found) {
        ArchiveTable merged = table.withOneTypeForEachField();
        RowReader rows = new LabelRows(merged.columns(), query.selection(), found);
        runParts(merged, query, ArchiveTable::series, rows, duckDb::run);
    }

    /** A window or a last value needs all files. */
    @Override
    protected boolean readWindowsOf(
            ArchiveTable table, TableQuery statement, WindowQuery query, long step, ValueSink sink) {
        ArchiveTable merged = table.withOneTypeForEachField();
        CountedRows rows = new CountedRows(
                new ValueRows(merged.columns().means(), NanoTimes.PER_MILLI, statement.selection(), sink));
        run(
                merged,
                statement,
                new Deadline(statement.within()),
                (now, part) -> now.windows(part, step, query.mostRows()),
                rows,
                duckDb::run);
        return rows.count() < query.mostRows();
    }

    @Override
    protected void readLastOf(ArchiveTable table, TableQuery statement, WindowQuery query, LastSink sink) {
        ArchiveTable merged = table.withOneTypeForEachField();
        RowReader rows = new LastRows(merged.columns(), NanoTimes.PER_MILLI, statement.selection(), sink);
        run(merged, statement, new Deadline(statement.within()), ArchiveTable::last, rows, duckDb::run);
    }

    @Override
    protected boolean computesPanes(ArchiveTable table) {
        return true;
    }

    @Override
    protected boolean computesGroups(ArchiveTable table, Selection selection) {
        return table.withOneTypeForEachField().computesGroups(selection);
    }

    @Override
    protected List<ArchiveTable> partsForPanes(ArchiveTable table) {
        return List.of(table.withOneTypeForEachField());
    }

    /** Statements may each have a part of a pane, but not if they compute the values of groups from those of series. */
    @Override
    protected void readPanes(ArchiveTable table, TableQuery query, FoundRanges found) {
        Panes panes = found.panes();
        long start = panes.ranges().start();
        boolean areWhole = found.query().groupsSeries();
        LongUnaryOperator cut = areWhole ? time -> time - Math.floorMod(time - start, panes.period()) : time -> time;
        Deadline deadline = new Deadline(query.within());
        List<TableQuery> parts = table.files().parts(query, cut);
        if (areWhole && parts.stream().anyMatch(part -> isTooLarge(table, part))) {
            found.needSamples();
            return;
        }
        for (TableQuery part : parts) {
            run(
                    table,
                    part,
                    deadline,
                    (now, files) -> new ArchivePanes(now, panes, found.query()).statement(files),
                    PaneRows.ofParts(table.columns(), query.selection(), found),
                    duckDb::run);
        }
    }

    private static boolean isTooLarge(ArchiveTable table, TableQuery part) {
        return table.files().parts(part, time -> time).size() > MOST_PARTS_OF_PANE;
    }
}
