package io.weir.processing.account;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Where the lines of the current record begin that became metrics, and which of them were refused memory. Not thread-safe. */
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

    /** The next metric is of the line that begins at {@code start}. */
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

    /** Values of a metric found no room. */
    public void refuse(int metric, Use use) {
        refused(use).set(metric);
    }

    /** The metrics of which values found no room. */
    public BitSet refused(Use use) {
        return Objects.requireNonNull(refused.get(use));
    }
}
