package io.weir.query.store;

import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.ValueSink;
import io.weir.query.series.ValueStore;
import io.weir.query.series.ValueType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The series of a store with tables, which a catalogue lists and statements read. Each answer reads the catalogue anew,
 * so that new tables and fields are found; see {@link #forQuery} for one query.
 *
 * @param <T> a table with selected fields, or a part of one: as much as a statement reads
 */
public abstract class TableSeries<T> extends ListedSeries implements ValueStore {
    /** Most fields whose raw values are read: their names are in memory. */
    private static final long MOST_FIELDS = 100_000;

    /** In milliseconds since 1970, as the last one. */
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

    /** Whether the store can have tiers, which selectors may name. */
    public boolean hasTiers() {
        return false;
    }

    /** Reads the catalogue. */
    protected abstract List<T> tables(CatalogueQuery query, Allowance allowance, Deadline deadline);

    /** The metrics of the selected fields of a table. */
    protected abstract Stream<String> metricsOf(T table);

    /** Reads the samples of a table. */
    protected abstract void readSamples(T table, TableQuery query, FoundSeries found);

    /** Reads the labels of the series of a table that have samples. */
    protected abstract void readLabels(T table, TableQuery query, FoundLabels found);

    /** Passes on the raw values of a table. */
    protected abstract void readValues(T table, TableQuery query, ValueSink sink);

    @Override
    public final List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        return select(matchers, from, to, allowance, this::permitted);
    }

    final List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance, Catalogue<T> catalogue) {
        return selectKnown(new Selection(matchers), from, to, allowance, catalogue)
                .orElse(List.of());
    }

    /** The series of a selection; empty if no table has a field that it selects. */
    final Optional<List<Series>> selectKnown(
            Selection selection, long from, long to, Allowance allowance, Catalogue<T> catalogue) {
        FoundSeries found = new FoundSeries(allowance);
        CatalogueQuery samples = query(selection, from, to, ValueType::isSample);
        boolean isKnown = read(samples, allowance, catalogue, (table, query) -> readSamples(table, query, found));
        return isKnown ? Optional.of(found.sorted()) : Optional.empty();
    }

    @Override
    protected final void readAll(
            List<Matcher> matchers, long from, long to, Allowance allowance, Consumer<Labels> all) {
        FoundLabels found = new FoundLabels(all);
        CatalogueQuery samples = query(new Selection(matchers), from, to, ValueType::isSample);
        read(samples, allowance, this::permitted, (table, query) -> readLabels(table, query, found));
    }

    /** Those of the catalogue, which does not know the labels of rows. */
    @Override
    public final SortedSet<String> metrics(List<Matcher> matchers, long from, long to, Allowance allowance) {
        CatalogueQuery samples = query(new Selection(matchers), from, to, ValueType::isSample);
        SortedSet<String> names = permitted(samples, allowance, new Deadline(allowance.time())).stream()
                .flatMap(this::metricsOf)
                .collect(Collectors.toCollection(TreeSet::new));
        allowance.checkTexts(names.size());
        return names;
    }

    @Override
    public final boolean hasFields(List<Matcher> matchers, Allowance allowance) {
        CatalogueQuery samples = query(new Selection(matchers), earliest, latest, ValueType::isSample);
        return !permitted(samples, allowance, new Deadline(allowance.time())).isEmpty();
    }

    @Override
    public final void read(List<Matcher> matchers, long from, long to, Duration time, ValueSink sink) {
        read(new Selection(matchers), from, to, type -> true, time, (table, query) -> readValues(table, query, sink));
    }

    /**
     * Runs a statement for each selected table.
     *
     * @param isRead whether fields of a type are read
     */
    final void read(
            Selection selection,
            long from,
            long to,
            Predicate<ValueType> isRead,
            Duration time,
            BiConsumer<T, TableQuery> statement) {
        Allowance allowance = new Allowance(MOST_FIELDS, MOST_FIELDS, time);
        read(query(selection, from, to, isRead), allowance, this::permitted, statement);
    }

    private CatalogueQuery query(Selection selection, long from, long to, Predicate<ValueType> isRead) {
        return new CatalogueQuery(selection, isRead, Math.max(earliest, from), Math.min(latest, to));
    }

    /** Returns whether there are such tables. */
    private boolean read(
            CatalogueQuery query, Allowance allowance, Catalogue<T> catalogue, BiConsumer<T, TableQuery> statement) {
        Deadline deadline = new Deadline(allowance.time());
        // Reads the catalogue in any case: a store that is away is not an empty answer.
        List<T> tables = catalogue.tables(query, allowance, deadline);
        if (query.from() <= query.to()) {
            tables.forEach(table -> statement.accept(
                    table, new TableQuery(query.selection(), query.from(), query.to(), deadline.left())));
        }
        return !tables.isEmpty();
    }

    /** Whether the store can have all times from one to the other, and also the time between them in its units. */
    final boolean canHave(long from, long to) {
        return from >= earliest && to <= latest && to - from <= NanoTimes.LAST_MILLI;
    }

    /** The tables that the selection selects, unless it names a tier of a store without tiers. */
    final List<T> permitted(CatalogueQuery query, Allowance allowance, Deadline deadline) {
        if (!hasTiers()) {
            query.selection().requireNoTier("the store");
        }
        return tables(query, allowance, deadline);
    }
}
