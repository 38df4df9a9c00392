package io.weir.gateway.statsd;

import org.jspecify.annotations.Nullable;

/** The type of a sample, with its letter and the field of its value. */
enum SampleType {
    COUNTER('c', "count"),
    GAUGE('g', "value"),
    TIMER('m', "ms"),
    HISTOGRAM('h', "value"),
    DISTRIBUTION('d', "value"),
    SET('s', "member");

    private final char letter;
    private final String field;

    SampleType(char letter, String field) {
        this.letter = letter;
        this.field = field;
    }

    /** A letter that no other type has. */
    char letter() {
        return letter;
    }

    /** The key of its field. */
    String field() {
        return field;
    }

    /** Whether a sample is an event of which the sender may have left out others. */
    boolean isSampled() {
        return this == TIMER || this == HISTOGRAM || this == DISTRIBUTION;
    }

    /** The type with this code of one or two letters, or null. */
    static @Nullable SampleType of(byte[] code, int from, int to) {
        boolean isTimer = to - from == 2 && code[from] == 'm' && code[from + 1] == 's';
        return isTimer || (to - from == 1 && code[from] != TIMER.letter) ? of(code[from]) : null;
    }

    /** The type with this letter, or null. */
    static @Nullable SampleType of(int letter) {
        return switch (letter) {
            case 'c' -> COUNTER;
            case 'g' -> GAUGE;
            case 'm' -> TIMER;
            case 'h' -> HISTOGRAM;
            case 'd' -> DISTRIBUTION;
            case 's' -> SET;
            default -> null;
        };
    }
}
