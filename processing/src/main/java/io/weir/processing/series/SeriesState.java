package io.weir.processing.series;

import io.weir.contract.line.SeriesHash;
import io.weir.contract.rule.metric.Feed;
import io.weir.contract.state.StateBytes;
import io.weir.processing.account.Account;
import io.weir.processing.account.Holding;
import io.weir.processing.aggregate.Windows;
import io.weir.processing.suppress.FeedFilters;
import io.weir.processing.suppress.FieldFilter;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The state of one series in a task, beside its plan. Not thread-safe. */
public final class SeriesState {

    private static final Feed[] FEEDS = {Feed.STORAGE, Feed.LIVE};

    /** For series without suppression. */
    private static final @Nullable FeedFilters[] NO_FILTERS = new FeedFilters[0];

    /** Ends the parts in place of an identity. */
    private static final long NO_MORE_PARTS = 0;

    /** The identity of the names, which do not depend on rules. */
    private static final long NAMES = 1;

    /** In place of a slot: no window of the group has counted the series yet. */
    private static final int NOT_COUNTED = -1;

    private final SeriesPlan plan;

    /** The plan's rules: every line needs them, and a further object would be in no cache. */
    private final SeriesRules rules;

    private FieldNames names;
    private int knownFields;
    private final Derivations derivations;
    private final Windows[] windows;
    private final @Nullable FeedFilters[] filters;

    /** Pairs: start of the group window that last counted the series; group slot. Never saved. */
    private final long[] counted;

    private final boolean wasSaved;
    private final Holding holding;

    /**
     * Creates an empty state.
     *
     * @param wasSaved whether it was in a checkpoint under other rules
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
        windows = new Windows[aggregates.size()];
        filters = rules.isSuppressed() ? new FeedFilters[(1 + windows.length) * FEEDS.length] : NO_FILTERS;
        counted = new long[2 * plan.groups().size()];
        Arrays.fill(counted, NOT_COUNTED);
        for (int i = 0; i < windows.length; i++) {
            windows[i] = new Windows(aggregates.get(i).spec());
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

    /** Updates the memory account. Call after windows or filters grew or shrank. */
    public void count() {
        holding.set(derivations.estimatedBytes() + SeriesEstimate.bytes(plan, knownFields, windows, filters));
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
     * @return {@link FieldNames#UNNUMBERED} if there are too many
     */
    public int fieldNumber(byte[] bytes, int from, int to, int hint) {
        int number = names.number(bytes, from, to, hint, knownFields);
        return number == FieldNames.UNNUMBERED ? addField(bytes, from, to) : number;
    }

    /** Whether the series has this field. */
    public boolean hasField(byte[] bytes, int from, int to, int hint) {
        return names.number(bytes, from, to, hint, knownFields) != FieldNames.UNNUMBERED;
    }

    private int addField(byte[] bytes, int from, int to) {
        if (knownFields == FieldNames.MOST) {
            return FieldNames.UNNUMBERED;
        }
        names = names.with(knownFields++, bytes, from, to);
        derivations.addField(names.rules(knownFields - 1).derived());
        holding.addName(SeriesHash.of(bytes, from, to), to - from);
        count();
        return knownFields - 1;
    }

    private int fieldNumber(byte[] key) {
        return fieldNumber(key, 0, key.length, knownFields);
    }

    /** The rules of a field, by its number in an output. */
    public FieldRules field(int output, int number) {
        if (output > 0) {
            int functions = functions(output);
            return names.rules(number / functions).results(output - 1).rules().get(number % functions);
        }
        return number == FieldNames.UNNUMBERED ? FieldRules.PASS : names.rules(number);
    }

    /** The histories for derive rules. */
    public Derivations derivations() {
        return derivations;
    }

    /** The open windows of an aggregation, by its place in the plan. */
    public Windows windows(int aggregate) {
        return windows[aggregate];
    }

    /**
     * The slot of a group, by its place in the plan, if the series was last {@link #count counted}
     * in the group's window at {@code start}; else -1. The slot is valid while the window accepts
     * values.
     */
    public int slotIfCounted(int group, long start) {
        return counted[2 * group] == start ? (int) counted[2 * group + 1] : NOT_COUNTED;
    }

    /** Notes that a window of the group in {@code slot} counts the series, to save look-ups. */
    public void count(int group, long start, int slot) {
        counted[2 * group] = start;
        counted[2 * group + 1] = slot;
    }

    /** The key of a field in line protocol, by its number in an output. */
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

    /** The filters of an output for a feed; null if nothing is suppressed there. */
    public @Nullable FeedFilters filters(int output, Feed feed) {
        return filters.length == 0 ? null : filters[output * FEEDS.length + (feed == Feed.STORAGE ? 0 : 1)];
    }

    /** The log time when the first held-back value is due, or {@link FieldFilter#NEVER}. */
    public long releasesAtLogTime() {
        long first = FieldFilter.NEVER;
        for (FeedFilters each : filters) {
            first = each == null ? first : Math.min(first, each.dueAtLogTime());
        }
        return first;
    }

    /** Whether no output can follow while the series is silent. */
    boolean isIdle() {
        return closesAtLogTime() == Windows.NEVER && releasesAtLogTime() == FieldFilter.NEVER;
    }

    /** The log time when the first open window closes, or {@link Windows#NEVER}. */
    public long closesAtLogTime() {
        long first = Windows.NEVER;
        for (Windows each : windows) {
            first = Math.min(first, each.closesAtLogTime());
        }
        return first;
    }

    /**
     * Whether checkpoints must contain the series. Also true without state if an earlier one did:
     * after a crash, records before a rule switch may be read again. They must find the old series,
     * or one that includes them.
     */
    boolean isSaved() {
        return wasSaved || rules.hasState();
    }

    /** Copies the state of rules that both plans have. The caller must close this state. */
    SeriesState under(SeriesPlan other, Account account, byte[] key) {
        boolean hasState = isSaved() || other.rules().hasState();
        SeriesState after = new SeriesState(other, isSaved(), account.open(key, holding.gateway(), hasState));
        try {
            after.read(new DataInputStream(new ByteArrayInputStream(written())));
        } catch (IOException e) {
            throw new UncheckedIOException("memory streams do not fail", e);
        }
        return after;
    }

    /** Counts the open windows that another plan would drop. */
    int openWindowsNotIn(SeriesPlan other) {
        int lost = 0;
        for (int i = 0; i < windows.length; i++) {
            long identity = identity(i);
            boolean isKept = other.rules().aggregates().stream().anyMatch(each -> each.identity() == identity);
            lost += isKept ? 0 : windows[i].open();
        }
        return lost;
    }

    /** Whether {@code after} lacks the filters of an output for a feed. */
    public boolean forgets(int output, Feed feed, SeriesState after) {
        long identity = plan.output(output).filterIdentity(feed);
        for (int i = 0; i < after.filters.length; i++) {
            if (after.filters[i] != null && after.filterIdentity(i) == identity) {
                return false;
            }
        }
        return true;
    }

    private long identity(int aggregate) {
        return rules.aggregates().get(aggregate).identity();
    }

    /** The series' time up to which windows are closed, {@link Long#MIN_VALUE} before any value. */
    long closedUntil() {
        long until = Long.MIN_VALUE;
        for (Windows each : windows) {
            until = Math.max(until, each.closedUntil());
        }
        return until;
    }

    /** Clears the state. Windows that close by {@code closedUntil} stay closed. */
    void reset(long closedUntil) {
        removeNames();
        names = rules.fieldNames();
        knownFields = 0;
        derivations.reset();
        Arrays.fill(counted, NOT_COUNTED);
        for (Windows each : windows) {
            each.reset(closedUntil);
        }
        for (FeedFilters each : filters) {
            if (each != null) {
                each.reset();
            }
        }
        count();
    }

    private byte[] written() throws IOException {
        StateBytes bytes = new StateBytes(256);
        write(bytes);
        return bytes.toBytes();
    }

    /** Writes each part with its length, so that the part of a removed rule can be skipped. */
    void write(DataOutput out) throws IOException {
        StateBytes part = new StateBytes(256);
        names.write(knownFields, part);
        endPart(NAMES, part, out);
        List<DeriveRules> derives = rules.derives();
        for (int i = 0; i < derives.size(); i++) {
            derivations.write(i, part);
            endPart(derives.get(i).identity(), part, out);
        }
        for (int i = 0; i < windows.length; i++) {
            windows[i].write(part);
            endPart(identity(i), part, out);
        }
        for (int i = 0; i < filters.length; i++) {
            FeedFilters each = filters[i];
            if (each != null) {
                each.write(part);
                endPart(filterIdentity(i), part, out);
            }
        }
        out.writeLong(NO_MORE_PARTS);
    }

    void read(DataInput in) throws IOException {
        for (long identity = in.readLong(); identity != NO_MORE_PARTS; identity = in.readLong()) {
            byte[] part = new byte[in.readInt()];
            in.readFully(part);
            readPart(identity, new DataInputStream(new ByteArrayInputStream(part)));
        }
        count();
    }

    private long filterIdentity(int index) {
        return plan.output(index / FEEDS.length).filterIdentity(FEEDS[index % FEEDS.length]);
    }

    /** Writes and empties {@code part}. */
    private static void endPart(long identity, StateBytes part, DataOutput out) throws IOException {
        out.writeLong(identity);
        out.writeInt(part.length());
        out.write(part.array(), 0, part.length());
        part.clear();
    }

    private void readPart(long identity, DataInput in) throws IOException {
        if (identity == NAMES) {
            for (int left = in.readInt(); left > 0; left--) {
                byte[] key = new byte[in.readInt()];
                in.readFully(key);
                fieldNumber(key);
            }
            return;
        }
        List<DeriveRules> derives = rules.derives();
        for (int i = 0; i < derives.size(); i++) {
            if (derives.get(i).identity() == identity) {
                derivations.read(i, in);
                return;
            }
        }
        for (int i = 0; i < windows.length; i++) {
            if (identity(i) == identity) {
                windows[i].read(in);
                return;
            }
        }
        for (int i = 0; i < filters.length; i++) {
            FeedFilters each = filters[i];
            if (each != null && filterIdentity(i) == identity) {
                int output = i / FEEDS.length;
                Feed feed = FEEDS[i % FEEDS.length];
                each.read(in, number -> fresh(output, feed, number));
                return;
            }
        }
    }

    /** An equal identity of the filters implies that the same rule suppresses the field. */
    private FieldFilter fresh(int output, Feed feed, int number) {
        return Objects.requireNonNull(field(output, number).suppressed().in(feed))
                .filter();
    }
}
