package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Objects;

/**
 * How far log time has come in one partition: what the first stage of alarming tells the second, about once a second.
 *
 * @param ruleVersion which rules hold in the partition
 */
@JsonPropertyOrder({"partition", "time", "ruleVersion"})
public record PartitionTime(int partition, Instant time, String ruleVersion) {

    /** Refuses one without one of its fields. */
    public PartitionTime {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(ruleVersion, "ruleVersion");
    }
}
