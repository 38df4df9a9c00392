package io.weir.processing.aggregate.group;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Series of a group in one window, each with its own value: all of them, or those with the highest
 * or lowest values. Series with equal values are in the order of their bytes, so that the same
 * series are kept whatever the order in which they are added.
 */
public final class Members {

    private final MembersKept kept;
    private int size;
    private byte[][] series = new byte[4][];
    private double[] values = new double[4];

    /** The place of the member to replace next, once the maximum is reached. */
    private int last;

    Members(MembersKept kept) {
        this.kept = kept;
    }

    /** Adds a series that is not present, unless others have precedence. */
    void add(byte[] spelled, double value) {
        if (kept.order() == 0 || size < kept.most()) {
            append(spelled, value);
            last = isBefore(last, size - 1) ? size - 1 : last;
        } else if (compare(spelled, value, series[last], values[last]) < 0) {
            series[last] = spelled;
            values[last] = value;
            for (int number = 0; number < size; number++) {
                last = isBefore(last, number) ? number : last;
            }
        }
    }

    private void append(byte[] spelled, double value) {
        if (size == series.length) {
            series = Arrays.copyOf(series, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        series[size] = spelled;
        values[size++] = value;
    }

    private boolean isBefore(int one, int other) {
        return kept.order() != 0 && compare(series[one], values[one], series[other], values[other]) < 0;
    }

    private int compare(byte[] one, double value, byte[] other, double otherValue) {
        int byValue = kept.order() * Double.compare(otherValue, value);
        return byValue == 0 ? Arrays.compare(one, other) : byValue;
    }

    /** Whether further series of the partition are refused. */
    public boolean isFull() {
        return kept.order() == 0 && size == kept.most();
    }

    /** The bytes of a series, by its number. */
    public byte[] series(int number) {
        return series[number];
    }

    /** The value of each series. */
    public double[] values() {
        return Arrays.copyOf(values, size);
    }

    /** The numbers of the series, those with the highest or lowest values first. */
    public int[] ranking() {
        Integer[] numbers = new Integer[size];
        Arrays.setAll(numbers, number -> number);
        Arrays.sort(numbers, (one, other) -> compare(series[one], values[one], series[other], values[other]));
        return Arrays.stream(numbers).mapToInt(number -> number).toArray();
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(size);
        for (int number = 0; number < size; number++) {
            out.writeInt(series[number].length);
            out.write(series[number]);
            out.writeDouble(values[number]);
        }
    }

    /** Adds the series that {@link #write} wrote. None of them may be present. */
    void read(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            byte[] spelled = new byte[in.readInt()];
            in.readFully(spelled);
            add(spelled, in.readDouble());
        }
    }
}
