package io.weir.query.api;

import java.io.IOException;
import java.io.OutputStream;

/** The formats of an answer with raw values. */
enum ValueFormat {
    NDJSON("application/x-ndjson"),
    CSV("text/csv; charset=utf-8"),
    PARQUET("application/vnd.apache.parquet");

    private final String mediaType;

    ValueFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    String mediaType() {
        return mediaType;
    }

    /** The writer of one answer. */
    ValueWriter writer(OutputStream out) throws IOException {
        return switch (this) {
            case NDJSON -> new LineWriter(LineFormat.NDJSON, out);
            case CSV -> new LineWriter(LineFormat.CSV, out);
            case PARQUET -> new ParquetValues(out);
        };
    }
}
