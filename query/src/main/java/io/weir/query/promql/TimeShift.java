package io.weir.query.promql;

/**
 * The modifiers {@code offset} and {@code @} of a selector or subquery.
 *
 * @param offset milliseconds before the anchor; negative for a time after it
 * @param timestamp milliseconds since 1970; 0 unless the anchor is {@link Anchor#TIMESTAMP}
 */
public record TimeShift(long offset, Anchor anchor, long timestamp) {
    /** No modifier. */
    public static final TimeShift NONE = new TimeShift(0, Anchor.EVALUATION, 0);

    /** The time that the offset is subtracted from. */
    public enum Anchor {
        EVALUATION,
        TIMESTAMP,
        START,
        END
    }

    /** The time that a selector refers to, evaluated at {@code time} in a query over the range. */
    public long apply(long time, long start, long end) {
        return switch (anchor) {
                    case EVALUATION -> time;
                    case TIMESTAMP -> timestamp;
                    case START -> start;
                    case END -> end;
                }
                - offset;
    }

    TimeShift withOffset(long milliseconds) {
        return new TimeShift(milliseconds, anchor, timestamp);
    }

    TimeShift withAnchor(Anchor other, long milliseconds) {
        return new TimeShift(offset, other, milliseconds);
    }
}
