package io.weir.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Where a probe is seen on its way: a topic.
 *
 * @param isCommitted whether it counts as seen only once its transaction is committed
 * @param probe what a record about a probe begins with, or its line
 * @param value what stands before the probe's number, or its negative, there
 */
public record Stop(String title, String topic, boolean isCommitted, String probe, String value) {

    byte[] probeBytes() {
        return probe.getBytes(US_ASCII);
    }

    byte[] valueBytes() {
        return value.getBytes(US_ASCII);
    }
}
