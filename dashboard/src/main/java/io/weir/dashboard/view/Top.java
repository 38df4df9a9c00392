package io.weir.dashboard.view;

/**
 * The choice of the series with the highest values.
 *
 * @param series how many are shown
 * @param by the value that is compared
 */
public record Top(int series, By by) {
    /** A panel of more has no room to read them. */
    static final int MOST = 40;

    /** The value of a series that is compared with those of others. */
    public enum By {
        LAST,
        MEAN
    }
}
