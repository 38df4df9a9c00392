package io.weir.query.store;

import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesStore;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The series of a store with tables, which a catalogue lists and statements read. Each answer reads the catalogue anew,
 * so that new tables and fields are found.
 *
 * @param <T> a table with selected fields, or a part of one: as much as a statement reads
 */
public abstract class TableSeries<T> implements SeriesStore {
    private final long earliest;
    private final long latest;

    /**
     * @param earliest the first millisecond that the store can have
     * @param latest the last one
     */
    protected TableSeries(long earliest, long latest) {
        this.earliest = earliest;
        this.latest = latest;
    }

    /** Reads the catalogue. */
    protected abstract List<T> tables(Selection selection, Allowance allowance, Deadline deadline);

    /** Reads the samples of a table. */
    protected abstract void readSamples(T table, TableQuery query, FoundSeries found);

    /** Reads the labels of the series of a table that have samples. */
    protected abstract void readLabels(T table, TableQuery query, FoundLabels found);

    @Override
    public final List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        FoundSeries found = new FoundSeries(allowance);
        read(matchers, from, to, allowance, (table, query) -> readSamples(table, query, found));
        return found.sorted();
    }

    @Override
    public final List<Labels> list(List<Matcher> matchers, long from, long to, Allowance allowance) {
        FoundLabels found = new FoundLabels(allowance);
        read(matchers, from, to, allowance, (table, query) -> readLabels(table, query, found));
        return found.sorted();
    }

    private void read(
            List<Matcher> matchers, long from, long to, Allowance allowance, BiConsumer<T, TableQuery> statement) {
        Selection selection = new Selection(matchers);
        Deadline deadline = new Deadline(allowance.time());
        long first = Math.max(earliest, from);
        long last = Math.min(latest, to);
        // Reads the catalogue in any case: a store that is away is not an empty answer.
        List<T> tables = tables(selection, allowance, deadline);
        if (first <= last) {
            tables.forEach(table -> statement.accept(table, new TableQuery(selection, first, last, deadline.left())));
        }
    }
}
