package io.weir.contract.line;

/** Reads one timestamp; results are valid until the next call. Not thread-safe. */
final class TimestampScanner {
    private static final int SAFE_DIGITS = 18;

    private long timestamp;
    private LineError error = LineError.NONE;
    private int errorAt;

    /**
     * Returns the index after the integer at {@code from} (the next byte is not checked), or -1 if
     * it is refused.
     */
    int scan(byte[] bytes, int from, int to) {
        boolean negative = bytes[from] == '-';
        int digitsFrom = negative ? from + 1 : from;
        int at = digitsFrom;
        long value = 0;
        for (; at < to && bytes[at] >= '0' && bytes[at] <= '9'; at++) {
            value = value * 10 + (bytes[at] - '0');
        }
        if (at == digitsFrom) {
            return refuse(LineError.INVALID_TIMESTAMP, at);
        }
        // 19 digits, as nanoseconds have, cannot wrap beyond the sign: 10^19 < 2^64.
        int count = at - digitsFrom;
        boolean safe = count <= SAFE_DIGITS || (count == SAFE_DIGITS + 1 && value >= 0);
        if (!safe && !Integers.fits(bytes, digitsFrom, at, negative ? Long.MIN_VALUE : Long.MAX_VALUE)) {
            return refuse(LineError.TIMESTAMP_OUT_OF_RANGE, from);
        }
        timestamp = negative ? -value : value;
        return at;
    }

    long timestamp() {
        return timestamp;
    }

    LineError error() {
        return error;
    }

    int errorAt() {
        return errorAt;
    }

    private int refuse(LineError why, int at) {
        error = why;
        errorAt = at;
        return -1;
    }
}
