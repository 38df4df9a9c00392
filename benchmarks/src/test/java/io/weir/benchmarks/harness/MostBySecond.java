package io.weir.benchmarks.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The maximum of each second. A pause affects one of them, a lack of processor time affects all.
 * Belongs to one thread.
 */
public final class MostBySecond {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final List<Long> most = new ArrayList<>();
    private long secondBegan;

    /** Adds a value at the current time. */
    public void add(long nowNanos, long figure) {
        int last = most.size() - 1;
        if (last < 0 || nowNanos - secondBegan >= SECOND_NANOS) {
            secondBegan = nowNanos;
            most.add(figure);
        } else {
            most.set(last, Math.max(most.get(last), figure));
        }
    }

    /** Removes all values. */
    public void clear() {
        most.clear();
    }

    /** Returns the overall maximum; 0 without values. */
    public long most() {
        return most.isEmpty() ? 0 : Collections.max(most);
    }

    @Override
    public String toString() {
        return "by second: " + most.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
