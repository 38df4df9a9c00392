package io.weir.query.store;

import io.weir.query.naming.Selection;
import io.weir.query.naming.TierNames;
import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowQuery;
import io.weir.query.series.WindowStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The series of a store with tables whose statements also compute windows and last values.
 *
 * @param <T> a table with selected fields, or a part of one: as much as a statement reads
 */
public abstract class WindowTables<T> extends TableSeries<T> implements WindowStore {
    /** See {@link TableSeries#TableSeries}. */
    protected WindowTables(long earliest, long latest) {
        super(earliest, latest);
    }

    /** Whether the store computes windows and last values of fields of this type. */
    protected boolean isComputed(ValueType type) {
        return true;
    }

    /**
     * The parts of a table of which {@link #readWindowsOf} reads one at a time: its statements may be longer than others.
     *
     * @param isWeighted see {@link WindowQuery#isWeighted}
     */
    protected List<T> partsForWindows(T table, boolean isWeighted) {
        return List.of(table);
    }

    /**
     * Passes on the windows of such a part.
     *
     * @return whether these are all
     */
    protected abstract boolean readWindowsOf(
            T table, TableQuery statement, WindowQuery query, long step, ValueSink sink);

    /** The parts of a table of which {@link #readLastOf} reads one at a time: its statements may be longer than others. */
    protected List<T> partsForLast(T table) {
        return List.of(table);
    }

    /** Passes on the last values of such a part. */
    protected abstract void readLastOf(T table, TableQuery statement, WindowQuery query, LastSink sink);

    @Override
    public boolean findsLastFast() {
        return false;
    }

    @Override
    public final boolean readWindows(WindowQuery query, long step, Duration time, ValueSink sink) {
        Deadline deadline = new Deadline(time);
        boolean isWeighted = query.isWeighted(step);
        List<T> shortened = new ArrayList<>();
        Selection selection = query.tier()
                .map(windows -> TierNames.selection(query.matchers(), windows, RangeStatistic.MEAN))
                .orElseGet(() -> new Selection(query.matchers()));
        read(
                selection,
                query.from(),
                query.to(),
                type -> query.types().contains(type) && isComputed(type),
                time,
                (table, statement) -> partsForWindows(table, isWeighted).forEach(part -> {
                    if (!readWindowsOf(part, statement.within(deadline.left()), query, step, sink)) {
                        shortened.add(part);
                    }
                }));
        return shortened.isEmpty();
    }

    @Override
    public final void readLast(WindowQuery query, Duration time, LastSink sink) {
        Deadline deadline = new Deadline(time);
        read(
                new Selection(query.matchers()),
                query.from(),
                query.to(),
                type -> query.types().contains(type) && type.isSample() && isComputed(type),
                time,
                (table, statement) -> partsForLast(table)
                        .forEach(part -> readLastOf(part, statement.within(deadline.left()), query, sink)));
    }
}
