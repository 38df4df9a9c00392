package io.weir.processing.aggregate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** The series of a group in one window, each with its own value, in order of arrival. */
public final class Members {

    /** The maximum number of series of a group in a partition. */
    public static final int MOST = 10_000;

    private int size;
    private byte[][] series = new byte[4][];
    private double[] values = new double[4];

    /** Adds a series that is not present. */
    void add(byte[] spelled, double value) {
        if (size == series.length) {
            series = Arrays.copyOf(series, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        series[size] = spelled;
        values[size++] = value;
    }

    boolean isFull() {
        return size == MOST;
    }

    public int size() {
        return size;
    }

    /** The bytes of a series, by its number. */
    public byte[] series(int number) {
        return series[number];
    }

    /** The value of each series. */
    public double[] values() {
        return Arrays.copyOf(values, size);
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
