package io.weir.benchmarks.harness;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * A topic in which probes are observed.
 *
 * @param isCommitted whether a probe counts only after its transaction is committed
 * @param probe start of a probe's record or line
 * @param value text before the probe's number or its negative
 */
public record Stop(String title, String topic, boolean isCommitted, String probe, String value) {

    byte[] probeBytes() {
        return probe.getBytes(US_ASCII);
    }

    byte[] valueBytes() {
        return value.getBytes(US_ASCII);
    }
}
