package io.weir.gateway.testing;

/** A family of metrics in protobuf, of Prometheus' {@code io/prometheus/client/metrics.proto}. */
public final class Family {
    private final Proto family = new Proto();

    public Family(String name) {
        family.text(1, name).text(2, "Help.").integer(3, 0);
    }

    /** A label of a metric. */
    public static Proto label(String name, String value) {
        return new Proto().message(1, new Proto().text(1, name).text(2, value));
    }

    /** A summary of one quantile. */
    public static Proto summary() {
        return new Proto()
                .integer(1, 4)
                .number(2, 8.5)
                .message(3, new Proto().number(1, 0.5).number(2, 2));
    }

    /** A histogram with classic and native buckets. */
    public static Proto histogram() {
        return new Proto()
                .integer(1, 12)
                .number(2, 18.5)
                .message(3, new Proto().integer(1, 5).number(2, 0.5))
                .message(3, new Proto().integer(1, 11).number(2, 1e6))
                .signed(5, 3)
                .number(6, 0.001)
                .integer(7, 1)
                .message(9, new Proto().signed(1, -2).integer(2, 1))
                .packedSigned(10, 4)
                .message(12, new Proto().signed(1, 3).integer(2, 2))
                .message(12, new Proto().signed(1, 1).integer(2, 1))
                .packedSigned(13, 1, 2, -1);
    }

    /** Adds a metric whose value is the field with this number. */
    public Family metric(Proto labels, int field, Proto value) {
        return metric(labels.message(field, value));
    }

    public Family metric(Proto metric) {
        family.message(4, metric);
        return this;
    }

    /** The message after its length. */
    public byte[] frame() {
        return Proto.delimited(family.bytes());
    }
}
