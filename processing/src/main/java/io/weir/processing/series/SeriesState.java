package io.weir.processing.series;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.metric.Feed;
import io.weir.processing.account.Holding;
import io.weir.processing.aggregate.AggregatableMetrics;
import io.weir.processing.aggregate.AggregateRules;
import io.weir.processing.aggregate.Contributions;
import io.weir.processing.aggregate.LeftGroup;
import io.weir.processing.aggregate.SeriesWindows;
import io.weir.processing.aggregate.group.GroupPlan;
import io.weir.processing.aggregate.group.GroupShape;
import io.weir.processing.batch.Metrics;
import io.weir.processing.derive.DerivableMetrics;
import io.weir.processing.derive.Derivations;
import io.weir.processing.derive.DeriveRules;
import io.weir.processing.suppress.FeedFilters;
import io.weir.processing.suppress.FieldFilter;
import io.weir.processing.suppress.FilterState;
import io.weir.processing.suppress.Suppressed;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The state of one series in a task, beside its plan. Not thread-safe. */
public final class SeriesState
        implements DerivableMetrics.DerivationState, AggregatableMetrics.AggregationState, FilterState {

    /** The feeds with filters. */
    static final Feed[] FEEDS = {Feed.STORAGE, Feed.LIVE};

    /** For series without suppression. */
    private static final @Nullable FeedFilters[] NO_FILTERS = new FeedFilters[0];

    private final SeriesPlan plan;

    /** The plan's rules: every line needs them, and a further object would be in no cache. */
    private final SeriesRules rules;

    private FieldNames names;
    private int knownFields;
    private final Derivations derivations;
    private final SeriesWindows[] windows;
    private final @Nullable FeedFilters[] filters;

    private final Contributions[] groups;

    /** Groups that the series has left, with open windows. */
    private List<LeftGroup> left = List.of();

    /** Null for most series. */
    private @Nullable KeptValues keptValues;

    private final boolean wasSaved;
    private final Holding holding;

    /**
     * Creates an empty state.
     *
     * @param wasSaved whether checkpoints contain it in any case: because it was saved under other
     *     rules, or has values that senders change
     * @param holding accounts for its memory
     */
    SeriesState(SeriesPlan plan, boolean wasSaved, Holding holding) {
        this.plan = plan;
        this.wasSaved = wasSaved;
        this.holding = holding;
        rules = plan.rules();
        names = rules.fieldNames();
        List<DeriveRules> derives = rules.derives();
        derivations = derives.isEmpty() ? Derivations.NONE : new Derivations(derives, this::fieldNumber);
        List<AggregateRules> aggregates = rules.aggregates();
        windows = new SeriesWindows[aggregates.size()];
        filters = rules.isSuppressed() ? new FeedFilters[(1 + windows.length) * FEEDS.length] : NO_FILTERS;
        groups = new Contributions[plan.groups().size()];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = Contributions.of(rules.groupShape(i));
        }
        for (int i = 0; i < windows.length; i++) {
            windows[i] = aggregates.get(i).windows(plan.state());
        }
        for (int i = 0; i < filters.length; i++) {
            boolean isSuppressed = rules.output(i / FEEDS.length).isSuppressed(FEEDS[i % FEEDS.length]);
            filters[i] = isSuppressed ? new FeedFilters() : null;
        }
        count();
    }

    /** The memory account of the series. */
    public Holding holding() {
        return holding;
    }

    @Override
    public void count() {
        holding.set(derivations.estimatedBytes()
                + (keptValues == null ? 0 : keptValues.estimatedBytes())
                + SeriesEstimate.bytes(plan, knownFields, windows, groups, left, filters));
    }

    /** Closes the state of a forgotten series. */
    void close() {
        removeNames();
        holding.close();
    }

    private void removeNames() {
        for (int number = 0; number < knownFields; number++) {
            byte[] key = names.key(number);
            holding.removeName(SeriesHash.of(key, 0, key.length), key.length);
        }
    }

    public SeriesPlan plan() {
        return plan;
    }

    /** The canonical bytes of an output. */
    byte[] output(int output) {
        return plan.output(output).series();
    }

    /** Whether an output has these canonical bytes. */
    boolean hasOutput(byte[] series) {
        return plan.outputs().stream().anyMatch(output -> Arrays.equals(output.series(), series));
    }

    public SeriesRules rules() {
        return rules;
    }

    /** The fields in order of arrival, possibly followed by fields of other series. */
    FieldNames names() {
        return names;
    }

    /** How many of {@link #names} the series has. */
    int knownFields() {
        return knownFields;
    }

    /**
     * The number of the field whose key is {@code bytes[from, to)}; a new field gets one.
     *
     * @param hint the field's place in its line
     * @return {@link Metrics#UNNUMBERED} if there are too many
     */
    public int fieldNumber(byte[] bytes, int from, int to, int hint) {
        int number = names.number(bytes, from, to, hint, knownFields);
        return number == Metrics.UNNUMBERED ? addField(bytes, from, to) : number;
    }

    /** Whether the series has this field. */
    public boolean hasField(byte[] bytes, int from, int to, int hint) {
        return names.number(bytes, from, to, hint, knownFields) != Metrics.UNNUMBERED;
    }

    private int addField(byte[] bytes, int from, int to) {
        if (knownFields == FieldNames.MOST) {
            return Metrics.UNNUMBERED;
        }
        names = names.with(knownFields++, bytes, from, to);
        derivations.addField(names.rules(knownFields - 1).derived());
        holding.addName(SeriesHash.of(bytes, from, to), to - from);
        count();
        return knownFields - 1;
    }

    int fieldNumber(byte[] key) {
        return fieldNumber(key, 0, key.length, knownFields);
    }

    /** The rules of a raw field, by its number. */
    FieldRules field(int number) {
        return number == Metrics.UNNUMBERED ? FieldRules.PASS : names.rules(number);
    }

    /** The suppression of a field, by its number in an output. */
    Suppressed suppressed(int output, int number) {
        if (output > 0 && number == Metrics.UNNUMBERED) {
            return Suppressed.NOWHERE;
        }
        if (output > 0) {
            int functions = functions(output);
            return names.rules(number / functions)
                    .results(output - 1)
                    .suppressed()
                    .get(number % functions);
        }
        return field(number).suppressed();
    }

    @Override
    public Derivations derivations() {
        return derivations;
    }

    /** The values that senders change, or null. */
    @Nullable
    KeptValues keptValues() {
        return keptValues;
    }

    /** The values that senders change, created if there are none. The state must be saved. */
    KeptValues keepValues() {
        KeptValues values = keptValues == null ? new KeptValues() : keptValues;
        keptValues = values;
        return values;
    }

    /** The open windows of an aggregation, by its place in the plan. */
    public SeriesWindows windows(int aggregate) {
        return windows[aggregate];
    }

    @Override
    public int groups() {
        return groups.length + left.size();
    }

    @Override
    public GroupPlan group(int group) {
        return group < groups.length
                ? plan.groups().get(group)
                : left.get(group - groups.length).plan();
    }

    @Override
    public Contributions contributions(int group) {
        return group < groups.length
                ? groups[group]
                : left.get(group - groups.length).contributions();
    }

    /** Notes a group that the series has left. */
    void addLeft(LeftGroup group) {
        left = Stream.concat(left.stream(), Stream.of(group)).toList();
    }

    @Override
    public boolean removeLeft() {
        int before = left.size();
        if (before > 0) {
            left = left.stream().filter(each -> each.contributions().isOpen()).toList();
        }
        return left.size() < before;
    }

    @Override
    public long contributesAt(int clock) {
        long first = Contributions.NEVER;
        for (int i = 0; i < groups(); i++) {
            if (group(i).key().shape().clock() == clock) {
                first = Math.min(first, contributions(i).closesAt());
            }
        }
        return first;
    }

    private boolean contributes() {
        for (int i = 0; i < groups(); i++) {
            if (contributions(i).closesAt() != Contributions.NEVER) {
                return true;
            }
        }
        return false;
    }

    @Override
    public byte[] fieldKey(int output, int number) {
        if (output > 0) {
            int functions = functions(output);
            return names.rules(number / functions).results(output - 1).keys().get(number % functions);
        }
        return names.key(number);
    }

    private int functions(int output) {
        return rules.aggregates().get(output - 1).functions().size();
    }

    @Override
    public int outputs() {
        return rules.outputs();
    }

    @Override
    public @Nullable FeedFilters filters(int output, Feed feed) {
        return filters.length == 0 ? null : filters[output * FEEDS.length + (feed == Feed.STORAGE ? 0 : 1)];
    }

    @Override
    public long filterIdentity(int output, Feed feed) {
        return plan.output(output).filterIdentity(feed);
    }

    @Override
    public long releasesAtLogTime() {
        long first = FieldFilter.NEVER;
        for (FeedFilters each : filters) {
            first = each == null ? first : Math.min(first, each.dueAtLogTime());
        }
        return first;
    }

    /** Whether no output can follow while the series is silent. */
    boolean isIdle() {
        return !hasOpenWindow() && !contributes() && releasesAtLogTime() == FieldFilter.NEVER;
    }

    @Override
    public long closesAt(int clock) {
        long first = SeriesWindows.NEVER;
        for (int i = 0; i < windows.length; i++) {
            if (rules.aggregates().get(i).clock() == clock) {
                first = Math.min(first, windows[i].closesAtLogTime());
            }
        }
        return first;
    }

    private boolean hasOpenWindow() {
        for (SeriesWindows each : windows) {
            if (each.isOpen()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether checkpoints must contain the series. Also true without state if an earlier one did:
     * after a crash, records before a rule switch may be read again. They must find the old series,
     * or one that includes them.
     */
    boolean isSaved() {
        return wasSaved || rules.hasState();
    }

    /**
     * Counts the open windows that another plan would drop.
     *
     * @param shapes the shapes of group rules under the other plan's rules, by identity
     */
    int openWindowsNotIn(SeriesPlan other, LongFunction<@Nullable GroupShape> shapes) {
        int lost = 0;
        for (int i = 0; i < windows.length; i++) {
            long identity = identity(i);
            boolean isKept = other.rules().aggregates().stream().anyMatch(each -> each.identity() == identity);
            lost += isKept ? 0 : windows[i].open();
        }
        for (int i = 0; i < groups(); i++) {
            boolean isKept = shapes.apply(group(i).key().shape().identity()) != null;
            lost += isKept ? 0 : contributions(i).open();
        }
        return lost;
    }

    private long identity(int aggregate) {
        return rules.aggregates().get(aggregate).identity();
    }

    /**
     * If the series {@link #isIdle}: the start of its last window with values; {@link
     * Long#MIN_VALUE} before any value.
     */
    long lastClosed() {
        long last = Long.MIN_VALUE;
        for (SeriesWindows each : windows) {
            last = Math.max(last, each.lastClosed());
        }
        return last;
    }

    /** Clears the state. Windows that start by {@code lastClosed} stay closed. */
    void reset(long lastClosed) {
        removeNames();
        names = rules.fieldNames();
        knownFields = 0;
        derivations.reset();
        for (Contributions each : groups) {
            each.reset();
        }
        left = List.of();
        keptValues = null;
        for (SeriesWindows each : windows) {
            each.reset(lastClosed);
        }
        for (FeedFilters each : filters) {
            if (each != null) {
                each.reset();
            }
        }
        count();
    }
}
