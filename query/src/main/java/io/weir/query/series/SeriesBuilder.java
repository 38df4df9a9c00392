package io.weir.query.series;

import java.util.Arrays;

/** Collects the samples of a series in the order of their stamps. */
public final class SeriesBuilder {
    private final Labels labels;
    private long[] stamps = new long[2];
    private double[] values = new double[2];
    private int size;

    public SeriesBuilder(Labels labels) {
        this.labels = labels;
    }

    /** Replaces the last sample if it has the same stamp. Returns whether there is one sample more. */
    public boolean addOrReplace(long stamp, double value) {
        if (size > 0 && stamps[size - 1] == stamp) {
            values[size - 1] = value;
            return false;
        }
        add(stamp, value);
        return true;
    }

    public void add(long stamp, double value) {
        if (size == stamps.length) {
            stamps = Arrays.copyOf(stamps, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        stamps[size] = stamp;
        values[size++] = value;
    }

    public Series build() {
        return new Series(labels, Arrays.copyOf(stamps, size), Arrays.copyOf(values, size));
    }

    /** Without the marks of ends. */
    public static Series withoutStale(Series series) {
        SeriesBuilder builder = new SeriesBuilder(series.labels());
        for (int i = 0; i < series.stamps().length; i++) {
            if (!Series.isStale(series.values()[i])) {
                builder.add(series.stamps()[i], series.values()[i]);
            }
        }
        return builder.size == series.stamps().length ? series : builder.build();
    }
}
