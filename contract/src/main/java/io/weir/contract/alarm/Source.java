package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Objects;

/**
 * The record of a topic that caused something, so that it can be looked up and replayed.
 *
 * @param topic with its prefix
 */
@JsonPropertyOrder({"topic", "partition", "offset"})
public record Source(String topic, int partition, long offset) {

    public Source {
        Objects.requireNonNull(topic, "topic");
    }

    /** For display: {@code metrics.raw/3@1234}. */
    @Override
    public String toString() {
        return topic + "/" + partition + "@" + offset;
    }
}
