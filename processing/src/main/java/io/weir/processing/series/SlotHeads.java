package io.weir.processing.series;

import io.weir.processing.aggregate.Contributions;
import io.weir.processing.aggregate.SeriesWindows;
import io.weir.processing.batch.Metrics;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The data that every line of a known series needs, in flat arrays by slot. Lines mostly arrive in
 * the order of slots, so the processor prefetches the arrays. With a hundred thousand series, an
 * access to the objects of one series, in contrast, misses the processor's caches. Not thread-safe.
 */
final class SlotHeads {

    /** The time before the first metric. */
    static final long UNSEEN = Long.MIN_VALUE;

    private static final int NO_OFFSET = -1;

    private @Nullable SeriesRules[] rules = new SeriesRules[0];
    private @Nullable FieldNames[] names = new FieldNames[0];
    private int[] known = new int[0];
    private @Nullable SeriesWindows[] windows = new SeriesWindows[0];
    private @Nullable Contributions[] contributions = new Contributions[0];
    private byte[] @Nullable [] rawSeries = new byte[0][];
    private byte[] @Nullable [] resultSeries = new byte[0][];
    private long[] seenMillis = new long[0];
    private long[] offsets = new long[0];

    /** Assigns {@code slot} to a series. */
    void begin(int slot, long lastSeenMillis, SeriesState state) {
        if (slot >= known.length) {
            int length = Math.max(slot + 1, known.length * 2);
            rules = Arrays.copyOf(rules, length);
            names = Arrays.copyOf(names, length);
            known = Arrays.copyOf(known, length);
            windows = Arrays.copyOf(windows, length);
            contributions = Arrays.copyOf(contributions, length);
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
     * Updates the data of {@code slot} after a change of its state. New fields may be missing
     * here until the next update; {@link SeriesState} then answers for them.
     */
    void update(int slot, SeriesState state) {
        rules[slot] = state.rules();
        names[slot] = state.names();
        known[slot] = state.knownFields();
        rawSeries[slot] = state.plan().output(0).series();
        boolean isAggregated = !state.rules().aggregates().isEmpty();
        windows[slot] = isAggregated ? state.windows(0) : null;
        contributions[slot] = state.rules().hasGroups() ? state.contributions(0) : null;
        resultSeries[slot] = isAggregated ? state.plan().output(1).series() : null;
    }

    /** Clears {@code slot} when its series is forgotten. */
    void clear(int slot) {
        rules[slot] = null;
        names[slot] = null;
        windows[slot] = null;
        contributions[slot] = null;
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

    /** How many of its {@link #names} the series is known to have. */
    int known(int slot) {
        return known[slot];
    }

    /** The rules of a raw field, by its number; null if they are not known here. */
    @Nullable
    FieldRules field(int slot, int number) {
        FieldNames fields = names[slot];
        if (number == Metrics.UNNUMBERED) {
            return FieldRules.PASS;
        }
        return fields != null && number < known[slot] ? fields.rules(number) : null;
    }

    /** The windows of the first aggregation, or null. */
    @Nullable
    SeriesWindows windows(int slot) {
        return windows[slot];
    }

    /** The contributions to the first group, or null. */
    @Nullable
    Contributions contributions(int slot) {
        return contributions[slot];
    }

    /**
     * The canonical bytes of an output: of the raw series, or of the first aggregation if there is
     * one.
     */
    byte @Nullable [] output(int slot, int output) {
        return output == 0 ? rawSeries[slot] : resultSeries[slot];
    }

    /** When the latest metric was received, or {@link #UNSEEN}. */
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
