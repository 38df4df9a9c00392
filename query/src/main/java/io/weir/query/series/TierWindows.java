package io.weir.query.series;

/**
 * The windows of a tier, which a source reads instead of samples. A window is a sample at its last millisecond, so that it
 * is in the ranges that contain all of it.
 *
 * @param tier its name
 * @param length milliseconds of a window
 */
public record TierWindows(String tier, long length) {
    /** Milliseconds from the time of a window in the store, which is its start, to its last one. */
    public long delay() {
        return length - 1;
    }
}
