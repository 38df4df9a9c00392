package io.weir.processing.aggregate.group;

import java.io.IOException;

/** How a window differs from its first result. */
public enum Revised {

    /** It does not. */
    UNCHANGED(0),

    /** It has late values, or depends on some. */
    CHANGED(1),

    /** It may lack a value that the first result has. */
    LACKING(2);

    /** The number in a partial. */
    final int code;

    Revised(int code) {
        this.code = code;
    }

    static Revised of(int code) throws IOException {
        return switch (code) {
            case 0 -> UNCHANGED;
            case 1 -> CHANGED;
            case 2 -> LACKING;
            default -> throw new IOException("a window has no revision " + code);
        };
    }

    /** How a window differs that combines this with another part. */
    Revised and(Revised other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
