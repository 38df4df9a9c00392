package io.weir.contract.alarm;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.weir.contract.topic.Deafness;
import java.time.Instant;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * How far log time has come in one partition: what the first stage of alarming tells the second, about once a second.
 *
 * @param ruleVersion which rules hold in the partition
 * @param deaf the gateways that could not be relied on since this was told last, and why; left out where there is none
 */
@JsonPropertyOrder({"partition", "time", "ruleVersion", "deaf"})
public record PartitionTime(
        int partition,
        Instant time,
        String ruleVersion,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) SortedMap<String, Deafness> deaf) {

    /** Refuses one without one of its fields; no gateways are none that are deaf. */
    public PartitionTime(int partition, Instant time, String ruleVersion, @Nullable SortedMap<String, Deafness> deaf) {
        this.partition = partition;
        this.time = Objects.requireNonNull(time, "time");
        this.ruleVersion = Objects.requireNonNull(ruleVersion, "ruleVersion");
        this.deaf = deaf == null ? Collections.emptySortedMap() : Collections.unmodifiableSortedMap(deaf);
    }
}
