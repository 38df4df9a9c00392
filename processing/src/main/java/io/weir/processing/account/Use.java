package io.weir.processing.account;

/** What memory is taken for. */
public enum Use {
    /** New series and new fields: they leave a quarter of each budget to the windows of what is known. */
    NAMES(0),
    /** More windows, or windows of more fields. */
    WINDOWS(1),
    /** Longer texts and further stretches of time, which suppression remembers: they leave as much as names do. */
    REPEATS(2);

    static final int COUNT = 3;

    /** Its number where it is saved. */
    final int code;

    Use(int code) {
        this.code = code;
    }

    static Use of(int code) {
        return switch (code) {
            case 0 -> NAMES;
            case 1 -> WINDOWS;
            default -> REPEATS;
        };
    }
}
