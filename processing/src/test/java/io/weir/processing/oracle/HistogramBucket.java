package io.weir.processing.oracle;

/** A bucket of an exponential histogram, by its side and its index at a scale. */
public record HistogramBucket(boolean isNegative, int index) implements Comparable<HistogramBucket> {
    /** The finest scale. */
    public static final int FINEST = 6;

    HistogramBucket at(int scale) {
        return new HistogramBucket(isNegative, Math.floorDiv(index, 1 << (FINEST - scale)));
    }

    @Override
    public int compareTo(HistogramBucket other) {
        return Integer.compare(order(), other.order());
    }

    private int order() {
        return isNegative ? -1_000_000 - index : 1_000_000 + index;
    }
}
