package io.weir.query.store;

import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeSource;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.Series;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.query.series.WindowStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The series of a store with tables whose statements also compute windows, last values, and statistics of ranges.
 *
 * @param <T> a table with selected fields, or a part of one: as much as a statement reads
 */
public abstract class WindowTables<T> extends TableSeries<T> implements RangeSource, WindowStore {
    /** See {@link TableSeries#TableSeries}. */
    protected WindowTables(long earliest, long latest) {
        super(earliest, latest);
    }

    /** Whether the store computes windows and last values of fields of this type. */
    protected boolean isComputed(ValueType type) {
        return true;
    }

    /**
     * Passes on the windows of a table.
     *
     * @return whether these are all
     */
    protected abstract boolean readWindowsOf(
            T table, TableQuery statement, WindowQuery query, long step, ValueSink sink);

    /** Whether a statement computes the statistics of these panes of a table. */
    protected abstract boolean computesPanes(T table, Panes panes);

    /** The parts of a table of which {@link #readPanes} reads one at a time: its statements may be longer than others. */
    protected abstract List<T> partsForPanes(T table);

    /** Reads the statistics of the panes of such a part. */
    protected abstract void readPanes(T table, TableQuery query, FoundRanges found);

    /** The parts of a table of which {@link #readLastOf} reads one at a time: its statements may be longer than others. */
    protected List<T> partsForLast(T table) {
        return List.of(table);
    }

    /** Passes on the last values of such a part. */
    protected abstract void readLastOf(T table, TableQuery statement, WindowQuery query, LastSink sink);

    @Override
    public final Optional<List<Series>> selectRanges(
            List<Matcher> matchers, Ranges ranges, RangeStatistic statistic, Allowance allowance) {
        Optional<Panes> panes = Panes.of(ranges);
        if (panes.isEmpty() || !canHave(ranges.start(), ranges.last())) {
            return Optional.empty();
        }
        Selection selection = new Selection(matchers);
        Deadline deadline = new Deadline(allowance.time());
        List<T> tables = permitted(selection, ValueType::isSample, allowance, deadline);
        if (!tables.stream().allMatch(table -> computesPanes(table, panes.get()))) {
            return Optional.empty();
        }
        FoundRanges found = new FoundRanges(panes.get(), statistic, allowance);
        for (T table : tables) {
            for (T part : partsForPanes(table)) {
                readPanes(part, new TableQuery(selection, ranges.start(), ranges.last(), deadline.left()), found);
            }
        }
        return found.results();
    }

    @Override
    public boolean findsLastFast() {
        return false;
    }

    @Override
    public final boolean readWindows(WindowQuery query, long step, Duration time, ValueSink sink) {
        List<T> shortened = new ArrayList<>();
        read(
                query.matchers(),
                query.from(),
                query.to(),
                type -> query.types().contains(type) && isComputed(type),
                time,
                (table, statement) -> {
                    if (!readWindowsOf(table, statement, query, step, sink)) {
                        shortened.add(table);
                    }
                });
        return shortened.isEmpty();
    }

    @Override
    public final void readLast(WindowQuery query, Duration time, LastSink sink) {
        Deadline deadline = new Deadline(time);
        read(
                query.matchers(),
                query.from(),
                query.to(),
                type -> query.types().contains(type) && type.isSample() && isComputed(type),
                time,
                (table, statement) -> partsForLast(table)
                        .forEach(part -> readLastOf(part, statement.within(deadline.left()), query, sink)));
    }
}
