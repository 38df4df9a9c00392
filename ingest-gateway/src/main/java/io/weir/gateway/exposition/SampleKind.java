package io.weir.gateway.exposition;

/** A kind of samples that a metric in protobuf has, and their series. */
enum SampleKind {
    /** Of a counter, a gauge, or a metric without a type. */
    VALUE("", ""),
    /** Of a summary or a histogram. */
    COUNT("_count", ""),
    /** Of a summary or a histogram. */
    SUM("_sum", ""),
    /** Of a histogram with classic buckets. */
    BUCKET("_bucket", "le"),
    /** Of a summary. */
    QUANTILE("", "quantile"),
    /** A native histogram. */
    NATIVE("", "");

    private final String suffix;
    private final String bound;

    SampleKind(String suffix, String bound) {
        this.suffix = suffix;
        this.bound = bound;
    }

    /** The end of the name. */
    String suffix() {
        return suffix;
    }

    /** The label that is the bound or quantile; empty for none. */
    String bound() {
        return bound;
    }
}
