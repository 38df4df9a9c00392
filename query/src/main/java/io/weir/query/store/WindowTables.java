package io.weir.query.store;

import io.weir.query.series.Deadline;
import io.weir.query.series.LastSink;
import io.weir.query.series.Matcher;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueType;
import io.weir.query.series.WindowStore;
import io.weir.query.series.Windows;
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

    /** Whether windows and last values of fields of this type are computed. */
    protected boolean isComputed(ValueType type) {
        return type != ValueType.ARRAY;
    }

    /**
     * Passes on the windows of a table, at most {@link Windows#mostRows} rows.
     *
     * @return the number of rows
     */
    protected abstract int readWindows(T table, TableQuery query, Windows windows, ValueSink sink);

    /** The parts of a table of which {@link #readLast} reads one at a time: its statements are longer than others. */
    protected abstract List<T> partsForLast(T table);

    /** Passes on the last values of such a part. */
    protected abstract void readLast(T table, TableQuery query, LastSink sink);

    @Override
    public final boolean readWindows(List<Matcher> matchers, Windows windows, Duration time, ValueSink sink) {
        List<T> cut = new ArrayList<>();
        read(matchers, windows.from(), windows.to(), this::isComputed, time, (table, query) -> {
            if (readWindows(table, query, windows, sink) == windows.mostRows()) {
                cut.add(table);
            }
        });
        return cut.isEmpty();
    }

    @Override
    public final void readLast(List<Matcher> matchers, long from, long to, Duration time, LastSink sink) {
        Deadline deadline = new Deadline(time);
        read(matchers, from, to, type -> type.isSample() && isComputed(type), time, (table, query) -> partsForLast(
                        table)
                .forEach(part -> readLast(part, query.within(deadline.left()), sink)));
    }
}
