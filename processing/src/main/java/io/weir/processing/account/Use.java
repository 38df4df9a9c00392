package io.weir.processing.account;

/** The purpose for which memory is taken. */
public enum Use {
    /**
     * New series and new fields. They leave a quarter of each budget to the windows of known
     * series.
     */
    NAMES(0),
    /** More windows, or windows of more fields. */
    WINDOWS(1),
    /**
     * Longer texts and further stretches of time in suppression. They leave the same quarter as
     * names do.
     */
    SUPPRESSION(2);

    static final int COUNT = 3;

    /** The number in the saved state. */
    final int code;

    Use(int code) {
        this.code = code;
    }

    static Use of(int code) {
        return switch (code) {
            case 0 -> NAMES;
            case 1 -> WINDOWS;
            default -> SUPPRESSION;
        };
    }
}
