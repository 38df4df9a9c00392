package io.weir.gateway.exposition;

/** A kind of samples that a metric in protobuf has, and their series. */
enum SampleKind {
    /** Of a counter, a gauge, or a metric without a type. */
    VALUE('v', "", ""),
    /** Of a summary or a histogram. */
    COUNT('c', "_count", ""),
    /** Of a summary or a histogram. */
    SUM('s', "_sum", ""),
    /** Of a histogram with classic buckets. */
    BUCKET('b', "_bucket", "le"),
    /** Of a summary. */
    QUANTILE('q', "", "quantile"),
    /** A native histogram. */
    NATIVE('n', "", "");

    private final char code;
    private final String suffix;
    private final String bound;

    SampleKind(char code, String suffix, String bound) {
        this.code = code;
        this.suffix = suffix;
        this.bound = bound;
    }

    /** Distinguishes the kinds of samples of a metric, in ASCII. */
    char code() {
        return code;
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
