package io.weir.gateway.remotewrite;

/** The versions of the protocol, and the numbers of the fields of their messages. */
public enum RemoteWriteVersion {
    /** {@code prometheus.WriteRequest}: each series has its labels as text. */
    V1(1, 2, 4, 3),
    /** {@code io.prometheus.write.v2.Request}: labels are references to the texts of the request. */
    V2(5, 2, 3, 4);

    /** Of texts, in a request of version 2. */
    static final int SYMBOLS = 4;
    /** In a series of both versions. */
    static final int LABELS = 1;

    private final int series;
    private final int samples;
    private final int histograms;
    private final int exemplars;

    RemoteWriteVersion(int series, int samples, int histograms, int exemplars) {
        this.series = series;
        this.samples = samples;
        this.histograms = histograms;
        this.exemplars = exemplars;
    }

    /** In a request. */
    int series() {
        return series;
    }

    /** In a series. */
    int samples() {
        return samples;
    }

    /** In a series. */
    int histograms() {
        return histograms;
    }

    /** In a series. */
    int exemplars() {
        return exemplars;
    }
}
