package io.weir.gateway.intake.partial;

import io.weir.gateway.intake.spelling.LineText;

/** Count, sum, minimum, maximum and buckets of some values. Not thread-safe. */
final class Partial {
    /** Memory of one without its buckets, and of its entry in a table. */
    private static final int BYTES = 320;

    private final Buckets buckets = new Buckets();
    private long count;
    private double sum;
    /** The part of the sum that rounding lost. */
    private double lost;

    private double least = Double.POSITIVE_INFINITY;
    private double most = Double.NEGATIVE_INFINITY;
    private long receivedNanos;

    /** Whether the sum stays finite with this value. */
    boolean hasRoomFor(double value) {
        return Double.isFinite(Math.abs(sum) + Math.abs(lost) + Math.abs(value));
    }

    /** Adds a finite value. */
    void add(double value, long receivedAtNanos) {
        count++;
        double total = sum + value;
        lost += Math.abs(sum) >= Math.abs(value) ? sum - total + value : value - total + sum;
        sum = total;
        least = Math.min(least, value);
        most = Math.max(most, value);
        buckets.add(value);
        receivedNanos = receivedAtNanos;
    }

    /** The receive time of the last value. */
    long receivedNanos() {
        return receivedNanos;
    }

    /** Memory in use, in bytes. */
    int bytes() {
        return BYTES + buckets.bytes();
    }

    /** Writes the fields of a line. */
    void write(LineText to) {
        to.put("count_delta=");
        to.number(count);
        to.put("i,sum_delta=");
        to.number(sum + lost);
        to.put(",min=");
        to.number(least);
        to.put(",max=");
        to.number(most);
        buckets.write(to);
    }
}
