package io.weir.gateway.exposition;

import java.util.Locale;

/** The formats of answers. */
public enum ExpositionFormat {
    /** Text whose timestamps are milliseconds. */
    PROMETHEUS,
    /** Text whose timestamps are seconds, and whose last line is {@code # EOF}. */
    OPEN_METRICS,
    /** Messages {@code io.prometheus.client.MetricFamily} of protobuf, each after its length. */
    PROTOBUF;

    private static final String OPEN_METRICS_TYPE = "application/openmetrics-text";
    private static final String PROTOBUF_TYPE = "application/vnd.google.protobuf";

    /** The formats of text that a client accepts, for a request's header. */
    public static final String ACCEPT = OPEN_METRICS_TYPE + ";version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

    /** All formats. Protobuf is first, because only it has native histograms. */
    public static final String ACCEPT_PROTOBUF = PROTOBUF_TYPE
            + ";proto=io.prometheus.client.MetricFamily;encoding=delimited," + OPEN_METRICS_TYPE
            + ";version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

    /** The format of a body with this {@code Content-Type}; many exporters name none. */
    public static ExpositionFormat of(String contentType) {
        String type = contentType.strip().toLowerCase(Locale.ROOT);
        if (type.startsWith(PROTOBUF_TYPE)) {
            return PROTOBUF;
        }
        return type.startsWith(OPEN_METRICS_TYPE) ? OPEN_METRICS : PROMETHEUS;
    }
}
