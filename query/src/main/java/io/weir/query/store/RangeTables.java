package io.weir.query.store;

import io.weir.query.naming.Selection;
import io.weir.query.naming.TierNames;
import io.weir.query.series.Allowance;
import io.weir.query.series.Deadline;
import io.weir.query.series.Matcher;
import io.weir.query.series.RangeQuery;
import io.weir.query.series.RangeSource;
import io.weir.query.series.RangeStatistic;
import io.weir.query.series.Ranges;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesRanges;
import io.weir.query.series.TierQuery;
import io.weir.query.series.ValueType;
import java.util.List;
import java.util.Optional;

/**
 * The series of a store with tables whose statements also compute windows, last values, and statistics of ranges. The
 * tables of a selector and a time serve each part of the time, too.
 *
 * @param <T> a table with selected fields, or a part of one: as much as a statement reads
 */
public abstract class RangeTables<T> extends WindowTables<T> implements RangeSource {
    /** The panes of each series in the first statement, when the number of series is not known yet. */
    private static final long FIRST_PANES = 16;

    /** The next statement has at most so many times as many panes: many series may have no samples before. */
    private static final long MOST_GROWTH = 16;

    /** The panes of all series in a statement. */
    private static final long MOST_PANES = 1_000_000;

    /** See {@link TableSeries#TableSeries}. */
    protected RangeTables(long earliest, long latest) {
        super(earliest, latest);
    }

    /**
     * The parts of ranges that a statement computes; empty if Weir must read the samples.
     *
     * @param ranges of the query, in the times of the store
     */
    protected Optional<Panes> panes(RangeQuery query, Ranges ranges) {
        return Panes.of(ranges);
    }

    /** Whether a statement computes the statistics of panes of a table. */
    protected abstract boolean computesPanes(T table);

    /** Whether a statement also aggregates over the series of a table, and reads one field of selected series only. */
    protected boolean computesGroups(T table, Selection selection) {
        return false;
    }

    /** The parts of a table of which {@link #readPanes} reads one at a time: its statements may be longer than others. */
    protected abstract List<T> partsForPanes(T table);

    /** Reads the statistics of the panes of such a part: of series, or of {@link RangeQuery#groups}. */
    protected abstract void readPanes(T table, TableQuery query, FoundRanges found);

    @Override
    public final RangeSource forQuery() {
        FoundTables<T> found = new FoundTables<>(this::permitted);
        return new RangeSource() {
            @Override
            public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
                return RangeTables.this.select(matchers, from, to, allowance, found.ofSamples(matchers));
            }

            @Override
            public Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
                Catalogue<T> catalogue = query.windows()
                        .map(windows -> found.ofWindows(query.matchers(), windows, resultOf(query)))
                        .orElseGet(() -> found.ofSamples(query.matchers()));
                return RangeTables.this.selectRanges(query, allowance, catalogue);
            }

            @Override
            public boolean hasTiers() {
                return RangeTables.this.hasTiers();
            }

            @Override
            public Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance) {
                return RangeTables.this.selectWindows(
                        query, allowance, found.ofWindows(query.matchers(), query.windows(), query.statistic()));
            }
        };
    }

    @Override
    public final Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance) {
        return selectRanges(query, allowance, this::permitted);
    }

    @Override
    public final Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance) {
        return selectWindows(query, allowance, this::permitted);
    }

    private Optional<List<Series>> selectWindows(TierQuery query, Allowance allowance, Catalogue<T> catalogue) {
        Selection selection = TierNames.selection(query.matchers(), query.windows(), query.statistic());
        long delay = query.windows().delay();
        return selectKnown(selection, query.from() - delay, query.to() - delay, allowance, catalogue)
                .map(found -> found.stream().map(each -> each.delayed(delay)).toList());
    }

    /** The result of windows by which the tables of a tier are found. */
    private static RangeStatistic resultOf(RangeQuery query) {
        return TierNames.results(query.statistic()).get(0);
    }

    private Optional<List<SeriesRanges>> selectRanges(RangeQuery query, Allowance allowance, Catalogue<T> catalogue) {
        Ranges ranges = query.windows().map(query.ranges()::of).orElse(query.ranges());
        Selection selection = query.windows()
                .map(windows -> TierNames.selection(query.matchers(), windows, resultOf(query)))
                .orElseGet(() -> new Selection(query.matchers()));
        boolean areGroups = query.groups().isPresent();
        Optional<Panes> panes =
                panes(query, ranges).filter(each -> !areGroups || canComputeGroups(query, each, selection));
        if (panes.isEmpty() || !canHave(ranges.start(), ranges.last())) {
            return Optional.empty();
        }
        Deadline deadline = new Deadline(allowance.time());
        List<T> tables = catalogue.tables(
                new CatalogueQuery(selection, ValueType::isSample, ranges.start(), ranges.last()), allowance, deadline);
        boolean isGiven = query.windows().isEmpty() || !tables.isEmpty();
        boolean areComputed = isGiven
                && tables.stream().allMatch(this::computesPanes)
                && (!areGroups || computesGroups(tables, selection));
        if (!areComputed) {
            return Optional.empty();
        }
        FoundRanges found = new FoundRanges(panes.get(), query, allowance, deadline);
        for (T table : tables) {
            for (T part : partsForPanes(table)) {
                readPanes(part, selection, deadline, found);
            }
        }
        return found.results();
    }

    /**
     * Whether a table can be expected of which a statement computes groups. A statement has the values of series only if
     * each range is one pane.
     */
    private static boolean canComputeGroups(RangeQuery query, Panes panes, Selection selection) {
        return (query.groupsSamples() || panes.areRanges()) && TagConditions.canBeAll(selection);
    }

    /** Series of two fields may have the same labels, which Weir must refuse. Series of one field all differ. */
    private boolean computesGroups(List<T> tables, Selection selection) {
        return tables.size() <= 1 && tables.stream().allMatch(table -> computesGroups(table, selection));
    }

    /** A store has all panes of a statement in memory before it passes on the first one, so a statement reads some. */
    private void readPanes(T part, Selection selection, Deadline deadline, FoundRanges found) {
        Panes panes = found.panes();
        long last = panes.ranges().last();
        long before = found.computed();
        long read = 0;
        long count = FIRST_PANES;
        for (long from = panes.ranges().start(); from <= last && !found.areSamplesNeeded(); ) {
            long to = Math.min(last, from + count * panes.period() - 1);
            readPanes(part, new TableQuery(selection, from, to, deadline.left()), found);
            from = to + 1;
            read += count;
            // It may also have all between ranges in memory.
            long computed = (found.computed() - before) * (panes.haveSmallGaps() ? 2 : 1);
            long ofAllSeries = Math.max(1, computed / read);
            count = Math.max(1, Math.min(count * MOST_GROWTH, MOST_PANES / ofAllSeries));
            if (ofAllSeries > MOST_PANES && from <= last) {
                // The limit of samples, which is far lower, then refuses the query.
                found.needSamples();
            }
        }
    }
}
