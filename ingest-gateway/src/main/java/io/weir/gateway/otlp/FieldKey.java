package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** The names of fields. Values that add up over time have a name of their own if they are deltas. */
enum FieldKey {
    VALUE("value", "delta"),
    COUNT("count", "count_delta"),
    SUM("sum", "sum_delta"),
    COUNTS("counts", "counts_delta"),
    ZERO_COUNT("zero_count", "zero_count_delta"),
    POSITIVE("positive", "positive_delta"),
    NEGATIVE("negative", "negative_delta"),
    BOUNDS("bounds"),
    MIN("min"),
    MAX("max"),
    SCALE("scale"),
    ZERO_THRESHOLD("zero_threshold"),
    POSITIVE_OFFSET("positive_offset"),
    NEGATIVE_OFFSET("negative_offset");

    private final byte[] plain;
    private final byte[] delta;

    FieldKey(String plain, String delta) {
        this.plain = plain.getBytes(US_ASCII);
        this.delta = delta.getBytes(US_ASCII);
    }

    FieldKey(String name) {
        this(name, name);
    }

    /** The name, which must not be modified. */
    byte[] name(boolean isDelta) {
        return isDelta ? delta : plain;
    }
}
