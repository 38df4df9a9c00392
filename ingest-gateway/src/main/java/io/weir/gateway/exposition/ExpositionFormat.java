package io.weir.gateway.exposition;

import java.util.Locale;

/** The formats of text. */
public enum ExpositionFormat {
    /** Timestamps are milliseconds. */
    PROMETHEUS,
    /** Timestamps are seconds, and the last line is {@code # EOF}. */
    OPEN_METRICS;

    /** The formats that a client accepts, for a request's header. */
    public static final String ACCEPT =
            "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

    private static final String OPEN_METRICS_TYPE = "application/openmetrics-text";

    /** The format of a body with this {@code Content-Type}; many exporters name none. */
    public static ExpositionFormat of(String contentType) {
        return contentType.strip().toLowerCase(Locale.ROOT).startsWith(OPEN_METRICS_TYPE) ? OPEN_METRICS : PROMETHEUS;
    }
}
