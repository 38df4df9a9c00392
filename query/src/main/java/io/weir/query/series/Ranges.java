package io.weir.query.series;

/**
 * Ranges of equal length. Both edges of a range belong to it, so ranges that touch share the samples at that time.
 *
 * @param first milliseconds since 1970 at which the first range ends
 * @param step milliseconds from the end of a range to the end of the next one
 * @param count of ranges; at least 1
 * @param length milliseconds from the start of a range to its end
 */
public record Ranges(long first, long step, int count, long length) {
    /** The ranges of the times that windows have in the store, without the starts of ranges. */
    public Ranges of(TierWindows windows) {
        return new Ranges(first - windows.delay(), step, count, length - 1);
    }

    /** The start of the first range. */
    public long start() {
        return first - length;
    }

    /** The end of the last range. */
    public long last() {
        return end(count - 1);
    }

    /** The end of a range, counted from 0. */
    public long end(int index) {
        return first + index * step;
    }

    /** The range that ends at a time, counted from 0. */
    public int index(long end) {
        return (int) ((end - first) / step);
    }
}
