package io.weir.processing.account;

import java.util.Arrays;
import java.util.BitSet;

/** Where the lines of the current record begin that became metrics, and which of them were refused memory. Not thread-safe. */
public final class RecordLines {

    private int[] starts = new int[64];
    private int size;
    private final BitSet refused = new BitSet();

    void clear() {
        size = 0;
        refused.clear();
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

    /** A window did not take values of a metric. */
    public void refuse(int metric) {
        refused.set(metric);
    }

    /** The metrics of which values were refused. */
    public BitSet refused() {
        return refused;
    }
}
