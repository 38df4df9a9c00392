package io.weir.gateway.collectd;

import io.weir.gateway.intake.spelling.LineText;

/**
 * A reusable view of the body of a values part: count (2 bytes), then the kind of each value (1
 * byte), then each value (8 bytes). Not thread-safe.
 */
final class ValuesPart {
    /** Unsigned; wraps. */
    static final int COUNTER = 0;
    /** A double, the only little-endian number. NaN means that it could not be measured. */
    static final int GAUGE = 1;
    /** Signed. */
    static final int DERIVE = 2;
    /** Unsigned; each reading resets it to 0. */
    static final int ABSOLUTE = 3;

    /**
     * collectd's longest list has ten values. Without this limit, a small packet with long names
     * could produce a flood of text.
     */
    private static final int MOST = 255;

    private static final int COUNT_LENGTH = 2;
    private static final int EACH = 1 + Long.BYTES;

    private byte[] bytes = {};
    private int kinds;
    private int values;
    private int count;

    /** Reads the body between the indexes. Returns false if it is not a valid list of values. */
    boolean wrap(byte[] bytes, int from, int to) {
        if (to - from < COUNT_LENGTH + EACH) {
            return false;
        }
        this.bytes = bytes;
        count = Binary.unsigned16(bytes, from);
        kinds = from + COUNT_LENGTH;
        values = kinds + count;
        return count <= MOST && to - from == COUNT_LENGTH + count * EACH && areKindsKnown();
    }

    private boolean areKindsKnown() {
        for (int at = kinds; at < values; at++) {
            if ((bytes[at] & 0xff) > ABSOLUTE) {
                return false;
            }
        }
        return true;
    }

    /** Number of values, from 1 to 255. */
    int count() {
        return count;
    }

    /** Whether the value is finite and can be stored. */
    boolean isFinite(int i) {
        return bytes[kinds + i] != GAUGE || Double.isFinite(gauge(i));
    }

    /** Writes the value with all digits, without a suffix, as a FLOAT of line protocol. */
    void write(int i, LineText to) {
        switch (bytes[kinds + i]) {
            case GAUGE -> to.number(gauge(i));
            case DERIVE -> to.number(bits(i));
            default -> to.unsigned(bits(i));
        }
    }

    private double gauge(int i) {
        return Binary.littleEndianDouble(bytes, values + i * Long.BYTES);
    }

    private long bits(int i) {
        return Binary.bigEndian64(bytes, values + i * Long.BYTES);
    }
}
