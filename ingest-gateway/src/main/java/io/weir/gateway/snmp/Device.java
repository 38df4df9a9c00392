package io.weir.gateway.snmp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.line.SeriesHash;
import io.weir.gateway.intake.spelling.LineSpeller;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;

/**
 * One device to poll.
 *
 * @param instance its address as it was listed
 * @param tags of all its lines
 */
record Device(JobSettings job, String instance, String host, int port, SortedMap<String, String> tags) {
    private static final int USUAL_BYTES = 128;

    /** Identifies the device in all gateways. */
    String key() {
        return job.name() + ' ' + host + ' ' + port + ' ' + tags;
    }

    /** The same in all gateways. */
    long hash() {
        byte[] key = key().getBytes(UTF_8);
        return SeriesHash.of(key, 0, key.length);
    }

    /**
     * The beginning of a line: the measurement, and the tags of the device.
     *
     * @throws IllegalArgumentException if line protocol cannot express it
     */
    byte[] series(String measurement) {
        LineSpeller line = new LineSpeller(USUAL_BYTES);
        byte[] name = measurement.getBytes(UTF_8);
        boolean isRight = line.measurement(name, 0, name.length);
        for (Map.Entry<String, String> tag : tags.entrySet()) {
            byte[] key = tag.getKey().getBytes(UTF_8);
            byte[] value = tag.getValue().getBytes(UTF_8);
            isRight = isRight && line.tagKey(key, 0, key.length) && line.tagValue(value, 0, value.length);
        }
        if (!isRight) {
            throw new IllegalArgumentException("a label cannot be a tag: " + tags);
        }
        return Arrays.copyOf(line.array(), line.length());
    }
}
