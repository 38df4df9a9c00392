package io.weir.query.series;

/**
 * The windows of a tier, which a source reads instead of samples. Each window counts as a sample at its last
 * millisecond. So a range that contains all of a window contains this sample.
 *
 * @param tier the name of the tier
 * @param length the length of a window, in milliseconds
 */
public record TierWindows(String tier, long length) {
    /** Milliseconds from the start of a window, which is its time in the store, to its last millisecond. */
    public long delay() {
        return length - 1;
    }
}
