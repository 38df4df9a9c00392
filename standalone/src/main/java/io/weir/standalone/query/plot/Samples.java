package io.weir.standalone.query.plot;

import java.util.Arrays;

/** The samples of a line, in the order of time. */
public final class Samples {
    private static final int FIRST_SIZE = 256;

    private long[] millis = new long[FIRST_SIZE];
    private double[] values = new double[FIRST_SIZE];
    private int count;

    /** Adds the next sample. */
    public void add(long sampleMillis, double value) {
        if (count == millis.length) {
            millis = Arrays.copyOf(millis, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        millis[count] = sampleMillis;
        values[count] = value;
        count++;
    }

    /** The number of samples. */
    public int count() {
        return count;
    }

    long millis(int index) {
        return millis[index];
    }

    double value(int index) {
        return values[index];
    }
}
