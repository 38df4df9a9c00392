package io.weir.query.eval;

import java.util.Arrays;

/** Collects the samples of a series in the order of their stamps. */
final class SeriesBuilder {
    private final Labels labels;
    private long[] stamps = new long[16];
    private double[] values = new double[16];
    private int size;

    SeriesBuilder(Labels labels) {
        this.labels = labels;
    }

    void add(long stamp, double value) {
        if (size == stamps.length) {
            stamps = Arrays.copyOf(stamps, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        stamps[size] = stamp;
        values[size++] = value;
    }

    Series build() {
        return new Series(labels, Arrays.copyOf(stamps, size), Arrays.copyOf(values, size));
    }

    /** Without the marks of ends. */
    static Series withoutStale(Series series) {
        SeriesBuilder builder = new SeriesBuilder(series.labels());
        for (int i = 0; i < series.stamps().length; i++) {
            if (!Series.isStale(series.values()[i])) {
                builder.add(series.stamps()[i], series.values()[i]);
            }
        }
        return builder.size == series.stamps().length ? series : builder.build();
    }
}
