package io.weir.processing.account;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Keeps, for each metric of the current record, where its line begins and whether it was refused
 * memory. Not thread-safe.
 */
public final class RecordLines {

    private int[] starts = new int[64];
    private int size;
    private final Map<Use, BitSet> refused = new EnumMap<>(Use.class);

    RecordLines() {
        for (Use use : Use.values()) {
            refused.put(use, new BitSet());
        }
    }

    void clear() {
        size = 0;
        refused.values().forEach(BitSet::clear);
    }

    /** Adds the next metric, whose line begins at {@code start}. */
    public void add(int start) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, size * 2);
        }
        starts[size++] = start;
    }

    /** Where the line of a metric begins. */
    public int start(int metric) {
        return starts[metric];
    }

    /** Notes that values of a metric were refused memory. */
    public void refuse(int metric, Use use) {
        refused(use).set(metric);
    }

    /** The metrics with values that were refused memory. */
    public BitSet refused(Use use) {
        return Objects.requireNonNull(refused.get(use));
    }
}
