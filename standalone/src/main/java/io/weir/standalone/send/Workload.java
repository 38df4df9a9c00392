package io.weir.standalone.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Writes the lines of the standard workload: one field, three tags, about 90 bytes, interleaved
 * series, changing values, and one line in a hundred a second late. The same seed gives the same
 * lines except their timestamps. Allocates nothing per line. For one thread.
 */
public final class Workload {
    private static final String[] DETECTORS = {"TPC", "ITS", "TOF", "MCH"};
    private static final byte[] ROLE = ",rolename=flp".getBytes(UTF_8);
    private static final byte[] VALUE = " value=".getBytes(UTF_8);
    private static final byte[][] BAD_RESTS =
            Arrays.stream(BadLine.values()).map(BadLine::rest).toArray(byte[][]::new);
    private static final int STAMP_DIGITS = 19;
    private static final int FRACTION_DIGITS = 4;
    private static final long LATE_NANOS = 1_000_000_000;
    /**
     * Separates the last three digits of timestamps: below for lines in order, from here on for
     * late lines. So a series never has the same timestamp twice.
     */
    static final int MOST_PER_DATAGRAM = 500;

    private static final int PER_MILLION = 1_000_000;
    /** The bytes after the series: value, timestamp and separators, or the rest of a bad line. */
    private static final int LONGEST_REST = 48;

    private final WorkloadShape shape;
    private final Listener listener;
    private final byte[][] beginnings = new byte[DETECTORS.length][];
    private final int hostDigits;
    private final int[] values;
    private final int stride;
    private final int badPerMillion;
    private final SplittableRandom random;
    private int series;
    private int nextBad;
    private long bad;
    private long lastMicros;

    /** Receives each valid line. */
    public interface Listener {
        /** A value of a series was written, with this timestamp. */
        void line(int series, long stampNanos);
    }

    public Workload(WorkloadShape shape, Listener listener) {
        this.shape = shape;
        this.listener = listener;
        this.random = new SplittableRandom(shape.seed());
        this.values = new int[shape.series()];
        Arrays.fill(values, 50 * ValuePattern.ONE);
        this.hostDigits = Math.max(5, Integer.toString(shape.series() - 1).length());
        this.stride = stride(shape.series());
        this.badPerMillion = (int) Math.round(shape.badPercent() / 100 * PER_MILLION);
        for (int i = 0; i < DETECTORS.length; i++) {
            String beginning = shape.measurement() + ",detector=" + DETECTORS[i] + ",hostname=flp";
            beginnings[i] = beginning.getBytes(UTF_8);
        }
    }

    /** The maximum size of a datagram, in bytes. */
    public int longest(int lines) {
        return lines * (beginnings[0].length + hostDigits + ROLE.length + LONGEST_REST);
    }

    /** Bad lines written so far. */
    public long bad() {
        return bad;
    }

    /**
     * Writes a datagram from index 0 on and returns its length. If the clock has not advanced, the
     * timestamps are a microsecond later than the previous ones.
     */
    public int write(byte[] into, int lines, long epochNanos) {
        lastMicros = Math.max(epochNanos / 1000, lastMicros + 1);
        int at = 0;
        for (int i = 0; i < lines; i++) {
            at = writeSeries(into, at);
            boolean isBad = badPerMillion > 0 && random.nextInt(PER_MILLION) < badPerMillion;
            at = isBad ? writeBad(into, at) : writeGood(into, at, lastMicros * 1000 + i);
            into[at++] = '\n';
            series = series + stride < shape.series() ? series + stride : series + stride - shape.series();
        }
        return at;
    }

    private int writeSeries(byte[] into, int from) {
        int at = copy(beginnings[series % DETECTORS.length], into, from);
        at = writeDigits(into, at, series, hostDigits);
        return copy(ROLE, into, at);
    }

    private int writeGood(byte[] into, int from, long stampNanos) {
        long nanos = random.nextInt(100) == 0 ? stampNanos - LATE_NANOS + MOST_PER_DATAGRAM : stampNanos;
        int value = shape.values().next(series, nanos, values[series], random);
        values[series] = value;
        int at = copy(VALUE, into, from);
        int whole = value / ValuePattern.ONE;
        at = writeDigits(into, at, whole, whole < 10 ? 1 : whole < 100 ? 2 : 3);
        into[at++] = '.';
        at = writeDigits(into, at, value % ValuePattern.ONE, FRACTION_DIGITS);
        into[at++] = ' ';
        listener.line(series, nanos);
        return writeDigits(into, at, nanos, STAMP_DIGITS);
    }

    private int writeBad(byte[] into, int from) {
        bad++;
        byte[] rest = BAD_RESTS[nextBad];
        nextBad = (nextBad + 1) % BAD_RESTS.length;
        return copy(rest, into, from);
    }

    private static int copy(byte[] what, byte[] into, int at) {
        System.arraycopy(what, 0, into, at, what.length);
        return at + what.length;
    }

    private static int writeDigits(byte[] into, int from, long number, int count) {
        long rest = number;
        for (int at = from + count - 1; at >= from; at--) {
            into[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return from + count;
    }

    /**
     * A step that visits every series once before it repeats any, and never neighbours in
     * succession.
     */
    private static int stride(int series) {
        int stride = Math.max(1, (int) (series * 0.618));
        while (greatestCommonDivisor(stride, series) != 1) {
            stride++;
        }
        return stride % series;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
