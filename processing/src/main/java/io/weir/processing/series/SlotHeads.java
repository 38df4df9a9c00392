package io.weir.processing.series;

import io.weir.processing.window.Windows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What every line of a known series asks for, in flat arrays by slot: lines mostly come in the order of slots, so that the processor
 * has fetched it before it is asked for, while the objects of each of a hundred thousand series are in no cache. Not thread-safe.
 */
final class SlotHeads {

    /** Instead of a time: no metric came yet. */
    static final long UNSEEN = Long.MIN_VALUE;

    private static final int NO_OFFSET = -1;

    private @Nullable SeriesRules[] rules = new SeriesRules[0];
    private @Nullable FieldNames[] names = new FieldNames[0];
    private int[] known = new int[0];
    private @Nullable Windows[] windows = new Windows[0];
    private byte[] @Nullable [] rawSeries = new byte[0][];
    private byte[] @Nullable [] resultSeries = new byte[0][];
    private long[] seenMillis = new long[0];
    private long[] offsets = new long[0];

    /** A series takes {@code slot}. */
    void begin(int slot, long lastSeenMillis, SeriesState state) {
        if (slot >= known.length) {
            int length = Math.max(slot + 1, known.length * 2);
            rules = Arrays.copyOf(rules, length);
            names = Arrays.copyOf(names, length);
            known = Arrays.copyOf(known, length);
            windows = Arrays.copyOf(windows, length);
            rawSeries = Arrays.copyOf(rawSeries, length);
            resultSeries = Arrays.copyOf(resultSeries, length);
            seenMillis = Arrays.copyOf(seenMillis, length);
            offsets = Arrays.copyOf(offsets, length);
        }
        seenMillis[slot] = lastSeenMillis;
        offsets[slot] = NO_OFFSET;
        update(slot, state);
    }

    /**
     * The series in {@code slot} is in another state. Need not be told of fields that it got to know: what is known of it here stays
     * true.
     */
    void update(int slot, SeriesState state) {
        rules[slot] = state.rules();
        names[slot] = state.names();
        known[slot] = state.knownFields();
        rawSeries[slot] = state.plan().output(0).series();
        boolean isAggregated = !state.rules().aggregates().isEmpty();
        windows[slot] = isAggregated ? state.windows(0) : null;
        resultSeries[slot] = isAggregated ? state.plan().output(1).series() : null;
    }

    /** The series in {@code slot} is forgotten. */
    void clear(int slot) {
        rules[slot] = null;
        names[slot] = null;
        windows[slot] = null;
        rawSeries[slot] = null;
        resultSeries[slot] = null;
    }

    @Nullable
    SeriesRules rules(int slot) {
        return rules[slot];
    }

    @Nullable
    FieldNames names(int slot) {
        return names[slot];
    }

    /** Of its {@link #names}, how many the series is known to have. */
    int known(int slot) {
        return known[slot];
    }

    /** What the rules make of a field as it came, by its number; null if that is not known here. */
    @Nullable
    FieldRules field(int slot, int number) {
        FieldNames fields = names[slot];
        if (number == FieldNames.UNNUMBERED) {
            return FieldRules.PASS;
        }
        return fields != null && number < known[slot] ? fields.rules(number) : null;
    }

    /** Those of the first aggregation; null if there is none. */
    @Nullable
    Windows windows(int slot) {
        return windows[slot];
    }

    /** The canonical bytes of an output: of the raw series, or the first aggregation's if there is one. */
    byte @Nullable [] output(int slot, int output) {
        return output == 0 ? rawSeries[slot] : resultSeries[slot];
    }

    /** When the latest metric was received, {@link #UNSEEN} if none was. */
    long seenMillis(int slot) {
        return seenMillis[slot];
    }

    /** The offset of the last record with a metric of the series. */
    long offset(int slot) {
        return offsets[slot];
    }

    void seen(int slot, long millis, long offset) {
        seenMillis[slot] = Math.max(seenMillis[slot], millis);
        offsets[slot] = offset;
    }
}
