package io.weir.gateway.otlp;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * The name of a field. Values that add up over time have a name of their own if they are deltas.
 *
 * @param plain must not be modified
 * @param delta must not be modified
 */
@SuppressWarnings("ArrayRecordComponent") // Names are never compared.
record FieldKey(byte[] plain, byte[] delta) {
    static final FieldKey VALUE = of("value", "delta");
    static final FieldKey COUNT = of("count", "count_delta");
    static final FieldKey SUM = of("sum", "sum_delta");
    static final FieldKey COUNTS = of("counts", "counts_delta");
    static final FieldKey ZERO_COUNT = of("zero_count", "zero_count_delta");
    static final FieldKey POSITIVE = of("positive", "positive_delta");
    static final FieldKey NEGATIVE = of("negative", "negative_delta");
    static final FieldKey BOUNDS = of("bounds");
    static final FieldKey MIN = of("min");
    static final FieldKey MAX = of("max");
    static final FieldKey SCALE = of("scale");
    static final FieldKey ZERO_THRESHOLD = of("zero_threshold");
    static final FieldKey POSITIVE_OFFSET = of("positive_offset");
    static final FieldKey NEGATIVE_OFFSET = of("negative_offset");

    private static FieldKey of(String plain, String delta) {
        return new FieldKey(plain.getBytes(US_ASCII), delta.getBytes(US_ASCII));
    }

    private static FieldKey of(String name) {
        return of(name, name);
    }

    byte[] name(boolean isDelta) {
        return isDelta ? delta : plain;
    }
}
