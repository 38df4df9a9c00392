package io.weir.gateway.collectd;

import io.weir.gateway.intake.spelling.NameSpelling;

/** A name from a packet, escaped once and used in many lines; reusable. Not thread-safe. */
final class Name {
    /**
     * collectd itself accepts 127 bytes. A higher limit would let a small packet produce very long
     * lines.
     */
    private static final int MAX_LENGTH = 255;

    private final NameSpelling spelling;
    private final byte[] spelled = new byte[2 * MAX_LENGTH];
    private int length;

    Name(NameSpelling spelling) {
        this.spelling = spelling;
    }

    /**
     * Sets the name to the bytes between the indexes. Returns false, and is empty, if they are not
     * a valid name.
     */
    boolean set(byte[] bytes, int from, int to) {
        length = 0;
        if (to - from > MAX_LENGTH || holdsControl(bytes, from, to)) {
            return false;
        }
        int end = spelling.write(bytes, from, to, spelled, 0);
        length = Math.max(0, end);
        return end >= 0;
    }

    private static boolean holdsControl(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            if (bytes[at] >= 0 && bytes[at] < ' ') {
                return true;
            }
        }
        return false;
    }

    void clear() {
        length = 0;
    }

    boolean isEmpty() {
        return length == 0;
    }

    /** Shared; valid up to {@link #length} and until the next {@link #set}. */
    byte[] spelled() {
        return spelled;
    }

    int length() {
        return length;
    }
}
