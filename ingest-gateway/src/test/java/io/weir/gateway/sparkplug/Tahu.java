package io.weir.gateway.sparkplug;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Date;
import org.eclipse.tahu.SparkplugInvalidTypeException;
import org.eclipse.tahu.message.SparkplugBPayloadDecoder;
import org.eclipse.tahu.message.SparkplugBPayloadEncoder;
import org.eclipse.tahu.message.model.Metric.MetricBuilder;
import org.eclipse.tahu.message.model.MetricDataType;
import org.eclipse.tahu.message.model.SparkplugBPayload;
import org.eclipse.tahu.message.model.SparkplugBPayload.SparkplugBPayloadBuilder;
import org.jspecify.annotations.Nullable;

/** Builds payloads with Eclipse Tahu, the reference implementation of Sparkplug B. */
@SuppressWarnings("JavaUtilDate") // Tahu wants it.
final class Tahu {
    private final SparkplugBPayloadBuilder payload = new SparkplugBPayloadBuilder();

    /** A payload with this sequence number. */
    Tahu(long sequence, long millis) {
        payload.setSeq(sequence).setTimestamp(new Date(millis));
    }

    /** A death, which has no sequence number. */
    Tahu() {}

    /** The birth or death of a session. */
    Tahu session(long number) {
        return metric("bdSeq", MetricDataType.Int64, number);
    }

    Tahu metric(String name, MetricDataType type, @Nullable Object value) {
        return metric(timeless(new MetricBuilder(name, type, value)));
    }

    Tahu metric(String name, long alias, MetricDataType type, Object value) {
        return metric(timeless(new MetricBuilder(name, type, value)).alias(alias));
    }

    /** A metric that only has its alias. */
    Tahu alias(long alias, MetricDataType type, Object value) {
        return metric(timeless(new MetricBuilder(alias, type, value)));
    }

    Tahu alias(long alias, MetricDataType type, Object value, long millis) {
        return metric(new MetricBuilder(alias, type, value).timestamp(new Date(millis)));
    }

    /** Tahu adds the time of now. */
    private static MetricBuilder timeless(MetricBuilder metric) {
        return metric.timestamp(null);
    }

    private Tahu metric(MetricBuilder metric) {
        try {
            payload.addMetric(metric.createMetric());
            return this;
        } catch (SparkplugInvalidTypeException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** With the types of metrics, as births have them. */
    byte[] birth() {
        return bytes(false);
    }

    /** Without the types of metrics, as data should be. */
    byte[] data() {
        return bytes(true);
    }

    private byte[] bytes(boolean withoutTypes) {
        try {
            return new SparkplugBPayloadEncoder().getBytes(payload.createPayload(), withoutTypes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SparkplugBPayload read(byte[] bytes) throws Exception {
        return new SparkplugBPayloadDecoder().buildFromByteArray(bytes, null);
    }
}
